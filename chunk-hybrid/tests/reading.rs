//! What a document is read as: blocks and entries.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, clippy::panic, missing_docs)]

use chunk_hybrid::{Block, BlockKind, Document, EVENT_BASED, HybridPolicy, Score, StrategyMetadata};
use std::iter;

/// The blocks of a text: what each is, and its bytes.
fn kinds(text: &str) -> Vec<(BlockKind, &str)> {
    let content = HybridPolicy::default().read(Document::new("a.md", text));
    content.blocks().iter().map(|block| (block.kind, &text[block.span()])).collect()
}

#[test]
fn blocks_tile_the_text_that_is_not_blank() {
    use BlockKind::*;
    let text = "# One\ntext\ngoes on\n\n- item\n  goes on\n  - nested\n\n  more\n\nafter\n```\n# code\n\n```\n\n| a |\n|---|\n";
    let expected = [
        (Heading(1), "# One"),
        (Paragraph, "text\ngoes on"),
        (Item, "- item\n  goes on"),
        (Item, "  - nested"),
        (Paragraph, "  more"),
        (Paragraph, "after"),
        (Code, "```\n# code\n\n```"),
        (Row, "| a |"),
        (Row, "|---|"),
    ];
    assert_eq!(kinds(text), expected);
}

#[test]
fn titles_without_hashes() {
    use BlockKind::*;
    let text = "Setext\n======\n\n**Plan**\n\nDo it.\n\nSteps:\n1. a\n";
    let found = kinds(text);
    let headings: Vec<_> = found.iter().filter(|(kind, _)| matches!(kind, Heading(_))).collect();
    assert_eq!(
        headings,
        [&(Heading(1), "Setext\n======"), &(Heading(7), "**Plan**"), &(Heading(7), "Steps:")]
    );
}

#[test]
fn a_name_for_a_heading_is_part_of_it() {
    use BlockKind::*;
    let text = "One.\n\n(pumps)=\n# Pumps\n\n.. _taps:\n\nTaps\n====\n";
    let expected =
        [(Paragraph, "One."), (Heading(1), "(pumps)=\n# Pumps"), (Heading(1), ".. _taps:\n\nTaps\n====")];
    assert_eq!(kinds(text), expected);
    let content = HybridPolicy::default().read(Document::new("a.md", text));
    assert_eq!(content.sections().iter().map(|own| &*own.name).collect::<Vec<_>>(), ["Pumps", "Taps"]);
}

#[test]
fn stamped_and_labelled_lines_begin_blocks() {
    let text = "10:00 start\n10:05 next\nAlice: hi\nBob: yes\nand more";
    let found: Vec<_> = kinds(text).into_iter().map(|(_, text)| text).collect();
    assert_eq!(found, ["10:00 start", "10:05 next", "Alice: hi", "Bob: yes\nand more"]);
}

#[test]
fn a_number_inside_a_paragraph_is_text() {
    assert_eq!(kinds("It was\n1999. Then came\n1. one\n2. two").len(), 3);
}

// What CommonMark takes for text, people read as items.
#[test]
fn items_by_their_own_form() {
    let text = "• one\n• two\n\na) first\nb) second\n\n2.1 deep\n\nii. Roman\n";
    assert!(kinds(text).iter().all(|(kind, _)| *kind == BlockKind::Item));
}

// H14: an open fence costs 0.350, and no heading 0.100.
#[test]
fn a_fence_is_open_until_it_is_closed() {
    let completeness = |text: &str| {
        let found = HybridPolicy::default().chunks("a.md", text).unwrap();
        found.chunks[0].completeness
    };
    for (text, expected) in [
        ("```\na\n", 550),
        ("````\na\n```\n", 550),
        ("```", 550),
        ("```\na\n```\n", 900),
        ("~~~ sh\na\n~~~~\n", 900),
    ] {
        assert_eq!(completeness(text), Some(Score::from_thousandths(expected)), "{text}");
    }
}

#[test]
fn words_are_runs_with_inner_apostrophes() {
    let long = "w".repeat(4_000);
    let twice = format!("{long}, {long}");
    let cases: [(&str, &[&str]); 3] = [
        ("Don't re-use 'x_1' — it’s 3.5°", &["Don't", "re", "use", "x", "1", "it’s", "3", "5"]),
        ("naïve 漢字 😀 z", &["naïve", "漢字", "z"]),
        (&twice, &[&long, &long]),
    ];
    for (text, expected) in cases {
        let content = HybridPolicy::default().read(Document::new("a.md", text));
        assert_eq!(content.words().map(|word| &text[word]).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn definitions_of_links_are_one_block_and_lines_of_logs_are_none() {
    use BlockKind::*;
    assert_eq!(kinds("[a]: b.md\n[c]: d.md\n"), [(Definition, "[a]: b.md\n[c]: d.md")]);
    assert_eq!(kinds("[app]: started.\n"), [(Paragraph, "[app]: started.")]);
}

/// Each entry as the number of entries around it and its first word.
fn tree(text: &str) -> Vec<String> {
    let content = HybridPolicy::default().read(Document::new("a.md", text));
    let blocks = content.blocks();
    let depth = |block: &Block| iter::successors(block.parent, |&at| blocks[at].parent).count();
    blocks.iter().map(|block| format!("{} {}", depth(block), &text[content.title(block)])).collect()
}

#[test]
fn entries_are_in_each_other() {
    let text = "# A\n\nB\n\n- C\n  - D\n\n    E\n- F\n\n## G\n\nH\n\n# I\n";
    assert_eq!(tree(text), ["0 A", "1 B", "1 C", "2 D", "3 E", "1 F", "1 G", "2 H", "0 I"]);
}

#[test]
fn what_is_in_an_item_says_so() {
    let text = "- [x] task\n\n  more\n  - nested\n\n      deep\n\nout\n\na) own\n";
    assert_eq!(tree(text), ["0 task", "1 more", "1 nested", "2 deep", "0 out", "0 own"]);
}

#[test]
fn what_follows_a_stamp_is_in_its_entry() {
    let text = "# Log\n\n10:00 Begun.\n\n- C\n\nD\n\n10:30 Done.\n\nE\n";
    assert_eq!(tree(text), ["0 Log", "1 10:00 Begun.", "2 C", "2 D", "1 10:30 Done.", "2 E"]);
}

#[test]
fn an_entry_ends_with_what_is_in_it() {
    let text = "# A\n\n- C\n  - D\n\n## G\n\nH\n";
    let content = HybridPolicy::default().read(Document::new("a.md", text));
    let spans: Vec<&str> = content.blocks().iter().map(|block| &text[content.entry(block)]).collect();
    assert_eq!(spans, [text.trim_ascii_end(), "- C\n  - D", "  - D", "## G\n\nH", "H"]);
}

/// The texts of one form in `forms.tsv`, and what is read in them.
fn forms(form: &str) -> Vec<(String, &'static str)> {
    let rows = include_str!("data/forms.tsv").lines();
    let rows = rows.filter_map(|row| row.strip_prefix(form)?.strip_prefix('\t'));
    rows.map(|row| row.split_once('\t').unwrap_or((row, "")))
        .map(|(text, read)| (text.replace("\\n", "\n"), read))
        .collect()
}

/// The kind of a text's first block, and its title: what is after mark, stamp and label.
fn first(text: &str) -> (BlockKind, String) {
    let content = HybridPolicy::default().read(Document::new("a.md", text));
    let first = &content.blocks()[0];
    (first.kind, content.text()[content.title(first)].to_owned())
}

#[test]
fn lines_are_items_by_their_marks() {
    for (text, expected) in forms("item") {
        let (kind, title) = first(&text);
        assert_eq!(if kind == BlockKind::Item { &title } else { "-" }, expected, "{text}");
    }
}

#[test]
fn definitions_name_a_target() {
    for (text, expected) in forms("definition") {
        assert_eq!((first(&text).0 == BlockKind::Definition).to_string(), expected, "{text}");
    }
}

#[test]
fn titles_name_something() {
    for (text, expected) in forms("title") {
        let is_title = first(&format!("{text}\n\nText.\n")).0 == BlockKind::Heading(7);
        assert_eq!(is_title.to_string(), expected, "{text}");
    }
}

#[test]
fn marks_close_what_they_open() {
    for (title, expected) in forms("heading") {
        let text = format!("# {title}\n");
        let content = HybridPolicy::default().read(Document::new("a.md", &text));
        assert_eq!(&text[content.sections()[0].title.clone()], expected, "{title}");
    }
}

#[test]
fn labels_are_before_a_text() {
    for (text, expected) in forms("label") {
        let title = first(&text).1;
        assert_eq!(if title == text { "-" } else { &title }, expected, "{text}");
    }
}

/// A time of day without a day is one of 1970. Expected values from `date -u -d '…' +%s`.
#[test]
fn times_of_all_forms() {
    let policy = HybridPolicy::default();
    for (text, expected) in forms("time") {
        let mut document = Document::new("a.md", &text);
        document.modified_at_ms = Some(1_714_521_600_000);
        let content = policy.read(document);
        let of_day = policy.analyze(&content).stamps().next().map(|(_, ms)| ms);
        let chunks = policy.chunk_with_strategy(&document, EVENT_BASED).unwrap().chunks;
        let StrategyMetadata::Episodic(event) = &chunks[0].strategy_metadata else { panic!("{text}") };
        let found = of_day.or(event.timestamp).map_or("-".to_owned(), |ms| ms.to_string());
        assert_eq!(found, expected, "{text}");
    }
}

/// After midnight it is the next day.
#[test]
fn a_time_of_day_has_the_day_it_is_under() {
    const DAY: i64 = 86_400_000;
    let policy = HybridPolicy::default();
    let content = policy.read(Document::new("a.md", "00:01 A.\n\n# 1970-01-02\n\n23:00 B.\n00:01 C.\n"));
    let times: Vec<i64> = policy.analyze(&content).stamps().map(|(_, ms)| ms).collect();
    assert_eq!(times, [60_000, DAY + 82_800_000, 2 * DAY + 60_000]);
}

#[test]
fn front_matter_is_read_and_left_out() {
    let text = "\u{FEFF}---\r\ntask_id: T-1\r\n---\r\n# A\r\n";
    let content = HybridPolicy::default().read(Document::new("a/log.md", text));
    assert_eq!((content.field("taskId"), &content.text()[content.body()]), (Some("T-1"), "# A\n"));
}
