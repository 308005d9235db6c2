//! `conversations.json` of Claude: for each conversation a list of messages.

use super::{Builder, Message, Origin, Tools, content};
use crate::{
    ReadError,
    elements::Element,
    json::{lenient, object, or_default, present},
};
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
struct Claude<'j> {
    uuid: String,
    #[serde(default, deserialize_with = "lenient")]
    name: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    created_at: Option<String>,
    #[serde(borrow)]
    chat_messages: Vec<&'j RawValue>,
}

#[derive(Deserialize)]
struct ClaudeMessage<'j> {
    uuid: Option<String>,
    sender: String,
    #[serde(default, deserialize_with = "lenient")]
    created_at: Option<String>,
    #[serde(borrow, default, deserialize_with = "present")]
    text: Option<&'j RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    content: Option<&'j RawValue>,
    #[serde(default, deserialize_with = "or_default")]
    attachments: Vec<Attachment>,
}

/// A long text that was pasted, or the text of a file.
#[derive(Deserialize)]
struct Attachment {
    #[serde(default, deserialize_with = "or_default")]
    extracted_content: String,
}

/// A conversation of Claude.
pub(super) fn read(element: &Element, builder: &mut Builder<'_>) -> Result<(), ReadError> {
    let chat: Claude<'_> =
        object(&element.json).map_err(|error| ReadError::json(Origin::Byte(element.byte), &error))?;
    for (index, json) in chat.chat_messages.into_iter().enumerate() {
        let origin = element.place(Some(format!("{}/chat_messages/{index}", element.pointer)), json);
        builder.add(origin, message(json.get().as_bytes(), builder.options.tools));
    }
    let conversation = &mut builder.conversation;
    conversation.id = Some(chat.uuid);
    conversation.title = chat.name.filter(|name| !name.is_empty());
    conversation.at = chat.created_at;
    Ok(())
}

fn message(json: &[u8], tools: Tools) -> serde_json::Result<Message> {
    let message: ClaudeMessage<'_> = object(json)?;
    if message.text.or(message.content).is_none() {
        return Err(serde::de::Error::custom("a message with neither `text` nor `content`"));
    }
    // `content` says which parts are calls of tools; older exports have `text` alone.
    let mut said = content::of(message.content, tools)?.text;
    if said.is_empty() {
        said = content::of(message.text, tools)?.text;
    }
    for attachment in &message.attachments {
        if !said.is_empty() && !attachment.extracted_content.is_empty() {
            said.push_str("\n\n");
        }
        said.push_str(&attachment.extracted_content);
    }
    Ok(Message { speaker: Some(message.sender), at: message.created_at, id: message.uuid, text: said })
}
