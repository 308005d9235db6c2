//! `conversations.json` of ChatGPT: for each conversation a tree of messages.

use super::{Builder, Message, Origin, Tools, content};
use crate::{
    ReadError,
    elements::Element,
    json::{id, lenient, object, pointer_token, present},
    time::moment,
};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use std::collections::BTreeMap;

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
    mapping: BTreeMap<String, Node<'j>>,
    current_node: Option<String>,
}

#[derive(Deserialize)]
struct Node<'j> {
    parent: Option<String>,
    #[serde(borrow, default, deserialize_with = "present")]
    message: Option<&'j RawValue>,
}

#[derive(Deserialize)]
struct ChatgptMessage<'j> {
    #[serde(default, deserialize_with = "id")]
    id: Option<String>,
    author: Author,
    #[serde(default)]
    create_time: Value,
    #[serde(borrow, deserialize_with = "Option::deserialize")]
    content: Option<ChatgptContent<'j>>,
    recipient: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    weight: Option<f64>,
}

#[derive(Deserialize)]
struct Author {
    role: String,
    name: Option<String>,
}

#[derive(Deserialize)]
struct ChatgptContent<'j> {
    #[serde(default)]
    content_type: String,
    #[serde(borrow)]
    parts: Option<&'j RawValue>,
    #[serde(borrow)]
    text: Option<&'j RawValue>,
}

/// A conversation of ChatGPT: the branch that ends at `current_node`.
pub(super) fn read(element: &Element, builder: &mut Builder<'_>) -> Result<(), ReadError> {
    let start = || Origin::Byte(element.byte);
    let chat: Chatgpt<'_> = object(&element.json).map_err(|error| ReadError::json(start(), &error))?;
    let damaged = |what: &str| Err(ReadError::new(start(), what));
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
    for (key, node) in branch.into_iter().rev() {
        let pointer = format!("{}/mapping/{}/message", element.pointer, pointer_token(key));
        match node.message {
            None => builder.errors.push(ReadError::new(Origin::Pointer(pointer), "there is no such value")),
            Some(json) => {
                let message = message(json.get(), builder.options.tools);
                builder.add(element.place(Some(pointer), json), message);
            }
        }
    }
    let conversation = &mut builder.conversation;
    conversation.id = chat.conversation_id.or(chat.id);
    conversation.title = chat.title;
    conversation.at = moment(&chat.create_time);
    Ok(())
}

/// A message, which may be `null`. Those of weight 0 are not shown in ChatGPT, so they are empty here.
fn message(json: &str, tools: Tools) -> serde_json::Result<Message> {
    if json == "null" {
        return Ok(Message::default());
    }
    let message: ChatgptMessage<'_> = object(json.as_bytes())?;
    let Some(content) = message.content.filter(|_| message.weight != Some(0.0)) else {
        return Ok(Message::default());
    };
    if matches!(&*content.content_type, "thoughts" | "reasoning_recap") {
        return Ok(Message::default());
    }
    let said = content.parts.or(content.text);
    if said.is_none() && content.content_type == "text" {
        return Err(serde::de::Error::custom("its content is a text without `parts`"));
    }
    let said = content::of(said, tools)?.text;
    let text = match (&*message.author.role, message.recipient.as_deref()) {
        ("tool", _) => content::result(&said, tools),
        ("assistant", Some(tool)) if tool != "all" => content::call(tool, &said, tools),
        _ => said,
    };
    let speaker = Some(message.author.name.unwrap_or(message.author.role));
    Ok(Message { speaker, at: moment(&message.create_time), id: message.id, text })
}
