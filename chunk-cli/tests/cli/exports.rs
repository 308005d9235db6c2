//! Exports of other programs are chunked as they are read, and no other bytes come of that.

use crate::harness::{Folder, spawn};
use chunk_backlog::{BacklogConfig, BacklogPolicy};
use chunk_core::{Policy, Source, types::Turn};
use chunk_hybrid::ChunkingSystem;
use chunk_readers::{
    Format, Kind,
    conversation::{Conversations, Options},
    item::Items,
    recording::{Ansi, Events, Log},
};
use chunk_recorder::RecorderPolicy;
use chunk_tokens::{Boundaries, TokenConfig, TokenPolicy};
use rstest::rstest;
use std::{
    fmt::Write as _,
    fs::{self, File},
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::Path,
    time::UNIX_EPOCH,
};

/// An export of Claude of this many conversations, each of some 300 KB.
fn export(count: usize) -> String {
    let mut export = "[".to_owned();
    for number in 0..count {
        let comma = if number > 0 { ", " } else { "" };
        write!(export, r#"{comma}{{"uuid": "c-{number}", "name": "Wells", "chat_messages": ["#).unwrap();
        for turn in 0..100 {
            let comma = if turn > 0 { "," } else { "" };
            let sender = ["human", "assistant"][turn % 2];
            let said = format!("Well {number}.{turn} is forty metres deep, says the list. ").repeat(60);
            write!(export, r#"{comma}{{"uuid": "m-{turn}", "sender": "{sender}", "text": "{said}"}}"#)
                .unwrap();
        }
        export.push_str("]}");
    }
    export + "]\n"
}

/// The first conversation does not fit into what is read of a file at first, and the records not into what waits for its turn.
#[test]
fn an_export_gives_the_same_bytes_however_it_is_read() {
    let folder = Folder::new();
    let (one, all) = (export(1), export(9));
    folder.write("a/c.json", &all);
    folder.write("a/b.json", &one);
    folder.write("a/d.txt", "Just a text.");
    let records = |export: &str| folder.pipe("tokens -q --id c.json -", export).well();
    let from_stdin = records(&all);
    assert_eq!(from_stdin.lines().count(), 9);
    assert!(from_stdin.lines().all(|line| line.contains(r#""pointer":"/"#)));
    assert_eq!(folder.run("tokens -q a/c.json --root a").well(), from_stdin);
    let expected = records(&one).replace("c.json", "b.json") + &from_stdin;
    for jobs in 1..4 {
        let run =
            |more: &str| folder.run(&format!("tokens -q a/b.json a/c.json --root a -j {jobs} {more}")).well();
        assert!(run("") == expected, "-j {jobs}");
        run("-o out.jsonl");
        assert!(folder.read("out.jsonl") == expected, "-j {jobs} -o");
        // Folders and stores take a file as a whole.
        run("--out-dir out");
        assert!(folder.read("out/chunks/c.jsonl") == from_stdin, "-j {jobs} --out-dir");
    }
    folder.run("check -q --policy tokens out.jsonl --source a/b.json --source a/c.json --root a").well();
}

#[rstest]
#[case::stamped("--stamp", r#""contract":"tokens.chunking.v1""#)]
#[case::rows("--format rows", r##""source":"c.json#c-8""##)]
#[case::ids_of_rows("--format rows", r##"{"id":"c.json#c-8#0""##)]
#[case::redacted("--redact", "Well 0.0 is")]
fn every_line_of_an_export_is_whole(#[case] flags: &str, #[case] part: &str) {
    let ran = Folder::new().pipe(&format!("tokens -q --id c.json {flags} -"), export(9)).well();
    for line in ran.lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(record.is_object());
    }
    assert!(ran.contains(part), "{}", &ran[..400]);
}

/// A hit is cited by its conversation, and a conversation that comes in before it changes no id.
#[test]
fn a_store_names_the_conversation() {
    let folder = Folder::new();
    folder.write("c.json", export(2));
    folder.run("tokens -q c.json --store sqlite:i.db").well();
    let out = folder.run("diff -q sqlite:i.db sqlite:i.db --format jsonl").well();
    for id in ["c.json#c-0#0", "c.json#c-1#0"] {
        assert!(out.contains(&format!(r#""{id}""#)), "{id}: {}", &out[..400]);
    }
}

#[test]
fn a_conversation_begins_where_the_one_before_it_ends() {
    let folder = Folder::new();
    folder.write("c.json", export(2));
    let shown = folder.run("inspect -q c.json --policy tokens").well();
    assert_eq!(shown.matches("start of the text").count(), 1);
    assert_eq!(shown.matches("start of the next conversation").count(), 1);
}

/// What was read before the damage is written.
#[test]
fn an_export_that_ends_too_early_is_chunked_as_far_as_it_goes() {
    let (folder, export) = (Folder::new(), export(9));
    folder.write("c.json", &export[..export.len() - 1000]);
    let ran = folder.run("tokens c.json");
    assert_eq!((ran.status, ran.stdout.lines().count()), (Some(1), 8), "{}", ran.stderr);
    assert!(ran.stderr.contains("error: c.json: byte "), "{}", ran.stderr);
    let ran = folder.run("tokens c.json --file-limit 1000000");
    assert!(ran.refused(1).contains("longer than 1000000 bytes; split it or pass a higher --file-limit"));
    let ran = folder.pipe("tokens --id c.json --file-limit 1000000 -", &export);
    assert_eq!((ran.status, ran.stdout.lines().count()), (Some(2), 3), "{}", ran.stderr);
    assert!(ran.stderr.contains("longer than 1000000 bytes; split it or pass a higher --file-limit"));
}

/// Its end is not read as long as nobody reads what is written of its beginning.
#[rstest]
#[case::grown(|path: &Path| writeln!(File::options().append(true).open(path).unwrap()).unwrap(), true)]
#[case::touched(|path: &Path| File::options().write(true).open(path).unwrap().set_modified(UNIX_EPOCH).unwrap(), true)]
#[case::replaced(|path: &Path| fs::rename(path.with_extension("new"), path).unwrap(), false)]
#[case::removed(|path: &Path| fs::remove_file(path).unwrap(), false)]
fn an_export_that_changes_while_it_is_read_is_told(#[case] change: fn(&Path), #[case] is_told: bool) {
    let folder = Folder::new();
    folder.write("c.json", export(40));
    folder.write("c.new", "[]");
    let mut child = spawn(&mut folder.chunk("tokens -q c.json"));
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut String::new()).unwrap();
    change(&folder.path("c.json"));
    assert_eq!(1 + stdout.lines().count(), 40);
    let ran = child.wait_with_output().unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(said.contains("it changed while it was read"), is_told, "{said}");
    assert_eq!(ran.status.code(), Some(if is_told { 2 } else { 0 }), "{said}");
}

/// By the kernel's own account: 60 MB of a chat through a pipe, in the memory of one conversation.
#[cfg(target_os = "linux")]
#[rstest]
#[case::tokens("tokens -q -j 2 -")]
#[case::hybrid("hybrid -q --file-limit 200000000 --strategy semantic-boundary -")]
fn memory_does_not_grow_with_the_export(#[case] arguments: &str) {
    use crate::harness::peak_kib;
    use std::thread;
    let folder = Folder::new();
    let mut child = spawn(&mut folder.chunk(arguments));
    let stdout = child.stdout.take().unwrap();
    let reader = thread::spawn(move || BufReader::new(stdout).lines().count());
    let mut stdin = child.stdin.take().unwrap();
    let export = export(10);
    let conversations = export.trim_end().trim_start_matches('[').trim_end_matches(']');
    stdin.write_all(b"[").unwrap();
    let times = if arguments.starts_with("tokens") { 20 } else { 4 };
    for number in 0..times {
        let comma = if number > 0 { "," } else { "" };
        stdin.write_all(format!("{comma}{conversations}").as_bytes()).unwrap();
    }
    let peak = peak_kib(&child);
    drop(stdin);
    assert!(reader.join().unwrap() >= times * 10);
    // The list is not closed.
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(peak < 40 << 10, "{peak} KiB");
}

/// The samples, with the format where it has to be named, and the policies that take them.
const SAMPLES: [(&str, Format, &str); 19] = [
    ("messages.json", Format::Messages, ""),
    ("chatgpt.json", Format::Chatgpt, ""),
    ("claude.json", Format::Claude, ""),
    ("claude-code.jsonl", Format::ClaudeCode, ""),
    ("codex.jsonl", Format::Codex, ""),
    ("slack.json", Format::Slack, ""),
    ("talk.vtt", Format::Vtt, ""),
    ("talk.srt", Format::Srt, ""),
    ("aider.md", Format::Aider, ""),
    ("transcript.txt", Format::Transcript, "--from transcript"),
    ("0007-drill-a-second-well.md", Format::Adr, ""),
    ("0008-use-electric-pumps.md", Format::Adr, ""),
    ("task-7 - Oil-the-pump.md", Format::BacklogMd, ""),
    ("tasks.json", Format::Taskmaster, ""),
    ("issues.jsonl", Format::Beads, ""),
    ("github.json", Format::Github, ""),
    ("session.cast", Format::Asciicast, ""),
    ("session3.cast", Format::Asciicast, ""),
    ("typescript.timing", Format::Typescript, "--from typescript"),
];

/// What the libraries write of a document that is read from a file of another program.
fn written<P: Policy>(
    policy: &P,
    sources: impl IntoIterator<Item = (String, String, Vec<Turn>, Option<&'static str>)>,
) -> String {
    let mut lines = Vec::new();
    for (path, text, turns, doctype) in sources {
        let mut source = Source::new(&path, text.as_bytes());
        (source.turns, source.doctype) = (&turns, doctype);
        policy.write_jsonl(policy.unit(source).unwrap(), &mut lines, &mut |_| {}).unwrap();
    }
    String::from_utf8(lines).unwrap()
}

/// Each sample of each format: the command writes what the reader and a policy do together.
#[test]
fn the_command_and_the_libraries_agree_on_every_sample() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/formats"));
    let mut there: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut listed: Vec<&str> = SAMPLES.iter().map(|(name, ..)| *name).chain(["typescript"]).collect();
    there.sort();
    listed.sort_unstable();
    assert_eq!(there, listed, "a sample without a row");
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    let own = Folder::new();
    for name in listed {
        own.write(name, read(name));
    }
    for (name, format, flags) in SAMPLES {
        let bytes = read(name);
        let command = |policy: &str, files: &[&str]| {
            let ran = own.chunk(&format!("{policy} -q {flags}")).args(files).output().unwrap();
            String::from_utf8(ran.stdout).unwrap()
        };
        match format.kind() {
            Kind::Conversation => {
                let units = || {
                    let read = Conversations::new(format, &bytes[..], Options::default()).flatten();
                    read.map(|it| (it.path(name), it.text, it.turns, None))
                };
                assert_eq!(command("tokens", &[name]), written(&TokenPolicy::default(), units()), "{name}");
                let turns = TokenConfig::default().with_boundaries(Boundaries::Turns);
                let asked = command("tokens --boundaries turns", &[name]);
                assert_eq!(asked, written(&TokenPolicy::new(turns).unwrap(), units()), "{name}");
                let hybrid = command("hybrid", &[name]);
                assert_eq!(hybrid, written(&ChunkingSystem::default(), units()), "{name}");
                assert!(hybrid.lines().all(|line| line.contains(r#","turns":[{"index":"#)), "{hybrid}");
            }
            Kind::Item => {
                let units = Items::new(format, name, &bytes[..]).flatten();
                let units = units.map(|it| (it.path(name), it.document(), Vec::new(), Some(it.doctype())));
                let policy = BacklogPolicy::new(BacklogConfig::default().with_product("farm")).unwrap();
                assert_eq!(command("backlog --product farm", &[name]), written(&policy, units), "{name}");
            }
            _ => {
                let (typescript, mut text) = (read("typescript"), String::new());
                let (mut log, files) = match format {
                    Format::Typescript => {
                        let events = Events::typescript(&bytes[..], &typescript[..], Ansi::Remove);
                        (Log::new(events, 0), vec![name, "typescript"])
                    }
                    _ => (Log::of(format, &bytes[..], Ansi::Remove, 0).unwrap(), vec![name]),
                };
                log.read_to_string(&mut text).unwrap();
                // The command goes on after an event that is damaged, which the policy by itself refuses.
                if log.damaged().borrow().is_empty() {
                    let units = [(name.to_owned(), text, Vec::new(), None)];
                    assert_eq!(
                        command("recorder", &files),
                        written(&RecorderPolicy::default(), units),
                        "{name}"
                    );
                }
            }
        }
    }
}
