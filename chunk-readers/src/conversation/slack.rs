//! A day of a channel in a Slack export.

use super::{Builder, Message, Origin, content};
use crate::{
    ReadError,
    elements::Elements,
    json::{lenient, object, or_default},
    time,
};
use serde::Deserialize;
use std::{collections::BTreeMap, io::BufRead};

#[derive(Deserialize)]
struct Post {
    user: Option<String>,
    username: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    user_profile: Option<Profile>,
    subtype: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    bot_profile: Option<Bot>,
    text: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    attachments: Vec<Attachment>,
    ts: Option<String>,
}

#[derive(Deserialize)]
struct Bot {
    name: String,
}

/// What a program says, which often has no other text.
#[derive(Deserialize)]
struct Attachment {
    text: Option<String>,
    fallback: Option<String>,
}

#[derive(Deserialize, Default)]
struct Profile {
    display_name: Option<String>,
    real_name: Option<String>,
}

#[derive(Deserialize)]
struct Member {
    id: String,
    name: Option<String>,
    real_name: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    profile: Profile,
}

pub(super) fn names(users: &[u8]) -> Result<BTreeMap<String, String>, ReadError> {
    let members: Vec<Member> =
        serde_json::from_slice(users).map_err(|error| ReadError::json(Origin::Byte(0), &error))?;
    let named = |Member { id, name, real_name, profile }: Member| {
        let names = [profile.display_name, profile.real_name, real_name, name];
        first(names).map(|name| (id, name))
    };
    Ok(members.into_iter().filter_map(named).collect())
}

/// The first of these that is not empty.
fn first<const N: usize>(names: [Option<String>; N]) -> Option<String> {
    names.into_iter().flatten().find(|name| !name.is_empty())
}

/// The messages of a day.
pub(super) fn day(file: impl BufRead, builder: &mut Builder<'_>) -> Result<(), ReadError> {
    for element in Elements::new(file) {
        let element = match element {
            Ok(element) => element,
            Err(error) if error.is_io() => return Err(error),
            Err(error) => {
                builder.errors.push(error);
                continue;
            }
        };
        match object(&element.json) {
            Ok(post) => builder
                .push(said(post, &builder.options.names), Origin::Pointer(format!("/{}", element.index))),
            Err(error) => builder.errors.push(ReadError::json(Origin::Byte(element.byte), &error)),
        }
    }
    Ok(())
}

/// Notices of who joined or left say nothing.
fn said(post: Post, names: &BTreeMap<String, String>) -> Message {
    let notices = ["channel_join", "channel_leave", "group_join", "group_leave"];
    if post.subtype.is_some_and(|subtype| notices.contains(&&*subtype)) {
        return Message::default();
    }
    let profile = post.user_profile.and_then(|profile| first([profile.display_name, profile.real_name]));
    let known = post.user.as_ref().and_then(|user| names.get(user)).cloned();
    let bot = post.bot_profile.map(|bot| bot.name);
    let speaker = known.or(profile).or(post.username).or(bot).or(post.user);
    let mut text = readable(content::trimmed(&post.text.unwrap_or_default()), names);
    if text.is_empty() {
        let said = |it: Attachment| readable(&first([it.text, it.fallback]).unwrap_or_default(), names);
        text = post.attachments.into_iter().map(said).collect::<Vec<_>>().join("\n");
    }
    Message { speaker, at: post.ts.as_deref().and_then(time::of_digits), id: post.ts, text }
}

/// Slack's marks as text: `<@U1>` is the member's name, `<#C1|name>` the channel's, `<url|words>` the words; `&amp;`, `&lt;` and `&gt;` are
/// characters.
fn readable(text: &str, names: &BTreeMap<String, String>) -> String {
    let mut readable = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        readable.push_str(before);
        let Some((mark, behind)) = after.split_once('>') else {
            // Nor is there one after the marks that follow.
            readable.push('<');
            rest = after;
            break;
        };
        rest = behind;
        let (target, words) = mark.split_once('|').unwrap_or((mark, ""));
        readable += &match (target.split_at_checked(1), words) {
            (Some(("@", id)), "") => format!("@{}", names.get(id).map_or(id, String::as_str)),
            (Some(("@", id)), words) => format!("@{}", names.get(id).map_or(words, String::as_str)),
            (Some(("#", id)), "") => format!("#{id}"),
            (Some(("#", _)), words) => format!("#{words}"),
            // `<!date^…|18 Feb>` and `<!subteam^S1|@wells>` have their words; `<!here>` is its own.
            (Some(("!", word)), words) if words.is_empty() || words == word => format!("@{word}"),
            (Some(("!", _)), words) => words.to_owned(),
            (_, "") => target.to_owned(),
            (_, words) => format!("{words} ({target})"),
        };
    }
    readable.push_str(rest);
    readable.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}
