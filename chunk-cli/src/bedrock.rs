//! `--format bedrock-files` and `bedrock-lambda`: chunks as the knowledge bases of Amazon Bedrock take them, with what the
//! record says of them as flat attributes.

use crate::{any_chunk::AnyChunk, command::Keys, tally::counted};
use serde::Serialize;
use serde_json::{Map, Value};

/// The most bytes of a `.metadata.json` that a knowledge base reads.
const LIMIT: usize = 10 << 10;

/// What becomes attributes of a chunk of the document `source`: all of its record but the text.
pub(crate) struct Attributes<'a> {
    pub(crate) keys: Keys,
    pub(crate) omit: &'a [String],
    pub(crate) source: &'a str,
}

/// A chunk with its attributes.
pub(crate) struct Content {
    pub(crate) body: String,
    attributes: Value,
}

/// What a transformation writes for a document.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FileContents {
    file_contents: Vec<FileContent>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FileContent {
    content_body: String,
    content_type: &'static str,
    content_metadata: Value,
}

impl Content {
    /// Its text, and what stands in its `.metadata.json`.
    pub(crate) fn into_files(self) -> (String, String) {
        let metadata = self.metadata();
        (self.body, metadata)
    }

    fn metadata(&self) -> String {
        format!("{{\"metadataAttributes\":{}}}", self.attributes)
    }
}

impl FileContents {
    pub(crate) fn of(contents: Vec<Content>) -> Self {
        let content = |Content { body, attributes }| FileContent {
            content_body: body,
            content_type: "TEXT",
            content_metadata: attributes,
        };
        Self { file_contents: contents.into_iter().map(content).collect() }
    }
}

impl Attributes<'_> {
    /// The chunk that is the `index`-th of its document, from 0.
    pub(crate) fn content(&self, chunk: &dyn AnyChunk, index: usize) -> Result<Content, String> {
        let record = chunk.record_value().map_err(|error| error.to_string())?;
        let content = Content { body: chunk.text().to_owned(), attributes: self.flat(record).into() };
        let size = content.metadata().len();
        if size <= LIMIT {
            return Ok(content);
        }
        let sizes = content.attributes.as_object().into_iter().flatten();
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
        // Where a record holds all chunks of a document, it is the record that names it.
        if let (Some(_), Some(source)) = (self.keys.chunks, self.keys.source.strip_prefix('/')) {
            attributes.insert(source.to_owned(), self.source.into());
        }
        flatten("", record, &mut attributes);
        attributes.retain(|key, _| !self.omit.contains(key));
        attributes
    }
}

/// Objects become keys joined by `_`. What says nothing is left out, as no attribute may be empty: null, an empty text, an
/// empty list. A list of anything but texts becomes its JSON.
fn flatten(key: &str, value: Value, into: &mut Map<String, Value>) {
    let value = match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let key = if key.is_empty() { name } else { format!("{key}_{name}") };
                flatten(&key, value, into);
            }
            return;
        }
        Value::Null => return,
        Value::String(text) if text.is_empty() => return,
        Value::Array(all) if all.is_empty() => return,
        Value::Array(all) if !all.iter().all(Value::is_string) => Value::Array(all).to_string().into(),
        plain => plain,
    };
    into.insert(key.to_owned(), value);
}
