//! Seeded bodies in the small Markdown that the naive reading understands, with the quirks of real backlogs.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, clippy::panic)]

use chunk_testkit::generate::Rng;
use std::fmt::Write;

const ITEM_HEADINGS: &[&str] = &[
    "# Context",
    "# Goal",
    "# Goals:",
    "# Approach",
    "# Acceptance Criteria",
    "# Risks / Dependencies",
    "# Non-Goals",
    "# Alternatives",
    "# Links",
    "# Decision",
    "# Something else",
    "# DEMO-1: a title #",
    "#",
    "# context ##",
    "# We found that the tool writes whole sentences as headings, and so they must be kept.",
    "## Decisions",
    "## Links:",
    "## Details",
    "### Deeper",
    "# Worklog",
    "# Worklog",
    "# 漢字の見出し",
    "## Context",
];
const ADR_HEADINGS: &[&str] = &[
    "# Context",
    "# Context and Problem Statement",
    "# Decision",
    "# Decision Outcome",
    "# Consequences",
    "# Status",
    "# Pros / Cons",
    "# Follow-ups",
    "# Migration  Strategy",
    "# Header",
    "# Worklog",
    "## Positive",
    "# 決定",
    "# A heading that is much longer than the forty characters a slug may have",
    "# ADR-0001: a title",
    "## Decisions",
];
const WORDS: &[&str] = &[
    "a",
    "the",
    "index",
    "is",
    "built",
    "from",
    "files",
    "and",
    "rebuilt",
    "each",
    "time",
    "(see",
    "below)",
    "x",
    "é",
    "naïve",
    "[REDACTED:github-token]",
    "1,200",
    "`code`",
    "**bold**",
    "漢字",
    "[link](a.md)",
    "😀",
    "supercalifragilistic",
];

/// Lines of all kinds of blocks, some of them long.
const LINES: &[&str] = &[
    "",
    "",
    " ",
    "\u{3000}",
    "# Context",
    "# Worklog",
    "# Approach",
    "## Links",
    "### c ##",
    "====",
    "---",
    "- - -",
    "some words. And more of them!",
    "    code",
    "\tcode",
    "- item",
    "  - inner",
    "  text of it",
    "2) two",
    "- [x] \\*done",
    "> quote",
    "> - item",
    ">",
    "> # a",
    "- > in",
    "```",
    "  ```",
    "> ~~~",
    "| a | b |",
    "|---|---|",
    "<div>",
    "<!-- a",
    "-->",
    "[a]: /url",
    "[a][]",
    "[^a]: note",
    "$$",
    "2026-01-02 10:00 x",
    "- 2026-01-01 a",
    "字。字",
    "[REDACTED:jwt] [REDACTED:jwt] [REDACTED:jwt] [REDACTED:jwt] [REDACTED:jwt] [REDACTED:jwt] [REDACTED:jwt] [REDACTED:jwt]",
];

/// A document of such lines in any order.
pub fn lines(random: &mut Rng) -> String {
    let few: Vec<String> = (0..random.usize(1..14))
        .map(|_| random.choice(LINES).unwrap().repeat(*random.choice(&[1, 1, 1, 1, 40]).unwrap()))
        .collect();
    let lines: Vec<&str> = (0..random.usize(1..60)).map(|_| &**random.choice(&few).unwrap()).collect();
    lines.join("\n") + ["", "\n"][random.usize(..2)]
}

pub fn body(random: &mut Rng, adr: bool) -> String {
    let mut body = String::new();
    if random.u8(..4) == 0 {
        blocks(random, &mut body, 2);
    }
    for _ in 0..random.usize(1..7) {
        let heading = random.choice(if adr { ADR_HEADINGS } else { ITEM_HEADINGS }).unwrap();
        body.push_str(heading);
        blank(random, &mut body);
        if heading.ends_with("Worklog") {
            worklog(random, &mut body);
        } else {
            let most = if random.u8(..3) == 0 { 14 } else { 4 };
            blocks(random, &mut body, most);
        }
    }
    body
}

fn blank(random: &mut Rng, body: &mut String) {
    body.push_str(["\n\n", "\n\n", "\n \n", "\n\n\n\n"][random.usize(..4)]);
}

fn blocks(random: &mut Rng, body: &mut String, most: usize) {
    for _ in 0..random.usize(..=most) {
        let size = if random.u8(..6) == 0 { 400 } else { 40 };
        match random.u8(..10) {
            0..=3 => paragraph(random, body, size),
            4 => words(random, body, size, " "),
            5 => {
                for _ in 0..random.usize(1..20) {
                    body.push_str("- ");
                    words(random, body, 12, " ");
                    if random.u8(..4) == 0 {
                        body.push_str("\n  ");
                        words(random, body, 8, " ");
                    }
                    body.push('\n');
                }
            }
            6 => {
                body.push_str("| a | b |\n|---|---|");
                for row in 0..random.usize(..size) {
                    let _ = write!(body, "\n| {row} | cell of the row |");
                }
            }
            7 => {
                body.push_str("```sh\n# no heading\n");
                for line in 0..random.usize(..size / 2) {
                    body.push_str(
                        ["run it --now\n", "\n", "# comment\n", "2026-01-01 no entry\n"][(line * line) % 4],
                    );
                }
                body.push_str("```");
            }
            8 => {
                let length = random.usize(1..1_800);
                body.extend(std::iter::repeat_n(if random.bool() { 'w' } else { '字' }, length));
            }
            _ => {
                body.push_str("### Inner heading");
                if random.bool() {
                    body.push_str("  \n");
                    words(random, body, 5, " ");
                }
            }
        }
        blank(random, body);
    }
}

fn words(random: &mut Rng, body: &mut String, most: usize, between: &str) {
    body.push_str("Some");
    for _ in 0..random.usize(..=most) {
        body.push_str(between);
        body.push_str(random.choice(WORDS).unwrap());
    }
}

/// Sentences, each of which ends with a full stop, in lines.
fn paragraph(random: &mut Rng, body: &mut String, most: usize) {
    for sentence in 0..random.usize(1..8) {
        if sentence > 0 {
            body.push_str(["  ", " ", "\n"][random.usize(..3)]);
        }
        let most = most / 4 + 1;
        words(random, body, most, " ");
        body.push_str([" end.", " end.)", " end.\""][random.usize(..3)]);
    }
}

fn worklog(random: &mut Rng, body: &mut String) {
    if random.u8(..5) == 0 {
        let size = if random.bool() { 300 } else { 10 };
        paragraph(random, body, size);
        blank(random, body);
    }
    let marker = if random.u8(..4) == 0 { "- " } else { "" };
    for _ in 0..random.usize(..16) {
        let _ = write!(body, "{marker}2026-01-{:02}", random.u8(1..4));
        if random.u8(..5) > 0 {
            let _ = write!(body, " {:02}:{:02}", random.u8(..24), random.u8(..3));
        }
        body.push_str([" [agent=a] ", ": ", " "][random.usize(..3)]);
        let size = [6, 12, 60, 80, 260][random.usize(..5)];
        words(random, body, size, " ");
        if random.u8(..6) == 0 {
            body.push_str(" 2026-01-01 10:00 is no start\n\n");
            body.push_str(["### Notes\n\nof it.", "```\n2026-01-01 in a fence\n\n```"][random.usize(..2)]);
            body.push('\n');
        }
        body.push('\n');
    }
    blank(random, body);
}
