//! Issues of GitHub: as `gh issue list --json` writes them, and as the REST interface does.

use super::{Item, beads::worklog};
use crate::json::{object, or_default};
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
struct Issue<'j> {
    number: u64,
    title: String,
    body: Option<String>,
    state: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    labels: Vec<Label>,
    #[serde(alias = "created_at", rename = "createdAt")]
    created: Option<String>,
    #[serde(alias = "updated_at", rename = "updatedAt")]
    updated: Option<String>,
    /// The REST interface has their number here, unless somebody put the comments in its place.
    #[serde(borrow)]
    comments: Option<&'j RawValue>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Label {
    Named { name: String },
    Name(String),
}

#[derive(Deserialize)]
struct Comment {
    #[serde(alias = "user")]
    author: Option<Author>,
    #[serde(default, deserialize_with = "or_default")]
    body: String,
    #[serde(default, alias = "created_at", rename = "createdAt")]
    created: String,
}

#[derive(Deserialize)]
struct Author {
    #[serde(default, deserialize_with = "or_default")]
    login: String,
}

pub(super) fn read(json: &[u8]) -> Result<Item, serde_json::Error> {
    let issue: Issue<'_> = object(json)?;
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
    item.section("Context", issue.body);
    let comments = issue.comments.map(RawValue::get).filter(|comments| comments.starts_with('['));
    let comments: Vec<Comment> = comments.map_or(Ok(Vec::new()), serde_json::from_str)?;
    let entries = comments.iter().map(|comment| {
        (&*comment.created, comment.author.as_ref().map_or("", |author| &*author.login), &*comment.body)
    });
    item.section("Worklog", Some(worklog(entries)));
    Ok(item)
}
