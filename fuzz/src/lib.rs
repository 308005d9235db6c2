//! The fuzz targets: each reads an input and says what does not hold. The last bytes of an input choose settings and places, so that
//! the documents of the conformance cases are good inputs to begin with.

use arbitrary::Unstructured;
use chunk_backlog::{BacklogConfig, BacklogPolicy};
use chunk_core::{
    FromConfig, LineEnds, Normalized, Source, TokenCounter, counters::Cl100k, frontmatter, is_white_space,
    paragraphs, sentences, types::SentenceRules, unicode,
};
use chunk_hybrid::ChunkingSystem;
use chunk_markdown::{MarkdownConfig, MarkdownPolicy, Packing};
use chunk_recorder::{Event, Framing, LogFormat, Payload, RecorderPolicy, SortedLog, read_events, verify};
use chunk_testkit::law;
use chunk_tokens::{TokenConfig, TokenPolicy};
use serde::{Deserialize, de::IgnoredAny};
use std::ops::{ControlFlow, Range};

/// Checks an input; the error says what does not hold.
pub type Target = fn(&[u8]) -> Result<(), String>;

/// Each target, and the folder of fixtures whose documents are good inputs for it.
pub const ALL: [(&str, &str, Target); 11] = [
    ("recorder_scan", "recorder", recorder_scan),
    ("recorder", "recorder", recorder),
    ("check", "recorder", check),
    ("frontmatter", "backlog", frontmatter),
    ("offset_map", "markdown", offset_map),
    ("sentences", "markdown", sentence_ends),
    ("redaction", "backlog", redaction),
    ("tokens", "tokens", tokens),
    ("markdown", "markdown", markdown),
    ("backlog", "backlog", backlog),
    ("hybrid", "hybrid", hybrid),
];

/// Panics if the target of this name does not hold for the input.
///
/// # Panics
/// If it does not, or if there is no such target.
pub fn must(name: &str, input: &[u8]) {
    let (.., target) = ALL.iter().find(|(own, ..)| *own == name).expect("a target of the list");
    if let Err(fault) = target(input) {
        panic!("{name}: {fault}");
    }
}

/// The document, and the bytes that choose.
fn split(input: &[u8]) -> (&[u8], Unstructured<'_>) {
    let (document, choices) = input.split_at(input.len().saturating_sub(8));
    (document, Unstructured::new(choices))
}

/// A number up to `most`.
fn choose(choices: &mut Unstructured<'_>, most: usize) -> usize {
    choices.int_in_range(0..=most).unwrap_or_default()
}

/// The laws of every policy, such as that it gives the same bytes again and that every chunk replays.
fn laws<P: FromConfig>(config: P::Config, path: &str, input: &[u8]) -> Result<(), String> {
    let policy = P::new(config).map_err(|error| error.to_string())?;
    match law::broken(&policy, Source::new(path, input)).first() {
        None => Ok(()),
        Some(broken) => Err(broken.to_string()),
    }
}

fn recorder(input: &[u8]) -> Result<(), String> {
    laws::<RecorderPolicy>(Default::default(), "log", input)
}

fn markdown(input: &[u8]) -> Result<(), String> {
    let (document, mut choices) = split(input);
    let size = 500 + choose(&mut choices, 500);
    let overlap = [0, 50, 100][choose(&mut choices, 2)];
    let packing = [Packing::Strict, Packing::Sections][choose(&mut choices, 1)];
    let config = MarkdownConfig::default().with_chunk_size(size).with_chunk_overlap(overlap);
    laws::<MarkdownPolicy>(config.with_packing(packing), "a.md", document)
}

fn backlog(input: &[u8]) -> Result<(), String> {
    let path = "products/demo/items/task/0000/DEMO-TSK-0001_start.md";
    laws::<BacklogPolicy>(Default::default(), path, input)
}

fn hybrid(input: &[u8]) -> Result<(), String> {
    laws::<ChunkingSystem>(Default::default(), "a.md", input)
}

/// Every line is read as serde_json reads it into a plain struct (R1).
fn recorder_scan(input: &[u8]) -> Result<(), String> {
    #[derive(Deserialize)]
    struct Wire {
        schema_version: String,
        event_id: String,
        pane_id: u64,
        session_id: Option<String>,
        occurred_at_ms: i64,
        event_type: String,
        // Whatever these hold, they may not occur twice.
        #[serde(default, rename = "text")]
        _text: Option<IgnoredAny>,
        #[serde(default, rename = "is_gap")]
        _is_gap: Option<IgnoredAny>,
    }
    #[derive(Deserialize)]
    struct Text {
        text: String,
        #[serde(default)]
        is_gap: bool,
    }
    for line in input.split(|&byte| byte == b'\n') {
        let Ok(line) = std::str::from_utf8(line) else { continue };
        let is_array = line.trim_ascii_start().starts_with('[');
        let expected = serde_json::from_str::<Wire>(line).ok().filter(|wire| {
            let are_short =
                wire.event_id.len() <= 1024 && wire.session_id.as_ref().is_none_or(|id| id.len() <= 1024);
            !is_array
                && are_short
                && wire.schema_version == "ft.recorder.event.v1"
                && !wire.event_id.is_empty()
        });
        let text = || serde_json::from_str::<Text>(line).ok();
        let expected = expected.and_then(|wire| {
            let payload = match &*wire.event_type {
                // `is_gap` of an input event is ignored, whatever its value.
                "ingress_text" => {
                    #[derive(Deserialize)]
                    struct Only {
                        text: String,
                    }
                    Payload::Ingress { text: serde_json::from_str::<Only>(line).ok()?.text.into() }
                }
                "egress_output" => {
                    text().map(|Text { text, is_gap }| Payload::Egress { text: text.into(), is_gap })?
                }
                "control_marker" | "lifecycle_marker" => Payload::Marker,
                _ => return None,
            };
            Some((wire.event_id, wire.pane_id, wire.session_id, wire.occurred_at_ms, payload))
        });
        // A log is read faster than a single event, by code of its own.
        let mut in_a_log = None;
        let record = [&u32::try_from(line.len()).unwrap_or_default().to_le_bytes(), line.as_bytes()].concat();
        let _ = read_events(&*record, Framing::AppendLog.into(), |record| {
            in_a_log = record.ok().map(|logged| logged.event.into_owned());
            Ok(ControlFlow::Continue(()))
        });
        let found = Event::from_json(line).ok().map(Event::into_owned);
        if found != in_a_log {
            return Err(format!("{line:?} is read as {found:?}, in a log as {in_a_log:?}"));
        }
        let found = found.map(|event| {
            let session_id = event.session_id.map(|id| id.into_owned());
            (event.event_id.into_owned(), event.pane_id, session_id, event.occurred_at_ms, event.payload)
        });
        if found != expected {
            return Err(format!("{line:?} is read as {found:?}, serde_json gives {expected:?}"));
        }
    }
    Ok(())
}

/// C3: the records of a log verify, and do not once a byte of one is changed so that it is other JSON.
fn check(input: &[u8]) -> Result<(), String> {
    let (document, mut choices) = split(input);
    let policy = RecorderPolicy::default();
    let mut log = SortedLog::default();
    log.read(document, LogFormat::default(), |_| ControlFlow::Continue(()));
    let mut chunks = chunk_core::Chunks::default();
    if policy.chunk_sorted(&log, &mut chunks).is_err() {
        return Ok(());
    }
    let mut records: Vec<String> = chunks
        .chunks
        .iter()
        .map(serde_json::to_string)
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    let found = |records: &[String]| {
        verify(&policy, records.join("\n").as_bytes(), &log).map_err(|error| error.to_string())
    };
    if let Some(wrong) = found(&records)?.first() {
        return Err(format!("of honest records it is said: {wrong}"));
    }
    let number = choose(&mut choices, records.len().saturating_sub(1));
    let Some(record) = records.get_mut(number) else { return Ok(()) };
    let at = choose(&mut choices, record.len() - 1);
    let Some(old) = record.get(at..at + 1).map(str::to_owned) else { return Ok(()) };
    let new = if old == "7" { "8" } else { "7" };
    let before: serde_json::Value = serde_json::from_str(record).map_err(|error| error.to_string())?;
    record.replace_range(at..at + 1, new);
    let is_same = serde_json::from_str::<serde_json::Value>(record).is_ok_and(|after| after == before);
    let is_found = !found(&records)?.is_empty();
    if is_found == is_same {
        Err(format!("{old:?} changed to {new:?} at byte {at}: found {is_found}"))
    } else {
        Ok(())
    }
}

/// Frontmatter is cut at character boundaries, and parsed or refused; no key of it occurs twice.
fn frontmatter(input: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(input).replace("\r\n", "\n");
    let Some(found) = frontmatter::find(&text) else { return Ok(()) };
    let (yaml, body) = (text.get(found.yaml), text.get(found.body..));
    let (Some(yaml), Some(_)) = (yaml, body) else { return Err("it is cut inside a character".to_owned()) };
    if let Ok(mapping) = frontmatter::parse(yaml) {
        let keys: Vec<_> = mapping.iter().map(|(key, _)| key).collect();
        let twice = keys
            .iter()
            .enumerate()
            .find(|(index, key)| keys.iter().skip(index + 1).any(|other| other == *key));
        return twice.map_or(Ok(()), |(_, key)| Err(format!("the key {key:?} is there twice")));
    }
    Ok(())
}

/// Every offset in the normalized text maps to the offset in the source that its character came from.
fn offset_map(input: &[u8]) -> Result<(), String> {
    let source = String::from_utf8_lossy(input);
    let without_crlf = source.replace("\r\n", "\n");
    let without_cr = without_crlf.replace('\r', "\n");
    for (line_ends, expected) in [(LineEnds::CrLf, without_crlf), (LineEnds::CrLfAndCr, without_cr)] {
        let normalized = Normalized::new(&source, line_ends);
        if normalized.as_str() != expected {
            return Err(format!("{line_ends:?}: the text is {:?}", normalized.as_str()));
        }
        for (byte, c) in normalized.as_str().char_indices() {
            let at = normalized.source_byte(byte);
            let there = source.get(at..).and_then(|rest| rest.chars().next());
            if there != Some(c) && !(c == '\n' && there == Some('\r')) {
                return Err(format!("{line_ends:?}: byte {byte}, {c:?}, leads to {at}, {there:?}"));
            }
        }
    }
    Ok(())
}

/// Paragraphs and sentences tile the text; a sentence ends after a terminator, closers and white space.
fn sentence_ends(input: &[u8]) -> Result<(), String> {
    // Of Greek and Tibetan: marks that Unicode does not count as terminators of sentences.
    let is_terminator = |c: char| unicode::is_sentence_terminal(c) || ";·\u{37E}\u{387}།༎༏༐༑".contains(c);
    let text = String::from_utf8_lossy(input);
    tiled(&text, paragraphs(&text))?;
    for paragraph in paragraphs(&text).filter_map(|range| text.get(range)) {
        let ranges: Vec<_> = sentences(paragraph, SentenceRules::Standard).collect();
        tiled(paragraph, ranges.iter().cloned())?;
        for sentence in ranges.iter().rev().skip(1).filter_map(|range| paragraph.get(range.clone())) {
            let stop = sentence.trim_end_matches(is_white_space);
            let ending = stop.rfind(is_terminator).and_then(|at| stop.get(at..)).unwrap_or("a");
            if ending.chars().any(char::is_alphanumeric) {
                return Err(format!("the sentence {sentence:?} ends at no stop"));
            }
        }
        tiled(paragraph, sentences(paragraph, SentenceRules::Literal))?;
    }
    Ok(())
}

/// B21: a provider's token on a line of its own is redacted, wherever that line is; and what is left is parts of the text, in
/// order.
fn redaction(input: &[u8]) -> Result<(), String> {
    let policy = BacklogPolicy::new(BacklogConfig::default()).map_err(|error| error.to_string())?;
    let (document, mut choices) = split(input);
    let text = String::from_utf8_lossy(document);
    // The same tokens each time: some that are drawn at random do not look random.
    let mut random = fastrand::Rng::with_seed(24);
    let mut token = |start: &str, count: usize| {
        let drawn: String = (0..count).map(|_| random.alphanumeric()).collect();
        format!("{start}{drawn}")
    };
    let secrets = [token("glpat-", 20), token("ghp_", 36), token("npm_", 36)];
    for secret in secrets {
        let at = text.floor_char_boundary(choose(&mut choices, text.len()));
        let (before, after) = text.split_at(at);
        let planted = format!("{before}\n{secret}\n{after}");
        let redacted = policy.redact(&planted);
        if redacted.contains(&secret) {
            return Err(format!("{secret} is left in {redacted:?}"));
        }
        let mut rest = planted.as_str();
        for part in redacted.split_inclusive("[REDACTED:") {
            let own = part.strip_suffix("[REDACTED:").unwrap_or(part);
            let own = own.split_once(']').map_or(own, |(_, own)| own);
            let Some(found) = rest.find(own) else {
                return Err(format!("{own:?} is not in what follows in {planted:?}"));
            };
            rest = rest.get(found + own.len()..).unwrap_or_default();
        }
    }
    Ok(())
}

fn tiled(text: &str, ranges: impl Iterator<Item = Range<usize>>) -> Result<(), String> {
    let mut end = 0;
    for range in ranges {
        if range.start != end || range.is_empty() || text.get(range.clone()).is_none() {
            return Err(format!("{range:?} follows {end} in {text:?}"));
        }
        end = range.end;
    }
    if end == text.len() { Ok(()) } else { Err(format!("the ranges end at {end} of {}", text.len())) }
}

/// Token counts are those of tiktoken-rs; a range has the count of its text alone; and the laws hold.
fn tokens(input: &[u8]) -> Result<(), String> {
    let (document, mut choices) = split(input);
    let text = String::from_utf8_lossy(document);
    let (found, expected) =
        (Cl100k::default().count(&text), tiktoken_rs::cl100k_base_singleton().count_ordinary(&text));
    if found != expected {
        return Err(format!("{found} tokens, tiktoken-rs counts {expected}: {text:?}"));
    }
    let cl100k = Cl100k::default();
    let measure = cl100k.measure(&text);
    for _ in 0..2 {
        let [one, other] = [(); 2].map(|()| text.floor_char_boundary(choose(&mut choices, text.len())));
        let range = one.min(other)..one.max(other);
        let expected = text.get(range.clone()).map_or(0, |part| cl100k.count(part));
        let borders = measure.start(range.start).zip(measure.end(range.end));
        let between = borders.and_then(|(start, end)| start.count_to(end)).unwrap_or(expected);
        let found = measure.count(range.clone());
        if [found, between] != [expected; 2] {
            return Err(format!("{found} or {between} tokens in {range:?}, alone {expected}: {text:?}"));
        }
    }
    let config = TokenConfig::default().with_max_tokens(1 + choose(&mut choices, 255));
    laws::<TokenPolicy>(config, "a.txt", document)
}
