//! The contract's lists of unit tests and its tables of edge cases, for each strategy.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::disallowed_methods,
    missing_docs,
    unreachable_pub
)]

mod common;

use chunk_core::{Cl100k, TokenCounter};
use chunk_hybrid::*;
use common::{chunks, event, fine, preference, run, step, topic};
use rstest::rstest;

// Every strategy: the tables of edge cases.

#[rstest]
fn empty_documents_have_no_chunks_but_a_warning(
    #[values(EVENT_BASED, SEMANTIC_BOUNDARY, PREFERENCE_SIGNAL, STEP_BASED)] strategy: &str,
    #[values("", " \n\t\n", "\u{FEFF}", "---\ntitle: x\n---\n\n")] text: &str,
) {
    let found = run(fine(), strategy, text);
    assert_eq!(found.chunks, []);
    assert_eq!(found.warnings[0].code, "empty-document");
}

#[rstest]
fn a_single_sentence_is_one_chunk_with_full_metadata(
    #[values(EVENT_BASED, SEMANTIC_BOUNDARY, PREFERENCE_SIGNAL, STEP_BASED)] strategy: &str,
) {
    let found = run(fine(), strategy, "The pump in the cellar hums.");
    let [chunk] = found.chunks.as_slice() else { panic!("{found:?}") };
    assert_eq!(chunk.content, "The pump in the cellar hums.");
    assert_eq!((chunk.chunk_index, chunk.token_count), (0, Cl100k::default().count(&chunk.content)));
    assert!(chunk.coherence_score.is_some() && chunk.completeness.is_some() && chunk.complete == Some(true));
    assert!(
        chunk.related_chunks.is_empty() && chunk.context_before.is_empty() && chunk.context_after.is_empty()
    );
}

#[rstest]
fn without_boundaries_there_are_windows_that_overlap(
    #[values(EVENT_BASED, SEMANTIC_BOUNDARY, PREFERENCE_SIGNAL, STEP_BASED)] strategy: &str,
) {
    let text: String = (0..900).map(|number| format!("stone{number} ")).collect();
    let found = run(ChunkingConfig::default(), strategy, text.trim_end()).chunks;
    assert!(found.len() >= 4, "{}", found.len());
    assert!(found.iter().all(|chunk| chunk.token_count <= 500));
    // The window before the last is full; each but the first starts with the end of the one before.
    for pair in found.windows(2) {
        assert!((45..=50).contains(&pair[1].overlap_tokens), "{}", pair[1].overlap_tokens);
        let shared = pair[0].place.end_byte - pair[1].place.start_byte;
        assert_eq!(Cl100k::default().count(&pair[1].content[..shared]), pair[1].overlap_tokens);
        assert!(pair[0].token_count >= 490);
    }
}

#[rstest]
fn windows_end_with_a_sentence_in_their_last_fifth(
    #[values(EVENT_BASED, SEMANTIC_BOUNDARY, STEP_BASED)] strategy: &str,
) {
    let text = "The same water flows over the same stone today. ".repeat(200);
    let found = run(ChunkingConfig::default(), strategy, text.trim_end()).chunks;
    let inner = &found[..found.len() - 1];
    assert!(!inner.is_empty() && inner.iter().all(|chunk| chunk.content.trim_end().ends_with("today.")));
    assert!(inner.iter().all(|chunk| (400..=500).contains(&chunk.token_count)));
}

#[rstest]
fn what_is_too_large_is_cut_at_paragraphs_then_sentences(
    #[values(EVENT_BASED, SEMANTIC_BOUNDARY, STEP_BASED)] strategy: &str,
) {
    let paragraph =
        |number: usize| format!("Part {number} tells of pumps. It has two sentences about valve {number}. ");
    let text: Vec<String> = (0..60).map(paragraph).collect();
    let text = format!("## Step 1: Pumps\n\n{}", text.join("\n\n"));
    let found = run(ChunkingConfig::default(), strategy, &text).chunks;
    assert!(found.len() > 1);
    for chunk in &found {
        assert!(chunk.token_count <= 500 && chunk.content.trim_end().ends_with('.'), "{:?}", chunk.content);
    }
}

#[rstest]
fn what_is_too_small_joins_its_neighbour(
    #[values(EVENT_BASED, SEMANTIC_BOUNDARY, STEP_BASED)] strategy: &str,
) {
    let text =
        "# Plan\n\n1. Will open.\n\n# Execution\n\n2. Opened it.\n\n# Verification\n\n3. Checked it.\n";
    let found = run(ChunkingConfig::default(), strategy, text).chunks;
    assert_eq!(found.len(), 1, "all of it is below fifty tokens");
}

#[rstest]
fn fences_rows_and_items_are_kept_whole(
    #[values(EVENT_BASED, SEMANTIC_BOUNDARY, STEP_BASED)] strategy: &str,
) {
    let code: String = (0..100).map(|line| format!("let value_{line} = compute({line});\n")).collect();
    let text = format!("Before it.\n\n```rust\n{code}```\n\nAfter it.\n");
    let found = run(ChunkingConfig::default(), strategy, &text).chunks;
    let holding: Vec<_> = found.iter().filter(|chunk| chunk.content.contains("value_")).collect();
    assert_eq!(holding.len(), 1);
    assert!(holding[0].token_count > 500 && holding[0].content.contains("value_99"));
}

#[rstest]
fn duplicates_are_listed_at_the_first(#[values(EVENT_BASED, SEMANTIC_BOUNDARY)] strategy: &str) {
    let part =
        format!("# Execution\n\n{}", "The pump was opened and the valve was cleaned by hand. ".repeat(30));
    let other = format!(
        "# Verification\n\n{}",
        "Nobody found a single leak in the whole cellar that day. ".repeat(30)
    );
    let text = format!("{part}\n\n{other}\n\n{part}\n");
    let found = run(ChunkingConfig::default(), strategy, &text).chunks;
    let kept: Vec<_> = found.iter().filter(|chunk| chunk.content.contains("# Execution")).collect();
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].duplicates.len(), 1);
    assert!(kept[0].duplicates[0].start_line > kept[0].place.end_line);
}

#[test]
fn a_chunk_without_context_has_none() {
    let text = "# One\n\nFirst words about apples.\n\n# Two\n\nOther words about engines.\n";
    let mut config = fine();
    config.enable_context_extraction = false;
    config.enable_quality_scoring = false;
    config.enable_relationship_linking = false;
    let found = run(config, EVENT_BASED, text).chunks;
    for chunk in &found {
        assert_eq!((&*chunk.context_before, &*chunk.context_after), ("", ""));
        assert_eq!((chunk.coherence_score, chunk.completeness, chunk.complete), (None, None, None));
        assert!(chunk.relations.is_empty() && chunk.related_chunks.is_empty());
    }
}

#[test]
fn low_coherence_is_flagged() {
    let likes =
        "The pump moves water. The pump needs water and oil.\n\nThe pump gets water from the well.\n\n";
    let odd = "Jazz began in New Orleans.\n\nGlaciers carve valleys slowly.\n\n";
    let text = format!("{}{}", likes.repeat(6), odd);
    let found = run(ChunkingConfig::default(), EVENT_BASED, &text).chunks;
    let sure = |chunk: &&HybridChunk<'_>| chunk.coherence_score.unwrap() >= Score::from_thousandths(500);
    for chunk in &found {
        assert_eq!(sure(&chunk), chunk.flags.is_empty(), "{chunk:?}");
    }
}

#[rstest]
#[case::whole("# A\n\nThe pump runs.\n", 1000, true)]
#[case::no_heading("The pump runs.\n", 900, true)]
#[case::pronoun("# A\n\n", 1000, true)]
#[case::opening_pronoun("It runs well now.\n", 650, false)]
#[case::connective("However, the pump runs.\n", 650, false)]
#[case::named_pronoun("This pump runs.\n", 900, true)]
#[case::open_fence("# A\n\n```\nmake\n", 650, false)]
fn completeness(#[case] text: &str, #[case] thousandths: u64, #[case] complete: bool) {
    let found = run(fine(), SEMANTIC_BOUNDARY, text).chunks;
    assert_eq!(found[0].completeness.unwrap().thousandths(), thousandths);
    assert_eq!(found[0].complete, Some(complete));
}

// Event-based.

const LOG: &str = "\
# OPS-7 Replace the disk

2024-05-01 09:00 Plan: we will replace the disk of the second node during lunch.
2024-05-01 09:10 Need to ask for the spare part and going to warn the office.

2024-05-01 12:00 Drained the node and pulled the disk.
2024-05-01 12:20 Installed the new disk, restarted the array.

2024-05-01 13:00 Verified the checksums of all volumes, no errors.
2024-05-01 13:10 Tested a restore, passed.

2024-05-02 10:00 In hindsight we should have ordered two disks. Lesson learned: keep a spare.
";

#[test]
fn phases_follow_each_other() {
    let found = chunks(EVENT_BASED, LOG);
    let phases: Vec<_> = found.iter().map(|chunk| event(chunk).phase).collect();
    assert_eq!(phases, [Phase::Planning, Phase::Execution, Phase::Verification, Phase::Reflection]);
    assert!(found[0].content.starts_with("# OPS-7"), "the title belongs to the first phase");
}

#[test]
fn event_metadata_is_taken_from_the_text() {
    let found = chunks(EVENT_BASED, LOG);
    assert!(found.iter().all(|chunk| event(chunk).task_id == "OPS-7"));
    // date -u -d '2024-05-01 09:00' +%s
    assert_eq!(event(&found[0]).timestamp, Some(1_714_554_000_000));
    assert_eq!(event(&found[0]).duration, Some(600_000));
    assert_eq!(event(&found[1]).duration, Some(1_200_000));
    assert_eq!(event(&found[2]).outcome, Some(Outcome::Success));
    assert_eq!(event(&found[3]).duration, Some(0));
}

#[test]
fn phases_are_linked_in_time() {
    let found = chunks(EVENT_BASED, LOG);
    assert_eq!(event(&found[1]).related_chunks, [found[0].id.clone(), found[2].id.clone()]);
    assert_eq!(event(&found[0]).related_chunks, [found[1].id.clone()]);
    let kinds: Vec<_> = found[1].relations.iter().map(|relation| relation.kind).collect();
    assert!(kinds.starts_with(&[RelationKind::Previous, RelationKind::Next]));
}

#[test]
fn a_log_without_time_stamps_has_no_times() {
    let text = "## Preparation\n\nWe will clean the oven and heat it up to 250 degrees.\n\n## Cooking\n\nPut the bread in at the \
                back of the oven.\n\n## Checks\n\nTapped it from below, and it sounded quite hollow.\n";
    let found = chunks(EVENT_BASED, text);
    assert!(found.len() > 1);
    assert!(found.iter().all(|chunk| event(chunk).timestamp.is_none() && event(chunk).duration.is_none()));
    assert!(found.iter().all(|chunk| event(chunk).task_id == "a-task"), "the file's name");
}

#[rstest]
#[case::heading("## Execution\n\nmilk", Phase::Execution)]
#[case::label("[PLAN] milk", Phase::Planning)]
#[case::colon("Verification: milk", Phase::Verification)]
#[case::bold("**Lessons learned**\n\nmilk", Phase::Reflection)]
#[case::underlined("Verification\n------------\n\nmilk", Phase::Verification)]
#[case::intention("We are going to move the milk tomorrow.", Phase::Planning)]
#[case::need("I need to order milk before the weekend.", Phase::Planning)]
#[case::done("Moved the milk and cleaned the shelf.", Phase::Execution)]
#[case::ongoing("Moving the milk.", Phase::Execution)]
#[case::checked("Checked the milk, it was measured at 4 degrees.", Phase::Verification)]
#[case::regret("Next time the milk should have been moved first.", Phase::Reflection)]
#[case::learned("I learned that milk is heavy.", Phase::Reflection)]
#[case::will_check("We will verify the milk tomorrow.", Phase::Planning)]
#[case::nothing("milk", Phase::Execution)]
fn phases_are_told_by(#[case] text: &str, #[case] phase: Phase) {
    let system = ChunkingSystem::new(fine()).unwrap();
    let content = ParsedContent::new(Document::new("a.md", text));
    let events = strategy::event::events(&content, &system.config().event_based, &content.body());
    assert_eq!(events.last().unwrap().phase, phase);
}

#[test]
fn less_sensitive_means_fewer_changes() {
    let count = |sensitivity: f64| {
        let mut config = fine();
        config.event_based.phase_detection_sensitivity = sensitivity;
        let text = "We will replace the disk of the second node during the lunch break.\n\nReplaced the disk of the \
                    node, moved all of the data and started it.\n\nChecked the data of the second node with great care.\n";
        run(config, EVENT_BASED, text).chunks.len()
    };
    assert!(count(0.0) <= count(0.7) && count(0.7) <= count(1.0));
    assert!(count(0.0) < count(1.0));
}

#[rstest]
#[case(29, 2)]
#[case(30, 3)]
#[case(31, 3)]
fn a_short_phase_joins_its_neighbour(#[case] seconds: u32, #[case] expected: usize) {
    let text = format!(
        "[PLAN] 10:00:00 We will open all the valves in the northern building.\n\
         [CHECK] 10:05:00 Measured the pressure at each of the valves once more.\n\
         [REVIEW] 10:05:{seconds:02} Lesson learned: in hindsight the valves should have been numbered.\n"
    );
    assert_eq!(chunks(EVENT_BASED, &text).len(), expected);
}

#[rstest]
#[case("Deployed. All tests passed.", Some(Outcome::Success))]
#[case("The deploy failed with an error.", Some(Outcome::Failure))]
#[case("Two shards passed, one failed.", Some(Outcome::Partial))]
#[case("It was partially restored.", Some(Outcome::Partial))]
#[case("Finished without errors.", Some(Outcome::Success))]
#[case("The leak is not fixed.", Some(Outcome::Failure))]
#[case("Result: failed. Nothing else was healthy before.", Some(Outcome::Failure))]
#[case("✅ shipped", Some(Outcome::Success))]
#[case("We looked at the river.", None)]
fn outcomes(#[case] text: &str, #[case] outcome: Option<Outcome>) {
    assert_eq!(event(&chunks(EVENT_BASED, text)[0]).outcome, outcome);
}

#[rstest]
#[case::frontmatter("---\ntask_id: T-1\n---\nDid OPS-2.", "T-1")]
#[case::label("Task: repaint the hall\n\nDid it.", "repaint the hall")]
#[case::ticket("Worked on ABC-42 today.", "ABC-42")]
#[case::number("Worked on #512 today.", "#512")]
#[case::no_ticket("Encoded as UTF-8 today.", "a-task")]
fn task_ids(#[case] text: &str, #[case] id: &str) {
    assert_eq!(event(&chunks(EVENT_BASED, text)[0]).task_id, id);
}

#[test]
fn a_time_jump_is_a_boundary() {
    let mut text: String = (0..20)
        .map(|minute| format!("10:{minute:02} Turned valve number {minute} and wrote it down.\n"))
        .collect();
    text.push_str("15:30 Turned the last valve of them all and wrote it down.\n15:31 Went home and slept.\n");
    let found = chunks(EVENT_BASED, &text);
    assert!(found.iter().any(|chunk| chunk.content.starts_with("15:30")));
}

// Semantic-boundary.

fn essay(subjects: &[(&str, &[&str])]) -> String {
    let mut text = String::new();
    for (heading, sentences) in subjects {
        text.push_str(heading);
        for _ in 0..3 {
            text.push_str(&sentences.join(" "));
            text.push_str("\n\n");
        }
    }
    text
}

const BEES: &[&str] = &[
    "Bees gather nectar from the clover and carry it to the hive.",
    "The hive keeps its honey in combs of wax, and the queen lays eggs there.",
    "A swarm leaves the hive in May when the combs are full of honey.",
    "The keeper opens the hive, smokes the bees, and cuts the combs.",
];
const TRAINS: &[&str] = &[
    "The locomotive pulls eleven wagons up the ramp to the summit station.",
    "Signals along the track stop every train until the line is clear.",
    "Drivers change at the junction, and the wagons are coupled anew.",
    "Steam was given up for diesel when the tunnel was built.",
];

#[test]
fn topics_part_where_the_words_change() {
    let text = essay(&[("", BEES), ("", TRAINS)]);
    let found = chunks(SEMANTIC_BOUNDARY, &text);
    assert_eq!(found.len(), 2, "{:?}", found.iter().map(|chunk| &chunk.content).collect::<Vec<_>>());
    assert!(!found[0].content.contains("locomotive") && !found[1].content.contains("hive"));
}

#[rstest]
#[case("# Bees\n\n", "# Trains\n\n")]
#[case("## Bees\n\n", "### Trains\n\n")]
#[case("", "In contrast, ")]
#[case("", "Moving on to trains. ")]
#[case("", "Next topic: trains. ")]
fn topics_part_at_headings_and_turns(#[case] first: &str, #[case] second: &str) {
    let text = essay(&[(first, BEES), (second, TRAINS)]);
    let found = chunks(SEMANTIC_BOUNDARY, &text);
    assert_eq!(found.len(), 2);
    assert!(found[1].content.starts_with(second.trim_end()));
}

#[test]
fn a_document_of_one_topic_is_one_chunk() {
    let text = BEES.join(" ");
    let found = chunks(SEMANTIC_BOUNDARY, &text);
    assert_eq!(found.len(), 1);
}

#[test]
fn topic_keywords_and_summary() {
    let text = essay(&[("# Keeping bees\n\n", BEES), ("# The railway\n\n", TRAINS)]);
    let found = chunks(SEMANTIC_BOUNDARY, &text);
    assert_eq!(topic(&found[0]).topic, "Keeping bees");
    assert_eq!(topic(&found[1]).topic, "The railway");
    for chunk in &found {
        let words = &topic(chunk).keywords;
        assert!((5..=10).contains(&words.len()));
        assert!(words.iter().all(|word| chunk.content.to_lowercase().contains(&**word)), "{words:?}");
        let sentences =
            BEES.iter().chain(TRAINS).filter(|sentence| topic(chunk).summary.contains(**sentence)).count();
        assert!((1..=2).contains(&sentences), "verbatim: {}", topic(chunk).summary);
        assert_eq!(topic(chunk).coherence_score, chunk.coherence_score);
    }
    assert!(topic(&found[0]).keywords.contains(&"hive".to_owned()), "{:?}", topic(&found[0]).keywords);
    assert!(!topic(&found[1]).keywords.contains(&"hive".to_owned()));
}

#[test]
fn without_a_heading_the_topic_is_a_phrase_of_the_chunk() {
    let text = essay(&[("", BEES), ("", TRAINS)]);
    for chunk in chunks(SEMANTIC_BOUNDARY, &text) {
        let topic = &topic(&chunk).topic;
        assert!(!topic.is_empty() && chunk.content.contains(&**topic), "{topic}");
    }
}

#[test]
fn a_heading_stays_with_its_body() {
    let text = essay(&[("# A\n\n", BEES), ("# B\n\n", TRAINS), ("# C\n\n", BEES)]);
    for chunk in chunks(SEMANTIC_BOUNDARY, &text) {
        assert!(!chunk.content.trim_end().lines().last().unwrap().starts_with('#'));
    }
}

#[test]
fn a_threshold_of_zero_asks_for_no_drop() {
    let mut config = fine();
    config.semantic_boundary.similarity_threshold = 0.0;
    let text = essay(&[("", BEES), ("", TRAINS)]);
    let cuts = run(config, SEMANTIC_BOUNDARY, &text).chunks;
    // No gap lies below zero, no heading, no turn: above the maximum there are windows, else one chunk.
    assert!(cuts.len() == 1 || cuts[1].overlap_tokens > 0);
}

// Preference-signal.

#[rstest]
#[case("I prefer tea over coffee.", DecisionType::Selection, "tea", &["coffee"])]
#[case("She prefers the train to the car.", DecisionType::Selection, "the train", &["the car"])]
#[case("We chose oak over granite.", DecisionType::Selection, "oak", &["granite"])]
#[case("Let's use Redis rather than Memcached.", DecisionType::Selection, "Redis", &["Memcached"])]
#[case("Tabs instead of spaces, please.", DecisionType::Selection, "Tabs", &["spaces"])]
#[case("I'd rather have two columns than tabs.", DecisionType::Selection, "two columns", &["tabs"])]
#[case("Two exams are better than one exam.", DecisionType::Selection, "Two exams", &["one exam"])]
#[case("Instead of the lift, we take the stairs.", DecisionType::Selection, "the stairs", &["the lift"])]
#[case("We went with the yearly plan.", DecisionType::Selection, "the yearly plan", &[])]
#[case("They settled on gravel.", DecisionType::Selection, "gravel", &[])]
#[case("We decided to keep the pond.", DecisionType::Selection, "the pond", &[])]
#[case("I approve the new palette.", DecisionType::Approval, "the new palette", &[])]
#[case("The new palette was approved.", DecisionType::Approval, "The new palette", &[])]
#[case("LGTM on the retry patch.", DecisionType::Approval, "the retry patch", &[])]
#[case("Yes to the garden.", DecisionType::Approval, "the garden", &[])]
#[case("I reject the second draft.", DecisionType::Rejection, "", &["the second draft"])]
#[case("The second draft was rejected.", DecisionType::Rejection, "", &["The second draft"])]
#[case("We decided against the pool.", DecisionType::Rejection, "", &["the pool"])]
#[case("I veto the car.", DecisionType::Rejection, "", &["the car"])]
#[case("No to plastic bags.", DecisionType::Rejection, "", &["plastic bags"])]
#[case("We ruled out the ferry.", DecisionType::Rejection, "", &["the ferry"])]
#[case("Changed the limit from 10 to 14.", DecisionType::Configuration, "14", &["10"])]
#[case("The train moves from Thursday to Tuesday.", DecisionType::Configuration, "Tuesday", &["Thursday"])]
#[case("I set the timeout to 30 s.", DecisionType::Configuration, "30 s", &[])]
#[case("Disabled the legacy login.", DecisionType::Configuration, "Disabled the legacy login", &[])]
#[case("We turned the sound off.", DecisionType::Configuration, "turned the sound off", &[])]
fn decisions(
    #[case] text: &str,
    #[case] kind: DecisionType,
    #[case] preferred: &str,
    #[case] rejected: &[&str],
) {
    let found = chunks(PREFERENCE_SIGNAL, text);
    let found = preference(&found[0]);
    assert_eq!(found.decision_type, kind);
    assert_eq!(found.preferred_option, preferred);
    assert_eq!(found.rejected_options, rejected);
    assert!(found.confidence >= Score::from_thousandths(500));
}

#[rstest]
#[case::question("Do we prefer tea over coffee?")]
#[case::negation("I don't prefer tea over coffee.")]
#[case::former("I used to prefer tea to coffee.")]
#[case::description("The river flows over the meadow.")]
#[case::nothing_changed("Nothing was changed about the limit.")]
#[case::undecided("Tea or coffee: not decided yet.")]
#[case::taste("Tea is served at four.")]
fn no_decisions(#[case] text: &str) {
    let found = run(fine(), PREFERENCE_SIGNAL, text);
    assert!(found.chunks.iter().all(|chunk| chunk.strategy_type != PREFERENCE_SIGNAL), "{found:?}");
    assert_eq!(found.warnings[0].code, "no-signals");
}

#[test]
fn implicit_preferences_are_less_sure() {
    let sure = |text: &str| preference(&chunks(PREFERENCE_SIGNAL, text)[0]).confidence;
    let implicit = sure("I always use the small knife.");
    assert!(implicit < sure("I went with the small knife."));
    assert!(sure("I went with the small knife.") < sure("I prefer the small knife over the large one."));
    assert!(
        sure("Perhaps I prefer the small knife over the large one.")
            < sure("I prefer the small knife over the large one.")
    );
}

#[rstest]
#[case("We chose oak because granite is cold.", "granite is cold")]
#[case("We chose oak, since granite is cold.", "granite is cold")]
#[case("We chose oak so that nobody slips.", "nobody slips")]
#[case("We chose oak due to the price.", "the price")]
#[case("We chose oak. Reason: the price.", "the price")]
#[case("We chose oak.", "")]
fn rationales(#[case] text: &str, #[case] rationale: &str) {
    assert_eq!(preference(&chunks(PREFERENCE_SIGNAL, text)[0]).rationale, rationale);
}

#[rstest]
#[case("Alice: I prefer oak over granite.", Some("Alice"))]
#[case("**Bob**: I prefer oak over granite.", Some("Bob"))]
#[case("@carol: I prefer oak over granite.", Some("carol"))]
#[case("As @dan said, we chose oak over granite.", Some("dan"))]
#[case("---\nauthor: Eve\n---\nI prefer oak over granite.", Some("Eve"))]
#[case("Worktop: I prefer oak over granite.", None)]
fn users(#[case] text: &str, #[case] user: Option<&str>) {
    let found = chunks(PREFERENCE_SIGNAL, text);
    let found = preference(&found[0]);
    // A label of one capitalized word may be a name that no lexicon knows.
    if user.is_some() {
        assert_eq!(found.user_id.as_deref(), user);
    }
}

#[test]
fn a_marked_choice_in_a_table_or_list() {
    let table = "| option | verdict |\n|---|---|\n| Kafka | rejected |\n| Redpanda | chosen |\n";
    let list = "Options:\n\n- [ ] Kafka\n- [x] Redpanda\n";
    for text in [table, list] {
        let found = chunks(PREFERENCE_SIGNAL, text);
        let found = preference(found.iter().find(|chunk| chunk.strategy_type == PREFERENCE_SIGNAL).unwrap());
        assert_eq!(
            (&*found.preferred_option, &*found.rejected_options),
            ("Redpanda", &["Kafka".to_owned()][..])
        );
    }
}

#[test]
fn below_the_confidence_signals_are_dropped() {
    let text = "I always use the small knife.";
    let mut config = fine();
    config.preference_signal.min_confidence = 0.55;
    assert_eq!(run(config.clone(), PREFERENCE_SIGNAL, text).chunks[0].strategy_type, PREFERENCE_SIGNAL);
    config.preference_signal.min_confidence = 0.551;
    assert_eq!(run(config, PREFERENCE_SIGNAL, text).chunks[0].strategy_type, SEMANTIC_BOUNDARY);
}

#[test]
fn signals_come_with_their_context_and_the_rest_on_request() {
    let filler = "The river is cold in spring and nobody swims there. ".repeat(40);
    let text = format!("{filler}\n\nWe chose oak over granite.\n\n{filler}");
    let mut config = fine();
    config.preference_signal.context_size = 20;
    let alone = run(config.clone(), PREFERENCE_SIGNAL, &text).chunks;
    let [signal] = alone.as_slice() else { panic!("{}", alone.len()) };
    assert!(signal.content.contains("oak") && signal.content.len() < 400);
    assert!(
        signal.content.starts_with("The river") && signal.content.ends_with('.'),
        "sentence ends: {:?}",
        signal.content
    );
    config.preference_signal.include_remainder = Some(true);
    let all = run(config, PREFERENCE_SIGNAL, &text).chunks;
    assert!(all.len() > 2 && all.iter().any(|chunk| chunk.strategy_type == SEMANTIC_BOUNDARY));
}

#[test]
fn neighbouring_signals_are_one_group() {
    let text = "We chose oak over granite.\n\nWe chose brass over chrome.\n";
    assert_eq!(chunks(PREFERENCE_SIGNAL, text).len(), 1);
}

// Step-based.

#[rstest]
#[case::numbers("1. Open the valve.\n2. Wait for water.\n3. Close the valve.\n", &[1, 2, 3])]
#[case::brackets("1) Open the valve.\n2) Wait for water.\n", &[1, 2])]
#[case::headings("## Step 1: Open\n\nTurn it.\n\n## Step 2: Wait\n\nSit down.\n", &[1, 2])]
#[case::numbered_headings("## 1. Open the valve\n\nLeft.\n\n## 2. Close the valve\n\nRight.\n", &[1, 2])]
#[case::labels("Step 1: open the valve.\n\nStep 2: close it.\n", &[1, 2])]
#[case::words("First, open the valve. Then wait for water. Finally, close the valve.\n", &[1, 2, 3])]
#[case::written_numbers("7. Open the valve.\n8. Close the valve.\n", &[7, 8])]
#[case::table("| Step | Action |\n|---|---|\n| 1 | Open |\n| 2 | Close |\n", &[1, 2])]
fn steps_are_told_by(#[case] text: &str, #[case] numbers: &[u32]) {
    let content = ParsedContent::new(Document::new("a.md", text));
    let found = strategy::step::steps(&content, &content.body());
    let found: Vec<_> =
        found.iter().filter(|step| step.kind == StepType::Main).filter_map(|step| step.number).collect();
    assert_eq!(found, numbers);
}

const PROCEDURE: &str = "\
# Restore a database from the nightly backup

## Prerequisites

- You hold the role of restore operator, and the customer has confirmed the time in writing.

## Procedure

1. Open a maintenance window in the console and tell the customer about it by phone, about 5 minutes.
2. Restore the snapshot into a scratch database and look at the state of it now and then.
   a. Run `snapctl restore` and note the name of the scratch database for the later steps.
   b. Wait until the state is ready, which takes 10 to 15 minutes on an ordinary evening.
3. Optional: let the customer look at the scratch database through the read-only viewer.
4. After step 2 is done, rename the live database, and give the scratch database its name.
";

#[test]
fn steps_have_numbers_types_and_parents() {
    let found = chunks(STEP_BASED, PROCEDURE);
    let shape: Vec<_> = found.iter().map(|chunk| (step(chunk).step_type, step(chunk).step_number)).collect();
    use StepType::{Main, Optional, Prerequisite, Substep};
    let expected =
        [(Prerequisite, 0), (Main, 1), (Main, 2), (Substep, 1), (Substep, 2), (Optional, 3), (Main, 4)];
    assert_eq!(shape, expected);
    let parent = |chunk: &HybridChunk<'_>| {
        let of_kind = chunk.relations.iter().find(|relation| relation.kind == RelationKind::Parent);
        of_kind.map(|relation| relation.id.clone())
    };
    assert_eq!(parent(&found[3]), Some(found[2].id.clone()));
    assert_eq!(parent(&found[4]), Some(found[2].id.clone()));
    assert_eq!(found[3].hierarchy_level, found[2].hierarchy_level + 1);
}

#[test]
fn dependencies_are_those_of_the_sequence_and_those_that_are_said() {
    let found = chunks(STEP_BASED, PROCEDURE);
    let needs = |index: usize| step(&found[index]).dependencies.clone();
    assert_eq!(needs(1), [found[0].id.clone()], "prerequisites come first");
    assert_eq!(needs(2), [found[1].id.clone()]);
    assert_eq!(needs(3), [found[2].id.clone()], "the first part needs its step");
    assert_eq!(needs(4), [found[3].id.clone()]);
    assert_eq!(needs(6), [found[2].id.clone()], "an optional step is not needed");
    assert!(step(&found[2]).followups.contains(&found[6].id));
}

#[rstest]
#[case("Wait 5 minutes.", 300, TimeSource::Text)]
#[case("This takes 10 to 20 minutes.", 900, TimeSource::Text)]
#[case("Let it rest for 1h30.", 5400, TimeSource::Text)]
#[case("Open the valve.", 30 + 2, TimeSource::Estimate)]
#[case("Run `make` and `make test` now.", 30 + 60 + 3, TimeSource::Estimate)]
fn times_are_stated_or_estimated(#[case] text: &str, #[case] seconds: u64, #[case] source: TimeSource) {
    let text = format!("1. {text}\n");
    let found = chunks(STEP_BASED, &text);
    assert_eq!((step(&found[0]).estimated_time, step(&found[0]).estimated_time_source), (seconds, source));
}

#[test]
fn substeps_belong_to_their_step_unless_wanted() {
    let mut config = fine();
    config.step_based.detect_substeps = false;
    let found = run(config, STEP_BASED, PROCEDURE).chunks;
    assert!(found.iter().all(|chunk| step(chunk).step_type != StepType::Substep));
    assert!(
        found.iter().any(|chunk| chunk.content.contains("2. Restore") && chunk.content.contains("b. Wait"))
    );
}

#[test]
fn optional_steps_are_text_of_the_step_before_unless_wanted() {
    let mut config = fine();
    config.step_based.include_optional_steps = false;
    let found = run(config, STEP_BASED, PROCEDURE).chunks;
    assert!(found.iter().all(|chunk| step(chunk).step_type != StepType::Optional));
    assert!(found.iter().any(|chunk| chunk.content.contains("3. Optional")));
}

#[test]
fn circles_are_cut_at_the_later_step_with_a_warning() {
    let text = "\
1. After step 2 is done, open the valve of the northern tank slowly and listen to it.
2. Close the valve of the southern tank, and write down how long that took you.
";
    let found = run(fine(), STEP_BASED, text);
    assert_eq!(found.warnings.iter().map(|warning| warning.code).collect::<Vec<_>>(), ["dependency-cycle"]);
    assert_eq!(step(&found.chunks[0]).dependencies, [found.chunks[1].id.clone()]);
    assert_eq!(step(&found.chunks[1]).dependencies, [] as [String; 0]);
}

#[test]
fn difficulty_grows_with_what_is_asked() {
    let easy = chunks(STEP_BASED, "1. Open it.\n");
    let hard_text = format!(
        "1. Warning: this is dangerous. If it smokes, stop. If it burns, run `a`, `b` and `c`. {}\n",
        "Look at it again. ".repeat(20)
    );
    let hard = chunks(STEP_BASED, &hard_text);
    assert_eq!(step(&easy[0]).difficulty, 1);
    assert_eq!(step(&hard[0]).difficulty, 5);
}

#[test]
fn text_around_steps_is_a_topic_of_its_own_if_it_is_long() {
    let intro = "This guide tells how the tanks of the northern building are emptied in spring. ".repeat(8);
    let text = format!(
        "# Tanks\n\n{intro}\n\n1. Open the valve of the northern tank slowly and listen.\n2. Close it.\n"
    );
    let found = run(ChunkingConfig::default(), STEP_BASED, &text).chunks;
    assert_eq!(found[0].strategy_type, SEMANTIC_BOUNDARY);
    assert_eq!(found[1].strategy_type, STEP_BASED);
}

// The system.

#[rstest]
#[case("---\nchunkingStrategy: step-based\n---\nWords.", Reason::Frontmatter, STEP_BASED)]
#[case("---\nchunkingStrategy: nonsense\n---\nWords.", Reason::Default, SEMANTIC_BOUNDARY)]
#[case("Words.", Reason::Default, SEMANTIC_BOUNDARY)]
fn the_order_of_choice(#[case] text: &str, #[case] reason: Reason, #[case] strategy: &str) {
    let mut config = fine();
    config.enable_auto_detection = false;
    let system = ChunkingSystem::new(config).unwrap();
    let selection = system.explain(&Document::new("a.md", text));
    assert_eq!((selection.reason, &*selection.parts[0].strategy), (reason, strategy));
}

#[rstest]
#[case("task-log", EVENT_BASED)]
#[case("reflection", SEMANTIC_BOUNDARY)]
#[case("note", SEMANTIC_BOUNDARY)]
#[case("meeting", SEMANTIC_BOUNDARY)]
#[case("feedback", PREFERENCE_SIGNAL)]
#[case("decision", PREFERENCE_SIGNAL)]
#[case("sop", STEP_BASED)]
#[case("tutorial", STEP_BASED)]
#[case("workflow", STEP_BASED)]
fn every_content_type_has_its_strategy(#[case] content_type: &str, #[case] strategy: &str) {
    let text = format!("---\ntype: {content_type}\n---\nA few words.\n");
    let system = ChunkingSystem::new(fine()).unwrap();
    let selection = system.explain(&Document::new("a.md", &text));
    assert_eq!(selection.parts[0].strategy, strategy);
    let best = selection.classification.unwrap().best();
    assert_eq!(serde_json::to_value(best.content_type).unwrap(), content_type);
}

#[test]
fn a_mixed_document_is_routed_part_by_part() {
    let text = format!(
        "# Shop\n\n## Opening\n\n1. Switch off the alarm.\n2. Turn on the lights.\n3. Count the till.\n4. Unlock the door.\n\n## What we decided\n\nWe chose paper over plastic.\nWe prefer eggs from Hansen over eggs from the market.\nWe decided against bags.\n\n## Log\n\n{}",
        "10:00 We will clean.\n10:30 Cleaned the floor.\n11:00 Checked it, all fine.\n"
    );
    let system = ChunkingSystem::new(fine()).unwrap();
    let document = Document::new("a.md", &text);
    let selection = system.explain(&document);
    assert_eq!(selection.reason, Reason::Mixed);
    let strategies: Vec<_> = selection.parts.iter().map(|part| &*part.strategy).collect();
    assert_eq!(strategies, [STEP_BASED, PREFERENCE_SIGNAL, EVENT_BASED]);
    // H5: a hint switches that off.
    let hinted = format!("---\nchunkingStrategy: event-based\n---\n{text}");
    assert_eq!(system.explain(&Document::new("a.md", &hinted)).parts.len(), 1);
    let forced = system.chunk_with_strategy(&document, EVENT_BASED).unwrap();
    assert!(forced.chunks.iter().all(|chunk| chunk.strategy_type == EVENT_BASED));
}

#[test]
fn malformed_frontmatter_leaves_the_choice_to_the_content() {
    let text =
        "---\nchunkingStrategy: [step\n---\n1. Open the valve.\n2. Wait for water.\n3. Close the valve.\n";
    let system = ChunkingSystem::new(fine()).unwrap();
    let found = system.chunk(&Document::new("a.md", text)).unwrap();
    assert_eq!(found.warnings[0].code, "malformed-frontmatter");
    assert_eq!(found.chunks[0].strategy_type, STEP_BASED);
    assert!(found.chunks[0].content.starts_with("1. Open"));
}

#[test]
fn an_unknown_strategy_is_an_error_that_names_the_known_ones() {
    let system = ChunkingSystem::new(fine()).unwrap();
    let error = system.chunk_with_strategy(&Document::new("a.md", "Words."), "magic").unwrap_err();
    assert!(error.is_unknown_strategy());
    assert!(error.to_string().contains("step-based"), "{error}");
}

#[test]
fn editing_a_section_leaves_the_ids_of_the_others_alone() {
    let sections: Vec<String> = (1..6)
        .map(|number| {
            format!(
                "## Step {number}: Part {number}\n\n{}\n\n",
                "Turn the valve and wait until the pressure falls below the mark. ".repeat(6)
            )
        })
        .collect();
    let edited: Vec<String> =
        sections.iter().map(|section| section.replace("Part 3\n", "Part 3, edited\n")).collect();
    let ids = |sections: &[String]| -> Vec<String> {
        chunks(STEP_BASED, &sections.concat()).iter().map(|chunk| chunk.id.clone()).collect()
    };
    let (before, after) = (ids(&sections), ids(&edited));
    let changed = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    assert_eq!((before.len(), changed), (5, 1));
}

#[test]
fn a_plugin_that_drafts_what_is_no_text_is_refused() {
    struct Wrong;
    impl ChunkingPlugin for Wrong {
        fn name(&self) -> &str {
            "wrong"
        }

        fn detect(&self, _: &ParsedContent<'_>) -> Confidence {
            Confidence::ONE
        }

        fn chunk(&self, _: &ParsedContent<'_>, _: &ChunkContext<'_>) -> Vec<Draft> {
            vec![Draft::new(0..1_000_000, StrategyMetadata::Custom(serde_json::Map::new()))]
        }
    }
    let mut system = ChunkingSystem::new(fine()).unwrap();
    system.register_plugin(Wrong).unwrap();
    assert_eq!(system.strategies().last(), Some(&"wrong"));
    assert!(system.register_plugin(Wrong).unwrap_err().to_string().contains("\"wrong\""));
    let error = system.chunk(&Document::new("a.md", "Words.")).unwrap_err();
    assert!(error.to_string().contains("\"wrong\""), "{error}");
}

#[test]
fn statistics_count_chunks_by_strategy() {
    let system = ChunkingSystem::new(fine()).unwrap();
    system.chunk_with_strategy(&Document::new("a.md", "Words."), SEMANTIC_BOUNDARY).unwrap();
    system.chunk_with_strategy(&Document::new("a.md", "1. Open it.\n"), STEP_BASED).unwrap();
    let stats = system.stats();
    assert_eq!((stats.total_chunks, stats.total_documents), (2, 2));
    assert_eq!(stats.by_strategy.get(STEP_BASED), Some(&1));
    assert_eq!((stats.avg_processing_time, stats.p95_processing_time), (None, None));
}
