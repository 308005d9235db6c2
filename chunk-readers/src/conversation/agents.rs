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
use serde_json::{Value, value::RawValue};
use std::{borrow::Cow, io::BufRead};

/// Hands each line that is not blank to `take`, with one of them in memory; a line that is damaged is an error.
fn each_line(
    file: impl BufRead,
    builder: &mut Builder<'_>,
    mut take: impl FnMut(&[u8], Origin, &mut Builder<'_>) -> Result<(), serde_json::Error>,
) -> Result<(), ReadError> {
    let file = past_mark(file).map_err(|error| ReadError::io(&error))?;
    let mut lines = Lines::new(file, LONGEST);
    while let Some(line) = lines.next_line() {
        let line = match line {
            Ok(line) => line,
            Err(LineError::Read { error, .. }) => return Err(ReadError::io(&error)),
            Err(error) => {
                builder.errors.push(ReadError::whole(error));
                continue;
            }
        };
        if line.bytes.trim_ascii().is_empty() {
            continue;
        }
        if let Err(error) = take(line.bytes, Origin::Line(line.number), builder) {
            builder.errors.push(ReadError::json_line(line.number, &error));
        }
    }
    Ok(())
}

#[derive(Deserialize)]
struct ClaudeCode<'j> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'j, str>,
    #[serde(default, deserialize_with = "id")]
    uuid: Option<String>,
    #[serde(rename = "sessionId", default, deserialize_with = "id")]
    session: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    timestamp: Option<String>,
    #[serde(borrow, default)]
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
    #[serde(borrow, default)]
    role: Option<Cow<'j, str>>,
    #[serde(borrow, deserialize_with = "Option::deserialize")]
    content: Option<&'j RawValue>,
}

/// A session of Claude Code. Lines of other kinds than `user` and `assistant` say nothing; the first summary is the title. What a subagent and
/// the agent say to each other inside a session is the work of a tool; a subagent's own file has nothing else.
pub(super) fn claude_code(file: impl BufRead, builder: &mut Builder<'_>) -> Result<(), ReadError> {
    let mut in_session = false;
    each_line(file, builder, |line, origin, builder| {
        let line: ClaudeCode<'_> = object(line)?;
        let conversation = &mut builder.conversation;
        if conversation.id.is_none() {
            conversation.id = line.session;
        }
        if conversation.at.is_none() {
            conversation.at.clone_from(&line.timestamp);
        }
        if conversation.title.is_none() {
            conversation.title = line.summary;
        }
        if line.is_meta || line.is_summary || !matches!(&*line.kind, "user" | "assistant") {
            return Ok(());
        }
        in_session |= !line.is_sidechain;
        if in_session && line.is_sidechain && builder.options.tools != Tools::Keep {
            return Ok(());
        }
        let Some(message) = line.message else { return Err(serde::de::Error::missing_field("message")) };
        let message: ClaudeCodeMessage<'_> = object(message.get().as_bytes())?;
        let said = content::of(message.content, builder.options.tools)?;
        let speaker = if said.is_result { "tool" } else { message.role.as_deref().unwrap_or(&line.kind) };
        let id = line.uuid.as_deref();
        builder.push(Message { speaker: Some(speaker), at: line.timestamp, id, text: &said.text }, origin);
        Ok(())
    })
}

#[derive(Deserialize)]
struct Codex<'j> {
    #[serde(rename = "type", borrow, default)]
    kind: Cow<'j, str>,
    #[serde(default, deserialize_with = "lenient")]
    timestamp: Option<String>,
    #[serde(borrow, default)]
    payload: Option<&'j RawValue>,
}

#[derive(Deserialize, Default)]
struct Payload<'j> {
    #[serde(rename = "type", borrow, default)]
    kind: Cow<'j, str>,
    #[serde(default, deserialize_with = "id")]
    id: Option<String>,
    #[serde(borrow, default)]
    role: Option<Cow<'j, str>>,
    #[serde(borrow, default)]
    content: Option<&'j RawValue>,
    #[serde(borrow, default)]
    name: Option<Cow<'j, str>>,
    #[serde(default)]
    arguments: Option<Value>,
    #[serde(default)]
    input: Option<Value>,
    #[serde(default)]
    action: Option<Value>,
    #[serde(default)]
    output: Option<Value>,
    #[serde(default, deserialize_with = "id")]
    call_id: Option<String>,
}

/// How messages begin that Codex writes in its user's name.
const SURROUNDINGS: [&str; 3] =
    ["<environment_context>", "<user_instructions>", "# AGENTS.md instructions for "];

/// A session of Codex: its `response_item` lines, or the bare items of sessions before version 0.32. (`event_msg` repeats what they say.)
pub(super) fn codex(file: impl BufRead, builder: &mut Builder<'_>) -> Result<(), ReadError> {
    each_line(file, builder, |line, origin, builder| {
        let Codex { kind, timestamp, payload } = object(line)?;
        let item: Payload<'_> = match (&*kind, payload) {
            ("session_meta" | "response_item", Some(payload)) => object(payload.get().as_bytes())?,
            ("message" | "function_call" | "function_call_output", None) => object(line)?,
            _ => return Ok(()),
        };
        if kind == "session_meta" {
            // A session that goes on from another one has that one's after its own.
            if builder.conversation.id.is_none() {
                builder.conversation.id = item.id;
                builder.conversation.at = timestamp;
            }
            return Ok(());
        }
        let tools = builder.options.tools;
        let (speaker, text) = match &*item.kind {
            "message" => {
                let said = content::of(item.content, tools)?.text;
                // The surroundings that the program adds to what its user says.
                if SURROUNDINGS.iter().any(|start| said.starts_with(start)) {
                    return Ok(());
                }
                (item.role.as_deref().unwrap_or("user"), said)
            }
            "function_call" | "custom_tool_call" | "local_shell_call" => {
                let name = item.name.as_deref().unwrap_or("shell");
                let given = [&item.arguments, &item.input, &item.action].into_iter().find_map(Option::as_ref);
                ("assistant", content::call(name, &content::shown(given), tools))
            }
            "function_call_output" | "custom_tool_call_output" => {
                ("tool", content::result(&content::shown(item.output.as_ref()), tools))
            }
            _ => return Ok(()),
        };
        let id = item.id.as_deref().or(item.call_id.as_deref());
        builder.push(Message { speaker: Some(speaker), at: timestamp, id, text: &text }, origin);
        Ok(())
    })
}
