//! Ranges of a text count as texts of their own.

use super::{encodings, random_text};
use chunk_core::TokenCounter;

#[test]
fn ranges_count_as_texts_of_their_own() {
    let mut random = fastrand::Rng::with_seed(6);
    for (encoding, _) in encodings() {
        let mut known = 0;
        for _ in 0..1_000 {
            let text = random_text(&mut random, 60);
            known += ranges_agree(&mut random, encoding, &text, 40);
        }
        assert!(known > 25_000, "{known} of 40000 ranges have borders far enough apart");
        assert_eq!(encoding.measure("é").count(1..2), 0, "off the character boundaries");
        assert_eq!(encoding.measure("é").count(0..9), 0, "beyond the text");
    }
}

/// White space is scanned 256 bytes at a time, and what follows decides about the last of them.
#[test]
fn a_range_may_begin_with_white_space_as_long_as_a_window() {
    let text = format!("{}½½\nx", "\t".repeat(699));
    for (encoding, oracle) in encodings() {
        let measure = encoding.measure(&text);
        for start in 699 - 258..699 - 254 {
            let part = &text[start..];
            let expected = oracle.count_ordinary(part);
            assert_eq!(measure.count(start..text.len()), expected, "{} tabs", 699 - start);
            let borders = measure.start(start).zip(measure.end(text.len()));
            let between = borders.and_then(|(start, end)| start.count_to(end));
            assert!(between.is_none_or(|between| between == expected), "{} tabs", 699 - start);
        }
    }
}

/// Long runs next to one another, so that ranges start and end inside of them.
#[test]
fn ranges_of_long_runs_count_as_texts_of_their_own() {
    const RUNS: &[&str] = &[
        "a",
        "\n",
        " ",
        "\n\n ",
        "\t",
        "!",
        "1",
        "½",
        "★。",
        "x ",
        "!\n",
        "漢",
        "'s",
        "\u{A0}",
        "\r",
        "ab",
        "=",
        ".",
        "~",
        "\u{3000}",
        "\u{301}",
        "\t ",
        "\r\n",
        "🙂",
        "A",
        "A\u{301}",
        "漢A",
        "漢Ab",
        "'s'",
        "/",
        "\r\n/",
        "!!",
        "。\u{301}",
        "❤\u{FE0F}",
        "ǅ",
        "ʰ",
    ];
    let mut random = fastrand::Rng::with_seed(7);
    for (encoding, _) in encodings() {
        let mut known = 0;
        for _ in 0..200 {
            let text = runs(&mut random, RUNS);
            known += ranges_agree(&mut random, encoding, &text, 60);
        }
        assert!(known > 4_500, "{known} of 12000 ranges have borders far enough apart");
    }
}

/// A packer asks for each range of short sentences within a run: where borders are not known, it counts each afresh.
#[test]
fn ranges_of_long_runs_have_borders() {
    const UNITS: [&str; 7] = ["★。", "漢A", "A\u{301}", "\r\n/", "!\n", "🙂", "。❤\u{FE0F}"];
    for (encoding, _) in encodings() {
        for (unit, before) in
            UNITS.iter().flat_map(|unit| ["", "!", "漢", "A", "\n", " "].map(|before| (unit, before)))
        {
            let text = before.to_owned() + &unit.repeat(6000 / unit.len());
            let measure = encoding.measure(&text);
            let starts = (before.len()..text.len()).step_by(unit.len());
            for (start, end) in starts.clone().zip(starts.skip(1000 / unit.len())).step_by(7) {
                let borders = measure.start(start).zip(measure.end(end));
                let between = borders.and_then(|(start, end)| start.count_to(end));
                let expected = encoding.count(&text[start..end]);
                assert_eq!(
                    between,
                    Some(expected),
                    "{} of {before:?}, {unit:?}, {start}..{end}",
                    encoding.encoding()
                );
            }
        }
    }
}

/// A block may end before the line ends that belong to a long run of signs: no window of the whole run ends with the same tokens.
#[test]
fn the_end_of_a_long_run_is_a_border() {
    let text = format!("*[ {}\n\n\nEND", "~".repeat(1000));
    for (encoding, _) in encodings() {
        let measure = encoding.measure(&text);
        let end = 3 + 1000;
        let between = measure.start(0).unwrap().count_to(measure.end(end).unwrap());
        assert_eq!(between, Some(encoding.count(&text[..end])));
    }
}

/// How many of the ranges have borders far enough apart.
fn ranges_agree(random: &mut fastrand::Rng, encoding: &dyn TokenCounter, text: &str, ranges: usize) -> usize {
    let measure = encoding.measure(text);
    let (mut start, mut known) = (0, 0);
    for _ in 0..ranges {
        // Half of the ranges grow from where the one before started, as a packer's do.
        if random.bool() {
            start = place(random, text);
        }
        let end = place(random, text).max(start);
        let part = &text[start..end];
        let count = encoding.count(part);
        assert_eq!(measure.count(start..end), count, "{start}..{end} of {text:?}: {part:?}");
        let borders = measure.start(start).zip(measure.end(end));
        let between = borders.and_then(|(start, end)| start.count_to(end));
        assert!(between.is_none_or(|between| between == count), "{start}..{end} of {text:?}: {part:?}");
        known += usize::from(between.is_some());
    }
    known
}

/// Any character boundary, or one near the end of a run.
fn place(random: &mut fastrand::Rng, text: &str) -> usize {
    if random.bool() { near_a_run(random, text) } else { boundary(text, random.usize(..=text.len())) }
}

/// The character boundary at or before `at`.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
}

/// Up to six runs, each of one of `units`, over and over.
fn runs(random: &mut fastrand::Rng, units: &[&str]) -> String {
    let mut text = String::new();
    for _ in 0..random.usize(1..7) {
        let unit = units[random.usize(..units.len())];
        let bytes = if random.bool() { about_a_power(random) } else { random.usize(1..1200) };
        text.push_str(&unit.repeat((bytes / unit.len()).max(1)));
    }
    text
}

/// A character boundary at or near the end of a run of equal characters.
fn near_a_run(random: &mut fastrand::Rng, text: &str) -> usize {
    let mut chars = text.char_indices().peekable();
    let mut seams = vec![0, text.len()];
    while let Some((_, c)) = chars.next() {
        seams.extend(chars.peek().filter(|(_, next)| *next != c).map(|(at, _)| *at));
    }
    let seam = seams[random.usize(..seams.len())];
    let far = if random.u8(..4) == 0 { 0 } else { about_a_power(random) };
    let at = if random.bool() { seam.saturating_sub(far) } else { seam + far };
    boundary(text, at.min(text.len()))
}

/// A power of two up to 512, which windows and tables have as sizes, or a number that is at most two more or less.
fn about_a_power(random: &mut fastrand::Rng) -> usize {
    ((1 << random.u8(..10)) + random.usize(..5)).saturating_sub(2)
}
