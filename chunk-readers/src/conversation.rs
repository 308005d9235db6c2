//! Conversations: their turns as one plain text, and where each turn stands in it and in the file.

mod agents;
mod aider;
mod chatgpt;
mod claude;
mod content;
mod messages;
mod slack;
mod subtitles;
mod transcript;

use crate::{Format, Kind, ReadError, elements::Elements, lines::whole_text};
pub use chunk_core::types::{Origin, Turn};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::BufRead,
    iter,
};
pub(crate) use subtitles::{is_srt, is_vtt};

/// A conversation as one text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Conversation {
    /// Its id.
    pub id: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// When it began, as its format says it.
    pub at: Option<String>,
    /// The turns one after the other: `speaker: ` where the speaker is known, what is said, and a blank line. Line ends are LF.
    pub text: String,
    /// Where they stand in it, in order.
    pub turns: Vec<Turn>,
    /// What tells it from the others of its file: in an export its id, or else its number there, from 0; `None` for the first of a list of
    /// messages, and of a file that is one conversation. No two of a file have the same.
    pub part: Option<String>,
}

impl Conversation {
    /// Its name among documents: the file's path, and its part of the file after a `#`.
    #[must_use]
    pub fn path(&self, file: &str) -> String {
        self.part.as_ref().map_or_else(|| file.to_owned(), |part| format!("{file}#{part}"))
    }
}

/// What becomes of the calls of an agent's tools, and of their results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Tools {
    /// They are kept as they are.
    Keep,
    /// Each becomes a line that begins with the tool's name, or with the result's first line.
    #[default]
    Fold,
    /// They are left out.
    Drop,
}

impl Tools {
    /// What this word of a flag asks for: `keep`, `fold` or `drop`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "keep" => Self::Keep,
            "fold" => Self::Fold,
            "drop" => Self::Drop,
            _ => return None,
        })
    }
}

/// How conversations are read.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// What becomes of tool calls and results.
    pub tools: Tools,
    /// Names of speakers that the format has only ids of: see [`slack_names`].
    pub names: BTreeMap<String, String>,
}

/// The names of a Slack export's members by their ids, from its `users.json`.
///
/// # Errors
/// [`ReadError`] if the file is not a list of members.
pub fn slack_names(users: &[u8]) -> Result<BTreeMap<String, String>, ReadError> {
    slack::names(users)
}

/// The conversations of a file: an iterator that has one of them in memory. A record that cannot be read is an error with its place, and the
/// others are read all the same.
///
/// ```
/// use chunk_readers::{Format, conversation::{Conversations, Origin}};
///
/// let export = r#"[{"role":"user","content":"How deep?"},{"role":"assistant","content":"Forty metres."}]"#;
/// let mut conversations = Conversations::new(Format::Messages, export.as_bytes(), Default::default());
/// let conversation = conversations.next().unwrap()?;
/// assert_eq!(conversation.text, "user: How deep?\n\nassistant: Forty metres.\n\n");
/// assert_eq!(conversation.turns[1].origin, Some(Origin::Pointer("/1".into())));
/// assert_eq!(conversation.turns[1].bytes, 17..43);
/// # Ok::<(), chunk_readers::ReadError>(())
/// ```
pub struct Conversations<'r>(Box<dyn Iterator<Item = Read> + Send + 'r>);

type Read = Result<Conversation, ReadError>;

impl<'r> Conversations<'r> {
    /// The conversations of a file in this format. A format of another kind has none: its file is an error.
    pub fn new(format: Format, file: impl BufRead + Send + 'r, options: Options) -> Self {
        Self(match format {
            Format::Chatgpt | Format::Claude | Format::Messages => {
                Box::new(of_elements(format, file, options))
            }
            _ => Box::new(iter::once_with(move || of_whole(format, file, &options)).flatten()),
        })
    }
}

impl Iterator for Conversations<'_> {
    type Item = Read;

    fn next(&mut self) -> Option<Read> {
        self.0.next()
    }
}

/// Reads a list, or lines, of conversations.
fn of_elements(format: Format, file: impl BufRead, options: Options) -> impl Iterator<Item = Read> {
    let mut elements = Elements::new(file);
    // Those that were given, which are names.
    let mut parts = BTreeSet::new();
    let next = move || {
        let element = match elements.next()? {
            Ok(element) => element,
            Err(error) => return Some(vec![Err(error)]),
        };
        let (number, mut builder) = (element.index, Builder::new(&options));
        let read = match format {
            Format::Chatgpt => chatgpt::read(&element, &mut builder),
            Format::Claude => claude::read(&element, &mut builder),
            // A list of messages is one conversation, each other element is one.
            _ => messages::read(element, &mut elements, &mut builder),
        };
        let id = builder.conversation.id.clone();
        builder.conversation.part = match format {
            Format::Messages => (number > 0).then(|| number.to_string()),
            // Two of a file may have the same id.
            _ => id.filter(|id| parts.insert(id.clone())).or_else(|| Some(number.to_string())),
        };
        Some(builder.end(read))
    };
    iter::from_fn(next).flatten()
}

/// Reads a file that is one conversation.
fn of_whole(format: Format, file: impl BufRead, options: &Options) -> Vec<Read> {
    let mut builder = Builder::new(options);
    let read = match format {
        Format::ClaudeCode => agents::claude_code(file, &mut builder),
        Format::Codex => agents::codex(file, &mut builder),
        Format::Slack => slack::day(file, &mut builder),
        format if format.kind() == Kind::Conversation => whole_text(file).map(|text| match format {
            Format::Vtt => subtitles::cues(&text, true, &mut builder),
            Format::Srt => subtitles::cues(&text, false, &mut builder),
            Format::Aider => aider::history(&text, &mut builder),
            _ => transcript::lines(&text, &mut builder),
        }),
        format => Err(ReadError::whole(format_args!("{format} is no format of conversations"))),
    };
    builder.end(read)
}

/// A message as its format has it.
#[derive(Debug, Clone, Default)]
struct Message {
    speaker: Option<String>,
    at: Option<String>,
    id: Option<String>,
    text: String,
}

/// Puts a conversation together.
struct Builder<'o> {
    options: &'o Options,
    conversation: Conversation,
    errors: Vec<ReadError>,
}

impl<'o> Builder<'o> {
    fn new(options: &'o Options) -> Self {
        Self { options, conversation: Conversation::default(), errors: Vec::new() }
    }

    /// What is wrong with its messages, and the conversation, if its file could be `read`.
    fn end(self, read: Result<(), ReadError>) -> Vec<Read> {
        let Self { conversation, errors, .. } = self;
        errors.into_iter().map(Err).chain([read.map(|()| conversation)]).collect()
    }

    /// Adds the message at this place, or the error of it.
    fn add(&mut self, origin: Origin, message: serde_json::Result<Message>) {
        match message {
            Ok(message) => self.push(message, origin),
            Err(error) => self.errors.push(ReadError::json(origin, &error)),
        }
    }

    /// Adds a turn, unless nothing is said in it. Blank lines around what is said go, and line ends become LF.
    fn push(&mut self, message: Message, origin: Origin) {
        let said = content::trimmed(&message.text);
        if said.is_empty() {
            return;
        }
        let text = &mut self.conversation.text;
        let start = text.len();
        for part in message.speaker.iter().flat_map(|speaker| [speaker, ": "]) {
            text.push_str(part);
        }
        text.push_str(&said.replace("\r\n", "\n"));
        text.push_str("\n\n");
        let mut turn = Turn::new(start..text.len(), origin);
        (turn.speaker, turn.at, turn.id) = (message.speaker, message.at, message.id);
        self.conversation.turns.push(turn);
    }
}
