//! Lists of messages with `role` and `content`, as the interfaces of models have them.

use super::{Builder, Message, Origin, Tools, content};
use crate::{
    ReadError,
    elements::{Element, Elements},
    json::{id, lenient, object, present},
    time::moment,
};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use std::io::BufRead;

#[derive(Deserialize)]
struct Roled<'j> {
    role: Option<String>,
    name: Option<String>,
    #[serde(borrow, default, deserialize_with = "present")]
    content: Option<&'j RawValue>,
    /// Says no, in the place of `content`.
    #[serde(borrow)]
    refusal: Option<&'j RawValue>,
    #[serde(borrow)]
    tool_calls: Option<&'j RawValue>,
    #[serde(default, deserialize_with = "id")]
    id: Option<String>,
    #[serde(borrow)]
    messages: Option<Vec<&'j RawValue>>,
    #[serde(default, deserialize_with = "lenient")]
    title: Option<String>,
    // A file may have several of these, so they are no aliases of one field.
    #[serde(default)]
    created_at: Value,
    #[serde(default)]
    created: Value,
    #[serde(default)]
    timestamp: Value,
}

impl Roled<'_> {
    fn at(&self) -> Option<String> {
        [&self.created_at, &self.created, &self.timestamp].into_iter().find_map(moment)
    }
}

/// An element of a file of messages: an object with `messages` is a conversation; messages without one around them are together one.
pub(super) fn read<R: BufRead>(
    first: Element,
    elements: &mut Elements<R>,
    builder: &mut Builder<'_>,
) -> Result<(), ReadError> {
    // A pointer leads into one value; in a file of several, places are bytes.
    let is_one = elements.is_array() || first.index == 0 && !elements.has_more();
    let tools = builder.options.tools;
    let mut next = Some(Ok(first));
    while let Some(element) = next.transpose()? {
        match object::<Roled<'_>>(&element.json) {
            Ok(chat @ Roled { messages: Some(_), .. }) => {
                builder.conversation.at = chat.at();
                builder.conversation.id = chat.id;
                builder.conversation.title = chat.title;
                for (at, message) in chat.messages.into_iter().flatten().enumerate() {
                    let pointer = is_one.then(|| format!("{}/messages/{at}", element.pointer));
                    let read = object(message.get().as_bytes()).and_then(|message| said(message, tools));
                    builder.add(element.place(pointer, message), read);
                }
                return Ok(());
            }
            Ok(message) if is_one => {
                let message = said(message, tools);
                builder.add(Origin::Pointer(element.pointer), message);
            }
            message => builder.add(Origin::Byte(element.byte), message.and_then(|it| said(it, tools))),
        }
        next = elements.next();
    }
    Ok(())
}

fn said(message: Roled<'_>, tools: Tools) -> serde_json::Result<Message> {
    if message.content.or(message.tool_calls).is_none() {
        return Err(serde::de::Error::custom("a message with neither `content` nor `tool_calls`"));
    }
    let mut text = content::of(message.content, tools)?.text;
    if text.is_empty() {
        text = content::of(message.refusal, tools)?.text;
    }
    if matches!(message.role.as_deref(), Some("tool" | "function")) {
        text = content::result(&text, tools);
    }
    for (name, arguments) in calls(message.tool_calls)? {
        let call = content::call(&name, &arguments, tools);
        if !call.is_empty() && !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&call);
    }
    Ok(Message { at: message.at(), speaker: message.name.or(message.role), id: message.id, text })
}

/// Name and arguments of each call.
fn calls(calls: Option<&RawValue>) -> Result<Vec<(String, String)>, serde_json::Error> {
    let Some(calls) = calls else { return Ok(Vec::new()) };
    let calls: Vec<Value> = serde_json::from_str::<Option<_>>(calls.get())?.unwrap_or_default();
    let call = |call: &Value| {
        let function = call.get("function").unwrap_or(call);
        let name = function.get("name").and_then(Value::as_str).unwrap_or("tool");
        (name.to_owned(), content::shown(function.get("arguments")))
    };
    Ok(calls.iter().map(call).collect())
}
