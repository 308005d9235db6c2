//! The fuzz targets: what each runs on an input, and what must hold.

use chunk_backlog::{BacklogConfig, BacklogPolicy};
use chunk_core::{
    Cl100k, FromConfig, LineEnds, Normalized, SentenceRules, Source, TokenCounter, frontmatter,
    is_white_space, paragraphs, sentences,
    testkit::{
        generate::{Rng, near_a_run},
        law,
    },
};
use chunk_hybrid::ChunkingSystem;
use chunk_markdown::MarkdownPolicy;
use chunk_recorder::{Event, LogFormat, Payload, RecorderPolicy, SortedLog, verify};
use chunk_tokens::TokenPolicy;
use serde::{Deserialize, de::IgnoredAny};
use std::ops::{ControlFlow, Range};

/// A fuzz target.
pub struct Target {
    pub name: &'static str,
    /// The folder of fixtures whose inputs are mutated.
    pub corpus: &'static str,
    /// Checks an input; the error says what does not hold.
    pub holds: fn(&[u8]) -> Result<(), String>,
}

pub static ALL: &[Target] = &[
    Target { name: "recorder-scan", corpus: "recorder", holds: recorder_scan },
    Target { name: "recorder", corpus: "recorder", holds: recorder },
    Target { name: "check", corpus: "recorder", holds: check },
    Target { name: "frontmatter", corpus: "backlog", holds: yaml },
    Target { name: "offset-map", corpus: "markdown", holds: offset_map },
    Target { name: "sentences", corpus: "markdown", holds: sentence_ends },
    Target { name: "redaction", corpus: "backlog", holds: redaction },
    Target { name: "tokens", corpus: "tokens", holds: tokens },
    Target { name: "markdown", corpus: "markdown", holds: |input| laws::<MarkdownPolicy>("a.md", input) },
    Target { name: "backlog", corpus: "backlog", holds: |input| laws::<BacklogPolicy>(ITEM, input) },
    Target { name: "hybrid", corpus: "hybrid", holds: |input| laws::<ChunkingSystem>("a.md", input) },
];

const ITEM: &str = "products/demo/items/task/0000/DEMO-TSK-0001_start.md";

/// The laws of every policy, such as that it gives the same bytes again and that every chunk replays.
fn laws<P: FromConfig>(path: &str, input: &[u8]) -> Result<(), String> {
    let policy = P::new(P::Config::default()).map_err(|error| error.to_string())?;
    match law::broken(&policy, Source::new(path, input)).first() {
        None => Ok(()),
        Some(broken) => Err(broken.to_string()),
    }
}

fn recorder(input: &[u8]) -> Result<(), String> {
    laws::<RecorderPolicy>("log", input)
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
        let found = Event::from_json(line).ok().map(Event::into_owned);
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
    let policy = RecorderPolicy::default();
    let mut log = SortedLog::default();
    log.read(input, LogFormat::default(), |_| ControlFlow::Continue(()));
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
    // The input chooses the record and the place that is changed.
    let (sum, count) = (input.iter().map(|&byte| usize::from(byte)).sum::<usize>(), records.len().max(1));
    let Some(record) = records.get_mut(sum % count) else { return Ok(()) };
    let at = sum * 31 % record.len();
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
fn yaml(input: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(input).replace("\r\n", "\n");
    let Some(found) = frontmatter::split(&text, &["---", "..."]) else { return Ok(()) };
    let (yaml, body) = (text.get(found.yaml), text.get(found.body..));
    let (Some(yaml), Some(_)) = (yaml, body) else { return Err("it is cut inside a character".to_owned()) };
    if let Ok(mapping) = frontmatter::parse(yaml) {
        let keys: Vec<_> = mapping.iter().map(|(key, _)| key).collect();
        let twice = keys
            .iter()
            .enumerate()
            .find(|(index, key)| keys.iter().skip(index + 1).any(|other| other == *key));
        return twice.map_or(Ok(()), |(_, key)| Err(format!("the key {key:?} stands twice")));
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
    const TERMINATORS: [char; 7] = ['.', '!', '?', '。', '！', '？', '．'];
    let text = String::from_utf8_lossy(input);
    tiled(&text, paragraphs(&text))?;
    for paragraph in paragraphs(&text).filter_map(|range| text.get(range)) {
        let ranges: Vec<_> = sentences(paragraph, SentenceRules::Standard).collect();
        tiled(paragraph, ranges.iter().cloned())?;
        for sentence in ranges.iter().rev().skip(1).filter_map(|range| paragraph.get(range.clone())) {
            let stop = sentence.trim_end_matches(is_white_space);
            let ending = stop.rfind(TERMINATORS).and_then(|at| stop.get(at..)).unwrap_or("a");
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
    let text = String::from_utf8_lossy(input);
    // The same tokens each time: some that are drawn at random do not look random.
    let mut random = fastrand::Rng::with_seed(24);
    let mut token = |start: &str, count: usize| {
        let drawn: String = (0..count).map(|_| random.alphanumeric()).collect();
        format!("{start}{drawn}")
    };
    let secrets = [token("glpat-", 20), token("ghp_", 36), token("npm_", 36)];
    let mut place = input.iter().map(|&byte| usize::from(byte)).sum::<usize>();
    for secret in secrets {
        place = place.wrapping_mul(31).wrapping_add(7);
        let at = text.floor_char_boundary(place % (text.len() + 1));
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
                return Err(format!("{own:?} stands in no rest of {planted:?}"));
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
            return Err(format!("{range:?} behind {end} in {text:?}"));
        }
        end = range.end;
    }
    if end == text.len() { Ok(()) } else { Err(format!("the ranges end at {end} of {}", text.len())) }
}

/// Token counts are those of tiktoken-rs; a range has the count of its text alone; and the laws hold.
fn tokens(input: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(input);
    let (found, expected) =
        (Cl100k::default().count(&text), tiktoken_rs::cl100k_base_singleton().count_ordinary(&text));
    if found != expected {
        return Err(format!("{found} tokens, tiktoken-rs counts {expected}: {text:?}"));
    }
    let cl100k = Cl100k::default();
    let measure = cl100k.measure(&text);
    let mut random = Rng::with_seed(text.len() as u64);
    for _ in 0..8 {
        let [one, other] = [(); 2].map(|()| near_a_run(&mut random, &text));
        let range = one.min(other)..one.max(other);
        let expected = text.get(range.clone()).map_or(0, |part| cl100k.count(part));
        let borders = measure.start(range.start).zip(measure.end(range.end));
        let between = borders.and_then(|(start, end)| start.count_to(end)).unwrap_or(expected);
        let found = measure.count(range.clone());
        if [found, between] != [expected; 2] {
            return Err(format!("{found} or {between} tokens in {range:?}, alone {expected}: {text:?}"));
        }
    }
    laws::<TokenPolicy>("a.txt", input)
}
