//! What can be known of chunks without questions: sizes, what they cut, and how many have to be embedded again after an edit.

use super::{
    documents::{Document, Documents},
    rows::{Row, Try, by_source},
};
use crate::console::held;
use chunk_core::{
    CodePointIndex, TokenCounter,
    counters::Cl100k,
    frontmatter,
    markdown::{Block, BlockKind, blocks, top_level},
    paragraphs, sentences,
    types::SentenceRules,
    unicode,
};
use serde::Serialize;
use std::{collections::BTreeSet, fs, ops::Range};

/// The counts of one setting.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(super) struct Structure {
    pub(super) chunks: usize,
    pub(super) tokens: usize,
    pub(super) smallest: usize,
    pub(super) median: usize,
    pub(super) largest: usize,
    /// Chunks above the model's limit, and the tokens of them that it does not see.
    pub(super) above: usize,
    pub(super) unseen: usize,
    /// Chunks that end inside a sentence, a table or a code block.
    pub(super) sentences_cut: usize,
    pub(super) tables_cut: usize,
    pub(super) code_cut: usize,
    /// Sections that would fit the limit and that are in more than one chunk.
    pub(super) sections_cut: usize,
    /// Chunks that end with a heading whose text is in the next one.
    pub(super) headings_parted: usize,
    /// Chunks with the text of an earlier one.
    pub(super) repeated: usize,
    /// Characters, white space and front matter aside, that no chunk has.
    pub(super) lost: usize,
}

pub(super) fn structure(rows: &[Row], documents: &Documents, limit: usize) -> Structure {
    let mut sizes: Vec<usize> = rows.iter().map(|row| row.size).collect();
    sizes.sort_unstable();
    let at = |index: usize| sizes.get(index).copied().unwrap_or_default();
    let mut seen = BTreeSet::new();
    let mut found = Structure {
        chunks: rows.len(),
        tokens: sizes.iter().sum(),
        smallest: at(0),
        median: at(sizes.len() / 2),
        largest: at(sizes.len().saturating_sub(1)),
        above: sizes.iter().filter(|&&size| size > limit).count(),
        unseen: sizes.iter().map(|size| size.saturating_sub(limit)).sum(),
        repeated: rows.iter().filter(|row| !seen.insert(row.embedded())).count(),
        ..Structure::default()
    };
    for (source, rows) in by_source(rows) {
        if let Some(document) = documents.get(source) {
            add(&mut found, source, &document, &rows, limit);
        }
    }
    found
}

fn add(found: &mut Structure, source: &str, document: &Document, rows: &[&Row], limit: usize) {
    let text = document.text.as_str();
    let points = CodePointIndex::new(text);
    let held: Vec<Range<usize>> =
        rows.iter().map(|row| points.byte(row.chars().start)..points.byte(row.chars().end)).collect();
    // Where a chunk ends before the document does. White space at an end belongs to neither side.
    let ends: BTreeSet<usize> = held.iter().map(|range| trimmed(text, range.end)).collect();
    let cuts =
        |part: &Range<usize>| ends.range(part.start + 1..trimmed(text, part.end).max(part.start + 1)).count();

    let is_markdown = [".md", ".markdown"].iter().any(|ending| source.ends_with(ending));
    let start = if is_markdown { frontmatter::find(text).map_or(0, |found| found.body) } else { 0 };
    let blocks = if is_markdown { blocks(text, start) } else { Vec::new() };
    let prose: Vec<Range<usize>> = match &document.log {
        Some(log) => log.texts().collect(),
        None if is_markdown => of_kind(&blocks, |kind| matches!(kind, BlockKind::Paragraph)),
        None => paragraphs(text).collect(),
    };
    for paragraph in prose {
        let inside = text.get(paragraph.clone()).unwrap_or_default();
        for sentence in sentences(inside, SentenceRules::Standard) {
            found.sentences_cut += cuts(&(paragraph.start + sentence.start..paragraph.start + sentence.end));
        }
    }
    found.tables_cut +=
        of_kind(&blocks, |kind| matches!(kind, BlockKind::Table)).iter().map(cuts).sum::<usize>();
    found.code_cut +=
        of_kind(&blocks, |kind| matches!(kind, BlockKind::Code { .. })).iter().map(cuts).sum::<usize>();
    let tops: Vec<&Block> = top_level(&blocks).filter_map(|index| blocks.get(index)).collect();
    for (index, block) in tops.iter().enumerate() {
        let BlockKind::Heading { level, .. } = block.kind else { continue };
        let after = tops.get(index + 1..).unwrap_or_default();
        let next = after
            .iter()
            .find(|block| matches!(block.kind, BlockKind::Heading { level: other, .. } if other <= level));
        let section = block.lines.start..next.map_or(text.len(), |next| next.lines.start);
        let fits = || Cl100k::default().count(text.get(section.clone()).unwrap_or_default()) <= limit;
        found.sections_cut += usize::from(cuts(&section) > 0 && fits());
        let has_text = after.first().is_some_and(|next| !next.kind.is_heading());
        found.headings_parted += usize::from(has_text && ends.contains(&trimmed(text, block.lines.end)));
    }
    let repeats = rows.iter().flat_map(|row| row.repeats());
    found.lost += lost(text, start, held.into_iter().chain(repeats).collect());
}

/// The lines of all blocks of a kind.
fn of_kind(blocks: &[Block], kind: impl Fn(&BlockKind) -> bool) -> Vec<Range<usize>> {
    blocks.iter().filter(|block| kind(&block.kind)).map(|block| block.lines.clone()).collect()
}

/// The end of the text before `end`, without white space.
fn trimmed(text: &str, end: usize) -> usize {
    text.get(..end).map_or(end, |text| unicode::trim_end(text).len())
}

fn lost(text: &str, start: usize, mut held: Vec<Range<usize>>) -> usize {
    held.sort_by_key(|range| range.start);
    let (mut at, mut lost) = (start, 0);
    held.push(text.len()..text.len());
    for range in held {
        let between = text.get(at..range.start.max(at)).unwrap_or_default();
        lost += between.chars().filter(|&c| !unicode::is_white_space(c)).count();
        at = at.max(range.end);
    }
    lost
}

/// What an edit adds to a document.
const SENTENCE: &str = " One more sentence is here.";

/// The chunks with a new text, on average over the documents, after each got a sentence at the end of its middle paragraph. `None` if the
/// setting does not take documents that are so changed, such as logs.
pub(super) fn churn(setting: &Try, rows: &[Row], documents: &Documents) -> Option<f64> {
    let work = tempfile::tempdir().ok()?;
    let sources: BTreeSet<&str> = rows.iter().map(|row| row.source.as_str()).collect();
    for source in &sources {
        let document = documents.get(source).filter(|document| document.log.is_none())?;
        let file = work.path().join(source);
        fs::create_dir_all(file.parent()?).ok()?;
        fs::write(&file, edited(&document.text)).ok()?;
    }
    let known: BTreeSet<(&str, &str)> =
        rows.iter().map(|row| (row.source.as_str(), row.embedded())).collect();
    let new = held(|| setting.rows(work.path())).0.ok()?;
    let changed = new.iter().filter(|row| !known.contains(&(row.source.as_str(), row.embedded()))).count();
    Some(changed as f64 / sources.len().max(1) as f64)
}

fn edited(text: &str) -> String {
    let whole: Vec<_> = paragraphs(text).collect();
    let middle = whole.get(whole.len() / 2).cloned().unwrap_or_default();
    let end = text.get(..middle.end).map_or(0, |before| unicode::trim_end(before).len());
    let (before, after) = text.split_at_checked(end).unwrap_or((text, ""));
    [before, SENTENCE, after].concat()
}
