//! The trait of naive readings, and what they get and give.

use super::documents::Document;

/// What the caller knows of the documents.
#[derive(clap::Args)]
pub(super) struct Known {
    #[arg(long)]
    pub(super) source_version: Option<String>,
    /// In milliseconds since 1970
    #[arg(long, allow_negative_numbers = true)]
    pub(super) created_at: Option<i64>,
    /// In milliseconds since 1970
    #[arg(long, allow_negative_numbers = true)]
    pub(super) modified_at: Option<i64>,
}

/// A reading's result for a document.
#[derive(Default)]
pub(super) struct Read {
    /// JSON Lines.
    pub(super) records: String,
    /// The codes of the warnings.
    pub(super) warnings: Vec<&'static str>,
    /// Why there are no records, or no more.
    pub(super) error: Option<String>,
}

/// The reading of a contract, with its settings.
pub(super) trait Reading {
    /// The codes of the warnings about the settings.
    fn warnings(&self) -> Vec<&'static str>;

    fn read(&self, document: &Document, known: &Known) -> Read;
}
