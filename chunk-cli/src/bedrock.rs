//! `--format bedrock-files` and `bedrock-lambda`: writes chunks in the form that knowledge bases of Amazon Bedrock take, with the rest
//! of the record as flat attributes.

use crate::report::counted;
use chunk_records::{Keys, Piece, flatten};
use serde::Serialize;
use serde_json::{Map, Value};

/// The most bytes of a `.metadata.json` that a knowledge base reads.
const LIMIT: usize = 10 << 10;

/// Makes the attributes of chunks of the document `source`: all of the record except for the text.
pub(crate) struct Attributes<'a> {
    pub(crate) keys: Keys,
    pub(crate) omit: &'a [String],
    pub(crate) source: &'a str,
}

/// A chunk with its attributes, as a transformation Lambda function writes it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Content {
    content_body: String,
    content_type: &'static str,
    content_metadata: Value,
}

/// What a transformation Lambda function writes for a document.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FileContents {
    pub(crate) file_contents: Vec<Content>,
}

impl Content {
    /// The contents of its two files: its text, and its `.metadata.json`.
    pub(crate) fn into_files(self) -> (String, String) {
        let metadata = self.metadata();
        (self.content_body, metadata)
    }

    fn metadata(&self) -> String {
        format!("{{\"metadataAttributes\":{}}}", self.content_metadata)
    }
}

impl Attributes<'_> {
    /// The chunk that is the `index`-th of its document, from 0.
    pub(crate) fn content(&self, piece: &Piece<'_>, index: usize) -> Result<Content, String> {
        let record = serde_json::from_slice(piece.json).map_err(|error| error.to_string())?;
        let content = Content {
            content_body: piece.text.to_owned(),
            content_type: "TEXT",
            content_metadata: self.flat(record).into(),
        };
        let size = content.metadata().len();
        if size <= LIMIT {
            return Ok(content);
        }
        let sizes = content.content_metadata.as_object().into_iter().flatten();
        let largest = sizes.max_by_key(|(_, value)| value.to_string().len()).map_or("", |(key, _)| key);
        Err(format!(
            "chunk {index}: its attributes are {}, above the {LIMIT} that a knowledge base reads; \
             leave out what it does not need, such as the longest: --omit {largest}",
            counted(size, "byte")
        ))
    }

    fn flat(&self, mut record: Value) -> Map<String, Value> {
        if let (Some(fields), Some(text)) = (record.as_object_mut(), self.keys.text.strip_prefix('/')) {
            fields.remove(text);
        }
        let mut attributes = Map::new();
        // If a record holds all chunks of a document, only the record names the document, not the chunk.
        if let (Some(_), Some(source)) = (self.keys.chunks, self.keys.source.strip_prefix('/')) {
            attributes.insert(source.to_owned(), self.source.into());
        }
        flatten("", record, &mut attributes);
        attributes.retain(|key, _| !self.omit.contains(key));
        attributes
    }
}
