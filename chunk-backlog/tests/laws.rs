//! The laws of the contract on generated documents. `conformance/differential.py` compares the records with those of another implementation.
// Holds: P3
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, clippy::panic, missing_docs)]

use crate::generate;
use chunk_backlog::{
    BacklogChunk, BacklogConfig, BacklogPolicy, ChunkKind, Document,
    chunk_core::{Chunk, ContentHash, Policy, Source},
};
use chunk_testkit::{generate::Rng, law};

const ITEM: &str = "_kano/backlog/products/demo/items/task/0000/DEMO-TSK-0001_a.md";
const ADR: &str = "_kano/backlog/products/demo/decisions/ADR-0001_a.md";

fn policy(settings: &BacklogConfig) -> BacklogPolicy {
    BacklogPolicy::new(settings.clone()).unwrap()
}

fn settings(header_chunk: bool, repeat_heading: bool) -> BacklogConfig {
    let mut config = BacklogConfig::default();
    config.header_chunk = header_chunk;
    config.repeat_heading = repeat_heading;
    config
}

fn chunks<'u>(policy: &BacklogPolicy, path: &'u str, text: &'u str) -> Vec<BacklogChunk<'u>> {
    policy.collect(Document::new(path, text)).unwrap().chunks
}

/// Runs `check` on generated documents of both kinds.
fn for_generated(seed: u64, documents: usize, mut check: impl FnMut(&str, bool, &BacklogConfig, &str)) {
    let mut random = Rng::with_seed(seed);
    for number in 0..documents {
        let adr = random.u8(..3) == 0;
        let settings = settings(random.bool(), random.u8(..4) > 0);
        let body = generate::body(&mut random, adr);
        check(&body, adr, &settings, &format!("document {number} of seed {seed}"));
    }
}

/// B1, B13, B17, M13 and replay, whatever blocks the lines make. (A debug build stops where text is lost.)
#[test]
fn laws_hold_for_lines_in_any_order() {
    let mut random = Rng::with_seed(9);
    let policy = BacklogPolicy::default();
    for _ in 0..800 {
        let text = generate::lines(&mut random);
        let broken = law::broken(&policy, Source::new(ITEM, text.as_bytes()));
        assert!(broken.is_empty(), "{broken:?}: {text:?}");
        let found = policy.chunks(ITEM, &text).unwrap();
        assert!(found.warnings.iter().all(|warning| warning.code != "lost-text"), "{text:?}");
        assert_eq!(chunks(&policy, ITEM, &text.replace('\n', "\r\n")), found.chunks, "{text:?}");
        for chunk in &found {
            let most = if chunk.metadata.chunk_kind == ChunkKind::Worklog { 1_000 } else { 1_200 };
            assert!(chunk.metadata.chunk_char_len <= most, "{text:?}");
        }
    }
}

#[test]
fn numbers_and_hashes_are_those_of_the_text() {
    for_generated(2, 500, |body, adr, settings, name| {
        let path = if adr { ADR } else { ITEM };
        let chunks = chunks(&policy(settings), path, body);
        for (index, chunk) in chunks.iter().enumerate() {
            let metadata = &chunk.metadata;
            assert_eq!((metadata.chunk_index, metadata.chunk_count), (index, chunks.len()), "{name}");
            assert_eq!(metadata.chunk_char_len, chunk.text.chars().count(), "{name}");
            assert_eq!(metadata.chunk_hash, ContentHash::of(&*chunk.text).to_string(), "{name}");
            assert_eq!(metadata.path_hash, ContentHash::of(path).to_string(), "{name}");
        }
        let cap = |chunk: &BacklogChunk<'_>| {
            if chunk.metadata.chunk_kind == ChunkKind::Worklog { 1_000 } else { 1_200 }
        };
        for chunk in &chunks {
            law::capped(
                std::slice::from_ref(chunk),
                cap(chunk),
                |chunk| chunk.metadata.chunk_char_len,
                |_| false,
            )
            .unwrap();
        }
    });
}

#[test]
fn two_runs_give_the_same_and_chunks_replay() {
    for_generated(3, 200, |body, adr, settings, name| {
        let path = if adr { ADR } else { ITEM };
        let broken = law::broken(&policy(settings), Source::new(path, body.as_bytes()));
        assert!(broken.is_empty(), "{name}: {broken:?}");
    });
}

#[test]
fn other_line_ends_and_a_bom_change_nothing() {
    for_generated(4, 300, |body, adr, settings, name| {
        let path = if adr { ADR } else { ITEM };
        let policy = policy(settings);
        let text = format!("---\nid: D-1\ntags:\n- a\n---\n{body}");
        let expected = chunks(&policy, path, &text);
        for copy in [text.replace('\n', "\r\n"), text.replace('\n', "\r"), format!("\u{FEFF}{text}")] {
            assert_eq!(chunks(&policy, path, &copy), expected, "{name}");
        }
    });
}

#[test]
fn every_line_stands_in_some_chunk() {
    for_generated(5, 500, |body, adr, settings, name| {
        let chunks = chunks(&policy(settings), if adr { ADR } else { ITEM }, body);
        // A line that is cut stands in two chunks, so what is looked up are its words.
        for line in body.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            for word in line.split_whitespace().filter(|word| word.len() < 500) {
                assert!(chunks.iter().any(|chunk| chunk.text.contains(word)), "{name}: {word:?} of {line:?}");
            }
            let whole = chunks.iter().any(|chunk| chunk.text.contains(line));
            assert!(whole || line.chars().count() > 150, "{name}: {line:?}");
        }
    });
}

#[test]
fn pieces_without_heading_and_overlap_are_the_section() {
    let mut random = Rng::with_seed(6);
    for _ in 0..300 {
        let mut body = String::from("# Approach\n\n");
        while body.chars().count() < 3_000 {
            let part = generate::body(&mut random, false);
            body.push_str(&part.replace("# ", "### ").replace("###\n", "\n").replace("#\n", "\n"));
        }
        if body.lines().any(|line| line.starts_with("# ") || line.starts_with("## ")) {
            continue;
        }
        for repeat_heading in [true, false] {
            let settings = settings(false, repeat_heading);
            let chunks = chunks(&policy(&settings), ITEM, &body);
            let mut section = String::new();
            for chunk in &chunks {
                let repeated = if repeat_heading && !section.is_empty() { "# Approach\n\n" } else { "" };
                let piece = chunk.text().strip_prefix(repeated).unwrap();
                // The overlap is 150 characters, or fewer where it starts after a marker.
                let tail: Vec<usize> = section.char_indices().rev().take(150).map(|(at, _)| at).collect();
                let overlap = tail.iter().rev().find(|&&at| piece.starts_with(&section[at..]));
                let overlap = if section.is_empty() { 0 } else { section.len() - overlap.unwrap() };
                section.push_str(&piece[overlap..]);
            }
            assert_eq!(section, body.trim_end());
        }
    }
}

#[test]
fn spans_are_sorted() {
    for_generated(7, 500, |body, adr, settings, name| {
        let chunks = chunks(&policy(settings), if adr { ADR } else { ITEM }, body);
        let mut last = String::new();
        for chunk in chunks.iter().filter(|chunk| chunk.metadata.worklog_span_start.is_some()) {
            let start = chunk.metadata.worklog_span_start.clone().unwrap();
            let end = chunk.metadata.worklog_span_end.clone().unwrap();
            assert!(last <= start && start <= end, "{name}: {last} {start} {end}");
            assert_eq!(start[..10], end[..10], "{name}: one day");
            last = start;
        }
    });
}

#[test]
fn redaction_without_secrets_changes_nothing() {
    let plain = BacklogPolicy::new(serde_json::from_str(r#"{"redact": false}"#).unwrap()).unwrap();
    let redacting = BacklogPolicy::new(BacklogConfig::default()).unwrap();
    for_generated(8, 300, |body, adr, _, name| {
        let path = if adr { ADR } else { ITEM };
        assert_eq!(chunks(&plain, path, body), chunks(&redacting, path, body), "{name}");
    });
}

/// The texts of the worklog's chunks.
fn worklog(text: &str) -> Vec<String> {
    let chunks = chunks(&BacklogPolicy::default(), ITEM, text);
    let worklog = chunks.into_iter().filter(|chunk| chunk.metadata.chunk_kind == ChunkKind::Worklog);
    worklog.map(|chunk| chunk.text.into_owned()).collect()
}

/// B16: an entry starts within its section. The next heading may begin with a date.
#[test]
fn a_heading_behind_a_worklog_is_no_entry() {
    let heading = "2026-01-01 10:00\n====\n\nText.\n";
    let entry = "2026-01-01 Begun.\n\n```\nlog\n```";
    for between in ["\n", "\n\n"] {
        assert_eq!(worklog(&format!("# Worklog\n\n{entry}{between}{heading}")), [entry]);
    }
    assert!(worklog(&format!("# Worklog\n{heading}")).is_empty());
}

/// B17: white space at a cut belongs to neither part, but a line after it keeps its indentation.
#[test]
fn white_space_at_the_cut_of_an_entry_is_in_no_part() {
    let first = format!("2026-01-06 {}", "a".repeat(589));
    let second = "b".repeat(500);
    for (between, indentation) in
        [("   \n", ""), ("   \n  ", "  "), (" \n \n\t", "\t"), ("   ", ""), (" \n\n \n", "")]
    {
        let text = format!("# Worklog\n\n{first}{between}{second}  \n");
        assert_eq!(worklog(&text), [first.clone(), format!("{indentation}{second}  ")], "{between:?}");
    }
    let long = format!("2026-01-06 {}", "a".repeat(989));
    assert_eq!(worklog(&format!("# Worklog\n\n{long}  \n")), [long]);
}

/// B17: the last entry is repeated where it, an LF and the next are 1,000 characters together, and no longer where they are 1,001.
#[test]
fn an_entry_is_repeated_as_long_as_it_fits() {
    let entry = |hour: usize, length: usize| format!("2026-01-06 0{hour}:00 {}", "x".repeat(length - 17));
    for (last, expected) in [(499, [602, 1_000]), (500, [602, 500])] {
        let text = format!("# Worklog\n\n{}\n{}\n{}\n", entry(1, 101), entry(2, 500), entry(3, last));
        assert!(worklog(&text).iter().map(String::len).eq(expected), "{last}");
    }
}

/// Texts that make parsers and scanners slow, or overflow the stack, in every place of a document.
#[test]
fn hostile_documents_are_answered() {
    let size = 64 << 10;
    let mut hostile = chunk_testkit::generate::hostile(size);
    for pattern in [
        "> ",
        "- ",
        "# ",
        "#\n",
        "# a\n",
        "## Links\n",
        "```\n",
        "~~~\n\n",
        "| a ",
        "|-",
        "a\n=\n",
        "a\n-\n",
        "[",
        "![",
        "<",
        "<!--",
        "*a",
        "2026-01-01\n",
        "2026-01-01 10:00 a\n\n",
        "- 2026-01-01 ",
        "  \n",
        "\u{3000}",
        "a. ",
        "。",
        "[REDACTED:a]",
        "[REDACTED:a-",
        "\r",
        "\r\n",
        "# Worklog\n",
        "> > 1. ",
        "`",
        "&#0;",
        "\\\n",
        "\t- a\n",
    ] {
        hostile.push((pattern, pattern.repeat(size / pattern.len())));
    }
    for (name, text) in hostile {
        for text in [text.clone(), format!("# Context\n\n{text}"), format!("# Worklog\n\n2026-01-01 {text}")]
        {
            // A small stack: nesting must not cost any.
            let thread = std::thread::Builder::new().stack_size(512 << 10);
            let run = move || {
                let policy = BacklogPolicy::new(BacklogConfig::default()).unwrap();
                chunks(&policy, ITEM, &text).len()
            };
            assert!(thread.spawn(run).unwrap().join().is_ok(), "{name}");
        }
    }
}
