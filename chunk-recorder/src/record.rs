//! R12: the record as serde_json would write it, its long strings several bytes at a time.

use crate::{LogOffset, Overlap, RecorderChunk, json_string::write_string};
use chunk_core::{Chunk, ContentHash};
use serde::Serialize;
use std::io::{self, Write};

impl Chunk for RecorderChunk {
    fn text(&self) -> &str {
        &self.text
    }

    /// `source_hash`: the field called `content_hash` covers the overlap too, which the span alone cannot give (R14).
    fn replay_hash(&self) -> ContentHash {
        self.source_hash
    }

    fn id(&self) -> Option<&str> {
        Some(&self.chunk_id)
    }

    fn write_json(&self, out: &mut Vec<u8>) -> io::Result<()> {
        write(self, out)
    }
}

fn write(chunk: &RecorderChunk, out: &mut Vec<u8>) -> io::Result<()> {
    // Spelled out, so that a key more does not compile unless it is written.
    let RecorderChunk {
        chunk_id,
        policy_version,
        pane_id,
        session_id,
        direction,
        start_offset,
        end_offset,
        event_ids,
        event_count,
        occurred_at_start_ms,
        occurred_at_end_ms,
        text_chars,
        content_hash,
        text,
        source_hash,
        start_text_offset,
        end_text_offset,
        overlap,
    } = chunk;
    key("{\"chunk_id\":", out);
    write_string(chunk_id, out);
    key(",\"policy_version\":", out);
    write_string(policy_version, out);
    number(",\"pane_id\":", *pane_id, out)?;
    key(",\"session_id\":", out);
    match session_id {
        Some(session_id) => write_string(session_id, out),
        None => key("null", out),
    }
    write!(out, ",\"direction\":\"{direction}\"")?;
    key(",\"start_offset\":", out);
    offset(start_offset, out)?;
    key(",\"end_offset\":", out);
    offset(end_offset, out)?;
    key(",\"event_ids\":", out);
    strings(event_ids, out);
    number(",\"event_count\":", *event_count, out)?;
    number(",\"occurred_at_start_ms\":", *occurred_at_start_ms, out)?;
    number(",\"occurred_at_end_ms\":", *occurred_at_end_ms, out)?;
    number(",\"text_chars\":", *text_chars, out)?;
    key(",\"content_hash\":", out);
    hash(*content_hash, out);
    key(",\"text\":", out);
    write_string(text, out);
    key(",\"source_hash\":", out);
    hash(*source_hash, out);
    number(",\"start_text_offset\":", *start_text_offset, out)?;
    number(",\"end_text_offset\":", *end_text_offset, out)?;
    if let Some(Overlap { from_chunk_id, source_end_offset, chars }) = overlap {
        key(",\"overlap\":{\"from_chunk_id\":", out);
        write_string(from_chunk_id, out);
        key(",\"source_end_offset\":", out);
        offset(source_end_offset, out)?;
        number(",\"chars\":", *chars, out)?;
        out.push(b'}');
    }
    out.push(b'}');
    Ok(())
}

fn key(key: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(key.as_bytes());
}

fn number(name: &str, number: impl Serialize, out: &mut Vec<u8>) -> io::Result<()> {
    key(name, out);
    Ok(serde_json::to_writer(out, &number)?)
}

fn offset(offset: &LogOffset, out: &mut Vec<u8>) -> io::Result<()> {
    let LogOffset { segment_id, ordinal, byte_offset } = *offset;
    number("{\"segment_id\":", segment_id, out)?;
    number(",\"ordinal\":", ordinal, out)?;
    number(",\"byte_offset\":", byte_offset, out)?;
    out.push(b'}');
    Ok(())
}

fn hash(hash: ContentHash, out: &mut Vec<u8>) {
    out.push(b'"');
    out.extend_from_slice(&hash.hex());
    out.push(b'"');
}

fn strings(strings: &[String], out: &mut Vec<u8>) {
    let mut before = b'[';
    for string in strings {
        out.push(before);
        write_string(string, out);
        before = b',';
    }
    if strings.is_empty() {
        out.push(before);
    }
    out.push(b']');
}
