//! The contract read clause by clause with no thought for speed: every token count is a fresh call of tiktoken-rs,
//! every cut is tried, every candidate of the overlap is looked at. It shares nothing with the library but the
//! CommonMark parser and the sentence rule of `chunk-core`.
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice)]

mod blocks;
mod bodies;
mod overlap;

use chunk_markdown::MarkdownConfig;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{
    cell::{Cell, RefCell},
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
