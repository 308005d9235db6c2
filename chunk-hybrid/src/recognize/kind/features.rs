//! What a document, or a part of it, shows of its kind: words by where they stand, and shapes by how common they are.
//!
//! Slots of words hold `log2(1 + count)` of each word, shortened to the length 1 as a whole: a long document shows no more
//! than a short one. Shapes are there or not.

use crate::{
    model::{Feature, Layout, Slot, Terms, UNKNOWN},
    text::{
        block::{Block, BlockKind},
        document::ParsedContent,
        line::Marker,
        time,
    },
};
use chunk_core::{slice, unicode};
use std::ops::Range;

/// The features of the model `kind`.
pub const SLOTS: &[Slot] = &[
    Slot { name: "word", terms: Terms::Words },
    Slot { name: "title", terms: Terms::Words },
    Slot { name: "heading", terms: Terms::Words },
    Slot { name: "item", terms: Terms::Words },
    Slot { name: "opening", terms: Terms::Words },
    Slot { name: "sentence", terms: Terms::Words },
    Slot { name: "label", terms: Terms::Words },
    Slot { name: "folder", terms: Terms::Words },
    Slot { name: "file", terms: Terms::Words },
    Slot { name: "extent", terms: Terms::Names(&["document", "part"]) },
    Slot { name: "words", terms: Terms::Names(&["32", "64", "128", "256", "512", "1024", "2048", "4096"]) },
    Slot { name: "headings", terms: SHARES },
    Slot { name: "dated-headings", terms: SHARES },
    Slot { name: "numbered-headings", terms: SHARES },
    Slot { name: "numbered", terms: SHARES },
    Slot { name: "bulleted", terms: SHARES },
    Slot { name: "tasks", terms: SHARES },
    Slot { name: "done", terms: SHARES },
    Slot { name: "nested", terms: SHARES },
    Slot { name: "rows", terms: SHARES },
    Slot { name: "code", terms: SHARES },
    Slot { name: "labelled", terms: SHARES },
    Slot { name: "stamped", terms: SHARES },
    Slot { name: "questions", terms: SHARES },
    Slot { name: "past", terms: SHARES },
];

const WORD: usize = 0;
const TITLE: usize = 1;
const HEADING: usize = 2;
const ITEM: usize = 3;
const OPENING: usize = 4;
const SENTENCE: usize = 5;
const LABEL: usize = 6;
const FOLDER: usize = 7;
const FILE: usize = 8;
const EXTENT: usize = 9;
const LENGTH: usize = 10;
const SHAPES: usize = 11;

/// How many of the blocks (of the headings, of the words) are of a shape: more than this.
const SHARES: Terms = Terms::Names(&["any", "2%", "5%", "10%", "20%", "35%", "50%", "75%"]);

/// The same in thousandths.
const LEAST: [usize; 8] = [0, 20, 50, 100, 200, 350, 500, 750];

/// The value that weighs as it stands in the weights: what is 1 in a model of real numbers.
pub const ONE: i64 = 1024;

/// What a slot's words weigh together, in units of [`ONE`]. The fit has one penalty for all weights; so it matters.
const fn length_of(slot: usize) -> u64 {
    match slot {
        WORD => 8 * ONE as u64,
        ITEM | SENTENCE => 3 * ONE as u64 / 2,
        _ => ONE as u64,
    }
}

/// What a shape weighs.
const SHAPE: i32 = ONE as i32 * 15 / 100;

/// Words of titles and headings are words of the text too, and count so often there.
const IN_TITLE: u32 = 4;
const IN_HEADING: u32 = 3;

/// Reads the features of a document and of its parts.
pub(crate) struct Reader<'c> {
    content: &'c ParsedContent<'c>,
    layout: &'c Layout,
    blocks: &'c [Block],
    /// How often each word of the vocabulary was met, and which ones.
    counts: Vec<u32>,
    met: Vec<u32>,
    features: Vec<Feature>,
}

impl<'c> Reader<'c> {
    pub(crate) fn new(content: &'c ParsedContent<'c>, layout: &'c Layout) -> Self {
        let counts = vec![0; layout.vocabulary().len() as usize];
        Self { content, layout, blocks: &[], counts, met: Vec::new(), features: Vec::new() }
    }

    /// The features of the whole document. `path` may be left out.
    pub(crate) fn document(&mut self, path: Option<&str>) -> Vec<Feature> {
        self.read(&self.content.body(), self.content.field("title"), 0);
        if let Some(path) = path {
            self.path(path);
        }
        std::mem::take(&mut self.features)
    }

    /// The features of a part of its body.
    pub(crate) fn part(&mut self, span: &Range<usize>) -> Vec<Feature> {
        self.read(span, None, 1);
        std::mem::take(&mut self.features)
    }

    fn read(&mut self, span: &Range<usize>, named: Option<&str>, extent: u32) {
        self.blocks = self.content.blocks().get(self.content.blocks_in(span)).unwrap_or_default();
        let title = self.title();
        self.words(named, title);
        self.firsts();
        self.labels();
        self.layout.add(&mut self.features, EXTENT, extent, ONE as i32);
        self.shapes();
    }

    /// The first heading of the first level, else the first one.
    fn title(&self) -> Option<usize> {
        let mut headings = (0..).zip(self.blocks).filter_map(|(at, block)| match block.kind {
            BlockKind::Heading(level) => Some((level, at)),
            _ => None,
        });
        let first = headings.next()?;
        let top = (first.0 == 1).then_some(first).or_else(|| headings.find(|(level, _)| *level == 1));
        Some(top.unwrap_or(first).1)
    }

    fn words(&mut self, named: Option<&str>, title: Option<usize>) {
        for (at, block) in self.blocks.iter().enumerate() {
            let times = match block.kind {
                BlockKind::Code => continue,
                _ if Some(at) == title => IN_TITLE,
                BlockKind::Heading(_) => IN_HEADING,
                _ => 1,
            };
            self.meet(block.words(), times);
        }
        if let Some(named) = named {
            self.meet_text(named, IN_TITLE);
        }
        self.weigh(WORD);
        if let Some(block) = title.and_then(|title| self.blocks.get(title)) {
            self.meet(block.words(), 1);
        }
        if let Some(named) = named {
            self.meet_text(named, 1);
        }
        self.there(TITLE);
        for (at, block) in self.blocks.iter().enumerate() {
            if matches!(block.kind, BlockKind::Heading(_)) && Some(at) != title {
                self.meet(block.words(), 1);
            }
        }
        self.weigh(HEADING);
    }

    /// The first words of items and of paragraphs, and those behind the end of a sentence.
    fn firsts(&mut self) {
        for (slot, kind) in [(ITEM, BlockKind::Item), (OPENING, BlockKind::Paragraph)] {
            for block in self.blocks.iter().filter(|block| block.kind == kind) {
                let mark = self.content.words.slice(block.words()).iter();
                let mark = mark.take_while(|word| word.span().start < block.text()).count();
                let first = block.words().start + mark;
                self.meet(first..block.words().end.min(first + 1), 1);
            }
            self.weigh(slot);
        }
        let text = self.content.text().as_bytes();
        for block in self.blocks.iter().filter(|block| block.kind != BlockKind::Code) {
            for at in block.words() {
                let start = self.content.words.get(at).map_or(0, |word| word.span().start);
                let before = start.checked_sub(2).and_then(|before| text.get(before..start));
                if matches!(before, Some([b'.' | b'!' | b'?' | b':', b' '])) {
                    self.meet(at..at + 1, 1);
                }
            }
        }
        self.weigh(SENTENCE);
    }

    /// The words of labels: `Status: …`.
    fn labels(&mut self) {
        for block in self.blocks {
            if matches!(block.kind, BlockKind::Paragraph | BlockKind::Item)
                && let Some(label) = block.label(self.content.text())
            {
                self.meet(self.content.words.within(&label.name), 1);
            }
        }
        self.weigh(LABEL);
    }

    fn path(&mut self, path: &str) {
        let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
        self.meet_text(folders, 1);
        self.there(FOLDER);
        self.meet_text(file.rsplit_once('.').map_or(file, |(stem, _)| stem), 1);
        self.there(FILE);
    }

    fn shapes(&mut self) {
        let mut counts = [0_usize; SLOTS.len() - SHAPES];
        let [
            headings,
            dated,
            counted,
            numbered,
            bulleted,
            tasks,
            done,
            nested,
            rows,
            code,
            labelled,
            stamped,
            questions,
            past,
        ] = &mut counts;
        let (mut all, mut words) = (0_usize, 0_usize);
        for block in self.blocks {
            let text = slice(self.content.text(), block.text()..block.span.end);
            if block.kind != BlockKind::Code {
                words += block.words().len();
                let own = self.content.words.slice(block.words()).iter();
                *past += own.filter(|word| self.content.slice(&word.span()).ends_with("ed")).count();
                *questions += usize::from(unicode::trim_end(text).ends_with('?'));
            }
            all += 1;
            match block.kind {
                BlockKind::Heading(_) => {
                    *headings += 1;
                    *dated += usize::from(time::dated_stamp(text).is_some() || time::opens_entry(text));
                    *counted += usize::from(text.starts_with(|c: char| c.is_ascii_digit()));
                }
                BlockKind::Item => {
                    match block.marker {
                        Some(Marker::Number { .. } | Marker::Letter(_)) => *numbered += 1,
                        Some(Marker::Task { checked, .. }) => {
                            *tasks += 1;
                            *done += usize::from(checked);
                        }
                        _ => *bulleted += 1,
                    }
                    *nested += usize::from(block.indent() >= 2);
                }
                BlockKind::Row => *rows += 1,
                BlockKind::Code => *code += 1,
                _ => {}
            }
            if matches!(block.kind, BlockKind::Item | BlockKind::Paragraph) {
                *labelled += usize::from(block.label(self.content.text()).is_some());
                *stamped += usize::from(time::stamp_at_start(text).is_some());
            }
        }
        // Forms of the past are rarer than any shape of blocks.
        *past *= 4;
        let headings = *headings;
        for (shape, count) in counts.into_iter().enumerate() {
            let whole = match shape {
                1 | 2 => headings,
                last if last + 1 == counts.len() => words,
                _ => all,
            };
            for (term, least) in (0..).zip(LEAST) {
                if count * 1000 > whole * least {
                    self.layout.add(&mut self.features, SHAPES + shape, term, SHAPE);
                }
            }
        }
        for term in 0..8 {
            if words >= 32 << term {
                self.layout.add(&mut self.features, LENGTH, term, SHAPE);
            }
        }
    }

    /// Counts the words of the body that have these numbers.
    fn meet(&mut self, words: Range<usize>, times: u32) {
        for word in self.content.words.slice(words).iter() {
            meet(&mut self.counts, &mut self.met, word.number, times);
        }
    }

    /// Counts the words of a text that stands outside the body.
    fn meet_text(&mut self, text: &str, times: u32) {
        let lower = unicode::lowercase(text);
        for word in lower.split(|c: char| !unicode::is_alphanumeric(c)) {
            meet(&mut self.counts, &mut self.met, self.layout.vocabulary().number(word), times);
        }
    }

    /// Each word that was met is there, however often.
    fn there(&mut self, slot: usize) {
        for number in self.met.drain(..) {
            if let Some(count) = self.counts.get_mut(number as usize) {
                *count = 0;
            }
            self.layout.add(&mut self.features, slot, number, ONE as i32);
        }
    }

    /// The words that were met, as a direction of the slot's length.
    fn weigh(&mut self, slot: usize) {
        let count = |number: u32| self.counts.get(number as usize).copied().unwrap_or_default();
        let squares: u64 = self.met.iter().map(|&number| magnitude(count(number)).pow(2)).sum();
        let norm = squares.isqrt().max(1);
        for number in self.met.drain(..) {
            let Some(count) = self.counts.get_mut(number as usize) else { continue };
            let value = length_of(slot) * magnitude(*count) / norm;
            *count = 0;
            self.layout.add(&mut self.features, slot, number, value as i32);
        }
    }
}

fn meet(counts: &mut [u32], met: &mut Vec<u32>, number: u32, times: u32) {
    if number == UNKNOWN {
        return;
    }
    if let Some(count) = counts.get_mut(number as usize) {
        if *count == 0 {
            met.push(number);
        }
        *count += times;
    }
}

/// 256 · log2(1 + count), straight between whole powers of two.
fn magnitude(count: u32) -> u64 {
    let x = u64::from(count) + 1;
    let whole = x.ilog2();
    (u64::from(whole) << 8) + ((x << 8) >> whole) - 256
}
