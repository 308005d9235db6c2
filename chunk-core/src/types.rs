//! The types of what [`Policy`](crate::Policy), [`Source`](crate::Source), [`Warning`](crate::Warning), settings and records hold.

pub use crate::{
    config::InvalidSetting,
    embed::EmbedPart,
    keep::{Metadata, MetadataValue},
    places::Place,
    policy::{Contract, Witness, WriteError},
    sentence::SentenceRules,
    turn::{Origin, Turn},
    warning::Position,
};
