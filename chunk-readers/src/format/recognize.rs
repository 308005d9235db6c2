//! Tells the format of a file where it is certain: by keys that no other program writes together, or by a first line that a specification
//! demands.

use super::Format;
use crate::{conversation, elements::Elements, item, lines};
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

/// How many lines or elements are looked at.
const LOOKED_AT: usize = 20;

type Keys<'j> = BTreeMap<std::borrow::Cow<'j, str>, IgnoredAny>;

pub(super) fn recognize(path: &str, content: &[u8]) -> Option<Format> {
    let content = content.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(content);
    match content.trim_ascii_start().first()? {
        b'{' | b'[' => of_json(content),
        _ => of_text(path, content),
    }
}

fn of_json(content: &[u8]) -> Option<Format> {
    let mut elements = Elements::new(content);
    let mut first = None;
    for _ in 0..LOOKED_AT {
        let Some(Ok(element)) = elements.next() else { break };
        let Ok(keys) = serde_json::from_slice::<Keys<'_>>(&element.json) else { break };
        let has = |wanted: &[&str]| wanted.iter().all(|key| keys.contains_key(*key));
        let is_list = elements.is_array();
        let found = if has(&["mapping", "current_node"]) {
            Some(Format::Chatgpt)
        } else if has(&["chat_messages", "uuid"]) {
            Some(Format::Claude)
        } else if has(&["role", "content"]) || has(&["messages"]) {
            Some(Format::Messages)
        } else if !is_list && has(&["sessionId", "message", "type", "uuid"]) {
            Some(Format::ClaudeCode)
        } else if !is_list && has(&["timestamp", "type", "payload"]) {
            Some(Format::Codex)
        } else if !is_list
            && first.is_none()
            && has(&["version"])
            && (has(&["width", "height"]) || has(&["term"]))
        {
            Some(Format::Asciicast)
        } else if is_list && has(&["type", "ts"]) {
            Some(Format::Slack)
        } else if has(&["number", "title"]) {
            Some(Format::Github)
        } else if !is_list && has(&["id", "title", "issue_type"]) {
            Some(Format::Beads)
        } else if !is_list && item::is_taskmaster(&element.json) {
            Some(Format::Taskmaster)
        } else {
            None
        };
        if found.is_some() {
            return found;
        }
        first = Some(());
        // Sessions of agents begin with lines of other kinds; elements of lists are all of one.
        if is_list {
            break;
        }
    }
    None
}

fn of_text(path: &str, content: &[u8]) -> Option<Format> {
    let text = match std::str::from_utf8(content) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(content.get(..error.valid_up_to())?).ok()?,
    };
    if conversation::is_vtt(text) {
        return Some(Format::Vtt);
    }
    if conversation::is_srt(text) {
        return Some(Format::Srt);
    }
    if lines::numbered(text).take(LOOKED_AT).any(|(_, line)| line.starts_with("# aider chat started at ")) {
        return Some(Format::Aider);
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    if item::is_backlog_md(name, text) {
        return Some(Format::BacklogMd);
    }
    item::is_adr(name, text).then_some(Format::Adr)
}
