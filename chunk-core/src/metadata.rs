//! C1: the length of a value that is repeated in many chunks (a title, a heading path, a tag, a table header, an id) is
//! bounded, so that the size of the output stays linear in that of the input.

use crate::{Warning, slice};

/// The longest value that may be repeated in many chunks, in Unicode scalar values.
pub const LONGEST_METADATA: usize = 1_024;

/// Cuts the values that many chunks of a document repeat, and remembers the first that was too long.
///
/// ```
/// use chunk_core::MetadataBounds;
///
/// let mut metadata = MetadataBounds::default();
/// assert_eq!(metadata.cut("A title"), "A title");
/// assert_eq!(metadata.warning(), None);
///
/// let title = "é".repeat(2_000);
/// let copy = MetadataBounds::looked_at(&title).to_owned();
/// assert_eq!(metadata.cut(&copy), "é".repeat(1_024));
/// assert_eq!(metadata.warning().unwrap().code, "long-metadata");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MetadataBounds {
    /// The beginning of the first value that was too long, and what became of it.
    too_long: Option<(String, &'static str)>,
}

/// How many characters of a value the warning quotes, so that people can find it.
const QUOTED: usize = 40;
const CUT: &str = "it was cut at 1024 characters; shorten it in the document";
const LEFT_OUT: &str = "it was left out; shorten it in the document";

impl MetadataBounds {
    /// `value`, or its first [`LONGEST_METADATA`] scalar values. Reads no further than one after these.
    #[must_use]
    pub fn cut<'v>(&mut self, value: &'v str) -> &'v str {
        // No text has more characters than bytes.
        if value.len() <= LONGEST_METADATA {
            return value;
        }
        match value.char_indices().nth(LONGEST_METADATA) {
            Some((end, _)) => {
                self.note(value, CUT);
                slice(value, 0..end)
            }
            None => value,
        }
    }

    /// The start of `value`, as far as [`cut`](Self::cut) reads it: for callers that have to copy it first.
    #[must_use]
    pub fn looked_at(value: &str) -> &str {
        let end = value.char_indices().nth(LONGEST_METADATA + 1).map_or(value.len(), |(end, _)| end);
        slice(value, 0..end)
    }

    /// Records that `value` was left out because it is too long, as a table header above a quarter of a chunk is. Reads only its
    /// beginning.
    pub fn leave_out(&mut self, value: &str) {
        self.note(value, LEFT_OUT);
    }

    fn note(&mut self, value: &str, fate: &'static str) {
        self.too_long.get_or_insert_with(|| (value.chars().take(QUOTED).collect(), fate));
    }

    /// The one warning of the document, if any value was cut or left out: it quotes the beginning of the first.
    #[must_use]
    pub fn warning(&self) -> Option<Warning> {
        self.too_long.as_ref().map(|(start, fate)| {
            let message = format!(
                "a value that is repeated in many chunks is too long, the one that begins with {start:?}: {fate}"
            );
            Warning::new("long-metadata", message)
        })
    }
}
