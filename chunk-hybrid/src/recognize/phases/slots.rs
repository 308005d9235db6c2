//! The slots of the two models of phases (H17): of that for a phase, and of that for a change of phase.

use crate::english::class;
use crate::model::{Terms, slots};

/// The phases, in the order of the model's labels.
pub const LABELS: [&str; 4] = ["planning", "execution", "verification", "reflection"];

/// What an entry is.
pub(super) mod kind {
    crate::names::names! {
        pub(crate) ALL:
        "title" as TITLE, "heading" as HEADING, "paragraph" as PARAGRAPH, "item" as ITEM, "open-task" as OPEN_TASK,
        "done-task" as DONE_TASK, "number" as NUMBER,
    }
}

/// What else an entry shows. The model for a phase sees only the first two.
pub(super) mod sign {
    crate::names::names! {
        pub(crate) ALL:
        "dated" as DATED, "stamped" as STAMPED, "labelled" as LABELLED, "parted" as PARTED, "indented" as INDENTED,
        "short" as SHORT, "middling" as MIDDLING, "long" as LONG,
    }
}

slots! {
    /// The slots of the model for a phase.
    SLOTS:
    AFTER = "after", Terms::Names(&LABELS);
    BLOCK = "block", Terms::Names(kind::ALL);
    TITLE = "title", Terms::Words;
    HEADING = "heading", Terms::Words;
    HEADING_CLASS = "heading-class", Terms::Names(class::OF_ENTRIES);
    // The word of a heading of one word.
    ONLY = "only", Terms::Words;
    // The phases named by the nearest heading above that names any.
    UNDER = "under", Terms::Names(&LABELS);
    CLASS = "class", Terms::Names(class::OF_ENTRIES);
    FIRST_CLASS = "first-class", Terms::Names(class::OF_ENTRIES);
    FIRST = "first", Terms::Words;
    LABEL = "label", Terms::Words;
    LABEL_CLASS = "label-class", Terms::Names(class::OF_LINES);
    ABOVE_CLASS = "above-class", Terms::Names(class::OF_LINES);
    PLACE = "place", Terms::Names(&["start", "early", "middle", "late", "end", "last"]);
    SIGN = "sign", Terms::Names(sign::ALL.split_at(2).0);
    // The words of a paragraph or item.
    WORD = "word", Terms::Words;
}

/// The model for a change of phase.
pub mod change {
    use super::*;

    slots! {
        /// The slots of the model for a change of phase.
        SLOTS:
        BLOCK = "block", Terms::Names(kind::ALL);
        HEADING = "heading", Terms::Words;
        HEADING_CLASS = "heading-class", Terms::Names(class::OF_ENTRIES);
        UNDER = "under", Terms::Names(&LABELS);
        FIRST = "first", Terms::Words;
        FIRST_CLASS = "first-class", Terms::Names(class::OF_ENTRIES);
        SIGN = "sign", Terms::Names(sign::ALL);
        HEADINGS = "headings", Terms::Names(&["few", "some", "many"]);
        TITLE = "title", Terms::Words;
    }
}
