//! Chats as their programs export them: messages with a role, ChatGPT's tree, Claude's list.

use super::{Builder, Message, Origin, content};
use crate::{
    ReadError,
    elements::{Element, Elements},
    json::{id, lenient, object, pointer_token},
    time,
};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use std::{borrow::Cow, collections::BTreeMap, io::BufRead};

#[derive(Deserialize)]
struct Roled<'j> {
    #[serde(borrow, default)]
    role: Option<Cow<'j, str>>,
    #[serde(borrow, default)]
    name: Option<Cow<'j, str>>,
    #[serde(borrow, default)]
    content: Option<&'j RawValue>,
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
pub(super) fn messages<R: BufRead>(
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
                        Err(error) => builder.errors.push(ReadError::new(origin, error)),
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
    let tools = builder.options.tools;
    let mut said = match content::of(message.content, tools) {
        Ok(said) => said.text,
        Err(error) => return builder.errors.push(ReadError::new(origin, error)),
    };
    let role = message.role.as_deref();
    if matches!(role, Some("tool" | "function")) {
        said = content::result(&said, tools);
    }
    let calls = match calls(message.tool_calls) {
        Ok(calls) => calls,
        Err(error) => return builder.errors.push(ReadError::new(origin, error)),
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

/// A time that is written as text or as seconds.
fn moment(time: &Value) -> Option<String> {
    match time {
        Value::String(time) => Some(time.clone()),
        Value::Number(seconds) => time::of_seconds(seconds.as_f64()?),
        _ => None,
    }
}

#[derive(Deserialize)]
struct Chatgpt<'j> {
    // Exports have both, with the same value.
    #[serde(default, deserialize_with = "id")]
    conversation_id: Option<String>,
    #[serde(default, deserialize_with = "id")]
    id: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    title: Option<String>,
    #[serde(default)]
    create_time: Value,
    #[serde(borrow)]
    mapping: BTreeMap<Cow<'j, str>, Node<'j>>,
    #[serde(borrow, default)]
    current_node: Option<Cow<'j, str>>,
}

#[derive(Deserialize)]
struct Node<'j> {
    #[serde(borrow, default)]
    parent: Option<Cow<'j, str>>,
    #[serde(borrow, default)]
    message: Option<&'j RawValue>,
}

#[derive(Deserialize)]
struct ChatgptMessage<'j> {
    #[serde(default, deserialize_with = "id")]
    id: Option<String>,
    #[serde(borrow)]
    author: Author<'j>,
    #[serde(default)]
    create_time: Value,
    #[serde(borrow, default)]
    content: Option<ChatgptContent<'j>>,
    #[serde(borrow, default)]
    recipient: Option<Cow<'j, str>>,
    #[serde(default, deserialize_with = "lenient")]
    weight: Option<f64>,
}

#[derive(Deserialize)]
struct Author<'j> {
    #[serde(borrow)]
    role: Cow<'j, str>,
    #[serde(borrow, default)]
    name: Option<Cow<'j, str>>,
}

#[derive(Deserialize)]
struct ChatgptContent<'j> {
    #[serde(borrow, default)]
    content_type: Cow<'j, str>,
    #[serde(borrow, default)]
    parts: Option<&'j RawValue>,
    #[serde(borrow, default)]
    text: Option<&'j RawValue>,
}

/// A conversation of ChatGPT: the branch that ends at `current_node`. Messages of weight 0 are not shown there, so they are left out.
pub(super) fn chatgpt(element: &Element, pointer: &str, builder: &mut Builder<'_>) -> Result<(), ReadError> {
    let chat: Chatgpt<'_> = object(&element.json).map_err(|error| ReadError::json(element.byte, &error))?;
    let damaged = |what: &str| Err(ReadError::new(Origin::Byte(element.byte), what));
    let mut branch = Vec::new();
    let mut at = chat.current_node.as_deref();
    if at.is_none() && !chat.mapping.is_empty() {
        return damaged("it has messages but no `current_node`, which says which of its branches was shown");
    }
    while let Some(key) = at {
        let Some((key, node)) = chat.mapping.get_key_value(key) else {
            return damaged(&format!("its branch leads to {key:?}, which is not in `mapping`"));
        };
        branch.push((key, node));
        // A tree is not deeper than it has nodes; whoever damaged this one made a ring of it.
        if branch.len() > chat.mapping.len() {
            return damaged("the parents of its messages run in a ring");
        }
        at = node.parent.as_deref();
    }
    let tools = builder.options.tools;
    for (key, node) in branch.into_iter().rev() {
        let Some(message) = node.message else { continue };
        let pointer = format!("{pointer}/mapping/{}/message", pointer_token(key));
        let origin = element.place(Some(pointer), message);
        let message: ChatgptMessage<'_> = match object(message.get().as_bytes()) {
            Ok(message) => message,
            Err(error) => {
                builder.errors.push(ReadError::new(origin, error));
                continue;
            }
        };
        let Some(content) = message.content.filter(|_| message.weight != Some(0.0)) else { continue };
        if matches!(&*content.content_type, "thoughts" | "reasoning_recap") {
            continue;
        }
        let said = match content::of(content.parts.or(content.text), tools) {
            Ok(said) => said.text,
            Err(error) => {
                builder.errors.push(ReadError::new(origin, error));
                continue;
            }
        };
        let said = match (&*message.author.role, message.recipient.as_deref()) {
            ("tool", _) => content::result(&said, tools),
            ("assistant", Some(tool)) if tool != "all" => content::call(tool, &said, tools),
            _ => said,
        };
        builder.push(
            Message {
                speaker: Some(message.author.name.as_deref().unwrap_or(&message.author.role)),
                at: moment(&message.create_time),
                id: message.id.as_deref(),
                text: &said,
            },
            origin,
        );
    }
    let conversation = &mut builder.conversation;
    conversation.id = chat.conversation_id.or(chat.id);
    conversation.title = chat.title;
    conversation.at = moment(&chat.create_time);
    Ok(())
}

#[derive(Deserialize)]
struct Claude<'j> {
    #[serde(borrow)]
    uuid: Cow<'j, str>,
    #[serde(default, deserialize_with = "lenient")]
    name: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    created_at: Option<String>,
    #[serde(borrow)]
    chat_messages: Vec<&'j RawValue>,
}

#[derive(Deserialize)]
struct ClaudeMessage<'j> {
    #[serde(borrow, default)]
    uuid: Option<Cow<'j, str>>,
    #[serde(borrow)]
    sender: Cow<'j, str>,
    #[serde(default, deserialize_with = "lenient")]
    created_at: Option<String>,
    #[serde(borrow, default)]
    text: Option<&'j RawValue>,
    #[serde(borrow, default)]
    content: Option<&'j RawValue>,
}

/// A conversation of Claude.
pub(super) fn claude(element: &Element, pointer: &str, builder: &mut Builder<'_>) -> Result<(), ReadError> {
    let chat: Claude<'_> = object(&element.json).map_err(|error| ReadError::json(element.byte, &error))?;
    for (index, message) in chat.chat_messages.into_iter().enumerate() {
        let origin = element.place(Some(format!("{pointer}/chat_messages/{index}")), message);
        let read = object::<ClaudeMessage<'_>>(message.get().as_bytes()).and_then(|message| {
            // `content` says which parts are calls of tools; older exports have `text` alone.
            let mut said = content::of(message.content, builder.options.tools)?.text;
            if said.is_empty() {
                said = content::of(message.text, builder.options.tools)?.text;
            }
            Ok((message, said))
        });
        match read {
            Ok((message, said)) => builder.push(
                Message {
                    speaker: Some(&message.sender),
                    at: message.created_at,
                    id: message.uuid.as_deref(),
                    text: &said,
                },
                origin,
            ),
            Err(error) => builder.errors.push(ReadError::new(origin, error)),
        }
    }
    let conversation = &mut builder.conversation;
    conversation.id = Some(chat.uuid.into_owned());
    conversation.title = chat.name.filter(|name| !name.is_empty());
    conversation.at = chat.created_at;
    Ok(())
}
