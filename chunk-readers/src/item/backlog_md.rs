//! Tasks of Backlog.md: front matter with `id`, `title`, `status`, and sections between comments.

use super::Item;
use crate::lines::numbered;
use chunk_core::frontmatter::{self, Value};

/// Whether a file is a task of Backlog.md: `task-7 - Oil the pump.md` with an id and a status in its front matter.
pub(crate) fn is_backlog_md(name: &str, text: &str) -> bool {
    let is_named = name.ends_with(".md")
        && name.split_once(" - ").is_some_and(|(id, _)| {
            id.rsplit_once('-').is_some_and(|(_, number)| number.starts_with(|c: char| c.is_ascii_digit()))
        });
    let (item, _) = split(text);
    is_named && item.id.is_some() && item.state.is_some()
}

/// What the front matter of a text says, and the text after it.
pub(super) fn split(text: &str) -> (Item, &str) {
    let mut item = Item::default();
    let Some(found) = frontmatter::find(text) else { return (item, text) };
    let Ok(mapping) = frontmatter::parse(text.get(found.yaml).unwrap_or_default()) else {
        return (item, text);
    };
    let scalar = |keys: &[&str]| {
        let value = keys.iter().find_map(|key| mapping.get(key)?.as_scalar());
        value.map(|scalar| scalar.text.clone()).filter(|text| !text.is_empty())
    };
    item.id = scalar(&["id"]);
    item.title = scalar(&["title"]);
    item.item_type = scalar(&["type"]);
    item.state = scalar(&["status", "state"]);
    item.parent = scalar(&["parent_task_id", "parent"]);
    item.created = scalar(&["created_date", "created", "date"]);
    item.updated = scalar(&["updated_date", "updated"]);
    let tags = mapping.get("labels").or_else(|| mapping.get("tags"));
    item.tags = match tags {
        Some(Value::List(tags)) => {
            tags.iter().filter_map(Value::as_scalar).map(|tag| tag.text.clone()).collect()
        }
        Some(tag) => tag.as_scalar().map(|tag| tag.text.clone()).into_iter().collect(),
        None => Vec::new(),
    };
    (item, text.get(found.body..).unwrap_or_default())
}

pub(super) fn read(name: &str, text: &str) -> Item {
    let (mut item, body) = split(text);
    item.title = item.title.or_else(|| Some(name.strip_suffix(".md")?.split_once(" - ")?.1.to_owned()));
    // Sections are of the second level there, and of the first in the backlog contract, which calls a description the context.
    let mut in_fence = false;
    for (_, line) in numbered(body) {
        if line.trim_ascii_start().starts_with("```") {
            in_fence = !in_fence;
        }
        let is_mark = |comment: &str| {
            ["SECTION:", "AC:", "DOD:"].iter().any(|mark| comment.trim_ascii_start().starts_with(mark))
        };
        match line.strip_prefix("## ").filter(|_| !in_fence).map(str::trim_ascii) {
            Some("Description") => item.body.push_str("# Context"),
            Some("Implementation Plan") => item.body.push_str("# Approach"),
            Some(heading) => {
                item.body.push_str("# ");
                item.body.push_str(heading);
            }
            None if line.strip_prefix("<!--").is_some_and(is_mark) => continue,
            None => item.body.push_str(line),
        }
        item.body.push('\n');
    }
    item
}
