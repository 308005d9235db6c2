//! Which names mean a secret (B21): the words, in many languages, and what turns a name into another one. `db_password`,
//! `apiKey`, `Kennwort` and `rootpw` mean one; `tokenizer`, `public_key`, `password_length` and `apiGroup` do not.

use super::rows::{means, words};
use chunk_core::unicode::{is_alphanumeric, is_lowercase, is_uppercase, to_lowercase};

/// What the value of a name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Chosen by a person: `password`.
    Password,
    /// Made by a machine: `token`, `secret`, `api_key`.
    Secret,
    /// Often something else: `key`, `auth`. Its value counts if it looks generated.
    Vague,
    /// The name of a provider. What is assigned to it counts if it looks generated.
    Provider,
    /// A session cookie, which is long.
    Session,
}

/// The parts of names that are looked for in a text. Letters of ASCII match in both cases, others as they are written.
pub(super) fn roots() -> impl Iterator<Item = &'static str> {
    let meanings = ["password", "password, alone", "secret", "vague", "session", "provider"];
    let roots = meanings.into_iter().flat_map(words).copied();
    roots.chain(["clientid", "client_id", "client-id"]).chain(APART)
}

/// The meaning of words that make another name of the words before them: what they say is about a secret.
const ABOUT: &str = "about a secret";

/// A word for a password that is written as two.
const APART: [&str; 7] =
    ["pass phrase", "pass-phrase", "pass word", "pass-word", "pass code", "code word", "p/w"];

/// Whether a word between a name and a value, such as `policy` in `password policy for admins: …`, says that the value is about a secret.
pub(super) fn is_about(between: &str) -> bool {
    between
        .split(|letter: char| !letter.is_ascii_alphabetic())
        .any(|word| means(&word.to_ascii_lowercase(), ABOUT))
}

/// Whether the first word after a name makes another thing of it, such as `manager` in `password manager`; what was done to it does not.
pub(super) fn is_compound(between: &str) -> bool {
    let word = between
        .trim_start_matches([' ', ','])
        .split(|letter: char| !letter.is_ascii_alphabetic())
        .next()
        .unwrap_or_default();
    !word.ends_with("ed") && !word.ends_with("set") && is_about(word)
}

/// Whether a value is one of these words with a digit after it, in brackets or as a question, too: `hash2`, `(required2?)`.
pub(super) fn is_about_with_digit(value: &str) -> bool {
    let word = value.trim_matches(['(', ')', '?']);
    let word = word.strip_suffix(|digit: char| digit.is_ascii_digit()).unwrap_or_default();
    word.bytes().all(|byte| byte.is_ascii_alphabetic()) && (is_about(word) || super::shape::is_talk(word))
}

/// What the value of this name is; `None` if it is no secret. `before` are the words before the name, such as `API` before `key`.
pub(super) fn kind(name: &str, before: &str) -> Option<Kind> {
    let together =
        APART.iter().find(|apart| name.len() >= apart.len() && name.to_ascii_lowercase().ends_with(**apart));
    if let Some(apart) = together {
        return kind(&apart.replace([' ', '/', '-'], ""), before);
    }
    // Words of scripts whose marks are no letters.
    if words("password").iter().any(|word| !word.is_ascii() && name.ends_with(word)) {
        return Some(Kind::Password);
    }
    // `-Dname=…` is a property on the command line of Java.
    let name = name.strip_prefix("-D").unwrap_or(name);
    let filled = name.rsplit_once('.').filter(|(_, call)| means(&call.to_ascii_lowercase(), "fills a field"));
    let mut words = words_of(filled.map_or(name, |(field, _)| field));
    words.truncate(
        words.len() - usize::from(filled.is_some() && words.last().is_some_and(|word| means(word, "field"))),
    );
    let whole = words.concat();
    let is_client_id = whole.ends_with("clientid");
    // In `public string ApiKey` they are no words of the name.
    let is_type =
        before.rsplit(' ').next().is_some_and(|word| means(&word.to_ascii_lowercase(), "type of a variable"));
    let before = if is_type { "" } else { before };
    let is_session = |name: &&str| name.ends_with("id") && name.len() > 4 && whole.ends_with(name);
    if self::words("session").iter().any(is_session) {
        return Some(Kind::Session);
    }
    let Some(at) = words.iter().rposition(|word| kind_of_word(word).is_some()) else {
        return kind_of_whole(&words, &whole);
    };
    let (first, last) = words.split_at(at);
    let (word, behind) = last.split_first()?;
    if behind.iter().any(|word| means(word, ABOUT)) && !is_client_id {
        return None;
    }
    let kind = kind_of_word(word)?;
    let earlier = words_of(before);
    let mut previous = first.iter().rev().chain(earlier.iter().rev()).peekable();
    let is_key = word == "key" && previous.peek().is_some_and(|word| means(word, "before key"));
    let is_beside =
        previous.peek().is_some_and(|before| means(before, "public, directly before") && word != "secret");
    if kind != Kind::Password && (is_beside || previous.any(|word| means(word, "public"))) {
        return None;
    }
    // `PASS` alone is the result of a test.
    let kind = if is_key || name == "PASS" { Kind::Secret } else { kind };
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let goes_on = behind.iter().any(|word| word.len() > 2 && !means(word, "goes on") && !is_number(word));
    // A name that goes on is less certain: `secret_santa`.
    Some(match kind {
        Kind::Password if goes_on => Kind::Secret,
        Kind::Secret if goes_on => Kind::Vague,
        kind => kind,
    })
}

/// What the value of a name is of which no word means a secret.
fn kind_of_whole(words: &[String], whole: &str) -> Option<Kind> {
    if whole.ends_with("clientid") {
        Some(Kind::Vague)
    } else if self::words("session").iter().any(|session| whole.ends_with(session)) {
        Some(Kind::Session)
    } else {
        let has = |meaning| words.iter().any(|word| means(word, meaning));
        (has("provider") && !has(ABOUT)).then_some(Kind::Provider)
    }
}

fn kind_of_word(word: &str) -> Option<Kind> {
    // `password2`
    let word = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let singular = word.strip_suffix('s').unwrap_or(word);
    let ends = |meaning| words(meaning).iter().any(|root| word.ends_with(root) || singular.ends_with(root));
    let behind = |root: &str, meaning: &str| {
        word.strip_suffix(root).is_some_and(|before| before.is_empty() || means(before, meaning))
    };
    let is_short = |root: &&str| behind(root, "before a short word for a password");
    if ends("password") || words("password, alone").iter().any(is_short) {
        Some(Kind::Password)
    } else if ends("secret") || word != "key" && behind("key", "before key") {
        Some(Kind::Secret)
    } else if means(word, "vague") || word == "keys" {
        Some(Kind::Vague)
    } else {
        means(word, "session").then_some(Kind::Session)
    }
}

/// The words of a name, in lowercase: they start at a capital and end at what is no letter or digit.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut letters = name.chars().peekable();
    let mut last = ' ';
    while let Some(letter) = letters.next() {
        let acronym_ends = is_uppercase(last) && letters.peek().is_some_and(|next| is_lowercase(*next));
        let starts = is_uppercase(letter) && (is_lowercase(last) || last.is_ascii_digit() || acronym_ends);
        if starts || !is_alphanumeric(letter) {
            words.push(String::new());
        }
        if let (Some(word), true) = (words.last_mut(), is_alphanumeric(letter)) {
            word.extend(to_lowercase(letter));
        }
        last = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}
