//! The blocks of the reader against the events of pulldown-cmark itself, on documents that people wrote: those of the repository, and
//! those of a folder that the environment variable `CHUNK_DOCUMENTS` names:
//!
//! ```console
//! $ CHUNK_DOCUMENTS=../notes cargo test -p chunk-core markdown::
//! ```
#![allow(clippy::disallowed_methods, reason = "tests look for files")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, missing_docs)]

use chunk_core::{
    frontmatter,
    markdown::{BlockKind, blocks},
};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::{env, ffi::OsStr, fs, iter, ops::Range, path::Path};

/// A block as its events show it: what it is, how many others it is inside, and its first and last line, counted from 0.
#[derive(Debug, PartialEq, Eq)]
struct Shown {
    what: String,
    depth: usize,
    lines: (usize, usize),
}

/// The blocks that the events of pulldown-cmark speak of, in order.
struct Events<'t> {
    text: &'t str,
    lines: Vec<&'t str>,
    found: Vec<Shown>,
    /// Which of `found` are open.
    open: Vec<usize>,
    /// The inlines of an item that stand in no paragraph: the text of a tight item.
    tight: Option<Range<usize>>,
    title: String,
}

impl<'t> Events<'t> {
    fn read(text: &'t str, start: usize) -> Vec<Shown> {
        let mut events = Self {
            text,
            lines: text.split('\n').collect(),
            found: Vec::new(),
            open: Vec::new(),
            tight: None,
            title: String::new(),
        };
        let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_TASKLISTS;
        let seen = text[start..].replace('\r', " ");
        for (event, range) in Parser::new_ext(&seen, options).into_offset_iter() {
            events.take(event, range.start + start..range.end + start);
        }
        events.found
    }

    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        let inside_item = self.open.last().is_some_and(|&index| self.found[index].what.starts_with("Item"));
        let is_block = block(&event).is_some() || matches!(&event, Event::End(tag) if ends_block(*tag));
        if !is_block {
            match &event {
                Event::Text(text) | Event::Code(text) => self.title += text,
                Event::SoftBreak | Event::HardBreak => self.title += " ",
                Event::TaskListMarker(checked) => {
                    let item = *self
                        .open
                        .iter()
                        .rfind(|&&index| self.found[index].what.starts_with("Item"))
                        .unwrap();
                    self.found[item].what = format!("Item {:?}", Some(checked));
                    return;
                }
                _ => {}
            }
            if inside_item {
                let start = self.tight.take().map_or(range.start, |tight| tight.start);
                self.tight = Some(start..range.end);
            }
            return;
        }
        if let Some(range) = self.tight.take() {
            self.push("Paragraph".to_owned(), &range);
        }
        if let Some(what) = block(&event) {
            let opens = event != Event::Rule;
            self.push(what, &range);
            if opens {
                self.open.push(self.found.len() - 1);
                self.title.clear();
            }
            return;
        }
        let closed = self.open.pop().unwrap();
        let (is_list, is_heading) =
            (self.found[closed].what.starts_with("List"), self.found[closed].what.starts_with("Heading"));
        if is_heading {
            self.found[closed].what += &format!(" {:?}", beginning(&self.title));
        }
        if is_list {
            // A list ends with its last item.
            let depth = self.found[closed].depth + 1;
            let last = self.found[closed..].iter().rfind(|block| block.depth == depth).unwrap();
            self.found[closed].lines.1 = last.lines.1;
        }
    }

    fn push(&mut self, what: String, range: &Range<usize>) {
        let line_of = |byte: usize| line_of(self.text, byte);
        let blanks = self.text[range.clone()].chars().take_while(char::is_ascii_whitespace).count();
        let first = line_of(range.start + blanks);
        let last = line_of(range.end.saturating_sub(1));
        let last = (first..=last).rfind(|&line| !is_blank(self.lines[line])).unwrap_or(first);
        // Of two footnotes on one line the first one is empty.
        let depth = self.open.len();
        self.found
            .pop_if(|before| before.what == "Footnote" && before.lines.0 == first && before.depth == depth);
        // A footnote that is indented like a part of another ends that, though the parser's range of it goes on.
        for before in self.found.iter_mut().rev().take_while(|before| before.depth >= depth) {
            if before.lines.1 >= first {
                before.lines.1 = (before.lines.0..first).rfind(|&line| !is_blank(self.lines[line])).unwrap();
            }
        }
        self.found.push(Shown { what, depth, lines: (first, last) });
    }
}

/// Of a title as much as records repeat (C1).
fn beginning(title: &str) -> String {
    title.chars().take(1_024).collect()
}

/// The line of a byte, counted from 0.
fn line_of(text: &str, byte: usize) -> usize {
    text.as_bytes()[..byte].iter().filter(|&&byte| byte == b'\n').count()
}

fn is_blank(line: &str) -> bool {
    line.bytes().all(|byte| matches!(byte, b'\t'..=b'\r' | b' '))
}

fn block(event: &Event<'_>) -> Option<String> {
    let Event::Start(tag) = event else {
        return (*event == Event::Rule).then(|| "Rule".to_owned());
    };
    Some(match tag {
        Tag::Heading { level, .. } => format!("Heading {}", level_of(*level)),
        Tag::Paragraph => "Paragraph".to_owned(),
        Tag::CodeBlock(kind) => format!("Code {}", matches!(kind, CodeBlockKind::Fenced(_))),
        Tag::List(number) => format!("List {}", number.is_some()),
        Tag::Item => "Item None".to_owned(),
        Tag::BlockQuote(_) => "Quote".to_owned(),
        Tag::FootnoteDefinition(_) => "Footnote".to_owned(),
        Tag::Table(_) => "Table".to_owned(),
        Tag::HtmlBlock => "Html".to_owned(),
        _ => return None,
    })
}

fn level_of(level: HeadingLevel) -> usize {
    use HeadingLevel::{H1, H2, H3, H4, H5, H6};
    [H1, H2, H3, H4, H5, H6].iter().position(|known| *known == level).unwrap() + 1
}

const fn ends_block(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Heading(_)
            | TagEnd::Paragraph
            | TagEnd::CodeBlock
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::BlockQuote(_)
            | TagEnd::FootnoteDefinition
            | TagEnd::Table
            | TagEnd::HtmlBlock
    )
}

fn shown(kind: &BlockKind) -> String {
    match kind {
        BlockKind::Heading { level, title } => format!("Heading {level} {:?}", beginning(title)),
        BlockKind::Code { fenced } => format!("Code {fenced}"),
        BlockKind::List { ordered } => format!("List {ordered}"),
        BlockKind::Item { checked } => format!("Item {checked:?}"),
        other => format!("{other:?}"),
    }
}

/// Compares one document; `false` if the reader may show the parser another text, as it does of `$$` and of a line of more than a
/// hundred markers.
fn compare(name: &Path, given: &str) -> bool {
    let text = given.strip_prefix('\u{FEFF}').unwrap_or(given).replace("\r\n", "\n");
    let is_deep = |line: &str| {
        line.chars().take_while(|c| " \t>-+*.)".contains(*c) || c.is_ascii_digit()).count() > 100
    };
    if text.contains("$$") || text.lines().any(is_deep) {
        return false;
    }
    let start = frontmatter::find(&text).map_or(0, |found| found.body);
    let line_of = |byte: usize| line_of(&text, byte);
    let found = blocks(&text, start);
    let (definitions, others): (Vec<_>, Vec<_>) =
        found.iter().partition(|block| block.kind == BlockKind::Definitions);
    let others = others.into_iter().map(|block| Shown {
        what: shown(&block.kind),
        depth: block.depth,
        lines: (line_of(block.lines.start), line_of(block.lines.end)),
    });
    let expected = Events::read(&text, start);
    for (found, expected) in
        others.map(Some).chain(iter::repeat_with(|| None)).zip(expected.iter().map(Some).chain([None]))
    {
        assert_eq!(found.as_ref(), expected, "{}", name.display());
    }
    // The lines of no event, and only these, are definitions.
    let covered = |line: usize| expected.iter().any(|block| (block.lines.0..=block.lines.1).contains(&line));
    let defined = |line| {
        let lines =
            |block: &chunk_core::markdown::Block| line_of(block.lines.start)..=line_of(block.lines.end);
        definitions.iter().any(|block| lines(block).contains(&line))
    };
    for (line, content) in text.split('\n').enumerate().skip(line_of(start)) {
        let is_one = !is_blank(content) && !covered(line);
        assert_eq!(defined(line), is_one, "{}, line {}", name.display(), line + 1);
    }
    true
}

fn compare_folder(folder: &Path, compared: &mut usize) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()).collect();
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        let is_hidden = path.file_name().and_then(OsStr::to_str).is_some_and(|name| name.starts_with('.'));
        let kind = entry.file_type().unwrap();
        if kind.is_dir() && !is_hidden && !path.ends_with("target") {
            compare_folder(&path, compared);
        } else if kind.is_file() && path.extension() == Some(OsStr::new("md")) {
            let bytes = fs::read(&path).unwrap();
            if let Ok(text) = str::from_utf8(&bytes) {
                *compared += usize::from(compare(&path, text));
            }
        }
    }
}

#[test]
fn blocks_are_those_of_the_events() {
    let mut compared = 0;
    compare_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/..").as_ref(), &mut compared);
    assert!(compared > 100, "{compared} documents");
    if let Some(folder) = env::var_os("CHUNK_DOCUMENTS") {
        compared = 0;
        compare_folder(folder.as_ref(), &mut compared);
        println!("{compared} documents of {}", folder.display());
        assert!(compared > 0);
    }
}
