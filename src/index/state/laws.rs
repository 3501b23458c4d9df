//! Laws of file states: against a naive computation on small graphs, and at the size of a large repository.

use proptest::prelude::*;

use super::*;

/// What each file is by the table of the essay, applied until nothing changes any more.
fn naive(nodes: &[Node], edges: &[Edge]) -> Vec<Freshness> {
    let own = |node: &Node| match (&node.indexed, &node.now) {
        (None, _) => Freshness::Unindexed,
        (Some(then), Some(now)) if then.content == now.content => Freshness::Clean,
        _ => Freshness::Dirty,
    };
    let mut found: Vec<Freshness> = nodes.iter().map(own).collect();
    loop {
        let before = found.clone();
        for edge in edges.iter().filter(|edge| edge.source != edge.target) {
            let (source, target) = (edge.source as usize, &nodes[edge.target as usize]);
            if own(&nodes[source]) != Freshness::Clean {
                continue;
            }
            let interface = target.now.as_ref().and_then(|now| now.interface.as_ref());
            let is_other = matches!((&edge.interface_then, interface), (Some(then), Some(now)) if then != now);
            let is_same = matches!((&edge.interface_then, interface), (Some(then), Some(now)) if then == now);
            let dependency = found[edge.target as usize];
            let at_least = if target.now.is_none() || is_other || dependency == Freshness::Stale {
                Freshness::Stale
            } else if matches!(dependency, Freshness::Dirty | Freshness::PendingCheck)
                || (dependency == Freshness::Unindexed && !is_same)
            {
                Freshness::PendingCheck
            } else {
                Freshness::Clean
            };
            found[source] = found[source].max(at_least);
        }
        if found == before {
            return found;
        }
    }
}

fn node() -> impl Strategy<Value = Node> {
    let hash = || prop_oneof![8 => Just("a"), 1 => Just("b")].prop_map(str::to_owned);
    let indexed = (hash(), any::<bool>()).prop_map(|(content, is_ambiguous)| Indexed { content, is_ambiguous });
    let now = (hash(), prop::option::weighted(0.8, hash())).prop_map(|(content, interface)| Now { content, interface });
    (prop::option::weighted(0.9, indexed), prop::option::weighted(0.95, now))
        .prop_map(|(indexed, now)| Node { indexed, now })
}

fn graph() -> impl Strategy<Value = (Vec<Node>, Vec<Edge>)> {
    prop::collection::vec(node(), 1..12).prop_flat_map(|nodes| {
        let count = u32::try_from(nodes.len()).expect("a few");
        let interface = prop::option::weighted(0.8, Just("a".to_owned()));
        let edge = (0..count, 0..count, interface).prop_map(|(source, target, interface_then)| Edge {
            source,
            target,
            interface_then,
        });
        (Just(nodes), prop::collection::vec(edge, 0..24))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// SPEC 12.3: one walk finds what the definition says.
    #[test]
    fn one_walk_agrees_with_the_definition((nodes, edges) in graph()) {
        let found = states(&Graph::new(nodes.clone(), &edges));
        let freshness: Vec<Freshness> = found.of.iter().map(|state| state.freshness).collect();
        prop_assert_eq!(freshness, naive(&nodes, &edges));
        for (state, node) in found.of.iter().zip(&nodes) {
            let is_known = !matches!(state.freshness, Freshness::Dirty | Freshness::Unindexed);
            prop_assert_eq!(state.certainty == Certainty::Unknown, !is_known);
            let is_ambiguous = is_known && node.indexed.as_ref().is_some_and(|indexed| indexed.is_ambiguous);
            prop_assert_eq!(state.certainty == Certainty::Ambiguous, is_ambiguous);
        }
    }

    /// Every file that is stale or pending has a trail of dependencies that ends with a reason for it, and nobody else
    /// but a dirty one has.
    #[test]
    fn trails_lead_along_dependencies_to_a_reason((nodes, edges) in graph()) {
        let graph = Graph::new(nodes.clone(), &edges);
        let found = states(&graph);
        let trails = Trails::new(&graph, &found);
        for (file, state) in (0u32..).zip(&found.of) {
            let trail = trails.of(file);
            prop_assert_eq!(trail.is_none(), matches!(state.freshness, Freshness::Clean | Freshness::Unindexed));
            let Some(trail) = trail else { continue };
            prop_assert_eq!(trail.hops[0], file);
            prop_assert_eq!(trail.left_out, 0);
            for pair in trail.hops.windows(2) {
                prop_assert!(edges.iter().any(|edge| [edge.source, edge.target] == pair), "{:?}", trail);
            }
            let end = trail.hops[trail.hops.len() - 1];
            match trail.cause {
                None => prop_assert_eq!(found.of[end as usize].freshness, Freshness::Dirty),
                Some(cause) => {
                    prop_assert_eq!(cause.dependency(), end);
                    let is_sure = matches!(cause, Cause::Gone(_) | Cause::InterfaceChanged(_));
                    prop_assert_eq!(is_sure, state.freshness == Freshness::Stale);
                }
            }
        }
    }
}

fn current() -> Node {
    Node {
        indexed: Some(Indexed { content: "a".into(), is_ambiguous: false }),
        now: Some(Now { content: "a".into(), interface: Some("i".into()) }),
    }
}

fn dirty() -> Node {
    Node { indexed: Some(Indexed { content: "b".into(), is_ambiguous: true }), ..current() }
}

fn edges(pairs: impl IntoIterator<Item = (u32, u32)>) -> Vec<Edge> {
    let edge = |(source, target)| Edge { source, target, interface_then: Some("i".into()) };
    pairs.into_iter().map(edge).collect()
}

fn freshness(nodes: Vec<Node>, edges: &[Edge]) -> Vec<Freshness> {
    states(&Graph::new(nodes, edges)).of.into_iter().map(|state| state.freshness).collect()
}

/// SPEC 12.3.
#[test]
fn a_dirty_member_leaves_the_rest_of_its_cycle_pending_and_nobody_himself() {
    let cycle = edges([(0, 1), (1, 2), (2, 0)]);
    assert_eq!(freshness(vec![current(); 3], &cycle), [Freshness::Clean; 3]);
    assert_eq!(
        freshness(vec![current(), dirty(), current()], &cycle),
        [Freshness::PendingCheck, Freshness::Dirty, Freshness::PendingCheck]
    );
    assert_eq!(freshness(vec![dirty()], &edges([(0, 0)])), [Freshness::Dirty]);
    let mut own = edges([(0, 0)]);
    own[0].interface_then = Some("another".into());
    assert_eq!(freshness(vec![current()], &own), [Freshness::Clean]);
}

/// SPEC 12.3 and seed 002: stale is handed on, and outweighs pending.
#[test]
fn another_interface_makes_dependents_stale_and_those_of_them() {
    let mut chain = edges([(0, 1), (1, 2), (0, 3)]);
    chain[1].interface_then = Some("another".into());
    assert_eq!(
        freshness(vec![current(), current(), current(), dirty()], &chain),
        [Freshness::Stale, Freshness::Stale, Freshness::Clean, Freshness::Dirty]
    );
    // What a dirty file depended on says nothing about it.
    assert_eq!(
        freshness(vec![current(), dirty(), current()], &chain[..2]),
        [Freshness::PendingCheck, Freshness::Dirty, Freshness::Clean]
    );
}

#[test]
fn a_dependency_that_is_gone_or_that_nobody_looked_at_is_not_checked() {
    let gone = Node::default();
    assert_eq!(freshness(vec![current(), gone], &edges([(0, 1)])), [Freshness::Stale, Freshness::Unindexed]);
    let unindexed = Node { indexed: None, ..current() };
    assert_eq!(freshness(vec![current(), unindexed.clone()], &edges([(0, 1)]))[0], Freshness::Clean);
    let mut unrecorded = edges([(0, 1)]);
    unrecorded[0].interface_then = None;
    assert_eq!(freshness(vec![current(), unindexed], &unrecorded)[0], Freshness::PendingCheck);
    assert_eq!(freshness(vec![current(), current()], &unrecorded)[0], Freshness::Clean);
}

/// Must-show 2: 50,000 files with cycles of all sizes, and one cycle of all of them, at linear cost.
#[test]
fn fifty_thousand_files_with_cycles_cost_what_they_have_of_edges() {
    const FILES: u32 = 50_000;
    let next = |file: u32, step: u32| (file, (file + step) % FILES);
    let shapes: [(&str, Vec<(u32, u32)>); 4] = [
        ("one ring", (0..FILES).map(|file| next(file, 1)).collect()),
        (
            "rings of ten, chained",
            (0..FILES)
                .flat_map(|file| {
                    let ring = file / 10 * 10;
                    let inner = (file, ring + (file + 1) % 10);
                    let outer = (file.is_multiple_of(10) && file + 10 < FILES).then_some((file, file + 10));
                    [Some(inner), outer].into_iter().flatten()
                })
                .collect(),
        ),
        ("a chain", (0..FILES - 1).map(|file| (file, file + 1)).collect()),
        (
            "a knot",
            (0..FILES).flat_map(|file| [next(file, 1), next(file, 7), next(file, 4_999), next(file, 31)]).collect(),
        ),
    ];
    for (shape, pairs) in shapes {
        let edges = edges(pairs);
        let mut nodes = vec![current(); FILES as usize];
        nodes[FILES as usize - 1] = dirty();
        let graph = Graph::new(nodes, &edges);
        let found = states(&graph);
        let pending = found.of.iter().filter(|state| state.freshness == Freshness::PendingCheck).count();
        assert_eq!(pending, FILES as usize - 1, "{shape}");
        assert!(found.edge_visits <= 2 * edges.len(), "{shape}: {} of {}", found.edge_visits, edges.len());
        let trail = Trails::new(&graph, &found).of(0).expect("a trail");
        assert_eq!(trail.hops[trail.hops.len() - 1], FILES - 1, "{shape}");
        assert!(trail.hops.len() <= 32, "{shape}");
    }
}
