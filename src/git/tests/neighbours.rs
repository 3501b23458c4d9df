//! Blobs that are stored as a text and its differences are the same, whoever reads them.

use super::*;

#[test]
fn every_blob_is_read_as_it_is() {
    let fixture = Fixture::new();
    let text = |change: &str| -> String {
        (0..300).map(|line| format!("line {line} {}\n", if line % 7 == 0 { change } else { "" })).collect()
    };
    for (number, change) in ["first", "second, longer", "third", "fourth, and longer still"].into_iter().enumerate() {
        for name in ["a.py", "b.py"] {
            fixture.write(name, format!("{name}\n{}", text(change)));
        }
        fixture.write("empty.py", "").write(&format!("new_{number}.py"), format!("{number}\n")).commit(change);
    }
    fixture.git(&["repack", "-q", "-a", "-d", "-f", "--depth=3"]);
    fixture.write("loose.py", "loose\n").commit("loose");
    let repository = fixture.open();
    let reader = repository.reader();
    let mut ids: Vec<gix::ObjectId> =
        fixture.git(&["rev-list", "--all", "--objects"]).lines().filter_map(|line| line[..40].parse().ok()).collect();
    let kinds: Vec<String> =
        ids.iter().map(|id| fixture.git(&["cat-file", "-t", &id.to_string()]).trim().to_owned()).collect();
    assert!(kinds.iter().filter(|kind| *kind == "blob").count() >= 14);
    let stored = fixture.git(&["verify-pack", "-v", &pack(&fixture)]);
    assert!(stored.contains("chain length = 1:"), "{stored}");
    // Forwards and backwards: each has other neighbours then.
    for _ in 0..2 {
        for id in &ids {
            let (one, other) = (reader.read_neighbour(*id, MAX_BLOB), reader.read(*id, MAX_BLOB));
            assert_eq!(one.ok(), other.ok(), "{id}");
            assert_eq!(reader.read_neighbour(*id, 3).ok(), reader.read(*id, 3).ok(), "{id}");
        }
        ids.reverse();
    }
    let missing = gix::ObjectId::null(gix::hash::Kind::Sha1);
    assert_eq!(reader.read_neighbour(missing, MAX_BLOB).unwrap(), Blob::Missing);
}

/// The only pack of a repository.
fn pack(fixture: &Fixture) -> String {
    let folder = std::fs::read_dir(fixture.path(".git/objects/pack")).expect("because it was repacked");
    let mut paths = folder.flatten().map(|entry| entry.path());
    paths.find(|path| path.extension().is_some_and(|it| it == "idx")).expect("a pack").display().to_string()
}
