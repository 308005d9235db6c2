//! The strategy `step-based` (H20).

use super::common::{chunks, fine, run, step};
use chunk_hybrid::*;
use rstest::rstest;
use std::collections::BTreeSet;

#[rstest]
#[case::numbers("1. Open the valve.\n2. Wait for water.\n3. Close the valve.\n", &[1, 2, 3])]
#[case::brackets("1) Open the valve.\n2) Wait for water.\n", &[1, 2])]
#[case::roman("iv) Open the valve.\nvi) Wait for water.\nix) Close the valve.\n", &[4, 6, 9])]
#[case::headings("## Step 1: Open\n\nTurn it.\n\n## Step 2: Wait\n\nSit down.\n", &[1, 2])]
#[case::numbered_headings("## 1. Open the valve\n\nLeft.\n\n## 2. Close the valve\n\nRight.\n", &[1, 2])]
#[case::labels("Step 1: open the valve.\n\nStep 2: close it.\n", &[1, 2])]
#[case::written_numbers("7. Open the valve.\n8. Close the valve.\n", &[7, 8])]
fn steps_are_told_by(#[case] text: &str, #[case] numbers: &[u32]) {
    let content = HybridPolicy::default().read(Document::new("a.md", text));
    let system = ChunkingSystem::default();
    let analysis = system.analyze(&content);
    let found = analysis.steps(&content.body());
    let found: Vec<_> =
        found.iter().filter(|step| step.kind == StepType::Main).filter_map(|step| step.number).collect();
    assert_eq!(found, numbers);
}

/// The steps of a text, as `line kind`.
#[rstest]
#[case::parts("Step 1: Batteries.\n  a) Charge both.\n  b) Click them in.\n\nStep 2: Fly.\n", &["1 Main", "2 Substep", "3 Substep", "5 Main"])]
#[case::paragraph_in_an_item("# Install\n\n1. Download the archive.\n\n   Verify the checksum.\n\n2. Unpack it.\n\n3. Run it.\n", &["3 Main", "7 Main", "9 Main"])]
#[case::tip_in_an_item("# Install\n\n1. Download the archive.\n\n   > Tip: Use a mirror.\n\n2. Unpack it.\n", &["3 Main", "7 Main"])]
#[case::paragraph_between_items("# Install\n\n1. Download the archive.\n\nVerify the checksum.\n\n2. Unpack it.\n", &["3 Main", "5 Main", "7 Main"])]
#[case::lead_in("# Install\n\nFollow these steps on the new machine:\n\n1. Download the archive.\n2. Unpack it.\n", &["5 Main", "6 Main"])]
#[case::short_lead_in("# Install\n\nFollow these steps:\n\n1. Download the archive.\n2. Unpack it.\n", &["5 Main", "6 Main"])]
#[case::heading_with_a_number("## Step 1: Install\n\n1. Download the archive.\n2. Unpack it.\n", &["1 Main", "3 Substep", "4 Substep"])]
#[case::heading_without_one("## Install the archive\n\n1. Download the archive.\n2. Unpack it.\n\n## Remove it\n\n1. Delete the folder.\n", &["3 Main", "4 Main", "8 Main"])]
#[case::optional_heading("# Post\n\n1. Open an account.\n2. Publish it.\n\n## Optional\n\n1. Write a letter.\n", &["3 Main", "4 Main", "8 Optional"])]
#[case::steps_below_a_step("### Step 1 - Loosen the nuts\n\nTurn them left.\n\nStep 2: Jack up the car.\n\nStep 3: Take off the wheel.\n", &["1 Main", "5 Main", "7 Main"])]
#[case::what_is_needed("# Bread\n\n### You'll need\n\n- Take a bowl.\n\n### Ingredients\n\n- Take flour.\n\n### Equipment\n\n- Take a scale.\n\n### Method\n\n1. Mix the flour.\n2. Bake it.\n", &["17 Main", "18 Main"])]
#[case::condition("1. Open it.\n2. If it is yellow, lock the machine.\n3. Close it.\n", &["1 Main", "2 Main", "3 Main"])]
#[case::before("## Before the test\n\n- The machine is dry.\n\n## Test\n\n1. Open it.\n2. Close it.\n", &["3 Prerequisite", "7 Main", "8 Main"])]
#[case::comment("1. Open it.\n\n<!-- Include start of closing -->\n\n2. Close it.\n", &["1 Main", "5 Main"])]
#[case::talk("We walked along the shore.\nThe tide was out and nobody came.\nCount me in next year.\n", &[])]
#[case::numbered_titles("1 SCOPE\nThis applies to flour.\n\n2 PRINCIPLE\nThe matter is burnt off.\n", &[])]
#[case::days_of_a_diary("Day 1. We came late.\n\nDay 2. It rained.\n\nDay 3. We left.\n", &[])]
#[case::table("# Draining the pump\n\n| Step | Action |\n|---|---|\n| 1 | Open the valve. |\n| 2 | Wait for water. |\n", &["5 Main", "6 Main"])]
#[case::table_of_commands("# Install\n\n| Step | Run this command |\n|---|---|\n| 1 | Install the package. |\n| 2 | Run the tests. |\n", &["5 Main", "6 Main"])]
#[case::table_of_checks("## Procedure\n\n| # | Step | Check |\n|---|---|---|\n| 1 | Open the valve. | hiss |\n| 2 | Run the pump. | hum |\n", &["5 Main", "6 Main"])]
#[case::ranking("| # | Club | Points |\n|---|---|---|\n| 1 | Ayr | 12 |\n| 2 | Bute | 9 |\n| 3 | Crail | 7 |\n", &[])]
fn kinds_of_steps(#[case] text: &str, #[case] expected: &[&str]) {
    let content = HybridPolicy::default().read(Document::new("a.md", text));
    let system = ChunkingSystem::default();
    let analysis = system.analyze(&content);
    let found = analysis.steps(&content.body());
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    let found: Vec<_> =
        found.iter().map(|step| format!("{} {:?}", line(step.span.start), step.kind)).collect();
    assert_eq!(found, expected);
}

// H20.10: nothing is counted beside what is written.
#[rstest]
#[case::beside_numbers("3. Open the valve.\n4. Close the valve.\n- Wait for water.\n", &[3, 4, 0])]
#[case::nested("2.1 Open the valve.\n2.2 Close the valve.\n", &[0, 0])]
#[case::letters("1. Open the valve.\n   a) Wait.\n   b) Turn it.\n", &[1, 1, 2])]
#[case::bullets("1. Open the valve.\n   - Wait.\n   - Turn it.\n", &[1, 0, 0])]
#[case::nothing_written("- Open the valve.\n- Wait for water.\n", &[0, 0])]
#[case::elsewhere("## Valve\n\n1. Open the valve.\n2. Close the valve.\n\n## Water\n\n- Fill the tub with water.\n", &[1, 2, 0])]
fn numbers_are_as_written(#[case] text: &str, #[case] expected: &[u32]) {
    let found = chunks(STEP_BASED, text);
    let of = |chunk: &HybridChunk<'_>| match &*step(chunk).steps {
        [] => vec![step(chunk).step_number],
        steps => steps.iter().map(|step| step.step_number).collect(),
    };
    assert_eq!(found.iter().flat_map(of).collect::<Vec<_>>(), expected);
}

// H2.4, H20: of several steps that are cut together, each piece lists those that begin in it.
#[test]
fn a_piece_of_steps_lists_what_begins_in_it() {
    let long = "The pump hums, and the lid is red. ".repeat(12);
    let text =
        format!("First, open the valve.\n\n{long}Then turn the key.\n\n{long}Finally, wait for water.\n");
    let config = ChunkingConfig::default().with_max_chunk_size(200);
    let system = ChunkingSystem::new(config).unwrap();
    let found = system.chunk_with_strategy(&Document::new("a.md", &text), STEP_BASED).unwrap().chunks;
    let [one, other] = found.as_slice() else { panic!("{found:?}") };
    let titles: Vec<_> = step(one).steps.iter().map(|own| own.step_title.as_str()).collect();
    assert_eq!(titles, ["First, open the valve.", "Then turn the key."]);
    assert_eq!(step(other).step_title, "Finally, wait for water.");
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

/// The numbers of the steps that the last step of a text waits for.
#[rstest]
#[case::sequence("Close it.", &[3])]
#[case::list("After steps 1 and 2, close it.", &[1, 2, 3])]
#[case::range("Once steps 1 to 2 are done, close it.", &[1, 2, 3])]
#[case::later("Close it with the key from step 5.", &[3])]
#[case::back("When it is open, go back to step 1.", &[3])]
#[case::again("Repeat from step 1.", &[3])]
#[case::alike("Close it as in step 1.", &[3])]
fn dependencies_are_told_by(#[case] last: &str, #[case] expected: &[u32]) {
    let text = format!(
        "1. Open the valve of the northern tank slowly and listen.\n2. Drain the northern tank into the yard.\n\
         3. Rinse the northern tank with clean water.\n4. Look at the northern tank from above. {last}\n"
    );
    let found = chunks(STEP_BASED, &text);
    let needs = &step(found.last().unwrap()).dependencies;
    let numbers: Vec<_> =
        found.iter().filter(|chunk| needs.contains(&chunk.id)).map(|chunk| step(chunk).step_number).collect();
    assert_eq!(numbers, expected);
}

/// H20.15: a step that is counted from 1 again begins a sequence of its own.
#[test]
fn a_step_with_the_number_one_waits_for_none() {
    let text = "\
## Fill

1. Open the valve of the northern tank slowly and listen to it.
2. Close it when the water has reached the red mark of the tank.

## Clean

1. Wash the floor of the northern building with clean water.
2. Brush the steps of the northern building with a hard brush.
";
    let found = chunks(STEP_BASED, text);
    let needs: Vec<_> = found.iter().map(|chunk| step(chunk).dependencies.len()).collect();
    assert_eq!(needs, [0, 1, 0, 1]);
}

/// H6, H20: a step that is too small joins the one before it, which then waits for what either waits for, but not for itself.
#[test]
fn a_joined_step_waits_for_what_its_parts_wait_for() {
    let text = "1. Open the valve of the northern tank slowly and listen.\n2. Drain the northern tank into the yard.\n\
                3. Rinse the northern tank with clean water.\n4. Do it after step 1.\n";
    let found = chunks(STEP_BASED, text);
    let [first, second, joined] = &*found else { panic!("{found:?}") };
    assert!(joined.content.ends_with("4. Do it after step 1."));
    assert_eq!(step(joined).dependencies, [first.id.clone(), second.id.clone()]);
}

// H6: a heading goes with what stands below it, not with the step before it.
#[test]
fn a_heading_that_is_a_step_goes_with_the_first_step_below_it() {
    let text = "\
## Step 1: Empty the northern tank

Open the valve of the northern tank slowly, and listen to the water in the pipe.

## Step 2: Fill the southern tank

1. Close the valve of the southern tank, and write down how long that took you.
2. Open the valve of the well, and wait until the water has reached the mark.
";
    let found = chunks(STEP_BASED, text);
    let starts: Vec<_> = found.iter().map(|chunk| chunk.content.lines().next().unwrap()).collect();
    assert_eq!(
        starts,
        [
            "## Step 1: Empty the northern tank",
            "## Step 2: Fill the southern tank",
            "2. Open the valve of the well, and wait until the water has reached the mark."
        ]
    );
    assert_eq!(step(&found[1]).step_title, "Fill the southern tank");
    assert_eq!(step(&found[2]).dependencies, [found[1].id.clone()]);
}

#[rstest]
#[case("Wait 5 minutes.", 300, TimeSource::Text)]
#[case("Wait for 10 to 20 minutes.", 900, TimeSource::Text)]
#[case("Let it rest for 1h30.", 5400, TimeSource::Text)]
#[case("Wait 5 minutes:\n   ```\n   sleep 20m\n   ```\n   Then rest for 1 minute.", 360, TimeSource::Text)]
#[case("Open the valve.", 30 + 2, TimeSource::Estimate)]
#[case("Run `make` and `make test` now.", 30 + 60 + 3, TimeSource::Estimate)]
fn times_are_stated_or_estimated(#[case] text: &str, #[case] seconds: u64, #[case] source: TimeSource) {
    let text = format!("1. {text}\n");
    let found = chunks(STEP_BASED, &text);
    assert_eq!((step(&found[0]).estimated_time, step(&found[0]).estimated_time_source), (seconds, source));
}

/// H20.18
#[test]
fn lengths_of_time_add_up() {
    let rows = include_str!("../data/durations.tsv").lines().filter(|row| !row.starts_with('#'));
    for (text, seconds) in rows.filter_map(|row| row.split_once('\t')) {
        let found = chunks(STEP_BASED, text);
        let (time, source) = (step(&found[0]).estimated_time, step(&found[0]).estimated_time_source);
        let stated = if source == TimeSource::Text { time.to_string() } else { "-".to_owned() };
        assert_eq!(stated, seconds, "{text}");
    }
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

/// H13, H20: before, in and after a circle, each step depends on those of the sequence and those it names, except where the circle is cut.
#[test]
fn only_the_latest_step_of_a_circle_loses_what_it_waits_for() {
    let text = "\
1. Open the valve of the northern tank slowly and listen to it.
2. After step 4 is done, close the valve of the southern tank and wait.
3. Rinse the northern tank with clean water from the well.
4. Drain the northern tank into the yard and look at the grass.
5. After step 1 is done, write down how long all of that took you.
";
    let found = chunks(STEP_BASED, text);
    let needs = |chunk: &HybridChunk<'_>| -> Vec<_> {
        let needed = found.iter().filter(|other| step(chunk).dependencies.contains(&other.id));
        needed.map(|other| step(other).step_number).collect()
    };
    let expected: [&[u32]; 5] = [&[], &[1, 4], &[2], &[], &[1, 4]];
    assert_eq!(found.iter().map(needs).collect::<Vec<_>>(), expected);
}

/// H20.17, word by word: a step for which an earlier one waits no longer waits for earlier ones.
#[test]
fn circles_of_any_graph_are_cut() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut with_circle = 0;
    for _ in 0..300 {
        let count = random.usize(2..9);
        let mut text = String::new();
        // What each step waits for, by their indices: those that it names, and the one before it.
        let mut waits: Vec<BTreeSet<usize>> = Vec::new();
        for at in 0..count {
            let named: Vec<usize> = (0..count).filter(|&other| other != at && random.u8(..6) == 0).collect();
            let names: Vec<String> = named.iter().map(|other| (other + 1).to_string()).collect();
            let condition = match &*names {
                [] => String::new(),
                _ => format!("after steps {} are done, ", names.join(" and ")),
            };
            text += &format!("{}. Slowly, {condition}open the red valve of the northern tank.\n", at + 1);
            waits.push(named.into_iter().chain(at.checked_sub(1)).collect());
        }
        let is_awaited = |at: usize| (0..at).any(|own| waits[own].contains(&at));
        let is_kept = |at: usize, other: usize| other > at || !is_awaited(at);
        let kept = |at: usize| waits[at].iter().copied().filter(|&other| is_kept(at, other)).collect();
        let expected: Vec<BTreeSet<usize>> = (0..count).map(kept).collect();
        let found = run(fine(), STEP_BASED, &text);
        let index = |id: &String| found.chunks.iter().position(|chunk| chunk.id == *id).unwrap();
        let left: Vec<BTreeSet<usize>> =
            found.chunks.iter().map(|chunk| step(chunk).dependencies.iter().map(index).collect()).collect();
        assert_eq!(left, expected, "{text}");
        assert_eq!(found.warnings.is_empty(), expected == waits, "{text}");
        with_circle += usize::from(expected != waits);
    }
    assert!((100..250).contains(&with_circle), "{with_circle}");
}

#[test]
fn difficulty_grows_with_what_is_asked() {
    let easy = chunks(STEP_BASED, "1. Open it.\n");
    let hard_text = format!(
        "1. Open it slowly. Warning: this is dangerous. If it smokes, stop. If it burns, run `a`, `b` and `c`. {}\n",
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

// H4: whatever the words look like, the odds of a procedure without a step are a 64th.
#[rstest]
#[case("Hello. There\n")]
#[case(
    "# Water\n\nSoft water makes a clear cup.\n\n## Boiling\n\nOn a mountain water boils at a lower heat.\n"
)]
fn a_text_without_a_step_is_no_procedure(#[case] text: &str) {
    let found = ChunkingSystem::default().chunk(&Document::new("a.md", text)).unwrap();
    assert_ne!(found.chunks[0].strategy_type, STEP_BASED);
    assert!(found.warnings.is_empty(), "{:?}", found.warnings);
}
