//! `conversations.json` of Claude: for each conversation a list of messages.

use super::{Builder, Message, content};
use crate::{
    ReadError,
    elements::Element,
    json::{lenient, object, or_default, present},
};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

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
pub(super) fn read(element: &Element, pointer: &str, builder: &mut Builder<'_>) -> Result<(), ReadError> {
    let chat: Claude<'_> = object(&element.json).map_err(|error| ReadError::json(element.byte, &error))?;
    for (index, message) in chat.chat_messages.into_iter().enumerate() {
        let origin = element.place(Some(format!("{pointer}/chat_messages/{index}")), message);
        let read = object::<ClaudeMessage<'_>>(message.get().as_bytes()).and_then(|message| {
            if message.text.or(message.content).is_none() {
                return Err(serde::de::Error::custom("a message with neither `text` nor `content`"));
            }
            // `content` says which parts are calls of tools; older exports have `text` alone.
            let mut said = content::of(message.content, builder.options.tools)?.text;
            if said.is_empty() {
                said = content::of(message.text, builder.options.tools)?.text;
            }
            for attachment in &message.attachments {
                if !said.is_empty() && !attachment.extracted_content.is_empty() {
                    said.push_str("\n\n");
                }
                said.push_str(&attachment.extracted_content);
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
            Err(error) => builder.errors.push(ReadError::value(origin, &error)),
        }
    }
    let conversation = &mut builder.conversation;
    conversation.id = Some(chat.uuid.into_owned());
    conversation.title = chat.name.filter(|name| !name.is_empty());
    conversation.at = chat.created_at;
    Ok(())
}
