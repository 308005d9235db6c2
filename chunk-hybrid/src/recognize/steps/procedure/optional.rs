//! Steps that may be left out.

use super::Reader;
use crate::{
    english::{cue, literal::Literals, word_list::words},
    record::metadata::StepType,
    text::block::Block,
};
use std::{ops::Range, sync::LazyLock};

/// What says of a step that it may be left out.
static LEFT_OUT: LazyLock<Literals> = LazyLock::new(|| {
    Literals::new(&[
        "(optional",
        "[optional",
        "is optional",
        "otherwise leave",
        "otherwise skip",
        "skip this",
        "may be skipped",
        "can be skipped",
        "may be left out",
        "can be left out",
        "can skip",
        "may skip",
        "if not, skip",
        "not required",
        "feel free to",
        "(only ",
        " only: ",
        "(if ",
        "(when needed",
        "(where ",
        "is not needed",
        "isn't needed",
        "isn't necessary",
        "not necessary",
        "you may skip",
        "leave this out",
        "leave it out",
        "otherwise go to",
        "otherwise continue",
        "otherwise proceed",
        "otherwise ignore",
        "otherwise move on",
        "otherwise go on",
    ])
});

impl Reader<'_, '_> {
    /// Main, unless the text of the block `index` says that it may be left out.
    pub(super) fn optional(&self, index: usize) -> StepType {
        let is_optional = |block: &Block| self.is_optional(&(block.text..block.span.end));
        kind(self.is(index, |fact| &fact.is_optional, is_optional))
    }

    /// Main, unless the text of `span` says that it may be left out.
    pub(super) fn optional_line(&self, span: &Range<usize>) -> StepType {
        kind(self.is_optional(span))
    }

    pub(super) fn is_optional(&self, span: &Range<usize>) -> bool {
        let text = self.content.slice(span);
        let words = self.content.words.slice(self.content.words.within(span));
        let opening = words.get(..words.len().min(6)).unwrap_or_default();
        // "If the ampoule is yellow, …" is bound to what need not be.
        let conditional = words.first().is_some_and(|word| {
            words!["if", "unless", "should"].holds(word.sign, || self.content.slice(&word.span()))
        });
        let in_case = text.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("in case "));
        let said = opening.iter().any(|word| word.cues.any(cue::OPTIONAL));
        said || conditional || in_case || LEFT_OUT.stand_in(text)
    }
}

const fn kind(is_optional: bool) -> StepType {
    if is_optional { StepType::Optional } else { StepType::Main }
}
