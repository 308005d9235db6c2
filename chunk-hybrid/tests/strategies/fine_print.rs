//! The contract's fine print, clause by clause.

use super::common::{fine, preference, run, step, topic};
use chunk_core::{TokenCounter, counters::Cl100k};
use chunk_hybrid::*;
use rstest::rstest;

/// H7: where a strategy finds none of its boundaries, its windows come with its own metadata, empty.
#[rstest]
#[case(EVENT_BASED, "episodic")]
#[case(SEMANTIC_BOUNDARY, "semantic")]
#[case(PREFERENCE_SIGNAL, "preference")]
#[case(STEP_BASED, "procedural")]
fn every_strategy_has_its_own_windows(#[case] strategy: &str, #[case] kind: &str) {
    let sentence = "The pump moves water. ";
    let many = (0..300).map(|at| format!("The pump {at} moves water. ")).collect();
    for text in [sentence.to_owned(), many] {
        let chunks = run(ChunkingConfig::default(), strategy, &text).chunks;
        for chunk in &chunks {
            assert_eq!(chunk.strategy_type, strategy);
            assert_eq!(serde_json::to_value(&chunk.strategy_metadata).unwrap()["type"], kind);
        }
        // The words of sentences differ: topics find boundaries.
        if text.len() > sentence.len() && strategy != SEMANTIC_BOUNDARY {
            let overlaps: Vec<usize> = chunks.iter().map(|chunk| chunk.overlap_tokens).collect();
            // Nearly 2,000 tokens in windows of 500 that share 50.
            assert!(overlaps.len() == 4 || overlaps.len() == 5, "{overlaps:?}");
            assert!(overlaps[0] == 0 && overlaps[1..].iter().all(|&tokens| (40..=50).contains(&tokens)));
            let whole =
                |chunk: &HybridChunk<'_>| chunk.token_count <= 500 && chunk.content.trim_end().ends_with('.');
            let tails: Vec<_> = chunks
                .iter()
                .map(|chunk| (chunk.token_count, &chunk.content[chunk.content.len() - 30..]))
                .collect();
            assert!(chunks.iter().all(whole), "{tails:?}");
        }
    }
    let chunks = run(fine(), strategy, sentence).chunks;
    match strategy {
        PREFERENCE_SIGNAL => assert_eq!(preference(&chunks[0]).preferred_option, ""),
        STEP_BASED => assert_eq!((step(&chunks[0]).step_number, &*step(&chunks[0]).step_title), (0, "")),
        _ => {}
    }
}

/// H6, H18: a Setext heading is one whatever its text.
#[rstest]
#[case("1.0 Notes\n=========\n\nText.\n", "1.0 Notes")]
#[case("1. Notes\n--------\n\nText.\n", "1. Notes")]
#[case("a) Notes\n===\n\nText.\n", "a) Notes")]
#[case("10:30 Notes\n---\n\nText.\n", "10:30 Notes")]
fn a_setext_heading_whatever_its_text(#[case] text: &str, #[case] title: &str) {
    let content = HybridPolicy::default().read(Document::new("a.md", text));
    let heading = content.sections().first().unwrap();
    assert_eq!(content.sections().len(), 1);
    assert_eq!(&content.text()[heading.title.clone()], title);
}

/// H6: a heading with its paragraph above the maximum is split at sentences.
#[test]
fn a_heading_and_its_paragraph_fit_together() {
    let counter = Cl100k::default();
    let sentence = "The valve in the cellar closes when the river rises above the mark.";
    // As many as fit without the heading, and none more.
    let body =
        (1..).map(|count| vec![sentence; count].join(" ")).take_while(|body| counter.count(body) <= 500);
    let text = format!("# Valves and where they are to be found in this house\n\n{}\n", body.last().unwrap());
    assert!(counter.count(&text) > 500);
    let chunks = run(ChunkingConfig::default(), SEMANTIC_BOUNDARY, &text).chunks;
    assert!(chunks.len() > 1 && chunks.iter().all(|chunk| chunk.token_count <= 500));
    assert!(chunks.iter().all(|chunk| chunk.content.ends_with('.')));
}

/// H6: a line that starts with a dash that is no list marker is text, and split as such.
#[rstest]
#[case("—")]
#[case("–")]
fn a_line_with_a_dash_is_text(#[case] dash: &str) {
    let text = format!("{dash} {}\n", "The gate stays shut until noon. ".repeat(35));
    let chunks = run(fine().with_max_chunk_size(100), SEMANTIC_BOUNDARY, &text).chunks;
    assert!(chunks.len() > 2 && chunks.iter().all(|chunk| chunk.token_count <= 100));
}

/// H6: no boundary of any strategy parts a fence or an item from what is indented under it.
#[test]
fn no_strategy_cuts_inside_a_small_fence() {
    let fence =
        "```\n10:01 plan: open the valve\n// error: the valve failed\n10:20 verified: it is open\n```";
    let item = "1. Open the valve:\n\n       valve --open\n       # we chose this over the pump";
    let filler = "The crew replaced the disk and checked it again. ".repeat(30);
    let text = format!("10:00 Plan: replace the disk.\n\n{fence}\n\n{filler}\n\n{item}\n\n{filler}\n");
    for strategy in STRATEGIES {
        for chunk in run(fine().with_max_chunk_size(100), strategy, &text).chunks {
            for whole in [fence, item] {
                let start = text.find(whole).unwrap();
                let is_inside = |at: usize| start < at && at < start + whole.len();
                let (from, to) = (chunk.place.start_byte, chunk.place.end_byte);
                assert!(!is_inside(from) && !is_inside(to), "{strategy} {from} {to}\n{}", chunk.content);
            }
        }
    }
}

/// H19: a context ends at the end of a sentence, not of a line that is only wrapped.
#[test]
fn contexts_end_at_sentences() {
    let wrapped = "The river is cold in spring and nobody\nswims there before the feast of the first\nfire. "
        .repeat(20);
    let text = format!("{wrapped}\n\nWe chose oak over granite.\n\n{wrapped}");
    let chunks = run(fine(), PREFERENCE_SIGNAL, &text).chunks;
    let [chunk] = chunks.as_slice() else { panic!("{}", chunks.len()) };
    assert!(chunk.content.starts_with("The river") && chunk.content.ends_with("fire."), "{}", chunk.content);
}

/// H19, H6: nor inside a fence.
#[test]
fn contexts_take_fences_whole() {
    let fence = |wait: usize| {
        format!("```\nOpen the valve. Close the valve.\n{}\n```", "We wait here. ".repeat(wait).trim_end())
    };
    let (before, behind) = (fence(12), fence(20));
    let text =
        format!("# House\n\n{before}\n\nWe chose oak over granite because granite is cold.\n\n{behind}\n");
    for size in [10, 20, 40, 70, 100, 200] {
        let mut config = fine();
        config.preference_signal.context_size = size;
        let chunks = run(config, PREFERENCE_SIGNAL, &text).chunks;
        for fence in [&before, &behind] {
            let start = text.find(&**fence).unwrap();
            let is_inside = |at: usize| start < at && at < start + fence.len();
            for chunk in &chunks {
                let (from, to) = (chunk.place.start_byte, chunk.place.end_byte);
                assert!(!is_inside(from) && !is_inside(to), "{size}: {}", chunk.content);
            }
        }
    }
}

/// H19: nor between what leads to something, a heading or a colon, and that.
#[rstest]
#[case::heading("## Worktop\n\nThe worktop is old and worn. Nobody liked it.", "The worktop")]
#[case::list("These were in the running for the kitchen:\n\n- oak, which is warm\n- granite", "- oak")]
#[case::code("This is what the shop has got in stock:\n\n```\noak granite\n```", "```")]
fn contexts_part_nothing_from_what_leads_to_it(#[case] leading: &str, #[case] led: &str) {
    let lead = leading.split(led).next().unwrap().trim_end();
    let choice = "We chose oak over granite because granite is cold.";
    let river = "The river is cold in spring.";
    let text = format!("# House\n\n{river}\n\n{leading}\n\n{choice}\n\n{river}\n\n{leading}\n\n{river}\n");
    for size in 0..80 {
        let mut config = fine();
        config.preference_signal.context_size = size;
        for chunk in run(config, PREFERENCE_SIGNAL, &text).chunks {
            assert!(!chunk.content.starts_with(led), "{size}: {}", chunk.content);
            assert!(!chunk.content.ends_with(lead), "{size}: {}", chunk.content);
        }
    }
}

/// H6: a small chunk of what no signal claims joins its neighbour of the same kind.
#[test]
fn a_small_remainder_joins_its_neighbour() {
    let valve = "The valve in the cellar closes when the river rises above the mark. ";
    let text = format!(
        "# Wood\n\nWe chose oak over granite because granite is cold.\n\n# Valves\n\n{}\n\n# River\n\n{}\n",
        valve.repeat(25).trim_end(),
        valve.repeat(2).trim_end()
    );
    let mut config = ChunkingConfig::default();
    config.preference_signal.include_remainder = Some(true);
    config.preference_signal.context_size = 0;
    config.preference_signal.min_confidence = 0.9;
    let chunks = run(config, PREFERENCE_SIGNAL, &text).chunks;
    let rest: Vec<_> = chunks.iter().filter(|chunk| chunk.strategy_type == SEMANTIC_BOUNDARY).collect();
    let [.., last] = rest.as_slice() else { panic!("{chunks:?}") };
    assert!(last.content.starts_with("# Valves") && last.content.contains("# River"), "{}", last.content);
    assert!(last.token_count <= 500);
}

/// Settings by which each sentence can be a chunk.
fn of_sentences() -> ChunkingConfig {
    let mut config = fine();
    config.semantic_boundary.target_chunk_size = Some(20);
    config
}

/// H13: `similar` compares by the measure in force.
#[test]
fn similar_is_what_the_measure_says() {
    struct Constant(u32);
    impl Similarity for Constant {
        fn gaps(&self, units: &Units<'_>) -> Vec<u32> {
            let count = units.texts().len();
            // Neighbours have nothing in common; any two chunks do.
            vec![if count == 2 { self.0 } else { 0 }; count.saturating_sub(1)]
        }
    }
    let text = "# Pumps\n\nThe pump moves water from the well up to the tank below the roof.\n\n# Pipes\n\nThe pump fills every pipe of the house with water from the tank.\n\n# Tanks\n\nThe tank below the roof keeps the water of the pump for a day.\n";
    let similar = |value: u32| {
        let system = ChunkingSystem::new(of_sentences()).unwrap().with_similarity(Constant(value));
        let document = Document::new("a.md", text);
        let chunks = system.chunk_with_strategy(&document, SEMANTIC_BOUNDARY).unwrap().chunks;
        let relations = chunks.iter().flat_map(|chunk| &chunk.relations);
        relations.filter(|relation| relation.kind == RelationKind::Similar).count()
    };
    assert_eq!(similar(0), 0);
    assert!(similar(1 << 16) > 0);
}

/// H13: chunks are compared if they share a keyword that at most 24 chunks have.
#[rstest]
#[case(24, true)]
#[case(25, false)]
fn a_common_keyword_makes_no_chunks_similar(#[case] chunks: usize, #[case] are_similar: bool) {
    struct Alike;
    impl Similarity for Alike {
        fn gaps(&self, units: &Units<'_>) -> Vec<u32> {
            let count = units.texts().len();
            vec![if count == 2 { 1 << 16 } else { 0 }; count.saturating_sub(1)]
        }
    }
    // Each section has the pump, and two words that no other one has.
    let word = |number: usize| {
        let letter =
            |place: u32| char::from(b'a' + u8::try_from(number / 7_usize.pow(place) % 7 * 3).unwrap());
        format!("q{}o{}u{}a", letter(0), letter(1), letter(2))
    };
    let section = |number| {
        format!(
            "# {0}\n\nThe pump and the {0} and the {1}, and the pump.\n\n",
            word(2 * number),
            word(2 * number + 1)
        )
    };
    let text: String = (0..chunks).map(section).collect();
    let system = ChunkingSystem::new(of_sentences()).unwrap().with_similarity(Alike);
    let found = system.chunk_with_strategy(&Document::new("a.md", &text), SEMANTIC_BOUNDARY).unwrap().chunks;
    assert_eq!(found.len(), chunks);
    assert!(found.iter().all(|chunk| topic(chunk).keywords.contains(&"pump".to_owned())));
    let mut relations = found.iter().flat_map(|chunk| &chunk.relations);
    assert_eq!(relations.any(|relation| relation.kind == RelationKind::Similar), are_similar);
}

/// H18: `targetChunkSize` is the middle of the size band, with room above it.
#[test]
fn a_target_is_met_on_average() {
    let mut random = fastrand::Rng::with_seed(18);
    let mut word = || -> String { (0..5).map(|_| random.lowercase()).collect() };
    let mut sentence = || format!("The {} near the {} is {}. ", word(), word(), word());
    let text: String = (0..600).map(|at| sentence() + if at % 9 == 8 { "\n\n" } else { "" }).collect();
    for target in [60, 120, 240] {
        let mut config = ChunkingConfig::default();
        config.semantic_boundary.target_chunk_size = Some(target);
        let chunks = run(config, SEMANTIC_BOUNDARY, &text).chunks;
        let mean = chunks.iter().map(|chunk| chunk.token_count).sum::<usize>() / chunks.len();
        assert!((target * 3 / 4..target * 5 / 4).contains(&mean), "{target}: {mean}");
    }
}

/// H20: a number above 999,999 is none of a step.
#[rstest]
#[case("after step 4294967295 to 5")]
#[case("after steps 999999 to 4294967295")]
#[case("once 99999999999 is done")]
fn numbers_that_are_none_of_steps(#[case] condition: &str) {
    let text = format!(
        "1. Open the valve in the cellar, below the stairs, on the left.\n2. Close the valve {condition}, as tight as \
         it goes.\n3. Drain the pipe behind the boiler until no water comes out of it.\n"
    );
    let found = run(fine(), STEP_BASED, &text);
    assert_eq!(found.chunks.iter().map(|chunk| step(chunk).step_number).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(step(&found.chunks[1]).dependencies, [found.chunks[0].id.clone()]);
}

/// C1: what stands in many chunks is at most 1,024 characters of output, with one warning.
#[test]
fn long_headings_are_cut_in_the_output() {
    let title = "é".repeat(5_000);
    let text = format!("# {title}\n\n{}", "The pump moves water.\n\n".repeat(400));
    let found = run(ChunkingConfig::default(), SEMANTIC_BOUNDARY, &text);
    assert!(found.chunks.iter().all(|chunk| topic(chunk).topic == "é".repeat(1_024)));
    let warnings: Vec<_> = found.warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(warnings, ["long-metadata"]);
}

/// C1, H19: a sentence of more tokens than are kept whole is many chunks, and what it decides stands in each of them.
#[test]
fn long_decisions_are_cut_in_the_output() {
    let reason: String = (0..3_000).map(|day| format!("it hums on day {day} ")).collect();
    let text = format!("We prefer oak over granite because {reason}of the year.\n");
    let found = run(ChunkingConfig::default(), PREFERENCE_SIGNAL, &text);
    assert!(found.chunks.len() > 10);
    assert!(found.chunks.iter().all(|chunk| preference(chunk).rationale == reason[..1_024]));
    let warnings: Vec<_> = found.warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(warnings, ["long-metadata"]);
}
