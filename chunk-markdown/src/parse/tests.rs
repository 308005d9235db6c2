use super::*;
use crate::tree::{Block, Siblings};
use chunk_core::testkit::generate;
use fastrand::Rng;

fn titles(blocks: &Blocks) -> Vec<&str> {
    blocks.tree.top_level().filter_map(Block::heading).map(|heading| heading.title).collect()
}

/// Blocks and those inside them as text, without whether headings refer elsewhere.
fn show(blocks: Siblings<'_>) -> String {
    blocks.fold(String::new(), |shown, block| {
        let heading = block.heading().map(|heading| (heading.level, heading.title));
        let inside = show(block.children());
        format!("{shown}{:?} {:?} {heading:?} {{{inside}}} ", block.kind, block.lines)
    })
}

/// The blocks of a text that the parser sees whole and unchanged.
fn parse_as_it_is(text: &Text<'_>) -> Blocks {
    let mut builder = Builder::new(text);
    for (event, range) in Parser::new_ext(&text.markdown(), OPTIONS).into_offset_iter() {
        builder.take(event, range.start + text.start..range.end + text.start);
    }
    builder.finish()
}

fn same_in_all_windows(markdown: &str) {
    let text = Text::new(markdown);
    let whole = parse_as_it_is(&text);
    for window in [1, 10, 100, usize::MAX] {
        same(&parse_in_windows(&text, window), &whole, &format!("{window}: {markdown}"));
    }
}

fn same(parts: &Blocks, whole: &Blocks, of: &str) {
    assert_eq!(show(parts.tree.top_level()), show(whole.tree.top_level()), "{of}");
    assert_eq!((&parts.code, &parts.tables), (&whole.code, &whole.tables), "{of}");
    assert_eq!(parts.sentences, whole.sentences, "{of}");
}

// Else a paragraph of many windows takes quadratic time.
#[test]
fn sentences_are_not_sought_in_a_paragraph_that_is_read_again() {
    let text = Text::new("Go on. Stop.\nWait.\n");
    let sought = |end: usize| {
        let mut builder = Builder::new(&text);
        builder.begin_window(0..end, None);
        for (event, range) in Parser::new_ext(&text.text[..end], OPTIONS).into_offset_iter() {
            builder.take(event, range);
        }
        builder.finish().sentences
    };
    assert_eq!([sought("Go on. Stop.\n".len()), sought(text.text.len())], [vec![], vec![7, 13]]);
}

#[test]
fn windows_change_nothing() {
    let mut random = Rng::with_seed(21);
    for _ in 0..1_500 {
        let pieces = random.usize(..40);
        same_in_all_windows(&document::scraps(&mut random, pieces));
        same_in_all_windows(&document::noise(&mut random, pieces * 4));
    }
    same_in_all_windows(&document::handbook(&mut random, 20_000));
}

/// Of a block that fills windows the parser does not see all, whatever its kind, what it is in and how it ends.
#[test]
fn blocks_longer_than_windows() {
    const BEFORE: [&str; 6] = ["", "", "# a\n", "text\n\n", "[a]: /u\n", "[a]:\n"];
    const CONTAINERS: [&str; 7] = ["", "", "> ", "  ", "> > ", "   ", ">     "];
    const FIRST: [&str; 20] = [
        "a",
        "a",
        "```",
        "~~~ x",
        "<div>",
        "<pre>",
        "<!--",
        "| a |",
        "    a",
        "- a",
        "1. a",
        "[b]: /u 'c",
        "'d",
        "[b",
        "[^n]: a",
        "(e",
        "- [b]: /u",
        "- ```",
        "-     a",
        "> a",
    ];
    const LINES: [&str; 24] = [
        "a",
        "b c. D e.",
        "    d",
        "| b |",
        "|-|",
        "> f",
        ">",
        "  - g",
        "'",
        "\"",
        ")",
        "h'",
        "]: /u",
        "#x",
        "<b>",
        "\\",
        "`",
        "*i",
        "[^n]",
        "j | k",
        "|-|-|",
        ":-",
        "  j  ",
        "",
    ];
    const LAST: [&str; 10] = ["", "\n", "===", "---", "|-|", "```", "# k", "</pre>", "-->", "- l"];
    let mut random = Rng::with_seed(3);
    for _ in 0..20_000 {
        let mut any = |of: &[&'static str]| of[random.usize(..of.len())];
        let mut text = any(&BEFORE).to_owned();
        let container = any(&CONTAINERS);
        let usual: Vec<&str> = (0..2).map(|_| any(&LINES)).collect();
        let (first, second) = (any(&FIRST), any(&LINES));
        text.extend([any(&["", "- ", "> "]), first, "\n", container, second, "\n"]);
        for number in 0..40 {
            let line = if number % 13 == 12 { any(&LINES) } else { any(&usual) };
            text.extend([if number % 9 == 8 { any(&CONTAINERS) } else { container }, line, "\n"]);
        }
        text.extend([any(&CONTAINERS), any(&LAST), "\n", any(&LINES), "\n\n", any(&FIRST), "\n"]);
        same_in_all_windows(&text);
    }
}

/// What opens a quote, an item or a footnote, and what its later lines begin with.
const CONTAINERS: [(&str, &str); 18] = [
    ("> ", "> "),
    ("> ", "> "),
    (">", ">"),
    (" >  ", " >  "),
    ("- ", "  "),
    ("- ", "  "),
    ("-   ", "    "),
    ("  * ", "    "),
    ("+\t", "\t"),
    ("+\t", "    "),
    ("1. ", "   "),
    ("12)  ", "     "),
    ("-     ", "  "),
    ("2. ", "   "),
    ("[^a]: ", "    "),
    ("[^b]:\t", "    "),
    ("- [ ] r ", "        "),
    (">\t", ">\t"),
];

/// Quotes, items and footnotes inside each other, longer than windows, and of blocks of all kinds.
#[test]
fn windows_inside_blocks() {
    const LINES: [&str; 34] = [
        "",
        "",
        "",
        "",
        "a",
        "b c. D e.",
        "# f",
        "#",
        "===",
        "---",
        "***",
        "    g",
        "\th",
        "~~~",
        "```",
        "<div>",
        "<!--",
        "-->",
        "| i |",
        "|-|",
        "[j]: /u",
        "[k]:",
        "/u",
        "'l",
        "m'",
        "[n",
        "]: /u",
        "[^n] o",
        "-",
        "-  ",
        ">",
        "1.",
        "p\\",
        "\rq",
    ];
    let mut random = Rng::with_seed(41);
    for _ in 0..10_000 {
        let mut text = generate::nested(&mut random, &CONTAINERS, &LINES);
        text.push_str("\n# [j] [k]\n");
        same_in_all_windows(&text);
    }
}

/// Where no blank line stands between them, whatever they are in, and finished or not.
#[test]
fn a_window_may_start_at_a_definition() {
    let lines = [&generate::OPEN_DEFINITIONS[..], &["# [1] [8]", "[^n]: x"]].concat();
    let mut random = Rng::with_seed(31);
    for _ in 0..6_000 {
        let few: Vec<&str> = (0..random.usize(1..8)).map(|_| lines[random.usize(..lines.len())]).collect();
        let lines: Vec<&str> = (0..random.usize(1..30)).map(|_| few[random.usize(..few.len())]).collect();
        same_in_all_windows(&lines.join("\n"));
    }
}

#[test]
fn headings_refer_to_definitions_of_other_windows() {
    let text = "# [a] of [b][A], [c] and [^n]\n\nText.\n\n[^m] [x]\n===\n\n> [a]: /u\n\n[^n]: Note.\n";
    same_in_all_windows(text);
    let text = Text::new(text);
    assert_eq!(titles(&parse_in_windows(&text, 1)), ["a of b, [c] and ", "[^m] [x]"]);
    same_in_all_windows("[a]: /u\n- b [^1]\n===\n\nText.\n");
}

/// Wherever the title ends, if it does: in the letters that stand for lines, behind them, or with text behind it.
#[test]
fn lines_of_a_title_are_left_out() {
    const FIRST: [&str; 8] = [
        "[a]: b 'c",
        "[a]: b\n'c",
        "[a]: <b c>\n(d",
        "[a\nb\nc\nd]:\ne\n\"f",
        "'c",
        "[a]: b c",
        "[a\nb\nc] d",
        "[a]: b 'c' d",
    ];
    const LINES: [&str; 11] = ["d", "d", "d", "e \\' f", "'", "\"", ")", "(g", "]: h", "' i", "==="];
    const LAST: [&str; 6] = ["'", "\"", ")", "]: u", "", "==="];
    let mut random = Rng::with_seed(7);
    for _ in 0..6_000 {
        let mut any = |of: &[&'static str]| of[random.usize(..of.len())];
        let (first, usual, seldom, last) = (any(&FIRST), any(&LINES), any(&LINES), any(&LAST));
        let container = any(&["", "", "> ", "- "]);
        let seldom = if any(&["", "x"]).is_empty() { usual } else { seldom };
        let lines = [first, &format!("{usual}\n").repeat(15), seldom, &format!("\n{usual}").repeat(15), last];
        let text = format!("{}\n[a]: j\n\n# [a]", lines.join("\n"));
        let inside = match container {
            "- " => "  ",
            "> " => any(&["> ", "> ", ""]),
            _ => "",
        };
        same_in_all_windows(&format!("{container}{}", text.replace('\n', &format!("\n{inside}"))));
    }
}

/// Wherever they stand, and headings elsewhere refer to them.
#[test]
fn a_window_may_start_at_a_definition_inside_blocks() {
    for (first, inside) in
        [("> ", "> "), ("- ", "  "), ("> - a\n>\n>   ", ">   "), ("[^n]: a\n\n    ", "    ")]
    {
        let numbered = |number| format!("{}[{number}]: x\n", if number == 0 { first } else { inside });
        let definitions: String = (0..40).map(numbered).collect();
        for rest in [
            "",
            "[20]: y\n[50]: x\n",
            "        [50]: x\n",
            "a\n[50]: x\n",
            "\n    [50]: x 'a\n",
            "\n- [0]: a\n- [0]: b\n",
        ] {
            same_in_all_windows(&format!("# [7] [a]\n\n{definitions}{rest}\n# [20] and [50]\n"));
            same_in_all_windows(&format!("{definitions}{inside}{rest}\n# [20] and [50]\n"));
        }
    }
    let lines =
        [&generate::OPEN_DEFINITIONS[..], &["", "", "# [1] [8]", "[^n]: x", "<b>", "```", "-"]].concat();
    let mut random = Rng::with_seed(43);
    for _ in 0..10_000 {
        let few: Vec<&str> = (0..random.usize(1..12)).map(|_| lines[random.usize(..lines.len())]).collect();
        same_in_all_windows(&(generate::nested(&mut random, &CONTAINERS, &few) + "\n# [1] [9] [10]\n"));
    }
}

/// As in GFM. The parser by itself ends a table where 2^18 cells are missing, and takes what follows for a part of it.
#[test]
fn rows_lack_as_many_cells_as_they_like() {
    let head = format!("{}\n{}\n", "|a".repeat(600), "|-".repeat(600));
    let [full, escaped] = ["|b", "\\|"].map(|cell| cell.repeat(600) + "\n");
    for row in ["|b\n", "b\n", "=b\n", &escaped] {
        let table = head.clone() + &full.repeat(9) + &row.repeat(600);
        let text = format!("{table}\n# c\n");
        for window in [1, 1_000, usize::MAX] {
            let blocks = parse_in_windows(&Text::new(&text), window);
            let lines: Vec<_> =
                blocks.tree.top_level().map(|block| (block.kind, block.lines.range())).collect();
            let heading = table.len() + 1..text.len() - 1;
            assert_eq!(lines, [(Kind::Table, 0..table.len() - 1), (Kind::Heading, heading)], "{row}");
        }
    }
}

/// And of what only looks like one, such as a heading.
#[test]
fn the_parser_sees_few_columns_of_a_table() {
    const HEADS: [&str; 7] =
        ["|a|b|c|d|", "a|b|c|d|e", "| a\\|b | *c* | [d] |", "`a`|b|c|d|e|", "# a|b|c|d|e", "a", "|-|-|-|-|"];
    const DELIMITERS: [&str; 6] =
        ["|-|-|-|-|", "-|-|:-|-:|-", "| - | - | -", "-|---|-|-|", "---", "|-|-|-|-|-|"];
    const LINES: [&str; 8] = ["|f", "f", "=f", "===", "|f|g|h|i|j|", "", "# k", "    l"];
    let mut random = Rng::with_seed(17);
    for _ in 0..6_000 {
        let mut any = |of: &[&'static str]| of[random.usize(..of.len())];
        let (before, first) =
            (any(&["", "", "m\n", "# m\n", "[m]: n\n", "<!--\n"]), any(&["", "", "> ", "- "]));
        let inside = match first {
            "- " => "  ",
            "> " => any(&["> ", "> ", ""]),
            _ => any(&["", "", "    "]),
        };
        let mut text = before.to_owned();
        text.extend([first, any(&HEADS), "\n", inside, any(&DELIMITERS), "\n"]);
        (0..6).for_each(|_| text.extend([inside, any(&LINES), "\n"]));
        text.extend([inside, any(&HEADS), "\n", inside, any(&DELIMITERS), "\n", any(&LINES), "\n"]);
        same_in_all_windows(&text);
    }
}

/// Or a million headings without a blank line between them would be one window.
#[test]
fn a_window_may_start_behind_a_heading_a_rule_a_fence_and_a_table_and_at_a_table() {
    let before = ["# a", "a\n=", "---", "~~~\nb\n~~~", "| a |\n|---|"];
    for before in [&before[..], &["a", "- a", "[a]:", "[a", "[a]: /u 'd"]].concat() {
        let lines = ["c\n=", "c", "[c]: /u\nd", "    c\n-", "[c]: /u", "| c |\n|---|"];
        let tables = ["    | c |\n    |-|", "| c |\n|-|\ne'", "| c |\n|-|\n]: e"];
        for line in [&lines[..], &tables].concat() {
            same_in_all_windows(&format!("{before}\n{line}\n{before}\n{line}\n\n- c\n"));
        }
    }
}

/// Below a definition, a line that would begin another block may continue its paragraph.
#[test]
fn no_window_starts_behind_a_definition() {
    for line in ["    code", "2. b", "<b>", "| a |\n|---|", "    a\n==="] {
        same_in_all_windows(&format!("Text.\n\n[a]: /u\n{line}\n\n- c\n- d\n"));
    }
}

/// Wherever the second half is said to start: at a block or not, in a quote, in code, in the frontmatter.
#[test]
fn halves_change_nothing() {
    let mut random = Rng::with_seed(7);
    let mut parted = 0;
    for _ in 0..1_500 {
        let pieces = random.usize(1..40);
        for markdown in [document::scraps(&mut random, pieces), document::noise(&mut random, pieces * 4)] {
            let text = Text::new(&markdown);
            let whole = parse_as_it_is(&text);
            let lines: Vec<usize> = text.lines_in(text.start..markdown.len()).chain([0]).collect();
            for window in [1, 10, 100, usize::MAX] {
                let middle = lines[random.usize(..lines.len())];
                let halves = halves::parse_in_halves(&text, middle, window);
                same(&halves, &whole, &format!("{middle}, {window}: {markdown}"));
                let first = 0..middle.saturating_sub(text.start);
                let part = parse_part(&text, &text.markdown(), first.clone(), window);
                parted += usize::from(part.end == first.end);
            }
        }
    }
    assert!(parted > 1_000, "{parted}");
}
