//! Rows: a line for each chunk, with the same keys in the same order whatever the policy, for any store; and the stamp, which says who made
//! a record, in the record.

use crate::Keys;
use chunk_core::{ContentHash, Places, Source, json_error, jsonl::write_record, types::Metadata};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{borrow::Cow, collections::BTreeMap, ops::Range};

/// A chunk of any policy.
#[derive(Debug)]
pub struct Piece<'p> {
    /// The name of the document that it is of, if its file holds several, such as the conversations of an export.
    pub document: Option<&'p str>,
    /// Its id, if the contract has ids.
    pub id: Option<&'p str>,
    /// The text that is embedded.
    pub text: &'p str,
    /// Its tokens, if the contract counts them.
    pub tokens: Option<usize>,
    /// Which bytes of the document it was made from, if it stands in one place.
    pub bytes: Option<Range<usize>>,
    /// Its record, without a line end.
    pub json: &'p [u8],
    /// What was kept of the document and is not in `json`.
    pub kept: &'p Metadata,
}

/// What made records: the contract's version, followed by the name of the counter if that is not the contract's, and the digest of the
/// settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stamp {
    /// The contract's version.
    pub contract: String,
    /// 16 hexadecimal digits.
    pub settings: String,
    /// The settings that differ from the contract's defaults, each as `key=JSON`, and flags that change records, as `--flag=value`, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed_settings: Vec<String>,
}

/// A row of `--format rows`: the same keys in the same order for all policies. What a policy does not know is null.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Row<'r> {
    /// The chunk's id: the contract's own, or, where the contract has none, the source, `#` and the chunk's number in it, from 0.
    id: Cow<'r, str>,
    /// The text to show and to cite, as the contract has it.
    text: Cow<'r, str>,
    /// The text to embed, if that is another one than `text`.
    embed: Option<String>,
    /// How many tokens `text` has, if the policy counts them.
    tokens: Option<usize>,
    /// The document's name: its path, or its id; of recorder, the pane.
    source: Cow<'r, str>,
    /// Where `text` starts in the document as given, in bytes, if it is at one place there.
    start_byte: Option<usize>,
    /// Where it ends, in bytes, exclusive.
    end_byte: Option<usize>,
    /// Where it starts, in Unicode code points, from 0.
    start_char: Option<usize>,
    /// Where it ends, in code points, exclusive.
    end_char: Option<usize>,
    /// The line that it starts in, from 1.
    start_line: Option<usize>,
    /// The line that it ends in, inclusive.
    end_line: Option<usize>,
    /// The headings above it, from the top, if the policy knows them.
    headings: Option<Vec<String>>,
    /// What kind of chunk it is, in the contract's words, if the contract has kinds.
    kind: Option<String>,
    /// SHA-256 of `text`; lowercase hexadecimal.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    hash: String,
    /// SHA-256 of the text to embed; where it is the same as before, there is nothing to embed again.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    embed_hash: String,
    /// The contract's version, followed by `+` and what counts tokens if that is not cl100k_base.
    contract: Cow<'r, str>,
    /// A digest of all settings in force: 16 hexadecimal digits.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{16}$")))]
    settings: Cow<'r, str>,
    /// What else the record holds, flat: the keys of nested objects joined by `_`; no null, no empty string, no empty list. A key that was
    /// kept of the document and is one of the record's own, too, has `metadata_` before it.
    metadata: BTreeMap<String, Value>,
}

/// Where the metadata of a row holds the settings that differ.
const CHANGED: &str = "changed_settings";

/// The keys of rows, for whoever reads them.
pub const ROWS: Keys = Keys {
    source: "/source",
    id: Some("/id"),
    text: "/text",
    size: "/tokens",
    span: Some(("/start_byte", "/end_byte")),
    ..Keys::NONE
};

/// Makes the rows of one document, or of a stream.
#[derive(Debug)]
pub struct Rows<'r> {
    keys: Keys,
    stamp: &'r Stamp,
    /// The document's name and its places; `None` for a stream.
    source: Option<(&'r str, Places<'r>)>,
    /// The document of the last row, and how many rows it has.
    made: (String, usize),
}

impl<'r> Rows<'r> {
    /// Rows of the document `source`, or of a stream.
    #[must_use]
    pub fn new(keys: Keys, stamp: &'r Stamp, source: Option<Source<'r>>) -> Self {
        // A document that is no text has no chunks.
        let source = source.and_then(|source| Some((source.path, Places::new(source.text().ok()?))));
        Self { keys, stamp, source, made: (String::new(), 0) }
    }

    /// Appends the row of the next chunk.
    ///
    /// # Errors
    /// If the record of the chunk is no JSON.
    pub fn append(&mut self, piece: &Piece<'_>, out: &mut Vec<u8>) -> serde_json::Result<()> {
        let mut record: Value = serde_json::from_slice(piece.json)?;
        let source = match (&self.source, record.pointer(self.keys.source)) {
            (Some((name, _)), _) => Cow::Borrowed(piece.document.unwrap_or(name)),
            (None, Some(Value::String(name))) => Cow::Owned(name.clone()),
            (None, named) => Cow::Owned(named.map(Value::to_string).unwrap_or_default()),
        };
        let place =
            self.source.as_ref().zip(piece.bytes.clone()).map(|((_, places), bytes)| places.of(bytes));
        let mut taken = |pointer: &str| (!pointer.is_empty()).then(|| take(&mut record, pointer)).flatten();
        for pointer in
            [self.keys.source, self.keys.text, self.keys.id.unwrap_or_default(), "/embed_hash", "/embedHash"]
        {
            taken(pointer);
        }
        let text_of = |value: Value| value.as_str().map(str::to_owned);
        let embed = taken("/embed").and_then(text_of);
        let kind = taken(self.keys.kind).and_then(text_of);
        let headings = taken(self.keys.headings).and_then(|all| serde_json::from_value(all).ok());
        if piece.tokens.is_some() {
            taken(self.keys.size);
        }
        if place.is_some() {
            let spans = [self.keys.span, self.keys.lines].into_iter().flatten();
            spans.flat_map(|(start, end)| [start, end]).for_each(|pointer| drop(taken(pointer)));
        }
        if self.made.0 != source {
            self.made = (source.to_string(), 0);
        }
        let mut metadata = Map::new();
        // A contract may call the rest so itself.
        let named = taken("/metadata").unwrap_or_default();
        flatten("", record, &mut metadata);
        flatten(CHANGED, self.stamp.changed_settings.clone().into(), &mut metadata);
        for kept in [named, serde_json::to_value(piece.kept)?] {
            flatten_beside(kept, &mut metadata);
        }
        let row = Row {
            id: piece.id.map_or_else(|| format!("{source}#{}", self.made.1).into(), Cow::Borrowed),
            text: piece.text.into(),
            tokens: piece.tokens,
            start_byte: place.as_ref().map(|place| place.bytes.start),
            end_byte: place.as_ref().map(|place| place.bytes.end),
            start_char: place.as_ref().map(|place| place.code_points.start),
            end_char: place.as_ref().map(|place| place.code_points.end),
            start_line: place.as_ref().map(|place| *place.lines.start()),
            end_line: place.as_ref().map(|place| *place.lines.end()),
            headings,
            kind,
            hash: ContentHash::of(piece.text).to_string(),
            embed_hash: ContentHash::of(embed.as_deref().unwrap_or(piece.text)).to_string(),
            embed,
            source,
            contract: (&*self.stamp.contract).into(),
            settings: (&*self.stamp.settings).into(),
            metadata: metadata.into_iter().collect(),
        };
        self.made.1 += 1;
        write_record(out, &row).map_err(serde_json::Error::io)
    }
}

/// Removes what is at `pointer`.
fn take(record: &mut Value, pointer: &str) -> Option<Value> {
    let (parent, key) = pointer.rsplit_once('/')?;
    record.pointer_mut(parent)?.as_object_mut()?.remove(key)
}

/// A record or row was made by something else than the first one.
pub const OTHER_STAMP: &str = "its contract or settings are others than those of this check";

/// What is wrong with a row by itself, which is to have this stamp.
///
/// # Errors
/// If it is no row.
pub fn row_violations(json: &[u8], stamp: &Stamp) -> Result<Vec<String>, String> {
    let row: Row<'_> = serde_json::from_slice(json).map_err(|error| json_error(&error))?;
    let embed = row.embed.as_deref().unwrap_or(&row.text);
    let mut violations = Vec::new();
    if row.stamp() != *stamp {
        violations.push(OTHER_STAMP.to_owned());
    }
    for (key, hash, text) in [("hash", &row.hash, &*row.text), ("embed_hash", &row.embed_hash, embed)] {
        if ContentHash::of(text).to_string() != *hash {
            violations.push(format!("{key} is not the SHA-256 of what it is of"));
        }
    }
    let spans =
        [(row.start_byte, row.end_byte), (row.start_char, row.end_char), (row.start_line, row.end_line)];
    if spans.iter().any(|(start, end)| start.is_some() != end.is_some() || start > end) {
        violations.push("a place ends before it starts, or has one end".to_owned());
    }
    Ok(violations)
}

impl Row<'_> {
    /// What made it.
    fn stamp(&self) -> Stamp {
        let changed = self.metadata.get(CHANGED).and_then(|all| Vec::deserialize(all).ok());
        Stamp {
            contract: self.contract.to_string(),
            settings: self.settings.to_string(),
            changed_settings: changed.unwrap_or_default(),
        }
    }
}

impl Stamp {
    /// The stamp of a policy of this version, by its settings in force and its defaults, both as JSON, and the flags with their values, if
    /// they take any, that change records besides.
    #[must_use]
    pub fn new<'f>(
        version: &str,
        config: &str,
        defaults: &str,
        flags: impl IntoIterator<Item = (&'f str, Option<String>)>,
    ) -> Self {
        let value = |json| serde_json::from_str::<Value>(json).unwrap_or_default();
        let mut changed_settings = Vec::new();
        differing("", &value(config), &value(defaults), &mut changed_settings);
        let mut all = config.to_owned();
        for (flag, value) in flags {
            all += &format!("\n--{flag} {}", value.as_deref().unwrap_or_default());
            changed_settings.push(match value {
                Some(value) => format!("--{flag}={value}"),
                None => format!("--{flag}"),
            });
        }
        changed_settings.sort();
        let settings = ContentHash::of(&all).to_string().chars().take(16).collect();
        Self { contract: version.to_owned(), settings, changed_settings }
    }

    /// The stamp of a row; `None` if it is none.
    #[must_use]
    pub fn of_row(row: &[u8]) -> Option<Self> {
        serde_json::from_slice(row).ok().map(|row: Row<'_>| row.stamp())
    }

    /// Adds the stamp to a record.
    ///
    /// # Errors
    /// None that can happen: a stamp can be written as JSON.
    pub fn append(&self, record: &[u8], out: &mut Vec<u8>) -> serde_json::Result<()> {
        let own = serde_json::to_vec(self)?;
        out.extend_from_slice(record.strip_suffix(b"}").unwrap_or(record));
        out.push(b',');
        out.extend_from_slice(own.strip_prefix(b"{").unwrap_or(&own));
        Ok(())
    }

    /// A record without its stamp, and the stamp, if it has one.
    #[must_use]
    pub fn split(record: &[u8]) -> (Cow<'_, [u8]>, Option<Self>) {
        const START: &[u8] = br#","contract":""#;
        let split = || {
            let at = record.windows(START.len()).rposition(|window| window == START)?;
            let (before, own) = record.split_at_checked(at)?;
            let stamp = serde_json::from_slice(&[b"{", own.get(1..)?].concat()).ok()?;
            Some((Cow::Owned([before, b"}"].concat()), Some(stamp)))
        };
        split().unwrap_or((Cow::Borrowed(record), None))
    }
}

/// Adds each setting of `config` that `defaults` has another value for. A table that has no keys by default is one value.
fn differing(key: &str, config: &Value, defaults: &Value, into: &mut Vec<String>) {
    match (config, defaults) {
        (Value::Object(config), Value::Object(defaults)) if !defaults.is_empty() => {
            for (name, value) in config {
                let key = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
                differing(&key, value, defaults.get(name).unwrap_or(&Value::Null), into);
            }
        }
        _ if config == defaults => {}
        _ => into.push(format!("{key}={config}")),
    }
}

/// Adds the `fields` of an object, flat. Where there is such a key already, one has `metadata_` before it: keys that are kept are those of
/// somebody else's document, who may call something as a record does.
fn flatten_beside(fields: Value, into: &mut Map<String, Value>) {
    let Value::Object(fields) = fields else { return };
    for (key, value) in fields {
        let mut flat = Map::new();
        flatten(&key, value, &mut flat);
        for (mut key, value) in flat {
            while into.contains_key(&key) {
                key.insert_str(0, "metadata_");
            }
            into.insert(key, value);
        }
    }
}

/// Adds `value` as flat attributes: the keys of nested objects are joined by `_`; null, empty strings and empty lists are left out, as no
/// attribute may be empty; and a list of anything but strings becomes its JSON.
pub fn flatten(key: &str, value: Value, into: &mut Map<String, Value>) {
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
