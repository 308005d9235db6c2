//! Eight times the text takes about eight times the work, whatever the text; with quadratic work it would be sixty-four.
// Holds: P4
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_hybrid::{ChunkingSystem, PREFERENCE_SIGNAL, STEP_BASED, STRATEGIES};
use chunk_testkit::Counting;
use cpu_time::ThreadTime;
use rstest::rstest;
use std::{array, thread, time::Duration};

/// Far from both, since machines are noisy, and threads that use a pattern at once allocate what it needs once more.
const MOST: u32 = 32;

/// Of work that is counted exactly: small texts have what large ones have not, or the other way round.
const MOST_COUNTED: usize = 16;

/// Bytes of the smaller text.
const SMALL: usize = 8 << 10;

#[rstest]
#[case::one_word(|_| "abcdefghij".into())]
#[case::one_word_lines(|_| "valve\n".into())]
#[case::items(|_| "- a\n".into())]
#[case::one_heading(|at| if at == 0 { "# ".into() } else { "oak ".into() })]
#[case::headings(|_| "# Plan\n".into())]
#[case::headings_of_all_levels(|at| format!("{} T{at}\n\nabc\n\n", "#".repeat(1 + at % 6)))]
#[case::underlined_headings(|_| "Plan\n===\n".into())]
#[case::step_headings(|at| format!("## Step {at}: open\n\nTurn it.\n\n"))]
#[case::time_stamps(|at| format!("{:02}:{:02}:{:02} did it again\n", at / 3600 % 24, at / 60 % 60, at % 60))]
#[case::decisions_in_a_block(|_| "We chose oak over pine, @the @and.\n".into())]
#[case::choices_in_a_block(|_| "We chose oak.\n".into())]
#[case::preferences(|_| "prefer a over b. ".into())]
#[case::preferences_by_line(|_| "prefer a over b.\n".into())]
#[case::verdicts_below_a_title(|at| if at == 0 { "oak\n".into() } else { "rejected. ".into() })]
#[case::one_sentence(|_| "prefer the pump, rather than ".into())]
#[case::parts_without_a_step(|at| if at == 0 { "1. open\n\nText.\n\n".into() } else { format!("2.{at} turn it\n") })]
#[case::text_before_headings(|at| if at < 200 { "Oak is a wood.\n\n".into() } else { "# Oak\n".into() })]
#[case::conditions(|at| format!("{at}. after step {} is done, open\n", at + 1))]
#[case::nested_steps(|at| format!("{}1. open\n", " ".repeat(at % 100)))]
#[case::table_of_steps(|at| if at == 0 { "| Step | Action |\n|---|---|\n".into() } else { format!("| {at} | open |\n") })]
#[case::table_of_actions(|at| if at == 0 { "| When | What |\n|---|---|\n".into() } else { format!("| {at} | open the valve |\n") })]
#[case::bare_numbers(|at| format!("{} Open the valve\n", at + 1))]
#[case::first_items(|_| "1 Open the valve\n".into())]
#[case::boxes(|_| "[ ] valve\n".into())]
#[case::days(|at| format!("Day {at}. Open it.\n\n"))]
#[case::orders_in_a_line(|_| "It is old. Open the valve. ".into())]
#[case::orders_by_paragraph(|_| "It is old, and once it boils, open the valve.\n\n".into())]
#[case::bold_openings(|_| "**Open it.** Wait.\n\n".into())]
#[case::marked_choices(|_| "- oak (chosen)\n\n".into())]
#[case::parts_of_different_words(|at| match at % 9 {
    0 => format!("# Step {at}: open\n\nTurn it.\n\n# About {at}\n\n"),
    _ => format!("Oak{at} is a wood{at}, and elm{at} is one that{at} grows{at} by{at} water{at}.\n\n"),
})]
#[case::different_words(|at| format!("w{at} x{} ", at * 7))]
fn work_is_linear(#[case] piece: fn(usize) -> String) {
    let text = |bytes: usize| {
        let mut text = String::new();
        let mut at = 0;
        while text.len() < bytes {
            text.push_str(&piece(at));
            at += 1;
        }
        text
    };
    assert_linear(&text(SMALL), &text(8 * SMALL));
}

/// What takes little a byte shows its square in longer texts.
#[rstest]
#[case::verdicts_without_stops("+a\n-b\n@@ -1 +1 @@\n")]
#[case::headings_that_decide("# We chose oak over elm\n")]
fn work_is_linear_in_long_texts(#[case] piece: &str) {
    let text = |bytes: usize| piece.repeat(bytes / piece.len());
    assert_linear_by(Some(PREFERENCE_SIGNAL), &text(32 * SMALL), &text(256 * SMALL));
}

/// Its tokens have up to 64 bytes, so shorter texts are one window.
#[test]
fn one_word_of_long_tokens_takes_linear_work() {
    assert_linear(&"*".repeat(8 * SMALL), &"*".repeat(64 * SMALL));
}

/// Half a title, half paragraphs that stand under it.
#[test]
fn a_title_is_read_no_farther_than_it_may_stand_in_chunks() {
    let text = |bytes: usize| {
        let title = "oak ".repeat(bytes / 8);
        format!("# {title}\n\n{}", "Elm is a wood.\n\n".repeat(bytes / 32))
    };
    assert_linear(&text(SMALL), &text(8 * SMALL));
}

/// Half a number, half items below it.
#[test]
fn an_amount_is_read_no_farther_than_one_is_long() {
    let text =
        |bytes: usize| format!("# A\n\n- {}\n{}", "1".repeat(bytes / 2), "- 2 eggs\n".repeat(bytes / 18));
    assert_linear_by(Some(STEP_BASED), &text(8 * SMALL), &text(64 * SMALL));
}

/// Half a step of nothing but headings, half steps that stand under it.
#[test]
fn headings_above_a_step_are_looked_at_once() {
    let text = |bytes: usize| {
        let (headings, steps) = ("### a b c\n".repeat(bytes / 20), "1. Open the valve\n".repeat(bytes / 36));
        format!("## Step 1: Open the valve\n{headings}{steps}")
    };
    assert_linear_by(Some(STEP_BASED), &text(8 * SMALL), &text(64 * SMALL));
}

#[test]
fn a_long_line_is_not_read_for_each_of_its_sentences() {
    let text = |bytes: usize| "prefer a over b. ".repeat(bytes / 17);
    assert_linear_by(Some(STEP_BASED), &text(8 * SMALL), &text(64 * SMALL));
}

/// A document of many parts is read once, not once for each of them.
#[rstest]
#[case::logs("## Postmortem\n\n10:00 Opened a valve.\n\n")]
#[case::decisions("## Decision log\n\nWe chose oak over elm.\n\n")]
fn parts_by_turns_take_linear_work(#[case] other: &str) {
    let part = |at: usize| format!("## Directions\n\n1. Open valve {at}.\n2. Close it.\n\n{other}");
    let text = |bytes: usize| (0..bytes / part(0).len()).map(part).collect::<String>();
    assert_linear_by(None, &text(SMALL), &text(8 * SMALL));
}

/// The second text is eight times the first.
fn assert_linear(small: &str, large: &str) {
    for strategy in STRATEGIES {
        assert_linear_by(Some(strategy), small, large);
    }
}

/// By this strategy, or else by those that fit.
fn assert_linear_by(strategy: Option<&str>, small: &str, large: &str) {
    let name = strategy.unwrap_or("as chosen");
    let (once, eight_times) = (counted(small, strategy), counted(large, strategy));
    for (what, (once, eight_times)) in
        ["bytes tokenized", "ranges counted"].iter().zip(once.into_iter().zip(eight_times))
    {
        assert!(eight_times <= once * MOST_COUNTED, "{name}: {once} {what}, then {eight_times}");
    }
    let once: [_; 3] = array::from_fn(|_| measured(small, strategy));
    let (bytes, time) =
        (once.map(|of| of.0).into_iter().min().unwrap(), once.map(|of| of.1).into_iter().min().unwrap());
    let is_linear = |(b, t): (u64, Duration)| b <= bytes * u64::from(MOST) && t <= time * MOST;
    let is_linear = (0..3).any(|_| is_linear(measured(large, strategy)));
    assert!(
        is_linear,
        "{name}: {bytes} bytes allocated in {time:?}, then three times more than {MOST} times that"
    );
}

fn system(strategy: Option<&str>) -> ChunkingSystem {
    let system = ChunkingSystem::default();
    match strategy {
        Some(name) => system.with_strategy(name).unwrap(),
        None => system,
    }
}

/// Bytes tokenized and ranges counted.
fn counted(text: &str, strategy: Option<&str>) -> [usize; 2] {
    let counting = Counting::new(4);
    let system = system(strategy).with_counter(counting.clone());
    system.chunks("a.md", text).unwrap();
    [counting.tokenized_bytes(), counting.range_counts()]
}

/// Bytes allocated and time.
fn measured(text: &str, strategy: Option<&str>) -> (u64, Duration) {
    let system = system(strategy);
    let run = || {
        let start = ThreadTime::now();
        let allocated =
            allocation_counter::measure(|| drop(system.chunks("a.md", text).unwrap())).bytes_total;
        (allocated, start.elapsed())
    };
    // A thread of its own: it knows no word from before.
    thread::scope(|scope| scope.spawn(run).join().unwrap())
}
