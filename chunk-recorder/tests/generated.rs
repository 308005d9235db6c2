//! The laws of the contract on generated streams, in every way to feed the same events. `conformance/differential.py` compares the records
//! with those of another implementation.
// Holds: P3
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic
)]
#![allow(missing_docs)]

use crate::support::streams;
use chunk_recorder::{
    Framing, LogFormat, LoggedEvent, Payload, RecorderChunk, RecorderConfig, RecorderPolicy, SortedLog, Unit,
    chunk_core::{Chunks, ContentHash, Policy, Source},
    read_events, verify,
};
use chunk_testkit::{generate::Rng, law};
use std::{
    io::BufReader,
    ops::{ControlFlow, Range},
};

/// Streams of together `events` events: seed, settings, events.
fn each_stream(events: usize, mut test: impl FnMut(u64, &RecorderConfig, &[LoggedEvent<'_>])) {
    let mut left = events;
    for seed in 0.. {
        let mut random = Rng::with_seed(seed);
        let config = streams::config(&mut random);
        let count = random.usize(1..400).min(left);
        test(seed, &config, &streams::stream(&mut random, count, &config));
        left -= count;
        if left == 0 {
            return;
        }
    }
}

fn policy(config: &RecorderConfig) -> RecorderPolicy {
    RecorderPolicy::new(config.clone()).unwrap()
}

fn chunks(config: &RecorderConfig, unit: Unit<'_>) -> Vec<RecorderChunk> {
    policy(config).collect(unit).unwrap().chunks
}

fn lines(chunks: &[RecorderChunk]) -> Vec<String> {
    chunks.iter().map(|chunk| serde_json::to_string(chunk).unwrap()).collect()
}

#[test]
fn every_way_to_feed_the_same_events_gives_the_same_chunks() {
    each_stream(20_000, |seed, config, events| {
        let mut random = Rng::with_seed(seed);
        let policy = policy(config);
        let expected = chunks(config, Unit::Events(events));

        let mut shuffled = events.to_vec();
        random.shuffle(&mut shuffled);
        assert_eq!(chunks(config, Unit::Events(&shuffled)), expected, "seed {seed}: any order of a slice");

        let jsonl = streams::jsonl(events);
        let log = Unit::Log { bytes: jsonl.as_bytes(), framing: Framing::Jsonl };
        assert_eq!(chunks(config, log), expected, "seed {seed}: JSONL");
        let mut written = Vec::new();
        policy.write_jsonl(log, &mut written, &mut |_| ()).unwrap();
        let records = lines(&expected).into_iter().map(|line| line + "\n").collect::<String>();
        assert_eq!(String::from_utf8(written).unwrap(), records, "seed {seed}: to JSONL");

        // However the bytes arrive, and with the events in batches of the caller's.
        let mut found = Chunks::default();
        let mut chunker = policy.chunker();
        let reader = BufReader::with_capacity(random.usize(1..2_000), jsonl.as_bytes());
        let mut batch = Vec::new();
        let mut push = |batch: &mut Vec<LoggedEvent<'_>>| {
            batch.drain(..).try_for_each(|event| chunker.push(&event, &mut found).map(|_| ()))
        };
        read_events(reader, Framing::Jsonl.into(), |record| {
            batch.push(record?.into_owned());
            if random.u8(..8) == 0 {
                push(&mut batch)?;
            }
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
        push(&mut batch).unwrap();
        let _ = chunker.finish(&mut found);
        assert_eq!(found.chunks, expected, "seed {seed}: batches");

        let pulled: Result<Vec<_>, _> = policy.chunks(jsonl.as_bytes()).collect();
        assert_eq!(pulled.unwrap(), expected, "seed {seed}: one at a time");

        let mut lines: Vec<&str> = jsonl.lines().collect();
        random.shuffle(&mut lines);
        let mut log = SortedLog::default();
        let bad = |error| panic!("seed {seed}: {error}");
        assert_eq!(log.read(lines.join("\n").as_bytes(), LogFormat::default(), bad), None);
        let mut found = Chunks::default();
        policy.chunk_sorted(&log, &mut found).unwrap();
        assert_eq!(found.chunks, expected, "seed {seed}: sorted");
    });
}

#[test]
fn an_append_log_gives_the_chunks_of_its_events() {
    each_stream(5_000, |seed, config, events| {
        let log = streams::append_log(events);
        let mut placed = Vec::new();
        let mut byte_offset = 0;
        for (ordinal, LoggedEvent { event, .. }) in (0..).zip(events) {
            let offset = chunk_recorder::LogOffset { segment_id: 0, ordinal, byte_offset };
            placed.push(LoggedEvent::new(offset, event.clone()));
            byte_offset += 4 + streams::event_json(event).to_string().len() as u64;
        }
        let expected = chunks(config, Unit::Events(&placed));
        let policy = policy(config);
        let source = Source::new("recorder.log", &log);
        assert_eq!(chunks(config, policy.unit(source).unwrap()), expected, "seed {seed}");
        assert_eq!(law::broken(&policy, source), [], "seed {seed}");
        // Torn anywhere in its last record, it gives the chunks of the others and a warning.
        if let Some((last, others)) = placed.split_last() {
            let start = usize::try_from(last.offset.byte_offset).unwrap();
            let torn = &log[..Rng::with_seed(seed).usize(start + 1..log.len())];
            let unit = Unit::Log { bytes: torn, framing: Framing::AppendLog };
            let Chunks { chunks: found, warnings, .. } = policy.collect(unit).unwrap();
            assert_eq!(found, chunks(config, Unit::Events(others)), "seed {seed}");
            assert_eq!(warnings.len(), 1, "seed {seed}: {warnings:?}");
        }
    });
}

#[test]
fn the_laws_hold() {
    each_stream(20_000, |seed, config, events| {
        let policy = policy(config);
        let chunks = chunks(config, Unit::Events(events));
        law::capped(&chunks, config.max_chunk_chars, |chunk| chunk.text.chars().count(), |_| false).unwrap();
        for chunk in &chunks {
            assert_eq!(chunk.text_chars, chunk.text.chars().count(), "seed {seed}: R5");
            assert_eq!(chunk.content_hash, ContentHash::of(&chunk.text), "seed {seed}: R13");
            let replayed = policy.replay(Unit::Events(events), chunk).unwrap();
            assert_eq!(ContentHash::of(&*replayed), chunk.source_hash, "seed {seed}: R14");
            assert!(chunk.text.ends_with(&*replayed), "seed {seed}: R14");
        }
        for pair in chunks.windows(2) {
            let starts = |chunk: &RecorderChunk| {
                let at = chunk.start_offset;
                (at.segment_id, at.ordinal, chunk.start_text_offset)
            };
            assert!(starts(&pair[0]) < starts(&pair[1]), "seed {seed}: in the order of their starts");
            if let Some(overlap) = &pair[1].overlap {
                assert_eq!(overlap.from_chunk_id, pair[0].chunk_id, "seed {seed}: links resolve");
                assert_eq!(overlap.source_end_offset, pair[0].end_offset, "seed {seed}: links resolve");
                let prefix: String = pair[1].text.chars().take(overlap.chars).collect();
                assert!(pair[0].text.ends_with(&prefix), "seed {seed}: R9");
            }
        }
        every_character_once(seed, events, &chunks);
    });
}

/// No non-blank text event is missing, and none is in two chunks (overlap aside).
fn every_character_once(seed: u64, events: &[LoggedEvent<'_>], chunks: &[RecorderChunk]) {
    let mut parts: Vec<Vec<Range<usize>>> = vec![Vec::new(); events.len()];
    let texts: Vec<Option<String>> = events
        .iter()
        .map(|logged| match &logged.event.payload {
            Payload::Ingress { text } | Payload::Egress { text, .. } => Some(normalized(text)),
            Payload::Marker => None,
        })
        .collect();
    let index = |at| events.iter().position(|event| event.offset == at).unwrap();
    for chunk in chunks {
        let (start, end) = (index(chunk.start_offset), index(chunk.end_offset));
        for event in start..=end {
            let text = texts[event].as_ref().expect("no marker stands inside a chunk");
            let from = if event == start { chunk.start_text_offset } else { 0 };
            let to = if event == end { chunk.end_text_offset } else { text.len() };
            parts[event].push(from..to);
        }
    }
    for (event, text) in texts.iter().enumerate() {
        let Some(text) = text else { continue };
        let mut covered = 0;
        for part in &parts[event] {
            assert!(part.start >= covered, "seed {seed}, event {event}: twice");
            assert!(text[covered..part.start].trim().is_empty(), "seed {seed}, event {event}: lost");
            covered = part.end;
        }
        assert!(text[covered..].trim().is_empty(), "seed {seed}, event {event}: lost");
    }
}

/// R4, without regard to speed.
fn normalized(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = text.strip_suffix('\n').unwrap_or(&text).split('\n').map(str::trim_end).collect();
    lines.join("\n")
}

/// R17: in every way to read a log, what is behind a damaged record is chunked.
#[test]
fn damaged_records_are_boundaries_and_hide_nothing() {
    let mut damaged = 0;
    each_stream(20_000, |seed, config, events| {
        let mut random = Rng::with_seed(seed);
        let policy = policy(config);
        for mut log in [streams::jsonl(events).into_bytes(), streams::append_log(events)] {
            for _ in 0..random.usize(1..4) {
                let at = random.usize(..log.len());
                match random.u8(..4) {
                    0 => log[at] = random.u8(..),
                    1 => log.insert(at, b"\n{}[]\"\\\0"[random.usize(..8)]),
                    2 => drop(log.remove(at)),
                    _ => log.truncate(at + 1),
                }
            }
            let mut pulled = policy.chunks(&log[..]);
            let (mut expected, mut errors) = (Vec::new(), Vec::new());
            for item in pulled.by_ref() {
                match item {
                    Ok(chunk) => expected.push(chunk),
                    Err(error) => errors.push(error),
                }
            }
            damaged += errors.len();
            let is_torn = usize::from(pulled.warning().is_some());

            let mut found = Chunks::default();
            let pushed =
                policy.unit(Source::new("log", &log)).and_then(|unit| policy.chunk(unit, &mut found));
            assert_eq!(found.chunks, expected, "seed {seed}");
            assert_eq!(pushed.is_err(), !errors.is_empty(), "seed {seed}: {pushed:?}");
            // The first error is returned, the others are warnings.
            let others = errors.len().saturating_sub(1);
            assert_eq!(
                found.warnings.len(),
                others + is_torn,
                "seed {seed}: {:?} {errors:?}",
                found.warnings
            );

            let mut chunks = Chunks::default();
            let mut chunker = policy.chunker();
            let mut bad = 0;
            let read = chunker.read(&log[..], LogFormat::default(), &mut chunks, &mut |_, _| {
                bad += 1;
                ControlFlow::Continue(())
            });
            let _ = chunker.finish(&mut chunks);
            assert_eq!(chunks.chunks, expected, "seed {seed}");
            assert_eq!(bad + usize::from(read.is_err()), errors.len(), "seed {seed}: {errors:?}");
        }
    });
    assert!(damaged > 100, "{damaged}");
}

#[test]
fn what_was_chunked_verifies() {
    each_stream(20_000, |seed, config, events| {
        let jsonl = streams::jsonl(events);
        let mut log = SortedLog::default();
        let bad = |error| panic!("seed {seed}: {error}");
        assert_eq!(log.read(jsonl.as_bytes(), LogFormat::default(), bad), None);
        let chunks: String =
            lines(&chunks(config, Unit::Events(events))).into_iter().map(|line| line + "\n").collect();
        assert_eq!(verify(&policy(config), chunks.as_bytes(), &log).unwrap(), [], "seed {seed}, {config:?}");
    });
}
