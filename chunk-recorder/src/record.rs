//! R12: the record as serde_json would write it, its long strings several bytes at a time.

use crate::RecorderChunk;
use chunk_core::jsonl::write_string;
use serde::Serialize;
use std::io;

pub(crate) fn write(chunk: &RecorderChunk, out: &mut Vec<u8>) -> io::Result<()> {
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
    key("{\"chunk_id\":", chunk_id, out)?;
    key(",\"policy_version\":", policy_version, out)?;
    key(",\"pane_id\":", pane_id, out)?;
    key(",\"session_id\":", session_id, out)?;
    key(",\"direction\":", direction, out)?;
    key(",\"start_offset\":", start_offset, out)?;
    key(",\"end_offset\":", end_offset, out)?;
    out.extend_from_slice(b",\"event_ids\":");
    strings(event_ids, out);
    key(",\"event_count\":", event_count, out)?;
    key(",\"occurred_at_start_ms\":", occurred_at_start_ms, out)?;
    key(",\"occurred_at_end_ms\":", occurred_at_end_ms, out)?;
    key(",\"text_chars\":", text_chars, out)?;
    key(",\"content_hash\":", content_hash, out)?;
    out.extend_from_slice(b",\"text\":");
    write_string(text, out);
    key(",\"source_hash\":", source_hash, out)?;
    key(",\"start_text_offset\":", start_text_offset, out)?;
    key(",\"end_text_offset\":", end_text_offset, out)?;
    if let Some(overlap) = overlap {
        key(",\"overlap\":", overlap, out)?;
    }
    out.push(b'}');
    Ok(())
}

fn key(key: &str, value: &impl Serialize, out: &mut Vec<u8>) -> io::Result<()> {
    out.extend_from_slice(key.as_bytes());
    Ok(serde_json::to_writer(out, value)?)
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
