//! Taskmaster's `tasks.json`: `{"tasks": […]}`, or that by tag.

use super::{Item, Origin};
use crate::{
    ReadError,
    json::{lenient, or_default, pointer_token},
};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct List<'j> {
    #[serde(borrow)]
    tasks: Vec<&'j RawValue>,
}

#[derive(Deserialize)]
struct Task {
    id: Value,
    title: String,
    description: Option<String>,
    status: Option<String>,
    details: Option<String>,
    #[serde(rename = "testStrategy")]
    test_strategy: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    dependencies: Vec<Value>,
    #[serde(default, deserialize_with = "or_default")]
    subtasks: Vec<Task>,
    #[serde(rename = "updatedAt", default, deserialize_with = "lenient")]
    updated: Option<String>,
}

type Tags<'j> = BTreeMap<String, &'j RawValue>;

/// Whether a JSON object is a list of tasks, or one for each tag.
pub(crate) fn is_taskmaster(json: &[u8]) -> bool {
    let is_list = |list: &str| {
        let Ok(list) = serde_json::from_str::<List<'_>>(list) else { return false };
        let first = list.tasks.first().and_then(|task| serde_json::from_str::<Task>(task.get()).ok());
        first.is_some_and(|task| task.status.is_some())
    };
    let Ok(text) = std::str::from_utf8(json) else { return false };
    is_list(text)
        || serde_json::from_str::<Tags<'_>>(text)
            .is_ok_and(|tags| tags.values().any(|list| is_list(list.get())))
}

pub(super) fn read(text: &str) -> Result<Vec<Result<Item, ReadError>>, ReadError> {
    let bad = |error| ReadError::json(Origin::Byte(0), &error);
    let mut items = Vec::new();
    if let Ok(list) = serde_json::from_str::<List<'_>>(text) {
        add(&list, "", None, &mut items);
        return Ok(items);
    }
    for (tag, list) in serde_json::from_str::<Tags<'_>>(text).map_err(bad)? {
        if let Ok(list) = serde_json::from_str::<List<'_>>(list.get()) {
            add(&list, &format!("/{}", pointer_token(&tag)), Some(&tag), &mut items);
        }
    }
    Ok(items)
}

fn add(list: &List<'_>, pointer: &str, tag: Option<&str>, items: &mut Vec<Result<Item, ReadError>>) {
    for (index, task) in list.tasks.iter().enumerate() {
        let pointer = format!("{pointer}/tasks/{index}");
        match serde_json::from_str::<Task>(task.get()) {
            Ok(task) => one(task, None, &pointer, tag, items),
            Err(error) => items.push(Err(ReadError::json(Origin::Pointer(pointer), &error))),
        }
    }
}

/// Adds a task and its subtasks, whose ids are `7.1` as the program shows them.
fn one(
    task: Task,
    parent: Option<&str>,
    pointer: &str,
    tag: Option<&str>,
    items: &mut Vec<Result<Item, ReadError>>,
) {
    let own = shown(&task.id);
    let id = parent.map_or_else(|| own.clone(), |parent| format!("{parent}.{own}"));
    let mut item = Item {
        id: Some(id.clone()),
        title: Some(task.title),
        state: task.status,
        parent: parent.map(str::to_owned),
        tags: tag.map(str::to_owned).into_iter().collect(),
        updated: task.updated,
        origin: Some(Origin::Pointer(pointer.to_owned())),
        ..Item::default()
    };
    item.section("Context", task.description);
    item.section("Approach", task.details);
    item.section("Acceptance Criteria", task.test_strategy);
    let dependencies: Vec<String> = task.dependencies.iter().map(|id| format!("- {}", shown(id))).collect();
    item.section("Dependencies", Some(dependencies.join("\n")));
    items.push(Ok(item));
    for (index, subtask) in task.subtasks.into_iter().enumerate() {
        one(subtask, Some(&id), &format!("{pointer}/subtasks/{index}"), tag, items);
    }
}

fn shown(id: &Value) -> String {
    match id {
        Value::String(id) => id.clone(),
        id => id.to_string(),
    }
}
