//! Sessions of coding agents, a line of JSON for each event: Claude Code and Codex.

use super::{Builder, Message, Origin, Tools, content};
use crate::{
    ReadError,
    elements::LONGEST,
    json::{id, lenient, object, or_default},
    lines::past_mark,
};
use chunk_core::jsonl::{LineError, Lines};
use serde::Deserialize;
use serde_json::{Result as Read, Value, value::RawValue};
use std::io::BufRead;

/// Adds the message that `read` finds in each line that is not blank, with one line in memory. A line that says nothing is an empty message.
fn each_line(
    file: impl BufRead,
    builder: &mut Builder<'_>,
    mut read: impl FnMut(&[u8], &mut Builder<'_>) -> Read<Message>,
) -> Result<(), ReadError> {
    let file = past_mark(file).map_err(|error| ReadError::io(&error))?;
    let mut lines = Lines::new(file, LONGEST);
    while let Some(line) = lines.next_line() {
        match line {
            Ok(line) if line.bytes.trim_ascii().is_empty() => {}
            Ok(line) => {
                let message = read(line.bytes, builder);
                builder.add(Origin::Line(line.number), message);
            }
            Err(LineError::Read { error, .. }) => return Err(ReadError::io(&error)),
            Err(error) => builder.errors.push(ReadError::whole(error)),
        }
    }
    Ok(())
}

#[derive(Deserialize)]
struct ClaudeCode<'j> {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default, deserialize_with = "id")]
    uuid: Option<String>,
    #[serde(rename = "sessionId", default, deserialize_with = "id")]
    session: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    timestamp: Option<String>,
    #[serde(borrow)]
    message: Option<&'j RawValue>,
    #[serde(default, deserialize_with = "lenient")]
    summary: Option<String>,
    #[serde(rename = "isMeta", default, deserialize_with = "or_default")]
    is_meta: bool,
    #[serde(rename = "isCompactSummary", default, deserialize_with = "or_default")]
    is_summary: bool,
    #[serde(rename = "isSidechain", default, deserialize_with = "or_default")]
    is_sidechain: bool,
}

#[derive(Deserialize)]
struct ClaudeCodeMessage<'j> {
    role: Option<String>,
    #[serde(borrow, deserialize_with = "Option::deserialize")]
    content: Option<&'j RawValue>,
}

/// A session of Claude Code. Lines of other kinds than `user` and `assistant` say nothing; the first summary is the title. What a subagent and
/// the agent say to each other inside a session is the work of a tool; a subagent's own file has nothing else.
pub(super) fn claude_code(file: impl BufRead, builder: &mut Builder<'_>) -> Result<(), ReadError> {
    let mut in_session = false;
    each_line(file, builder, |line, builder| {
        let line: ClaudeCode<'_> = object(line)?;
        let tools = builder.options.tools;
        let conversation = &mut builder.conversation;
        conversation.id = conversation.id.take().or(line.session);
        conversation.at = conversation.at.take().or_else(|| line.timestamp.clone());
        conversation.title = conversation.title.take().or(line.summary);
        if line.is_meta || line.is_summary || !matches!(&*line.kind, "user" | "assistant") {
            return Ok(Message::default());
        }
        in_session |= !line.is_sidechain;
        if in_session && line.is_sidechain && tools != Tools::Keep {
            return Ok(Message::default());
        }
        let Some(message) = line.message else { return Err(serde::de::Error::missing_field("message")) };
        let message: ClaudeCodeMessage<'_> = object(message.get().as_bytes())?;
        let said = content::of(message.content, tools)?;
        let speaker = if said.is_result { "tool".to_owned() } else { message.role.unwrap_or(line.kind) };
        Ok(Message { speaker: Some(speaker), at: line.timestamp, id: line.uuid, text: said.text })
    })
}

#[derive(Deserialize)]
struct Codex<'j> {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default, deserialize_with = "lenient")]
    timestamp: Option<String>,
    #[serde(borrow)]
    payload: Option<&'j RawValue>,
}

#[derive(Deserialize)]
struct Payload<'j> {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default, deserialize_with = "id")]
    id: Option<String>,
    role: Option<String>,
    #[serde(borrow)]
    content: Option<&'j RawValue>,
    name: Option<String>,
    arguments: Option<Value>,
    input: Option<Value>,
    action: Option<Value>,
    output: Option<Value>,
    #[serde(default, deserialize_with = "id")]
    call_id: Option<String>,
}

/// How messages begin that Codex writes in its user's name.
const SURROUNDINGS: [&str; 3] =
    ["<environment_context>", "<user_instructions>", "# AGENTS.md instructions for "];

/// A session of Codex: its `response_item` lines, or the bare items of sessions before version 0.32. (`event_msg` repeats what they say.)
pub(super) fn codex(file: impl BufRead, builder: &mut Builder<'_>) -> Result<(), ReadError> {
    each_line(file, builder, |line, builder| {
        let Codex { kind, timestamp, payload } = object(line)?;
        let item: Payload<'_> = match (&*kind, payload) {
            ("session_meta" | "response_item", Some(payload)) => object(payload.get().as_bytes())?,
            ("message" | "function_call" | "function_call_output", None) => object(line)?,
            _ => return Ok(Message::default()),
        };
        if kind == "session_meta" {
            // A session that goes on from another one has that one's after its own.
            if builder.conversation.id.is_none() {
                builder.conversation.id = item.id;
                builder.conversation.at = timestamp;
            }
            return Ok(Message::default());
        }
        let tools = builder.options.tools;
        let (speaker, text) = match &*item.kind {
            "message" => (item.role.as_deref().unwrap_or("user"), content::of(item.content, tools)?.text),
            "function_call" | "custom_tool_call" | "local_shell_call" => {
                let name = item.name.as_deref().unwrap_or("shell");
                let given = [&item.arguments, &item.input, &item.action].into_iter().find_map(Option::as_ref);
                ("assistant", content::call(name, &content::shown(given), tools))
            }
            "function_call_output" | "custom_tool_call_output" => {
                ("tool", content::result(&content::shown(item.output.as_ref()), tools))
            }
            _ => return Ok(Message::default()),
        };
        // The surroundings that the program adds to what its user says.
        if item.kind == "message" && SURROUNDINGS.iter().any(|start| text.starts_with(start)) {
            return Ok(Message::default());
        }
        let (speaker, id) = (Some(speaker.to_owned()), item.id.or(item.call_id));
        Ok(Message { speaker, at: timestamp, id, text })
    })
}
