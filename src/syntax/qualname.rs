//! Qualnames taken apart: `Calculator.add(int,a.B)@Adder#2` (SPEC 4.2).
//!
//! Scopes are joined by `.`; only the last part carries parameter types; `@` and `#` begin suffixes. A name may itself
//! start with such a character, as private names in JavaScript do, or end with parentheses, as operators in C++ do.

/// The last part without types and suffixes: `add`.
pub fn simple_name(qualname: &str) -> &str {
    let head = without_suffixes(last_part(qualname));
    without_types(head)
}

/// All but the last part: `Calculator`; empty at the top of a file.
pub fn container(qualname: &str) -> &str {
    let last = last_part(qualname).len();
    qualname[..qualname.len() - last].strip_suffix('.').unwrap_or_default()
}

/// The last part with everything that belongs to it: `add(int,a.B)@Adder#2`.
pub fn last_part(qualname: &str) -> &str {
    parts(qualname).last().unwrap_or(qualname)
}

/// The scopes and the name, outermost first.
pub fn parts(qualname: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(qualname);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = outside_parentheses(text).find(|(_, byte)| *byte == b'.').map_or(text.len(), |(at, _)| at);
        rest = text.get(end + 1..);
        Some(&text[..end])
    })
}

/// Every part without types and suffixes: `Calculator.add`.
pub fn bare(qualname: &str) -> String {
    let container = container(qualname);
    let mut bare: Vec<&str> = if container.is_empty() { Vec::new() } else { parts(container).collect() };
    bare.iter_mut().for_each(|part| *part = without_suffixes(part));
    bare.push(simple_name(qualname));
    bare.join(".")
}

/// Whether a qualname is that one, or ends with it, with or without types and suffixes.
pub fn is_called(qualname: &str, text: &str) -> bool {
    let ends = |whole: &str| whole.strip_suffix(text).is_some_and(|before| before.is_empty() || before.ends_with('.'));
    ends(qualname) || ends(&bare(qualname))
}

/// The type that it is a constructor of, where that is named after the type: `Cart` of `shop.Cart.Cart(int)` is
/// `shop.Cart`.
pub fn constructed(qualname: &str) -> Option<&str> {
    Some(container(qualname)).filter(|kind| !kind.is_empty() && simple_name(kind) == simple_name(qualname))
}

/// The same without the packages of its parameter types: `add(int,B)` of `add(int,a.B)`; without those of all names, in fact,
/// so it is good for comparing siblings only.
pub fn without_packages(qualname: &str) -> String {
    let mut short = String::with_capacity(qualname.len());
    let mut word = 0;
    let mut letters = qualname.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        // Not the three dots of `B...`.
        if letter == '.' && short.len() > word && letters.peek().is_some_and(|next| is_name(*next)) {
            short.truncate(word);
            continue;
        }
        short.push(letter);
        if !is_name(letter) {
            word = short.len();
        }
    }
    short
}

/// What tells it from siblings of its name, numbers aside: `Adder`; empty where there is none.
pub fn suffix(qualname: &str) -> &str {
    let last = last_part(qualname);
    let suffix = last[without_suffixes(last).len()..].strip_prefix('@').unwrap_or_default();
    suffix.split('#').next().unwrap_or(suffix)
}

fn without_suffixes(part: &str) -> &str {
    let end = outside_parentheses(part).find(|(at, byte)| *at > 0 && matches!(byte, b'@' | b'#'));
    &part[..end.map_or(part.len(), |(at, _)| at)]
}

fn without_types(part: &str) -> &str {
    if !part.ends_with(')') {
        return part;
    }
    let mut depth = 0_usize;
    for (at, byte) in part.bytes().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return if at == 0 { part } else { &part[..at] };
        }
    }
    part
}

fn outside_parentheses(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let mut depth = 0_usize;
    text.bytes().enumerate().filter(move |(_, byte)| {
        let inside = depth > 0;
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        !inside
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_may_be_spelled_with_their_packages() {
        for (one, other) in [
            ("A.f(com.google.B,int)", "A.f(B,int)"),
            ("f(Map<a.K,List<b.c.V>>...)", "f(Map<K,List<V>>...)"),
            ("A.f(com.google.B)#2", "A.f(B)#2"),
        ] {
            assert_eq!(without_packages(one), without_packages(other));
        }
        assert_ne!(without_packages("f(a.B,int)"), without_packages("f(int,a.B)"));
        assert_ne!(without_packages("f(B...)"), without_packages("f(B)"));
        assert_ne!(without_packages("f(B...)"), without_packages("f(C...)"));
    }

    #[test]
    fn parts_of_names() {
        for (qualname, name, within, bare_name, told_by) in [
            ("f", "f", "", "f", ""),
            ("A.f(int,a.B)#2", "f", "A", "A.f", ""),
            ("A#2.Inner.name@setter#3", "name", "A#2.Inner", "A.Inner.name", "setter"),
            ("A.#secret", "#secret", "A", "A.#secret", ""),
            ("Foo.from@From<Error>", "from", "Foo", "Foo.from", "From<Error>"),
            ("(A,B).fmt@Display", "fmt", "(A,B)", "(A,B).fmt", "Display"),
            ("ns.F.operator()(const a.B&)", "operator()", "ns.F", "ns.F.operator()", ""),
            ("f(int)@declaration#2", "f", "", "f", "declaration"),
            ("A.run((x.Y)->z)", "run", "A", "A.run", ""),
            ("A.<=>", "<=>", "A", "A.<=>", ""),
        ] {
            assert_eq!(simple_name(qualname), name, "{qualname}");
            assert_eq!(container(qualname), within, "{qualname}");
            assert_eq!(bare(qualname), bare_name, "{qualname}");
            assert_eq!(suffix(qualname), told_by, "{qualname}");
        }
    }
}
