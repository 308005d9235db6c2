//! Which names mean a secret (B21): the words, in many languages, and what turns a name into another one. `db_password`,
//! `apiKey`, `Kennwort` and `rootpw` mean one; `tokenizer`, `public_key`, `password_length` and `apiGroup` do not.

use super::rows::Words;
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

// The words of `tables/words.tsv`.

/// Words for passwords. They count at the end of a longer word, too: `rootpassword`. Beside letters that are no ASCII, the other cases of a
/// word are listed.
static PASSWORDS: Words = Words::new("password");
/// Short words for passwords: alone, or after a word of [`BEFORE_SHORT`].
static SHORT: Words = Words::new("password, alone");
static BEFORE_SHORT: Words = Words::new("before a short word for a password");
/// Words for secrets that machines make. They count at the end of a longer word, too.
static SECRETS: Words = Words::new("secret");
/// Words that make a secret of the word `key` after them.
static BEFORE_KEY: Words = Words::new("before key");
/// Words that may be one.
static VAGUE: Words = Words::new("vague");
/// The names of session cookies, without what separates their words.
static SESSIONS: Words = Words::new("session");
/// Words that make another name of the words before them: what they say is about a secret.
static ABOUT: Words = Words::new("about a secret");
/// Words that say of those after them that all the world may know them, that they are made up, or that they are another thing: `site_key`.
static PUBLIC: Words = Words::new("public");
/// The same, of the word directly after them: `csrf_token`, but not `RECAPTCHA_SECRET_KEY` and `GEM_HOST_API_KEY`.
static PUBLIC_BESIDE: Words = Words::new("public, directly before");
/// What is called on the field of a form to fill it in: `passwordField.setText("…")`.
static FILLS: Words = Words::new("fills a field");
static FIELDS: Words = Words::new("field");
/// Words before a variable that is declared.
static TYPES: Words = Words::new("type of a variable");
/// Providers whose credentials have no form of their own, and are known by the name they are assigned to.
static PROVIDERS: Words = Words::new("provider");
/// What may be after the word that means a secret, and changes nothing: `DB_PASSWORD_PROD`.
static GOES_ON: Words = Words::new("goes on");

/// The parts of names that are looked for in a text. Letters of ASCII match in both cases, others as they are written.
pub(super) fn roots() -> impl Iterator<Item = &'static str> {
    let tables = [&PASSWORDS, &SHORT, &SECRETS, &VAGUE, &SESSIONS, &PROVIDERS];
    tables.into_iter().flat_map(Words::iter).chain(["clientid", "client_id", "client-id"]).chain(APART)
}

/// A word for a password that is written as two.
const APART: [&str; 7] =
    ["pass phrase", "pass-phrase", "pass word", "pass-word", "pass code", "code word", "p/w"];

/// Whether a word between a name and a value, such as `policy` in `password policy for admins: …`, says that the value is about a secret.
pub(super) fn is_about(between: &str) -> bool {
    between
        .split(|letter: char| !letter.is_ascii_alphabetic())
        .any(|word| ABOUT.has(&word.to_ascii_lowercase()))
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
    if PASSWORDS.iter().any(|word| !word.is_ascii() && name.ends_with(word)) {
        return Some(Kind::Password);
    }
    // `-Dname=…` is a property on the command line of Java.
    let name = name.strip_prefix("-D").unwrap_or(name);
    let filled = name.rsplit_once('.').filter(|(_, call)| FILLS.has(&call.to_ascii_lowercase()));
    let mut words = words(filled.map_or(name, |(field, _)| field));
    words.truncate(
        words.len() - usize::from(filled.is_some() && words.last().is_some_and(|word| FIELDS.has(word))),
    );
    let whole = words.concat();
    let is_client_id = whole.ends_with("clientid");
    // In `public string ApiKey` they are no words of the name.
    let is_type = before.rsplit(' ').next().is_some_and(|word| TYPES.has(&word.to_ascii_lowercase()));
    let before = if is_type { "" } else { before };
    if SESSIONS.iter().any(|session| session.ends_with("id") && session.len() > 4 && whole.ends_with(session))
    {
        return Some(Kind::Session);
    }
    let Some(at) = words.iter().rposition(|word| kind_of_word(word).is_some()) else {
        return kind_of_whole(&words, &whole);
    };
    let (first, last) = words.split_at(at);
    let (word, behind) = last.split_first()?;
    if behind.iter().any(|word| ABOUT.has(word)) && !is_client_id {
        return None;
    }
    let kind = kind_of_word(word)?;
    let earlier = self::words(before);
    let mut previous = first.iter().rev().chain(earlier.iter().rev()).peekable();
    let is_key = word == "key" && previous.peek().is_some_and(|word| BEFORE_KEY.has(word));
    let is_beside = previous.peek().is_some_and(|before| PUBLIC_BESIDE.has(before) && word != "secret");
    if kind != Kind::Password && (is_beside || previous.any(|word| PUBLIC.has(word))) {
        return None;
    }
    // `PASS` alone is the result of a test.
    let kind = if is_key || name == "PASS" { Kind::Secret } else { kind };
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let goes_on = behind.iter().any(|word| word.len() > 2 && !GOES_ON.has(word) && !is_number(word));
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
    } else if SESSIONS.iter().any(|session| whole.ends_with(session)) {
        Some(Kind::Session)
    } else {
        let is_provider = words.iter().any(|word| PROVIDERS.has(word));
        (is_provider && !words.iter().any(|word| ABOUT.has(word))).then_some(Kind::Provider)
    }
}

fn kind_of_word(word: &str) -> Option<Kind> {
    // `password2`
    let word = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let singular = word.strip_suffix('s').unwrap_or(word);
    let ends =
        |table: &'static Words| table.iter().any(|root| word.ends_with(root) || singular.ends_with(root));
    let behind = |root: &str, befores: &'static Words| {
        word.strip_suffix(root).is_some_and(|before| before.is_empty() || befores.has(before))
    };
    if ends(&PASSWORDS) || SHORT.iter().any(|root| behind(root, &BEFORE_SHORT)) {
        Some(Kind::Password)
    } else if ends(&SECRETS) || word != "key" && behind("key", &BEFORE_KEY) {
        Some(Kind::Secret)
    } else if VAGUE.has(word) || word == "keys" {
        Some(Kind::Vague)
    } else {
        SESSIONS.has(word).then_some(Kind::Session)
    }
}

/// The words of a name, in lowercase: they start at a capital and end at what is no letter or digit.
fn words(name: &str) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::{Kind, kind};
    use rstest::rstest;

    #[rstest]
    #[case("password", Some(Kind::Password))]
    #[case("DB_PASS", Some(Kind::Password))]
    #[case("rootpw", Some(Kind::Password))]
    #[case("spring.datasource.password", Some(Kind::Password))]
    #[case("-Dstorepass", Some(Kind::Password))]
    #[case("Kennwort", Some(Kind::Password))]
    #[case("DB_PASSWORD_PROD", Some(Kind::Password))]
    #[case("passwords", Some(Kind::Password))]
    #[case("X-Api-Key", Some(Kind::Secret))]
    #[case("APIKey", Some(Kind::Secret))]
    #[case("SECRET_KEY_BASE", Some(Kind::Secret))]
    #[case("PASS", Some(Kind::Secret))]
    #[case("key", Some(Kind::Vague))]
    #[case("secret_santa", Some(Kind::Vague))]
    #[case("client_id", Some(Kind::Vague))]
    #[case("snyk", Some(Kind::Provider))]
    #[case("ASP.NET_SessionId", Some(Kind::Session))]
    #[case("tokenizer", None)]
    #[case("keyword", None)]
    #[case("author", None)]
    #[case("apiGroup", None)]
    #[case("password_length", None)]
    #[case("token_expiry", None)]
    #[case("secretName", None)]
    #[case("public_key", None)]
    #[case("sitekey", None)]
    #[case("Idempotency-Key", None)]
    #[case("bypass", None)]
    #[case("compass", None)]
    #[case("monkey", None)]
    fn names_mean_what_their_words_say(#[case] name: &str, #[case] expected: Option<Kind>) {
        assert_eq!(kind(name, ""), expected);
    }

    #[test]
    fn the_words_before_a_name_count() {
        let kinds = ["API", "public", "primary", "the"].map(|before| kind("key", before));
        assert_eq!(kinds, [Some(Kind::Secret), None, None, Some(Kind::Vague)]);
    }
}
