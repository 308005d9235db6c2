//! What is counted of an entry: what its words tell, where they stand and what stands beside them.

use std::iter;

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What is counted.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Feature {
            $($(#[$doc])* $name,)*
        }

        impl Feature {
            pub(super) const COUNT: usize = [$(Self::$name),*].len();
        }
    };
}

features! {
    /// "will".
    Will,
    /// A verb of intention, not past.
    Intend,
    /// "must", "need".
    Must,
    /// "if".
    If,
    /// A noun of planning.
    Plan,
    /// A time to come.
    Ahead,
    Order,
    /// "would have", "should have".
    WouldHave,
    /// A sentence that starts with a base form: a command.
    StartBase,
    /// A clause that starts with a past form of doing.
    StartDid,
    /// A clause that starts with another past form.
    StartPast,
    /// A past form of doing inside a clause.
    Did,
    /// Another past form.
    Past,
    /// "I moved", "we found".
    IDid,
    /// Another form of doing in -ing.
    Doing,
    /// Another base form of doing.
    Do,
    /// A clause that starts with a past form of checking.
    StartChecked,
    /// Another past form of checking.
    Checked,
    /// A clause that starts with another form of checking.
    StartCheck,
    /// Any other form of checking.
    Check,
    Result,
    Figure,
    /// A state in the present.
    Holds,
    Same,
    None,
    Number,
    /// A number and its unit.
    Measure,
    /// "58 of 60", "12/12".
    Ratio,
    /// Numbers without any verb of doing.
    Verbless,
    /// A verb of thinking in the present.
    Think,
    /// A verb of thinking in the past.
    Thought,
    Say,
    Lesson,
    Matter,
    Value,
    Degree,
    Ever,
    Cause,
    Speaker,
    Is,
    Was,
    Had,
    Have,
    Not,
    /// "next time", "should have".
    Regret,
    /// "we learned", "never again".
    Learning,
    /// "at random", "none of".
    Trial,
    /// "all in all", "the real".
    Afterwards,
    /// "going to", "the idea is".
    Future,
    /// "to" and a base form, "to be done": a purpose.
    ToDo,
    /// No verb of doing at all.
    Actless,
    /// A number with a fraction.
    Decimal,
    /// `lag=0`
    Equals,
    /// A sign of a check: `✓`.
    Mark,
    /// A label of thinking: `Thought:`.
    Musing,
    /// What did not work.
    Fail,
    /// Calls of tools and programs, in whole.
    Call,
    /// What changes something, among the words of a call.
    CallMakes,
    CallProves,
}

/// How often each feature occurs.
#[derive(Debug, Clone)]
pub(super) struct Counts {
    counts: [u16; Feature::COUNT],
    /// Those that are counted at all, a bit for each.
    seen: u64,
}

impl Counts {
    pub(super) const NONE: Self = Self { counts: [0; Feature::COUNT], seen: 0 };

    pub(super) fn add(&mut self, feature: Feature) {
        if let Some(count) = self.counts.get_mut(feature as usize) {
            *count = count.saturating_add(1);
        }
        self.seen |= 1 << feature as u64;
    }

    pub(super) fn has(&self, feature: Feature) -> bool {
        self.seen >> feature as u64 & 1 != 0
    }

    /// How often each feature occurs that does, in their order.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, u16)> + '_ {
        let mut rest = self.seen;
        iter::from_fn(move || {
            let index = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            self.counts.get(index).map(|&count| (index, count))
        })
    }
}
