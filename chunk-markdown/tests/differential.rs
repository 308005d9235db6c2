//! The library against the naive reading, and the laws of the contract, on generated documents.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs
)]

mod reference;

use chunk_core::{ContentHash, Policy, jsonl};
use chunk_markdown::{Document, MarkdownConfig, MarkdownPolicy, Packing, chunk_core};
use fastrand::Rng;
use reference::Known;

const PIECES: &[&str] = &[
    "# One\n",
    "## Two `x`\n",
    "### 24/7 Support\n",
    "Setext\n===\n",
    "# a &amp; b <b>c</b>\n",
    "#hashtag\n",
    "\n",
    "\n",
    "\n",
    "\n\n",
    " \t\n",
    "A word. ",
    "Another sentence goes here! ",
    "Is it? Yes.\n",
    "plain line\n",
    "  indented line\n",
    "好。好！」漢字。\n",
    "e.g. Dr. No. ",
    "x ",
    "- item one. And more.\n",
    "- item\n",
    "  - nested. Two!\n",
    "    deeper text\n",
    "  more text\n",
    "1. first\n",
    "   second line\n",
    "* [ ] task. Done.\n",
    "```\n",
    "```\n# not a heading\ncode();\n\nmore\n```\n",
    "~~~~ sh\n# x\n~~~~\n",
    "- ```\n  # c\n  ```\n",
    "    indented code\n",
    "> quote. With more.\n",
    "> - in quote\n",
    "> > deep\n",
    ">\n",
    "| a | b |\n|---|---|\n| 1. One | 2 |\n| 3 | four five six |\n",
    "| x | y |\n",
    "<!-- c\n\n# x\n-->\n",
    "<details>\n",
    "</details>\n",
    "[ref]: /url\n",
    "[^1]: note. More.\n",
    "[^1]: [^2]: two. Three.\n",
    "\t- tabbed\n",
    "\tmore. After a tab.\n",
    "[^1] and [ref]. ",
    "---\n",
    "***\n",
    "\u{A0}\n",
    "tab\tin\u{A0}it  \n",
    "\\\n",
    "a\rb\n",
    "---\nt: 1\n---\n",
    "**bold.** Next. ",
    "![alt](u) ",
    "<br>\n",
    "....... ",
    "end.)\n",
];

fn document(random: &mut Rng, pieces: usize) -> String {
    let mut text = String::new();
    if random.u8(..8) == 0 {
        text += "---\n# c: 1\nkey: [x]\n---\n";
    }
    for _ in 0..pieces {
        let piece = PIECES[random.usize(..PIECES.len())];
        for _ in 0..if random.u8(..10) == 0 { random.usize(1..6) } else { 1 } {
            text += piece;
        }
    }
    text
}

fn found(source_file: &str, text: &str, config: &MarkdownConfig) -> String {
    let policy = MarkdownPolicy::new(config.clone()).unwrap();
    let mut out = Vec::new();
    for chunk in policy.collect(Document::new(source_file, text)).unwrap().chunks {
        jsonl::write_record(&mut out, &chunk).unwrap();
    }
    String::from_utf8(out).unwrap()
}

fn seed(s: u64) -> u64 {
    std::env::var("SEED").map_or(s, |v| v.parse().unwrap())
}

#[test]
fn small_documents_are_cut_as_the_naive_reading_cuts_them() {
    let mut random = Rng::with_seed(seed(3));
    for round in 0..1_500 {
        let mut config = MarkdownConfig::default();
        config.allow_any_size = true;
        config.chunk_size = random.usize(1..if round % 2 == 0 { 12 } else { 60 });
        config.chunk_overlap = [0, 1, 5, 20, 60][random.usize(..5)];
        config.packing = [Packing::Strict, Packing::Sections][random.usize(..2)];
        let pieces = random.usize(..40);
        let mut text = document(&mut random, pieces);
        if random.u8(..6) == 0 {
            text = text.replace('\n', "\r\n");
        }
        if random.u8(..10) == 0 {
            text.insert(0, '\u{FEFF}');
        }
        let expected = reference::records("a/b.md", &text, &Known::default(), &config);
        assert_eq!(found("a/b.md", &text, &config), expected, "round {round}, {config:?}\n{text}");
    }
}

/// M7, M13, ids, sizes and replay, on one document.
fn laws(text: &str, config: &MarkdownConfig) {
    let policy = MarkdownPolicy::new(config.clone()).unwrap();
    let document = Document::new("a.md", text);
    let chunks = policy.collect(document).unwrap().chunks;
    assert_eq!(chunks, policy.collect(document).unwrap().chunks, "determinism");

    let normalized = text.strip_prefix('\u{FEFF}').unwrap_or(text).replace("\r\n", "\n");
    let lines: Vec<&str> = normalized.split('\n').collect();
    let mut behind = None;
    for chunk in &chunks {
        let cited = lines[chunk.start_line - 1..chunk.end_line].join("\n");
        assert!(cited.contains(&*chunk.content), "lines {}: {}", chunk.start_line, chunk.end_line);
        let from_source = &text[chunk.source_start_byte..chunk.source_end_byte];
        assert_eq!(from_source.replace("\r\n", "\n"), chunk.content, "bytes");
        assert_eq!(policy.replay(document, chunk).unwrap(), chunk.body(), "replay");
        assert_eq!(ContentHash::of(chunk.body()), chunk.chunk_hash);
        assert!(!chunk.body().trim_ascii().is_empty() && !chunk.content.ends_with('\n'));
        assert_eq!(chunk.tokens, reference::tokens(&chunk.content));

        // Bodies are in order, and only white space stands between them.
        let body_end = normalized.len() - tail(text, chunk.source_end_byte).len();
        let body_start = body_end - chunk.body().len();
        let gap = &normalized[behind.unwrap_or(0)..body_start];
        let is_frontmatter = behind.is_none() && gap.starts_with("---");
        assert!(is_frontmatter || gap.trim().is_empty(), "lost: {gap:?}");
        behind = Some(body_end);
    }
    let rest = &normalized[behind.unwrap_or(0)..];
    assert!(behind.is_none() && rest.starts_with("---") || rest.trim().is_empty(), "lost: {rest:?}");
}

/// What of the normalized text stands behind a byte of the source.
fn tail(text: &str, source_byte: usize) -> String {
    text[source_byte..].replace("\r\n", "\n")
}

#[test]
fn nothing_is_lost_and_everything_can_be_cited() {
    let mut random = Rng::with_seed(seed(13));
    for round in 0..4_000 {
        let mut config = MarkdownConfig::default();
        config.allow_any_size = true;
        config.chunk_size = random.usize(1..40);
        config.chunk_overlap = [0, 10, 60][random.usize(..3)];
        let pieces = random.usize(..30);
        let mut text = document(&mut random, pieces);
        if round % 5 == 0 {
            // Markup in any order, for what no author would write.
            let marks: Vec<char> = "#-*>|`~ \n\n\n:[]()<!>=_\\1.\t\r^x".chars().collect();
            text = (0..pieces * 4).map(|_| marks[random.usize(..marks.len())]).collect();
        }
        if random.u8(..4) == 0 {
            text = text.replace('\n', "\r\n");
        }
        laws(&text, &config);
    }
}
