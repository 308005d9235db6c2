//! What a value looks like (B21): made of words, drawn at random by a machine, chosen by a person, or made up for an example.

use super::{
    pattern::Pattern,
    rows::{means, words},
};
use chunk_core::unicode::{is_alphabetic, is_alphanumeric};
use std::collections::BTreeSet;

/// Whether `value` is words of letters, with `-`, `_`, `.`, `/`, `:` and the like between them. Four or more with `-` between them are a
/// passphrase.
pub(super) fn is_words(value: &str) -> bool {
    let is_between = |letter: char| "-_./:,'’+=@&?".contains(letter);
    value.split('-').count() < 4
        && value.split(is_between).all(|word| word.chars().all(is_alphabetic) && is_word(word))
}

/// Whether `value` is built like a name, a number, a version or a path: every part of it, between punctuation, is a word, a number, a
/// word with a number at one end, or words in camel case with a number.
pub(super) fn is_name(value: &str) -> bool {
    value.split(|letter: char| !is_alphanumeric(letter)).all(|part| {
        let changes = changes(part);
        let words = part.split(|letter: char| letter.is_ascii_digit());
        (changes <= 1 || changes == 2 && is_camel_case(part.as_bytes())) && words.into_iter().all(is_word)
    })
}

/// A word with a capital and two to four digits: `Falcon2023`.
pub(super) fn is_word_and_number(value: &str) -> bool {
    let word = value.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let is_capitalized = word.starts_with(|letter: char| letter.is_ascii_uppercase())
        && word.bytes().skip(1).all(|byte| byte.is_ascii_lowercase());
    is_capitalized && word.len() >= 5 && (2..=4).contains(&(value.len() - word.len()))
}

/// Whether words are a sentence or a label rather than a passphrase: one of them has a place in every sentence, or speaks of passwords.
pub(super) fn is_talk(words: &str) -> bool {
    let is_talk = |word: &str| {
        let word = word.to_ascii_lowercase();
        means(&word, "talk") || ["pass", "secret", "token", "key"].iter().any(|name| word.starts_with(name))
    };
    words.split(|letter: char| !letter.is_ascii_alphabetic()).any(is_talk)
}

/// How often a letter is followed by a digit, or a digit by a letter.
pub(super) fn changes(part: &str) -> usize {
    let pairs = part.as_bytes().windows(2);
    pairs.filter(|pair| matches!(pair, [a, b] if a.is_ascii_digit() != b.is_ascii_digit())).count()
}

/// Whether letters could be a word of a language, or several in camel case. Letters of both cases that change at random are none, nor is a
/// run of consonants that no language has.
fn is_word(word: &str) -> bool {
    const LONGEST_WORD: usize = 24;
    const MOST_CONSONANTS: usize = 6;
    const LONGEST_ACRONYM: usize = 8;
    if !word.is_ascii() {
        return true;
    }
    let letters = word.as_bytes();
    let upper = letters.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    let is_capitalized = upper == 1 && letters.first().is_some_and(u8::is_ascii_uppercase);
    let is_vowel = |byte: &u8| b"aeiouyAEIOUY".contains(byte);
    let consonants = letters.split(is_vowel).map(<[u8]>::len).max().unwrap_or_default();
    if upper == 0 || upper == letters.len() || is_capitalized {
        let is_acronym = upper == letters.len() && letters.len() <= LONGEST_ACRONYM;
        return letters.len() <= LONGEST_WORD && (consonants <= MOST_CONSONANTS || is_acronym);
    }
    let parts = || letters.split(u8::is_ascii_uppercase);
    let is_spoken = upper < 3 || parts().all(|part| part.len() < 3 || part.iter().any(is_vowel));
    // In a name such as `DBPassword` the words are long, and most letters small.
    let words = 1 + parts().skip(1).filter(|part| !part.is_empty()).count();
    let is_mostly_small = upper * 3 <= letters.len() && words * 3 <= letters.len() && consonants <= 4;
    is_spoken && (is_mostly_small || is_camel_case(letters))
}

/// Whether `part` is words of at least two letters, each but the first capitalized, and mostly small.
fn is_camel_case(part: &[u8]) -> bool {
    let (mut letters, mut all_small, mut small) = (0, 0, 0);
    for &byte in part {
        if byte.is_ascii_lowercase() {
            small += 1;
            all_small += 1;
        } else if small == 1 {
            return false;
        } else {
            small = 0;
        }
        letters += usize::from(byte.is_ascii_alphabetic());
    }
    small != 1 && all_small < letters && all_small * 3 >= letters * 2
}

/// Whether a machine may have made `value`: a UUID, a long number, or letters and digits that make no name.
pub(super) fn is_generated(value: &str, min_length: usize) -> bool {
    const LONG_NUMBER: usize = 14;
    const LEAST_DIFFERENT: usize = 6;
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
    let is_none_of_a_person =
        if is_number { value.len() >= LONG_NUMBER } else { is_uuid(value) || !is_name(value) };
    value.len() >= min_length && different(value.as_bytes()) >= LEAST_DIFFERENT && is_none_of_a_person
}

/// How many different bytes a value has.
fn different(value: &[u8]) -> usize {
    value.iter().collect::<BTreeSet<_>>().len()
}

/// Whether `value` looks like a password that a person chose: letters, digits and a sign that no name has.
pub(super) fn is_chosen(value: &str) -> bool {
    let value = value.trim_matches(['(', ')', '[', ']', '{', '}', '<', '>']);
    let is_sign = |letter: char| "!@#$%^&*?~+=<>()[]{},;|\\\"'`".contains(letter) || !letter.is_ascii();
    value.len() >= 6
        && value.chars().any(is_alphabetic)
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value.chars().any(is_sign)
}

/// Whether the random part of a credential whose form is known is none that a provider ever made: a placeholder, words, a sequence, the
/// same few characters again and again.
pub(super) fn is_made_up(value: &[u8]) -> bool {
    let characters: Vec<u8> = value.iter().copied().filter(u8::is_ascii_alphanumeric).collect();
    let length = characters.len();
    if length == 0 {
        return !value.is_empty();
    }
    let count = |is: fn(&u8) -> bool| characters.iter().filter(|byte| is(byte)).count();
    let pairs = |are: fn(u8, u8) -> bool| {
        characters.windows(2).filter(|pair| matches!(pair, [a, b] if are(*a, *b))).count()
    };
    let (digits, upper) = (count(u8::is_ascii_digit), count(u8::is_ascii_uppercase));
    // Of random letters one in five is a vowel, of English two in five.
    let vowels = count(|byte| b"aeiouAEIOU".contains(byte));
    let is_one_case = upper == 0 || upper == length;
    let looks_written =
        if is_one_case { vowels * 10 > length * 3 || length >= 24 } else { upper * 4 < length };
    is_placeholder(&String::from_utf8_lossy(value))
        || different(&characters) < length.min(16) / 3 + 1
        || pairs(|a, b| b.wrapping_sub(a) == 1) * 4 > length * 3
        || pairs(|a, b| a == b) * 2 > length
        || length >= 12 && digits <= length / 24 && looks_written
}

/// Whether `value` shows that it stands for another: `xxxx`, `your-token-here`, `****`, `password`.
pub(super) fn is_placeholder(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let word = lower.strip_suffix("123").or(lower.strip_suffix('1')).unwrap_or(&lower);
    means(word, "placeholder")
        || ["%", "@@", "__"]
            .iter()
            .any(|mark| lower.len() > 2 * mark.len() && lower.starts_with(mark) && lower.ends_with(mark))
        || lower.ends_with("example")
        || words("part of a placeholder").iter().any(|part| lower.contains(part))
}

/// Whether `value` is a UUID.
pub(super) fn is_uuid(value: &str) -> bool {
    static UUID: Pattern =
        Pattern::at_start("[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$");
    value.len() == 36 && UUID.is_match(value.as_bytes())
}
