//! The contract read clause by clause with no thought for speed: every token count is a fresh call of tiktoken-rs,
//! every cut is tried, every candidate of the overlap is looked at. It shares nothing with the library but the
//! CommonMark parser and the sentence rule of `chunk-core`.
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]

use chunk_core::{SentenceRules, sentences};
use chunk_markdown::{MarkdownConfig, Packing, chunk_core};
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    ops::Range,
};

pub fn tokens(text: &str) -> usize {
    tiktoken_rs::cl100k_base_singleton().count_ordinary(text)
}

/// A block and what is in it.
#[derive(Debug, Clone)]
struct Node {
    kind: &'static str,
    level: usize,
    title: String,
    /// Index of the first and of the last line, 0-based.
    first: usize,
    last: usize,
    /// Where the text of a paragraph starts.
    text_start: usize,
    children: Vec<Node>,
}

/// Something that is a unit or is cut into its parts.
#[derive(Debug, Clone)]
struct Part {
    bytes: Range<usize>,
    node: Option<Node>,
}

struct Reader<'t> {
    text: &'t str,
    /// Where the text behind the frontmatter starts.
    start: usize,
    lines: Vec<Range<usize>>,
    config: &'t MarkdownConfig,
    warnings: RefCell<Vec<&'static str>>,
    /// Whether a value was cut or left out (C1).
    too_long: Cell<bool>,
}

/// What the caller knows of a document.
#[derive(Default)]
pub struct Known {
    pub source_version: Option<String>,
    pub created_at_ms: Option<i64>,
}

/// The records of a document as JSON text, one a line.
pub fn records(source_file: &str, given: &str, known: &Known, config: &MarkdownConfig) -> String {
    records_and_warnings(source_file, given, known, config).0
}

/// The same, and the code of a warning for each unit above the size (M5), and of one about long values (C1).
pub fn records_and_warnings(
    source_file: &str,
    given: &str,
    known: &Known,
    config: &MarkdownConfig,
) -> (String, Vec<&'static str>) {
    let without_bom = given.strip_prefix('\u{FEFF}').unwrap_or(given);
    let text = without_bom.replace("\r\n", "\n");
    let mut lines = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        lines.push(at..at + line.strip_suffix('\n').unwrap_or(line).len());
        at += line.len();
    }
    let start = frontmatter_end(&text);
    let reader = Reader {
        text: &text,
        start,
        lines,
        config,
        warnings: RefCell::default(),
        too_long: Cell::new(false),
    };
    let source_byte = |byte: usize| {
        let crlf = given.len() - without_bom.len();
        // The n-th byte of the text, counted over the source.
        let mut source = crlf;
        let mut normalized = 0;
        let bytes = given.as_bytes();
        while normalized < byte {
            source += if bytes[source..].starts_with(b"\r\n") { 2 } else { 1 };
            normalized += 1;
        }
        source
    };
    let records = reader
        .records()
        .into_iter()
        .map(|record| {
            let (content, body) = (record.content.clone(), record.body.clone());
            let text = &reader.text[content.clone()];
            let start_line = reader.line_of(content.start) + 1;
            let mut out = format!(
                "{{\"chunk_id\":\"{}\",\"source_file\":{}",
                sha256(&format!("{source_file}{start_line}{text}")),
                json!(source_file),
            );
            if let Some(version) = &known.source_version {
                out += &format!(",\"source_version\":{}", json!(version));
            }
            out += &format!(
                ",\"start_line\":{start_line},\"end_line\":{},\"content\":{},\"tokens\":{},\"section_header\":{},\
                 \"chunk_type\":\"{}\",\"overlap_with_previous\":{}",
                reader.line_of(content.end - 1) + 1,
                json!(text),
                tokens(text),
                json!(record.section_header),
                record.chunk_type,
                content.start < body.start,
            );
            if let Some(ms) = known.created_at_ms {
                out += &format!(",\"created_at\":\"{}\"", rfc_3339(ms.div_euclid(1000)));
            }
            out += &format!(
                ",\"overlap_chars\":{},\"body_start_line\":{},\"source_start_byte\":{},\"source_end_byte\":{},\
                 \"chunk_hash\":\"{}\",\"heading_path\":{}",
                reader.text[content.start..body.start].chars().count(),
                reader.line_of(body.start) + 1,
                source_byte(content.start),
                source_byte(content.end),
                sha256(&reader.text[body]),
                Value::from(record.heading_path),
            );
            if let Some(header) = record.table_header {
                out += &format!(",\"table_header\":{}", json!(header));
            }
            out + "}\n"
        })
        .collect();
    let long = reader.too_long.get().then_some("long-metadata");
    (records, reader.warnings.into_inner().into_iter().chain(long).collect())
}

struct Record {
    content: Range<usize>,
    body: Range<usize>,
    section_header: String,
    heading_path: Vec<String>,
    chunk_type: &'static str,
    table_header: Option<String>,
}

/// Seconds since 1970 as a date and time, by counting days.
fn rfc_3339(seconds: i64) -> String {
    let (mut days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let is_leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let (mut year, mut month) = (1970, 0);
    while days >= 365 + i64::from(is_leap(year)) {
        days -= 365 + i64::from(is_leap(year));
        year += 1;
    }
    let months = [31, 28 + i64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    while days >= months[month] {
        days -= months[month];
        month += 1;
    }
    let (hour, minute) = (second / 3600, second / 60 % 60);
    format!("{year}-{:02}-{:02}T{hour:02}:{minute:02}:{:02}Z", month + 1, days + 1, second % 60)
}

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn is_blank(line: &str) -> bool {
    line.chars().all(|c| [' ', '\t', '\u{B}', '\u{C}', '\r'].contains(&c))
}

/// M1: where the front matter ends.
fn frontmatter_end(text: &str) -> usize {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let is_mark = |line: &str, marks: &[&str]| marks.contains(&line.trim_end());
    if !lines.first().is_some_and(|line| is_mark(line, &["---"])) {
        return 0;
    }
    let Some(inside) = lines.iter().skip(1).position(|line| is_mark(line, &["---", "..."])) else { return 0 };
    let first = lines[1..=inside]
        .iter()
        .map(|line| line.trim_end_matches(['\n', '\r']))
        .find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    if first.is_some_and(is_key) { lines[..inside + 2].iter().map(|line| line.len()).sum() } else { 0 }
}

/// Whether a line is a key of YAML, perhaps with its value, or opens a flow mapping.
fn is_key(line: &str) -> bool {
    let indented = line.trim_start_matches(' ');
    if line.len() - indented.len() > 3 {
        return false;
    }
    let mut chars = indented.chars().peekable();
    match chars.next() {
        Some('{') => return !matches!(chars.next(), Some('{' | '%')),
        Some(quote @ ('"' | '\'')) => {
            if !chars.any(|c| c == quote) {
                return false;
            }
        }
        Some(first) if first.is_alphanumeric() || first == '_' => {
            while chars.next_if(|c| c.is_alphanumeric() || "_-./$@".contains(*c)).is_some() {}
        }
        _ => return false,
    }
    chars.next() == Some(':') && matches!(chars.next(), None | Some(' ' | '\t'))
}

/// M2: the first marker too many is a letter.
fn at_most_100_markers(line: &str) -> String {
    let mut rest = line.trim_end_matches('\n').trim_start_matches([' ', '\t']);
    let blanks = |rest: &str| rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let mut all_blanks = blanks(line);
    for _ in 0..100 {
        if all_blanks > 500 {
            break;
        }
        let Some(marker) = marker(rest) else { return line.to_owned() };
        all_blanks += blanks(&rest[marker..]);
        rest = rest[marker..].trim_start_matches([' ', '\t']);
    }
    let is_rule = |sign| rest.chars().all(|c| [sign, ' ', '\t'].contains(&c));
    if marker(rest).is_none() || is_rule('-') || is_rule('*') {
        return line.to_owned();
    }
    let at = line.trim_end_matches('\n').len() - rest.len();
    format!("{}x{}", &line[..at], &line[at + 1..])
}

/// M2: in a closed formula, what would underline a heading or begin an item starts with a letter.
fn formulas_are_text(markdown: &str) -> String {
    let mut lines: Vec<String> = markdown.split_inclusive('\n').map(str::to_owned).collect();
    let mut next = 0;
    while next < lines.len() {
        let opening = next;
        next += 1;
        let opens = lines[opening].trim().strip_prefix("$$").is_some_and(|rest| !rest.contains("$$"));
        let ends = |line: &String| {
            let line = line.trim();
            line.is_empty() || line.starts_with("```") || line.starts_with("~~~") || line.ends_with("$$")
        };
        let Some(inside) = lines[next..].iter().position(ends).filter(|_| opens) else { continue };
        if !lines[next + inside].trim().ends_with("$$") || lines[next + inside].contains("```") {
            continue;
        }
        for line in &mut lines[next..next + inside] {
            let text = line.trim().to_owned();
            let is_underline = text.chars().all(|c| c == '=') || text.chars().all(|c| c == '-');
            let is_item = text.starts_with(['-', '+', '*'])
                && text.chars().nth(1).is_none_or(|c| c.is_ascii_whitespace());
            if is_underline || is_item {
                let at = line.len() - line.trim_start().len();
                line.replace_range(at..at + 1, "x");
            }
        }
        next += inside + 1;
    }
    lines.concat()
}

/// The bytes of a marker of a quote, a list item or a footnote at the start of `text`.
fn marker(text: &str) -> Option<usize> {
    if text.starts_with('>') {
        return Some(1);
    }
    if let Some(label) = text.strip_prefix("[^") {
        return label
            .split_once("]:")
            .filter(|(label, _)| !label.contains(']'))
            .map(|(label, _)| label.len() + 4);
    }
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let (signs, length) = if digits > 0 { (".)", digits + 1) } else { ("-+*", 1) };
    let has_sign = text[digits..].starts_with(|c| signs.contains(c));
    let is_apart = has_sign && (text.len() == length || text[length..].starts_with([' ', '\t']));
    is_apart.then_some(length)
}

impl Reader<'_> {
    fn line_of(&self, byte: usize) -> usize {
        (0..self.lines.len()).rev().find(|&line| self.lines[line].start <= byte).unwrap_or(0)
    }

    fn blank(&self, line: usize) -> bool {
        is_blank(&self.text[self.lines[line].clone()])
    }

    fn count(&self, bytes: Range<usize>) -> usize {
        tokens(&self.text[bytes])
    }

    fn bytes_of(&self, node: &Node) -> Range<usize> {
        self.lines[node.first].start..self.lines[node.last].end
    }

    /// M2.
    fn blocks(&self) -> Vec<Node> {
        let markdown = self.text[self.start..].replace('\r', " ");
        let markdown: String = markdown.split_inclusive('\n').map(at_most_100_markers).collect();
        let markdown = formulas_are_text(&markdown);
        let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_TASKLISTS;
        let mut events: Vec<(Event<'_>, Range<usize>)> = Parser::new_ext(&markdown, options)
            .into_offset_iter()
            .map(|(event, range)| (event, range.start + self.start..range.end + self.start))
            .collect();
        events.reverse();
        let parsed = self.nodes(&mut events, true);
        // What the parser does not speak of.
        let mut all = Vec::new();
        let mut next_line =
            self.lines.iter().position(|line| line.start >= self.start).unwrap_or(self.lines.len());
        for node in parsed {
            self.definitions(next_line..node.first, &mut all);
            next_line = node.last + 1;
            all.push(node);
        }
        self.definitions(next_line..self.lines.len(), &mut all);
        all
    }

    fn definitions(&self, lines: Range<usize>, all: &mut Vec<Node>) {
        let lines: Vec<usize> = lines.filter(|&line| !self.blank(line)).collect();
        for run in lines.chunk_by(|a, b| a + 1 == *b) {
            all.push(self.node("definitions", self.lines[run[0]].start..self.lines[run[run.len() - 1]].end));
        }
    }

    fn node(&self, kind: &'static str, range: Range<usize>) -> Node {
        let leading = self.text[range.clone()].chars().take_while(|c| " \t\n\u{B}\u{C}".contains(*c)).count();
        let first = self.line_of(range.start + leading);
        let last = (first..self.lines.len())
            .rfind(|&line| self.lines[line].start < range.end && !self.blank(line))
            .unwrap_or(first);
        Node {
            kind,
            level: 0,
            title: String::new(),
            first,
            last,
            text_start: range.start,
            children: Vec::new(),
        }
    }

    /// The blocks up to the end of the one around them; `events` come last first.
    fn nodes(&self, events: &mut Vec<(Event<'_>, Range<usize>)>, top: bool) -> Vec<Node> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut loose: Option<Range<usize>> = None;
        while let Some((event, range)) = events.pop() {
            let mut paragraph_goes_on = false;
            let mut node = match &event {
                Event::End(_) => None,
                Event::Rule => Some(self.node("rule", range.clone())),
                Event::Start(Tag::Heading { level, .. }) => {
                    let mut node = self.node("heading", range.clone());
                    node.level = *level as usize;
                    while let Some((event, _)) = events.pop() {
                        match event {
                            Event::End(pulldown_cmark::TagEnd::Heading(_)) => break,
                            Event::Text(text) | Event::Code(text) => node.title += &text,
                            Event::SoftBreak | Event::HardBreak => node.title += " ",
                            _ => {}
                        }
                    }
                    if !top {
                        node.title.clear();
                    }
                    Some(node)
                }
                Event::Start(tag) => {
                    let kind = match tag {
                        Tag::Paragraph => "paragraph",
                        Tag::CodeBlock(_) => "code",
                        Tag::HtmlBlock => "html",
                        Tag::Table(_) => "table",
                        Tag::List(_) => "list",
                        Tag::Item => "item",
                        Tag::BlockQuote(_) => "quote",
                        Tag::FootnoteDefinition(_) => "footnote",
                        _ => "inline",
                    };
                    let children = match kind {
                        "list" | "item" | "quote" | "footnote" => self.nodes(events, false),
                        _ => {
                            let mut depth = 1;
                            while depth > 0 {
                                match events.pop() {
                                    Some((Event::Start(_), _)) => depth += 1,
                                    Some((Event::End(_), _)) => depth -= 1,
                                    _ => {}
                                }
                            }
                            Vec::new()
                        }
                    };
                    (kind != "inline").then(|| {
                        let mut node = self.node(kind, range.clone());
                        if let ("list", Some(item)) = (kind, children.last()) {
                            node.last = item.last;
                        }
                        Node { children, ..node }
                    })
                }
                _ => None,
            };
            if node.is_none() && !matches!(event, Event::End(_)) {
                // An inline that stands in the item itself: a paragraph of a tight list.
                let start = loose.as_ref().map_or(range.start, |loose| loose.start);
                loose = Some(start..range.end);
                paragraph_goes_on = true;
            }
            if !paragraph_goes_on && let Some(range) = loose.take() {
                nodes.push(self.node("paragraph", range));
            }
            if let Some(node) = node.take() {
                // Two footnote definitions on one line are one block.
                nodes.pop_if(|last| last.kind == "footnote" && last.first == node.first);
                // A footnote that is indented like a part of another ends that, though the parser's range of it goes on.
                if let Some(last) = nodes.last_mut() {
                    self.end_before(last, node.first);
                }
                nodes.push(node);
            }
            if matches!(event, Event::End(_)) {
                return nodes;
            }
        }
        nodes
    }

    fn end_before(&self, node: &mut Node, line: usize) {
        node.last =
            (node.first..=node.last).rfind(|&last| last < line && !self.blank(last)).unwrap_or(node.first);
        node.children.iter_mut().for_each(|child| self.end_before(child, line));
    }

    /// M3, M12.
    fn stretches(&self, blocks: &[Node]) -> Vec<Vec<Node>> {
        let mut sections: Vec<Vec<Node>> = Vec::new();
        for block in blocks {
            let starts_run = block.kind == "heading"
                && sections
                    .last()
                    .and_then(|section| section.last())
                    .is_none_or(|last| last.kind != "heading");
            if starts_run || sections.is_empty() {
                sections.push(Vec::new());
            }
            sections.last_mut().unwrap().push(block.clone());
        }
        if self.config.packing == Packing::Strict {
            return sections;
        }
        let mut stretches: Vec<Vec<Node>> = Vec::new();
        let mut together: Vec<Node> = Vec::new();
        for section in sections {
            together.extend(section);
            let count = self.count(self.whole(&together));
            if count >= 500 && count <= self.config.chunk_size || count >= 1000 {
                stretches.push(std::mem::take(&mut together));
            }
        }
        match stretches.last_mut() {
            Some(last) => last.extend(together),
            None if !together.is_empty() => stretches.push(together),
            None => {}
        }
        stretches
    }

    fn whole(&self, blocks: &[Node]) -> Range<usize> {
        self.bytes_of(&blocks[0]).start..self.bytes_of(&blocks[blocks.len() - 1]).end
    }

    /// M5.
    fn bodies(&self, stretch: &[Node]) -> Vec<Range<usize>> {
        let whole = self.whole(stretch);
        if self.count(whole.clone()) <= self.config.chunk_size {
            return vec![whole];
        }
        let mut parts: Vec<Part> = Vec::new();
        let mut run: Vec<Range<usize>> = Vec::new();
        for block in stretch {
            let bytes = self.bytes_of(block);
            if block.kind == "heading" {
                run.push(bytes);
                continue;
            }
            let start = self.heads(&run, &mut parts, true).unwrap_or(bytes.start);
            parts.push(Part { bytes: start..bytes.end, node: Some(block.clone()) });
            run.clear();
        }
        self.heads(&run, &mut parts, false);
        let mut units = Vec::new();
        parts.into_iter().for_each(|part| self.judge(part, &mut units));
        self.best(&units)
    }

    /// Where the headings start that stand with the block behind them; other headings become parts.
    fn heads(&self, run: &[Range<usize>], parts: &mut Vec<Part>, block_follows: bool) -> Option<usize> {
        let (first, last) = (run.first()?, run.last()?);
        let whole = first.start..last.end;
        let over = self.count(whole.clone()) > self.config.chunk_size;
        let mut pieces = if over { run.to_vec() } else { vec![whole] };
        let start = if block_follows { pieces.pop().map(|piece| piece.start) } else { None };
        parts.extend(pieces.into_iter().map(|bytes| Part { bytes, node: None }));
        start
    }

    fn judge(&self, part: Part, units: &mut Vec<Range<usize>>) {
        let parts = self.parts(&part);
        let is_over = self.count(part.bytes.clone()) > self.config.chunk_size;
        if !is_over || parts.is_empty() {
            if is_over {
                let is_code = part.node.is_some_and(|node| node.kind == "code");
                let code = if is_code { "oversized-code-block" } else { "oversized-block" };
                self.warnings.borrow_mut().push(code);
            }
            units.push(part.bytes);
        } else {
            parts.into_iter().for_each(|part| self.judge(part, units));
        }
    }

    fn parts(&self, part: &Part) -> Vec<Part> {
        let Some(node) = &part.node else { return Vec::new() };
        let rows = |from: usize| (from..=node.last).filter(|&line| !self.blank(line));
        let line_starts: Vec<(usize, Option<Node>)> = match node.kind {
            "list" | "item" | "quote" | "footnote" => node
                .children
                .iter()
                .map(|child| (self.lines[child.first].start, Some(child.clone())))
                .collect(),
            "table" => [node.first]
                .into_iter()
                .chain(rows(node.first + 2))
                .map(|line| (self.lines[line].start, None))
                .collect(),
            "definitions" => rows(node.first).map(|line| (self.lines[line].start, None)).collect(),
            "paragraph" => {
                let mut starts = self.sentence_starts(node);
                starts.insert(0, part.bytes.start);
                let mut parts: Vec<Part> = Vec::new();
                for (index, &start) in starts.iter().enumerate() {
                    let bytes = match starts.get(index + 1) {
                        Some(&next) => start..start + self.text[start..next].trim_end().len(),
                        None => start..part.bytes.end,
                    };
                    parts.push(Part { bytes, node: None });
                }
                return parts;
            }
            _ => return Vec::new(),
        };
        let mut parts = Vec::new();
        for (index, (start, node)) in line_starts.iter().enumerate() {
            let start = if index == 0 { part.bytes.start } else { *start };
            let end = match line_starts.get(index + 1) {
                Some((next, _)) => {
                    let next = self.line_of(*next);
                    let last = (0..next).rev().find(|&line| !self.blank(line)).unwrap();
                    self.lines[last].end
                }
                None => part.bytes.end,
            };
            parts.push(Part { bytes: start..end, node: node.clone() });
        }
        parts
    }

    /// Starts of the second and later sentences of a paragraph.
    fn sentence_starts(&self, paragraph: &Node) -> Vec<usize> {
        let text = &self.text[paragraph.text_start..self.lines[paragraph.last].end];
        sentences(text, SentenceRules::Standard)
            .skip(1)
            .map(|sentence| paragraph.text_start + sentence.start)
            .collect()
    }

    /// The fewest pieces, then the least sum of squares, then the earliest cuts: every way of cutting is looked at.
    fn best(&self, units: &[Range<usize>]) -> Vec<Range<usize>> {
        let mut best_from: BTreeMap<usize, (usize, usize, Vec<usize>)> = BTreeMap::new();
        best_from.insert(units.len(), (0, 0, Vec::new()));
        for first in (0..units.len()).rev() {
            let ways = (first + 1..=units.len()).filter_map(|cut| {
                let count = self.count(units[first].start..units[cut - 1].end);
                (count <= self.config.chunk_size || cut == first + 1).then(|| {
                    let (pieces, squares, cuts) = &best_from[&cut];
                    (pieces + 1, squares + count * count, [&[cut], &cuts[..]].concat())
                })
            });
            let best = ways.min().unwrap();
            best_from.insert(first, best);
        }
        let mut first = 0;
        let mut pieces = Vec::new();
        for &cut in &best_from[&0].2 {
            pieces.push(units[first].start..units[cut - 1].end);
            first = cut;
        }
        pieces
    }

    fn zones(&self, nodes: &[Node], kind: &str, zones: &mut Vec<Range<usize>>) {
        for node in nodes {
            if node.kind == kind {
                zones.push(self.bytes_of(node));
            }
            self.zones(&node.children, kind, zones);
        }
    }

    fn all_sentences(&self, nodes: &[Node], starts: &mut Vec<usize>) {
        for node in nodes {
            if node.kind == "paragraph" {
                starts.extend(self.sentence_starts(node));
            }
            self.all_sentences(&node.children, starts);
        }
    }

    /// M6.
    fn overlap_start(&self, body: usize, blocks: &[Node]) -> usize {
        let (mut code, mut tables, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        self.zones(blocks, "code", &mut code);
        self.zones(blocks, "html", &mut code);
        self.zones(blocks, "table", &mut tables);
        self.all_sentences(blocks, &mut starts);
        starts.extend(
            (0..self.lines.len()).filter(|&line| !self.blank(line)).map(|line| self.lines[line].start),
        );
        let first = self.first_legal(body, blocks);
        let legal = |start: &usize| {
            (first..body).contains(start) && !code.iter().any(|code| code.start < *start && *start < code.end)
        };
        let mut lines_and_sentences: Vec<usize> = starts.into_iter().filter(legal).collect();
        let found = self.longest_overlap(&mut lines_and_sentences, body);
        if self.count(found..body) >= self.config.chunk_overlap.min(50) {
            return found;
        }
        let mut before = None;
        for (at, c) in self.text.char_indices().filter(|&(at, _)| at < body) {
            let is_word_start = !c.is_whitespace() && before.is_some_and(char::is_whitespace);
            let in_zone = code.iter().chain(&tables).any(|zone| zone.contains(&at));
            if is_word_start && at >= first && !in_zone {
                lines_and_sentences.push(at);
            }
            before = Some(c);
        }
        self.longest_overlap(&mut lines_and_sentences, body)
    }

    /// Where the section of the body starts, if overlaps may not reach over it.
    fn first_legal(&self, body: usize, blocks: &[Node]) -> usize {
        if self.config.overlap_across_sections {
            return self.start;
        }
        let starts_section = |index: &usize| {
            let heading = |index: usize| blocks[index].kind == "heading";
            *index == 0 || heading(*index) && !heading(*index - 1)
        };
        let starts =
            (0..blocks.len()).filter(starts_section).map(|index| self.bytes_of(&blocks[index]).start);
        starts.filter(|&start| start <= body).last().unwrap()
    }

    fn longest_overlap(&self, candidates: &mut [usize], body: usize) -> usize {
        candidates.sort_unstable();
        let mut start = body;
        for &candidate in candidates.iter().rev() {
            if self.count(candidate..body) > self.config.chunk_overlap {
                break;
            }
            start = candidate;
        }
        start
    }

    fn records(&self) -> Vec<Record> {
        let blocks = self.blocks();
        let bodies: Vec<Range<usize>> =
            self.stretches(&blocks).iter().flat_map(|stretch| self.bodies(stretch)).collect();
        let starts: Vec<usize> = bodies.iter().map(|body| body.start).collect();
        let mut tables = Vec::new();
        self.zones(&blocks, "table", &mut tables);
        let record = |(index, body): (usize, &Range<usize>)| {
            let content =
                if index == 0 { body.clone() } else { self.overlap_start(body.start, &blocks)..body.end };
            let (section_header, heading_path) = self.outline(&blocks, body, &starts);
            let first = blocks.iter().rfind(|block| self.bytes_of(block).start <= body.start).unwrap();
            let chunk_type = match first.kind {
                "heading" => "header",
                "code" => "code",
                "list" => "list",
                _ => "paragraph",
            };
            let continued = tables.iter().find(|table| table.start < body.start && body.start < table.end);
            // C1.
            let table_header = continued
                .map(|table| self.text[table.clone()].lines().next().unwrap().trim())
                .filter(|row| {
                    let fits = tokens(row) * 4 <= self.config.chunk_size;
                    self.too_long.set(self.too_long.get() || !fits);
                    fits
                })
                .map(|row| self.cut(row));
            Record { content, body: body.clone(), section_header, heading_path, chunk_type, table_header }
        };
        bodies.iter().enumerate().map(record).collect()
    }

    /// M9.
    fn outline(&self, blocks: &[Node], body: &Range<usize>, body_starts: &[usize]) -> (String, Vec<String>) {
        let start = |index: usize| self.bytes_of(&blocks[index]).start;
        let is_heading = |index: usize| blocks[index].kind == "heading";
        let starts_run = |index: usize| {
            is_heading(index) && (index == 0 || !is_heading(index - 1) || body_starts.contains(&start(index)))
        };
        let last_run = (0..blocks.len()).rfind(|&index| starts_run(index) && start(index) <= body.start);
        let section_header = last_run.map_or(String::new(), |index| blocks[index].title.clone());
        let mut last_heading =
            (0..blocks.len()).rfind(|&index| is_heading(index) && start(index) <= body.start);
        if let Some(index) = &mut last_heading
            && start(*index) == body.start
        {
            while *index + 1 < blocks.len() && is_heading(*index + 1) && start(*index + 1) < body.end {
                *index += 1;
            }
        }
        let mut path: Vec<(usize, String)> = Vec::new();
        let passed = blocks.iter().take(last_heading.map_or(0, |index| index + 1));
        for heading in passed.filter(|block| block.kind == "heading") {
            path.retain(|(level, _)| *level < heading.level);
            path.push((heading.level, heading.title.clone()));
        }
        (self.cut(&section_header), path.into_iter().map(|(_, title)| self.cut(&title)).collect())
    }

    /// C1.
    fn cut(&self, value: &str) -> String {
        self.too_long.set(self.too_long.get() || value.chars().count() > 1024);
        value.chars().take(1024).collect()
    }
}
