//! Preference-signal.

use super::common::{chunks, fine, preference, run};
use chunk_hybrid::*;
use rstest::rstest;

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
#[case("Mussels in perry: a clear yes.", DecisionType::Approval, "Mussels in perry", &[])]
#[case("The venison tartare is off the menu.", DecisionType::Rejection, "", &["The venison tartare"])]
#[case("The pot got the nod.", DecisionType::Approval, "The pot", &[])]
#[case("The loan from Paris has to go.", DecisionType::Rejection, "", &["The loan from Paris"])]
#[case("The blue one gets my vote.", DecisionType::Selection, "The blue one", &[])]
#[case("Oak beats steel.", DecisionType::Selection, "Oak", &["steel"])]
#[case("We are not happy with the sleeps.", DecisionType::Rejection, "", &["the sleeps"])]
#[case("The old lathe approved by the board.", DecisionType::Approval, "The old lathe", &[])]
#[case("A full covenant was proposed. We turn this down.", DecisionType::Rejection, "", &["A full covenant"])]
#[case("Please no chat bot.", DecisionType::Rejection, "", &["chat bot"])]
#[case("The aisle, always.", DecisionType::Selection, "The aisle", &[])]
#[case("Always the aisle, never the window.", DecisionType::Selection, "the aisle", &["the window"])]
#[case("Our pick: the local joiner.", DecisionType::Selection, "the local joiner", &[])]
#[case("Heating curve 1.4 -> 1.2.", DecisionType::Configuration, "1.2", &["1.4"])]
#[case("Type size: 24 pt now, was 18 pt.", DecisionType::Configuration, "24 pt", &["18 pt"])]
#[case("The price: up from 58 to 64.", DecisionType::Configuration, "64", &["58"])]
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
#[case::double_negation("He doesn't hate the camera.")]
#[case::compared_with_nothing("It took better than we thought.")]
#[case::handed_over("Jun -> split the tickets.")]
#[case::time("We talked it over the weekend.")]
#[case::weak_alone("We dropped the box and took a photo.")]
#[case::order("Accept the shift.")]
fn no_decisions(#[case] text: &str) {
    let found = run(fine(), PREFERENCE_SIGNAL, text);
    assert!(found.chunks.iter().all(|chunk| chunk.strategy_type != PREFERENCE_SIGNAL), "{found:?}");
    assert_eq!(found.warnings[0].code, "no-signals");
}

/// The signals of a text, as `line: preferred | rejected`.
fn signals(text: &str) -> Vec<String> {
    let content = ParsedContent::new(Document::new("a.md", text));
    let found = ChunkingSystem::new(ChunkingConfig::default()).unwrap().analyze(&content).signals().to_vec();
    let strong = found.into_iter().filter(|signal| signal.confidence >= Score::from_thousandths(500));
    strong
        .map(|signal| {
            let line = text[..signal.span.start].matches('\n').count() + 1;
            let rejected: Vec<_> = signal.rejected.iter().map(|span| &text[span.clone()]).collect();
            format!("{line}: {} | {}", signal.preferred.map_or("", |span| &text[span]), rejected.join(", "))
        })
        .collect()
}

#[test]
fn tables_tell_verdicts_and_changes_by_their_columns() {
    let verdicts = "| no | film | jury |\n|---|---|---|\n| 1 | Salt | rejected |\n| 2 | Bror | accepted |\n| 3 | Pixel | accepted |\n";
    assert_eq!(signals(verdicts), ["3:  | Salt", "4: Bror | ", "5: Pixel | "]);
    let changes = "| setting | old | new |\n|---|---|---|\n| pool | 20 | 35 |\n";
    assert_eq!(signals(changes), ["3: 35 | 20"]);
    let taken = "| what | chosen | over |\n|---|---|---|\n| tops | beech | steel |\n";
    assert_eq!(signals(taken), ["3: beech | steel"]);
    let told = "| date | what |\n|---|---|\n| 4 Feb | beech instead of steel |\n";
    assert_eq!(signals(told), ["3: beech | steel"]);
}

#[test]
fn one_decision_told_twice_in_a_line_is_one() {
    assert_eq!(signals("The pond: no. I have decided against the pond."), ["1:  | the pond"]);
    assert_eq!(signals("I approve the palette. I reject the logo."), ["1: the palette | ", "1:  | the logo"]);
}

#[test]
fn weak_signals_count_among_strong_ones() {
    let weak = "We keep the roll.";
    assert!(signals(weak).is_empty());
    let strong = "I prefer tea over coffee.\n\nI veto the car.\n\nWe keep the roll.";
    assert_eq!(signals(strong), ["1: tea | coffee", "3:  | the car", "5: the roll | "]);
}

#[test]
fn each_remark_of_a_list_without_marks_is_read_alone() {
    let text = "Locked\n\n  group size: capped at 5\n  archers who run away -- no.\n  stagger: approved\n";
    assert_eq!(signals(text), ["3: 5 | ", "4:  | archers who run away", "5: stagger | "]);
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
