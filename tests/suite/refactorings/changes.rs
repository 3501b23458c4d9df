//! The refactorings, each with what is true of it. A refactoring has a folder of its own, so that many of them fit into
//! one commit and are rivals of each other.

use std::collections::BTreeMap;

use super::program::{Draw, Function, Module, Statement};
use crate::refactorings::scanned::Spot;

/// What became of a construct; what is not listed stayed in its place.
#[derive(Clone, Debug)]
pub enum Truth {
    To(Spot),
    /// Removed; nothing may claim to be it without a warning.
    Gone,
    /// In its place by its name, while its code is there.
    BodyAt(Spot),
}

/// A refactoring in the making.
pub struct Refactoring<'d> {
    pub draw: &'d mut Draw,
    pub before: Vec<Module>,
    pub after: Vec<Module>,
    pub truths: BTreeMap<Spot, Truth>,
}

/// Changes the modules and says what is true.
type Change = fn(&mut Refactoring<'_>);

/// All of them, by name.
pub const ALL: [(&str, Change); 18] = [
    ("move", moved),
    ("rename", renamed),
    ("move and rename", moved_and_renamed),
    ("move and edit", moved_and_edited),
    ("rename and edit", renamed_and_edited),
    ("split a file", split),
    ("rename a file", file_renamed),
    ("move a class", class_moved),
    ("rename a class", class_renamed),
    ("move and rename a class", class_moved_and_renamed),
    ("extract a class", class_extracted),
    ("pull up", pulled_up),
    ("push down", pushed_down),
    ("duplicate", duplicated),
    ("replace by two copies", replaced_by_copies),
    ("delete beside look-alikes", deleted),
    ("swap names", swapped),
    ("take over a name", taken_over),
];

impl<'d> Refactoring<'d> {
    /// Two modules to start from.
    pub fn new(draw: &'d mut Draw, folder: &str, extension: &str) -> Self {
        let before: Vec<Module> = (0..2).map(|_| draw.module(folder, extension)).collect();
        Refactoring { draw, after: before.clone(), before, truths: BTreeMap::new() }
    }

    fn to(&mut self, from: (usize, &str), to: (usize, &str)) {
        let spot = |modules: &[Module], at: (usize, &str)| (modules[at.0].path.clone(), at.1.to_owned());
        let (from, to) = (spot(&self.before, from), spot(&self.after, to));
        self.truths.insert(from, Truth::To(to));
    }

    fn gone(&mut self, module: usize, name: &str) {
        self.truths.insert((self.before[module].path.clone(), name.to_owned()), Truth::Gone);
    }

    /// Takes the second function of the first module out.
    fn take(&mut self) -> Function {
        self.after[0].functions.remove(1)
    }

    /// Changes a third of the statements.
    fn edit(&mut self, function: &mut Function) {
        let mut known = function.parameters.clone();
        let count = function.body.len();
        let at = self.draw.below(count - 1);
        function.body[at] = self.draw.statement(&mut known);
        if count > 6 {
            let at = self.draw.below(count - 1);
            function.body.insert(at, self.draw.statement(&mut known));
        }
    }

    /// Says of all members of a class where they are now.
    fn members(&mut self, from: (usize, &str), to: (usize, &str)) {
        let class = self.before[from.0].classes.iter().find(|class| class.name == from.1).expect("a class").clone();
        let fields = class.fields.iter().map(|(name, _)| name);
        for member in fields.chain(class.methods.iter().map(|method| &method.name)) {
            self.to((from.0, &format!("{}.{member}", from.1)), (to.0, &format!("{}.{member}", to.1)));
        }
    }
}

fn moved(it: &mut Refactoring<'_>) {
    let function = it.take();
    it.to((0, &function.name), (1, &function.name));
    it.after[1].functions.insert(0, function);
}

fn renamed(it: &mut Refactoring<'_>) {
    let name = it.draw.name();
    it.to((0, &it.before[0].functions[1].name.clone()), (0, &name));
    it.after[0].functions[1].name = name;
}

fn moved_and_renamed(it: &mut Refactoring<'_>) {
    let mut function = it.take();
    let name = it.draw.name();
    it.to((0, &function.name), (1, &name));
    function.name = name;
    it.after[1].functions.push(function);
}

fn moved_and_edited(it: &mut Refactoring<'_>) {
    let mut function = it.take();
    it.edit(&mut function);
    it.to((0, &function.name), (1, &function.name));
    it.after[1].functions.push(function);
}

fn renamed_and_edited(it: &mut Refactoring<'_>) {
    let mut function = it.take();
    it.edit(&mut function);
    let name = it.draw.name();
    it.to((0, &function.name), (0, &name));
    function.name = name;
    it.after[0].functions.insert(1, function);
}

fn split(it: &mut Refactoring<'_>) {
    let path = format!("{}_more.{}", stem(&it.before[0].path), extension(&it.before[0].path));
    let functions = it.after[0].functions.split_off(1);
    let constants = std::mem::take(&mut it.after[0].constants);
    it.after.push(Module { path, constants, functions, classes: Vec::new() });
    for function in it.after[2].functions.clone() {
        it.to((0, &function.name), (2, &function.name));
    }
    let (name, _) = it.after[2].constants[0].clone();
    it.to((0, &name), (2, &name));
}

fn file_renamed(it: &mut Refactoring<'_>) {
    it.after[0].path = format!("{}_renamed.{}", stem(&it.before[0].path), extension(&it.before[0].path));
    for function in it.before[0].functions.clone() {
        it.to((0, &function.name), (0, &function.name));
    }
    let (constant, class) = (it.before[0].constants[0].0.clone(), it.before[0].classes[0].name.clone());
    it.to((0, &constant), (0, &constant));
    it.to((0, &class), (0, &class));
    it.members((0, &class), (0, &class));
}

fn class_moved(it: &mut Refactoring<'_>) {
    let class = it.after[0].classes.remove(0);
    it.to((0, &class.name), (1, &class.name));
    it.members((0, &class.name), (1, &class.name));
    it.after[1].classes.push(class);
}

fn class_renamed(it: &mut Refactoring<'_>) {
    let (old, name) = (it.before[0].classes[0].name.clone(), it.draw.class_name());
    it.to((0, &old), (0, &name));
    it.members((0, &old), (0, &name));
    it.after[0].classes[0].name = name;
}

fn class_moved_and_renamed(it: &mut Refactoring<'_>) {
    let mut class = it.after[0].classes.remove(0);
    let name = it.draw.class_name();
    it.to((0, &class.name), (1, &name));
    it.members((0, &class.name), (1, &name));
    class.name = name;
    let mut method = class.methods[0].clone();
    it.edit(&mut method);
    class.methods[0] = method;
    it.after[1].classes.push(class);
}

/// Two methods and a field of a class of six go to a new class.
fn class_extracted(it: &mut Refactoring<'_>) {
    let class = it.draw.class(5);
    it.before[0].classes = vec![class.clone()];
    it.after[0].classes = vec![class.clone()];
    let mut extracted = it.draw.class(0);
    extracted.methods = it.after[0].classes[0].methods.drain(1..3).collect();
    extracted.fields = vec![it.after[0].classes[0].fields.remove(0)];
    let members: Vec<String> = extracted.methods.iter().map(|method| method.name.clone()).collect();
    for member in members.iter().chain([&extracted.fields[0].0]) {
        it.to((0, &format!("{}.{member}", class.name)), (0, &format!("{}.{member}", extracted.name)));
    }
    it.after[0].classes.push(extracted);
}

/// The class of the second module becomes the base of that of the first.
fn hierarchy(it: &mut Refactoring<'_>) -> (String, String) {
    let base = it.before[1].classes[0].name.clone();
    it.before[0].classes[0].base = Some(base.clone());
    it.after[0].classes[0].base = Some(base.clone());
    (base, it.before[0].classes[0].name.clone())
}

fn pulled_up(it: &mut Refactoring<'_>) {
    let (base, derived) = hierarchy(it);
    // The trivial one goes along, as it often does.
    for method in it.after[0].classes[0].methods.split_off(1) {
        it.to((0, &format!("{derived}.{}", method.name)), (1, &format!("{base}.{}", method.name)));
        it.after[1].classes[0].methods.push(method);
    }
}

fn pushed_down(it: &mut Refactoring<'_>) {
    let (base, derived) = hierarchy(it);
    for method in it.after[1].classes[0].methods.split_off(1) {
        it.to((1, &format!("{base}.{}", method.name)), (0, &format!("{derived}.{}", method.name)));
        it.after[0].classes[0].methods.push(method);
    }
}

/// The original stays.
fn duplicated(it: &mut Refactoring<'_>) {
    let mut copy = it.after[0].functions[1].clone();
    copy.name = it.draw.name();
    it.after[1].functions.push(copy);
    let mut copy = it.after[0].classes[0].clone();
    copy.name = it.draw.class_name();
    it.after[1].classes.push(copy);
}

fn replaced_by_copies(it: &mut Refactoring<'_>) {
    let function = it.take();
    it.gone(0, &function.name);
    for _ in 0..2 {
        let copy = Function { name: it.draw.name(), ..function.clone() };
        it.after[1].functions.push(copy);
    }
}

/// What resembles it stood there before, and something of the same parameters, and in part of the same code, is new.
fn deleted(it: &mut Refactoring<'_>) {
    let look_alike = |it: &mut Refactoring<'_>, function: &Function, keep: usize| {
        let other = it.draw.function();
        let mut body: Vec<Statement> = function.body.iter().take(keep).cloned().collect();
        body.extend(other.body);
        Function { name: it.draw.name(), parameters: function.parameters.clone(), body }
    };
    let function = it.before[0].functions[1].clone();
    let near = look_alike(it, &function, 4);
    it.before[1].functions.push(near.clone());
    it.after[1].functions.push(near);
    let twin = Function { name: it.draw.name(), ..function.clone() };
    it.before[1].functions.push(twin.clone());
    it.after[1].functions.push(twin);
    let new = look_alike(it, &function, 2);
    it.after[1].functions.push(new);
    it.take();
    it.gone(0, &function.name);
    // Trivial ones are everywhere.
    let class = it.before[0].classes[0].name.clone();
    let trivial = it.after[0].classes[0].methods.pop().expect("the trivial method");
    it.gone(0, &format!("{class}.{}", trivial.name));
    let other = Function { name: it.draw.name(), ..trivial };
    it.after[1].classes[0].methods.push(other);
}

fn swapped(it: &mut Refactoring<'_>) {
    let (one, other) = (it.before[0].functions[0].name.clone(), it.before[0].functions[1].name.clone());
    it.after[0].functions[0].name.clone_from(&other);
    it.after[0].functions[1].name.clone_from(&one);
    let path = it.before[0].path.clone();
    it.truths.insert((path.clone(), one.clone()), Truth::BodyAt((path.clone(), other.clone())));
    it.truths.insert((path.clone(), other), Truth::BodyAt((path, one)));
}

/// The first one gets a new name, the second one gets the name of the first.
fn taken_over(it: &mut Refactoring<'_>) {
    let (one, other) = (it.before[0].functions[0].name.clone(), it.before[0].functions[1].name.clone());
    let name = it.draw.name();
    it.to((0, &one), (0, &name));
    it.to((0, &other), (0, &one));
    it.after[0].functions[0].name = name;
    it.after[0].functions[1].name = one;
}

fn stem(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(stem, _)| stem)
}

fn extension(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, extension)| extension)
}
