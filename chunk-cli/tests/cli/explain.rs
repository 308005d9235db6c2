//! `chunk hybrid --explain`: the page for people and the record for programs say the same (H4).

use crate::harness::Folder;
use rstest::rstest;
use serde_json::Value;
#[cfg(target_os = "linux")]
use std::process::Command;

const DOCUMENTS: [(&str, &str); 4] = [
    (
        "log.md",
        "# Log\n\n10:00 Plan: replace the disk.\n\n10:20 Replaced the disk.\n\n10:45 Verified: no errors.\n",
    ),
    ("tea.md", "# Tea\n\n1. Warm the pot.\n2. Pour the water on the leaves.\n3. Wait 5 minutes.\n"),
    ("choice.md", "# Language\n\n## Decision\n\nWe chose Rust over Go because it is safer.\n"),
    ("essay.md", "# Bees\n\nBees gather nectar from the clover and carry it to the hive.\n"),
];

#[test]
fn the_page_moves_no_cursor() {
    let folder = Folder::with([("a.md", "1. Open \u{1b}[2J it.\n2. Close\rit.\n")]);
    let page = folder.run("hybrid a.md --strategy step-based --explain --format text").well();
    assert!(page.contains(r"1: Open \u{1b}[2J it") && page.contains(r"2: Close\rit"), "{page}");
}

#[rstest]
#[case("", "")]
#[case("event-based", "phases")]
#[case("preference-signal", "signals")]
#[case("step-based", "steps")]
#[case("semantic-boundary", "")]
fn the_page_tells_what_the_record_holds(#[case] strategy: &str, #[case] listed: &str) {
    let folder = Folder::with(DOCUMENTS);
    for (path, _) in DOCUMENTS {
        let asked = if strategy.is_empty() { String::new() } else { format!("--strategy {strategy}") };
        // There may be warnings, as of a strategy that finds nothing.
        let explained = |format| folder.run(&format!("hybrid {path} {asked} --explain {format}")).stdout;
        let record = explained("");
        let json = explained("--format json");
        assert_eq!(json, record, "what is piped is JSON");
        let record: Value = serde_json::from_str(&record).unwrap();
        assert_eq!(record["sourceFile"], path);
        let page = explained("--format text");
        let lines: Vec<&str> = page.lines().collect();
        assert_eq!(lines[0], path);
        for (line, part) in lines[1..].iter().zip(record["parts"].as_array().unwrap()) {
            let told = format!(
                "lines {}-{}: {}",
                part["startLine"],
                part["endLine"],
                part["strategy"].as_str().unwrap()
            );
            assert!(line.contains(&told), "{line}");
        }
        if !strategy.is_empty() {
            assert_eq!(lines[2], "  This strategy was asked for.", "{page}");
        }
        // What the document says of itself, with its lines.
        let readings = record["findings"]["readings"].as_array().unwrap();
        let says = page.contains(&format!("  what it says of itself: {}\n", readings.len()));
        assert_eq!(says, !readings.is_empty(), "{page}");
        assert_eq!(
            page.contains("line 3: how it went") || page.contains("what was decided"),
            path == "choice.md",
            "{page}"
        );
        // H4: phases, signals and steps, each with its lines; what the chunks are not made of is counted.
        for (kind, what) in [("phases", "phases"), ("signals", "preference signals"), ("steps", "steps")] {
            let found = record["findings"][kind].as_array().unwrap();
            let heading = format!("  {what}: {}", found.len());
            let counted = match found.len() {
                1 => format!("1 {}", what.trim_end_matches('s')),
                count => format!("{count} {what}"),
            };
            let at = lines.iter().position(|line| **line == heading);
            if found.is_empty() {
                assert!(at.is_none() && !page.contains(&format!("0 {what}")), "{page}");
            } else if kind == listed {
                let first = &found[0]["startLine"];
                let own = lines[at.unwrap() + 1].trim_start();
                assert!(
                    own.starts_with(&format!("line {first}: "))
                        || own.starts_with(&format!("lines {first}-")),
                    "{page}"
                );
            } else if !strategy.is_empty() {
                assert!(
                    at.is_none()
                        && lines
                            .iter()
                            .any(|line| line.starts_with("  not used: ") && line.contains(&counted)),
                    "{page}"
                );
            }
        }
    }
}

/// The page lists twenty findings, and says where the others are.
#[test]
fn a_long_list_is_cut() {
    let steps: String =
        (1..=30).map(|number| format!("{number}. Open the valve {number} slowly.\n")).collect();
    let folder = Folder::with([("steps.md", steps)]);
    let record = folder.run("hybrid steps.md --strategy step-based --explain").well();
    let record: Value = serde_json::from_str(&record).unwrap();
    let page = folder.run("hybrid steps.md --strategy step-based --explain --format text").well();
    let found = record["findings"]["steps"].as_array().unwrap().len();
    assert!(page.contains(&format!("  steps: {found}\n")), "{page}");
    assert_eq!(page.matches("    line ").count(), 20);
    assert!(page.contains(&format!("    and {} more (--format json has all)\n", found - 20)), "{page}");
}

/// On a terminal, the page is written, unless a format is given, even if that is JSON Lines.
#[cfg(target_os = "linux")]
#[test]
fn a_format_that_is_given_counts_on_a_terminal_too() {
    let [log, ..] = DOCUMENTS;
    let folder = Folder::with([log]);
    let record = folder.run("hybrid log.md --explain").well();
    let page = folder.run("hybrid log.md --explain --format text").well();
    for (asked, expected) in
        [("", &page), ("--format text", &page), ("--format json", &record), ("--format jsonl", &record)]
    {
        // `script` (util-linux) runs a command on a terminal of its own, which ends lines by CR LF.
        let command = format!("{} hybrid log.md --explain {asked}", env!("CARGO_BIN_EXE_chunk"));
        let shown = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .current_dir(folder.path(""))
            .output();
        assert_eq!(
            &String::from_utf8(shown.unwrap().stdout).unwrap().replace("\r\n", "\n"),
            expected,
            "{asked}"
        );
    }
}

#[test]
fn an_explanation_warns_as_a_run_does_and_counts_no_chunks() {
    let folder = Folder::with([("a.md", "---\nchunking_strategy: steps\n---\nTea.\n"), ("b.md", "Tea.\n")]);
    let warning = folder.run("hybrid -q a.md").stderr;
    let known =
        "; there are event-based, semantic-boundary, preference-signal, step-based [unknown-strategy]\n";
    assert!(warning.ends_with(known), "{warning}");
    assert_eq!(
        folder.run("hybrid . --explain").stderr,
        warning.replace("a.md", "./a.md") + "2 documents, 1 warning\n"
    );
}

/// `--explain` writes no chunks: the chunks in a folder or a store stay.
#[rstest]
#[case("--out-dir out")]
#[cfg_attr(feature = "sqlite", case("--store sqlite:chunks.db"))]
fn an_explanation_is_no_chunks(#[case] output: &str) {
    let folder = Folder::with(DOCUMENTS);
    assert_eq!(folder.run(&format!("hybrid -q . {output}")).status, Some(0));
    let before = folder.files(".");
    let said = folder.run(&format!("hybrid -q . {output} --explain")).refused(2);
    assert!(said.contains("cannot be used with '--explain'"), "{said}");
    assert_eq!(folder.files("."), before);
}
