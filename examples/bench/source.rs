//! Sources: Python modules as people write them, made from a seed.
//!
//! A module has a docstring, imports, constants, functions and two classes with fields and methods, about 170 lines of it.
//! Its parts can be taken out, put into another module and made anew, which is what commits do to them. The same seed
//! gives the same bytes on every machine: names come from a vocabulary, so that different modules have names and idioms in
//! common, as in a real tree, and hardly two bodies that are the same.

use std::collections::HashSet;
use std::fmt::Write as _;

/// A sequence of numbers that looks random and is always the same (splitmix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66_D1CE_4E5B)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).expect("because it is below a usize")
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

/// A class, in parts.
#[derive(Clone)]
pub struct Class {
    pub name: String,
    pub fields: Vec<(String, String)>,
    pub methods: Vec<(String, String)>,
}

/// A module, in parts: names with their texts.
#[derive(Clone)]
pub struct Module {
    heading: String,
    pub imports: Vec<String>,
    pub constants: Vec<(String, String)>,
    pub functions: Vec<(String, String)>,
    pub classes: Vec<Class>,
}

impl Module {
    pub fn new(seed: u64) -> Self {
        let mut writer = Writer { random: Random::new(seed), taken: HashSet::new() };
        let heading = format!("\"\"\"{}\n\n{}\n\"\"\"\n", writer.sentence(), writer.sentence());
        let imports = (0..3 + writer.random.below(5)).map(|_| writer.import()).collect();
        let constants = (0..4).map(|_| writer.constant()).collect();
        let functions = (0..6).map(|_| writer.function("", "")).collect();
        let classes = (0..2).map(|_| writer.class()).collect();
        Module { heading, imports, constants, functions, classes }
    }

    pub fn text(&self) -> String {
        let mut text = format!("{}\nfrom __future__ import annotations\n\nimport logging\n", self.heading);
        for line in &self.imports {
            let _ = writeln!(text, "{line}");
        }
        text.push_str("\nlogger = logging.getLogger(__name__)\n\n");
        for (_, constant) in &self.constants {
            text.push_str(constant);
        }
        for (_, function) in &self.functions {
            let _ = write!(text, "\n\n{function}");
        }
        for class in &self.classes {
            let _ = write!(text, "\n\n@dataclass\nclass {}:\n    \"\"\"What is known of it.\"\"\"\n\n", class.name);
            for (_, field) in &class.fields {
                text.push_str(field);
            }
            for (_, method) in &class.methods {
                let _ = write!(text, "\n{method}");
            }
        }
        text
    }

    /// Ten qualnames to subscribe to, of every kind.
    pub fn targets(&self) -> Vec<String> {
        let [first, second] = [&self.classes[0], &self.classes[1]];
        let mut targets: Vec<String> = self.functions[..3].iter().map(|(name, _)| name.clone()).collect();
        targets.extend(self.constants[..2].iter().map(|(name, _)| name.clone()));
        targets.extend(first.methods[..2].iter().map(|(name, _)| format!("{}.{name}", first.name)));
        targets.extend(first.fields[..2].iter().map(|(name, _)| format!("{}.{name}", first.name)));
        targets.push(second.name.clone());
        targets
    }

    /// The module after an ordinary edit that leaves everything in [`Module::targets`] as it is, if on other lines.
    pub fn edited(&self, seed: u64) -> Self {
        let mut writer = Writer { random: Random::new(seed ^ 0xED17), taken: HashSet::new() };
        let mut module = self.clone();
        module.imports.push(writer.import());
        let (name, _) = module.functions[4].clone();
        module.functions[4] = (name.clone(), writer.body_of(&name, "", ""));
        let (name, _) = module.classes[0].methods[3].clone();
        module.classes[0].methods[3] = (name.clone(), writer.body_of(&name, "    ", "self, "));
        module
    }
}

/// Writes Python, and names nothing twice.
struct Writer {
    random: Random,
    taken: HashSet<String>,
}

impl Writer {
    fn new_name(&mut self, name: &str) -> String {
        let mut free = name.to_owned();
        let mut number = 2;
        while !self.taken.insert(free.clone()) {
            free = format!("{name}_{number}");
            number += 1;
        }
        free
    }

    fn noun(&mut self) -> &'static str {
        self.random.pick(NOUNS)
    }

    fn snake(&mut self) -> String {
        match self.random.below(3) {
            0 => format!("{}_{}", self.random.pick(VERBS), self.noun()),
            1 => format!("{}_{}_{}", self.random.pick(VERBS), self.random.pick(QUALITIES), self.noun()),
            _ => format!("{}_{}_{}", self.random.pick(VERBS), self.noun(), self.noun()),
        }
    }

    fn sentence(&mut self) -> String {
        let (verb, quality) = (self.random.pick(VERBS), self.random.pick(QUALITIES));
        let verb = format!("{}{}", verb[..1].to_uppercase(), &verb[1..]);
        format!("{verb} the {quality} {} of a {}, unless its {} is known.", self.noun(), self.noun(), self.noun())
    }

    fn import(&mut self) -> String {
        match self.random.below(3) {
            0 => format!("import {}", self.random.pick(LIBRARIES)),
            1 => format!("from {} import {}", self.random.pick(LIBRARIES), self.noun()),
            _ => format!("from .{} import {}, {}", self.noun(), self.snake(), self.noun()),
        }
    }

    fn constant(&mut self) -> (String, String) {
        let name = format!("{}_{}", self.random.pick(QUALITIES), self.noun()).to_uppercase();
        let name = self.new_name(&name);
        let value = match self.random.below(4) {
            0 => format!("{}", self.random.below(100_000)),
            1 => format!("\"{}/{}\"", self.noun(), self.noun()),
            2 => format!("(\"{}\", \"{}\", {})", self.noun(), self.noun(), self.random.below(1000)),
            _ => format!(
                "{{\n    \"{}\": {},\n    \"{}\": \"{}\",\n    \"{}\": None,\n}}",
                self.noun(),
                self.random.below(1000),
                self.noun(),
                self.snake(),
                self.noun()
            ),
        };
        (name.clone(), format!("{name} = {value}\n"))
    }

    fn function(&mut self, indent: &str, first: &str) -> (String, String) {
        let name = self.snake();
        let name = self.new_name(&name);
        let text = self.body_of(&name, indent, first);
        (name, text)
    }

    fn body_of(&mut self, name: &str, indent: &str, first: &str) -> String {
        let (one, two, kind) = (self.noun(), self.noun(), self.random.pick(TYPES));
        let two = if one == two { "options" } else { two };
        let mut text = format!(
            "{indent}def {name}({first}{one}: {kind}, {two}: {} = None) -> {}:\n{indent}    \"\"\"{}\"\"\"\n",
            self.random.pick(TYPES),
            self.random.pick(TYPES),
            self.sentence()
        );
        for _ in 0..2 + self.random.below(4) {
            for line in self.statement(one, two).lines() {
                let _ = writeln!(text, "{indent}    {line}");
            }
        }
        let _ = writeln!(text, "{indent}    return {one}.{}({two})", self.snake());
        text
    }

    fn class(&mut self) -> Class {
        let (quality, noun) = (self.random.pick(QUALITIES), self.noun());
        let camel = |word: &str| format!("{}{}", word[..1].to_uppercase(), &word[1..]);
        let name = format!("{}{}{}", camel(quality), camel(noun), camel(self.noun()));
        let name = self.new_name(&name);
        let fields = (0..4)
            .map(|_| {
                let field = format!("{}_{}", self.noun(), self.random.pick(QUALITIES));
                let field = self.new_name(&field);
                let text = format!("    {field}: {} = {}\n", self.random.pick(TYPES), self.random.below(10_000));
                (field, text)
            })
            .collect();
        let methods = (0..4).map(|_| self.function("    ", "self, ")).collect();
        Class { name, fields, methods }
    }

    fn statement(&mut self, one: &str, two: &str) -> String {
        let (noun, call, quality, number) =
            (self.noun(), self.snake(), self.random.pick(QUALITIES), self.random.below(500));
        match self.random.below(9) {
            0 => format!("{noun} = {call}({one}, {quality}={two})"),
            1 => format!("if not {one}:\n    raise ValueError(f\"no {quality} {noun}: {{{two}!r}}\")"),
            2 => format!(
                "for {noun} in {one}.{call}():\n    if {noun}.{quality} > {number}:\n        continue\n    {two}.append({noun})"
            ),
            3 => format!(
                "try:\n    {noun} = {one}[\"{quality}\"]\nexcept KeyError:\n    logger.warning(\"%s has no {quality}\", {one})\n    \
                 {noun} = {number}"
            ),
            4 => format!("{noun} = [{call}(it, {number}) for it in {one} if it.{quality}]"),
            5 => format!("# The {quality} {noun} decides, not what was asked for.\n{two} = {two} or {call}({number})"),
            6 => format!("with {call}({one}) as {noun}:\n    {noun}.{quality} = {two}\n    {noun}.flush()"),
            7 => format!("{noun} = {{\"{quality}\": {one}, \"{call}\": {two}, \"size\": len({one}) * {number}}}"),
            _ => format!("while {one}.{quality} < {number}:\n    {one} = {one}.{call}({two} + 1)"),
        }
    }
}

const VERBS: &[&str] = &[
    "add", "apply", "build", "cancel", "check", "clean", "close", "collect", "compare", "compute", "convert", "copy",
    "count", "create", "decode", "delete", "draw", "encode", "export", "fetch", "filter", "find", "flush", "format",
    "get", "group", "handle", "import", "insert", "join", "list", "load", "lock", "log", "make", "merge", "move",
    "notify", "open", "order", "parse", "pay", "plan", "print", "push", "queue", "read", "receive", "record", "remove",
    "render", "replace", "reset", "resolve", "retry", "run", "save", "send", "set", "sign", "sort", "split", "start",
    "stop", "store", "sync", "take", "test", "track", "trim", "update", "upload", "validate", "verify", "wait", "wrap",
    "write",
];

const NOUNS: &[&str] = &[
    "account",
    "address",
    "agent",
    "alert",
    "amount",
    "answer",
    "article",
    "asset",
    "badge",
    "balance",
    "basket",
    "batch",
    "binding",
    "block",
    "board",
    "branch",
    "bucket",
    "budget",
    "buffer",
    "bundle",
    "button",
    "cache",
    "campaign",
    "card",
    "cart",
    "catalog",
    "channel",
    "chart",
    "client",
    "cluster",
    "column",
    "comment",
    "contract",
    "cookie",
    "country",
    "coupon",
    "course",
    "currency",
    "cursor",
    "customer",
    "dataset",
    "deadline",
    "delivery",
    "device",
    "discount",
    "document",
    "domain",
    "driver",
    "email",
    "employee",
    "endpoint",
    "entry",
    "event",
    "feature",
    "feed",
    "field",
    "filename",
    "folder",
    "frame",
    "gateway",
    "graph",
    "handler",
    "header",
    "history",
    "hook",
    "image",
    "index",
    "invoice",
    "item",
    "job",
    "journal",
    "label",
    "ledger",
    "lesson",
    "license",
    "limit",
    "link",
    "locale",
    "location",
    "machine",
    "mailbox",
    "manifest",
    "margin",
    "member",
    "message",
    "metric",
    "module_name",
    "network",
    "node",
    "note",
    "offer",
    "package",
    "page",
    "partner",
    "password",
    "patch",
    "payload",
    "payment",
    "period",
    "permission",
    "photo",
    "plugin",
    "policy",
    "portfolio",
    "price",
    "printer",
    "process",
    "product",
    "profile",
    "project",
    "query",
    "quota",
    "rate",
    "receipt",
    "refund",
    "region",
    "release",
    "report",
    "request",
    "reservation",
    "response",
    "review",
    "role",
    "route",
    "row",
    "rule",
    "sample",
    "schedule",
    "schema",
    "score",
    "segment",
    "sensor",
    "session",
    "shard",
    "shipment",
    "signal",
    "snapshot",
    "source",
    "stock",
    "stream",
    "student",
    "supplier",
    "table",
    "target",
    "task",
    "tax",
    "template",
    "tenant",
    "ticket",
    "token",
    "topic",
    "trace",
    "transfer",
    "trip",
    "user",
    "vendor",
    "version",
    "visitor",
    "voucher",
    "wallet",
    "warehouse",
    "widget",
    "window",
    "worker",
    "zone",
];

const QUALITIES: &[&str] = &[
    "active",
    "annual",
    "average",
    "blocked",
    "cached",
    "closed",
    "common",
    "current",
    "daily",
    "default",
    "deferred",
    "dirty",
    "empty",
    "expired",
    "external",
    "final",
    "first",
    "foreign",
    "former",
    "overall",
    "hidden",
    "idle",
    "initial",
    "internal",
    "last",
    "late",
    "local",
    "locked",
    "main",
    "maximum",
    "minimum",
    "missing",
    "monthly",
    "next",
    "old",
    "open",
    "optional",
    "paid",
    "partial",
    "pending",
    "previous",
    "primary",
    "private",
    "public",
    "raw",
    "recent",
    "remote",
    "required",
    "secondary",
    "shared",
    "signed",
    "stale",
    "total",
    "trusted",
    "unique",
    "unread",
    "valid",
    "weekly",
];

const TYPES: &[&str] =
    &["int", "str", "float", "bool", "bytes", "list[str]", "dict[str, int]", "Decimal", "datetime", "Path | None"];

const LIBRARIES: &[&str] = &[
    "os",
    "re",
    "sys",
    "json",
    "math",
    "time",
    "uuid",
    "random",
    "shutil",
    "decimal",
    "pathlib",
    "datetime",
    "functools",
    "itertools",
    "dataclasses",
    "collections.abc",
    "concurrent.futures",
    "urllib.parse",
];
