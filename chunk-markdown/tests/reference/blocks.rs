//! The blocks of a document, from the events of the parser (M2).

use super::{Node, Reader, at_most_100_markers, formulas_are_text};
use pulldown_cmark::{Event, Options, Parser, Tag};
use std::ops::Range;

impl Reader<'_> {
    /// M2.
    pub(super) fn blocks(&self) -> Vec<Node> {
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

    pub(super) fn definitions(&self, lines: Range<usize>, all: &mut Vec<Node>) {
        let lines: Vec<usize> = lines.filter(|&line| !self.blank(line)).collect();
        for run in lines.chunk_by(|a, b| a + 1 == *b) {
            all.push(self.node("definitions", self.lines[run[0]].start..self.lines[run[run.len() - 1]].end));
        }
    }

    pub(super) fn node(&self, kind: &'static str, range: Range<usize>) -> Node {
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
    pub(super) fn nodes(&self, events: &mut Vec<(Event<'_>, Range<usize>)>, top: bool) -> Vec<Node> {
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

    pub(super) fn end_before(&self, node: &mut Node, line: usize) {
        node.last =
            (node.first..=node.last).rfind(|&last| last < line && !self.blank(last)).unwrap_or(node.first);
        node.children.iter_mut().for_each(|child| self.end_before(child, line));
    }
}
