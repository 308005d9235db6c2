//! Issues of beads: `issues.jsonl`, a line for each.

use super::Item;
use crate::json::{object, or_default};
use serde::Deserialize;
use std::fmt::Write;

#[derive(Deserialize)]
struct Issue {
    id: String,
    title: String,
    description: Option<String>,
    design: Option<String>,
    acceptance_criteria: Option<String>,
    notes: Option<String>,
    status: Option<String>,
    issue_type: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    labels: Vec<String>,
    created_at: Option<String>,
    updated_at: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    dependencies: Vec<Dependency>,
    #[serde(default, deserialize_with = "or_default")]
    comments: Vec<Comment>,
}

#[derive(Deserialize)]
struct Dependency {
    #[serde(default, deserialize_with = "or_default")]
    depends_on_id: String,
    #[serde(rename = "type", default, deserialize_with = "or_default")]
    kind: String,
}

#[derive(Deserialize)]
struct Comment {
    #[serde(default, deserialize_with = "or_default")]
    author: String,
    #[serde(default, deserialize_with = "or_default")]
    text: String,
    #[serde(default, deserialize_with = "or_default")]
    created_at: String,
}

pub(super) fn read(json: &[u8]) -> Result<Item, serde_json::Error> {
    let issue: Issue = object(json)?;
    let (parents, others): (Vec<_>, Vec<_>) =
        issue.dependencies.iter().partition(|dependency| dependency.kind == "parent-child");
    let mut item = Item {
        parent: parents.first().map(|parent| parent.depends_on_id.clone()),
        id: Some(issue.id),
        item_type: issue.issue_type,
        title: Some(issue.title),
        state: issue.status,
        tags: issue.labels,
        created: issue.created_at,
        updated: issue.updated_at,
        ..Item::default()
    };
    item.section("Context", issue.description);
    item.section("Approach", issue.design);
    item.section("Acceptance Criteria", issue.acceptance_criteria);
    item.section("Notes", issue.notes);
    let mut links = String::new();
    for Dependency { depends_on_id, kind } in others {
        let _ = writeln!(links, "- {kind}: {depends_on_id}");
    }
    item.section("Dependencies", Some(links));
    let comments =
        issue.comments.iter().map(|comment| (&*comment.created_at, &*comment.author, &*comment.text));
    item.section("Worklog", Some(worklog(comments)));
    Ok(item)
}

/// Comments as entries of a worklog: time, author, text. A line of a comment that would begin an entry of its own is set in by a space.
pub(super) fn worklog<'c>(comments: impl Iterator<Item = (&'c str, &'c str, &'c str)>) -> String {
    let mut worklog = String::new();
    for (at, author, text) in comments {
        let text = text.trim_ascii().replace("\r\n", "\n").replace("\n#", "\n\\#");
        let lines = text.split('\n').enumerate().map(|(index, line)| {
            let bare = line.trim_start_matches(['-', '*', '+', ' ']);
            let is_entry = index > 0 && bare.starts_with(|c: char| c.is_ascii_digit());
            if is_entry { format!(" {line}") } else { line.to_owned() }
        });
        let text = lines.collect::<Vec<_>>().join("\n");
        let author = if author.is_empty() { String::new() } else { format!(" [{author}]") };
        let _ = writeln!(worklog, "{at}{author} {text}\n");
    }
    worklog
}
