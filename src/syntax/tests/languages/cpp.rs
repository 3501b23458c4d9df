//! What is special about C++. The twins in `formatting/` are those of clang-format 23.1.3, in the styles LLVM and
//! Google.

use super::{assert_differs, assert_names, assert_same, find, read};
use crate::config::Target;

const INTERFACE: (bool, bool) = (true, false);
const BODY: (bool, bool) = (false, true);
const NEITHER: (bool, bool) = (false, false);

#[test]
fn names() {
    for (source, names) in [
        (
            "struct A { A(); ~A(); A& operator=(const A&); operator A*(); };",
            &["A", "A.A()", "A.~A()", "A.operator=(const A&)", "A.operator A*()"][..],
        ),
        ("void a::B::f(int x) {}", &["a.B.f(int)"]),
        ("namespace a { void B::f() {} }", &["a", "a.B.f()"]),
        ("a::B::~B() {}", &["a.B.~B()"]),
        ("a::B::operator const std::string&() const { return x; }", &["a.B.operator const string&()"]),
        ("int a::B::x = 1;", &["a.B.x"]),
        ("template <class T> a::C<T>& a::C<T>::f(T) { return *this; }", &["a.C.f(T)"]),
        (
            "bool operator,(A, B); void* operator new[](size_t); int operator\"\"_x(char);",
            &["operator,(A,B)", "operator new[](size_t)", "operator\"\"_x(char)"],
        ),
        (
            "struct F { int operator () (int); int operator [] (int); };",
            &["F", "F.operator()(int)", "F.operator[](int)"],
        ),
        (
            "template <> struct hash<a::B> {}; template <class R, class... A> struct fn<R(A...)> {};",
            &["hash<B>", "fn<R(A)>"],
        ),
        ("namespace a::b { int x; } namespace a { namespace b { int y; } }", &["a.b", "a.b.x", "a", "a.b#2", "a.b.y"]),
        ("namespace { int x; namespace b { int y; } }", &["x", "b", "b.y"]),
        ("void f(int), f(double);", &["f(int)", "f(double)"]),
        ("void f(const std::string &s = \"a,b\", int n = g(1, 2));", &["f(const std::string&,int)"]),
        ("void f(int a[3], int (&b)[2], int (*c)(int d), int A::*e);", &["f(int[3],int(&)[2],int(*)(int),int A::*)"]),
        ("int A::*x; int (A::*y)(int) const;", &["x", "y"]),
        ("void f([[maybe_unused]] int a, unsigned long b, ...);", &["f(int,unsigned long,...)"]),
        (
            "template <class... A> void f(A&&... a, std::function<void(int x)> g);",
            &["f(A&&...,std::function<void(int)>)"],
        ),
        ("struct A { void f(); void f() const; };", &["A", "A.f()", "A.f()#2"]),
        (
            "struct A { void f(int); static int x; }; void A::f(int a) {} int A::x = 1;",
            &["A", "A.f(int)@declaration", "A.x@declaration", "A.f(int)", "A.x"],
        ),
        ("class A { class B; }; class A::B { int x; };", &["A", "A.B", "A.B.x"]),
        ("class EXPORT A final : public B { EXPORT void f(); int x; };", &["A", "A.f()", "A.x"]),
        (
            "struct A { friend bool operator==(const A&, const A&) { return true; } friend class B; };",
            &["A", "A.operator==(const A&,const A&)"],
        ),
        ("#define M(a, b) a\n#define N 1\n", &["M", "N"]),
        (
            "template <class T> concept C = true; template <class T> using V = T*; template <class T> T v = 1;",
            &["C", "V", "v"],
        ),
        ("auto f = [](int a) { struct L {}; int b; };", &["f"]),
        ("void f() { struct L { int x; }; using T = int; auto g = [] {}; }", &["f()"]),
        ("template class A<int>; class B; template <class T> class C;", &[]),
        ("TEST(Foo, Bar) { int x = 1; }", &["TEST(Foo,Bar)"]),
        ("extern \"C\" { void f(); namespace a { int x; } }", &["f()", "a", "a.x"]),
    ] {
        assert_names("cpp", source, names);
        for name in names {
            let target = Target::Construct { path: "src/a.cc".into(), qualname: (*name).into() };
            assert_eq!(target.to_string().parse::<Target>().as_ref(), Ok(&target), "{name}");
        }
    }
}

#[test]
fn sections_hide_members() {
    let source = "class A : public B { int a; public: int b; void f(); protected: int c; private: int d; void g();
                  struct S { int e; }; friend void h(); };
                  struct C : private D { int k; private: int l; static int m(); public: static int n() { return 1; } };
                  static int o; static void p(); namespace { int q; class R {}; } const int s = 1;
                  void A::g() {} void A::f() {}";
    let outline = read("cpp", source);
    let private = outline.constructs.iter().filter(|construct| construct.is_private);
    let private: Vec<&str> = private.map(|construct| construct.qualname.as_str()).collect();
    assert_eq!(private, ["A.a", "A.d", "A.g()@declaration", "A.S", "C.l", "C.m()", "o", "p()", "q", "R", "A.g()"]);
    assert_eq!(find(&outline, "A").base_classes, ["B"]);
}

#[test]
fn constants() {
    let source = "const int a = 1; constexpr auto b = 2; const char *c; const char *const d = 0; int e; const A &f = g;
                  struct S { static const int h = 1; static constexpr const char *i = 0; const int j; int k() const; };
                  enum E { l }; constexpr int m() { return 1; } const int S::n = 3;";
    let outline = read("cpp", source);
    let constant = outline.constructs.iter().filter(|construct| construct.role.is_some());
    let constant: Vec<&str> = constant.map(|construct| construct.qualname.as_str()).collect();
    assert_eq!(constant, ["a", "b", "d", "S.h", "S.i", "S.j", "E.l", "S.n"]);
}

#[test]
fn bases() {
    let outline =
        read("cpp", "struct A : B, virtual public n::C<int>, D<E>, F... {}; template <class T> class G : T::H {};");
    assert_eq!(find(&outline, "A").base_classes, ["B", "n::C", "D", "F"]);
    assert_eq!(find(&outline, "G").base_classes, ["T::H"]);
}

#[test]
fn spellings_that_mean_the_same() {
    for (one, other) in [
        ("using a::b;\nusing a::c;\nint x;", "using a::c;\nusing a::b;\nusing a::c;\nint x;"),
        ("#include <b>\n\n#include \"a\"\nint x;", "#include \"a\"\n#include <b>\nint x;"),
        ("A<B<int> > x;", "A<B<int>> x;"),
        ("int x = 1'000;", "int x = 1000;"),
        ("struct A { void f() { g(); }; };", "struct A { void f() { g(); } };"),
        ("auto s = \"ab\" \"c\";", "auto s = \"abc\";"),
        ("struct A { int x{1,}; };", "struct A { int x{1}; };"),
        ("bool operator ==(A, B);", "bool operator==(A, B);"),
    ] {
        assert_same("cpp", one, other);
    }
}

#[test]
fn lookalikes_in_a_body() {
    for (one, other) in [
        ("delete p;", "delete[] p;"),
        ("return a.b;", "return a->b;"),
        ("return a::b;", "return a.b;"),
        ("return ::b;", "return b;"),
        ("auto x = [=] { return a; };", "auto x = [&] { return a; };"),
        ("auto x = [a] { return a; };", "auto x = [&a] { return a; };"),
        ("auto x = [](int a, int b) { return a; };", "auto x = [](int b, int a) { return a; };"),
        ("auto x = [this] {};", "auto x = [*this] {};"),
        ("int x(1);", "int x{1};"),
        ("int x = {1};", "int x{1};"),
        ("new A;", "new A();"),
        ("new A[3];", "new A(3);"),
        ("decltype(a) x;", "decltype((a)) x;"),
        ("if (a) b;", "if constexpr (a) b;"),
        ("if (a; b) c;", "if (b; a) c;"),
        ("for (auto x : y) z;", "for (auto &x : y) z;"),
        ("for (auto x : y) z;", "for (const auto x : y) z;"),
        ("static_cast<A>(b);", "dynamic_cast<A>(b);"),
        ("f<a>(b);", "f<b>(a);"),
        ("try { a; } catch (B &b) { c; }", "try { a; } catch (...) { c; }"),
        ("throw;", "throw a;"),
        ("(... + a);", "(a + ...);"),
        ("(a, ...);", "(a + ...);"),
        ("sizeof...(a);", "sizeof(a);"),
        ("auto s = R\"(a)\";", "auto s = \"a\";"),
        ("auto s = \"a\"_x;", "auto s = \"a\"_y;"),
        ("co_return a;", "co_yield a;"),
        ("using a::b;", "using a::c;"),
        ("using a::b;", "using namespace a;"),
        ("a = b;", "a <=> b;"),
        ("f({1, 2});", "f(1, 2);"),
    ] {
        let [one, other] = [one, other].map(|statement| format!("auto f() {{ {statement} }}"));
        assert_differs("cpp", "f()", &one, &other, BODY);
    }
}

#[test]
fn lookalikes_of_definitions() {
    for (name, one, other, differs) in [
        ("f()", "int f();", "int f() const;", INTERFACE),
        ("f()", "int f();", "int f() noexcept;", INTERFACE),
        ("f()", "int f() noexcept(true);", "int f() noexcept(false);", INTERFACE),
        ("f()", "auto f() -> int;", "auto f() -> long;", INTERFACE),
        ("f()", "int f();", "int& f();", INTERFACE),
        ("f()", "int& f();", "int&& f();", INTERFACE),
        ("f()", "int f();", "[[nodiscard]] int f();", INTERFACE),
        ("f()", "int f();", "EXPORT_A int f();", INTERFACE),
        ("f()", "EXPORT_A int f();", "EXPORT_B int f();", INTERFACE),
        ("f()", "int f();", "int f() EXPORT_A;", INTERFACE),
        ("f(T)", "template <class T> void f(T);", "template <class T, class U> void f(T);", INTERFACE),
        ("f(T)", "template <class T> void f(T);", "template <class T> requires C<T> void f(T);", INTERFACE),
        ("f(int)", "void f(int a = 1);", "void f(int a = 2);", INTERFACE),
        ("f(int)", "void f(int a);", "void f(int b);", NEITHER),
        ("f(int,int)", "int f(int a, int b) { return a - b; }", "int f(int b, int a) { return a - b; }", BODY),
        ("A.f()", "struct A { void f(); };", "struct A { virtual void f(); };", INTERFACE),
        ("A.f()", "struct A { virtual void f(); };", "struct A { virtual void f() = 0; };", INTERFACE),
        ("A.f()", "struct A { void f(); };", "struct A { void f() override; };", INTERFACE),
        ("A.f()", "struct A { void f() &; };", "struct A { void f() &&; };", INTERFACE),
        ("A.f()", "struct A { static void f(); };", "struct A { void f(); };", INTERFACE),
        ("A.A(int)", "struct A { A(int); };", "struct A { explicit A(int); };", INTERFACE),
        ("A.A()", "struct A { A() = default; };", "struct A { A() = delete; };", INTERFACE),
        ("A.A()", "struct A { A() : x(1) {} };", "struct A { A() : x(2) {} };", BODY),
        ("A.A()", "struct A { A() : x(1) {} };", "struct A { A() : x{1} {} };", BODY),
        ("A.x", "struct A { int x = 1; };", "struct A { int x = 2; };", BODY),
        ("A.x", "struct A { int x; };", "struct A { mutable int x; };", INTERFACE),
        ("A.y", "struct A { int x = 1, y; };", "struct A { int x = 2, y; };", NEITHER),
        ("A", "struct A : B {};", "struct A : C {};", INTERFACE),
        ("A", "struct A : B {};", "struct A : private B {};", INTERFACE),
        ("A", "struct A : B, C {};", "struct A : C, B {};", INTERFACE),
        ("A", "class A {};", "class A final {};", INTERFACE),
        ("A", "class A { int x; };", "class A { public: int x; };", BODY),
        ("A", "class EXPORT_A A {};", "class EXPORT_B A {};", INTERFACE),
        ("A", "template <class T> struct A {};", "template <class T, int N> struct A {};", INTERFACE),
        ("E", "enum E { a };", "enum class E { a };", INTERFACE),
        ("E", "enum E : int { a };", "enum E : long { a };", INTERFACE),
        ("T", "using T = int;", "using T = long;", INTERFACE),
        ("x", "int x = 1;", "constexpr int x = 1;", INTERFACE),
        ("x", "thread_local int x;", "int x;", INTERFACE),
        ("n", "namespace n { int x; }", "inline namespace n { int x; }", INTERFACE),
        ("n", "namespace n { int x; }", "namespace n { int y; }", BODY),
        ("C", "template <class T> concept C = A<T>;", "template <class T> concept C = B<T>;", BODY),
    ] {
        assert_differs("cpp", name, one, other, differs);
    }
}

/// SPEC 4.3: a rename keeps both hashes, wherever the name means the construct itself.
#[test]
fn renames() {
    for (before, after, [old, new]) in [
        (
            "int f(int n) { return f(n - 1) + a.f(n) + b->f(n) + c::f(n); }",
            "int g(int n) { return g(n - 1) + a.f(n) + b->f(n) + c::f(n); }",
            ["f(int)", "g(int)"],
        ),
        (
            "struct A { int f() { return f() + this->f() + a->f(); } };",
            "struct A { int g() { return g() + this->g() + a->f(); } };",
            ["A.f()", "A.g()"],
        ),
        ("int A::f() { return this->f(); }", "int A::g() { return this->g(); }", ["A.f()", "A.g()"]),
        ("class A { A(); ~A(); A *next; };", "class B { B(); ~B(); B *next; };", ["A", "B"]),
        (
            "template <class T> T f(T x) { return f(x); }",
            "template <class T> T g(T x) { return g(x); }",
            ["f(T)", "g(T)"],
        ),
        ("int A::f() { return 1; }", "int B::f() { return 1; }", ["A.f()", "B.f()"]),
    ] {
        let [one, other] = [read("cpp", before), read("cpp", after)];
        let [one, other] = [find(&one, old), find(&other, new)];
        assert_eq!(one.interface_hash, other.interface_hash, "{before}");
        assert_eq!(one.body_hash, other.body_hash, "{before}");
    }
}

#[test]
fn a_declaration_in_the_class_has_the_interface_of_its_definition() {
    let outline = read(
        "cpp",
        "struct A { int *f(const B &b) const noexcept; }; int *A::f(const B &x) const noexcept { return 0; }",
    );
    assert_eq!(
        find(&outline, "A.f(const B&)").interface_hash,
        find(&outline, "A.f(const B&)@declaration").interface_hash
    );
}

/// SPEC 4.6.
#[test]
fn errors_stay_local() {
    let source =
        "int before() { return 1; }\nclass A {\n  void f() { return 1 + ; }\n  int x;\n};\nint after() { return 2; }";
    let outline = read("cpp", source);
    assert!(!outline.broken.is_empty());
    assert!(find(&outline, "A.f()").has_parse_error && find(&outline, "A").has_parse_error);
    for name in ["before()", "A.x", "after()"] {
        assert!(!find(&outline, name).has_parse_error, "{name}");
    }
}
