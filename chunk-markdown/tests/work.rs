//! Work is linear: chunking tokenizes a text once, asks for a bounded number of range counts a unit and a chunk, and twice
//! the text is twice the work.
// Holds: P4, P5

#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use chunk_markdown::{MarkdownConfig, MarkdownPolicy, Packing};
use chunk_testkit::{Counting, generate::hostile};

const OVERLAP: usize = 100;

/// How many range counts `text` takes, and how many chunks it gives.
fn work(name: &str, text: &str, packing: Packing) -> (usize, usize) {
    let config = MarkdownConfig::default().with_chunk_overlap(OVERLAP).with_packing(packing);
    let policy = MarkdownPolicy::with_counter(config, Counting::default()).unwrap();
    let chunks = policy.chunks("a.md", text).unwrap().chunks.len();
    let normalized = text.len() - text.matches("\r\n").count();
    assert_eq!(policy.counter().tokenized_bytes(), normalized, "{name}");
    (policy.counter().range_counts(), chunks)
}

/// What is repeated up to a length, and what grows line by line.
fn texts(length: usize) -> Vec<(String, String)> {
    let repeated = [
        "# a\n",
        "# a\n\nb\n\n",
        "a\n===\n",
        "a\n\n",
        "a. ",
        "a\n",
        "- a\n",
        "1. a\n\n",
        "> a\n",
        "> ",
        "- ",
        "[",
        "](",
        "[a]: b\n",
        "[^a]: b\n\n",
        "```\n",
        "```\na\n```\n",
        "~~~\n",
        "    a\n",
        "<b>\n\n",
        "<!--\n",
        "---\n",
        "| a |\n",
        "| a |\n|---|\n| b |\n\n",
        "—。",
        "word ",
    ];
    let mut texts: Vec<(String, String)> =
        repeated.iter().map(|unit| (format!("{unit:?}"), unit.repeat(length / unit.len() + 1))).collect();
    let long_sentence = "字".repeat(150) + "。";
    texts.push(("long sentences".into(), long_sentence.repeat(length / long_sentence.len() + 1)));
    let mut growing = |name: &str, line: &dyn Fn(usize) -> String| {
        let mut text = String::new();
        for number in 3.. {
            text.push_str(&line(number));
            if text.len() > length {
                break;
            }
        }
        texts.push((name.to_owned(), text));
    };
    growing("growing fences", &|number| "`".repeat(number) + "\n");
    growing("changing fences", &|number| "`".repeat(3 + number * 7 % 97) + "\na\n\n");
    growing("growing quotes", &|number| ">".repeat(number) + " a\n");
    growing("nested lists", &|number| " ".repeat(number) + "- a\n");
    let header = format!("| {}|\n|---|\n", "h ".repeat(length / 4));
    texts.push(("a long table header".into(), header + &"| word |\n".repeat(length / 18)));
    texts.push((
        "a long heading".into(),
        format!("# {}\n\n", "h ".repeat(length / 4)) + &"a\n\n".repeat(length / 6),
    ));
    texts.extend(hostile(length).into_iter().map(|(name, text)| (name.to_owned(), text)));
    texts
}

#[test]
fn range_counts_are_bounded_by_units_and_chunks() {
    for packing in [Packing::Strict, Packing::Sections] {
        for (name, text) in texts(60_000) {
            let (asked, chunks) = work(&name, &text, packing);
            let lines = text.lines().count();
            let sentences = text.matches(['.', '。', '!', '?']).count();
            let bound = 10 + 4 * lines + 2 * sentences + chunks * (10 + 4 * OVERLAP);
            assert!(asked <= bound, "{name}, {packing:?}: {asked} range counts, above {bound}");
        }
    }
}

#[test]
fn twice_the_text_is_twice_the_work() {
    for ((name, text), (_, twice)) in texts(40_000).into_iter().zip(texts(80_000)) {
        let (once, _) = work(&name, &text, Packing::Strict);
        let (asked, _) = work(&name, &twice, Packing::Strict);
        assert!(asked <= 2 * once + once / 5 + 500, "{name}: {once} range counts, then {asked}");
    }
}

/// The output too, but for the overlaps: what a heading or a table says is not repeated at any length (C1).
#[test]
fn twice_the_text_is_twice_the_output() {
    for name in ["a long table header", "a long heading"] {
        let sizes = [100_000, 200_000].map(|length| {
            let texts = texts(length);
            let text = &texts.iter().find(|(found, _)| found == name).unwrap().1;
            let chunks = MarkdownPolicy::default().chunks("a.md", text).unwrap();
            let codes: Vec<_> = chunks.warnings.iter().map(|warning| warning.code).collect();
            assert_eq!(codes.iter().filter(|code| **code == "long-metadata").count(), 1, "{name}: {codes:?}");
            chunks.into_iter().map(|chunk| serde_json::to_string(&chunk).unwrap().len()).sum::<usize>()
        });
        assert!(sizes[1] <= 2 * sizes[0] + sizes[0] / 5 && sizes[0] < 600_000, "{name}: {sizes:?}");
    }
}
