//! The hostile patterns.

use super::pattern::{Pattern, document, halves, headed, log, log_line, numbered, text};

pub static ALL: &[Pattern] = &[
    // Characters.
    text("one-letter", "a"),
    text("digits", "7"),
    text("spaces", " "),
    text("tabs", "\t"),
    text("line-ends", "\n"),
    text("crlf", "\r\n"),
    text("lone-cr", "\r"),
    text("nul", "\0"),
    text("cjk-stops", "。"),
    text("signs-and-cjk-stops", "★。"),
    text("emoji", "😀"),
    text("combining", "e\u{301}"),
    text("combining-only", "\u{301}"),
    text("ideographic-space", "\u{3000}"),
    text("thai", "ภาษาไทย"),
    text("byte-order-marks", "\u{FEFF}"),
    // Punctuation.
    text("full-stops", "."),
    text("question-marks", "?"),
    text("quotes", "\""),
    text("closing-quotes", "a.” "),
    text("contractions", "it's "),
    text("backslashes", "\\"),
    text("escaped-brackets", "\\["),
    text("urls", "https://a.b/c?d=e&f "),
    text("abbreviations", "e.g. Dr. U.S. "),
    text("numbered-items-in-text", "1. a 2. b "),
    // Words.
    text("words", "word "),
    text("one-long-word", "antidisestablishmentarianism"),
    text("short-lines", "a\n"),
    text("short-paragraphs", "a\n\n"),
    text("sentences", "This is a sentence. "),
    text("trailing-spaces", "a   \n"),
    text("blank-lines-with-spaces", "  \n"),
    numbered("numbered-words", |number| format!("w{number} ")),
    // The stem of "buy" is "bui": words whose stems differ from them.
    numbered("different-stems", |number| format!("{}y ", letters(number))),
    numbered("growing-words", |number| "x".repeat(number % 700) + " "),
    numbered("growing-lines", |number| "word ".repeat(number % 500) + "\n"),
    // Markdown: blocks.
    text("headings", "# a\n"),
    text("heading-signs", "#"),
    text("empty-headings", "#\n"),
    text("deep-headings", "# a\n## b\n### c\n#### d\n##### e\n###### f\n"),
    text("headings-with-text", "## a\n\nb\n\n"),
    headed("one-long-heading-and-sections", "# ", "word"),
    text("thematic-breaks", "---\n"),
    text("quote-signs", ">"),
    text("quote-signs-spaced", "> "),
    text("lazy-quotes", "> a\nb\n"),
    numbered("growing-quotes", |number| ">".repeat(number % 500 + 1) + " a\n"),
    text("bullets", "- a\n"),
    text("bullet-signs", "- "),
    text("numbers", "1. a\n"),
    text("loose-lists", "- a\n\n"),
    text("task-lists", "- [ ] a\n"),
    numbered("nested-lists", |number| " ".repeat(2 * (number % 200)) + "- a\n"),
    headed("blocks-in-a-quote-in-an-item", "- a\n\n  > b\n  >\n", "  > - c\n  >\n  >   d\n  >\n"),
    numbered("steps-that-wait", |number| format!("{number}. Do it after step {}.\n", number + 1)),
    numbered("list-of-growing-indent", |number| " ".repeat(number % 1_000) + "- a\n"),
    text("fences", "```\n"),
    text("closed-fences", "```\na\n```\n"),
    headed("open-fence", "```\n", "a\n"),
    numbered("fences-of-changing-length", |number| "`".repeat(number % 1_000 + 3) + "\n"),
    text("fences-in-items", "* ~~~\n\n"),
    text("indented-code", "    a\n"),
    text("tables", "|a|b|\n|-|-|\n|c|d|\n\n"),
    headed("one-table", "|a|b|\n|-|-|\n", "|c|d|\n"),
    headed("escaped-pipes", "|a|b|\n|-|-|\n", "|\\||\\\\||\n"),
    headed("rows-that-lack-cells", "|a|b|\n|-|-|\n", "|a\n"),
    numbered("wide-tables-that-lack-cells", |_| {
        format!("{}\n{}\n{}\n", "|a".repeat(400), "|-".repeat(400), "b\n".repeat(650))
    }),
    text("pipes", "|"),
    text("delimiter-rows", "|-|-|\n"),
    headed("one-wide-row", "|", "a|"),
    halves("wide-table-header", "|a", "\n|-"),
    text("html-open", "<div>\n"),
    text("details", "<details>\n<summary>a</summary>\n\nb\n\n</details>\n"),
    text("comments-open", "<!-- "),
    text("comments", "<!-- a -->\n"),
    text("cdata-open", "<![CDATA["),
    text("less-than", "<"),
    text("attributes", "<a b=\"c\" "),
    text("definitions", "[a]: b\n"),
    numbered("definitions-and-uses", |number| format!("[a{number}]: b\n[a{number}]\n\n")),
    numbered("numbered-definitions", |number| format!("[{number}]: x\n")),
    numbered("headings-that-are-links", |number| format!("# [a{number}]\n\n[a{number}]: b\n\n")),
    headed("uses-of-one-definition", "[a]: b\n\n", "[a] [A] [a][] "),
    headed("open-definition-title", "[a]: b 'c\n", "d\n"),
    numbered("definitions-after-a-paragraph", |number| {
        format!("{}  [{number}]: x\n", if number == 0 { "- a\n\n" } else { "" })
    }),
    headed("fence-after-a-paragraph", "- a\n\n  ```\n", "  b\n"),
    text("setext-of-many-lines", "a\n").ending("===\n"),
    headed("definition-title-that-ends", "[a]: b 'c\n", "d\n").ending("e'\n"),
    numbered("numbered-footnotes", |number| format!("[^{number}]: x[^{}]\n", number + 1)),
    // Markdown: inlines.
    text("open-brackets", "["),
    text("links", "[a](b) "),
    text("open-links", "[a]("),
    text("nested-links", "[[a](b)"),
    text("open-parentheses", "("),
    text("stars", "*"),
    text("star-words", "*a "),
    text("strong-open", "**a "),
    text("mixed-emphasis", "*a_ "),
    text("emphasis-in-brackets", "*["),
    text("backticks", "`"),
    text("backticks-open", "`a "),
    numbered("backticks-of-changing-length", |number| "`".repeat(number % 1_000 + 1) + "a"),
    text("dollars", "$"),
    text("autolinks", "<a:b> "),
    text("entities", "&amp;"),
    text("entity-starts", "&"),
    text("hard-breaks", "a  \nb\\\n"),
    halves("brackets", "[", "]"),
    halves("parentheses", "(", ")"),
    // Code, logs, secrets.
    text("json", "{\"a\":[1,{\"b\":null}]},"),
    text("json-open", "{\"a\":"),
    text("key-values", "key: value\n"),
    text("base64", "QUJDRA=="),
    text("private-key-lines", "-----BEGIN PRIVATE KEY-----\n"),
    text("passwords", "password=hunter2!A9 "),
    text("tokens", "ghp_0123456789abcdefghijABCDEFGHIJ012345 "),
    text("bearer", "Authorization: Bearer abc.def.ghi\n"),
    text("basic-auth", "https://user:pass@host/ "),
    text("timestamps", "2026-02-12T10:11:12Z "),
    text("log-lines", "2026-02-12 10:11:12 INFO a: b\n"),
    text("shell", "$ ls -la | grep a\n"),
    text("escape-sequences", "\u{1B}[31ma\u{1B}[0m"),
    text("speakers", "Alice: hi\nBob: ho\n"),
    text("preferences", "I prefer a to b, not c. "),
    text("headings-that-decide", "# We chose a over b\n"),
    numbered("endless-reasons", |number| format!("we prefer `a{number}` over b because it lasts ")),
    numbered("parts-by-turns", |number| {
        format!(
            "## Directions\n\n1. Open valve {number}.\n2. Close it.\n\n## Postmortem\n\n10:00 Opened it.\n\n"
        )
    }),
    // Frontmatter and sections.
    document("frontmatter-open", "---\n", "a: b\n"),
    document("frontmatter-lists", "---\na:\n", "- b\n"),
    document("frontmatter-flow", "---\na: ", "["),
    document("frontmatter-many-keys", "---\nid: DEMO-TSK-0001\n", "k: v\n"),
    document("long-first-heading-and-sections", "---\nid: DEMO-TSK-0001\ntitle: t\n---\n\n# a\n", "# b\nc\n"),
    document(
        "acceptance-criteria",
        "---\nid: DEMO-TSK-0001\ntitle: t\n---\n\n# Acceptance Criteria\n",
        "- [ ] a\n",
    ),
    document(
        "worklog",
        "---\nid: DEMO-TSK-0001\ntitle: t\n---\n\n# Worklog\n",
        "2026-02-12 10:00 [agent=a] b\n",
    ),
    document(
        "worklog-blank-lines",
        "---\nid: DEMO-TSK-0001\ntitle: t\n---\n\n# Worklog\n",
        "\n2026-02-12 a\n\nb\n",
    ),
    // The recorder's own.
    log("log-lines-one-pane", |number| log_line(number, 1, "egress_output", "some output")),
    log("log-keystrokes", |number| {
        log_line(number, 1, if number % 2 == 0 { "ingress_text" } else { "egress_output" }, "k")
    }),
    log("log-panes-interleave", |number| log_line(number, number % 3, "egress_output", "some output")),
    log("log-bad-lines", |_| "?\n".to_owned()),
    log("log-one-in-two-bad", |number| {
        if number % 2 == 0 { log_line(number, 1, "egress_output", "a") } else { "{\"a\":\n".to_owned() }
    }),
    log("log-long-ids", |number| {
        log_line(number, 1, "egress_output", "a").replace("\"e", &format!("\"{}", "i".repeat(1_000)))
    }),
    log("log-escapes", |number| log_line(number, 1, "egress_output", &"\\n\\u001b\\\"".repeat(500))),
    log("log-changing-forms", |number| {
        log_line(number, 1, "egress_output", "a")
            .replace("\"pane_id\"", &format!("\"k{number}\":0,\"pane_id\""))
    }),
    log("log-nested", |number| {
        let nested = format!("\"x\":{}{},\"pane_id\"", "[".repeat(200), "]".repeat(200));
        log_line(number, 1, "egress_output", "a").replace("\"pane_id\"", &nested)
    }),
];

/// A number in hexadecimal digits that are all letters.
fn letters(number: usize) -> String {
    let letter = |digit: u8| char::from(if digit.is_ascii_digit() { digit - b'0' + b'k' } else { digit });
    format!("{number:05x}").bytes().map(letter).collect()
}
