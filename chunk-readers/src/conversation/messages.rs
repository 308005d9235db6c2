//! Lists of messages with `role` and `content`, as the interfaces of models have them.

use super::{Builder, Message, Origin, content};
use crate::{
    ReadError,
    elements::{Element, Elements},
    json::{id, lenient, object, present},
    time::moment,
};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use std::{borrow::Cow, io::BufRead};

#[derive(Deserialize)]
struct Roled<'j> {
    #[serde(borrow, default)]
    role: Option<Cow<'j, str>>,
    #[serde(borrow, default)]
    name: Option<Cow<'j, str>>,
    #[serde(borrow, default, deserialize_with = "present")]
    content: Option<&'j RawValue>,
    /// Says no, in the place of `content`.
    #[serde(borrow, default)]
    refusal: Option<&'j RawValue>,
    #[serde(borrow, default)]
    tool_calls: Option<&'j RawValue>,
    #[serde(default, deserialize_with = "id")]
    id: Option<String>,
    #[serde(borrow, default)]
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
    pointer: &str,
    elements: &mut Elements<R>,
    index: &mut usize,
    builder: &mut Builder<'_>,
) -> Result<(), ReadError> {
    // A pointer leads into one value; in a file of several, places are bytes.
    let is_one = elements.is_array() || *index == 1 && !elements.has_more();
    let mut next = Some((first, pointer.to_owned()));
    while let Some((element, pointer)) = next.take() {
        match object::<Roled<'_>>(&element.json) {
            Ok(chat @ Roled { messages: Some(_), .. }) => {
                builder.conversation.at = chat.at();
                builder.conversation.id = chat.id;
                builder.conversation.title = chat.title;
                for (at, message) in chat.messages.into_iter().flatten().enumerate() {
                    let origin = element.place(is_one.then(|| format!("{pointer}/messages/{at}")), message);
                    match object(message.get().as_bytes()) {
                        Ok(message) => roled(&message, origin, builder),
                        Err(error) => builder.errors.push(ReadError::value(origin, &error)),
                    }
                }
                return Ok(());
            }
            Ok(message) if is_one => roled(&message, Origin::Pointer(pointer), builder),
            Ok(message) => roled(&message, Origin::Byte(element.byte), builder),
            Err(error) => builder.errors.push(ReadError::json(element.byte, &error)),
        }
        if let Some(element) = elements.next() {
            let element = element?;
            let pointer = if elements.is_array() { format!("/{index}") } else { String::new() };
            *index += 1;
            next = Some((element, pointer));
        }
    }
    Ok(())
}

fn roled(message: &Roled<'_>, origin: Origin, builder: &mut Builder<'_>) {
    if message.content.or(message.tool_calls).is_none() {
        return builder
            .errors
            .push(ReadError::new(origin, "a message with neither `content` nor `tool_calls`"));
    }
    let tools = builder.options.tools;
    let said = content::of(message.content, tools);
    let said = said
        .and_then(|said| if said.text.is_empty() { content::of(message.refusal, tools) } else { Ok(said) });
    let mut said = match said {
        Ok(said) => said.text,
        Err(error) => return builder.errors.push(ReadError::value(origin, &error)),
    };
    let role = message.role.as_deref();
    if matches!(role, Some("tool" | "function")) {
        said = content::result(&said, tools);
    }
    let calls = match calls(message.tool_calls) {
        Ok(calls) => calls,
        Err(error) => return builder.errors.push(ReadError::value(origin, &error)),
    };
    for call in calls {
        let call = content::call(&call.0, &call.1, tools);
        if !call.is_empty() {
            if !said.is_empty() {
                said.push('\n');
            }
            said.push_str(&call);
        }
    }
    let speaker = message.name.as_deref().or(role);
    builder.push(Message { speaker, at: message.at(), id: message.id.as_deref(), text: &said }, origin);
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
