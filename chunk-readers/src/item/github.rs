//! Issues of GitHub: as `gh issue list --json` writes them, and as the REST interface does.

use super::{Item, beads::worklog};
use crate::json::lenient;
use serde::Deserialize;

#[derive(Deserialize)]
struct Issue {
    number: u64,
    title: String,
    #[serde(default)]
    body: Option<String>,
    #[serde(default)]
    state: Option<String>,
    #[serde(default)]
    labels: Vec<Label>,
    #[serde(default, alias = "created_at", rename = "createdAt")]
    created: Option<String>,
    #[serde(default, alias = "updated_at", rename = "updatedAt")]
    updated: Option<String>,
    /// The REST interface has their number here, unless somebody put the comments in its place.
    #[serde(default, deserialize_with = "lenient")]
    comments: Option<Vec<Comment>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Label {
    Named { name: String },
    Name(String),
}

#[derive(Deserialize)]
struct Comment {
    #[serde(default, alias = "user")]
    author: Option<Author>,
    #[serde(default)]
    body: String,
    #[serde(default, alias = "created_at", rename = "createdAt")]
    created: String,
}

#[derive(Deserialize)]
struct Author {
    #[serde(default)]
    login: String,
}

pub(super) fn read(json: &[u8]) -> Result<Item, serde_json::Error> {
    let issue: Issue = serde_json::from_slice(json)?;
    let label = |label| match label {
        Label::Named { name } | Label::Name(name) => name,
    };
    let mut item = Item {
        id: Some(issue.number.to_string()),
        title: Some(issue.title),
        state: issue.state,
        tags: issue.labels.into_iter().map(label).collect(),
        created: issue.created,
        updated: issue.updated,
        ..Item::default()
    };
    item.section("Context", &issue.body.unwrap_or_default());
    let comments = issue.comments.unwrap_or_default();
    let entries = comments.iter().map(|comment| {
        (&*comment.created, comment.author.as_ref().map_or("", |author| &*author.login), &*comment.body)
    });
    item.section("Worklog", &worklog(entries));
    Ok(item)
}
