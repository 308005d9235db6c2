//! Generates input from a seed: the same on every machine, so that a bug report can name the seed that fails.

pub use fastrand::Rng;

/// What generated text is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alphabet {
    /// English-looking words in sentences and paragraphs.
    Prose,
    /// Identifiers, brackets, indentation.
    Code,
    /// Chinese, Japanese and Korean with full-width stops.
    Cjk,
    /// Emoji, with skin tones and zero-width joiners.
    Emoji,
    /// U+0000 to U+001F and their neighbours.
    Control,
    /// Any scalar value.
    Unicode,
    /// All of the above, in turns.
    Mixed,
}

impl Alphabet {
    /// Every alphabet but the mixed one.
    pub const PLAIN: [Self; 6] =
        [Self::Prose, Self::Code, Self::Cjk, Self::Emoji, Self::Control, Self::Unicode];
}

/// A text of at least `bytes` bytes, and at most a few words more.
///
/// ```
/// use chunk_core::testkit::generate::{Alphabet, Rng, text};
///
/// let once = text(&mut Rng::with_seed(7), Alphabet::Prose, 200);
/// assert_eq!(once, text(&mut Rng::with_seed(7), Alphabet::Prose, 200));
/// ```
#[must_use]
pub fn text(random: &mut Rng, alphabet: Alphabet, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 32);
    while text.len() < bytes {
        match alphabet {
            Alphabet::Prose => prose(random, &mut text),
            Alphabet::Code => text.push_str(one_of(random, CODE)),
            Alphabet::Cjk => cjk(random, &mut text),
            Alphabet::Emoji => text.push_str(one_of(random, EMOJI)),
            Alphabet::Control => text.push(char::from(random.u8(..0x30))),
            Alphabet::Unicode => text.push(random.char(..)),
            Alphabet::Mixed => {
                let alphabet = one_of(random, &Alphabet::PLAIN);
                let part = random.usize(1..40);
                text.push_str(&self::text(random, alphabet, part));
            }
        }
    }
    text
}

/// Up to six runs, each of one of `units`, over and over: about [`about_a_power`] bytes of it, or any number below 1,200.
#[must_use]
pub fn runs(random: &mut Rng, units: &[&str]) -> String {
    let mut text = String::new();
    for _ in 0..random.usize(1..7) {
        let unit = one_of(random, units);
        let bytes = if random.bool() { about_a_power(random) } else { random.usize(1..1200) };
        text.push_str(&unit.repeat((bytes / unit.len().max(1)).max(1)));
    }
    text
}

/// A character boundary of `text` at or near the end of a run of equal characters: exactly there, or about [`about_a_power`] bytes
/// before or after it.
#[must_use]
pub fn near_a_run(random: &mut Rng, text: &str) -> usize {
    let mut chars = text.char_indices().peekable();
    let mut seams = vec![0, text.len()];
    while let Some((_, c)) = chars.next() {
        seams.extend(chars.peek().filter(|(_, next)| *next != c).map(|(at, _)| *at));
    }
    let seam = one_of(random, &seams);
    let far = if random.u8(..4) == 0 { 0 } else { about_a_power(random) };
    let at = if random.bool() { seam.saturating_sub(far) } else { seam + far };
    text.floor_char_boundary(at.min(text.len()))
}

/// A power of two up to 512, which windows and tables have as sizes, or a number that is at most two more or less.
#[must_use]
pub fn about_a_power(random: &mut Rng) -> usize {
    ((1 << random.u8(..10)) + random.usize(..5)).saturating_sub(2)
}

/// Markdown of nested quotes, list items and footnotes. Each line continues the containers that are open, or only some of them, may
/// open more, and ends with one of `lines`. For each container, `containers` has the marker that opens it and the prefix of a line that
/// continues it.
#[must_use]
pub fn nested(random: &mut Rng, containers: &[(&str, &str)], lines: &[&str]) -> String {
    const DEEPEST: usize = 5;
    let mut text = String::new();
    let mut open: Vec<&str> = Vec::new();
    for _ in 0..random.usize(..40) {
        if random.usize(..6) == 0 {
            open.truncate(random.usize(..=open.len()));
        }
        let shown = if random.usize(..9) == 0 { random.usize(..=open.len()) } else { open.len() };
        text.extend(open.iter().take(shown).copied());
        while random.usize(..5) == 0 && open.len() < DEEPEST {
            let (marker, inside) = one_of(random, containers);
            text.push_str(marker);
            open.push(inside);
        }
        text.push_str(one_of(random, lines));
        text.push('\n');
    }
    text
}

/// Lines of Markdown with link reference definitions that are unfinished, or may not be what they look like, alone and in quotes and
/// list items: for tests of code that gives a parser a part of a text.
pub const OPEN_DEFINITIONS: [&str; 31] = [
    "",
    "word",
    "[1]: x",
    "[2]: x",
    "  [3]: y",
    "[4]:",
    "[5]: x 'a",
    "[6]: x 'a' b",
    "b'",
    "\\'",
    "\"c\"",
    "(d",
    "e)",
    "[7",
    "x]: y",
    "    [8]: x",
    "\t[9]: x",
    "      [10]: x",
    "> [1]: x",
    "> [2]: x",
    "> [4]:",
    "> [5]: x 'a",
    "> - [1]: x",
    ">   [3]: y",
    ">",
    "- [1]: x",
    "- [2]: x",
    "2. [2]: x",
    "- # a",
    "===",
    "|-",
];

/// Texts on which scanners, tokenizers and packers are known to hang, each with a name and of at least `bytes` bytes.
#[must_use]
pub fn hostile(bytes: usize) -> Vec<(&'static str, String)> {
    let repeat = |pattern: &str| pattern.repeat(bytes.div_ceil(pattern.len()));
    let base64 = {
        const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut random = Rng::with_seed(64);
        (0..bytes).map(|_| char::from(one_of(&mut random, DIGITS))).collect()
    };
    vec![
        ("one letter", repeat("a")),
        ("one capital", repeat("A")),
        ("one digit", repeat("7")),
        ("spaces", repeat(" ")),
        ("line ends", repeat("\n")),
        ("CRLF", repeat("\r\n")),
        ("lone CR", repeat("\r")),
        ("tabs", repeat("\t")),
        ("no-break spaces", repeat("\u{A0}")),
        ("NUL", repeat("\0")),
        ("underscores", repeat("_")),
        ("full stops", repeat(".")),
        ("full stops and spaces", repeat(". ")),
        ("initials", repeat("A.")),
        ("initials and spaces", repeat("A. ")),
        ("closing quotes", repeat("\"")),
        ("full-width stops", repeat("。")),
        ("Chinese letters", repeat("漢")),
        ("emoji", repeat("😀")),
        ("joined emoji", repeat("👩\u{200D}💻")),
        ("combining marks", repeat("e\u{301}")),
        ("apostrophes", repeat("'")),
        ("contractions", repeat("'s")),
        ("space and line end", repeat(" \n")),
        ("one-word paragraphs", repeat("word\n\n")),
        ("base64", base64),
    ]
}

fn prose(random: &mut Rng, text: &mut String) {
    text.push_str(one_of(random, WORDS));
    text.push_str(match random.u8(..40) {
        0 => ".\n\n",
        1 => "!\n",
        2..=4 => ". ",
        5 => "? ",
        6 => ".\" ",
        7 => ", ",
        8 => "; ",
        9 => "\r\n",
        10 => "  ",
        _ => " ",
    });
}

fn cjk(random: &mut Rng, text: &mut String) {
    match random.u8(..20) {
        0 => text.push('。'),
        1 => text.push_str("」。\n\n"),
        2 => text.push_str("！？"),
        3 => text.push_str("１．５"),
        4 => text.push(random.char('가'..='힣')),
        5 => text.push(random.char('ぁ'..='ゟ')),
        _ => text.push(random.char('一'..='龥')),
    }
}

fn one_of<T: Copy>(random: &mut Rng, items: &[T]) -> T {
    #[expect(
        clippy::indexing_slicing,
        reason = "the index is below the length; an empty list is a bug of the test kit"
    )]
    items[random.usize(..items.len())]
}

const WORDS: &[&str] = &[
    "the",
    "a",
    "of",
    "and",
    "to",
    "in",
    "is",
    "that",
    "it",
    "was",
    "chunk",
    "boundary",
    "tokens",
    "Dr",
    "Mr",
    "e.g",
    "etc",
    "U.S",
    "don't",
    "we'll",
    "I'm",
    "it's",
    "naïve",
    "café",
    "1999",
    "3.14",
    "10,000",
    "x",
    "deterministic",
    "reproducible",
    "index",
    "search",
    "Paris",
    "London",
    "IBM",
    "however",
    "because",
    "although",
    "(aside)",
    "\"quoted\"",
    "*bold*",
    "_it_",
    "`code`",
    "https://example.org/a?b=c",
    "antidisestablishmentarianism",
];

const CODE: &[&str] = &[
    "fn ",
    "let ",
    "mut ",
    "x",
    "_y",
    "camelCase",
    "SNAKE_CASE",
    " = ",
    "==",
    "->",
    "=>",
    "::",
    "(",
    ")",
    "{",
    "}",
    "[0]",
    ";\n",
    "\n    ",
    "\n\t",
    "// ",
    "/* */",
    "\"str\"",
    "'c'",
    "0x1F",
    "1_000",
    ".await",
    "?",
    "&&",
    "<T>",
    "!",
    "#[",
    "]",
];

const EMOJI: &[&str] =
    &["😀", "👍🏽", "👩\u{200D}💻", "🏳️\u{200D}🌈", "❤️", "🇫🇷", " ", "e\u{301}", "\u{200B}", "."];
