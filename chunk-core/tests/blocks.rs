//! The blocks of Markdown: which there are, and what the documentation of `blocks` says of their ranges.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    missing_docs
)]

use chunk_core::markdown::{Block, BlockKind, blocks, children, top_level};
use rstest::rstest;

/// The blocks of a text, a line each: indented by depth, the kind, and the text from its own start to its end.
fn outline(text: &str) -> Vec<String> {
    let name = |kind: &BlockKind| match kind {
        BlockKind::Heading { level, title } => format!("h{level} {title:?}"),
        kind => format!("{kind:?}").split(' ').next().unwrap_or_default().to_ascii_lowercase(),
    };
    let line = |block: Block| {
        let own = text[block.start..block.lines.end].replace('\n', "|");
        format!("{}{} {own}", "  ".repeat(block.depth), name(&block.kind))
    };
    blocks(text, 0).into_iter().map(line).collect()
}

#[rstest]
#[case::headings("# A `b` &amp; ![c](d)\n\nE\nf\n===\n", &[r#"h1 "A b & c" # A `b` &amp; ![c](d)"#, r#"h1 "E f" E|f|==="#])]
#[case::tight_items("- a\n  b\n- [x] c\n", &["list - a|  b|- [x] c", "  item - a|  b", "    paragraph a|  b", "  item - [x] c", "    paragraph c"])]
#[case::escaped_items("- \\*a\n- \\\\\n- \\\n  b\n", &["list - \\*a|- \\\\|- \\|  b", "  item - \\*a", "    paragraph \\*a", "  item - \\\\", "    paragraph \\\\", "  item - \\|  b", "    paragraph \\|  b"])]
#[case::loose_items("1. a\n\n   b\n", &["list 1. a||   b", "  item 1. a||   b", "    paragraph a", "    paragraph b"])]
#[case::collapsed_reference("* a b\n  [c][]\n\n[c]: /u\n", &["list * a b|  [c][]", "  item * a b|  [c][]", "    paragraph a b|  [c][]", "definitions [c]: /u"])]
#[case::list_behind_a_tab("a\n\n\t\n - b\n", &["paragraph a", "list - b", "  item - b", "    paragraph b"])]
#[case::definitions("[a]: /a\n[b]: /b\n\n[c]: /c\n# D\n", &["definitions [a]: /a|[b]: /b", "definitions [c]: /c", r#"h1 "D" # D"#])]
#[case::footnote_in_a_footnote("[^a]: x\n    [^b]: y\n    z\n", &["footnote [^a]: x", "  paragraph x", "footnote [^b]: y|    z", "  paragraph y|    z"])]
#[case::footnotes_on_one_line("[^a]: [^b]: y\n", &["footnote [^b]: y", "  paragraph y"])]
#[case::lone_cr("a\r# b\n", &["paragraph a\r# b"])]
#[case::formula("$$\na\n=\nb\n- c\n$$\n", &["paragraph $$|a|=|b|- c|$$"])]
#[case::formula_in_a_title("$$\na\n=\n$$\nb\n===\n", &[r#"h1 "$$ a = $$ b" $$|a|=|$$|b|==="#])]
#[case::no_formula("$$\na\n=\n\n- c\n", &[r#"h1 "$$ a" $$|a|="#, "list - c", "  item - c", "    paragraph c"])]
#[case::formula_in_code("```\n$$\n```\n- a\n$$\n", &["code ```|$$|```", "list - a|$$", "  item - a|$$", "    paragraph a|$$"])]
#[case::others("> a\n***\n<p>\n\n    b\n\n|c|\n|-|\n|d|\n", &["quote > a", "  paragraph a", "rule ***", "html <p>", "code b", "table |c|||-|||d|"])]
fn is_read(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(outline(text), expected);
}

#[test]
fn front_matter_is_passed_over() {
    let text = "---\na: 1\n---\n# B\n";
    let start = text.find('#').unwrap_or_default();
    let found = blocks(text, start);
    assert_eq!((found.len(), &found[0].lines), (1, &(start..start + 3)));
}

/// What the documentation of [`blocks`] says of ranges, over texts of random lines.
#[test]
fn blocks_are_nested_in_order_and_leave_no_line_out() {
    const LINES: [&str; 24] = [
        "a",
        "b.",
        "",
        "",
        "  ",
        "\t",
        "# h",
        "===",
        "---",
        "- i",
        "  - j",
        "1. k",
        "> q",
        "> - r",
        "```",
        "~~~",
        "    c",
        "\td",
        "|x|y|",
        "|-|-|",
        "[^f]: g",
        "    [^m]: [^n]: o",
        "[l]: /u",
        "<div>",
    ];
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..4_000 {
        let text: String =
            (0..random.usize(1..14)).map(|_| LINES[random.usize(0..LINES.len())].to_owned() + "\n").collect();
        check(&text);
    }
    const CONTAINERS: [(&str, &str); 4] = [("> ", "> "), ("- ", "  "), ("1.\t", "\t"), ("[^a]: ", "    ")];
    for _ in 0..1_000 {
        check(&nested(&mut random, &CONTAINERS, &LINES));
    }
}

fn check(text: &str) {
    let blocks = blocks(text, 0);
    for (index, block) in blocks.iter().enumerate() {
        assert!(
            text[block.lines.clone()].lines().last().is_some_and(|line| !line.trim_ascii().is_empty()),
            "{text:?} {block:?}"
        );
        assert!(block.lines.start <= block.start && block.start < block.lines.end, "{text:?} {block:?}");
        let mut from = block.lines.start;
        for child in children(&blocks, index) {
            let child = &blocks[child];
            assert_eq!(child.depth, block.depth + 1);
            assert!(
                child.lines.start >= from && child.lines.end <= block.lines.end,
                "{text:?} {block:?} {child:?}"
            );
            from = child.lines.end;
        }
    }
    let mut rest = text.to_owned().into_bytes();
    let mut from = 0;
    for index in top_level(&blocks) {
        assert!(blocks[index].lines.start >= from, "{text:?}");
        from = blocks[index].lines.end;
        rest[blocks[index].lines.clone()].fill(b' ');
    }
    assert!(rest.trim_ascii().is_empty(), "{text:?}");
}

/// Markdown of nested quotes, list items and footnotes. Each line continues the containers that are open, or only some of them, may
/// open more, and ends with one of `lines`. For each container, `containers` has the marker that opens it and the prefix of a line that
/// continues it.
fn nested(random: &mut fastrand::Rng, containers: &[(&str, &str)], lines: &[&str]) -> String {
    const DEEPEST: usize = 5;
    let mut text = String::new();
    let mut open: Vec<&str> = Vec::new();
    for _ in 0..random.usize(..40) {
        if random.usize(..6) == 0 {
            open.truncate(random.usize(..=open.len()));
        }
        let shown = if random.usize(..9) == 0 { random.usize(..=open.len()) } else { open.len() };
        text.extend(open.iter().take(shown).copied());
        while random.usize(..5) == 0 && open.len() < DEEPEST {
            let (marker, inside) = containers[random.usize(..containers.len())];
            text.push_str(marker);
            open.push(inside);
        }
        text.push_str(lines[random.usize(..lines.len())]);
        text.push('\n');
    }
    text
}

/// How many quotes, items and footnotes are around the last block.
fn depth(text: &str) -> usize {
    let blocks = blocks(text, 0);
    let last = blocks.len() - 1;
    let is_around = |index: &usize| (*index..blocks[*index].next).contains(&last);
    let counts =
        |kind: &BlockKind| matches!(kind, BlockKind::Quote | BlockKind::Item { .. } | BlockKind::Footnote);
    (0..last).filter(is_around).filter(|&index| counts(&blocks[index].kind)).count()
}

#[rstest]
#[case::quotes(">")]
#[case::bullets("- ")]
#[case::tabs("*\t")]
#[case::numbers("12) ")]
#[case::mixed("> + 1. ")]
fn a_hundred_markers_count(#[case] unit: &str) {
    let markers: Vec<&str> = unit.split_inclusive(' ').collect();
    let line = |count| markers.iter().cycle().take(count).copied().collect::<String>() + "text\n";
    assert_eq!([99, 100, 101, 200].map(|count| depth(&line(count))), [99, 100, 100, 100]);
}

#[test]
fn markers_of_footnotes_count() {
    let line = |count: usize| format!("{}- text\n", "[^a]: ".repeat(count));
    assert_eq!([99, 100].map(|count| depth(&line(count))), [2, 1]);
}

#[test]
fn a_marker_behind_five_hundred_blanks_counts() {
    let list = |items: usize| (0..items).map(|item| "  ".repeat(item) + "- a\n").collect::<String>();
    assert_eq!([250, 251, 252, 300].map(|items| depth(&list(items))), [250, 251, 251, 251]);
}

#[rstest]
#[case::stars("* ")]
#[case::hyphens("- ")]
fn a_long_thematic_break_is_one(#[case] unit: &str) {
    assert_eq!(outline(&unit.repeat(1_000)), [format!("rule {}", unit.repeat(1_000))]);
}

/// Whatever the number of columns, a table is a table, and others are none.
#[rstest]
#[case::no_pipe_at_the_ends("a|b|c|d|e\n-|-|-|-|-\n", "table")]
#[case::in_a_quote("> |a|b|c|d\n> |-|:-|-:|-\n", "quote table")]
#[case::after_a_marker("- |a|b|c|\n  |-|-|-|", "list item table")]
#[case::ends_that_differ("|a|b|c|d|e|\n-|-|-|-|-\n", "table")]
#[case::escaped("a|\\||b|c|d\n-|-|-|-|-\n", "table")]
#[case::three_pipes("|a|b|\n|-|-|\n", "table")]
#[case::no_delimiter_row("|a|b|c|d|\n|-|-|x|-|\n", "paragraph")]
#[case::an_empty_column("|a|b|c|d|\n|-|-||-|\n", "paragraph")]
#[case::a_column_more("|a|b|c|d|e|\n|-|-|-|-|\n", "paragraph")]
#[case::a_line_between("|a|b|c|d|\n\n|-|-|-|-|\n", "paragraph paragraph")]
#[case::a_heading("> - ## a|b|c|d\n-|-|-|-\n", "quote list item h2 paragraph")]
fn tables_of_many_columns(#[case] text: &str, #[case] kinds: &str) {
    let found: Vec<_> = outline(text)
        .iter()
        .map(|line| line.trim_ascii_start().split(' ').next().unwrap().to_owned())
        .collect();
    assert_eq!(found.join(" "), kinds);
}
