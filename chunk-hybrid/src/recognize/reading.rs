//! A document with what its recognizers find out from each other.

use super::{
    decisions::{self, Signal},
    kind::{self, Classification, Kind},
    models::Models,
    phases::{self, Event},
    steps::{self, Found, Step},
};
use crate::{
    record::{PREFERENCE_SIGNAL, STEP_BASED, config::EventBasedConfig, score::Score},
    text::{document::ParsedContent, stamp, time::Instant},
};
use std::{
    cell::OnceCell,
    ops::{Deref, Range},
};

/// Nothing speaks against it, in thousandths.
const CERTAIN: u64 = 1000;

/// From here on, a sentence is more likely a decision than not.
const LIKELY: Score = Score::from_thousandths(500);

/// A document, and what was found in it so far.
#[derive(Debug)]
pub(crate) struct Reading<'c> {
    pub(crate) text: &'c ParsedContent<'c>,
    pub(crate) models: &'c Models,
    kind: OnceCell<Kind>,
    /// The strategies that were asked for, or that its parts have.
    chosen: OnceCell<Vec<String>>,
    signals: OnceCell<Vec<Signal>>,
    /// The lines of the body that are steps.
    steps: OnceCell<Vec<Found>>,
    stamps: OnceCell<Vec<(usize, Instant)>>,
}

impl<'c> Deref for Reading<'c> {
    type Target = ParsedContent<'c>;

    fn deref(&self) -> &ParsedContent<'c> {
        self.text
    }
}

impl<'c> Reading<'c> {
    pub(crate) fn new(text: &'c ParsedContent<'c>, models: &'c Models) -> Self {
        Self {
            text,
            models,
            kind: OnceCell::new(),
            chosen: OnceCell::new(),
            signals: OnceCell::new(),
            steps: OnceCell::new(),
            stamps: OnceCell::new(),
        }
    }

    /// What kind of document it is.
    pub(crate) fn kind(&self) -> &Kind {
        self.kind.get_or_init(|| {
            let kind = kind::of_document(self, &self.models.kind);
            if !decisions::is_brief(self) {
                return kind;
            }
            let decides = self.signals().iter().any(|signal| signal.confidence >= LIKELY);
            kind.of_brief(decides)
        })
    }

    /// What kind of document it is, of which type, and why.
    pub(crate) fn classification(&self) -> Classification {
        self.kind().classification(self, &self.models.kind)
    }

    /// Tells which strategies were asked for, or were chosen for parts of the document, before they look for anything in it.
    pub(crate) fn choose(&self, strategies: impl Iterator<Item = String>) {
        self.chosen.get_or_init(|| strategies.collect());
    }

    /// How sure it is that the document holds what a strategy looks for, in thousandths: certain, where the strategy was asked for.
    fn sure_of(&self, strategy: &str) -> u64 {
        let chosen = self.chosen.get().is_some_and(|chosen| chosen.iter().any(|own| own == strategy));
        if chosen { CERTAIN } else { self.kind().confidence(strategy).thousandths() }
    }

    /// The entries of `scope` with their phases.
    pub(crate) fn events(&self, config: &EventBasedConfig, scope: &Range<usize>) -> Vec<Event> {
        phases::phases(self, &self.models.phases, self.instants(), config, scope)
    }

    /// All signals of the body.
    pub(crate) fn signals(&self) -> &[Signal] {
        self.signals.get_or_init(|| {
            // A brief text is what its sentences are, not the other way round.
            let sure = if decisions::is_brief(self) { CERTAIN } else { self.sure_of(PREFERENCE_SIGNAL) };
            decisions::find_signals(self, &self.models.decisions, self.instants(), sure)
        })
    }

    /// The steps in `scope`, in order.
    pub(crate) fn steps(&self, scope: &Range<usize>) -> Vec<Step> {
        let find = || steps::find_steps(self, &self.models.steps, self.sure_of(STEP_BASED));
        steps::steps_in(self, self.steps.get_or_init(find), scope)
    }

    /// The time stamps of the body with a time of day, and where they stand.
    pub(crate) fn instants(&self) -> &[(usize, Instant)] {
        self.stamps.get_or_init(|| stamp::stamps(self))
    }

    /// Those of the time stamps that stand in `span`.
    pub(crate) fn instants_in(&self, span: &Range<usize>) -> &[(usize, Instant)] {
        stamp::among(self.instants(), span)
    }
}
