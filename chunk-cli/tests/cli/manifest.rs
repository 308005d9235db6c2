//! `chunk check` of a folder: its manifest, and what lies beside the records.

use crate::{check::notes, harness::Folder};

/// Every way in which a manifest can be wrong, and files that are not of the run.
#[test]
fn a_folder_is_what_its_manifest_says() {
    let folder = Folder::with([("d/a.md", notes()), ("d/b/c.md", notes())]);
    folder.run("markdown -q d --out-dir clean").well();
    let manifest = "out/metadata/ingestion-manifest.json";
    let check = |source: &str| folder.run(&format!("check -q --policy markdown out {source}"));
    let restore = || {
        let _ = std::fs::remove_dir_all(folder.path("out"));
        for (name, bytes) in folder.files("clean") {
            folder.write(&format!("out/{name}"), bytes);
        }
    };
    restore();
    for source in ["", "--source d"] {
        assert_eq!(check(source).well(), "");
    }
    let good = folder.read(manifest);
    let hash = good.split("source_hash\":\"").nth(1).unwrap().split_at(64).0.to_owned();
    let id = good.split("chunk_ids\":[\"").nth(1).unwrap().split_at(8).0.to_owned();
    let (first, second) = (good.lines().nth(1).unwrap(), good.lines().nth(2).unwrap());
    let swapped =
        good.replace(&format!("{first}\n{second}"), &format!("{second},\n{}", first.trim_end_matches(',')));
    for (wrong, always) in [
        (good.replacen("\"chunks\":", "\"chunks\":1", 1), true),
        (good.replacen(&id, "01234567", 1), true),
        (good.replacen("markdown.", "markdowm.", 1), true),
        (good.replacen("\"policy\":\"markdown\"", "\"policy\":\"hybrid\"", 1), true),
        (good.replacen("\"chunk_size\":800", "\"chunk_size\":900", 1), true),
        (good.replacen("\"source_file\":\"a.md\"", "\"source_file\":\"x.md\"", 1), true),
        (good.replacen("\"output\":", "\"more\":1,\"output\":", 1), true),
        (good.replacen(",\"chunk_ids\":", ",\"chunk_id\":", 1), true),
        (swapped, true),
        (
            format!("{}\n]}}\n", good.lines().take(2).collect::<Vec<_>>().join("\n").trim_end_matches(',')),
            true,
        ),
        (good.replacen(&hash, &hash.replace(['0', '1', '2'], "3"), 1), false),
    ] {
        assert_ne!(wrong, good);
        folder.write(manifest, &wrong);
        for source in ["", "--source d"].into_iter().filter(|source| always || !source.is_empty()) {
            let ran = check(source);
            assert_eq!(ran.status, Some(1), "{source}: {wrong}: {ran:?}");
        }
    }
    restore();
    folder.write("out/chunks/b/more.jsonl", folder.read("out/chunks/a.jsonl"));
    for source in ["", "--source d"] {
        let ran = check(source);
        let expected = "out/chunks/b/more.jsonl: the manifest does not name it\n";
        assert_eq!((ran.status, &*ran.stdout), (Some(1), expected));
    }
    // What the settings are is not given: they are those of the manifest, which says what their hash is.
    restore();
    folder.write(manifest, good.replacen("\"chunk_size\":800", "\"chunk_size\":900", 1));
    let ran = folder.run("check -q out");
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert!(ran.stdout.starts_with(&format!("{manifest}: config_hash is ")), "{ran:?}");
    restore();
    folder.write("out/metadata/more.json", "{}");
    for source in ["", "--source d"] {
        let ran = check(source);
        let expected = "out/metadata/more.json: the manifest does not name it\n";
        assert_eq!((ran.status, &*ran.stdout), (Some(1), expected));
    }
    restore();
    std::fs::remove_file(folder.path("d/a.md")).unwrap();
    assert!(check("--source d").stdout.contains("--source has no document a.md"));
    folder.write("d/a.md", notes());
    folder.write("d/new.md", "");
    let expected = "out/metadata/ingestion-manifest.json: it has no entry for new.md\n";
    assert_eq!(check("--source d").stdout, expected);
}
