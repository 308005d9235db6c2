//! T15: the turns of a conversation.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, clippy::print_stdout)]

use chunk_core::{
    Policy, TokenCounter,
    counters::{Cl100k, CountWith},
    types::{EmbedPart, Origin, Turn},
};
use chunk_testkit::generate::{Alphabet, Rng, text};
use chunk_tokens::{Interaction, TokenConfig, TokenPolicy, TokenRecord};
use rstest::rstest;

/// Turns of a speaker and a number of words, as a text and its turns; a number that ends in 5 asks.
fn conversation(said: &[(&str, usize)]) -> (String, Vec<Turn>) {
    let (mut text, mut turns) = (String::new(), Vec::new());
    for (index, (speaker, words)) in said.iter().enumerate() {
        let start = text.len();
        let mark = if words % 10 == 5 { "?" } else { "." };
        text += &format!("{speaker}: {}w{mark}\n\n", "w ".repeat(words - 2));
        let mut turn = Turn::new(start..text.len(), Origin::Line(index + 1));
        turn.speaker = Some((*speaker).to_owned());
        turns.push(turn);
    }
    (text, turns)
}

/// Chunks of at most 100 words: which turns each has.
#[rstest]
#[case::whole_turns(&[("Ann", 60), ("Bob", 30), ("Ann", 20)], &["0 1", "2"])]
#[case::a_question_stays_with_its_answer(&[("Ann", 60), ("Bob", 35), ("Ann", 30)], &["0", "1 2"])]
#[case::of_a_user_every_turn_asks(&[("assistant", 60), ("user", 30), ("assistant", 30)], &["0", "1 2"])]
#[case::unless_they_do_not_fit_together(&[("Ann", 40), ("Bob", 55), ("Ann", 50)], &["0 1", "2"])]
#[case::nobody_answers_himself(&[("Ann", 60), ("Bob", 35), ("Bob", 30)], &["0 1", "2"])]
#[case::a_turn_that_fits_is_not_cut(&[("Ann", 60), ("Bob", 90)], &["0", "1"])]
#[case::the_end_of_a_long_one_is_filled_up(&[("Ann", 160), ("Bob", 20)], &["0", "1"])]
fn chunks_are_of_whole_turns(#[case] said: &[(&str, usize)], #[case] expected: &[&str]) {
    let (text, turns) = conversation(said);
    let words = CountWith::new("words", |text: &str| text.split_ascii_whitespace().count());
    let policy = TokenPolicy::with_counter(TokenConfig::default().with_max_tokens(100), words).unwrap();
    let interaction = Interaction::new("1", &text).with_turns(&turns);
    let record = policy.record(interaction);
    let turns_of = |chunk: &chunk_tokens::TokenChunk<'_>| {
        chunk.turns.iter().map(|turn| turn.index.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(record.chunks.iter().map(turns_of).collect::<Vec<_>>(), expected);
    assert_eq!(policy.validate(&record), []);
    // All ways give the same chunks, and they can be written and read back.
    assert_eq!(policy.collect(interaction).unwrap().chunks, record.chunks);
    let mut line = Vec::new();
    policy.write_jsonl(interaction, &mut line, &mut |_| ()).unwrap();
    let read = TokenRecord::from_json(&line).unwrap();
    assert_eq!(read, record.clone().into_owned());
    assert_eq!(policy.validate(&read), []);
    // A record that cuts elsewhere is none of this policy.
    if record.chunks.len() > 1 {
        let mut moved = record;
        let first = moved.chunks[0].text.to_mut();
        let last = first.pop().unwrap();
        moved.chunks[1].text.to_mut().insert(0, last);
        moved.chunks[0].end_pos -= 1;
        moved.chunks[1].start_pos -= 1;
        let violations = policy.validate(&moved);
        assert!(violations.iter().any(|violation| violation.rule == "mid-unit"), "{violations:?}");
    }
}

#[test]
fn a_long_turn_is_divided_as_any_text_is() {
    let (text, turns) = conversation(&[("Ann", 20), ("Bob", 20)]);
    let mut long = "One sentence. ".repeat(120);
    long.push_str("\n\n");
    let at = turns[0].bytes.end;
    let text = format!("{}{long}{}", &text[..at], &text[at..]);
    let mut turns = turns;
    turns[1].bytes = at + long.len()..text.len();
    turns.insert(1, Turn::new(at..at + long.len(), Origin::Pointer("/1".to_owned())));
    let words = CountWith::new("words", |text: &str| text.split_ascii_whitespace().count());
    let policy = TokenPolicy::with_counter(TokenConfig::default().with_max_tokens(100), words).unwrap();
    let record = policy.record(Interaction::new("1", &text).with_turns(&turns));
    let counts: Vec<_> = record.chunks.iter().map(|chunk| chunk.token_count).collect();
    assert_eq!(counts, [100, 100, 80]);
    assert_eq!(record.chunks[1].turns[0].pointer.as_deref(), Some("/1"));
    assert_eq!(
        (record.chunks[1].turns[0].start_pos, record.chunks[1].turns[0].end_pos),
        (at, at + long.len())
    );
    assert_eq!(policy.validate(&record), []);
}

/// Places in a text as given, with CRLF and letters of several bytes, become those of the normalized text in code points.
#[test]
fn turns_of_a_text_with_crlf() {
    let text = "é: a\r\n\r\nb: c\r\n";
    let turns = [Turn::new(0..9, Origin::Byte(0)), Turn::new(9..15, Origin::Byte(9))];
    let chunks = TokenPolicy::default().record(Interaction::new("1", text).with_turns(&turns)).chunks;
    let places: Vec<_> =
        chunks[0].turns.iter().map(|turn| (turn.start_pos, turn.end_pos, turn.byte)).collect();
    assert_eq!(places, [(0, 6, Some(0)), (6, 11, Some(9))]);
    assert_eq!(&text[0..9], "é: a\r\n\r\n");
}

/// A turn whose place in a file nobody gave has none in the record.
#[test]
fn a_turn_without_a_place() {
    let turn: Turn = serde_json::from_str(r#"{"start":0,"end":5,"speaker":"ann"}"#).unwrap();
    let turns = [turn];
    let record = TokenPolicy::default().record(Interaction::new("1", "Fine.").with_turns(&turns));
    let shown = serde_json::to_value(&record.chunks[0].turns[0]).unwrap();
    assert_eq!(shown, serde_json::json!({"index": 0, "speaker": "ann", "start_pos": 0, "end_pos": 5}));
}

/// What was said first is cut as it was before more was said.
#[test]
fn a_conversation_that_grows_keeps_its_chunks() {
    let said: Vec<_> = (0..60).map(|index| (["user", "assistant"][index % 2], 20 + index % 7 * 9)).collect();
    let words = CountWith::new("words", |text: &str| text.split_ascii_whitespace().count());
    let policy = TokenPolicy::with_counter(TokenConfig::default().with_max_tokens(120), words).unwrap();
    let chunks = |count: usize| {
        let (text, turns) = conversation(&said[..count]);
        let record = policy.record(Interaction::new("1", &text).with_turns(&turns));
        record.chunks.into_iter().map(|chunk| chunk.text.into_owned()).collect::<Vec<_>>()
    };
    let all = chunks(60);
    for count in 4..60 {
        let before = chunks(count);
        // The last chunk may go on; with it the one before, if a question waited for its answer.
        let kept = before.len().saturating_sub(2);
        assert_eq!(before[..kept], all[..kept], "{count}");
    }
}

/// T13: the head has when the first turn of the chunk was said, and who speaks in it, each once.
#[test]
fn the_text_to_embed_says_who_speaks_and_when() {
    let (text, mut turns) = conversation(&[("Ann", 5), ("Bob", 3), ("Ann", 3)]);
    turns[1].at = Some("2026-11-28T10:00:00Z".to_owned());
    let embed = [EmbedPart::Speaker, EmbedPart::Date, EmbedPart::Title];
    let policy = TokenPolicy::new(TokenConfig::default().with_embed(embed)).unwrap();
    let record = policy.record(Interaction::new("1", &text).with_turns(&turns));
    let expected = format!("2026-11-28T10:00:00Z\nAnn, Bob\n\n{text}");
    assert_eq!(record.chunks[0].embed.as_deref(), Some(&*expected));
    assert_eq!(policy.validate(&record), []);
    let alone = policy.record(Interaction::new("1", &text));
    assert_eq!(alone.chunks[0].embed.as_deref(), Some(&*text), "nothing is known of a text without turns");
}

/// A conversation of many alphabets, its turns, and whether each asks.
fn random_conversation(random: &mut Rng) -> (String, Vec<Turn>, Vec<bool>) {
    let (mut said, mut turns, mut asks) = (String::new(), Vec::new(), Vec::new());
    let speakers: &[&str] = if random.bool() { &["user", "assistant"] } else { &["Ann", "Bob", "Cem"] };
    for index in 0..random.usize(2..40) {
        let start = said.len();
        let speaker = if speakers.len() == 2 { speakers[index % 2] } else { speakers[random.usize(0..3)] };
        let alphabet = if random.u8(..4) == 0 { Alphabet::Mixed } else { Alphabet::Prose };
        let bytes = [20, 200, 800, 3000][random.usize(0..4)];
        let is_question = random.u8(..3) == 0;
        let mark = if is_question { "x?\n\n" } else { "x.\n\n" };
        said += &format!("{speaker}: {}{mark}", text(random, alphabet, bytes));
        let mut turn = Turn::new(start..said.len(), Origin::Line(index + 1));
        turn.speaker = Some(speaker.to_owned());
        turns.push(turn);
        asks.push(is_question || speaker == "user");
    }
    (said, turns, asks)
}

/// T15.1, T15.2 over 200 conversations: no turn that fits is cut, no question is parted from its answer where both fit; in a text without turns many
/// are.
#[test]
fn turns_that_fit_are_whole_and_answers_stay_with_their_questions() {
    let counter = Cl100k::default();
    let (mut fitting, mut pairs, mut cut_as_a_text, mut parted_as_a_text) = (0, 0, 0, 0);
    for seed in 0..200 {
        let random = &mut Rng::with_seed(seed);
        let (said, turns, asks) = random_conversation(random);
        let max = random.usize(100..600);
        let fits = |bytes: std::ops::Range<usize>| counter.count(&said[bytes]) <= max;
        let config = TokenConfig::default().with_max_tokens(max).with_hard_limit(random.bool());
        let policy = TokenPolicy::new(config).unwrap();
        let cuts = |interaction| -> Vec<usize> {
            policy.collect(interaction).unwrap().chunks.iter().map(|chunk| chunk.source_end_byte).collect()
        };
        let own = cuts(Interaction::new("1", &said).with_turns(&turns));
        let as_a_text = cuts(Interaction::new("1", &said));
        let is_cut = |cuts: &[usize], bytes: &std::ops::Range<usize>| {
            cuts.iter().any(|cut| bytes.start < *cut && *cut < bytes.end)
        };
        for turn in turns.iter().filter(|turn| fits(turn.bytes.clone())) {
            fitting += 1;
            assert!(!is_cut(&own, &turn.bytes), "seed {seed}: the turn at {:?}", turn.bytes);
            cut_as_a_text += usize::from(is_cut(&as_a_text, &turn.bytes));
        }
        let mut index = 0;
        while index + 1 < turns.len() {
            let (question, answer) = (&turns[index], &turns[index + 1]);
            let both = question.bytes.start..answer.bytes.end;
            let is_pair = asks[index] && question.speaker != answer.speaker && fits(both.clone());
            if is_pair {
                pairs += 1;
                assert!(!is_cut(&own, &both), "seed {seed}: the question at {:?}", question.bytes);
                parted_as_a_text += usize::from(is_cut(&as_a_text, &both));
            }
            // An answer is no question to the turn after it.
            index += if is_pair { 2 } else { 1 };
        }
    }
    println!(
        "{fitting} turns that fit, {cut_as_a_text} cut as a text; {pairs} pairs, {parted_as_a_text} parted as a text"
    );
    assert!(fitting > 2_000 && pairs > 500 && cut_as_a_text > 100 && parted_as_a_text > 100);
}
