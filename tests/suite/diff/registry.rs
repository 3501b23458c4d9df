//! What is kept, under which id, and what never is.

use super::*;
use crate::strace::strace;

#[test]
fn the_same_diff_on_two_clones_has_the_same_id_and_bytes() {
    let fixture = two_commits();
    let clone = fixture.cloned(&[]);
    let linked = fixture.copy();
    let arguments = ["diff", "compute", "--from", "HEAD~1", "--to", "HEAD", "--json", "--modes", "records,code,prose"];
    let ids: Vec<String> = [&fixture, &clone, &linked]
        .iter()
        .map(|it| it.codesub(&arguments).exits(0).json()["diffId"].as_str().expect("an id").to_owned())
        .collect();
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert!(ids[0].starts_with("diff_") && ids[0].len() == 21);
    for name in ["inputs.json", "events.jsonl"] {
        let bytes = |it: &Fixture| fs::read(diffs(it).join(&ids[0]).join(name)).expect("a kept file");
        assert!(!bytes(&fixture).is_empty());
        assert_eq!(bytes(&fixture), bytes(&clone), "{name}");
        assert_eq!(bytes(&fixture), bytes(&linked), "{name}");
    }
    // The id is the hash of what `inputs.json` holds.
    let inputs = fs::read_to_string(diffs(&fixture).join(&ids[0]).join("inputs.json")).unwrap();
    assert!(inputs.starts_with(r#"{"fingerprintVersion":1,"from":{"identityHash":""#), "{inputs}");
    assert!(inputs.contains(r#""maxEvents":20000"#) && inputs.contains(r#""modes":["code","prose","records"]"#));
    let tree = fixture.git(&["rev-parse", "HEAD^{tree}"]);
    assert!(inputs.contains(&format!(r#""ref":"git:{tree}""#)), "{inputs}");
    // However the same trees are called.
    let named =
        summary(&fixture, &["--from", "main~1", "--to", &format!("git:{tree}"), "--modes", "prose,records,code"]);
    assert_eq!(named["diffId"], ids[0].as_str());
}

/// Acceptance test 1 of the seed, through the command: computing again is looking it up.
#[test]
fn diff_id_stability_for_identical_inputs() {
    let fixture = two_commits();
    let arguments = ["diff", "compute", "--from", "HEAD~1", "--to", "HEAD", "--json"];
    let first = fixture.codesub(&arguments).exits(0).stdout;
    let kept = state(&fixture);
    assert_eq!(fixture.codesub(&arguments).exits(0).stdout, first, "the time of its creation stays too");
    assert_eq!(state(&fixture), kept, "nothing was written");
    let other = summary(&fixture, &["--from", "HEAD~1", "--to", "HEAD", "--max-events", "5"]);
    assert!(!first.contains(other["diffId"].as_str().unwrap()));
    // Without keeping it, two runs give the same bytes as well.
    let unkept =
        || fixture.codesub(&[&arguments[..], &["--persist", "false", "--max-events", "7"]].concat()).exits(0).stdout;
    assert_eq!(unkept(), unkept());
    assert!(unkept().contains("\"createdAt\": null"));
}

#[test]
fn no_absolute_path_in_any_kept_file() {
    let fixture = two_commits();
    let other = tempfile::tempdir().expect("a folder");
    fs::write(other.path().join("a.py"), "def f():\n    pass\n").unwrap();
    let path = format!("path:{}", other.path().display());
    fixture.codesub(&["diff", "HEAD~1", "HEAD"]).exits(0);
    fixture.codesub(&["diff", "HEAD", "worktree"]).exits(0);
    fixture.codesub(&["diff", &path, "HEAD", "--persist-unsafe"]).exits(0);
    fixture.codesub(&["snapshot", "create", "one"]).exits(0);
    fixture.codesub(&["diff", "tag:one", "HEAD~1"]).exits(0);
    let kept = state(&fixture);
    assert!(kept.len() > 12, "{}", kept.len());
    let temporary = std::env::temp_dir();
    let forbidden = [fixture.root(), other.path(), &temporary, Path::new(env!("CARGO_MANIFEST_DIR"))]
        .map(|it| it.display().to_string());
    for (file, bytes) in &kept {
        let text = String::from_utf8_lossy(bytes);
        for path in &forbidden {
            assert!(!text.contains(path.as_str()), "{path} stands in {}", file.display());
        }
        assert!(!text.contains("\"/"), "{} holds an absolute path", file.display());
    }
}

/// Acceptance test 2 of the seed.
#[test]
fn no_persistence_by_default_when_path_refs_are_used() {
    let fixture = two_commits();
    let other = tempfile::tempdir().expect("a folder");
    fs::create_dir(other.path().join(".git")).unwrap();
    fs::write(other.path().join(".git/hidden.py"), "x = 1\n").unwrap();
    fs::write(other.path().join("a.py"), "def f():\n    pass\n").unwrap();
    let path = format!("path:{}", other.path().display());
    let sides = ["diff", "compute", "--from", &path, "--to", "HEAD"];
    let run = fixture.codesub(&sides).exits(0).prints("path:<redacted>").tells("--persist-unsafe");
    assert!(!run.stdout.contains("hidden.py"), "{}", run.stdout);
    assert_eq!(fixture.codesub(&["diff", "list"]).exits(0).stdout, "");
    assert!(!fixture.path(".git/codesub").exists(), "nothing at all is written");
    fixture.codesub(&[&sides[..], &["--persist", "true"]].concat()).exits(2).fails("is not kept", "--persist-unsafe");

    let kept = fixture.codesub(&[&sides[..], &["--persist-unsafe", "--json"]].concat()).exits(0).json();
    let inputs =
        fs::read_to_string(diffs(&fixture).join(kept["diffId"].as_str().unwrap()).join("inputs.json")).unwrap();
    let inputs: Value = serde_json::from_str(&inputs).unwrap();
    assert_eq!(inputs["from"]["ref"], "path:<redacted>");
    assert_eq!(inputs["from"]["type"], "path");
    assert_eq!(inputs["from"]["pathHash"].as_str().map(str::len), Some(40));
    assert_eq!(fixture.codesub(&["diff", "list", "--json"]).exits(0).json()[0]["from"], "path:<redacted>");
    // A folder is read as it is, and its contents are what counts.
    let again = fixture.codesub(&[&sides[..], &["--json"]].concat()).exits(0).json();
    assert_eq!(again["from"]["identityHash"], kept["from"]["identityHash"]);
}

#[test]
fn show_and_list_give_what_was_computed() {
    let fixture = two_commits();
    let compute = |format: &str| fixture.codesub(&["diff", "HEAD~1", "HEAD", "--format", format]).exits(0).stdout;
    let id = summary(&fixture, &["--from", "HEAD~1", "--to", "HEAD"])["diffId"].as_str().unwrap().to_owned();
    for format in ["text", "json", "jsonl", "markdown"] {
        let shown = fixture.codesub(&["diff", "show", &id, "--format", format]).exits(0).stdout;
        let computed = compute(format);
        // What is kept knows trees and no commits, so the text has another head.
        let head = if format == "text" { 1 } else { 0 };
        let rest = |text: &str| text.split('\n').skip(head).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(rest(&shown), rest(&computed), "{format}");
    }
    assert_eq!(compute("jsonl").into_bytes(), fs::read(diffs(&fixture).join(&id).join("events.jsonl")).unwrap());
    fixture.codesub(&["diff", "show", "--diff", &id[5..9]]).exits(0).prints(&id);
    summary(&fixture, &["--from", "HEAD", "--to", "HEAD~1", "--modes", "prose"]);
    let listed = |arguments: &[&str]| -> usize {
        fixture.codesub(&[&["diff", "list", "--json"], arguments].concat()).exits(0).json().as_array().unwrap().len()
    };
    assert_eq!((listed(&[]), listed(&["--mode", "prose"]), listed(&["--modes", "code,prose"])), (2, 1, 2));
    fixture.codesub(&["diff", "list"]).exits(0).prints(&id);
    let manifest: Value = serde_json::from_slice(&fs::read(diffs(&fixture).join("manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["version"], 1);
    assert_eq!(manifest["diffs"][&id]["summary"], serde_json::json!({"filesChanged": 3, "chunksChanged": 4}));
}

#[test]
fn a_manifest_that_is_lost_or_wrong_is_mended_and_never_believed() {
    let fixture = two_commits();
    let id = summary(&fixture, &["--from", "HEAD~1", "--to", "HEAD"])["diffId"].as_str().unwrap().to_owned();
    let manifest = diffs(&fixture).join("manifest.json");
    let whole = fs::read(&manifest).unwrap();
    for wrong in [&b""[..], b"{", br#"{"version":1,"updatedAt":"","diffs":{}}"#] {
        fs::write(&manifest, wrong).unwrap();
        fixture.codesub(&["diff", "list"]).exits(0).prints(&id);
        summary(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]);
        let mended: Value = serde_json::from_slice(&fs::read(&manifest).unwrap()).unwrap();
        assert_eq!(mended["diffs"], serde_json::from_slice::<Value>(&whole).unwrap()["diffs"]);
    }
    // A diff whose files are damaged is computed anew; one for other inputs is a collision.
    let events = diffs(&fixture).join(&id).join("events.jsonl");
    let good = fs::read(&events).unwrap();
    fs::write(&events, "{\"kind\":").unwrap();
    fixture.codesub(&["diff", "show", &id]).exits(3).fails("cannot be read", "compute it again");
    summary(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]);
    assert_eq!(fs::read(&events).unwrap(), good);
    let inputs = diffs(&fixture).join(&id).join("inputs.json");
    let other = fs::read_to_string(&inputs).unwrap().replace("\"maxEvents\":20000", "\"maxEvents\":1");
    fs::write(&inputs, other).unwrap();
    fixture.codesub(&["diff", "HEAD~1", "HEAD"]).exits(70).fails("diffId collision", "it is a cache");
}

#[test]
fn prune_keeps_the_newest_and_what_is_young() {
    let fixture = two_commits();
    let ids: Vec<String> = ["1", "2", "3"]
        .iter()
        .map(|limit| {
            std::thread::sleep(std::time::Duration::from_millis(5));
            summary(&fixture, &["--from", "HEAD~1", "--to", "HEAD", "--max-events", limit])["diffId"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    let left = || -> Vec<String> {
        let list = fixture.codesub(&["diff", "list", "--json"]).exits(0).json();
        list.as_array().unwrap().iter().map(|it| it["diffId"].as_str().unwrap().to_owned()).collect()
    };
    let newest_first: Vec<String> = ids.iter().rev().cloned().collect();
    assert_eq!(left(), newest_first);
    fixture.codesub(&["diff", "prune"]).exits(2);
    fixture.codesub(&["diff", "prune", "--older-than", "soon"]).exits(2);
    let dry = fixture.codesub(&["diff", "prune", "--keep", "1", "--dry-run", "--json"]).exits(0).json();
    assert_eq!(dry["removed"].as_array().unwrap().len(), 2);
    assert_eq!(left(), newest_first, "nothing is removed");
    fixture.codesub(&["diff", "prune", "--keep", "0", "--older-than", "1d"]).exits(0).tells("Removed 0 of 3");
    fixture.codesub(&["diff", "prune", "--keep", "2"]).exits(0).tells("Removed 1 of 3");
    assert_eq!(left(), newest_first[..2]);
    // One of them was made long ago.
    for name in [diffs(&fixture).join(&ids[1]).join("summary.json"), diffs(&fixture).join("manifest.json")] {
        let text = fs::read_to_string(&name).unwrap();
        let at = text.find(&format!("\"diffId\": \"{}\"", ids[1])).unwrap();
        let year = at + text[at..].find("\"createdAt\": \"").unwrap() + "\"createdAt\": \"".len();
        fs::write(&name, format!("{}2001{}", &text[..year], &text[year + 4..])).unwrap();
    }
    fixture.codesub(&["diff", "prune", "--older-than", "30d"]).exits(0).tells("Removed 1 of 2");
    assert_eq!(left(), [ids[2].clone()]);
    let names: Vec<PathBuf> = state(&fixture)
        .into_iter()
        .map(|(path, _)| path)
        .filter(|it| it.to_string_lossy().contains("codesub-tmp"))
        .collect();
    assert_eq!(names, Vec::<PathBuf>::new(), "nothing is left behind");
}

#[test]
fn twenty_diffs_at_once_are_all_kept() {
    let fixture = two_commits();
    let limits: Vec<String> = (1..=20).map(|limit| limit.to_string()).collect();
    let children: Vec<_> = limits
        .iter()
        .map(|limit| {
            let mut command = fixture.command(&["diff", "HEAD~1", "HEAD", "--max-events", limit]);
            command
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::piped())
                .spawn()
                .expect("codesub starts")
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().expect("codesub ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let list = fixture.codesub(&["diff", "list", "--json"]).exits(0).json();
    assert_eq!(list.as_array().map(Vec::len), Some(20));
    let manifest: Value = serde_json::from_slice(&fs::read(diffs(&fixture).join("manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["diffs"].as_object().map(serde_json::Map::len), Some(20));
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "strace is a program of Linux")]
fn a_diff_that_cannot_be_kept_is_still_told() {
    let fixture = two_commits();
    let arguments = ["diff", "compute", "--from", "HEAD~1", "--to", "HEAD"];
    let run = strace(&fixture, &arguments, "?mkdir", "error=ENOSPC");
    let (out, told) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success() && out.contains("b.py") && told.contains("Not kept: "), "{out}{told}");
    let run = strace(&fixture, &[&arguments[..], &["--persist", "true"]].concat(), "?mkdir", "error=ENOSPC");
    let (out, told) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert_eq!(run.status.code(), Some(4), "{told}");
    assert!(out.contains("b.py") && told.starts_with("error: "), "{out}{told}");
}
