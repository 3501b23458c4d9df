use std::fmt;

pub struct Tree {
    name: String,
    children: Vec<Tree>,
}

impl Tree {
    pub fn walk(&self, path: &mut Vec<String>, found: &mut dyn FnMut(&[String])) {
        path.push(self.name.clone());
        found(path);
        for child in &self.children {
            Self::walk(child, path, found);
        }
        path.pop();
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.children.len())
    }
}

pub fn depth_of(tree: &Tree) -> usize {
    1 + tree.children.iter().map(|child| depth_of(child)).max().unwrap_or(0)
}
