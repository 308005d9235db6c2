//! Files of other programs: which of their formats a document is in, and what a policy is given in its place.

use crate::{
    error::{Error, Reach, Verdict, cannot_read_it, without_number},
    opened::read_at_most,
};
use chunk_core::{Source, Warning, types::Turn};
use chunk_readers::{
    Format, Kind, ReadError,
    conversation::{Conversations, Options, Tools, slack_names},
    item::{Items, is_item_file},
    recording::Ansi,
};
use clap::builder::PossibleValuesParser;
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::{self, BufRead, Read},
    path::Path,
};

/// How files of other programs are read for a policy, and what such files hold.
pub(crate) type Exports<'e> = (&'e Foreign, Kind);

/// The value of `--from` that takes every file as it is.
const AS_IT_IS: &str = "text";

/// How files of other programs are read.
#[derive(Debug, Default, Clone, clap::Args)]
pub(crate) struct Foreign {
    /// The program's format that the input is in (`chunk formats` lists them), or text for none [default: by content, where certain]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(names()), hide_possible_values = true)]
    from: Option<String>,
    /// What becomes of an agent's tool calls and results: keep, drop, or fold each to a line [default: fold]
    #[arg(long, value_name = "WHAT", value_parser = ["keep", "fold", "drop"], hide_possible_values = true)]
    tools: Option<String>,
    /// Whether escape sequences of a recording are kept or removed [default: remove]
    #[arg(long, value_name = "WHAT", value_parser = ["keep", "remove"], hide_possible_values = true)]
    ansi: Option<String>,
    /// users.json of a Slack export, for names in the place of ids
    #[arg(long, value_name = "FILE", value_parser = users)]
    slack_users: Option<Users>,
}

/// The members of a Slack export, by their ids.
type Users = BTreeMap<String, String>;

fn users(path: &str) -> Result<Users, String> {
    let users =
        read_at_most(Path::new(path), 64 << 20).map_err(|error| cannot_read_it(&error, Path::new(path)))?;
    slack_names(&users).map_err(|error| error.to_string())
}

fn names() -> impl Iterator<Item = &'static str> {
    Format::ALL.into_iter().map(Format::name).chain([AS_IT_IS])
}

/// `chunk formats`.
pub(crate) fn formats() -> Result<Verdict, Error> {
    let mut table = String::new();
    for format in Format::ALL {
        let policies = readers(format.kind());
        let how = if format.is_recognized() { "" } else { "; by --from alone" };
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{:<12} {policies:<15} {}{how}", format.name(), format.about());
    }
    crate::console::print(table.as_bytes())
}

/// The policies that read files of this kind.
const fn readers(kind: Kind) -> &'static str {
    match kind {
        Kind::Conversation => "tokens, hybrid",
        Kind::Item => "backlog",
        _ => "recorder",
    }
}

/// A warning that a file of another program is taken for text, by a policy with this way to read those of one kind.
pub(crate) fn taken_as_text(
    foreign: Option<Exports<'_>>,
    path: &str,
    content: &[u8],
    is_named: bool,
) -> Option<Warning> {
    if foreign.is_some_and(|(foreign, _)| foreign.from.is_some()) {
        return None;
    }
    let what = match Format::recognize(path, content) {
        Some(format) if foreign.is_some_and(|(_, kind)| kind == format.kind()) => return None,
        // Markdown is the text of these, too.
        Some(Format::Adr | Format::BacklogMd | Format::Aider) => return None,
        Some(format) => format!(
            "it is an export of another program (format {format}), and is chunked as plain text; {} reads it, by content or by \
             --from {format}",
            readers(format.kind()).replace(", ", " or ")
        ),
        None if is_named && (path.ends_with(".json") || path.ends_with(".jsonl")) => {
            "it is JSON, and is chunked as text; if another program wrote it, --from FORMAT may read it (`chunk formats` \
             lists formats, and the policies that read them), and --input jsonl takes each line as a document"
                .to_owned()
        }
        None => return None,
    };
    Some(Warning::new("export", what))
}

impl Foreign {
    pub(crate) fn ansi(&self) -> Ansi {
        self.ansi.as_deref().and_then(Ansi::named).unwrap_or_default()
    }

    /// The format of a file of this kind; `None` if it is taken as it is.
    ///
    /// # Errors
    /// If `--from` names a format of another kind.
    pub(crate) fn format(&self, kind: Kind, path: &str, content: &[u8]) -> Result<Option<Format>, Error> {
        let Some(from) = self.from.as_deref() else {
            // A backlog's own layout comes first.
            if kind == Kind::Item && chunk_backlog::is_document(path) {
                return Ok(None);
            }
            let found = Format::recognize(path, content).filter(|format| format.kind() == kind);
            // By its name it may be one of another program, by its content it is none.
            if kind == Kind::Item && found.is_none() && is_item_file(path) {
                let formats =
                    Format::ALL.iter().filter(|format| format.kind() == kind).map(|format| format.name());
                let message = format!(
                    "this is no work item or decision record by its content; --from FORMAT reads it as one: {}",
                    formats.collect::<Vec<_>>().join(", ")
                );
                return Err(Error { message, reach: Reach::Note });
            }
            return Ok(found);
        };
        match Format::named(from) {
            Some(format) if format.kind() != kind => Err(Error::run(format!(
                "--from {from}: files of this format are for another policy; `chunk formats` says for which"
            ))),
            format => Ok(format),
        }
    }

    /// The format of the export that a file is, of which as much as shows that is read into `head`.
    pub(crate) fn of_file(
        &self,
        kind: Kind,
        path: &str,
        head: &mut Vec<u8>,
        file: &mut impl Read,
    ) -> io::Result<Option<Format>> {
        let is_text =
            |head: &[u8]| Source::new(path, head).text().map_or_else(|error| !error.is_no_text(), |_| true);
        // Why it cannot be read is said where it is chunked.
        let found = |head: &[u8]| self.format(kind, path, head).ok().flatten().filter(|_| is_text(head));
        Format::of_file(file, head, found)
    }

    /// Hands the documents that a file holds to `each`, and whether they are the file itself or read from it. A record that cannot be read fails the file; the others
    /// are handed over all the same.
    pub(crate) fn each(
        &self,
        kind: Kind,
        source: Source<'_>,
        export: Option<Export>,
        warnings: &mut Vec<Warning>,
        each: &mut dyn FnMut(Source<'_>, bool) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (format, file): (_, Box<dyn BufRead + Send + '_>) = match export {
            Some(export) => (export.format, export.file),
            None if !source.turns.is_empty() => return each(source, true),
            None => match self.format(kind, source.path, source.bytes)? {
                Some(format) => (format, Box::new(source.bytes)),
                None => return each(source, true),
            },
        };
        type Read = Result<(String, String, Vec<Turn>, Option<&'static str>), ReadError>;
        let documents: Box<dyn Iterator<Item = Read> + '_> = match kind {
            Kind::Item => Box::new(Items::new(format, source.path, file).map(|read| {
                read.map(|it| (it.path(source.path), it.document(), Vec::new(), Some(it.doctype())))
            })),
            _ => {
                let tools = self.tools.as_deref().and_then(Tools::named).unwrap_or_default();
                let names = self.slack_users.clone().unwrap_or_default();
                Box::new(
                    Conversations::new(format, file, Options { tools, names })
                        .map(|read| read.map(|it| (it.path(source.path), it.text, it.turns, None))),
                )
            }
        };
        let mut failed = None;
        for read in documents {
            match read {
                Ok((path, text, turns, doctype)) => {
                    let mut document = source;
                    (document.path, document.bytes) = (&path, text.as_bytes());
                    (document.turns, document.doctype) = (&turns, doctype);
                    each(document, false)?;
                }
                Err(error) if error.is_io() => {
                    failed = Some(Error::unreadable(without_number(&error.to_string())));
                }
                Err(error) if failed.is_none() => failed = Some(Error::refused(error.to_string())),
                Err(error) => warnings.push(Warning::new("damaged-record", error.to_string())),
            }
        }
        failed.map_or(Ok(()), Err)
    }
}

/// A file of another program that is read while it is chunked.
pub(crate) struct Export {
    pub(crate) format: Format,
    pub(crate) file: Box<dyn BufRead + Send>,
}
