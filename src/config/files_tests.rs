//! The two files on disk: exclusion, atomicity, leftovers.

use super::*;
use crate::config::Subscription;
use crate::config::edit;
use crate::config::lock::{Anchors, Entry, Seen};
use crate::error::ExitStatus;

fn folder() -> (tempfile::TempDir, Files, StateFolder) {
    let folder = tempfile::tempdir().unwrap();
    let files = Files::at_root(folder.path());
    let state = StateFolder::private(folder.path().join("git/codesub"));
    (folder, files, state)
}

fn entry() -> Entry {
    Entry {
        path: "a.py".into(),
        start_line: 1,
        end_line: 2,
        blob: None,
        seen: Seen::Lines(Anchors { after: vec![], before: vec![], lines: vec![] }),
        created_at: String::new(),
        updated_at: String::new(),
        picked: None,
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_lock_stands_beside_the_list() {
    let files = Files::for_config(Path::new("some/team.yaml"));
    assert_eq!(files.lock, Path::new("some/team.lock"));
    assert_eq!(Files::for_config(Path::new("a.b.yml")).lock, Path::new("a.b.lock"));
    assert_eq!(Files::for_config(Path::new("team")).lock, Path::new("team.lock"));
    assert_eq!(Files::for_config(Path::new("team.lock")).lock, Path::new("team.lock.lock"), "never the same file");
}

#[test]
fn absent_files_are_no_error() {
    let (folder, files, state) = folder();
    assert_eq!(files.read_config().unwrap(), None);
    assert_eq!(files.read_lock().unwrap(), Lock::new());
    files
        .update(&state, |pair| {
            assert_eq!(pair.text, None);
            Ok(())
        })
        .unwrap();
    assert_eq!(names(folder.path()), ["git"], "an update that changes nothing writes nothing");
}

#[test]
fn an_update_writes_what_changed_and_nothing_else() {
    let (folder, files, state) = folder();
    files
        .update(&state, |pair| {
            pair.text = Some("version: 1\r\n# ours".into());
            pair.lock.put("a", entry(), "now");
            Ok(())
        })
        .unwrap();
    assert_eq!(fs::read_to_string(&files.config).unwrap(), "version: 1\r\n# ours");
    assert_eq!(files.read_lock().unwrap().subscriptions["a"].created_at, "now");
    assert_eq!(names(folder.path()), ["codesub.lock", "codesub.yaml", "git"]);

    // A lock in another layout stays as it is as long as it says the same.
    let compact = files.read_lock().unwrap().to_json().replace('\n', "");
    fs::write(&files.lock, &compact).unwrap();
    files
        .update(&state, |pair| {
            pair.text.as_mut().unwrap().push('!');
            Ok(())
        })
        .unwrap();
    assert_eq!(fs::read_to_string(&files.lock).unwrap(), compact);
    assert_eq!(fs::read_to_string(&files.config).unwrap(), "version: 1\r\n# ours!");
}

#[test]
fn a_change_that_fails_writes_nothing() {
    let (folder, files, state) = folder();
    let result = files.update(&state, |pair| {
        pair.text = Some("x".into());
        pair.lock.put("a", entry(), "now");
        Err::<(), _>(Error::usage("no"))
    });
    assert_eq!(result.unwrap_err().to_string(), "no");
    assert_eq!(names(folder.path()), ["git"]);
}

#[test]
fn too_large_and_not_regular_files_are_refused() {
    let (_folder, files, state) = folder();
    let file = File::create(&files.config).unwrap();
    file.set_len(MAX_FILE_SIZE + 1).unwrap();
    let error = files.read_config().unwrap_err();
    assert_eq!(error.to_string(), "codesub.yaml: the file is larger than 16 MiB");
    fs::remove_file(&files.config).unwrap();
    fs::create_dir(&files.config).unwrap();
    let error = files.update(&state, |_| Ok(())).unwrap_err();
    assert!(error.to_string().ends_with("codesub.yaml is not a regular file"), "{error}");
    assert_eq!(error.exit_status(), ExitStatus::Usage);
    let oversized = Files::for_config(&files.config.with_file_name("other.yaml"));
    let error = oversized
        .update(&state, |pair| {
            pair.text = Some("#".repeat(MAX_FILE_SIZE as usize + 1));
            Ok(())
        })
        .unwrap_err();
    assert_eq!(error.to_string(), "other.yaml: the file is larger than 16 MiB");
}

#[cfg(unix)]
#[test]
fn links_are_refused_and_permissions_kept() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, files, state) = folder();
    fs::write(folder.path().join("elsewhere"), "version: 1\n").unwrap();
    std::os::unix::fs::symlink("elsewhere", &files.config).unwrap();
    assert!(files.read_config().is_err());
    fs::remove_file(&files.config).unwrap();

    fs::write(&files.config, "version: 1\n").unwrap();
    fs::set_permissions(&files.config, fs::Permissions::from_mode(0o640)).unwrap();
    files
        .update(&state, |pair| {
            pair.text = Some("version: 1\n#\n".into());
            Ok(())
        })
        .unwrap();
    assert_eq!(fs::metadata(&files.config).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn leftovers_of_a_kill_are_removed() {
    let (folder, files, state) = folder();
    let keep = [".codesub.yaml.swp", ".other.yaml.x.codesub-tmp", "codesub.yaml.codesub-tmp"];
    for name in keep.into_iter().chain([".codesub.yaml.AbC123.codesub-tmp", ".codesub.lock.AbC123.codesub-tmp"]) {
        fs::write(folder.path().join(name), "half").unwrap();
    }
    files.update(&state, |_| Ok(())).unwrap();
    assert_eq!(
        names(folder.path()),
        [".codesub.yaml.swp", ".other.yaml.x.codesub-tmp", "codesub.yaml.codesub-tmp", "git"]
    );
}

#[test]
fn waits_for_another_update_and_gives_up_in_the_end() {
    let (_folder, files, state) = folder();
    let held = atomic::lock(&state, Duration::ZERO).unwrap();
    let error = files.update_within(&state, Duration::from_millis(50), |_| Ok(())).unwrap_err();
    assert!(error.to_string().starts_with("another codesub"), "{error}");
    assert_eq!(error.exit_status(), ExitStatus::SideEffect);
    drop(held);
    files.update_within(&state, Duration::ZERO, |_| Ok(())).unwrap();
}

/// A kill between the two writes leaves the new lock and the old list: the entry must count for nothing.
#[test]
fn a_lock_ahead_of_the_list_is_harmless() {
    let (_folder, files, state) = folder();
    fs::write(&files.config, "version: 1\nsubscriptions: [{id: a, target: 'a.py:5-6'}]\n").unwrap();
    files
        .update(&state, |pair| {
            pair.lock.put("a", entry(), "now");
            Ok(())
        })
        .unwrap();
    let config = files.read_config().unwrap().unwrap();
    assert_eq!(files.read_lock().unwrap().entry_for(&config.subscriptions[0]), None);
}

#[test]
fn concurrent_updates_lose_nothing() {
    const THREADS: usize = 2;
    const EACH: usize = 20;
    let (folder, files, state) = folder();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (files, state) = (&files, &state);
            scope.spawn(move || {
                for number in 0..EACH {
                    let id = format!("s{thread}-{number}");
                    let subscription = Subscription::new(&id, "a.py:1-2".parse().unwrap());
                    files
                        .update(state, |pair| {
                            let text = pair.text.take().unwrap_or_default();
                            pair.text = Some(edit::add(&text, &subscription)?);
                            pair.lock.put(&id, entry(), "now");
                            Ok(())
                        })
                        .unwrap();
                }
            });
        }
    });
    let config = files.read_config().unwrap().unwrap();
    assert_eq!(config.subscriptions.len(), THREADS * EACH);
    let lock = files.read_lock().unwrap();
    assert!(config.subscriptions.iter().all(|subscription| lock.entry_for(subscription).is_some()));
    assert_eq!(names(folder.path()), ["codesub.lock", "codesub.yaml", "git"]);
}
