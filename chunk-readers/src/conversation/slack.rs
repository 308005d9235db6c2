//! A day of a channel in a Slack export.

use super::{Builder, Message, Origin, content};
use crate::{
    ReadError,
    elements::Elements,
    json::{lenient, object, or_default},
    time,
};
use serde::Deserialize;
use std::{borrow::Cow, collections::BTreeMap, io::BufRead};

#[derive(Deserialize)]
struct Post<'j> {
    #[serde(borrow, default)]
    user: Option<Cow<'j, str>>,
    #[serde(borrow, default)]
    username: Option<Cow<'j, str>>,
    #[serde(default, deserialize_with = "lenient")]
    user_profile: Option<Profile>,
    #[serde(borrow, default)]
    subtype: Option<Cow<'j, str>>,
    #[serde(default, deserialize_with = "lenient")]
    bot_profile: Option<Bot>,
    #[serde(default, deserialize_with = "or_default")]
    text: String,
    #[serde(default, deserialize_with = "or_default")]
    attachments: Vec<Attachment>,
    #[serde(borrow, default)]
    ts: Option<Cow<'j, str>>,
}

#[derive(Deserialize)]
struct Bot {
    name: String,
}

/// What a program says, which often has no other text.
#[derive(Deserialize)]
struct Attachment {
    #[serde(default, deserialize_with = "or_default")]
    text: String,
    #[serde(default, deserialize_with = "or_default")]
    fallback: String,
}

#[derive(Deserialize, Default)]
struct Profile {
    #[serde(default, deserialize_with = "or_default")]
    display_name: String,
    #[serde(default, deserialize_with = "or_default")]
    real_name: String,
}

#[derive(Deserialize)]
struct Member {
    id: String,
    #[serde(default, deserialize_with = "or_default")]
    name: String,
    #[serde(default, deserialize_with = "or_default")]
    real_name: String,
    #[serde(default, deserialize_with = "or_default")]
    profile: Profile,
}

pub(super) fn names(users: &[u8]) -> Result<BTreeMap<String, String>, ReadError> {
    let members: Vec<Member> = serde_json::from_slice(users).map_err(|error| ReadError::json(0, &error))?;
    let named = |Member { id, name, real_name, profile }: Member| {
        let names = [profile.display_name, profile.real_name, real_name, name];
        names.into_iter().find(|name| !name.is_empty()).map(|name| (id, name))
    };
    Ok(members.into_iter().filter_map(named).collect())
}

/// The messages of a day. Notices of who joined or left say nothing.
pub(super) fn day(file: impl BufRead, builder: &mut Builder<'_>) -> Result<(), ReadError> {
    for (index, element) in Elements::new(file).enumerate() {
        let element = match element {
            Ok(element) => element,
            Err(error) if error.is_io() => return Err(error),
            Err(error) => {
                builder.errors.push(error);
                continue;
            }
        };
        let origin = Origin::Pointer(format!("/{index}"));
        let post: Post<'_> = match object(&element.json) {
            Ok(post) => post,
            Err(error) => {
                builder.errors.push(ReadError::json(element.byte, &error));
                continue;
            }
        };
        if matches!(
            post.subtype.as_deref(),
            Some("channel_join" | "channel_leave" | "group_join" | "group_leave")
        ) {
            continue;
        }
        let names = &builder.options.names;
        let profile = post.user_profile.as_ref().and_then(|profile| {
            [&*profile.display_name, &*profile.real_name].into_iter().find(|name| !name.is_empty())
        });
        let known = post.user.as_deref().and_then(|user| names.get(user)).map(String::as_str);
        let bot = post.bot_profile.as_ref().map(|bot| bot.name.as_str());
        let names_of_it = [known, profile, post.username.as_deref(), bot, post.user.as_deref()];
        let speaker = names_of_it.into_iter().find_map(|name| name).map(str::to_owned);
        let mut text = readable(content::trimmed(&post.text), names);
        if text.is_empty() {
            let said =
                |it: &Attachment| readable(if it.text.is_empty() { &it.fallback } else { &it.text }, names);
            text = post.attachments.iter().map(said).collect::<Vec<_>>().join("\n");
        }
        let at = post.ts.as_deref().and_then(time::of_digits);
        builder
            .push(Message { speaker: speaker.as_deref(), at, id: post.ts.as_deref(), text: &text }, origin);
    }
    Ok(())
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
        match (target.split_at_checked(1), words) {
            (Some(("@", id)), _) => {
                readable.push('@');
                readable
                    .push_str(names.get(id).map_or(if words.is_empty() { id } else { words }, |name| name));
            }
            (Some(("#", id)), words) => {
                readable.push('#');
                readable.push_str(if words.is_empty() { id } else { words });
            }
            // `<!date^…|18 Feb>` and `<!subteam^S1|@wells>` have their words; `<!here>` is its own.
            (Some(("!", word)), words) if words.is_empty() || words == word => {
                readable.push('@');
                readable.push_str(word);
            }
            (Some(("!", _)), words) => readable.push_str(words),
            (_, "") => readable.push_str(target),
            (_, words) => {
                readable.push_str(words);
                readable.push_str(" (");
                readable.push_str(target);
                readable.push(')');
            }
        }
    }
    readable.push_str(rest);
    readable.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}
