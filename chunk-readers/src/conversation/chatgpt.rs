//! `conversations.json` of ChatGPT: for each conversation a tree of messages.

use super::{Builder, Message, Origin, content};
use crate::{
    ReadError,
    elements::Element,
    json::{id, lenient, object, pointer_token, present},
    time::moment,
};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use std::{borrow::Cow, collections::BTreeMap};

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
    #[serde(borrow, default, deserialize_with = "present")]
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
    #[serde(borrow, deserialize_with = "Option::deserialize")]
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
pub(super) fn read(element: &Element, pointer: &str, builder: &mut Builder<'_>) -> Result<(), ReadError> {
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
        let pointer = format!("{pointer}/mapping/{}/message", pointer_token(key));
        let Some(message) = node.message else {
            builder.errors.push(ReadError::new(Origin::Pointer(pointer), "there is no such value"));
            continue;
        };
        let origin = element.place(Some(pointer), message);
        if message.get() == "null" {
            continue;
        }
        let message: ChatgptMessage<'_> = match object(message.get().as_bytes()) {
            Ok(message) => message,
            Err(error) => {
                builder.errors.push(ReadError::value(origin, &error));
                continue;
            }
        };
        let Some(content) = message.content.filter(|_| message.weight != Some(0.0)) else { continue };
        if matches!(&*content.content_type, "thoughts" | "reasoning_recap") {
            continue;
        }
        let said = content.parts.or(content.text);
        if said.is_none() && content.content_type == "text" {
            builder.errors.push(ReadError::new(origin, "its content is a text without `parts`"));
            continue;
        }
        let said = match content::of(said, tools) {
            Ok(said) => said.text,
            Err(error) => {
                builder.errors.push(ReadError::value(origin, &error));
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
