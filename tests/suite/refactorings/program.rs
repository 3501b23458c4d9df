//! Made-up programs: modules of functions and classes whose names and bodies come from a seed, written as Python or as
//! JavaScript. Bodies are of ordinary length and have little in common with each other unless somebody copies them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

const WORDS: &str = "account active amount archive batch border branch bucket budget cache cargo chapter channel client \
    column commit convert corner course credit cursor customer daily debit decode delay deliver depth detail device \
    digest discount dispatch domain draft drive edge encode engine entry event factor fetch field filter final \
    folder frame gather group handle header history index inner insert invoice journal label latest ledger length \
    level limit link local lookup margin market measure member merge message metric mirror module monitor notice number \
    object offset order outer output owner packet parent parser partner patch pending period picture plan pointer policy \
    price profile project queue quota rate reader record refund region release remote report request reserve resolve \
    result retry route sample schedule score search sector segment sender series session shape shift signal sketch \
    socket source split stage status stock store stream string submit summary supply symbol table target tariff \
    tenant ticket token total trace transfer trigger update upload usage vector vendor version volume voucher weight widget \
    window worker writer zone";

/// A language that programs are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    Python,
    JavaScript,
}

#[derive(Clone, Default)]
pub struct Module {
    pub path: String,
    pub constants: Vec<(String, String)>,
    pub functions: Vec<Function>,
    pub classes: Vec<Class>,
}

#[derive(Clone)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<String>,
    pub body: Vec<Statement>,
}

#[derive(Clone)]
pub struct Class {
    pub name: String,
    pub base: Option<String>,
    pub fields: Vec<(String, String)>,
    pub methods: Vec<Function>,
}

/// Expressions are the same text in both languages, save `@` for the object itself.
#[derive(Clone)]
pub enum Statement {
    Assign(String, String),
    If(String, String, String),
    For(String, String, String),
    Call(String),
    Return(String),
}

impl Module {
    pub fn written(&self, written: Written) -> String {
        let mut text = String::new();
        for (name, value) in &self.constants {
            let _ = match written {
                Written::Python => writeln!(text, "{name} = {value}"),
                Written::JavaScript => writeln!(text, "const {name} = {value};"),
            };
        }
        for function in &self.functions {
            text.push_str("\n\n");
            write_function(&mut text, function, written, false);
        }
        for class in &self.classes {
            text.push_str("\n\n");
            let _ = match (written, &class.base) {
                (Written::Python, Some(base)) => writeln!(text, "class {}({base}):", class.name),
                (Written::Python, None) => writeln!(text, "class {}:", class.name),
                (Written::JavaScript, Some(base)) => writeln!(text, "class {} extends {base} {{", class.name),
                (Written::JavaScript, None) => writeln!(text, "class {} {{", class.name),
            };
            for (name, value) in &class.fields {
                let _ = match written {
                    Written::Python => writeln!(text, "    {name} = {value}"),
                    Written::JavaScript => writeln!(text, "    {name} = {value};"),
                };
            }
            for method in &class.methods {
                text.push('\n');
                write_function(&mut text, method, written, true);
            }
            if written == Written::JavaScript {
                text.push_str("}\n");
            } else if class.fields.is_empty() && class.methods.is_empty() {
                text.push_str("    pass\n");
            }
        }
        text
    }
}

fn write_function(text: &mut String, function: &Function, written: Written, method: bool) {
    let indent = if method { "    " } else { "" };
    let mut parameters = function.parameters.clone();
    match written {
        Written::Python => {
            if method {
                parameters.insert(0, "self".to_owned());
            }
            let _ = writeln!(text, "{indent}def {}({}):", function.name, parameters.join(", "));
        }
        Written::JavaScript => {
            let keyword = if method { "" } else { "function " };
            let _ = writeln!(text, "{indent}{keyword}{}({}) {{", function.name, parameters.join(", "));
        }
    }
    for statement in &function.body {
        let line = match (written, statement) {
            (Written::Python, Statement::Assign(name, value)) => format!("{name} = {value}"),
            (Written::Python, Statement::If(condition, name, value)) => {
                format!("if {condition}:\n{indent}        {name} = {value}")
            }
            (Written::Python, Statement::For(item, list, call)) => {
                format!("for {item} in {list}:\n{indent}        {call}")
            }
            (Written::Python, Statement::Call(call)) => call.clone(),
            (Written::Python, Statement::Return(value)) => format!("return {value}"),
            (Written::JavaScript, Statement::Assign(name, value)) => format!("{name} = {value};"),
            (Written::JavaScript, Statement::If(condition, name, value)) => {
                format!("if ({condition}) {{\n{indent}        {name} = {value};\n{indent}    }}")
            }
            (Written::JavaScript, Statement::For(item, list, call)) => {
                format!("for (const {item} of {list}) {{\n{indent}        {call};\n{indent}    }}")
            }
            (Written::JavaScript, Statement::Call(call)) => format!("{call};"),
            (Written::JavaScript, Statement::Return(value)) => format!("return {value};"),
        };
        let own = if written == Written::Python { "self." } else { "this." };
        let _ = writeln!(text, "{indent}    {}", line.replace('@', own));
    }
    if written == Written::JavaScript {
        let _ = writeln!(text, "{indent}}}");
    }
}

/// Draws names and code; the same seed draws the same.
pub struct Draw {
    state: u64,
    words: Vec<&'static str>,
    names: BTreeSet<String>,
}

impl Draw {
    pub fn new(seed: u64) -> Self {
        let state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        Draw { state, words: WORDS.split_whitespace().collect(), names: BTreeSet::new() }
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from((self.state >> 11) % limit as u64).expect("small")
    }

    fn word(&mut self) -> &'static str {
        let at = self.below(self.words.len());
        self.words[at]
    }

    /// A name of two words that nothing else has.
    pub fn name(&mut self) -> String {
        loop {
            let name = format!("{}_{}", self.word(), self.word());
            if self.names.insert(name.clone()) {
                return name;
            }
        }
    }

    pub fn class_name(&mut self) -> String {
        self.name().split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
    }

    pub fn function(&mut self) -> Function {
        let parameters: Vec<String> = (0..1 + self.below(3)).map(|_| self.word().to_owned()).collect();
        let mut known = parameters.clone();
        let mut body: Vec<Statement> = (0..4 + self.below(5)).map(|_| self.statement(&mut known)).collect();
        body.push(Statement::Return(self.expression(&known)));
        Function { name: self.name(), parameters, body }
    }

    pub fn class(&mut self, methods: usize) -> Class {
        let fields = (0..2).map(|_| (self.name(), self.value())).collect();
        let mut methods: Vec<Function> = (0..methods).map(|_| self.function()).collect();
        for method in &mut methods {
            let own = self.word();
            method.body.insert(1, Statement::Call(format!("@{own}.{}({})", self.word(), method.parameters[0])));
        }
        // One that proves nothing by itself, as every class has.
        let trivial = vec![Statement::Return(format!("@{}", self.word()))];
        methods.push(Function { name: self.name(), parameters: Vec::new(), body: trivial });
        Class { name: self.class_name(), base: None, fields, methods }
    }

    /// A module with some functions and a class.
    pub fn module(&mut self, folder: &str, extension: &str) -> Module {
        Module {
            path: format!("{folder}/{}.{extension}", self.name()),
            constants: vec![(self.name().to_uppercase(), self.value())],
            functions: (0..3).map(|_| self.function()).collect(),
            classes: vec![self.class(2)],
        }
    }

    pub fn statement(&mut self, known: &mut Vec<String>) -> Statement {
        match self.below(6) {
            0 => {
                let condition = format!("{} > {}", self.expression(known), self.below(90));
                Statement::If(condition, self.pick(known), self.expression(known))
            }
            1 => {
                let item = self.word().to_owned();
                let list = self.pick(known);
                Statement::For(item.clone(), list, format!("{}.{}({item})", self.pick(known), self.word()))
            }
            2 => Statement::Call(format!("{}({}, {})", self.compound(), self.pick(known), self.below(90))),
            _ => {
                let value = self.expression(known);
                let name = self.word().to_owned();
                known.push(name.clone());
                Statement::Assign(name, value)
            }
        }
    }

    fn pick(&mut self, known: &[String]) -> String {
        known[self.below(known.len())].clone()
    }

    fn compound(&mut self) -> String {
        format!("{}_{}", self.word(), self.word())
    }

    fn expression(&mut self, known: &[String]) -> String {
        match self.below(4) {
            0 => format!("{}.{}({})", self.pick(known), self.word(), self.below(90)),
            1 => format!("{}({}) + {}", self.compound(), self.pick(known), self.pick(known)),
            2 => format!("{}.{} * {}", self.pick(known), self.word(), self.below(90)),
            _ => format!("{}[\"{}\"]", self.pick(known), self.word()),
        }
    }

    fn value(&mut self) -> String {
        format!(
            "[\"{}\", {}, \"{}\", {}, {}, \"{}\"]",
            self.word(),
            self.below(90),
            self.word(),
            self.below(90),
            self.below(9),
            self.word()
        )
    }
}
