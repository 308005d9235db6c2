//! The strategy `event-based` (H17).

use super::common::{chunks, event, fine, run};
use chunk_hybrid::*;
use rstest::rstest;

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

// Expected values from `date -u -d '…' +%s`.
#[rstest]
#[case::under_a_written_day(
    "# Tuesday 12 March 2024\n\n10:00 Moved the milk.\n",
    Some(1_710_237_600_000),
    Some(0)
)]
#[case::in_digits_alone("### 20240312\n\nMoved the milk.\n", Some(1_710_201_600_000), None)]
#[case::with_dots("## 12.03.2024\n\n- 9:05 p.m. Moved the milk.\n", Some(1_710_277_500_000), Some(0))]
#[case::day_alone("## 2024-03-12\n\nMoved the milk.\n", Some(1_710_201_600_000), None)]
#[case::entry_of_a_day("March 12, 2024: Moved the milk.\n", Some(1_710_201_600_000), None)]
#[case::mentioned("Moved the milk, which is good until 2024-03-12.\n", None, None)]
fn times_are_read(#[case] text: &str, #[case] timestamp: Option<i64>, #[case] duration: Option<i64>) {
    let found = chunks(EVENT_BASED, text);
    assert_eq!((event(&found[0]).timestamp, event(&found[0]).duration), (timestamp, duration));
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
#[case::label_after_a_time("2024-06-01 10:00:00 [PLAN] milk", Phase::Planning)]
#[case::label_after_a_time_and_a_dash("[10:00] - **Verification:** milk", Phase::Verification)]
#[case::name_after_a_time("- 10:00 Phase: planning", Phase::Planning)]
#[case::bold("**Lessons learned**\n\nmilk", Phase::Reflection)]
#[case::underlined("Verification\n------------\n\nmilk", Phase::Verification)]
#[case::intention("We are going to move the milk tomorrow.", Phase::Planning)]
#[case::need("I need to order milk before the weekend.", Phase::Planning)]
#[case::done("Moved the milk and cleaned the shelf.", Phase::Execution)]
#[case::checked("Checked the milk, it was measured at 4 degrees.", Phase::Verification)]
#[case::learned("I learned that milk is heavy.", Phase::Reflection)]
#[case::will_check("We will verify the milk tomorrow.", Phase::Planning)]
#[case::would_have(
    "Had we asked, it would have taken an hour, and nobody would have worried.",
    Phase::Reflection
)]
#[case::alone("milk\n\nLessons learned\n\nmilk", Phase::Reflection)]
fn phases_are_told_by(#[case] text: &str, #[case] phase: Phase) {
    let system = ChunkingSystem::new(fine()).unwrap();
    let content = HybridPolicy::default().read(Document::new("a.md", text));
    let analysis = system.analyze(&content);
    let events = analysis.events(&content.body());
    assert_eq!(events.iter().last().unwrap().phase, phase);
}

#[rstest]
#[case::begins("It ", "STARTING Task two: ", 2)]
#[case::ends("Task Done: ", "Another shelf, ", 2)]
#[case::neither("It ", "Another shelf, ", 1)]
fn a_task_begins_and_ends_by_its_phrases(#[case] first: &str, #[case] second: &str, #[case] count: usize) {
    let entry = "moved the milk and cleaned the shelf with water and soap.\n\n";
    assert_eq!(chunks(EVENT_BASED, &format!("{first}{entry}{second}{entry}")).len(), count);
}

#[test]
fn less_sensitive_means_fewer_changes() {
    let count = |sensitivity: f64| {
        let mut config = fine();
        config.event_based.phase_detection_sensitivity = sensitivity;
        let text = "10:00 Opened the valve.\n10:10 It may need a new gasket.\n10:20 Closed the valve and drained the pipe.\n\
                    10:30 The gauge reads 3 bar.\n10:40 Filled the pipe and opened the valve.\n";
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
#[case("The deploy failed with an error.", None)]
#[case("Two shards passed, one failed.", Some(Outcome::Partial))]
#[case("It was partially restored.", Some(Outcome::Partial))]
#[case("Finished without errors.", None)]
#[case("The leak is not fixed.", None)]
#[case("Result: failed. Nothing else was healthy before.", Some(Outcome::Failure))]
#[case("✅ shipped", None)]
#[case("We looked at the river.", None)]
#[case("Re-ran the failed job.", None)]
#[case("Replaced the broken fan.", None)]
#[case("Worked on the parser.", None)]
#[case("Passed the logs to the vendor.", None)]
#[case("Not done yet.", None)]
#[case("Rollback complete.", None)]
#[case("Not working yet.", None)]
#[case("Fixed the error.", None)]
#[case("Deployed to the cluster, all healthy.", None)]
#[case("Nothing failed.", None)]
#[case("Got an error.", None)]
#[case("Result: Failed logins are now counted per hour.", None)]
#[case("Failed logins are now counted per hour.", None)]
#[case("## Outcome\n\nSuccess criteria: no leaks", None)]
#[case("Status: completed forms are in the box", None)]
#[case("Outcome: we passed the baton to Ann", None)]
#[case("Result: 3 of 5 tests passed", None)]
#[case("5/5 tests passed.", None)]
#[case("0 of 5 tests passed.", None)]
#[case("Status: backend complete, frontend pending", None)]
#[case("Result: success", Some(Outcome::Success))]
#[case("Result: success, all nodes are up", Some(Outcome::Success))]
#[case("Result: failed migration", None)]
#[case("Outcome: it failed because the disk was full", None)]
#[case("Outcome: it failed.\n\nWe looked at the river.", Some(Outcome::Failure))]
#[case("Status: completed", Some(Outcome::Success))]
#[case("Status: completed\n\nWe looked at the river.", Some(Outcome::Success))]
// H17.15: what follows a label or is below a heading beside a plan is no part of it.
#[case("# Move\n\n## Plan\n\nMove it to the new host.\n\n## Result\n\nFailed.\n", Some(Outcome::Failure))]
#[case("Goal: move it\nResult: failed", Some(Outcome::Failure))]
#[case("## Plan\n\nMove it.\n\nStatus: done\n", None)]
// H17.16: what is partial, hoped, hearsay or goes on is no outcome.
#[case("Almost done.", None)]
#[case("90% done.", None)]
#[case("Hopefully fixed.", None)]
#[case("Done for today.", None)]
#[case("Bob says it works on his machine.", None)]
#[case("Time passed.", None)]
#[case("No idea why it failed.", None)]
#[case("Status: failed over", None)]
#[case("Status: closed (wont fix)", None)]
#[case("Outcome: we passed on the offer", None)]
#[case("Outcome: success was not achieved", None)]
#[case("- Status: in progress\n\n10:00 done with step 1", None)]
#[case("It works now.", None)]
#[case("Outcome: success on all nodes", Some(Outcome::Success))]
#[case("Result: 100% passed", None)]
#[case("# Log\n\n10:00 Started the move.\n\n12:00 Backup restored.", Some(Outcome::Success))]
#[case("# Log\n\n10:00 Started the move.\n\n12:00 Three hours passed.", None)]
#[case("Moved the host - all good, tests passed.", Some(Outcome::Success))]
fn outcomes(#[case] text: &str, #[case] outcome: Option<Outcome>) {
    assert_eq!(event(&chunks(EVENT_BASED, text)[0]).outcome, outcome);
}

#[rstest]
#[case::after_a_word_for_a_task("# Task: OPS-33 Replace the disk\n\nDone.\n", "OPS-33")]
#[case::title_after_that_word("# Task: Add dark mode\n\nDone.\n", "a-task")]
#[case::frontmatter("---\ntask_id: T-1\n---\nDid OPS-2.", "T-1")]
#[case::label("Task: repaint the hall\n\nDid it.", "repaint the hall")]
#[case::ticket("Worked on ABC-42 today.", "ABC-42")]
#[case::number("Worked on #512 today.", "a-task")]
#[case::no_ticket("Encoded as UTF-8 today.", "a-task")]
#[case::zone("Moved at 10:00 UTC-7 today.", "a-task")]
#[case::severity("Severity: SEV-2.", "a-task")]
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

// H17.17: a time without a day is on no time line with one that has a day.
#[test]
fn a_duration_is_on_one_time_line() {
    let text =
        "10:00 Started the deploy.\n2024-05-01 10:20 The deploy runs.\n2024-05-01 10:25 Deploy done.\n";
    assert_eq!(event(&chunks(EVENT_BASED, text)[0]).duration, Some(5 * 60_000));
}
