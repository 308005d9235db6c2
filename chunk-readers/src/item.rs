//! Work items and decision records as documents of the backlog policy.

mod adr;
mod backlog_md;
mod beads;
mod github;
mod taskmaster;

use crate::{
    Format, ReadError,
    elements::{Element, Elements},
    lines::whole_text,
};
pub use chunk_core::types::Origin;
use chunk_core::{
    jsonl::{LINE_LIMIT, LineError, Lines},
    markdown::{BlockKind, blocks, top_level},
    slice,
};
use std::{collections::BTreeSet, fmt::Write, io::BufRead, iter};
pub(crate) use {adr::is_adr, backlog_md::is_backlog_md, taskmaster::is_taskmaster};

/// A work item or decision record. What its format does not know is `None`, or empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Item {
    /// Whether it is a decision record.
    pub is_adr: bool,
    /// Its id.
    pub id: Option<String>,
    /// Its kind, such as `bug`.
    pub item_type: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// Its state or status, as its format writes it.
    pub state: Option<String>,
    /// The id of the item it belongs to.
    pub parent: Option<String>,
    /// Its tags or labels.
    pub tags: Vec<String>,
    /// When it was created, as its format writes it.
    pub created: Option<String>,
    /// When it was last changed.
    pub updated: Option<String>,
    /// Its text: Markdown whose headings are those of the backlog contract, where the format has the like.
    pub body: String,
    /// Where it stands in its file; `None` if it is the file.
    pub origin: Option<Origin>,
    /// What tells it from the others of its file: its id, or of a second one of that id and one without, its place. No two of a file have the same.
    pub part: Option<String>,
}

impl Item {
    /// The item as a document of the backlog policy: its fields as front matter, and its text.
    ///
    /// ```
    /// use chunk_readers::{Format, item::Items};
    ///
    /// let line = r#"{"id":"bd-7","title":"Oil the pump","issue_type":"task","status":"open","description":"It squeaks."}"#;
    /// let item = Items::new(Format::Beads, "issues.jsonl", line.as_bytes()).next().unwrap()?;
    /// let expected = "---\nid: \"bd-7\"\ntype: \"task\"\ntitle: \"Oil the pump\"\nstate: \"open\"\n---\n# Context\n\nIt squeaks.\n";
    /// assert_eq!(item.document(), expected);
    /// # Ok::<(), chunk_readers::ReadError>(())
    /// ```
    #[must_use]
    pub fn document(&self) -> String {
        let mut document = String::from("---\n");
        let state = if self.is_adr { "status" } else { "state" };
        let fields = [
            ("id", &self.id),
            ("type", &self.item_type),
            ("title", &self.title),
            (state, &self.state),
            ("parent", &self.parent),
            ("created", &self.created),
            ("updated", &self.updated),
        ];
        for (key, value) in fields {
            if let Some(value) = value {
                let _ = writeln!(document, "{key}: {}", quoted(value));
            }
        }
        if !self.tags.is_empty() {
            let tags: Vec<String> = self.tags.iter().map(|tag| quoted(tag)).collect();
            let _ = writeln!(document, "tags: [{}]", tags.join(", "));
        }
        document.push_str("---\n");
        document.push_str(&self.body);
        document
    }

    /// Its place among the documents of a backlog: the file's path, and its part of the file after a `#`.
    #[must_use]
    pub fn path(&self, file: &str) -> String {
        self.part.as_ref().map_or_else(|| file.to_owned(), |part| format!("{file}#{part}"))
    }

    /// The doctype of the backlog policy.
    #[must_use]
    pub const fn doctype(&self) -> &'static str {
        if self.is_adr { "adr" } else { "item" }
    }

    /// Adds a section, unless it is blank.
    fn section(&mut self, heading: &str, text: Option<String>) {
        if let Some(text) = text.as_deref().map(str::trim_ascii).filter(|text| !text.is_empty()) {
            let between = if self.body.is_empty() { "" } else { "\n" };
            let text = with_deeper_headings(&text.replace("\r\n", "\n"));
            let _ = writeln!(self.body, "{between}# {heading}\n\n{text}");
        }
    }
}

/// Whether a file of this path is where one of the formats keeps its items: `task-7 - Oil the pump.md`, `0007-drill-a-well.md` in a folder of
/// decision records, `.taskmaster/tasks/tasks.json`, `.beads/issues.jsonl`.
#[must_use]
pub fn is_item_file(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = folders.rsplit('/').next().unwrap_or_default();
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    let is_record = digits >= 3
        && name.get(digits..).is_some_and(|rest| rest.starts_with('-'))
        && name.ends_with(".md")
        && ["adr", "adrs", "decisions", "decision-records"].contains(&folder);
    let is_task = name.starts_with("task-") && name.contains(" - ") && name.ends_with(".md");
    let is_tasks = name == "tasks.json" && folder == "tasks";
    is_record || is_task || is_tasks || folder == ".beads" && name.ends_with(".jsonl")
}

/// A scalar of YAML, which takes strings of JSON.
fn quoted(value: &str) -> String {
    serde_json::Value::from(value).to_string()
}

/// A text whose headings of the first level are of the second, so that they do not end the section that it stands in.
fn with_deeper_headings(text: &str) -> String {
    let blocks = blocks(text, 0);
    let mut deeper = String::with_capacity(text.len());
    let mut done = 0;
    for block in top_level(&blocks).filter_map(|index| blocks.get(index)) {
        if !matches!(block.kind, BlockKind::Heading { level: 1, .. }) {
            continue;
        }
        deeper += slice(text, done..block.start);
        done = block.start;
        let heading = slice(text, block.start..block.lines.end);
        if heading.starts_with('#') {
            deeper.push('#');
        } else if let Some((title, underline)) = heading.rsplit_once('\n') {
            deeper += title;
            deeper.push('\n');
            deeper += &underline.replace('=', "-");
            done = block.lines.end;
        }
    }
    deeper + slice(text, done..text.len())
}

/// The items of a file: an iterator that has one of them in memory where the format can be large. A record that cannot be read is an error with its
/// place, and the others are read all the same.
pub struct Items<'r>(Box<dyn Iterator<Item = Read> + Send + 'r>);

type Read = Result<Item, ReadError>;

impl<'r> Items<'r> {
    /// The items of the file at `path` in this format.
    pub fn new(format: Format, path: &str, file: impl BufRead + Send + 'r) -> Self {
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let items: Box<dyn Iterator<Item = Read> + Send + 'r> = match format {
            Format::Github => Box::new(Elements::new(file).map(of_element)),
            Format::Beads => Box::new(of_lines(file)),
            _ => {
                let read = move || of_whole(format, &name, file).unwrap_or_else(|error| vec![Err(error)]);
                Box::new(iter::once_with(read).flatten())
            }
        };
        // Those that were given, which are names.
        let mut ids = BTreeSet::new();
        Self(Box::new(items.map(move |read| {
            let mut item = read?;
            if let Some(origin) = &item.origin {
                let id = item.id.clone().filter(|id| ids.insert(id.clone()));
                item.part = Some(id.unwrap_or_else(|| origin.to_string()));
            }
            Ok(item)
        })))
    }
}

impl Iterator for Items<'_> {
    type Item = Read;

    fn next(&mut self) -> Option<Read> {
        self.0.next()
    }
}

fn of_element(element: Result<Element, ReadError>) -> Read {
    let Element { pointer, byte, json, .. } = element?;
    let item = github::read(&json).map_err(|error| ReadError::json(Origin::Byte(byte), &error))?;
    // The file is a list, or values one after the other.
    let origin = if pointer.is_empty() { Origin::Byte(byte) } else { Origin::Pointer(pointer) };
    Ok(Item { origin: Some(origin), ..item })
}

fn of_lines(file: impl BufRead) -> impl Iterator<Item = Read> {
    let mut lines = Some(Lines::new(file, LINE_LIMIT));
    iter::from_fn(move || {
        loop {
            let line = match lines.as_mut()?.next_line()? {
                Ok(line) if line.bytes.trim_ascii().is_empty() => continue,
                Ok(line) => line,
                Err(LineError::Read { error, .. }) => {
                    // The next line would be the same error again.
                    lines = None;
                    return Some(Err(ReadError::io(&error)));
                }
                Err(error) => return Some(Err(ReadError::whole(error))),
            };
            let origin = || Origin::Line(line.number);
            let read = beads::read(line.bytes).map(|item| Item { origin: Some(origin()), ..item });
            return Some(read.map_err(|error| ReadError::json(origin(), &error)));
        }
    })
}

fn of_whole(format: Format, name: &str, file: impl BufRead) -> Result<Vec<Read>, ReadError> {
    let text = &*whole_text(file)?;
    match format {
        Format::Adr => Ok(vec![Ok(adr::read(name, text))]),
        Format::BacklogMd => Ok(vec![Ok(backlog_md::read(name, text))]),
        Format::Taskmaster => taskmaster::read(text),
        format => Err(ReadError::whole(format_args!("{format} is no format of work items"))),
    }
}
