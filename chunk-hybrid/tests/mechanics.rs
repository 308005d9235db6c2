//! The mechanics against a second reading of the clauses (tests/naive): every frozen case, and generated documents.
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    missing_docs,
    unreachable_pub
)]

mod naive;

use chunk_core::{
    jsonl::write_record,
    testkit::{Case, generate::Rng},
};
use chunk_hybrid::{ChunkingConfig, ChunkingSystem, Document};
use naive::{Known, Settings};
use serde_json::{Map, Value, json};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/hybrid");

#[test]
fn the_reading_gives_the_bytes_of_every_case_without_models() {
    let cases = Case::read_all(FIXTURES.as_ref()).unwrap();
    let mut read = 0;
    for case in cases.iter().filter(|case| !case.about.models) {
        let settings = Settings::new(case.config.as_object().unwrap());
        if case.about.is_refused() {
            assert!(settings.is_err(), "{}", case.name());
            continue;
        }
        let (mut lines, mut warnings) = (String::new(), Vec::new());
        for document in &case.documents {
            let known = Known {
                path: &document.path,
                created_at: case.about.created_at_ms,
                modified_at: case.about.modified_at_ms,
            };
            let text = str::from_utf8(&document.bytes).unwrap();
            let (own, told) = naive::records(text, &known, settings.as_ref().unwrap()).unwrap();
            lines += &own;
            warnings.extend(told);
        }
        assert_eq!(lines, str::from_utf8(&case.expected).unwrap(), "{}", case.name());
        assert_eq!(warnings, case.about.warnings, "{}", case.name());
        read += 1;
    }
    assert!(read >= 10, "{read}");
}

/// Sentences of few words, so that they are alike and unlike.
fn sentence(random: &mut Rng) -> String {
    const NOUNS: [&str; 20] = [
        "pump",
        "valve",
        "river",
        "tank",
        "bees",
        "honey",
        "hive",
        "wagon",
        "station",
        "O’Neill's mill",
        "漢字",
        "pipe-line",
        "copper",
        "1847",
        "über-kanal",
        "naïve",
        "3f9a01c",
        "[gauge](valve/x.md)",
        "(see git+https://pump.org/Hive#7)",
        "<http://漢.cn>",
    ];
    const VERBS: [&str; 6] = ["moves", "fills", "guards", "covers", "is near", "doesn't touch"];
    const ENDS: [&str; 8] = [".", ".", ".", "!", "?", ". ", "。", ", e.g. brass."];
    let mut noun = || NOUNS[random.usize(..NOUNS.len())];
    let (one, two, three) = (noun(), noun(), noun());
    let (verb, end) = (VERBS[random.usize(..6)], ENDS[random.usize(..8)]);
    format!("The {one} {verb} a {two} of {three}{end}")
}

fn sentences(random: &mut Rng, most: usize, between: &str) -> String {
    let count = random.usize(1..=most);
    (0..count).map(|_| sentence(random)).collect::<Vec<_>>().join(between)
}

/// A document of the forms that the reading reads.
fn prose(random: &mut Rng) -> String {
    let mut text = ["", "\u{FEFF}", "---\ntitle: Pumps\n---\n", "\n\n"][random.usize(..4)].to_owned();
    for at in 0..random.usize(1..14) {
        let body = match random.u8(..13) {
            0 => format!("{} Part {}\n", "#".repeat(random.usize(1..5)), random.usize(..6)),
            1 => format!("\n{at}.0 Notes on honey\n=========\n"),
            2 => format!("- {}\n- {}\n\n  {}\n", sentence(random), sentence(random), sentence(random)),
            3 => format!("1. {}\n2. {}\n   - {}\n", sentence(random), sentence(random), sentence(random)),
            4 => format!("```sh\n{}\n\n{}\n```\n", sentence(random), sentences(random, 6, "\n")),
            5 => format!("| a | b |\n|---|---|\n| {} | {at} |\n", sentence(random)),
            6 => format!("— {}\n", sentences(random, 12, " ")),
            7 => "---\n".to_owned(),
            8 => format!("+ {} +\n", sentence(random)),
            9 => format!("{}\n", sentences(random, 60, " ")),
            10 => format!("The pump in the cellar fills these:\n\n- {}\n- {at}\n", sentence(random)),
            _ => {
                let between = ["\n", " ", "  \n"][random.usize(..3)];
                format!("{}\n", sentences(random, 9, between))
            }
        };
        text += &body;
        text += ["\n", "\n", "\n", "\n\n", ""][random.usize(..5)];
    }
    if random.u8(..8) == 0 {
        let again = text.trim_start_matches('\u{FEFF}').to_owned();
        text += &again;
    }
    if random.u8(..4) == 0 { text.replace('\n', "\r\n") } else { text }
}

fn settings(random: &mut Rng) -> Map<String, Value> {
    let max = [100, 137, 500, 500, 2000][random.usize(..5)];
    let mut config = json!({
        "maxChunkSize": max,
        "minChunkSize": ([10, 50, 50, 90][random.usize(..4)]),
        "contextWindowSize": ([0, 1, 50, 200][random.usize(..4)]),
        "semanticBoundary": {"similarityThreshold": ([0.0, 0.5, 0.6, 0.6, 0.9][random.usize(..5)]), "minTopicCoherence": 0.5},
        "preferenceSignal": {"minConfidence": 1.0, "includeRemainder": false},
        "enableContextExtraction": (random.u8(..8) > 0),
        "enableRelationshipLinking": (random.u8(..8) > 0),
        "enableQualityScoring": (random.u8(..8) > 0),
    });
    if random.u8(..4) == 0 {
        config["semanticBoundary"]["targetChunkSize"] = json!([30, 80, 100][random.usize(..3)]);
    }
    config.as_object().unwrap().clone()
}

fn compare(text: &str, strategy: &str, settings: &Map<String, Value>) {
    let config: ChunkingConfig = serde_json::from_value(Value::Object(settings.clone())).unwrap();
    let system = ChunkingSystem::new(config).unwrap().with_strategy(strategy).unwrap();
    let mut document = Document::new("notes/a.md", text);
    (document.created_at_ms, document.modified_at_ms) = (None, Some(7));
    let found = system.chunk(&document).unwrap();
    let mut lines = Vec::new();
    found.chunks.iter().for_each(|chunk| write_record(&mut lines, chunk).unwrap());
    let known = Known { path: "notes/a.md", created_at: None, modified_at: Some(7) };
    let own = Settings::new(settings).unwrap().of_strategy(strategy);
    let (expected, warnings) = naive::records(text, &known, &own).unwrap();
    let told: Vec<_> = found.warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(told, warnings, "{text:?}");
    let lines = String::from_utf8(lines).unwrap();
    if lines != expected {
        panic!("{}\n{}\n{text}", difference(&lines, &expected), Value::Object(settings.clone()));
    }
}

/// The first fields that differ.
fn difference(own: &str, expected: &str) -> String {
    let records = |lines: &str| -> Vec<Map<String, Value>> {
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let all = (records(own), records(expected));
    for (index, (own, expected)) in all.0.iter().zip(&all.1).enumerate() {
        let differing = own.iter().filter(|(key, value)| expected.get(*key) != Some(value));
        let told: Vec<_> =
            differing.map(|(key, value)| format!("{key}: {value}, not {:?}", expected.get(key))).collect();
        if !told.is_empty() {
            return format!("record {index} at {}-{}\n{}", own["startByte"], own["endByte"], told.join("\n"));
        }
    }
    format!("{} records, not {}", all.0.len(), all.1.len())
}

/// H2, H6, H9 to H15, H18: topics.
#[test]
fn topics_are_those_of_the_reading() {
    let mut random = Rng::with_seed(71);
    for _ in 0..120 {
        compare(&prose(&mut random), "semantic-boundary", &settings(&mut random));
    }
}

/// H7: windows. No signal is as sure as is asked for.
#[test]
fn windows_are_those_of_the_reading() {
    let mut random = Rng::with_seed(72);
    for _ in 0..40 {
        let (text, more) = (prose(&mut random), prose(&mut random));
        let text = [&*text, "\n", more.trim_start_matches('\u{FEFF}')].concat();
        compare(&text, "preference-signal", &settings(&mut random));
    }
}

/// H7: code is no entry of a log.
#[test]
fn code_alone_comes_in_windows() {
    let mut random = Rng::with_seed(73);
    for _ in 0..40 {
        let fences = (0..random.usize(1..8))
            .map(|at| format!("```\nlet value_{at} = 1;\n{}\n```\n\n", sentences(&mut random, 40, "\n")));
        let text: String = fences.collect();
        compare(&text, "event-based", &settings(&mut random));
    }
}
