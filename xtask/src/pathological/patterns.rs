//! All hostile patterns, and random combinations of them.

use super::pattern::{Fits, Make, Pattern, document, ended, halves, headed, log, log_line, numbered, text};
use fastrand::Rng;

/// All patterns.
pub static ALL: &[Pattern] = &[
    // Characters.
    text("one-letter", "a"),
    text("capitals", "A"),
    text("digits", "7"),
    text("spaces", " "),
    text("tabs", "\t"),
    text("line-ends", "\n"),
    text("crlf", "\r\n"),
    text("lone-cr", "\r"),
    text("cr-cr-lf", "\r\r\n"),
    text("cr-paragraphs", "a\r\r"),
    text("nul", "\0"),
    text("bell", "\u{7}"),
    text("cjk", "漢"),
    text("cjk-stops", "。"),
    text("emoji", "😀"),
    text("joined-emoji", "👩\u{200D}💻"),
    text("combining", "e\u{301}"),
    text("turned-words", "\u{202E}abc\u{202C} \u{2066}d\u{2069} "),
    text("combining-only", "\u{301}"),
    text("zero-width", "\u{200B}"),
    text("no-break-space", "\u{A0}"),
    text("ideographic-space", "\u{3000}"),
    text("line-separator", "a\u{2028}"),
    text("next-line", "a\u{85}"),
    text("arabic", "كتاب "),
    text("hebrew", "\u{5D0}\u{5B0}"),
    text("thai", "ภาษาไทย"),
    text("private-use", "\u{E000}"),
    text("last-scalar", "\u{10FFFF}"),
    text("byte-order-marks", "\u{FEFF}"),
    // Punctuation.
    text("full-stops", "."),
    text("stops-and-spaces", ". "),
    text("question-marks", "?"),
    text("exclamations", "!"),
    text("ellipses", "… "),
    text("commas", ","),
    text("semicolons", "; "),
    text("colons", ":"),
    text("quotes", "\""),
    text("typographic-quotes", "“"),
    text("closing-quotes", "a.” "),
    text("apostrophes", "'"),
    text("contractions", "it's "),
    text("hyphens", "-"),
    text("em-dashes", "—"),
    text("slashes", "/"),
    text("backslashes", "\\"),
    text("escaped-brackets", "\\["),
    text("percent", "%"),
    text("at-signs", "a@"),
    text("urls", "https://a.b/c?d=e&f "),
    text("one-url", "https://a.b/c?d=e&f"),
    text("emails", "a@b.c "),
    text("abbreviations", "e.g. Dr. U.S. "),
    text("initials", "A. "),
    text("decimals", "3.14 "),
    text("versions", "1.2.3."),
    text("numbered-items-in-text", "1. a 2. b "),
    // Words.
    text("words", "word "),
    text("one-long-word", "antidisestablishmentarianism"),
    text("camel-case", "camelCase"),
    text("alternating-case", "aA"),
    text("short-lines", "a\n"),
    text("short-paragraphs", "a\n\n"),
    text("sentences", "This is a sentence. "),
    text("one-letter-sentences", "A. B. "),
    text("trailing-spaces", "a   \n"),
    text("leading-spaces", "   a\n"),
    text("blank-lines-with-spaces", "  \n"),
    text("mixed-scripts", "aя漢1 "),
    numbered("numbered-words", |number| format!("w{number} ")),
    numbered("numbered-words-with-accents", |number| format!("é{number:x} ")),
    // "buy" has the stem "bui", and "making" "make".
    numbered("different-stems", |number| format!("{}y ", letters(number))),
    numbered("different-ing-forms", |number| format!("{}ing ", letters(number))),
    numbered("growing-words", |number| "x".repeat(number % 700) + " "),
    numbered("growing-lines", |number| "word ".repeat(number % 500) + "\n"),
    // Markdown: blocks.
    text("headings", "# a\n"),
    text("heading-signs", "#"),
    text("empty-headings", "#\n"),
    text("deep-headings", "# a\n## b\n### c\n#### d\n##### e\n###### f\n"),
    text("headings-with-text", "## a\n\nb\n\n"),
    text("setext", "a\n=\n"),
    text("setext-underlines", "=\n"),
    text("setext-long", "a\nb\nc\nd\n---\n"),
    headed("one-long-heading", "# ", "word "),
    headed("one-long-heading-and-sections", "# ", "word"),
    text("thematic-breaks", "---\n"),
    text("star-breaks", "***\n"),
    text("quote-signs", ">"),
    text("quote-signs-spaced", "> "),
    text("quotes-lines", "> a\n"),
    text("lazy-quotes", "> a\nb\n"),
    text("quote-in-list", "- > a\n"),
    numbered("growing-quotes", |number| ">".repeat(number % 500 + 1) + " a\n"),
    text("bullets", "- a\n"),
    text("bullet-signs", "- "),
    text("star-bullets", "* "),
    text("plus-bullets", "+ a\n"),
    text("numbers", "1. a\n"),
    text("loose-lists", "- a\n\n"),
    text("task-lists", "- [ ] a\n"),
    text("alternating-bullets", "- a\n* b\n"),
    numbered("nested-lists", |number| " ".repeat(2 * (number % 200)) + "- a\n"),
    headed("paragraphs-in-an-item", "- a\n\n", "  b\n\n"),
    text("paragraphs-in-a-quote", "> a\n>\n"),
    headed("paragraphs-in-a-footnote", "[^a]: a\n\n", "    b\n\n"),
    headed("blocks-in-a-quote-in-an-item", "- a\n\n  > b\n  >\n", "  > - c\n  >\n  >   d\n  >\n"),
    numbered("steps-that-wait", |number| format!("{number}. Do it after step {}.\n", number + 1)),
    numbered("list-of-growing-indent", |number| " ".repeat(number % 1_000) + "- a\n"),
    text("fences", "```\n"),
    text("closed-fences", "```\na\n```\n"),
    text("tilde-fences", "~~~\n"),
    headed("open-fence", "```\n", "a\n"),
    numbered("fences-of-changing-length", |number| "`".repeat(number % 1_000 + 3) + "\n"),
    numbered("tilde-fences-of-changing-length", |number| "~".repeat(number % 1_000 + 3) + "\n"),
    text("fences-in-items", "* ~~~\n\n"),
    text("alternating-fences", "```\n~~~\n````\n~~~~\n"),
    text("fences-with-info", "```rust title=\"a\"\n"),
    text("indented-code", "    a\n"),
    text("tables", "|a|b|\n|-|-|\n|c|d|\n\n"),
    headed("one-table", "|a|b|\n|-|-|\n", "|c|d|\n"),
    headed("escaped-pipes", "|a|b|\n|-|-|\n", "|\\||\\\\||\n"),
    headed("rows-that-lack-cells", "|a|b|\n|-|-|\n", "|a\n"),
    numbered("wide-tables-that-lack-cells", |_| {
        format!("{}\n{}\n{}\n", "|a".repeat(400), "|-".repeat(400), "b\n".repeat(650))
    }),
    numbered("wide-tables-in-an-item", |number| {
        let first = if number == 0 { "- a\n\n" } else { "" };
        format!("{first}  {}\n  {}\n{}  # c\n", "|a".repeat(400), "|-".repeat(400), "  b\n".repeat(650))
    }),
    text("pipes", "|"),
    text("pipe-lines", "|a|\n"),
    text("delimiter-rows", "|-|-|\n"),
    headed("one-wide-row", "|", "a|"),
    halves("wide-table-header", "|a", "\n|-"),
    text("html-open", "<div>\n"),
    text("html-close", "</div>\n"),
    text("details", "<details>\n<summary>a</summary>\n\nb\n\n</details>\n"),
    text("comments-open", "<!-- "),
    text("comments", "<!-- a -->\n"),
    text("processing-open", "<?"),
    text("cdata-open", "<![CDATA["),
    text("declarations", "<!A "),
    text("less-than", "<"),
    text("tag-starts", "<a "),
    text("attributes", "<a b=\"c\" "),
    text("definitions", "[a]: b\n"),
    text("definition-starts", "[a]:\n"),
    numbered("definitions-and-uses", |number| format!("[a{number}]: b\n[a{number}]\n\n")),
    numbered("numbered-definitions", |number| format!("[{number}]: x\n")),
    numbered("numbered-definitions-in-quotes", |number| format!("> [{number}]: x\n")),
    numbered("numbered-definitions-in-items", |number| format!("- [{number}]: x\n")),
    numbered("headings-that-are-links", |number| format!("# [a{number}]\n\n[a{number}]: b\n\n")),
    headed("uses-of-one-definition", "[a]: b\n\n", "[a] [A] [a][] "),
    headed("open-definition-title", "[a]: b 'c\n", "d\n"),
    headed("open-title-behind-definition", "[a]: b\n'c\n", "d\n"),
    numbered("definitions-behind-a-paragraph", |number| {
        format!("{}  [{number}]: x\n", if number == 0 { "- a\n\n" } else { "" })
    }),
    numbered("unmarked-definitions-behind-a-paragraph", |number| {
        format!("{}[{number}]: x\n", if number == 0 { "- a\n\n  " } else { "" })
    }),
    numbered("definitions-of-two-lines-behind-a-paragraph", |number| {
        format!("{}> [{number}]:\n> x\n", if number == 0 { "> a\n>\n" } else { "" })
    }),
    headed("lines-behind-a-paragraph", "- a\n\n", "  b\n"),
    headed("fence-behind-a-paragraph", "- a\n\n  ```\n", "  b\n"),
    headed("code-behind-a-paragraph", "- a\n\n", "      b\n"),
    headed("comment-behind-a-paragraph", "- a\n\n  <!--\n", "  b\n"),
    headed("rows-behind-a-paragraph", "- a\n\n  |a|\n  |-|\n", "  |b|\n"),
    headed("paragraphs-in-a-footnote-behind-a-tab", "[^a]:\tb\n\n", "    c\n\n"),
    headed("headings-in-a-footnote", "[^a]: a\n\n", "    # b\n"),
    headed("open-label-in-an-item-in-a-quote", "> - [a\n", ">   b\n"),
    ended("setext-of-many-lines", "", "a\n", "===\n"),
    ended("definition-title-that-ends", "[a]: b 'c\n", "d\n", "e'\n"),
    text("footnotes", "[^a]: b\n"),
    numbered("numbered-footnotes", |number| format!("[^{number}]: x[^{}]\n", number + 1)),
    // Markdown: inlines.
    text("open-brackets", "["),
    text("close-brackets", "]"),
    text("empty-links", "[]()"),
    text("links", "[a](b) "),
    text("open-links", "[a]("),
    text("images", "![a](b) "),
    text("image-starts", "!["),
    text("nested-links", "[[a](b)"),
    text("open-parentheses", "("),
    text("stars", "*"),
    text("star-words", "*a "),
    text("strong", "**a**"),
    text("strong-open", "**a "),
    text("underscores", "_"),
    text("underscore-words", "_a "),
    text("mixed-emphasis", "*a_ "),
    text("emphasis-in-brackets", "*["),
    text("backticks", "`"),
    text("code-spans", "`a` "),
    text("backticks-open", "`a "),
    numbered("backticks-of-changing-length", |number| "`".repeat(number % 1_000 + 1) + "a"),
    text("strikethrough", "~~a~~ "),
    text("tildes", "~"),
    text("dollars", "$"),
    text("autolinks", "<a:b> "),
    text("entities", "&amp;"),
    text("entity-starts", "&"),
    text("entity-numbers", "&#"),
    text("hard-breaks", "a  \nb\\\n"),
    halves("brackets", "[", "]"),
    halves("parentheses", "(", ")"),
    halves("braces", "{", "}"),
    halves("quotes-and-text", ">", "a\n"),
    halves("stars-and-underscores", "*a", "_b"),
    // Code, logs, secrets.
    text("json", "{\"a\":[1,{\"b\":null}]},"),
    text("json-open", "{\"a\":"),
    text("arrays-open", "["),
    text("key-values", "key: value\n"),
    text("equals", "a=b\n"),
    text("hex", "deadbeef"),
    text("base64", "QUJDRA=="),
    text("private-key-openers", "-----BEGIN PRIVATE KEY-----"),
    text("private-key-lines", "-----BEGIN PRIVATE KEY-----\n"),
    text("passwords", "password=hunter2!A9 "),
    text("tokens", "ghp_0123456789abcdefghijABCDEFGHIJ012345 "),
    text("bearer", "Authorization: Bearer abc.def.ghi\n"),
    text("basic-auth", "https://user:pass@host/ "),
    text("curl-user", "curl -u user:pass "),
    text("timestamps", "2026-02-12T10:11:12Z "),
    text("dates", "2026-02-12 "),
    text("log-lines", "2026-02-12 10:11:12 INFO a: b\n"),
    text("stack-frames", "    at a.b(C.java:1)\n"),
    text("diff", "+a\n-b\n@@ -1 +1 @@\n"),
    text("shell", "$ ls -la | grep a\n"),
    text("escape-sequences", "\u{1B}[31ma\u{1B}[0m"),
    text("speakers", "Alice: hi\nBob: ho\n"),
    text("preferences", "I prefer a to b, not c. "),
    text("headings-that-decide", "# We chose a over b\n"),
    text("because", "because a, therefore b, however c. "),
    numbered("endless-reasons", |number| format!("we prefer `a{number}` over b because it lasts ")),
    text("capitalized", "Paris London Berlin "),
    // Frontmatter and sections.
    document("frontmatter-open", "---\n", "a: b\n"),
    document("frontmatter-lists", "---\na:\n", "- b\n"),
    document("frontmatter-flow", "---\na: ", "["),
    document("frontmatter-long-title", "---\nid: DEMO-TSK-0001\ntitle: ", "word "),
    document("frontmatter-many-keys", "---\nid: DEMO-TSK-0001\n", "k: v\n"),
    document("rules-behind-frontmatter", "---\nid: DEMO-TSK-0001\ntitle: t\n---\n", "---\n"),
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
    document("worklog-dates", "---\nid: DEMO-TSK-0001\ntitle: t\n---\n\n# Worklog\n", "2026-02-12 "),
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
    log("log-blank-texts", |number| log_line(number, 1, "egress_output", "")),
    log("log-markers", |number| log_line(number, 1, "control_marker", "")),
    log("log-bad-lines", |_| "?\n".to_owned()),
    log("log-no-events", |_| "{}\n".to_owned()),
    log("log-brackets", |_| "[".to_owned()),
    log("log-blank-lines", |_| "\n".to_owned()),
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

/// `count` random patterns, each with the units of two to four others in turn; its name lists them.
pub fn random(seed: u64, count: usize) -> Vec<Pattern> {
    let mut random = Rng::with_seed(seed);
    let texts: Vec<&Pattern> = ALL.iter().filter(|pattern| pattern.fits == Fits::Text).collect();
    let part = |random: &mut Rng| {
        Some((random.choice(texts.iter().copied())?, random.choice(["", "", " ", "\n", "\n\n"])?))
    };
    let mut pattern = || {
        let parts: Vec<_> = (0..random.usize(2..=4)).filter_map(|_| part(&mut random)).collect();
        let names: Vec<String> =
            parts.iter().map(|(pattern, behind)| format!("{}{behind:?}", pattern.name)).collect();
        Pattern { name: names.concat().into(), fits: Fits::Text, make: Make::Joined(parts) }
    };
    (0..count).map(|_| pattern()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_patterns_of_units_of_others() {
        let names = |seed| random(seed, 20).into_iter().map(|pattern| pattern.name).collect::<Vec<_>>();
        assert_eq!(names(1), names(1));
        assert_ne!(names(1), names(2));
        let two = [&ALL[0], &ALL[1]].map(|pattern| (pattern, "\n"));
        let joined = Pattern { name: "joined".into(), fits: Fits::Text, make: Make::Joined(two.to_vec()) };
        assert_eq!(joined.input("tokens", 7), b"a\nA\na\nA\n");
    }
}
