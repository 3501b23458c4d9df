//! What is special about PHP. The twin `prettier.php` was made by prettier 3.9.10 with @prettier/plugin-php 0.25.0.

use super::{assert_differs, assert_names, assert_same, find, qualnames, read};

fn function(body: &str) -> String {
    format!("<?php\nfunction f($a, $b, $c) {{ {body} }}")
}

/// SPEC 4.1: locals, closures, anonymous classes and arguments define nothing.
#[test]
fn what_is_no_definition() {
    let source = "<?php
        function f() { $x = 1; define('INSIDE', 1); function g() {} class Late {} }
        run(function () { $y = 1; }, new class { public $z; function m() {} }, fn() => $w = 1);
        $list[] = 1; $object->field = 2; A::$static = 3; [$a, $b] = pair(); f(define('X', 1));
        define($name, 1); define('a.b', 1); define('A\\\\B', 1); notdefine('Y', 1);
        static fn($q = 1) => 2;";
    assert_names("php", source, &["f"]);
}

#[test]
fn names() {
    for (source, expected) in [
        ("namespace A; class B {} namespace C; class B {}", &["B", "B#2"][..]),
        ("namespace A { class B {} } namespace { function b() {} }", &["B", "b"]),
        ("if (X) { function f() {} } else { function f() {} }", &["f", "f#2"]),
        ("class A { public $x; function x() {} const x = 1; }", &["A", "A.x", "A.x#2", "A.x#3"]),
        ("DEFINE('X', 1); \\define(\"Y\", 2); defined('Z') || define('Z', 3);", &["X", "Y"]),
        ("$a = $b = 1; $a = 2;", &["a", "a#2"]),
        ("class A { function __construct(public int $x, private &$y, $z) {} }", &["A", "A.__construct", "A.x", "A.y"]),
        ("enum E: int { case A = 1; const B = self::A; }", &["E", "E.A", "E.B"]),
        ("interface I { const A = 1; function list(); function class(); }", &["I", "I.A", "I.list", "I.class"]),
    ] {
        assert_names("php", &format!("<?php {source}"), expected);
    }
    assert_names("php", "<h1>Hi</h1><?php function f() {} ?> text <?php function g() {}", &["f", "g"]);
}

#[test]
fn private_members_and_constants() {
    let source = "<?php class A { private $a; protected $b; public private(set) int $c; private static function d() {}
        private const E = 1; function __construct(private $f, protected $g) {} var $h; } const I = 1; $J = 1;";
    let outline = read("php", source);
    let private: Vec<&str> = outline
        .constructs
        .iter()
        .filter(|construct| construct.is_private)
        .map(|construct| &*construct.qualname)
        .collect();
    assert_eq!(private, ["A.a", "A.d", "A.E", "A.f"]);
    let constant: Vec<&str> = outline
        .constructs
        .iter()
        .filter(|construct| construct.role.is_some())
        .map(|construct| &*construct.qualname)
        .collect();
    assert_eq!(constant, ["A.E", "I"]);
}

/// SPEC 4.5.
#[test]
fn spellings() {
    for (one, other) in [
        ("return ($a);", "return $a;"),
        ("if ($a) return 1;", "if ($a) { return 1; }"),
        ("if ($a) b(); else if ($b) c(); else d();", "if ($a) { b(); } elseif ($b) { c(); } else { d(); }"),
        ("if ($a): b(); elseif ($b): c(); endif;", "if ($a) { b(); } elseif ($b) { c(); }"),
        ("while ($a): b(); endwhile;", "while ($a) b();"),
        ("return array(1, 'a' => array(),);", "return [1, \"a\" => []];"),
        ("list($a, list(, $b)) = $c;", "[$a, [, $b]] = $c;"),
        ("foreach ($a as list($b, $c)) {}", "foreach ($a as [$b, $c,]) {}"),
        ("return TRUE && Null;", "return true && null;"),
        ("return (integer)$a + ( double ) $b;", "return (int) $a + (float)$b;"),
        ("return $a <> $b;", "return $a != $b;"),
        ("return new Foo;", "return new Foo();"),
        ("return 'it\\'s' . 'a\\\\b' . 'c\\d';", "return \"it's\" . \"a\\\\b\" . \"c\\d\";"),
        ("return \"a {$b} c\";", "return \"a $b c\";"),
        ("return <<<A\n    x $a\n      y\n    A;", "return <<<\"B\"\n  x $a\n    y\n  B;"),
        ("return <<<'A'\n    x $a\n    A;", "return 'x $a';"),
        ("return 0XFF + 1_000 + .50;", "return 0xff + 1000 + 0.5;"),
        ("RETURN clone($a);", "return clone $a;"),
        ("switch ($a) { case 1; b(); }", "switch ($a): case 1: b(); endswitch;"),
        ("echo 1; ?>\n<b>x</b>\n<?php echo 2;", "echo 1 ?>\n  <b>x</b>\n\n<?php\n echo 2;"),
        ("exit;;", "exit();"),
        ("return f(1, a: 2,);", "return f(1, a: 2);"),
        ("{ a(); { b(); } }", "a(); b();"),
    ] {
        assert_same("php", &function(one), &function(other));
    }
    assert_same(
        "php",
        "<?php final abstract class A { static public $a; #[X, Y()] final static protected function f() {} }",
        "<?php abstract final class A { public static $a; #[X] #[Y] protected static final function f() {} }",
    );
    assert_same(
        "php",
        "<?php function f(string $a = \"x\", ) : ?Int {}",
        "<?php\nfunction f(string $a = 'x'): ?Int {}",
    );
}

#[test]
fn lookalikes() {
    for (one, other) in [
        ("for ($a;;) {}", "for (;$a;) {}"),
        ("for (;;$a) {}", "for (;$a;) {}"),
        ("return $a ?: $b;", "return $a ?? $b;"),
        ("return $a - ($b - $c);", "return $a - $b - $c;"),
        ("return $a++;", "return ++$a;"),
        ("return $a - $b;", "return $b - $a;"),
        ("return a;", "return $a;"),
        ("return $$a;", "return $a;"),
        ("return 'a';", "return a;"),
        ("return '$a';", "return \"$a\";"),
        ("return 'a\\n';", "return \"a\\n\";"),
        ("return \"a  $b\";", "return \"a $b\";"),
        ("return \"$a $b\";", "return \"$a$b\";"),
        ("return \"{$a->b}\";", "return \"{$a}->b\";"),
        ("return `ls`;", "return 'ls';"),
        ("return <<<A\n  x\n   y\n  A;", "return <<<A\n  x\n  y\n  A;"),
        ("return <<<A\n$a\nA;", "return <<<'A'\n$a\nA;"),
        ("[$a, , $b] = $c;", "[$a, $b] = $c;"),
        ("[, $b] = $c;", "[$b] = $c;"),
        ("return [$a => $b, $c];", "return [$a, $b => $c];"),
        ("return [[$a], $b];", "return [[$a, $b]];"),
        ("return $a->b;", "return $a?->b;"),
        ("return A::b();", "return A->b();"),
        ("return A::$b;", "return A::b;"),
        ("return A::b;", "return A::b();"),
        ("return self::a();", "return static::a();"),
        ("return f(...$a);", "return f($a);"),
        ("return f(...);", "return f();"),
        ("return f(a: $b);", "return f($b);"),
        ("return 1;", "return 1.0;"),
        ("if ($a) b(); c();", "if ($a) { b(); c(); }"),
        ("if ($a) { if ($b) c(); } else d();", "if ($a) { if ($b) c(); else d(); }"),
        ("if ($a) b(); elseif ($c) d();", "if ($a) b(); else $c; d();"),
        ("if ($a) b(); else { if ($c) d(); e(); }", "if ($a) b(); else if ($c) d(); e();"),
        ("while ($a) b(); c();", "while ($a) { b(); c(); }"),
        ("do a(); while ($b);", "while ($b) a();"),
        ("foreach ($a as $b) {}", "foreach ($a as &$b) {}"),
        ("foreach ($a as $b => $c) {}", "foreach ($a as [$b, $c]) {}"),
        ("$a = $b;", "$a = &$b;"),
        ("$a = $b;", "$a .= $b;"),
        ("return (int) $a;", "return (string) $a;"),
        ("return !$a instanceof B;", "return (!$a) instanceof B;"),
        ("return function () use ($a) {};", "return function () use (&$a) {};"),
        ("return static fn() => 1;", "return fn() => 1;"),
        ("return $a and $b;", "return $a && $b;"),
        ("echo 1; ?><b>x</b><?php", "echo 1; ?><b>y</b><?php"),
        ("?><?= a() ?><?php", "?><?php a() ?><?php"),
        ("try {} catch (A $a) {}", "try {} catch (A | B $a) {}"),
        ("yield $a;", "yield from $a;"),
        ("return match($a) { 1, 2 => 3 };", "return match($a) { 1 => 2, 2 => 3 };"),
        ("static $a = 1;", "global $a;"),
        ("return @a();", "return a();"),
        ("return; return 1;", "return 1; return;"),
    ] {
        assert_differs("php", "f", &function(one), &function(other), (false, true));
    }
}

/// Callers use names of parameters, `f(limit: 1)`, so they are part of the interface.
#[test]
fn interfaces() {
    for (one, other) in [
        ("function f($a) {}", "function f($b) {}"),
        ("function f($a) {}", "function f(&$a) {}"),
        ("function f($a) {}", "function f(...$a) {}"),
        ("function f($a) {}", "function f($a = 1) {}"),
        ("function f(int $a) {}", "function f(?int $a) {}"),
        ("function f(A&B $a) {}", "function f(A|B $a) {}"),
        ("function f() {}", "function &f() {}"),
        ("function f() {}", "function f(): void {}"),
        ("#[A] function f() {}", "function f() {}"),
        ("class f extends A {}", "class f implements A {}"),
        ("class f {}", "final class f {}"),
        ("enum f: int {}", "enum f: string {}"),
        ("interface f extends A, B {}", "interface f extends A {}"),
    ] {
        assert_differs("php", "f", &format!("<?php {one}"), &format!("<?php {other}"), (true, false));
    }
    for (one, other) in [
        ("public function f() {}", "protected function f() {}"),
        ("public function f() {}", "public static function f() {}"),
        ("public $f;", "public int $f;"),
        ("public $f;", "public readonly $f;"),
        ("public int $f;", "public protected(set) int $f;"),
        ("const f = 1;", "const int f = 1;"),
    ] {
        let class = |member: &str| format!("<?php class A {{ {member} }}");
        assert_differs("php", "A.f", &class(one), &class(other), (true, false));
    }
    let used = |traits: &str| format!("<?php class A {{ {traits} }}");
    assert_differs("php", "A", &used("use B;"), &used("use B, C;"), (true, true));
}

/// SPEC 4.3: a rename keeps both hashes.
#[test]
fn renames() {
    for (one, other, names) in [
        (
            "function walk($walk) { return \\walk(walk(1), $walk, $x->walk(), walk: 2); }",
            "function step($walk) { return \\step(step(1), $walk, $x->walk(), walk: 2); }",
            ("walk", "step"),
        ),
        (
            "class A { function a() { return $this->a() + self::a() + static::a() + A::a() + a() + $this->b->a(); } }",
            "class A { function z() { return $this->z() + self::z() + static::z() + A::z() + a() + $this->b->a(); } }",
            ("A.a", "A.z"),
        ),
        (
            "class A { function f(): A { return new A(A::X); } }",
            "class B { function f(): B { return new B(B::X); } }",
            ("A", "B"),
        ),
        ("class A { public int $a = 1; }", "class A { public int $b = 1; }", ("A.a", "A.b")),
    ] {
        let outlines = [one, other].map(|source| read("php", format!("<?php {source}")));
        let [a, b] = [find(&outlines[0], names.0), find(&outlines[1], names.1)];
        assert_eq!((a.interface_hash, a.body_hash), (b.interface_hash, b.body_hash), "{one}");
    }
}

/// SPEC 4.6.
#[test]
fn errors_stay_local() {
    let outline = read(
        "php",
        "<?php\nclass A {\n  function f() { return 1 +; }\n  function g() { return 2; }\n}\nfunction h() {}",
    );
    assert_eq!(qualnames(&outline), ["A", "A.f", "A.g", "h"]);
    let broken = |name| find(&outline, name).has_parse_error;
    assert_eq!((broken("A.f"), broken("A.g"), broken("h")), (true, false, false));
}
