//! What speaks for a phase, and what for a change of phase: the slots of both models (H17).

use crate::{
    english::class,
    model::{Terms, slots},
};

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

/// What else it shows; what speaks for a phase are the first two.
pub(super) mod sign {
    crate::names::names! {
        pub(crate) ALL:
        "dated" as DATED, "stamped" as STAMPED, "labelled" as LABELLED, "parted" as PARTED, "indented" as INDENTED,
        "short" as SHORT, "middling" as MIDDLING, "long" as LONG,
    }
}

slots! {
    /// The slots of what speaks for a phase.
    SLOTS:
    AFTER = "after", Terms::Names(&LABELS);
    BLOCK = "block", Terms::Names(kind::ALL);
    TITLE = "title", Terms::Words;
    HEADING = "heading", Terms::Words;
    HEADING_CLASS = "heading-class", Terms::Names(class::OF_ENTRIES);
    // The word of a heading of one word.
    ONLY = "only", Terms::Words;
    // The phase that the nearest heading above names that names any.
    UNDER = "under", Terms::Names(&LABELS);
    CLASS = "class", Terms::Names(class::OF_ENTRIES);
    CLASS_UNDER = "class-under", Terms::Names(class::OF_ENTRIES);
    FIRST_CLASS = "first-class", Terms::Names(class::OF_ENTRIES);
    FIRST = "first", Terms::Words;
    LABEL = "label", Terms::Words;
    LABEL_CLASS = "label-class", Terms::Names(class::OF_LINES);
    ABOVE_CLASS = "above-class", Terms::Names(class::OF_LINES);
    PLACE = "place", Terms::Names(&["start", "early", "middle", "late", "end", "last"]);
    SIGN = "sign", Terms::Names(sign::ALL.split_at(2).0);
    // All words of a paragraph or item that are read.
    WORD = "word", Terms::Words;
}

/// What speaks for a change of phase, and what against it.
pub mod change {
    use super::*;

    slots! {
        /// The slots of what speaks for a change of phase.
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
