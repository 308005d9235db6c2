//! Tells the format of a file where it is certain: by keys that no other program writes together, or by a first line that a specification
//! demands.

use super::Format;
use crate::{
    ReadError, conversation,
    elements::{Element, Elements},
    item, lines, time,
};
use serde_json::value::RawValue;
use std::{borrow::Cow, collections::BTreeMap};

/// How many lines or elements are looked at.
const LOOKED_AT: usize = 20;

type Keys<'j> = BTreeMap<Cow<'j, str>, &'j RawValue>;

pub(super) fn recognize(path: &str, content: &[u8]) -> Option<Format> {
    let content = without_mark(content);
    match is_json(content) {
        true => of_json(content),
        false => of_text(path, content),
    }
}

/// Whether a file that begins so may be JSON.
pub(super) fn is_json(head: &[u8]) -> bool {
    matches!(without_mark(head).trim_ascii_start().first(), Some(b'{' | b'['))
}

fn without_mark(content: &[u8]) -> &[u8] {
    content.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(content)
}

fn of_json(content: &[u8]) -> Option<Format> {
    let mut elements = Elements::new(content);
    for number in 0..LOOKED_AT {
        // The first ones may be damaged, or lines of another kind than those that tell.
        let element = elements.next()?.ok();
        let of = |element: &Element| of_object(&element.json, elements.is_array(), number == 0);
        let found = element.as_ref().and_then(of);
        if found == Some(Format::Asciicast) {
            return found.filter(|_| is_cast(element.as_ref(), elements.next()));
        }
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Whether what looks like the header of an asciicast is one: an event or a comment follows it. Where nothing follows yet, as in a recording that goes on,
/// it has no keys but those of the specification.
fn is_cast(header: Option<&Element>, second: Option<Result<Element, ReadError>>) -> bool {
    if let Some(second) = second {
        return second.is_ok_and(|second| matches!(second.json.first(), Some(b'[' | b'#')));
    }
    let keys = header.and_then(|header| serde_json::from_slice::<Keys<'_>>(&header.json).ok());
    keys.is_some_and(|keys| keys.keys().all(|key| CAST.split(' ').any(|known| known == key)))
}

/// The keys of the header of an asciicast, of versions 1 to 3.
const CAST: &str =
    "version width height term timestamp duration idle_time_limit command title env theme tags stdout";

/// The format of a file that has this object.
fn of_object(json: &[u8], is_list: bool, is_first: bool) -> Option<Format> {
    let keys = serde_json::from_slice::<Keys<'_>>(json).ok()?;
    let has = |wanted: &[&str]| wanted.iter().all(|key| keys.contains_key(*key));
    let text = |key: &str| serde_json::from_str::<Cow<'_, str>>(keys.get(key)?.get()).ok();
    let is_one_of = |key: &str, words: &[&str]| text(key).is_some_and(|it| words.contains(&&*it));
    if has(&["mapping", "current_node"]) {
        Some(Format::Chatgpt)
    } else if has(&["chat_messages", "uuid"]) {
        Some(Format::Claude)
    } else if is_message(&keys) || keys.get("messages").is_some_and(|messages| are_messages(messages.get())) {
        Some(Format::Messages)
    } else if has(&["number", "title"])
        && (["body", "state", "labels"].iter().any(|key| has(&[key]))
            || text("url").is_some_and(|url| url.contains("/issues/")))
    {
        Some(Format::Github)
    } else if is_list {
        let is_time = |ts: Cow<'_, str>| ts.contains('.') && time::of_digits(&ts).is_some();
        (is_one_of("type", &["message"]) && text("ts").is_some_and(is_time)).then_some(Format::Slack)
    } else if has(&["sessionId", "message", "type", "uuid"]) {
        Some(Format::ClaudeCode)
    } else if has(&["timestamp", "payload"]) && is_one_of("type", &CODEX) {
        Some(Format::Codex)
    } else if is_first && has(&["version"]) && (has(&["width", "height"]) || has(&["term"])) {
        Some(Format::Asciicast)
    } else if has(&["id", "title", "issue_type"]) {
        Some(Format::Beads)
    } else {
        item::is_taskmaster(json).then_some(Format::Taskmaster)
    }
}

/// The kinds of lines of a session of Codex.
const CODEX: [&str; 5] = ["session_meta", "response_item", "event_msg", "turn_context", "compacted"];

/// The roles of messages, in the formats of the programs that invented them.
const ROLES: [&str; 9] =
    ["system", "developer", "user", "assistant", "tool", "function", "human", "ai", "model"];

fn is_message(keys: &Keys<'_>) -> bool {
    let role = keys.get("role").and_then(|role| serde_json::from_str::<Cow<'_, str>>(role.get()).ok());
    role.is_some_and(|role| ROLES.contains(&&*role)) && keys.contains_key("content")
}

fn are_messages(list: &str) -> bool {
    serde_json::from_str::<Vec<Keys<'_>>>(list).is_ok_and(|list| list.first().is_some_and(is_message))
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
