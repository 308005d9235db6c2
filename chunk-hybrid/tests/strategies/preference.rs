//! The strategy `preference-signal` (H19).

use super::common::{chunks, fine, preference, run};
use chunk_hybrid::*;
use rstest::rstest;

/// The signals of a text, as `line: preferred | rejected`.
fn signals(text: &str) -> Vec<String> {
    let content = HybridPolicy::default().read(Document::new("a.md", text));
    let system = ChunkingSystem::new(ChunkingConfig::default()).unwrap();
    let analysis = system.analyze(&content);
    let strong = analysis.signals().iter().filter(|signal| signal.confidence >= Score::from_thousandths(500));
    strong
        .map(|signal| {
            let line = text[..signal.span.start].matches('\n').count() + 1;
            let rejected: Vec<_> = signal.rejected.iter().map(|span| &text[span.clone()]).collect();
            format!(
                "{line}: {} | {}",
                signal.preferred.clone().map_or("", |span| &text[span]),
                rejected.join(", ")
            )
        })
        .collect()
}

// H19: what is more likely a decision than not is given, and what is weaker only if the settings ask for it. A question decides nothing.
#[test]
fn weak_signals_are_given_where_they_are_asked_for() {
    let text = "Should we use oak?\n\nWe chose oak over elm.\n";
    let content = HybridPolicy::default().read(Document::new("a.md", text));
    let count = |min_confidence: f64| {
        let mut config = ChunkingConfig::default();
        config.preference_signal.min_confidence = min_confidence;
        ChunkingSystem::new(config).unwrap().analyze(&content).signals().len()
    };
    assert_eq!([0.1, 0.5, 1.0].map(count), [2, 1, 1]);
}

// H6.11: what no decision claims is in the chunk of the decision beside it, if it is small.
#[test]
fn a_short_list_with_two_decisions_is_one_chunk() {
    let text = "# Memory\n\n- User prefers short answers over long ones.\n- User lives in Lyon.\n- User has two cats.\n\
        - User decided to learn Rust instead of Go.\n- User works at a bakery.\n";
    let found = ChunkingSystem::default().chunks("memory.md", text).unwrap();
    let said: Vec<_> =
        found.iter().map(|chunk| (chunk.strategy_type.to_string(), chunk.content.len())).collect();
    assert_eq!(said, [(PREFERENCE_SIGNAL.to_string(), text.trim_end().len())]);
    assert_eq!(preference(&found.chunks[0]).signals.len(), 2);
}

// H1.10: a word in lower case before a colon is a label only beside another one.
#[rstest]
#[case::chat("alice: I prefer tabs over spaces\nbob: me neither\n", "1: tabs | spaces")]
#[case::record("date: 2024-05-01\ndecision: use tabs over spaces\nreason: editors\n", "2: tabs | spaces")]
#[case::alone(
    "in short, of all the things that we saw\nfirst: I prefer tabs over spaces\n",
    "1: tabs | spaces"
)]
fn lines_with_labels_in_lower_case_are_read_apart(#[case] text: &str, #[case] wanted: &str) {
    assert_eq!(signals(text)[..1], [wanted]);
}

const RECORD: &str = "# Use PostgreSQL for orders\n\n## Status\n\nAccepted\n\n## Context\n\nOrders are kept in files today. \
    That does not scale.\n\n## Considered Options\n\n* PostgreSQL\n* MongoDB\n* DynamoDB\n\n## Decision Outcome\n\n\
    Chosen option: \"PostgreSQL\", because we know it well.\n\n## Consequences\n\n* Good, because reports get easier.\n\
    * Bad, because somebody has to run it.\n";

const GUIDE: &str = "# Coding style\n\n## Names\n\n- Prefer descriptive names over abbreviations.\n- Use `snake_case` for functions.\n\
    - Avoid one-letter names.\n\n## Layout\n\n- Use spaces instead of tabs.\n- Never write two statements on one line.\n";

// H19: an option ends where its phrase does, and the options that were considered are those that were not chosen.
#[test]
fn a_decision_record_has_one_decision_and_the_options_beside_it() {
    assert_eq!(signals(RECORD), ["19: PostgreSQL | MongoDB, DynamoDB"]);
}

// H19: what is refused in one sentence and demanded in the next are two sides of one choice.
#[test]
fn sentences_side_by_side_name_both_options() {
    let text = GUIDE.replace("Use spaces instead of tabs.", "Do not use tabs. Use spaces.");
    assert_eq!(signals(&text)[3], "11: spaces | tabs");
}

#[test]
fn a_guide_is_a_list_of_preferences() {
    let expected = [
        "5: descriptive names | abbreviations",
        "6: snake_case | ",
        "7:  | one-letter names",
        "11: spaces | tabs",
        "12:  | write two statements",
    ];
    assert_eq!(signals(GUIDE), expected);
}

// H19: verdicts stand by themselves.
#[rstest]
#[case("LGTM\n", DecisionType::Approval)]
#[case("Approved: the new cellar pump.\n", DecisionType::Approval)]
#[case("# Patch\n\nNACK\n", DecisionType::Rejection)]
fn verdicts_are_signals(#[case] text: &str, #[case] kind: DecisionType) {
    let found = chunks(PREFERENCE_SIGNAL, text);
    let StrategyMetadata::Preference(metadata) = &found[0].strategy_metadata else { panic!("{found:?}") };
    assert_eq!(metadata.decision_type, kind, "{metadata:?}");
    assert!(metadata.confidence >= Score::from_thousandths(500), "{metadata:?}");
}

// H19: a label names a speaker by how it is used: in turns, after a time, as a mention, or before an "I"; a known word is
// one only if it is a given name, too.
#[rstest]
#[case("Mark: I approve the lamps.", Some("Mark"))]
#[case("Will: I chose oak over granite.", Some("Will"))]
#[case("@grant: we chose oak over granite.", Some("grant"))]
#[case("We chose `@types/node` over node.", None)]
#[case("We prefer names over @mentioning people.", None)]
#[case("<Hope> we chose oak over granite", Some("Hope"))]
#[case("10:32 Grant: we chose oak over granite.", Some("Grant"))]
#[case("Will: We need a worktop.\n\nMark: We chose oak over granite.\n\nWill: Good.", Some("Mark"))]
#[case("Will: what about the worktop\nMark: we chose oak over granite\nWill: good", Some("Mark"))]
#[case("Worktop: we chose oak over granite.", None)]
#[case("Worktop: We chose oak over granite.\n\nLamps: They come on Monday.", None)]
#[case("10:32 Decision: we chose oak over granite.", None)]
#[case("Ines: I was away.\nWorktop: we chose oak over granite.", None)]
#[case("Decision: I chose oak over granite.", None)]
#[case::lower_case_behind_a_time("[10:42] dave: We chose oak over pine.", Some("dave"))]
#[case::lower_case_alone("dave: We chose oak over pine.", None)]
fn speakers_are_known_by_how_they_speak(#[case] text: &str, #[case] speaker: Option<&str>) {
    let text = format!("# Kitchen\n\n{text}\n");
    let found = chunks(PREFERENCE_SIGNAL, &text);
    let users: Vec<_> = found
        .iter()
        .filter_map(|chunk| match &chunk.strategy_metadata {
            StrategyMetadata::Preference(metadata) => Some(metadata.user_id.as_deref()),
            _ => None,
        })
        .collect();
    assert_eq!(users, [speaker]);
}

// H19: options are verbatim, and end where their phrase does.
#[rstest]
#[case("Rust over Go because it is safer.", "Rust", "Go")]
#[case("C over C++.", "C", "C++")]
#[case("We prefer C over C++ for the driver.", "C", "C++")]
#[case("We chose .NET over Java.", ".NET", "Java")]
#[case("We use `/etc/pump.conf` instead of ~/.pump/conf.toml.", "/etc/pump.conf", "~/.pump/conf.toml")]
fn options_are_verbatim(#[case] sentence: &str, #[case] preferred: &str, #[case] rejected: &str) {
    let text = format!("# Language\n\n{sentence}\n");
    let found = chunks(PREFERENCE_SIGNAL, &text);
    let StrategyMetadata::Preference(metadata) = &found[0].strategy_metadata else { panic!("{found:?}") };
    assert_eq!(
        (&*metadata.preferred_option, &*metadata.rejected_options),
        (preferred, &[rejected.to_owned()][..])
    );
}

// H19: a column of choice takes yes and no, marks, and words; its name decides nothing.
#[rstest]
#[case("Chosen", "yes", "no")]
#[case("Selected?", "✓", "✗")]
#[case("Choice", "✓", "✗")]
#[case("Decision", "accepted", "rejected")]
fn a_column_of_choice_answers_for_its_row(#[case] column: &str, #[case] yes: &str, #[case] no: &str) {
    let text =
        format!("# Tools\n\n| Option | {column} |\n|---|---|\n| Kafka | {yes} |\n| RabbitMQ | {no} |\n");
    let system = ChunkingSystem::default().with_strategy(PREFERENCE_SIGNAL).unwrap();
    let found = system.findings(&Document::new("a.md", &text)).signals;
    let options =
        |signal: &FoundSignal| (signal.start_line, signal.preferred.clone(), signal.rejected.clone());
    let no = || vec!["RabbitMQ".to_owned()];
    let wanted = [(5, Some("Kafka".to_owned()), no()), (6, None, no())];
    assert_eq!(found.iter().map(options).collect::<Vec<_>>(), wanted);
    let is_no: Vec<_> = found.iter().map(|signal| signal.decision_type == DecisionType::Rejection).collect();
    assert_eq!(is_no, [false, true]);
}

// H19: yes and no say what is so, unless the table names a decision.
#[rstest]
#[case("Name", "Vegetarian")]
#[case("Feature", "Supported")]
fn an_answer_elsewhere_decides_nothing(#[case] subject: &str, #[case] column: &str) {
    let text = format!("# Trip\n\n| {subject} | {column} |\n|---|---|\n| Tabs | yes |\n| Panes | no |\n");
    let system = ChunkingSystem::default().with_strategy(PREFERENCE_SIGNAL).unwrap();
    assert_eq!(system.findings(&Document::new("a.md", &text)).signals, []);
}

// H19: negation turns a choice into a refusal, and a question decides too little to be kept.
#[rstest]
#[case("We prefer Rust over Go.", &[DecisionType::Selection])]
#[case("We do not prefer Rust over Go.", &[])]
#[case("We chose not to use Rust.", &[DecisionType::Rejection])]
#[case("Should we prefer Rust over Go?", &[])]
#[case("\"Do we prefer Rust over Go?\"", &[])]
fn what_is_denied_or_asked_is_not_selected(#[case] text: &str, #[case] kinds: &[DecisionType]) {
    let system = ChunkingSystem::default().with_strategy(PREFERENCE_SIGNAL).unwrap();
    let found = system.findings(&Document::new("a.md", text)).signals;
    assert_eq!(found.iter().map(|signal| signal.decision_type).collect::<Vec<_>>(), kinds);
}

// H19: these are no decisions.
#[rstest]
#[case("Our team won over the crowd.\n")]
#[case("Traffic moved from left to right.\n")]
#[case("Prices dropped from 10 to 5 dollars.\n")]
#[case("We picked berries.\n")]
#[case(
    "# Match report\n\nOur team won over the crowd. We picked berries on the way home. The rain stopped at noon.\n"
)]
#[case(
    "# Markets\n\nPrices dropped from 10 to 5 dollars. Traffic moved from left to right across the bridge.\n"
)]
fn what_merely_happened_is_no_decision(#[case] text: &str) {
    assert!(signals(text).is_empty(), "{:?}", signals(text));
    let chunks = ChunkingSystem::default().chunk(&Document::new("a.md", text)).unwrap().chunks;
    assert!(chunks.iter().all(|chunk| chunk.strategy_type != PREFERENCE_SIGNAL));
}

// H4: a brief text is what its sentences are.
#[rstest]
#[case("LGTM, ship it.\n")]
#[case("We picked Postgres.\n")]
#[case("We moved from Jenkins to Buildkite.\n")]
#[case("It rained. We chose oak over granite, because granite is cold.\n")]
fn a_brief_text_with_a_decision_is_one(#[case] text: &str) {
    let chunks = ChunkingSystem::default().chunk(&Document::new("a.md", text)).unwrap().chunks;
    assert!(chunks.iter().all(|chunk| chunk.strategy_type == PREFERENCE_SIGNAL), "{chunks:?}");
}

#[test]
fn signals_come_with_their_context_and_the_rest_on_request() {
    let filler = "The river is cold in spring and nobody swims there. ".repeat(40);
    let text = format!("{filler}\n\nWe chose oak over granite.\n\n{filler}");
    let mut config = fine();
    config.preference_signal.context_size = 20;
    config.preference_signal.min_confidence = 0.9;
    let found = run(config.clone(), PREFERENCE_SIGNAL, &text);
    let [signal] = found.chunks.as_slice() else { panic!("{}", found.chunks.len()) };
    // H9: what is left out is said, unless the settings say that it is meant.
    let codes: Vec<_> = found.warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(codes, ["left-out"]);
    config.preference_signal.include_remainder = Some(false);
    assert!(run(config.clone(), PREFERENCE_SIGNAL, &text).warnings.is_empty());
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

// H19: contexts of neighbours part between their signals, above the heading of the second.
#[test]
fn contexts_part_above_a_heading() {
    let river = "The river is cold in spring. ".repeat(6);
    let text = format!(
        "We chose oak over granite, since granite is cold. {river}\n\n## Taps\n\n\
         We chose brass over chrome, since chrome is loud. {river}\n"
    );
    let chunks = run(fine().with_max_chunk_size(100), PREFERENCE_SIGNAL, &text).chunks;
    let starts: Vec<_> = chunks.iter().map(|chunk| &chunk.content[..7]).collect();
    assert_eq!(starts, ["We chos", "## Taps"]);
}

// H19.23: what a decision rejects may be in other items of its list, and the chunk holds those too.
#[rstest]
#[case("# Fruit\n\nWhich fruit do we choose?\n\n- [x] apples\n- [ ] pears\n")]
#[case("# Fruit\n\nWhich fruit do we choose?\n\n- [ ] pears\n- [x] apples\n- [ ] plums\n")]
fn a_chunk_holds_the_options_that_its_decision_rejects(#[case] text: &str) {
    let contents: Vec<_> = chunks(PREFERENCE_SIGNAL, text).into_iter().map(|chunk| chunk.content).collect();
    assert_eq!(contents, [text.trim_end()]);
}

// H19.23, H6.11: the rows that name a table's columns are in the chunk of its first decision.
#[test]
fn a_row_has_the_names_of_its_columns() {
    let text = "# Log\n\n| Date | Decision |\n|---|---|\n| Monday | Use oak instead of elm |\n";
    let found = run(ChunkingConfig::default(), PREFERENCE_SIGNAL, text).chunks;
    let contents: Vec<_> = found.into_iter().map(|chunk| chunk.content).collect();
    assert_eq!(contents, [text.trim_end()]);
}

// H19.21: a tag of HTML is nobody.
#[rstest]
#[case("<b>We chose oak over elm.</b>")]
#[case("<p> We chose oak over elm. </p>")]
#[case("<div>We chose oak over elm.")]
fn a_tag_is_no_speaker(#[case] text: &str) {
    let found = chunks(PREFERENCE_SIGNAL, text);
    assert_eq!(preference(&found[0]).user_id, None);
}

// H19.23: that is so in a section that is too large for a chunk, too.
#[test]
fn a_chunk_in_a_large_section_holds_the_options_that_its_decision_rejects() {
    let list = "- [ ] pears\n- [x] apples\n- [ ] plums";
    let text = format!("# Fruit\n\n{list}\n\n{}", "We had a look at all the fruit in the shop. ".repeat(60));
    let found = chunks(PREFERENCE_SIGNAL, &text);
    let holding = found.iter().find(|chunk| chunk.content.contains("apples")).unwrap();
    assert_eq!(holding.content, format!("# Fruit\n\n{list}"));
}

#[test]
fn neighbouring_signals_are_one_group() {
    let text = "We chose oak over granite.\n\nWe chose brass over chrome.\n";
    assert_eq!(chunks(PREFERENCE_SIGNAL, text).len(), 1);
}

// H19: what stands elsewhere in the document: the options that were considered, those with a number, the title above a bare verdict.
#[rstest]
#[case::considered(
    "## Considered Options\n\n* Use MySQL\n* **SQLite**: small\n\n## Decision\n\nWe take MySQL.\n",
    "MySQL | SQLite"
)]
#[case::of_another_decision(
    "## Considered Options\n\n* Use MySQL\n* SQLite\n\n## Decision\n\nWe take oak.\n",
    "oak | "
)]
#[case::verdict("# The new bridge\n\n## Decision\n\nApproved.\n", "The new bridge | ")]
#[case::below_no_words("# The new bridge\n\n## ***\n\nApproved.\n", "The new bridge | ")]
fn options_stand_elsewhere_too(#[case] text: &str, #[case] options: &str) {
    let found = chunks(PREFERENCE_SIGNAL, text);
    let last = preference(found.last().unwrap());
    assert_eq!(format!("{} | {}", last.preferred_option, last.rejected_options.join(", ")), options);
}
