//! The blocks of a Markdown text: ATX and Setext headings, fences, rows, items with what is indented under them, rules, paragraphs.

use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Heading(usize),
    Paragraph,
    Item,
    Row,
    Code,
    Rule,
}

#[derive(Clone)]
pub(super) struct Block {
    /// Without the last LF.
    pub(super) span: Range<usize>,
    pub(super) kind: Kind,
    /// Where its text starts, after the mark of a heading or item.
    pub(super) text: usize,
    /// Whether it lies under the item before it.
    pub(super) inside: bool,
    /// Whether a blank line stands before it.
    pub(super) parted: bool,
    /// Whether it is a fence that is never closed.
    pub(super) open: bool,
    /// The headings it stands under, the outermost first, each by its place among the blocks; its own is the last.
    pub(super) headings: Vec<usize>,
}

pub(super) fn blocks(text: &str, body: usize) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    // The columns of the items that are open, outermost first.
    let mut items: Vec<usize> = Vec::new();
    let mut parted = true;
    let mut fence: Option<String> = None;
    let mut at = body;
    for line in text[body..].split('\n') {
        let span = at..at + line.len();
        at = span.end + 1;
        let bare = line.trim_start_matches(' ');
        let indent = line.len() - bare.len();
        if let Some(mark) = &fence {
            let block = blocks.last_mut().unwrap();
            if span.start < text.len() {
                block.span.end = span.end;
            }
            if bare.trim_end().starts_with(&**mark)
                && bare.trim_end().bytes().all(|byte| mark.as_bytes()[0] == byte)
            {
                (fence, parted, block.open) = (None, false, false);
            }
            continue;
        }
        if bare.trim().is_empty() {
            parted = true;
            continue;
        }
        let inside = |items: &[usize]| items.last().is_some_and(|&item| indent > item);
        let (kind, text_at) = match kind(bare) {
            (Kind::Heading(_), _) if indent > 3 => (Kind::Paragraph, 0),
            own => own,
        };
        if parted && !inside(&items) && kind != Kind::Item {
            items.clear();
        }
        let after = blocks
            .last()
            .map(|block| (block.kind, !text[block.span.clone()].contains('\n'), &text[block.span.clone()]));
        let starts_with_number = |line: &str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let underlines = !parted
            && match (bare.trim_end().as_bytes(), after) {
                ([b'=', b'=', b'=', ..], Some((Kind::Paragraph | Kind::Item, true, _))) => true,
                ([b'-', b'-', b'-', ..], Some((Kind::Paragraph, true, _))) => true,
                ([b'-', b'-', b'-', ..], Some((Kind::Item, true, before))) => starts_with_number(before),
                _ => false,
            };
        if kind == Kind::Rule && underlines {
            let block = blocks.last_mut().unwrap();
            block.kind = Kind::Heading(if bare.starts_with('=') { 1 } else { 2 });
            block.span.end = span.end;
            block.text = block.span.start
                + (text[block.span.clone()].len() - text[block.span.clone()].trim_start().len());
            block.inside = false;
            items.clear();
            parted = false;
            continue;
        }
        let follows_text = matches!(after, Some((Kind::Paragraph, ..))) && !parted;
        let kind = match kind {
            // `1999. Then` inside a paragraph is text.
            Kind::Item
                if follows_text
                    && items.is_empty()
                    && starts_with_number(bare)
                    && !bare.starts_with("1.") =>
            {
                Kind::Paragraph
            }
            kind => kind,
        };
        let goes_on =
            kind == Kind::Paragraph && !parted && matches!(after, Some((Kind::Paragraph | Kind::Item, ..)));
        if goes_on {
            blocks.last_mut().unwrap().span.end = span.end;
            continue;
        }
        if matches!(kind, Kind::Heading(_)) {
            items.clear();
        }
        if kind == Kind::Item {
            items.retain(|&outer| outer < indent);
        }
        blocks.push(Block {
            text: span.start + indent + text_at,
            span,
            kind,
            inside: inside(&items),
            parted,
            open: kind == Kind::Code,
            headings: Vec::new(),
        });
        match kind {
            Kind::Item => items.push(indent),
            Kind::Code => {
                fence = Some(bare[..bare.len() - bare.trim_start_matches(&bare[..1]).len()].to_owned())
            }
            _ => {}
        }
        parted = false;
    }
    under_headings(&mut blocks);
    blocks
}

/// What a line is that lies in no fence, and where its text starts.
fn kind(bare: &str) -> (Kind, usize) {
    let hashes = bare.len() - bare.trim_start_matches('#').len();
    let behind = &bare[hashes..];
    if (1..=6).contains(&hashes) && (behind.is_empty() || behind.starts_with(' ')) {
        return (Kind::Heading(hashes), bare.len() - behind.trim_start().len());
    }
    if bare.starts_with("```") || bare.starts_with("~~~") {
        return (Kind::Code, 0);
    }
    if bare.starts_with('|') {
        return (Kind::Row, 0);
    }
    let of_one_mark = |mark: char| bare.trim_end().len() >= 3 && bare.trim_end().chars().all(|c| c == mark);
    if ['=', '-', '*', '_'].into_iter().any(of_one_mark) {
        return (Kind::Rule, 0);
    }
    let digits = bare.len() - bare.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mark = match bare.as_bytes() {
        [b'-' | b'*' | b'+', b' ', ..] => 1,
        [..] if digits > 0 && [". ", ") "].iter().any(|mark| bare[digits..].starts_with(mark)) => digits + 1,
        _ => return (Kind::Paragraph, 0),
    };
    // `+ Running +` is a frame, not a bullet.
    let is_frame = digits == 0 && bare.len() > 4 && bare.trim_end().ends_with(&format!(" {}", &bare[..1]));
    if is_frame { (Kind::Paragraph, 0) } else { (Kind::Item, bare.len() - bare[mark..].trim_start().len()) }
}

fn under_headings(blocks: &mut [Block]) {
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (index, block) in blocks.iter_mut().enumerate() {
        if let Kind::Heading(level) = block.kind {
            open.retain(|&(_, above)| above < level);
            open.push((index, level));
        }
        block.headings = open.iter().map(|&(index, _)| index).collect();
    }
}
