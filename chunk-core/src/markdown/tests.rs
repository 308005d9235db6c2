use super::*;
use crate::testkit::generate;
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
        check(&generate::nested(&mut random, &CONTAINERS, &LINES));
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
