//! What is certain of the inside of a part, so that the model alone can count most words: the library's steps before it take up to ten
//! times as long as the model, and leave such words as they are. A test counts random texts so, and by the library alone.

use super::{
    pattern::Pattern,
    seams::{MARK, Seams, added, divides_at_spaces, is, is_special, kind, steps},
    unigram::Unigram,
};
use serde_json::{Map, Value};
use std::{borrow::Cow, collections::BTreeMap, iter};
use tokenizers::{NormalizedString, Normalizer, Tokenizer};

/// What is certain of the inside of a part.
pub(super) struct Inside {
    words: Words,
    /// The model, if it is of this kind.
    pub(super) unigram: Option<Unigram>,
    /// Tokens that are found in any text before it is divided.
    added: Vec<String>,
    /// Of two ASCII characters, whether what is before and after the place between them is counted apart: bit `b` of number `a`.
    divided: Box<[u128; 128]>,
}

/// What the model is given.
#[derive(PartialEq)]
enum Words {
    /// Of any text the text, with U+2581 for each space. A text that does not start with a space may get one.
    Marked(First),
    /// Of ASCII characters after a space these characters after U+2581.
    AfterSpace(White),
    /// Of a word or signs in ASCII the same, with `Ġ` for the space before it.
    Bytes(Pattern),
}

/// What is certain of spaces and line ends.
#[derive(PartialEq)]
enum White {
    /// Any of them that are side by side are one space.
    OneSpace,
    /// Each is as it is.
    Kept,
    Unknown,
}

/// When a text gets a space before it.
#[derive(PartialEq)]
enum First {
    Never,
    /// Unless it starts with one.
    Mostly,
    Always,
}

impl Inside {
    /// `None` if nothing is certain.
    pub(super) fn of(seams: Seams, file: &Value, tokenizer: &Tokenizer) -> Option<Self> {
        let Seams::Spaces { .. } = seams else { return None };
        let [normalizer, pre_tokenizer, model] =
            ["normalizer", "pre_tokenizer", "model"].map(|key| file.get(key).unwrap_or(&Value::Null));
        let normalizers = steps(normalizer, "normalizers");
        let steps = steps(pre_tokenizer, "pretokenizers");
        let kinds: Vec<&str> = normalizers.iter().map(|step| kind(step)).collect();
        let added = added(file).filter(|token| !is_special(token));
        let added: Vec<String> =
            added.filter_map(|token| Some(token.get("content")?.as_str()?.to_owned())).collect();

        // Byte-level tokenizers (GPT-2, Llama 3): a place where the pattern always divides, unless an added token crosses it.
        if let Some(pattern) = pattern(&steps)
            && kinds.iter().all(|kind| is_composing(kind))
        {
            let in_added = pairs(&mut added.iter().map(String::as_str));
            let divided = table(|a, b| pattern.divides(a, b) && !in_added(a, b));
            return Some(Self { words: Words::Bytes(pattern), unigram: None, added, divided });
        }
        if !added.is_empty() {
            return None;
        }
        // SentencePiece's pairs (Llama 2, Mistral): nothing is merged across two characters that no token has side by side.
        if let Some(first) = marked(&normalizers, &steps) {
            let vocabulary = model.get("vocab")?.as_object()?;
            let is_known = known(is(model, "byte_fallback", true), vocabulary);
            let together = pairs(&mut vocabulary.keys().map(String::as_str));
            let divided = table(|a, b| is_known(a) && is_known(b) && !together(a, b));
            return Some(Self { words: Words::Marked(first), unigram: None, added, divided });
        }
        // Tokenizers that divide at spaces and mark each word (T5, XLM-R), if their normalizer leaves signs of ASCII as they are.
        let (is_word_marked, leaves_out_white) = match &*steps {
            [metaspace] => (divides_and_marks(metaspace), false),
            [spaces, metaspace] => {
                let is_always = prepended(metaspace) == First::Mostly && !is_first_alone(metaspace);
                (kind(spaces) == "WhitespaceSplit" && divides_and_marks(metaspace) && is_always, true)
            }
            _ => (false, false),
        };
        let signs: String = ('!'..='~').collect();
        let normalized = |text| normalized(tokenizer, text).unwrap_or_default().replace(MARK, " ");
        if !is_word_marked || !normalizers.iter().all(is_by_character) || normalized(&signs) != signs {
            return None;
        }
        let is_one = || ["a  b", "a\nb", "a \n\nb"].iter().all(|text| normalized(text) == "a b");
        let white = match leaves_out_white && !kinds.contains(&"Replace") || is_one() {
            true => White::OneSpace,
            false if !leaves_out_white && normalized("a \n  b\n") == "a \n  b\n" => White::Kept,
            false => White::Unknown,
        };
        let divided = table(|a, b| match white {
            White::OneSpace => a.is_ascii_graphic() && matches!(b, b' ' | b'\n'),
            White::Kept => (a.is_ascii_graphic() || matches!(a, b' ' | b'\n')) && b == b' ',
            White::Unknown => false,
        });
        Some(Self { words: Words::AfterSpace(white), unigram: Unigram::of(model), added, divided })
    }

    /// A first part as it would be further on in a text.
    pub(super) fn first<'p>(&self, part: &'p str) -> Cow<'p, str> {
        let has_space = || part.starts_with([' ', '\u{2581}']);
        match &self.words {
            Words::Marked(first) if *first == First::Always || *first == First::Mostly && !has_space() => {
                format!(" {part}").into()
            }
            _ => part.into(),
        }
    }

    /// Whether a part is of several pieces.
    pub(super) fn is_divided(&self, part: &str) -> bool {
        self.pieces(part).nth(1).is_some()
    }

    /// The pieces of a part that are counted apart.
    pub(super) fn pieces<'p>(&self, part: &'p str) -> impl Iterator<Item = &'p str> {
        let mut rest = part;
        iter::from_fn(move || {
            let last = rest.as_bytes().windows(2).position(|pair| match pair {
                [a, b] => self.divides(*a, *b),
                _ => false,
            });
            let (piece, after) = rest.split_at_checked(last.map_or(rest.len(), |last| last + 1))?;
            rest = after;
            Some(piece).filter(|piece| !piece.is_empty())
        })
    }

    fn divides(&self, a: u8, b: u8) -> bool {
        b < 128 && self.divided.get(usize::from(a)).is_some_and(|row| row >> b & 1 == 1)
    }

    /// What the model is given of a piece; `None` if that is not certain.
    pub(super) fn word(&self, piece: &str) -> Option<String> {
        let is_word = |is_sign: bool, letters: &str| {
            let mut bytes = letters.bytes();
            let first = bytes.next().is_some_and(|first| first.is_ascii_alphabetic());
            // With `O200k` a word ends before an uppercase letter.
            let is_cased = self.words == Words::Bytes(Pattern::O200k);
            first
                && !(is_sign && self.words == Words::Bytes(Pattern::Gpt2))
                && bytes.all(|byte| byte.is_ascii_lowercase() || !is_cased && byte.is_ascii_uppercase())
        };
        match self.words {
            Words::Marked(_) => Some(piece.replace(' ', MARK)),
            Words::AfterSpace(ref white) => {
                let word = match white {
                    White::OneSpace => piece.trim_start_matches([' ', '\n']),
                    White::Kept | White::Unknown => piece.strip_prefix(' ')?,
                };
                let is_kept = *white == White::Kept;
                let is_plain = |byte: u8| byte.is_ascii_graphic() || is_kept && byte == b'\n';
                let is_certain = (is_kept || !word.is_empty()) && word.bytes().all(is_plain);
                (is_certain && word.len() < piece.len()).then(|| format!("{MARK}{word}"))
            }
            // Letters, one sign and letters, or signs, each perhaps after a space: one match of every pattern.
            Words::Bytes(_) => {
                let word = piece.strip_prefix(' ').unwrap_or(piece);
                let letters = piece.strip_prefix(|c: char| c.is_ascii_punctuation() && c != '\'');
                let is_one = is_word(false, word)
                    || letters.is_some_and(|letters| is_word(true, letters))
                    || !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_punctuation());
                let is_plain = is_one && !self.added.iter().any(|token| piece.contains(token));
                is_plain.then(|| piece.replace(' ', "Ġ"))
            }
        }
    }
}

/// The seams, with line ends if the tokenizer makes spaces of them.
pub(super) fn with_line_ends(seams: Seams, file: &Value, tokenizer: &Tokenizer) -> Seams {
    let is_certain = added(file).all(is_special)
        && steps(file.get("normalizer").unwrap_or(&Value::Null), "normalizers").iter().all(is_by_character);
    match seams {
        Seams::Spaces { is_added, .. } if is_certain => {
            let [line_end, space] = ["a\nb", "a b"].map(|text| normalized(tokenizer, text));
            Seams::Spaces { is_added, or_line_ends: space.is_some() && line_end == space }
        }
        _ => seams,
    }
}

/// Whether what a step of a normalizer makes of a character of ASCII depends on no other, but for runs of spaces.
fn is_by_character(step: &&Value) -> bool {
    match kind(step) {
        "Replace" => step.pointer("/pattern/Regex").and_then(Value::as_str) == Some(" {2,}"),
        kind => is_composing(kind) || matches!(kind, "Nmt" | "Precompiled"),
    }
}

/// Refuses added tokens at which the library's count is wrong: one of which the normalizer leaves nothing is found at every place, without end,
/// and of two that it makes the same, but that are not found alike, either one is, from run to run.
pub(super) fn check_added(file: &Value, tokenizer: &Tokenizer) -> Result<(), String> {
    let mut found = BTreeMap::new();
    for token in added(file).filter(|token| is(token, "normalized", true)) {
        let content = token.get("content").and_then(Value::as_str).unwrap_or_default();
        let Some(text) = normalized(tokenizer, content) else { continue };
        if text.is_empty() {
            return Err(format!(
                "of the added token {content:?} the normalizer leaves nothing: set its normalized to false"
            ));
        }
        let flags = ["special", "single_word", "lstrip", "rstrip"].map(|key| is(token, key, true));
        // Of two tokens with the same content the last one counts.
        if let Some((other, other_flags)) = found.insert(text, (content, flags))
            && other != content
            && other_flags != flags
        {
            return Err(format!(
                "the normalizer makes the added tokens {other:?} and {content:?} the same, but they differ in special, single_word, \
                 lstrip or rstrip: set the normalized of one to false"
            ));
        }
    }
    Ok(())
}

/// What the normalizer makes of a text.
fn normalized(tokenizer: &Tokenizer, text: &str) -> Option<String> {
    let mut text = NormalizedString::from(text);
    if let Some(normalizer) = tokenizer.get_normalizer() {
        normalizer.normalize(&mut text).ok()?;
    }
    Some(text.get().to_owned())
}

/// Whether a normalizer leaves ASCII as it is.
fn is_composing(kind: &str) -> bool {
    matches!(kind, "NFC" | "NFD" | "NFKC" | "NFKD")
}

/// The pairs of ASCII characters that are divided, as in [`Inside::divided`].
fn table(is_divided: impl Fn(u8, u8) -> bool) -> Box<[u128; 128]> {
    let row = |a| (0..128).filter(|&b| is_divided(a, b)).fold(0, |row, b| row | 1_u128 << b);
    let mut table = Box::new([0; 128]);
    (0..).zip(table.iter_mut()).for_each(|(a, bits)| *bits = row(a));
    table
}

/// Which ASCII characters are side by side in these tokens, in which U+2581 is a space.
fn pairs(tokens: &mut dyn Iterator<Item = &str>) -> impl Fn(u8, u8) -> bool + use<> {
    let mut found = Box::new([0_u128; 128]);
    for token in tokens {
        let token = token.replace(MARK, " ");
        for pair in token.as_bytes().windows(2) {
            if let [a, b @ ..=127] = pair
                && let Some(row) = found.get_mut(usize::from(*a))
            {
                *row |= 1 << b;
            }
        }
    }
    move |a, b| found.get(usize::from(a)).is_some_and(|row| row >> b & 1 == 1)
}

/// Whether an ASCII character is a token, or tokens of its own that are never merged with others. Unknown characters may become one token
/// with unknown ones beside them.
fn known(is_byte_fallback: bool, vocabulary: &Map<String, Value>) -> impl Fn(u8) -> bool {
    let has = |token: &str| vocabulary.contains_key(token);
    let bytes_alone = is_byte_fallback
        && (0..=u8::MAX).all(|byte| has(&format!("<{byte:#04X}>")))
        && vocabulary.keys().all(|token| token.len() == 6 || !token.contains("<0x"));
    move |byte| match byte {
        b' ' => has(MARK),
        _ => bytes_alone || has(char::from(byte).encode_utf8(&mut [0; 4])),
    }
}

/// When a text gets a space before it, of a tokenizer that does nothing else but to mark spaces before its model.
fn marked(normalizers: &[&Value], steps: &[&Value]) -> Option<First> {
    let is_of_spaces = |step: &&Value| step.pointer("/pattern/String").and_then(Value::as_str) == Some(" ");
    let marks = |step: &&Value| kind(step) == "Replace" && is_of_spaces(step);
    match (normalizers, steps) {
        // No space is left that these would divide at.
        ([replace], steps) if marks(replace) && steps.iter().all(is_of_spaces) => Some(First::Never),
        ([prepend, replace], steps)
            if kind(prepend) == "Prepend" && marks(replace) && steps.iter().all(is_of_spaces) =>
        {
            Some(First::Always)
        }
        ([], [step]) if kind(step) == "Metaspace" && is(step, "split", false) => Some(prepended(step)),
        _ => None,
    }
}

/// Whether this is the step of SentencePiece's kin that divides texts before spaces and writes U+2581 for them.
fn divides_and_marks(step: &Value) -> bool {
    kind(step) == "Metaspace" && divides_at_spaces(step)
}

fn prepended(metaspace: &Value) -> First {
    match metaspace.get("prepend_scheme").and_then(Value::as_str) {
        Some("never") => First::Never,
        None if is(metaspace, "add_prefix_space", false) => First::Never,
        _ => First::Mostly,
    }
}

fn is_first_alone(metaspace: &Value) -> bool {
    metaspace.get("prepend_scheme").and_then(Value::as_str) == Some("first")
}

/// The pattern of a byte-level tokenizer that puts no space before a text.
fn pattern(steps: &[&Value]) -> Option<Pattern> {
    let (last, before) = steps.split_last()?;
    if kind(last) != "ByteLevel" || !is(last, "add_prefix_space", false) {
        return None;
    }
    let before: Vec<_> = before.iter().filter(|step| kind(step) != "Digits").collect();
    match (&*before, is(last, "use_regex", false)) {
        ([], false) => Some(Pattern::Gpt2),
        ([split], true) if kind(split) == "Split" && divides_at_spaces(split) => {
            Pattern::of(split.pointer("/pattern/Regex")?.as_str()?)
        }
        _ => None,
    }
}
