//! T15: the turns of a conversation. A turn is cut only where it does not fit, and a question stays with its answer where both fit.

use crate::{
    Interaction, TokenRecord,
    pack::{Packing, Unit},
};
use chunk_core::{MetadataBounds, Normalized, Warning, is_closer, is_white_space, slice};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, ops::Range};

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
    /// The first that does not end before the chunk that comes next.
    next: usize,
    /// About a name, time or id that was too long to be in each chunk (C1).
    pub(crate) warning: Option<Warning>,
}

/// What packing knows of a turn.
pub(crate) struct Said<'t> {
    pub(crate) bytes: Range<usize>,
    pub(crate) speaker: Option<&'t str>,
}

impl<'u> Turns<'u> {
    /// The turns, and what packing knows of them.
    pub(crate) fn new(interaction: &Interaction<'u>, text: &Normalized<'_>) -> (Self, Vec<Said<'u>>) {
        let mut turns = Vec::with_capacity(interaction.turns.len());
        let mut said = Vec::with_capacity(interaction.turns.len());
        let mut bounds = MetadataBounds::default();
        let (source, normalized) = (interaction.text, text.as_str());
        // A place in the source, the same in the normalized text, and the code points before that.
        let (mut from, mut byte, mut pos) = (0, 0, 0);
        let mut place = |to: usize| {
            let to = to.clamp(from, source.len());
            byte += to - from - slice(source, from..to).matches("\r\n").count();
            from = to;
            byte
        };
        let mut counted = 0;
        let mut code_points = |to: usize| {
            pos += slice(normalized, counted..to.max(counted)).chars().count();
            counted = to.max(counted);
            pos
        };
        for (index, turn) in interaction.turns.iter().enumerate() {
            let bytes = place(turn.bytes.start)..place(turn.bytes.end);
            let (line, pointer, byte) = turn.place(&mut bounds);
            let (start_pos, end_pos) = (code_points(bytes.start), code_points(bytes.end));
            let mut cut =
                |text: &'u Option<String>| text.as_deref().map(|text| Cow::Borrowed(bounds.cut(text)));
            said.push(Said { bytes: bytes.clone(), speaker: turn.speaker.as_deref() });
            turns.push((
                bytes,
                ChunkTurn {
                    index,
                    speaker: cut(&turn.speaker),
                    at: cut(&turn.at),
                    id: cut(&turn.id),
                    line,
                    pointer: pointer.map(Cow::Borrowed),
                    byte,
                    start_pos,
                    end_pos,
                },
            ));
        }
        (Self { turns, next: 0, warning: bounds.warning() }, said)
    }

    /// The turns of which a chunk at these bytes holds something. Chunks are asked for in order.
    pub(crate) fn of(&mut self, bytes: &Range<usize>) -> Vec<ChunkTurn<'u>> {
        while self.turns.get(self.next).is_some_and(|(turn, _)| turn.end <= bytes.start) {
            self.next += 1;
        }
        let rest = self.turns.get(self.next..).unwrap_or_default();
        rest.iter().take_while(|(turn, _)| turn.start < bytes.end).map(|(_, turn)| turn.clone()).collect()
    }
}

/// The turns that the chunks of a record name, in its text.
pub(crate) fn of_record<'r>(record: &'r TokenRecord<'_>) -> Vec<Said<'r>> {
    let mut said: Vec<Said<'r>> = Vec::new();
    let text = &*record.original_text;
    let mut chars = text.char_indices().enumerate();
    let mut byte_of = |pos: usize| chars.find(|(at, _)| *at >= pos).map_or(text.len(), |(_, (byte, _))| byte);
    let mut next = 0;
    for turn in record.chunks.iter().flat_map(|chunk| &chunk.turns).filter(|turn| {
        // A turn may be in several chunks.
        let is_new = turn.index >= next;
        next = next.max(turn.index.saturating_add(1));
        is_new
    }) {
        // Packing asks for starts alone: each turn ends where the next one starts.
        let start = byte_of(turn.start_pos);
        said.push(Said { bytes: start..start, speaker: turn.speaker.as_deref() });
    }
    said
}

impl<'t> Packing<'t> {
    /// The units of a conversation: a question and its answer, a turn, or what a turn that does not fit is divided into.
    pub(crate) fn turns(self, units: &mut Vec<Unit>) {
        let starts = self.said.iter().skip(1).map(|turn| turn.bytes.start).chain([self.text.len()]);
        let mut end = 0;
        let mut extents = self.said.iter().zip(starts).map(|(turn, next)| {
            let bytes = end..next;
            end = next;
            (bytes, turn.speaker)
        });
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
