//! What is known of words: their classes, stems, and which of them say nothing about a topic.

pub(crate) mod cue;
mod flags;
pub(crate) mod literal;
pub(crate) mod stem;
pub(crate) mod stop;
pub(crate) mod tell;
pub(crate) mod word_list;
