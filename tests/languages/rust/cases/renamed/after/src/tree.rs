use std::fmt;

pub struct Node {
    name: String,
    children: Vec<Node>,
}

impl Node {
    pub fn visit(&self, path: &mut Vec<String>, found: &mut dyn FnMut(&[String])) {
        path.push(self.name.clone());
        found(path);
        for child in &self.children {
            Self::visit(child, path, found);
        }
        path.pop();
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.children.len())
    }
}

pub fn height(tree: &Node) -> usize {
    1 + tree
        .children
        .iter()
        .map(|child| height(child))
        .max()
        .unwrap_or(0)
}
