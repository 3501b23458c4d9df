//! Strongly connected components: the cycles of a graph, dependencies first.
//!
//! Tarjan's algorithm without recursion, for a chain of dependencies may be as long as a repository has files. Every
//! edge is looked at once.

/// Who depends on whom: the links of node `n` are `targets[starts[n]..starts[n + 1]]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Links {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Links {
    /// From pairs of (source, target) in any order; the targets of a node come out in the order they were given in.
    pub(super) fn new(nodes: usize, pairs: &[(u32, u32)]) -> Links {
        let mut starts = vec![0u32; nodes + 1];
        for &(source, _) in pairs {
            starts[source as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut free = starts.clone();
        let mut targets = vec![0; pairs.len()];
        for &(source, target) in pairs {
            let place = &mut free[source as usize];
            targets[*place as usize] = target;
            *place += 1;
        }
        Links { starts, targets }
    }

    pub(super) fn of(&self, node: u32) -> &[u32] {
        &self.targets[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    /// The same links the other way round.
    pub(super) fn reversed(&self) -> Links {
        let pairs: Vec<(u32, u32)> =
            (0..self.nodes()).flat_map(|source| self.of(source).iter().map(move |&target| (target, source))).collect();
        Links::new(self.nodes() as usize, &pairs)
    }

    fn nodes(&self) -> u32 {
        u32::try_from(self.starts.len().saturating_sub(1)).expect("because a node's number is a u32")
    }
}

/// Hands out every component after those that it depends on; gives how often an edge was looked at.
pub(super) fn each(links: &Links, mut found: impl FnMut(&[u32])) -> usize {
    let count = links.nodes() as usize;
    let mut search = Search { number: vec![UNSEEN; count], low: vec![0; count], open: Vec::new(), seen: 0 };
    // Only nodes that are not in a finished component yet are open.
    let mut is_open = vec![false; count];
    let mut visits = 0;
    let mut path: Vec<(u32, usize)> = Vec::new();
    for root in 0..links.nodes() {
        if search.number[root as usize] != UNSEEN {
            continue;
        }
        search.enter(root, &mut is_open);
        path.push((root, 0));
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            if let Some(&target) = links.of(node).get(*next) {
                *next += 1;
                visits += 1;
                if search.number[target as usize] == UNSEEN {
                    search.enter(target, &mut is_open);
                    path.push((target, 0));
                } else if is_open[target as usize] {
                    search.reach(node, search.number[target as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                search.reach(parent, search.low[node as usize]);
            }
            if search.low[node as usize] == search.number[node as usize] {
                let start = search.open.iter().rposition(|&open| open == node).expect("because it is still open");
                for &member in &search.open[start..] {
                    is_open[member as usize] = false;
                }
                found(&search.open[start..]);
                search.open.truncate(start);
            }
        }
    }
    visits
}

const UNSEEN: u32 = u32::MAX;

struct Search {
    /// In which order nodes were entered.
    number: Vec<u32>,
    /// The earliest open node that is known to be reachable.
    low: Vec<u32>,
    open: Vec<u32>,
    seen: u32,
}

impl Search {
    fn enter(&mut self, node: u32, is_open: &mut [bool]) {
        self.number[node as usize] = self.seen;
        self.low[node as usize] = self.seen;
        self.seen += 1;
        self.open.push(node);
        is_open[node as usize] = true;
    }

    fn reach(&mut self, node: u32, number: u32) {
        let low = &mut self.low[node as usize];
        *low = (*low).min(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(nodes: usize, pairs: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        each(&Links::new(nodes, pairs), |members| {
            let mut members = members.to_vec();
            members.sort_unstable();
            all.push(members);
        });
        all
    }

    #[test]
    fn come_with_dependencies_first() {
        assert_eq!(found(3, &[(0, 1), (1, 2)]), [vec![2], vec![1], vec![0]]);
        assert_eq!(found(4, &[(0, 1), (1, 0), (1, 2), (2, 3), (3, 2)]), [vec![2, 3], vec![0, 1]]);
        // Two loops that share a node are one; an edge to itself makes no difference.
        assert_eq!(found(4, &[(0, 1), (1, 0), (0, 2), (2, 0), (3, 3)]), [vec![0, 1, 2], vec![3]]);
        assert_eq!(found(0, &[]), Vec::<Vec<u32>>::new());
    }

    #[test]
    fn links_keep_their_order_and_turn_around() {
        let links = Links::new(3, &[(0, 2), (1, 0), (0, 1)]);
        assert_eq!(links.of(0), [2, 1]);
        assert_eq!(links.reversed().of(0), [1]);
        assert_eq!(links.reversed().of(2), [0]);
    }
}
