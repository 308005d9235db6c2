//! What is read from the work items and decision records among the samples.

use crate::sample;
use chunk_readers::{Format, item::Items};
use rstest::rstest;
use std::io::BufReader;

#[rstest]
#[case::adr_tools(Format::Adr, "0007-drill-a-second-well.md", &[concat!(
    "0007-drill-a-second-well.md: ---\nid: \"0007\"\ntitle: \"Drill a second well\"\nstatus: \"Accepted\"\ncreated: \"2026-03-01\"\n---\n",
    "# 7. Drill a second well\n\nDate: 2026-03-01\n\n## Status"
)])]
#[case::madr(Format::Adr, "0008-use-electric-pumps.md", &[concat!(
    "0008-use-electric-pumps.md: ---\nid: \"0008\"\ntitle: \"Use electric pumps\"\nstatus: \"accepted\"\ncreated: \"2026-03-02\"\n---\n",
    "# Use electric pumps\n\n## Context and Problem Statement"
)])]
#[case::backlog_md(Format::BacklogMd, "task-7 - Oil-the-pump.md", &[concat!(
    "task-7 - Oil-the-pump.md: ---\nid: \"task-7\"\ntitle: \"Oil the pump\"\nstate: \"In Progress\"\nparent: \"task-2\"\n",
    "created: \"2026-03-01 09:00\"\ntags: [\"pump\", \"care\"]\n---\n\n# Context\n\nThe pump squeaks.\n\n# Acceptance Criteria\n- [ ] #1 It hums"
)])]
#[case::taskmaster(Format::Taskmaster, "tasks.json", &[
    concat!(
        "tasks.json#1: ---\nid: \"1\"\ntitle: \"Oil the pump\"\nstate: \"in-progress\"\ntags: [\"master\"]\n---\n# Context\n\nIt squeaks.\n\n",
        "# Approach\n\n## Use thin oil\nA drop.\n\n# Acceptance Criteria\n\nIt hums.\n\n# Dependencies\n\n- 2\n"
    ),
    "tasks.json#1.1: ---\nid: \"1.1\"\ntitle: \"Buy oil\"\nstate: \"done\"\nparent: \"1\"\ntags: [\"master\"]\n---\n",
    "! /master/tasks/1: the field `title` is missing; export it again, or remove it",
])]
#[case::beads(Format::Beads, "issues.jsonl", &[
    concat!(
        "issues.jsonl#bd-7: ---\nid: \"bd-7\"\ntype: \"task\"\ntitle: \"Oil the pump\"\nstate: \"open\"\nparent: \"bd-2\"\n",
        "created: \"2026-03-01T09:00:00Z\"\nupdated: \"2026-03-02T09:00:00Z\"\ntags: [\"pump\"]\n---\n# Context\n\nIt squeaks.\n\n",
        "# Dependencies\n\n- blocks: bd-3\n\n# Worklog\n\n2026-03-01T10:00:00Z [ann] Bought oil.\n"
    ),
    "! line 2: this is not JSON: it ends in the middle of a value; export it again, or remove it",
    "issues.jsonl#bd-9: ---\nid: \"bd-9\"\ntype: \"epic\"\ntitle: \"Dig\"\nstate: \"closed\"\n---\n",
])]
#[case::github(Format::Github, "github.json", &[
    concat!(
        "github.json#7: ---\nid: \"7\"\ntitle: \"The pump squeaks\"\nstate: \"OPEN\"\ncreated: \"2026-03-01T09:00:00Z\"\n",
        "updated: \"2026-03-02T09:00:00Z\"\ntags: [\"bug\"]\n---\n# Context\n\nIt squeaks at night.\n\n",
        "# Worklog\n\n2026-03-01T10:00:00Z [ann] Oiled.\n 2026-03-05 is a date, no entry.\n"
    ),
    "github.json#8: ---\nid: \"8\"\ntitle: \"Of the REST interface\"\nstate: \"closed\"\ncreated: \"2026-03-03T09:00:00Z\"\ntags: [\"pump\"]\n---\n",
])]
fn items(#[case] format: Format, #[case] name: &str, #[case] expected: &[&str]) {
    let file = sample(name);
    let shown = Items::new(format, name, BufReader::with_capacity(7, &file[..])).map(|read| match read {
        Ok(item) => format!("{}: {}", item.path(name), item.document()),
        Err(error) => format!("! {error}"),
    });
    let shown: Vec<String> = shown.collect();
    assert_eq!(shown.len(), expected.len(), "{shown:#?}");
    for (shown, expected) in shown.iter().zip(expected) {
        // Of records that are files, the beginning is enough: the rest is the file's own.
        assert!(
            if format == Format::Adr {
                shown.starts_with(expected)
            } else {
                shown.trim_ascii_end() == expected.trim_ascii_end()
            },
            "{shown}"
        );
    }
    assert_eq!(Format::recognize(name, &file), Some(format));
}

#[test]
fn items_of_the_same_id_have_names_of_their_own() {
    let file = b"{\"id\":\"bd-1\",\"title\":\"A\",\"description\":null}\n{\"id\":\"bd-1\",\"title\":\"B\"}\n";
    let paths: Vec<_> =
        Items::new(Format::Beads, "i", &file[..]).map(|item| item.unwrap().path("i")).collect();
    assert_eq!(paths, ["i#bd-1", "i#line 2"]);
}

/// A heading of the first level would end the section that it stands in.
#[rstest::rstest]
#[case::atx("# A\n\ntext\n", "## A\n\ntext\n")]
#[case::setext("A\nb\n===\n\ntext\n", "A\nb\n---\n\ntext\n")]
#[case::deeper_ones_stay("## A\n\nb\n---\n", "## A\n\nb\n---\n")]
#[case::a_comment_in_code(
    "```sh\n~~~\n# no heading\n```\n\n# A\n",
    "```sh\n~~~\n# no heading\n```\n\n## A\n"
)]
#[case::in_a_quote("> # A\n", "> # A\n")]
fn headings_of_the_first_level_are_of_the_second(#[case] text: &str, #[case] expected: &str) {
    let line = serde_json::json!({"id": "1", "title": "T", "description": text}).to_string();
    let item = Items::new(Format::Beads, "issues.jsonl", line.as_bytes()).next().unwrap().unwrap();
    assert_eq!(item.body, format!("# Context\n\n{expected}"));
}
