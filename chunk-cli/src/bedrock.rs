//! `--format bedrock-files` and `bedrock-lambda`: writes chunks in the form that knowledge bases of Amazon Bedrock take, with the rest
//! of the record as flat attributes.

use crate::report::counted;
use chunk_records::{Keys, Piece, flatten};
use serde::Serialize;
use serde_json::{Map, Value};

/// The most bytes of a `.metadata.json` that a knowledge base reads.
const LIMIT: usize = 10 << 10;

/// A chunk with its attributes, as a transformation Lambda function writes it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Content {
    content_body: String,
    content_type: &'static str,
    content_metadata: Value,
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

/// The chunk that is the `index`-th of the document `source`, from 0, with all of its record but the text and what to `omit` as attributes. A
/// knowledge base embeds the text that it is given, so where a record has one to embed, it is that.
pub(crate) fn content(
    piece: &Piece<'_>,
    index: usize,
    keys: Keys,
    omit: &[String],
    source: &str,
) -> Result<Content, String> {
    let mut record: Value = serde_json::from_slice(piece.json).map_err(|error| error.to_string())?;
    let mut embed = None;
    if let (Some(fields), Some(text)) = (record.as_object_mut(), keys.text.strip_prefix('/')) {
        fields.remove(text);
        embed = fields.remove("embed").and_then(|embed| Some(embed.as_str()?.to_owned()));
    }
    let mut attributes = Map::new();
    // If a record holds all chunks of a document, only the record names the document, not the chunk.
    if let (Some(_), Some(key)) = (keys.chunks, keys.source.strip_prefix('/')) {
        attributes.insert(key.to_owned(), source.into());
    }
    flatten("", record, &mut attributes);
    let kept = serde_json::to_value(piece.kept).map_err(|error| error.to_string())?;
    flatten("metadata", kept, &mut attributes);
    attributes.retain(|key, _| !omit.contains(key));
    let content = Content {
        content_body: embed.unwrap_or_else(|| piece.text.to_owned()),
        content_type: "TEXT",
        content_metadata: attributes.into(),
    };
    let size = content.metadata().len();
    if size <= LIMIT {
        return Ok(content);
    }
    let sizes = content.content_metadata.as_object().into_iter().flatten();
    let largest = sizes.max_by_key(|(_, value)| value.to_string().len());
    Err(format!(
        "chunk {index}: its attributes are {}, above the {LIMIT} that a knowledge base reads; \
         leave out what it does not need, such as the longest: --omit {}",
        counted(size, "byte"),
        largest.map_or("", |(key, _)| key)
    ))
}
