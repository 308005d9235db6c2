//! The types of what [`Policy`](crate::Policy), [`Source`](crate::Source), [`Warning`](crate::Warning), settings and records hold.

pub use crate::{
    config::InvalidSetting,
    embed::EmbedPart,
    keep::{Metadata, MetadataValue},
    policy::{Contract, Witness, WriteError},
    position::Place,
    sentence::SentenceRules,
    turn::{Origin, Turn},
    warning::Position,
};
