//! T15: the turns of a conversation. A turn is cut only where it does not fit, and a question stays with its answer where both fit.

use crate::{
    Interaction, TokenRecord,
    pack::{Packing, Unit},
};
use chunk_core::{CodePointIndex, MetadataBounds, Normalized, Warning, is_closer, is_white_space, slice};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, mem, ops::Range};

/// A turn of which a chunk holds all or a part (T15). What the conversation's format does not say is absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ChunkTurn<'u> {
    /// Its place among the turns of the interaction, 0-based.
    pub index: usize,
    /// Who speaks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<Cow<'u, str>>,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Cow<'u, str>>,
    /// The message's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Cow<'u, str>>,
    /// The line of the file that the conversation was read from, 1-based.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The value of that file, as a JSON Pointer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<Cow<'u, str>>,
    /// The byte of that file, 0-based.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byte: Option<u64>,
    /// Where the whole turn starts in the normalized text, in code points.
    pub start_pos: usize,
    /// Where it ends there, exclusive.
    pub end_pos: usize,
}

impl ChunkTurn<'_> {
    /// The same turn, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> ChunkTurn<'static> {
        let owned = |text: Option<Cow<'_, str>>| text.map(|text| Cow::Owned(text.into_owned()));
        ChunkTurn {
            speaker: owned(self.speaker),
            at: owned(self.at),
            id: owned(self.id),
            pointer: owned(self.pointer),
            index: self.index,
            line: self.line,
            byte: self.byte,
            start_pos: self.start_pos,
            end_pos: self.end_pos,
        }
    }
}

/// The turns of an interaction in its normalized text.
pub(crate) struct Turns<'u> {
    turns: Vec<(Range<usize>, ChunkTurn<'u>)>,
    /// About a name, time or id that was too long to be in each chunk (C1).
    pub(crate) warning: Option<Warning>,
}

/// What packing knows of a turn: where it starts, and its speaker. It ends where the next one starts.
pub(crate) type Said<'t> = (usize, Option<&'t str>);

impl<'u> Turns<'u> {
    pub(crate) fn new(interaction: &Interaction<'u>, text: &Normalized<'_>) -> Self {
        let mut turns = Vec::with_capacity(interaction.turns.len());
        let mut bounds = MetadataBounds::default();
        let source = interaction.text;
        let positions = CodePointIndex::new(text.as_str());
        // A place in the source, and the same in the normalized text.
        let (mut from, mut byte) = (0, 0);
        let mut place = |to: usize| {
            let to = to.clamp(from, source.len());
            byte += to - from - slice(source, from..to).matches("\r\n").count();
            from = to;
            byte
        };
        for (index, turn) in interaction.turns.iter().enumerate() {
            let bytes = place(turn.bytes.start)..place(turn.bytes.end);
            let (line, pointer, byte) = turn.place(&mut bounds);
            let mut cut =
                |text: &'u Option<String>| text.as_deref().map(|text| Cow::Borrowed(bounds.cut(text)));
            let turn = ChunkTurn {
                index,
                speaker: cut(&turn.speaker),
                at: cut(&turn.at),
                id: cut(&turn.id),
                line,
                pointer: pointer.map(Cow::Borrowed),
                byte,
                start_pos: positions.code_point(bytes.start),
                end_pos: positions.code_point(bytes.end),
            };
            turns.push((bytes, turn));
        }
        Self { turns, warning: bounds.warning() }
    }

    pub(crate) fn said(&self) -> Vec<Said<'_>> {
        self.turns.iter().map(|(bytes, turn)| (bytes.start, turn.speaker.as_deref())).collect()
    }

    /// The turns of which a chunk at these bytes holds something.
    pub(crate) fn of(&self, bytes: &Range<usize>) -> Vec<ChunkTurn<'u>> {
        let first = self.turns.partition_point(|(turn, _)| turn.end <= bytes.start);
        let rest = self.turns.get(first..).unwrap_or_default();
        rest.iter().take_while(|(turn, _)| turn.start < bytes.end).map(|(_, turn)| turn.clone()).collect()
    }
}

/// The turns that the chunks of a record name, in its text.
pub(crate) fn of_record<'r>(record: &'r TokenRecord<'_>) -> Vec<Said<'r>> {
    let positions = CodePointIndex::new(&record.original_text);
    let (mut next, mut start) = (0, 0);
    let turns = record.chunks.iter().flat_map(|chunk| &chunk.turns);
    let new = turns.filter(|turn| {
        // A turn may be in several chunks.
        let is_new = turn.index >= next;
        next = next.max(turn.index.saturating_add(1));
        is_new
    });
    let said = new.map(|turn| {
        // Positions that anyone wrote may go back.
        start = positions.byte(turn.start_pos).max(start);
        (start, turn.speaker.as_deref())
    });
    said.collect()
}

impl<'t> Packing<'t> {
    /// The units of a conversation: a question and its answer, a turn, or what a turn that does not fit is divided into.
    pub(crate) fn turns(self, units: &mut Vec<Unit>) {
        let starts = self.said.iter().skip(1).map(|(start, _)| *start).chain([self.text.len()]);
        let mut end = 0;
        let mut extents = self
            .said
            .iter()
            .zip(starts)
            .map(|((_, speaker), next)| (mem::replace(&mut end, next)..next, *speaker));
        let mut ahead = extents.next();
        while let Some((bytes, speaker)) = ahead.take() {
            ahead = extents.next();
            let answer = ahead.as_ref().filter(|(answer, other)| {
                *other != speaker
                    && is_question(slice(self.text, bytes.clone()), speaker)
                    && self.fits(bytes.start..answer.end)
            });
            if let Some((answer, _)) = answer {
                units.push(Unit { bytes: bytes.start..answer.end, is_part: false });
                ahead = extents.next();
            } else if self.fits(bytes.clone()) {
                units.push(Unit { bytes, is_part: false });
            } else {
                self.divide(bytes, units);
            }
        }
    }
}

/// Whether a turn asks: its speaker is the user of a program, or it ends with a question mark.
fn is_question(text: &str, speaker: Option<&str>) -> bool {
    let is_user = |speaker: &str| ["user", "human"].iter().any(|user| speaker.eq_ignore_ascii_case(user));
    speaker.is_some_and(is_user)
        || text.trim_end_matches(|c| is_white_space(c) || is_closer(c)).ends_with(['?', '？', '؟'])
}
