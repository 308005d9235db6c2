//! Generated documents.

#![allow(dead_code, reason = "the benchmark uses some of it")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use fastrand::Rng;
use std::fmt::Write;

const SCRAPS: &[&str] = &[
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
    "two *marks* and `code`\n",
    "    fn f(x: &[u8]) -> T {\n",
    "x --> *y*\n",
    "c | *d*\n---|---\n",
];

/// A document of this many scraps of markup, few of which make sense together.
pub fn scraps(random: &mut Rng, pieces: usize) -> String {
    let mut text = String::new();
    if random.u8(..8) == 0 {
        text += "---\n# c: 1\nkey: [x]\n---\n";
    }
    for _ in 0..pieces {
        let piece = SCRAPS[random.usize(..SCRAPS.len())];
        for _ in 0..if random.u8(..10) == 0 { random.usize(1..6) } else { 1 } {
            text += piece;
        }
    }
    text
}

/// Markup characters in any order: what no author would write.
pub fn noise(random: &mut Rng, length: usize) -> String {
    let marks: Vec<char> = "#-*>|`~ \n\n\n:[]()<!>=_\\1.\t\r^x".chars().collect();
    (0..length).map(|_| marks[random.usize(..marks.len())]).collect()
}

/// A handbook of at least this many bytes, as people write them: sections of paragraphs, lists, tables and code. Every
/// sentence, row and code block has fewer than 50 tokens.
pub fn handbook(random: &mut Rng, bytes: usize) -> String {
    let mut text = String::from("# Handbook\n\n");
    while text.len() < bytes {
        match random.u8(..14) {
            0..=2 => {
                let level = "#".repeat(random.usize(2..5));
                writeln!(text, "{level} {}\n", words(random, 3)).unwrap();
                writeln!(text, "{}\n", paragraph(random)).unwrap();
            }
            3 => {
                for number in 1..random.usize(2..9) {
                    writeln!(text, "{number}. {}", sentence(random)).unwrap();
                }
                text += "\n";
            }
            4 => {
                for _ in 0..random.usize(1..6) {
                    writeln!(text, "- {}\n  - {}", sentence(random), sentence(random)).unwrap();
                }
                text += "\n";
            }
            5 => {
                text += "```sh\n# comment\n";
                for _ in 0..random.usize(1..4) {
                    writeln!(text, "run {}", words(random, 2)).unwrap();
                }
                text += "```\n\n";
            }
            6 => {
                text += "| step | owner |\n|---|---|\n";
                for _ in 0..random.usize(1..20) {
                    writeln!(text, "| {} | {} |", words(random, 4), words(random, 1)).unwrap();
                }
                text += "\n";
            }
            7 => writeln!(text, "> {}\n", paragraph(random)).unwrap(),
            _ => writeln!(text, "{}\n", paragraph(random)).unwrap(),
        }
    }
    text
}

fn paragraph(random: &mut Rng) -> String {
    let sentences = random.usize(1..9);
    (0..sentences).map(|_| sentence(random)).collect::<Vec<_>>().join(" ")
}

fn sentence(random: &mut Rng) -> String {
    let count = random.usize(3..20);
    let words = words(random, count);
    let stop = [".", ".", ".", "!", "?"][random.usize(..5)];
    format!("The {words}{stop}")
}

fn words(random: &mut Rng, count: usize) -> String {
    const WORDS: &[&str] = &[
        "replica",
        "primary",
        "restarts",
        "the",
        "queue",
        "of",
        "failover",
        "`DNS`",
        "record",
        "before",
        "slow",
        "queries",
        "drain",
        "a",
        "node",
        "and",
        "checks",
        "every",
        "24/7",
        "dashboard",
        "operator",
        "[log](l)",
    ];
    (0..count).map(|_| WORDS[random.usize(..WORDS.len())]).collect::<Vec<_>>().join(" ")
}
