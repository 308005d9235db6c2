//! From bodies to the sink, in order.

use crate::{
    MarkdownChunk,
    record::{Cut, Hashes, Records},
};
use chunk_core::{Sink, Warning, beside};
use std::{
    iter,
    ops::{ControlFlow, Range},
};

/// What comes of a document.
pub(crate) enum Found {
    Warning(Warning),
    Body(Range<usize>),
}

/// So many bodies are hashed by a thread: about a millisecond of work, much more than it takes to begin one.
const BATCH: usize = 256;

/// Hands over the warnings and the records of the bodies, one after the other.
pub(crate) fn one_by_one<'u>(
    found: impl Iterator<Item = Found>,
    records: &mut Records<'u, '_>,
    sink: &mut dyn Sink<MarkdownChunk<'u>>,
) -> ControlFlow<()> {
    for found in found {
        match found {
            Found::Warning(warning) => sink.warning(warning),
            Found::Body(body) => {
                let cut = records.cut(body);
                let hashes = cut.hashes(records.document.source_file, records.text);
                sink.chunk(records.record(cut, hashes))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The same by two threads: one hashes while the other cuts what comes next and hands over what came before.
pub(crate) fn hashed_beside<'u>(
    mut found: impl Iterator<Item = Found>,
    records: &mut Records<'u, '_>,
    sink: &mut dyn Sink<MarkdownChunk<'u>>,
) -> ControlFlow<()> {
    let (source_file, text) = (records.document.source_file, records.text);
    let mut waiting = Batch::next(&mut found, records);
    let mut hashed: Option<(Batch, Vec<Hashes>)> = None;
    while !waiting.is_empty() {
        let hash = || waiting.cuts.iter().map(|cut| cut.hashes(source_file, text)).collect();
        let (hashes, next) = beside(&hash, || {
            if let Some((batch, hashes)) = hashed.take() {
                batch.hand_over(hashes, records, sink)?;
            }
            ControlFlow::Continue(Batch::next(&mut found, records))
        });
        let next = match next {
            ControlFlow::Continue(next) => next,
            ControlFlow::Break(()) => return ControlFlow::Break(()),
        };
        hashed = Some((std::mem::replace(&mut waiting, next), hashes));
    }
    hashed.map_or(ControlFlow::Continue(()), |(batch, hashes)| batch.hand_over(hashes, records, sink))
}

/// Bodies that follow each other, and the warnings among them.
#[derive(Default)]
struct Batch {
    cuts: Vec<Cut>,
    /// Each with the number of the cuts before it.
    warnings: Vec<(usize, Warning)>,
}

impl Batch {
    fn next(found: &mut impl Iterator<Item = Found>, records: &Records<'_, '_>) -> Self {
        let mut batch = Self::default();
        while batch.cuts.len() < BATCH
            && let Some(found) = found.next()
        {
            match found {
                Found::Warning(warning) => batch.warnings.push((batch.cuts.len(), warning)),
                Found::Body(body) => batch.cuts.push(records.cut(body)),
            }
        }
        batch
    }

    const fn is_empty(&self) -> bool {
        self.cuts.is_empty() && self.warnings.is_empty()
    }

    fn hand_over<'u>(
        self,
        hashes: Vec<Hashes>,
        records: &mut Records<'u, '_>,
        sink: &mut dyn Sink<MarkdownChunk<'u>>,
    ) -> ControlFlow<()> {
        let mut warnings = self.warnings.into_iter().peekable();
        for (number, (cut, hashes)) in iter::zip(self.cuts, hashes).enumerate() {
            while let Some((_, warning)) = warnings.next_if(|(before, _)| *before == number) {
                sink.warning(warning);
            }
            sink.chunk(records.record(cut, hashes))?;
        }
        warnings.for_each(|(_, warning)| sink.warning(warning));
        ControlFlow::Continue(())
    }
}
