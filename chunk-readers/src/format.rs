//! The formats that can be read, and how to tell them from a file's path and content.

mod recognize;

use std::io::{self, Read};

/// How much of a file is read at first to see what it is, in bytes.
const HEAD: usize = 64 << 10;

/// What a file of a format holds, and so which policy takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Conversations, for tokens and hybrid.
    Conversation,
    /// Work items and decision records, for backlog.
    Item,
    /// Recordings of a terminal, for recorder.
    Recording,
}

/// A format of another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// Lists of messages with `role` and `content`.
    Messages,
    /// `conversations.json` of an export of ChatGPT.
    Chatgpt,
    /// `conversations.json` of an export of Claude.
    Claude,
    /// A session of Claude Code.
    ClaudeCode,
    /// A session of Codex.
    Codex,
    /// A day of a channel in a Slack export.
    Slack,
    /// WebVTT subtitles.
    Vtt,
    /// SubRip subtitles.
    Srt,
    /// Aider's `.aider.chat.history.md`.
    Aider,
    /// Lines `Name: text` or `[time] Name: text`.
    Transcript,
    /// Decision records of adr-tools and MADR.
    Adr,
    /// Tasks of Backlog.md.
    BacklogMd,
    /// Taskmaster's `tasks.json`.
    Taskmaster,
    /// `issues.jsonl` of beads.
    Beads,
    /// Issues of GitHub, by `gh issue list --json` or its REST interface.
    Github,
    /// asciicast versions 2 and 3.
    Asciicast,
    /// A typescript of `script` with its timing file.
    Typescript,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 17] = [
        Self::Messages,
        Self::Chatgpt,
        Self::Claude,
        Self::ClaudeCode,
        Self::Codex,
        Self::Slack,
        Self::Vtt,
        Self::Srt,
        Self::Aider,
        Self::Transcript,
        Self::Adr,
        Self::BacklogMd,
        Self::Taskmaster,
        Self::Beads,
        Self::Github,
        Self::Asciicast,
        Self::Typescript,
    ];

    /// What its files hold, its name, and what it is in a few words.
    const fn facts(self) -> (Kind, &'static str, &'static str) {
        use Kind::{Conversation, Item, Recording};
        match self {
            Self::Messages => (
                Conversation,
                "messages",
                "messages with role and content: a list, an object with `messages`, or a line of JSON for each",
            ),
            Self::Chatgpt => (Conversation, "chatgpt", "conversations.json of a ChatGPT export"),
            Self::Claude => (Conversation, "claude", "conversations.json of a Claude export"),
            Self::ClaudeCode => {
                (Conversation, "claude-code", "session of Claude Code (~/.claude/projects/*/*.jsonl)")
            }
            Self::Codex => (Conversation, "codex", "session of Codex (~/.codex/sessions/**/rollout-*.jsonl)"),
            Self::Slack => {
                (Conversation, "slack", "day of a channel in a Slack export (CHANNEL/YYYY-MM-DD.json)")
            }
            Self::Vtt => (Conversation, "vtt", "WebVTT subtitles"),
            Self::Srt => (Conversation, "srt", "SubRip subtitles"),
            Self::Aider => (Conversation, "aider", "history of Aider (.aider.chat.history.md)"),
            Self::Transcript => (Conversation, "transcript", "lines `Name: text` or `[time] Name: text`"),
            Self::Adr => (Item, "adr", "decision records of adr-tools and MADR (NNNN-title.md)"),
            Self::BacklogMd => (Item, "backlog-md", "tasks of Backlog.md (task-N - title.md)"),
            Self::Taskmaster => (Item, "taskmaster", "tasks.json of Taskmaster"),
            Self::Beads => (Item, "beads", "issues.jsonl of beads"),
            Self::Github => {
                (Item, "github", "GitHub issues: `gh issue list --json …`, or of the REST interface")
            }
            Self::Asciicast => (Recording, "asciicast", "asciicast 2 and 3 of asciinema"),
            Self::Typescript => (Recording, "typescript", "timing file and typescript of `script`"),
        }
    }

    /// What its files hold.
    #[must_use]
    pub const fn kind(self) -> Kind {
        self.facts().0
    }

    /// Its name, as a flag has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().1
    }

    /// What it is, in a few words.
    #[must_use]
    pub const fn about(self) -> &'static str {
        self.facts().2
    }

    /// The format of this name.
    ///
    /// ```
    /// use chunk_readers::Format;
    ///
    /// assert_eq!(Format::named("claude-code"), Some(Format::ClaudeCode));
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether [`recognize`](Self::recognize) ever says that a file is of this format.
    #[must_use]
    pub const fn is_recognized(self) -> bool {
        !matches!(self, Self::Transcript | Self::Typescript)
    }

    /// The format of the file at `path` with this content, where that is certain. The beginning is enough if it has the first elements of a file
    /// of JSON, or 64 KiB of another: see [`of_file`](Self::of_file).
    ///
    /// ```
    /// use chunk_readers::Format;
    ///
    /// assert_eq!(Format::recognize("talk.vtt", b"WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n"), Some(Format::Vtt));
    /// assert_eq!(Format::recognize("notes.txt", b"Ann: so it may be.\n"), None);
    /// ```
    #[must_use]
    pub fn recognize(path: &str, content: &[u8]) -> Option<Self> {
        recognize::recognize(path, content)
    }

    /// What `recognize` finds a file to be. As much of it is read into `head` as shows that: of an export some conversations at the most, of
    /// another file of JSON perhaps all, of anything else 64 KiB.
    ///
    /// ```
    /// use chunk_readers::Format;
    ///
    /// let mut file = &b"WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n"[..];
    /// let mut head = Vec::new();
    /// let format = Format::of_file(&mut file, &mut head, |head| Format::recognize("talk.vtt", head))?;
    /// assert_eq!((format, file.len()), (Some(Format::Vtt), 0));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the file.
    pub fn of_file(
        file: &mut impl Read,
        head: &mut Vec<u8>,
        mut recognize: impl FnMut(&[u8]) -> Option<Self>,
    ) -> io::Result<Option<Self>> {
        loop {
            let most = head.len().max(HEAD);
            let is_whole = file.by_ref().take(most as u64).read_to_end(head)? < most;
            let found = recognize(head);
            if found.is_some() || is_whole || !recognize::is_json(head) {
                return Ok(found);
            }
        }
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
