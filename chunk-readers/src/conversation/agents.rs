//! Sessions of coding agents, a line of JSON for each event: Claude Code and Codex.

use super::{Builder, Message, Origin, content};
use crate::ReadError;
use chunk_core::jsonl::Lines;
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use std::borrow::Cow;

/// Hands each line that is not blank to `take`; a line that cannot be read is an error.
fn each_line(
    bytes: &[u8],
    builder: &mut Builder<'_>,
    take: impl Fn(&[u8], Origin, &mut Builder<'_>) -> Result<(), serde_json::Error>,
) -> Result<(), ReadError> {
    let mut lines = Lines::new(bytes, usize::MAX - 1);
    while let Some(line) = lines.next_line() {
        let line = match line {
            Ok(line) => line,
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
    #[serde(rename = "type", borrow, default)]
    kind: Cow<'j, str>,
    #[serde(borrow, default)]
    uuid: Option<Cow<'j, str>>,
    #[serde(rename = "sessionId", borrow, default)]
    session: Option<Cow<'j, str>>,
    #[serde(default)]
    timestamp: Option<String>,
    #[serde(borrow, default)]
    message: Option<ClaudeCodeMessage<'j>>,
    #[serde(default)]
    summary: Option<String>,
    #[serde(rename = "isMeta", default)]
    is_meta: bool,
}

#[derive(Deserialize)]
struct ClaudeCodeMessage<'j> {
    #[serde(borrow, default)]
    role: Option<Cow<'j, str>>,
    #[serde(borrow, default)]
    content: Option<&'j RawValue>,
}

/// A session of Claude Code. Lines of other kinds than `user` and `assistant` say nothing; the first summary is the title.
pub(super) fn claude_code(bytes: &[u8], builder: &mut Builder<'_>) -> Result<(), ReadError> {
    each_line(bytes, builder, |line, origin, builder| {
        let line: ClaudeCode<'_> = serde_json::from_slice(line)?;
        let conversation = &mut builder.conversation;
        if conversation.id.is_none() {
            conversation.id = line.session.map(Cow::into_owned);
        }
        if conversation.at.is_none() {
            conversation.at.clone_from(&line.timestamp);
        }
        if conversation.title.is_none() {
            conversation.title = line.summary;
        }
        let Some(message) =
            line.message.filter(|_| !line.is_meta && matches!(&*line.kind, "user" | "assistant"))
        else {
            return Ok(());
        };
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
    #[serde(default)]
    timestamp: Option<String>,
    #[serde(borrow, default)]
    payload: Option<&'j RawValue>,
}

#[derive(Deserialize, Default)]
struct Payload<'j> {
    #[serde(rename = "type", borrow, default)]
    kind: Cow<'j, str>,
    #[serde(borrow, default)]
    id: Option<Cow<'j, str>>,
    #[serde(borrow, default)]
    role: Option<Cow<'j, str>>,
    #[serde(borrow, default)]
    content: Option<&'j RawValue>,
    #[serde(borrow, default)]
    name: Option<Cow<'j, str>>,
    #[serde(default, alias = "input", alias = "action")]
    arguments: Option<Value>,
    #[serde(default)]
    output: Option<Value>,
    #[serde(borrow, default)]
    call_id: Option<Cow<'j, str>>,
}

/// A session of Codex: its `response_item` lines, or the bare items of sessions before version 0.32. (`event_msg` repeats what they say.)
pub(super) fn codex(bytes: &[u8], builder: &mut Builder<'_>) -> Result<(), ReadError> {
    each_line(bytes, builder, |line, origin, builder| {
        let Codex { kind, timestamp, payload } = serde_json::from_slice(line)?;
        let item: Payload<'_> = match (&*kind, payload) {
            ("session_meta" | "response_item", Some(payload)) => serde_json::from_str(payload.get())?,
            ("message" | "function_call" | "function_call_output", None) => serde_json::from_slice(line)?,
            _ => return Ok(()),
        };
        if kind == "session_meta" {
            builder.conversation.id = item.id.map(Cow::into_owned);
            builder.conversation.at = timestamp;
            return Ok(());
        }
        let tools = builder.options.tools;
        let (speaker, text) = match &*item.kind {
            "message" => {
                let said = content::of(item.content, tools)?.text;
                // The surroundings that the program adds to what its user says.
                if said.starts_with("<environment_context>") || said.starts_with("<user_instructions>") {
                    return Ok(());
                }
                (item.role.as_deref().unwrap_or("user"), said)
            }
            "function_call" | "custom_tool_call" | "local_shell_call" => {
                let name = item.name.as_deref().unwrap_or("shell");
                ("assistant", content::call(name, &content::shown(item.arguments.as_ref()), tools))
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
