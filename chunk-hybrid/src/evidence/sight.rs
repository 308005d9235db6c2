//! What is seen of a block: its words, what it is labelled and headed with, and where it stands.

use super::{
    Points, feature,
    title::{self, Titles},
    weight,
};
use crate::{
    block::{Block, BlockKind, is_heading},
    document::ParsedContent,
    tell,
    time::{DAY_MS, Instant},
};
use std::ops::Range;

/// A block that may begin a phase.
#[derive(Debug)]
pub(super) struct Sight {
    /// Its number among the document's blocks.
    pub(super) block: usize,
    /// What its words and its label count for each phase.
    pub(super) said: Points,
    pub(super) words: usize,
    /// The phases the nearest heading that names any names.
    pub(super) heading: [bool; 4],
    pub(super) place: Place,
    pub(super) joint: Joint,
}

/// Where a block stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    pub(super) is_first: bool,
    pub(super) is_last: bool,
    /// How much of the text stands before its middle, in thousandths.
    pub(super) depth: usize,
    /// Whether it has no stamp, though most blocks have one: before the first of these, or behind the last.
    pub(super) before_stamps: bool,
    pub(super) behind_stamps: bool,
    pub(super) is_code: bool,
    pub(super) is_stamped: bool,
}

/// What parts a block from the one before.
#[derive(Debug, Default)]
pub(super) struct Joint {
    pub(super) is_parted: bool,
    /// A heading stands between them.
    pub(super) is_headed: bool,
    /// They stand under different days.
    pub(super) is_other_day: bool,
    /// One is stamped, the other is not.
    pub(super) is_other_kind: bool,
    /// The pause between their stamps is several times the usual one.
    pub(super) is_pause: bool,
}

/// From this many blocks on it matters where one stands.
const FEWEST: usize = 3;

/// A pause is long from this many times the usual one on.
const LONG_PAUSE: i64 = 3;

/// The blocks that may begin a phase: those with words, but for headings and lines that only name a day.
pub(super) fn sights(content: &ParsedContent<'_>, blocks: Range<usize>) -> Vec<Sight> {
    let all = content.blocks();
    let said = content.said.get_or_init(|| all.iter().map(|block| said(content, block)).collect());
    let titles = Titles::new(content, &blocks);
    let seen: Vec<usize> = blocks.clone().filter(|&index| !is_silent(content, index)).collect();
    let words: usize = seen.iter().filter_map(|&index| all.get(index)).map(|block| block.words.len()).sum();
    let instants: Vec<Option<Instant>> = seen.iter().map(|&index| stamp(content, all.get(index))).collect();
    let (first_stamp, last_stamp) =
        (instants.iter().position(Option::is_some), instants.iter().rposition(Option::is_some));
    let stamped = instants.iter().flatten().count();
    let usual = usual_pause(&instants);
    let mut sights = Vec::with_capacity(seen.len());
    let (mut passed, mut last): (usize, Option<Instant>) = (0, None);
    let mut plain = [false; 4];
    for (at, &index) in seen.iter().enumerate() {
        let Some(block) = all.get(index) else { continue };
        let instant = instants.get(at).copied().flatten();
        let place = Place {
            is_first: at == 0 && seen.len() >= FEWEST,
            is_last: at + 1 == seen.len() && seen.len() >= FEWEST,
            depth: if seen.len() < FEWEST {
                500
            } else {
                (passed + block.words.len() / 2) * 1000 / words.max(1)
            },
            before_stamps: stamped >= 3 && first_stamp.is_some_and(|first| at < first),
            behind_stamps: stamped >= 3 && last_stamp.is_some_and(|last| at > last),
            is_code: block.kind == BlockKind::Code,
            is_stamped: instant.is_some(),
        };
        let before =
            at.checked_sub(1).and_then(|before| seen.get(before)).and_then(|&before| all.get(before));
        let between = before.map_or(0, |_| seen.get(at.wrapping_sub(1)).map_or(0, |before| before + 1));
        let skipped = all.get(between..index).filter(|_| at > 0).unwrap_or_default();
        if let Some(block) =
            skipped.iter().rfind(|block| is_heading(block) || block.kind == BlockKind::Paragraph)
        {
            plain = if is_heading(block) { [false; 4] } else { title::plain(content, block) };
        }
        let pause = instant.zip(last).map(|(own, last)| own.ms - last.ms);
        let joint = Joint {
            is_parted: block.parted || skipped.iter().any(|block| block.parted),
            is_headed: skipped.iter().any(|block| {
                is_heading(block) || block.kind == BlockKind::Paragraph && !is_date(content, block)
            }),
            is_other_day: skipped.iter().any(|block| is_date(content, block))
                || instant
                    .zip(last)
                    .is_some_and(|(own, last)| own.ms.div_euclid(DAY_MS) != last.ms.div_euclid(DAY_MS)),
            is_other_kind: at > 0
                && instants.get(at - 1).is_some_and(|before| before.is_some() != instant.is_some()),
            is_pause: pause.is_some_and(|pause| pause > usual * LONG_PAUSE),
        };
        sights.push(Sight {
            block: index,
            said: said.get(index).copied().unwrap_or_default(),
            words: block.words.len(),
            heading: Some(plain)
                .filter(|plain| plain.contains(&true))
                .unwrap_or_else(|| titles.of(content, block.section)),
            place,
            joint,
        });
        passed += block.words.len();
        last = instant.or(last);
    }
    sights
}

/// What a block says wherever it stands.
fn said(content: &ParsedContent<'_>, block: &Block) -> Points {
    let words = content.words.slice(block.words.clone());
    let counts = if block.kind == BlockKind::Code {
        feature::count_code(words)
    } else {
        feature::count(words, content.text(), block.span.end)
    };
    weight::said(&counts, title::label(content, block))
}

/// The first stamp of a block.
fn stamp(content: &ParsedContent<'_>, block: Option<&Block>) -> Option<Instant> {
    let block = block?;
    let instants = content.instants();
    let first = instants.partition_point(|(at, _)| *at < block.span.start);
    instants.get(first).filter(|(at, _)| *at < block.span.end).map(|&(_, instant)| instant)
}

fn usual_pause(instants: &[Option<Instant>]) -> i64 {
    let stamps: Vec<i64> = instants.iter().flatten().map(|instant| instant.ms).collect();
    let mut pauses: Vec<i64> =
        stamps.windows(2).filter_map(|pair| Some(pair.get(1)? - pair.first()?)).collect();
    pauses.sort_unstable();
    pauses.get(pauses.len() / 2).copied().unwrap_or_default().max(1)
}

/// Whether a block belongs to what follows: a heading, a line that only names a day, a title that stands alone.
pub(super) fn belongs_below(content: &ParsedContent<'_>, index: usize) -> bool {
    is_silent(content, index) && content.blocks().get(index).is_some_and(|block| !block.words.is_empty())
}

/// Whether a block cannot begin a phase.
fn is_silent(content: &ParsedContent<'_>, index: usize) -> bool {
    let Some(block) = content.blocks().get(index) else { return true };
    is_heading(block) || block.words.is_empty() || is_date(content, block) || is_plain_title(content, index)
}

/// Whether a line only names a day.
fn is_date(content: &ParsedContent<'_>, block: &Block) -> bool {
    let words = content.words.slice(block.words.clone());
    words.len() <= 6
        && words.iter().all(|word| word.tells.any(tell::NUMBER.or(tell::CALENDAR)))
        && words.iter().any(|word| word.tells.any(tell::CALENDAR))
}

/// The most words a title has that stands alone.
const TITLE_WORDS: usize = 7;

/// Whether a line is a title but for its marks: a few words between blank lines, without an end.
fn is_plain_title(content: &ParsedContent<'_>, index: usize) -> bool {
    let blocks = content.blocks();
    let Some(block) = blocks.get(index) else { return false };
    let is_title = |text: &str| {
        text.starts_with(char::is_uppercase)
            && text.ends_with(|c: char| c.is_alphanumeric() || c == '?')
            && !text.contains([':', '\n', '`'])
    };
    block.kind == BlockKind::Paragraph
        && block.parted
        && (1..=TITLE_WORDS).contains(&block.words.len())
        && blocks.get(index + 1).is_some_and(|next| next.parted)
        && is_title(content.slice(&block.span).trim())
}
