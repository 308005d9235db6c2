//! Which phase each block of a log belongs to: points for each phase from titles, labels, verbs and their tense, and
//! the cheapest way through the phases.

use crate::{
    block::{Block, BlockKind, Section, is_heading},
    cue::{self, Cues, PHASE_TITLES},
    document::ParsedContent,
    metadata::Phase,
};
use std::ops::Range;

/// The phases in their usual order.
pub(crate) const PHASES: [Phase; 4] =
    [Phase::Planning, Phase::Execution, Phase::Verification, Phase::Reflection];

/// Points for each phase.
pub(crate) type Points = [i64; 4];

/// A heading counts for all that stands under it, a label for its own line.
const HEADING_POINTS: i64 = 1500;
const LABEL_POINTS: i64 = 1600;

/// What each cue in running text counts, and what a phase can get at most for a block.
const FUTURE_POINTS: i64 = 300;
const INTENT_POINTS: i64 = 180;
const DOING_POINTS: i64 = 130;
const PAST_POINTS: i64 = 70;
const CHECK_POINTS: i64 = 270;
const CHECKED_POINTS: i64 = 110;
const LEARN_POINTS: i64 = 260;
const REGRET_POINTS: i64 = 420;
const MOST: Points = [1100, 500, 1000, 1300];

/// What it costs to go from one phase (row) to another (column) at a sensitivity of 0.7.
const TRANSITIONS: [[i64; 4]; 4] =
    [[0, 300, 420, 420], [480, 0, 300, 380], [480, 480, 0, 300], [420, 520, 520, 0]];

/// What it costs more where no blank line and no heading parts the blocks.
const UNPARTED: i64 = 120;

/// The phase of every block in `blocks`.
pub(crate) fn phases(content: &ParsedContent<'_>, blocks: Range<usize>, sensitivity: i64) -> Vec<Phase> {
    let all = content.blocks().get(blocks.clone()).unwrap_or_default();
    let points = content.points().get(blocks).unwrap_or_default();
    // 0.7 is the table; 1 asks for about half of it, 0 for more than twice.
    let scale = |cost: i64| cost * (1200 - sensitivity) / 500;
    let mut best: Points = [0, 1, 2, 3].map(|phase| first_cost(points, phase));
    let mut came_from: Vec<[usize; 4]> = Vec::with_capacity(all.len());
    for (block, points) in all.iter().zip(points) {
        let extra = if block.parted || is_heading(block) { 0 } else { UNPARTED };
        let mut next = [i64::MIN; 4];
        let mut from = [0; 4];
        for (to, (next, from)) in next.iter_mut().zip(&mut from).enumerate() {
            for (phase, row) in TRANSITIONS.iter().enumerate() {
                let cost = row.get(to).copied().unwrap_or_default();
                let cost = if cost == 0 { 0 } else { scale(cost + extra) };
                let value = best.get(phase).copied().unwrap_or_default() - cost;
                // To stay is better than to have come from elsewhere: changes come as late as possible.
                if value > *next || value == *next && phase == to {
                    (*next, *from) = (value, phase);
                }
            }
            *next += points.get(to).copied().unwrap_or_default();
        }
        best = next;
        came_from.push(from);
    }
    backtrack(best, &came_from).into_iter().filter_map(|phase| PHASES.get(phase).copied()).collect()
}

/// Whether a heading names a phase itself.
pub(crate) fn names_phase(content: &ParsedContent<'_>, heading: &Block) -> bool {
    content.section(heading.section).is_some_and(|section| own_section_points(content, section) != [0; 4])
}

/// Where nothing tells, it is execution.
fn first_cost(points: &[Points], phase: usize) -> i64 {
    let told = points.iter().any(|points| points.iter().any(|&points| points > 0));
    if told || phase == 1 { 0 } else { -1 }
}

fn backtrack(best: Points, came_from: &[[usize; 4]]) -> Vec<usize> {
    let mut phase = (0..4).max_by_key(|&phase| (best.get(phase).copied(), phase == 1)).unwrap_or(1);
    let mut phases = Vec::with_capacity(came_from.len());
    for from in came_from.iter().rev() {
        phases.push(phase);
        phase = from.get(phase).copied().unwrap_or_default();
    }
    phases.reverse();
    phases
}

impl ParsedContent<'_> {
    /// The points of every block.
    fn points(&self) -> &[Points] {
        self.points.get_or_init(|| self.blocks().iter().map(|block| points(self, block)).collect())
    }
}

fn points(content: &ParsedContent<'_>, block: &Block) -> Points {
    let mut points = [0; 4];
    if matches!(block.kind, BlockKind::Code | BlockKind::Rule) {
        return section_points(content, block);
    }
    if !is_heading(block) {
        points = text_points(content, block);
        add(&mut points, label_points(content, block));
    }
    add(&mut points, section_points(content, block));
    points
}

fn add(points: &mut Points, more: Points) {
    points.iter_mut().zip(more).for_each(|(points, more)| *points += more);
}

/// The points of the nearest heading above that names a phase.
fn section_points(content: &ParsedContent<'_>, block: &Block) -> Points {
    let mut section = content.section(block.section);
    while let Some(found) = section {
        let own = own_section_points(content, found);
        if own != [0; 4] {
            return own;
        }
        section = content.section(found.parent);
    }
    [0; 4]
}

/// The points of a heading. One above everything names the document, not a phase.
fn own_section_points(content: &ParsedContent<'_>, section: &Section) -> Points {
    let spans_all = section.level == 1 && section.span.end == content.text().len();
    let is_title = spans_all
        && content
            .sections
            .iter()
            .take_while(|other| other.span.start < section.span.start)
            .all(|other| other.parent.is_some());
    if is_title {
        return [0; 4];
    }
    let words = content.words.slice(content.words.within(&section.title));
    // In a long title only its ends and phrases name a phase: "Slow builds on runner 4" does not.
    let counts =
        |index: usize, reach: u8| words.len() <= 3 || index == 0 || index + 1 == words.len() || reach > 1;
    let told = words.iter().enumerate().filter(|(index, word)| counts(*index, word.reach));
    title_points(told.map(|(_, word)| word.cues), HEADING_POINTS)
}

/// Points for the phases that a title names, shared if it names several.
fn title_points(words: impl Iterator<Item = Cues> + Clone, points: i64) -> Points {
    let counts = PHASE_TITLES.map(|title| words.clone().filter(|word| word.any(title)).count() as i64);
    let most = counts.iter().copied().max().unwrap_or_default();
    if most == 0 {
        return [0; 4];
    }
    counts.map(|count| if count == most { points } else { 0 })
}

/// Points for labels within the first words: `Plan:`, `[CHECK]`, `| verification |`.
fn label_points(content: &ParsedContent<'_>, block: &Block) -> Points {
    let bytes = content.text().as_bytes();
    let opening = block.words.start..block.words.end.min(block.words.start + 14);
    let mut at_start = true;
    for word in content.words.slice(opening) {
        let span = word.span();
        let before = span.start.checked_sub(1).and_then(|at| bytes.get(at));
        let behind = bytes.get(span.end);
        let skip_marks = || {
            content
                .text()
                .get(span.end..)
                .unwrap_or_default()
                .trim_start_matches(['*', '_', ' '])
                .as_bytes()
                .first()
                .copied()
        };
        let bracketed = matches!(
            (before, behind),
            (Some(b'['), Some(b']')) | (Some(b'('), Some(b')' | b':')) | (Some(b'{'), Some(b'}'))
        );
        let is_label = bracketed
            || behind == Some(&b':')
            || matches!(behind, Some(b'*' | b'_')) && matches!(skip_marks(), Some(b':'))
            || at_start && matches!(skip_marks(), Some(b':') | Some(0xE2))
            || matches!(before, Some(b' '))
                && behind == Some(&b' ')
                && matches!(skip_marks(), Some(b'|'))
                && in_cell(bytes, span.start);
        if is_label {
            let named = title_points([word.cues].into_iter(), LABEL_POINTS);
            if named != [0; 4] {
                return named;
            }
        }
        at_start &= !word.cues.any(cue::PRONOUN.or(cue::SPEAKER));
        if bytes.get(span.end) == Some(&b'.') {
            break;
        }
    }
    [0; 4]
}

/// Whether a table's bar stands before the white space before `at`.
fn in_cell(bytes: &[u8], at: usize) -> bool {
    bytes.get(..at).unwrap_or_default().iter().rev().find(|&&byte| byte != b' ') == Some(&b'|')
}

/// Points for what the words of a block say, clause by clause.
fn text_points(content: &ParsedContent<'_>, block: &Block) -> Points {
    let mut points: Points = [0; 4];
    let bytes = content.text().as_bytes();
    let words = content.words.slice(block.words.clone());
    let mut intended = false;
    for (index, word) in words.iter().enumerate() {
        let cues = word.cues;
        let before = index.checked_sub(1).and_then(|before| words.get(before));
        let gap = before.map_or(0..0, |before| before.span().end..word.span().start);
        let ends_clause = bytes
            .get(gap)
            .unwrap_or_default()
            .iter()
            .any(|byte| matches!(byte, b'.' | b';' | b':' | b'!' | b'?' | b','));
        intended &= !ends_clause;
        if cues.any(cue::REGRET) {
            points[3] += REGRET_POINTS;
            intended = false;
            continue;
        }
        if cues.any(cue::LEARNING) {
            points[3] += LEARN_POINTS;
            continue;
        }
        if cues.any(cue::FUTURE) {
            points[0] += FUTURE_POINTS;
            intended = true;
            continue;
        }
        if intended {
            continue;
        }
        if cues.any(cue::CHECKING) {
            let is_verb = cues.any(cue::PAST) || word.reach > 1 || before.is_none() || ends_clause;
            points[2] += if is_verb { CHECK_POINTS } else { CHECKED_POINTS };
        } else if cues.any(cue::INTENDING) && !cues.any(cue::PAST) {
            points[0] += INTENT_POINTS;
        } else if cues.any(cue::DOING) {
            points[1] += if cues.any(cue::PAST.or(cue::GERUND)) { DOING_POINTS } else { PAST_POINTS };
        } else if cues.any(cue::PAST) {
            points[1] += PAST_POINTS;
        }
    }
    points.iter_mut().zip(MOST).for_each(|(points, most)| *points = (*points).min(most));
    points
}

/// How clearly the phases are told: the share of blocks, by words, that have points for their own phase.
pub(crate) fn clarity(content: &ParsedContent<'_>, blocks: Range<usize>, phases: &[Phase]) -> u64 {
    let (mut told, mut all) = (0, 0);
    let points = content.points().get(blocks.clone()).unwrap_or_default();
    let all_blocks = content.blocks().get(blocks).unwrap_or_default().iter();
    for ((block, points), phase) in all_blocks.zip(points).zip(phases) {
        let own = PHASES
            .iter()
            .position(|other| other == phase)
            .and_then(|at| points.get(at).copied())
            .unwrap_or_default();
        let most = points.iter().copied().max().unwrap_or_default();
        let words = block.words.len() as u64;
        all += words;
        if own > 0 && own == most {
            told += words;
        }
    }
    1000 * told / all.max(1)
}
