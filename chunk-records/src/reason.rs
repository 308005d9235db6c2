//! Why a chunk begins where it does, in words for people.

use serde_json::Value;

pub(crate) fn backlog(before: Option<&Value>, record: &Value, _: &Value) -> String {
    let is = |record: &Value, key: &str| {
        record.pointer(key).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let (section, kind) = (is(record, "/metadata/section_path"), is(record, "/metadata/chunk_kind"));
    let is_same = before.is_some_and(|before| {
        is(before, "/metadata/section_path") == section && is(before, "/metadata/chunk_kind") == kind
    });
    match (is_same, section.is_empty()) {
        (true, _) => format!("{section} goes on; the limit of a chunk is reached"),
        (false, true) => kind,
        (false, false) => format!("{kind}: {section}"),
    }
}

pub(crate) fn hybrid(before: Option<&Value>, record: &Value, config: &Value) -> String {
    let said = |record: &Value| {
        let metadata = &record["strategyMetadata"];
        let of = |key: &str| metadata.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        match metadata["type"].as_str().unwrap_or_default() {
            "episodic" => format!("phase: {}", of("phase")),
            "semantic" => format!("topic: {}", of("topic")),
            "preference" => format!("decision: {} {}", of("decisionType"), of("preferredOption")),
            "procedural" if metadata["stepNumber"] == 0 => format!("step: {}", of("stepTitle")),
            "procedural" => format!("step {}: {}", metadata["stepNumber"], of("stepTitle")),
            other => other.to_owned(),
        }
    };
    match before {
        Some(before) if said(before) == said(record) => {
            format!("{} goes on; {} tokens reached", said(record), config["maxChunkSize"])
        }
        Some(before) if before["strategyType"] != record["strategyType"] => {
            format!("{} begins; {}", record["strategyType"].as_str().unwrap_or_default(), said(record))
        }
        _ => said(record),
    }
}

pub(crate) fn markdown(before: Option<&Value>, record: &Value, config: &Value) -> String {
    let is = |key: &str| record.get(key).and_then(Value::as_str).unwrap_or_default();
    match (before, is("chunk_type")) {
        (_, "header") => format!("heading: {}", is("section_header")),
        (None, _) => "start of the document".to_owned(),
        (Some(_), _) if record["table_header"].is_string() => {
            format!("the table goes on; {} tokens reached", config["chunk_size"])
        }
        (Some(_), "code") => format!("a code block would not fit into {} tokens", config["chunk_size"]),
        (Some(_), kind) => format!("{kind}; {} tokens reached", config["chunk_size"]),
    }
}

pub(crate) fn recorder(before: Option<&Value>, record: &Value, config: &Value) -> String {
    let Some(before) = before else { return "start of the stream".to_owned() };
    if before["pane_id"] != record["pane_id"] {
        return format!("another pane: {}", record["pane_id"]);
    }
    if before["direction"] != record["direction"] {
        return format!("another direction: {}", record["direction"].as_str().unwrap_or_default());
    }
    if !record["overlap"].is_null() {
        return format!(
            "a limit is reached: {} characters, {} events or {} ms",
            config["max_chunk_chars"], config["max_chunk_events"], config["max_window_ms"]
        );
    }
    "a gap, a marker or a jump in time".to_owned()
}

pub(crate) fn tokens(before: Option<&Value>, record: &Value, config: &Value) -> String {
    match before {
        None => "start of the text".to_owned(),
        // Of an export, which holds several texts.
        Some(_) if record["start_pos"] == 0 => "start of the next conversation".to_owned(),
        Some(_) if config["max_tokens"].as_u64() < record["token_count"].as_u64() => {
            format!("one sentence above {} tokens", config["max_tokens"])
        }
        Some(_) if record["text"].as_str().is_some_and(|text| text.starts_with('\n')) => {
            format!("paragraph; {} tokens reached", config["max_tokens"])
        }
        Some(_) => format!("{} tokens reached", config["max_tokens"]),
    }
}
