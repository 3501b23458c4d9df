//! TypeScript with JSX.
//!
//! The twins under `tests/languages/tsx/formatting` are `source.tsx` as left by prettier 3.9, and with other options
//! and by hand in `ugly.tsx`.

use super::{assert_differs, assert_names, assert_same};

const TSX: &str = "tsx";

#[test]
fn components() {
    assert_names(
        TSX,
        "export const A: FC<P> = ({ b }) => <b>{b}</b>; const C = memo(() => <i />); function D<T,>(p: P<T>) { return <a /> }",
        &["A", "C", "D"],
    );
    assert_differs(TSX, "A", "const A: FC<P> = ({ b }) => <a />", "const A: FC<Q> = ({ b }) => <a />", (true, false));
    assert_differs(TSX, "A", "const A = ({ b }: P) => <a />", "const A = ({ b }: P) => <b />", (false, true));
    assert_differs(TSX, "A", "const A = <b<c> d />", "const A = <b d />", (false, true));
    assert_same(TSX, "const f = <T,>(x: T) => x", "const f = <T, >(x: (T)) => (x)");
    assert_same(TSX, "const a = <b c={'d'}>e</b>", "const a = (\n  <b c={\"d\"}>\n    e\n  </b>\n);");
}
