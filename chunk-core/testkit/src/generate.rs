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
/// use chunk_testkit::generate::{Alphabet, Rng, text};
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

#[rustfmt::skip]
const WORDS: &[&str] = &[
    "the", "a", "of", "and", "to", "in", "is", "that", "it", "was", "chunk", "boundary", "tokens", "Dr", "Mr", "e.g",
    "etc", "U.S", "don't", "we'll", "I'm", "it's", "naïve", "café", "1999", "3.14", "10,000", "x", "deterministic",
    "reproducible", "index", "search", "Paris", "London", "IBM", "however", "because", "although", "(aside)",
    "\"quoted\"", "*bold*", "_it_", "`code`", "https://example.org/a?b=c", "antidisestablishmentarianism",
];

#[rustfmt::skip]
const CODE: &[&str] = &[
    "fn ", "let ", "mut ", "x", "_y", "camelCase", "SNAKE_CASE", " = ", "==", "->", "=>", "::", "(", ")", "{", "}",
    "[0]", ";\n", "\n    ", "\n\t", "// ", "/* */", "\"str\"", "'c'", "0x1F", "1_000", ".await", "?", "&&", "<T>", "!",
    "#[", "]",
];

const EMOJI: &[&str] =
    &["😀", "👍🏽", "👩\u{200D}💻", "🏳️\u{200D}🌈", "❤️", "🇫🇷", " ", "e\u{301}", "\u{200B}", "."];
