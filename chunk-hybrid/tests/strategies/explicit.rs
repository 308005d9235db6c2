//! What a document says in a form that can be read with certainty is taken at its word (H3, H4, H17, H19, H20).

use super::common::*;
use chunk_hybrid::*;
use rstest::rstest;

/// The number, title and type of each step.
fn steps(text: &str) -> Vec<(Option<u32>, String, StepType)> {
    let system = ChunkingSystem::new(fine()).unwrap().with_strategy(STEP_BASED).unwrap();
    let found = system.findings(&Document::new("a.md", text)).steps;
    found.into_iter().map(|step| (step.number, step.title, step.kind)).collect()
}

/// What each decision prefers and rejects.
fn decided(text: &str) -> Vec<(String, Vec<String>)> {
    let found = chunks(PREFERENCE_SIGNAL, text);
    let own = found.iter().filter(|chunk| matches!(chunk.strategy_metadata, StrategyMetadata::Preference(_)));
    own.map(preference).map(|own| (own.preferred_option.clone(), own.rejected_options.clone())).collect()
}

#[rstest]
#[case("(Optional) Turn the lamp off in the hall.")]
#[case("Optionally, turn the lamp off in the hall.")]
#[case("Optional: turn the lamp off in the hall.")]
#[case("**Optional:** turn the lamp off in the hall.")]
#[case("Turn the lamp off in the hall (optional).")]
#[case("Turn the lamp off in the hall - optional")]
#[case("If you like, turn the lamp off in the hall.")]
fn a_step_that_is_called_optional_is(#[case] third: &str) {
    let text = format!(
        "# Leaving\n\n1. Close the windows.\n2. Lock the back door.\n3. {third}\n4. Lock the front door.\n"
    );
    let types: Vec<_> = steps(&text).into_iter().map(|(number, _, kind)| (number, kind)).collect();
    let (main, optional) = (StepType::Main, StepType::Optional);
    assert_eq!(types, [(Some(1), main), (Some(2), main), (Some(3), optional), (Some(4), main)]);
}

// H20.7: only a mark makes a step optional: its own, or that of a heading above it.
#[rstest]
#[case("If step 3 fails, go to step 2.", StepType::Main)]
#[case("You may need to wait for the pump.", StepType::Main)]
fn a_step_that_is_not_called_optional_is_none(#[case] second: &str, #[case] kind: StepType) {
    let found = steps(&format!("# Leaving\n\n1. Close the windows.\n2. {second}\n3. Lock the door.\n"));
    assert_eq!(
        found.into_iter().map(|(.., kind)| kind).collect::<Vec<_>>(),
        [StepType::Main, kind, StepType::Main]
    );
}

#[test]
fn steps_below_an_optional_heading_are_optional() {
    let text = "# Pump\n\n## Start\n\n1. Open the valve.\n2. Start the pump.\n\n## Optional: clean\n\n1. Stop the pump.\n2. Wash it.\n";
    let found: Vec<_> =
        steps(text).into_iter().filter(|(number, ..)| number.is_some()).map(|(.., kind)| kind).collect();
    assert_eq!(found, [StepType::Main, StepType::Main, StepType::Optional, StepType::Optional]);
}

// H20.1: sentences that say their place are steps of their own, also on one line.
#[test]
fn sentences_of_a_sequence_are_steps() {
    let text = "# Set up the printer\n\nFirst, plug in the printer. Then insert the disk. Wait. Next, open the lid.\n";
    let found: Vec<_> = steps(text).into_iter().map(|(_, title, _)| title).collect();
    assert_eq!(found, ["First, plug in the printer.", "Then insert the disk.", "Next, open the lid."]);
}

// H20.6: a table of contents has no steps.
#[test]
fn a_link_inside_the_document_is_no_step() {
    let text = "# Guide\n\n1. [Step 1: Fork](#step-1-fork)\n2. [Step 2: Build](#step-2-build)\n\n\
                ## Step 1: Fork\n\nFork it.\n\n## Step 2: Build\n\nBuild it.\n";
    let found: Vec<_> = steps(text).into_iter().map(|(_, title, _)| title).collect();
    assert_eq!(found, ["Fork", "Build"]);
}

#[rstest]
#[case(
    "## Step 3: Valve\n\nTurn the red valve until it stops.\n\n## Step 4: Pump\n\nStart the pump and wait.\n"
)]
#[case("## 3. Valve\n\nTurn the red valve until it stops.\n\n## 4. Pump\n\nStart the pump and wait.\n")]
#[case(
    "### Step 3 - Valve\n\nTurn the red valve until it stops.\n\n### Step 4 - Pump\n\nStart the pump and wait.\n"
)]
fn a_numbered_heading_is_a_step_even_if_it_is_the_first(#[case] text: &str) {
    let main: Vec<_> = steps(text).into_iter().filter(|(.., kind)| *kind == StepType::Main).collect();
    let wanted =
        [(3, "Valve"), (4, "Pump")].map(|(number, title)| (Some(number), title.to_owned(), StepType::Main));
    assert_eq!(main, wanted);
}

#[test]
fn what_is_needed_is_no_step_and_bullets_in_a_step_are_its_parts() {
    let text = "# Bread\n\n## Ingredients\n\n- 500 g of flour\n- 300 g of water\n- 10 g of salt\n\n## Directions\n\n\
                1. Mix the dough:\n   - Stir the flour into the water.\n   - Add the salt.\n2. Bake it for an hour.\n";
    let found = steps(text);
    let shown: Vec<_> = found.iter().map(|(_, title, kind)| (title.as_str(), *kind)).collect();
    assert_eq!(
        shown,
        [
            ("Mix the dough", StepType::Main),
            ("Stir the flour into the water.", StepType::Substep),
            ("Add the salt.", StepType::Substep),
            ("Bake it for an hour.", StepType::Main),
        ]
    );
}

#[rstest]
#[case::boxes("- [x] apples\n- [ ] pears\n", "apples", &["pears"])]
#[case::settled("We settled on **A**, as B, C and D cannot be moved at night.\n", "A", &[])]
#[case::label("**Decision:** the oak worktop\n", "oak worktop", &[])]
#[case::heading("# Worktop\n\n**Resolution**\n\nWe take the oak worktop.\n", "oak worktop", &[])]
#[case::because("We chose oak because granite is heavy.\n", "oak", &[])]
fn what_is_called_a_decision_is_one(#[case] text: &str, #[case] preferred: &str, #[case] rejected: &[&str]) {
    let rejected: Vec<String> = rejected.iter().map(|option| (*option).to_owned()).collect();
    assert_eq!(decided(text), [(preferred.to_owned(), rejected)]);
}

// H19.11: what only sounds like a refusal refuses nothing.
#[test]
fn a_sentence_beside_a_refusal_is_no_option() {
    let found = decided("I do not prefer tabs over spaces. We talked.\n");
    assert!(found.iter().flat_map(|(_, rejected)| rejected).all(|own| own == "tabs"), "{found:?}");
}

// H19.5: boxes are options only where nothing says that they are tasks.
#[rstest]
#[case::title("## Tasks\n\n- [x] the wrapper\n- [ ] the pump\n", None)]
#[case::commands("- [x] write the wrapper\n- [ ] measure\n", None)]
#[case::labels("- [x] Ann: write the wrapper\n- [ ] Bo: measure\n", None)]
#[case::line_above("What is left to do:\n\n- [x] the wrapper\n- [ ] the pump\n", None)]
#[case::asked("# Tasks\n\nWhich one comes first?\n\n- [x] the wrapper\n- [ ] the pump\n", Some("wrapper"))]
#[case::options("## Options\n\n- [x] use oak\n- [ ] use pine\n", Some("oak"))]
fn boxes_of_tasks_are_no_options(#[case] text: &str, #[case] preferred: Option<&str>) {
    let found = decided(text).into_iter().map(|(preferred, _)| preferred).find(|own| !own.is_empty());
    assert_eq!(found.as_deref(), preferred);
}

// H19.5, H19.8: where a decision is expected, and none was taken.
#[rstest]
#[case("# Roof\n\nDecision: TBD\n")]
#[case("# Roof\n\n**Decision:** pending.\n")]
#[case("# Roof\n\nDecision: none\n")]
#[case("# Roof\n\nDecision: ?\n")]
#[case("# Roof\n\nDecision: postponed until May.\n")]
#[case("# Roof\n\n## Decision\n\nTo be discussed.\n")]
#[case("# Roof\n\n## Decision\n\nNot decided yet.\n")]
#[case("# Roof\n\n## Decision\n\nNot yet taken. We will decide after the rain.\n")]
#[case("# Roof\n\n## Decision\n\nWe have not decided yet. The rain will tell.\n")]
#[case("# Roof\n\n## Decision\n\nNo decision was made.\n")]
#[case("# Roof\n\nThe roof leaks in two rooms. Decision: TBD\n")]
#[case("# Roof\n\n[2025-02-12 10:05:40] - **Decision:** TBD\n")]
#[case("# Roof\n\n## Decision\n\nDeferred to May.\n")]
#[case("# Roof\n\n## Decision\n\nOn hold.\n")]
#[case("# Roof\n\n## Decision\n\nWaiting for the roofer.\n")]
#[case("# Roof\n\n**Can I use slate instead of straw?**\nNo. It is too heavy.\n")]
#[case("# Roof\n\nA letter has no more than 60 lines.\n")]
#[case("# Roof\n\n**Decided by:** Ann\n\n**Decision date:** 2024-03-11\n")]
#[case("We could choose MySQL over Postgres, but nothing is decided.\n")]
fn what_is_not_decided_is_no_decision(#[case] text: &str) {
    assert_eq!(decided(text), [(String::new(), Vec::new())]);
}

// H19.10, H19.14: what a record says that was refused, by its status or by the title of a part, is not preferred.
#[rstest]
#[case("# Use MySQL\n\nStatus: Rejected\n\n## Decision\n\nWe will use MySQL.\n", &["MySQL"])]
#[case("# Use MySQL\n\n## Status\n\nRejected\n\n## Decision\n\nWe will use MySQL.\n", &["MySQL"])]
#[case("# Roof\n\n## Rejected alternatives\n\n### Use slate\n\nUse slate on the house.\n", &[])]
#[case("# Roof\n\n## Alternatives considered\n\nUse slate.\n\nUse straw.\n", &[])]
fn what_a_record_refuses_is_not_preferred(#[case] text: &str, #[case] rejected: &[&str]) {
    let found = decided(text);
    assert!(found.iter().all(|(preferred, _)| preferred.is_empty()), "{found:?}");
    let all: Vec<_> = found.iter().flat_map(|(_, rejected)| rejected).collect();
    assert!(rejected.iter().all(|own| all.iter().any(|other| other == own)), "{found:?}");
}

// H19.5: of an entry of a log, what its label calls the decision.
#[rstest]
#[case("## 2024-05-01: Queue for jobs\n\nOptions considered:\n\n- SQS\n- RabbitMQ\n\n**Decision:** SQS.\n", "SQS", &["RabbitMQ"])]
#[case("## 2024-05-01\n\nAnn proposes one zone. Decision: two zones.\n", "two zones", &[])]
#[case("[2025-02-12 10:05:40] - **Decision:** Postpone the offline mode.\n", "Postpone the offline mode", &[])]
#[case("## 2024-05-01\n\nRejected: RabbitMQ (operations), Kafka (cost).\n", "", &["RabbitMQ", "Kafka"])]
fn an_entry_of_a_log_decides_what_it_calls_its_decision(
    #[case] entry: &str,
    #[case] preferred: &str,
    #[case] rejected: &[&str],
) {
    let system = ChunkingSystem::new(fine()).unwrap();
    let text = format!("# Decision log\n\n{entry}");
    let found = system.findings(&Document::new("decisionLog.md", &text));
    let [own] = found.signals.as_slice() else { panic!("{:?}", found.signals) };
    assert_eq!(own.preferred.as_deref().unwrap_or_default(), preferred);
    assert_eq!(own.rejected, rejected);
}

// H19.9, H19.11: a row is about its title, not about its number, and a proposal is no decision.
#[test]
fn an_index_of_records_names_titles() {
    let text = "| ADR | Title | Status |\n|---|---|---|\n| [1](1.md) | Use Postgres | Accepted |\n\
                | [2](2.md) | Use Kafka | Rejected |\n| [3](3.md) | Use NATS | Proposed |\n";
    let found = ChunkingSystem::new(fine()).unwrap().with_strategy(PREFERENCE_SIGNAL).unwrap();
    let found = found.findings(&Document::new("a.md", text)).signals;
    let shown: Vec<_> = found.iter().map(|own| (own.preferred.as_deref(), own.rejected.as_slice())).collect();
    assert_eq!(shown, [(Some("Use Postgres"), &[][..]), (None, &["Use Kafka".to_owned()][..])]);
}

// H19.23: the smallest entry that holds a decision holds its reason.
#[test]
fn an_item_is_in_one_chunk_with_its_reason() {
    let text =
        "# Client\n\n## Decision\n\n- Use Tauri instead of Electron\n\n## Rationale\n\n- It is small.\n";
    let found = chunks(PREFERENCE_SIGNAL, text);
    assert!(found[0].content.contains("It is small."), "{}", found[0].content);
    assert_eq!(preference(&found[0]).rationale, "- It is small.");
}

// H19.5: the parts of an entry in a log of decisions are no decisions.
#[test]
fn parts_of_a_log_of_decisions_are_no_decisions() {
    let text = "# Decision log\n\n## Decision\n\n- Use Postgres\n\n## Rationale\n\n- It is known.\n\n\
                ## Implementation Details\n\n- A pool of 5.\n\n## Review notes\n\nNone.\n";
    let found = ChunkingSystem::new(fine()).unwrap().findings(&Document::new("decisionLog.md", text));
    let shown: Vec<_> = found.signals.iter().map(|signal| signal.preferred.as_deref()).collect();
    assert_eq!(shown, [Some("Postgres")]);
}

// H19.25: the metadata of a chunk with several decisions is that of one of them, in all fields.
#[test]
fn the_metadata_of_a_chunk_is_that_of_one_decision() {
    let text =
        "**Decision:** FastAPI.\n\n**Rationale:** Async support.\n\n**Decision:** Postgres over Mongo\n";
    let found = chunks(PREFERENCE_SIGNAL, text);
    let own = preference(&found[0]);
    let shown: Vec<_> =
        own.signals.iter().map(|own| (own.preferred_option.as_str(), own.rationale.as_str())).collect();
    assert_eq!(shown, [("FastAPI", "Async support."), ("Postgres", "")]);
    assert!(shown.contains(&(&own.preferred_option, &own.rationale)));

    // Of two that are equally sure, it is the one that says why.
    let text = "**Decision:** FastAPI.\n\n**Decision:** Postgres.\n\n**Rationale:** It is known.\n";
    let found = chunks(PREFERENCE_SIGNAL, text);
    assert_eq!(preference(&found[0]).preferred_option, "Postgres");
}

#[rstest]
#[case("| fruit | chosen |\n|---|---|\n| apples | yes |\n| pears | no |\n")]
#[case("| fruit | yes/no |\n|---|---|\n| apples | yes |\n| pears | no |\n")]
#[case("| fruit | yes | no |\n|---|---|---|\n| apples | x | |\n| pears | | x |\n")]
fn a_table_of_yes_and_no_says_both(#[case] text: &str) {
    let found = decided(text);
    assert!(found.iter().any(|(preferred, _)| preferred == "apples"), "{found:?}");
    assert!(found.iter().any(|(_, rejected)| rejected.contains(&"pears".to_owned())), "{found:?}");
}

#[test]
fn headings_of_a_log_of_decisions_are_decisions() {
    let text = "# Decision log\n\n## 2024-05-01 Use Postgres\n\nThe team knows it, and it runs in the cellar.\n\n\
                ## 2024-06-02 Drop phase 10\n\nNobody asked for it in a year.\n";
    let system = ChunkingSystem::new(fine()).unwrap();
    let found = system.findings(&Document::new("decisionLog.md", text));
    let shown: Vec<_> = found
        .signals
        .iter()
        .map(|signal| (signal.start_line, signal.preferred.as_deref(), signal.rejected.clone()))
        .collect();
    assert_eq!(shown, [(3, Some("Postgres"), vec![]), (7, None, vec!["phase 10".to_owned()])]);
}

#[test]
fn a_preference_that_is_denied_is_hardly_one() {
    for (preferred, _) in decided("I do not prefer tabs over spaces.\n") {
        assert!(preferred.is_empty() || preferred == "spaces", "{preferred}");
    }
    let mut config = fine();
    config.preference_signal.min_confidence = 0.1;
    let found = run(config, PREFERENCE_SIGNAL, "I do not prefer tabs over spaces.\n").chunks;
    assert!(found.iter().all(|chunk| preference(chunk).confidence.thousandths() < 500));
}

#[rstest]
#[case("alice: I prefer tabs over spaces.\n", Some("alice"))]
#[case("**Bob:** I prefer tabs over spaces.\n", Some("Bob"))]
#[case("[14:02] carol: we prefer tabs over spaces.\n", Some("carol"))]
#[case("Today: we prefer tabs over spaces.\n", None)]
fn a_speaker_is_who_speaks(#[case] text: &str, #[case] user: Option<&str>) {
    let found = chunks(PREFERENCE_SIGNAL, text);
    assert_eq!(preference(&found[0]).user_id.as_deref(), user);
}

#[rstest]
#[case(
    "# Worktop\n\n## Decision\n\nWe chose oak over granite.\n\n## Rationale\n\nIt is warm and light.\n",
    "It is warm and light."
)]
#[case(
    "# Worktop\n\nDecision: we chose oak over granite.\n\nWhy: it is warm and light.\n",
    "it is warm and light."
)]
#[case(
    "# Worktop\n\nWe chose oak over granite.\n\nReasoning:\n\n- It is warm.\n- It is light.\n",
    "- It is warm.\n- It is light."
)]
#[case("We chose oak over granite because it is warm.\n", "it is warm")]
fn a_reason_is_what_is_called_one(#[case] text: &str, #[case] rationale: &str) {
    let found = chunks(PREFERENCE_SIGNAL, text);
    assert_eq!(preference(&found[0]).rationale, rationale);
}

#[rstest]
#[case("# A\n\n[EXEC] Moved the milk, see #3.\n", "a-task")]
#[case("# OPS-12 Move the milk\n\nMoved it, see #3.\n", "OPS-12")]
#[case("Task: X-12\n\nMoved the milk.\n", "X-12")]
#[case("Worked on issue #3 and moved the milk.\n", "issue #3")]
#[case("# Changes\n\n- Bug #3: a leak.\n- Bug #4: a noise.\n", "a-task")]
#[case("# Changes\n\nCVE-2021-3013: a leak.\n", "a-task")]
#[case("# Extraction on DV-2 Cells\n\nThawed them.\n", "a-task")]
#[case("# Parts\n\n7. LX-255 Servo Motor\n", "a-task")]
#[case("# Parts\n\nLM3940IT-3: a regulator.\n", "a-task")]
#[case("# GPT-4 evaluation\n\nRan it.\n", "a-task")]
#[case("# The M3-12 ports\n\nMended them.\n", "a-task")]
#[case("# OPS-7: ports\n\nMended them.\n", "OPS-7")]
#[case("# The pump (OPS-7)\n\nMended it.\n", "OPS-7")]
#[case("Task: <b>X-12</b> <!-- open -->\n\nMoved the milk.\n", "X-12")]
fn a_task_is_what_is_called_one(#[case] text: &str, #[case] task: &str) {
    assert_eq!(event(&chunks(EVENT_BASED, text)[0]).task_id, task);
}

#[rstest]
#[case("# Log\n\n## Result\n\ninconclusive\n", Some(Outcome::Partial))]
#[case("# Log\n\n## Result\n\nPassengers and okra.\n", None)]
#[case("# Log\n\n## Result\n\nPassed.\n", Some(Outcome::Success))]
#[case("[EXEC] Ran the migration on both nodes: FAILED\n", Some(Outcome::Failure))]
#[case("[EXEC] Ran the migration on both nodes ✅\n", Some(Outcome::Success))]
#[case("# Changes\n\n## Fixed\n\n- Compilation error with the feature `reset`\n", None)]
#[case("# Changes\n\n- Fixed the valve\n", None)]
#[case("[EXEC] 14:30 They start to resolve it.\n", None)]
#[case("[EXEC] 14:30 They start to identify and resolve it.\n", None)]
#[case("# Changes\n\n- [Fixed] Panic on reporting an invalid name\n", None)]
#[case("# Log\n\n- 08:10 Service is restored.\n", Some(Outcome::Success))]
#[case("[EXEC] It was partially restored.\n", Some(Outcome::Partial))]
#[case("If the class has no base, the compilation fails.\n", None)]
#[case("[EXEC] Progress: 18/28 tasks = 64% complete\n", None)]
#[case("[EXEC] Types: complete coverage\n", None)]
#[case("[EXEC] The migration is complete.\n", Some(Outcome::Success))]
#[case("[EXEC] Progress: pumps ✅ → valves ⏳\n", None)]
#[case("[PLAN] If the migration fails, we will restore the backup and call it a failure.\n", None)]
#[case(
    "[EXEC] The first try failed, since the cable was loose, and so we took another cable and went on with the work.\n",
    None
)]
fn an_outcome_is_what_is_said_to_be_one(#[case] text: &str, #[case] outcome: Option<Outcome>) {
    assert_eq!(event(&chunks(EVENT_BASED, text)[0]).outcome, outcome);
}

/// The strategy that is chosen for a document at a path.
fn chosen(path: &str, text: &str) -> String {
    let selection = ChunkingSystem::default().explain(&Document::new(path, text));
    selection.parts.into_iter().map(|part| part.strategy).collect::<Vec<_>>().join(" ")
}

#[rstest]
#[case("a.md", "# Intro\n\nText here.\n", SEMANTIC_BOUNDARY)]
#[case("docs/adr/7.md", "# Intro\n\nText here.\n", PREFERENCE_SIGNAL)]
#[case("docs/adr/README.md", "# Intro\n\nText here.\n", SEMANTIC_BOUNDARY)]
#[case("postmortems/2024.md", "# Intro\n\nText here.\n", EVENT_BASED)]
#[case(
    "a.md",
    "# Roof\n\n## Context\n\nIt leaks.\n\n## Decision\n\nTar.\n\n## Consequences\n\nIt smells.\n",
    PREFERENCE_SIGNAL
)]
#[case(
    "a.md",
    "# Roof\n\n## Timeline\n\n10:00 It leaked.\n\n## Root cause\n\nA storm.\n\n## Action items\n\nTar.\n",
    EVENT_BASED
)]
#[case("a.md", "# Soup\n\n## Ingredients\n\n- leek\n\n## Directions\n\n1. Cook it.\n", STEP_BASED)]
fn a_document_is_what_its_path_or_headings_say(
    #[case] path: &str,
    #[case] text: &str,
    #[case] strategy: &str,
) {
    assert_eq!(chosen(path, text), strategy);
}

// H20.1, H20.6, H20.23: a list is steps as a whole or not; what explains, names, or is said beside the steps is none, nor is a heading around them.
#[rstest]
#[case::names("# Pump\n\n1. Open the box.\n\nThe options are:\n\n- `staging`: install from the first place.\n- `stable`: install from the second place.\n", &["Open the box."])]
#[case::links("# Pump\n\n1. Open the box.\n\n- [Install the valve](https://a.b)\n- [Check the valve](https://a.c)\n", &["Open the box."])]
#[case::whole("- Open the valve.\n- Close the valve.\n- Pumps of all kinds.\n- Turn the key.\n", &["Open the valve.", "Close the valve.", "Pumps of all kinds.", "Turn the key."])]
#[case::notes("1. Open the valve.\n\n> Check the valve before you open it.\n\nNote: Close the valve first.\n\nNote that you can open the valve.\n\n2. Close the valve.\n", &["Open the valve.", "Close the valve."])]
#[case::explains("# Open the valve\n\nIf you open the valve, the pump will start to run.\n\nThis opens the valve and starts the pump.\n\nIf it hums, close the valve.\n", &["If it hums, close the valve."])]
#[case::around("# Repair\n\n## Check the pump\n\n- Turn the key.\n- Close the valve.\n", &["Turn the key.", "Close the valve."])]
fn only_what_is_to_be_done_is_a_step(#[case] text: &str, #[case] expected: &[&str]) {
    let found: Vec<_> = steps(text).into_iter().map(|(_, title, _)| title).collect();
    assert_eq!(found, expected);
}

// H19.9, H19.11, H19.12, H19.27: links and bold text are whole, a row of settings is no decision, and a sentence that goes on is none of options.
#[rstest]
#[case("# Rules\n\n- Record decisions in [Markdown](https://a.b/c) files.\n", &["Record decisions in [Markdown](https://a.b/c)"])]
#[case("# Rules\n\n- **Use one zone.** The other one is far away, and slow.\n", &["one zone"])]
#[case("# Machine\n\n| Setting | Value |\n|---|---|\n| CPU | Use host |\n| Disk | Use 32 GB |\n", &[""])]
fn an_option_is_whole_or_none(#[case] text: &str, #[case] expected: &[&str]) {
    let found: Vec<_> = decided(text).into_iter().map(|(preferred, _)| preferred).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_day_may_be_a_further_field_of_a_line() {
    let text = "# ADR 7: Use NATS\n\n**Status:** Accepted | **Date:** 2025-03-04\n\n## Decision\n\nWe will use NATS.\n";
    let found = chunks(PREFERENCE_SIGNAL, text);
    let StrategyMetadata::Preference(own) = &found[0].strategy_metadata else { panic!("{found:?}") };
    assert_eq!(own.timestamp, Some(1_741_046_400_000));
}
