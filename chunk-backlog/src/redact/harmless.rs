//! Which values are no secrets, though their name means one, and why (B21).

use super::random::{changes, entropy, is_camel_case, is_identifier, is_placeholder};
use chunk_core::slice;

/// Why a value is no secret, and how that is seen.
type Reason = (&'static str, fn(&str) -> bool);

/// The table. What is in none of its rows is a secret behind a name for passwords, and a candidate behind other names.
const REASONS: [Reason; 12] = [
    ("too short", |value| value.chars().count() < 4),
    ("a placeholder: `changeme`, `<password>`, `****`", is_stand_in),
    ("a reference: `${VAR}`, `%VAR%`, `{{ x }}`, `!Ref X`, `process.env.X`", is_reference),
    ("a path, or the address of a secret in a store", is_path),
    ("a date or a time", is_time),
    ("the name of a type or an algorithm: `string`, `varchar(64)`, `sha256`", is_type),
    ("code: a call, an index, a pattern", is_code),
    ("words without digits", is_words),
    ("the name of another secret: `db_password1`", is_name_of_secret),
    ("a version: `v2.0.1`", is_version),
    ("a number with a unit: `12px`, `90d`, `98.5%`", is_quantity),
    ("meant to be public: `pk_live_…`, a public key, a fingerprint, a site key", is_public),
];

/// Why this value is no secret, whatever its name.
pub(super) fn reason(value: &str) -> Option<&'static str> {
    REASONS.iter().find(|(_, applies)| applies(value)).map(|(why, _)| *why)
}

fn is_stand_in(value: &str) -> bool {
    let encloses = |open: char, close: char| value.starts_with(open) && value.ends_with(close);
    let letters = value.chars().filter(|letter| letter.is_alphanumeric());
    is_placeholder(value.as_bytes())
        || encloses('<', '>')
        || value.starts_with('[') && is_words(value.trim_matches(['[', ']']))
        || value.starts_with('{')
        || value.starts_with("[REDACTED")
        || value.to_ascii_lowercase().contains("example")
        || value.starts_with('(') && is_words(value.trim_matches(['(', ')']))
        || value.contains("...")
        || value.contains('…')
        || letters.clone().next().is_none()
        || letters.clone().collect::<std::collections::BTreeSet<char>>().len() <= 1 + letters.clone().count() / 12
}

fn is_reference(value: &str) -> bool {
    let starts = |marks: &[&str]| marks.iter().any(|mark| value.starts_with(mark));
    let rest = slice(value, value.chars().next().map_or(0, char::len_utf8)..value.len());
    let is_name = |name: &str| {
        name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
    };
    let is_variable = |name: &str| is_name(name) && is_words(name.trim_end_matches(|letter: char| letter.is_ascii_digit()));
    starts(&["${", "$(", "$env:", "$[", "{{", "<%", "#{", "%{", "${{", "!Ref", "!Sub", "!GetAtt", "!vault", "!secret", "!!binary", "ENC[", "@{"])
        || value.starts_with('$') && is_name(rest) && is_upper_or_variable(rest)
        || value.starts_with('$') && rest.contains('$') && rest.split(['$', '{', '}']).all(|part| part.is_empty() || is_name(part) && is_upper_or_variable(part))
        || value.starts_with('@') && is_variable(rest.trim_end_matches('@'))
        // A symbol, or the rest of a path: `:name`, `::Name`.
        || value.starts_with(':')
        || value.len() > 2 && value.starts_with('%') && value.ends_with('%')
        || value.starts_with("&quot")
        // `process.env.X`, `var.db_password1`, `self.token2`: names with dots between them.
        || value.contains('.') && !value.contains('-') && value.split('.').all(is_variable) && value.split('.').next().is_some_and(is_words)
}

/// Whether the name behind a `$` is one of a variable: in capitals, or in words with at most a number behind them.
fn is_upper_or_variable(name: &str) -> bool {
    let is_one_case = !name.bytes().any(|byte| byte.is_ascii_lowercase()) || !name.bytes().any(|byte| byte.is_ascii_uppercase());
    is_one_case && name.split(['_', '.', '-']).all(|part| changes(part.as_bytes()) <= 1) || is_camel_case(name.as_bytes())
}

fn is_path(value: &str) -> bool {
    const SCHEMES: [&str; 8] = ["arn:", "file:", "vault:", "env:", "ssm:", "awssm:", "secret:", "keychain:"];
    const EXTENSIONS: [&str; 21] = [
        ".asc", ".pub", ".sig", ".html",
        ".pem", ".key", ".txt", ".json", ".yml", ".yaml", ".md", ".crt", ".cer", ".p12", ".pfx", ".jks", ".env", ".toml", ".rs", ".py", ".log",
    ];
    let is_part = |part: &str| !part.contains(|letter: char| "!@#%^&*?+=".contains(letter)) && is_words_and_numbers(part);
    let lower = value.to_ascii_lowercase();
    let is_drive = matches!(value.as_bytes(), [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic());
    SCHEMES.iter().any(|scheme| lower.starts_with(scheme))
        || lower.contains("://")
        || is_drive
        || ["~/", "./", "../"].iter().any(|start| value.starts_with(start))
        || EXTENSIONS.iter().any(|extension| lower.ends_with(extension)) && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_./-".contains(&byte))
        || value.contains('/') && value.split('/').all(is_part)
        || value.contains("::") && value.split("::").all(|part| part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_<>".contains(&byte)))
}

/// `2026-01-02`, `2026-01-02T10:11:12.123+08:00`, `10:11`, `20260102T101112Z`: digits and the signs between them.
fn is_time(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let value = value.trim_end_matches(['Z', 'z']);
    let is_clock = matches!(value.as_bytes(), [_, b':', ..] | [_, _, b':', ..]);
    let is_date = matches!(value.as_bytes(), [_, _, _, _, b'-' | b'/' | b'.', ..] | [_, _, b'.' | b'/' | b'-', ..]) || value.as_bytes().get(8) == Some(&b'T');
    digits >= 3
        && (is_clock || is_date && digits >= 6)
        && value.bytes().all(|byte| byte.is_ascii_digit() || b"-:./+T ".contains(&byte))
}

fn is_type(value: &str) -> bool {
    const TYPES: [&str; 29] = [
        "aes", "argon2", "argon2d", "argon2i", "argon2id", "base32", "base64", "bcrypt", "blowfish", "bytes", "char", "ecdsa", "ed25519", "es256", "float", "hmac", "hs256",
        "int", "md5", "nvarchar", "oauth", "pbkdf2", "pkcs", "rs256", "rsa", "scram", "sha", "uint", "varchar",
    ];
    let lower = value.to_ascii_lowercase();
    let is_typed = TYPES.iter().any(|name| {
        lower.strip_prefix(name).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || b"()-_/#".contains(&byte)))
    });
    let is_short = matches!(lower.as_bytes(), [letter, digits @ ..] if letter.is_ascii_lowercase() && !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) && digits.len() <= 3);
    let is_generic = ['<', '[', '(', '|'].iter().any(|open| {
        value.split_once(*open).is_some_and(|(name, rest)| {
            (*open != '|' || rest.bytes().all(|byte| byte.is_ascii_alphabetic() || b"|_ '".contains(&byte)))
                && name.bytes().all(|byte| byte.is_ascii_alphabetic() || b"_.: &".contains(&byte)) && rest.bytes().all(|byte| byte.is_ascii_alphabetic() || b"<>[](), |_.&:'?0123456789".contains(&byte)) && rest.bytes().filter(u8::is_ascii_digit).count() <= 3
                && !name.is_empty() && (*open == '|' || rest.ends_with(['>', ']', ')', ',', '=']))
        })
    });
    is_typed || is_short || is_generic || lower.contains("utf8") || lower.starts_with("scram-sha")
}

fn is_code(value: &str) -> bool {
    let opens = value.find(['(', '[']);
    let is_call = opens.is_some_and(|at| {
        let head = slice(value, 0..at);
        let is_callee = !head.is_empty()
            && head.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.:>-$\\".contains(&byte))
            && !head.starts_with(|letter: char| letter.is_ascii_digit())
            && head.split(|letter: char| !letter.is_ascii_alphanumeric()).all(|word| changes(word.as_bytes()) <= 4);
        let closes = value.ends_with([')', ']', '(', '[', '"', '\'']) || value.contains("().") || value.contains(")?");
        let rest = slice(value, at + 1..value.len());
        let is_long = head.contains(['.', '_']) || head.len() >= 6 && head.bytes().all(|byte| byte.is_ascii_alphabetic());
        let closes = closes || rest.starts_with(['"', '\'', '`']) || is_long && is_words_and_numbers(rest);
        is_callee && closes && is_words_and_numbers(head) || value.ends_with("()")
    });
    is_call || value.starts_with("(?") || value.starts_with('^') && value.ends_with('$') || value.contains("=>") || value.contains("&&") || value.starts_with("==")
}

/// Letters, in one word or in several with `-`, `_`, `.`, `/` or `:` between them. Letters of both cases that change at random, and a
/// run of letters that no word has, are no words.
pub(super) fn is_words(value: &str) -> bool {
    value.split(|letter: char| "-_./:,'’+=@&!?".contains(letter) && letter != '!').all(|word| {
        word.chars().all(char::is_alphabetic) && (!word.is_ascii() || is_word(word.as_bytes()))
    }) && value.split('-').count() < 4
}

/// A word that could be of a language: in one case, capitalized, or in camel case, and with vowels.
fn is_word(word: &[u8]) -> bool {
    const LONGEST_WORD: usize = 24;
    const MAX_CONSONANTS: usize = 6;
    let upper = word.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    let is_one_case = upper == 0 || upper == word.len() || upper == 1 && word.first().is_some_and(u8::is_ascii_uppercase);
    let consonants = word.split(|byte| b"aeiouyAEIOUY".contains(byte)).map(<[u8]>::len).max().unwrap_or_default();
    if is_one_case {
        return (word.len() <= LONGEST_WORD) && (consonants <= MAX_CONSONANTS || upper == word.len() && word.len() <= 8);
    }
    // Of both cases: the words of a name such as `getPassword` or `DBPassword` are longer than what is drawn at random, and have vowels.
    let starts = word.windows(2).filter(|pair| matches!(pair, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase())).count();
    let has_vowel = |letters: &[u8]| letters.iter().any(|byte| b"aeiouy".contains(byte));
    let is_spoken = upper < 3 || word.split(u8::is_ascii_uppercase).all(|letters| letters.len() < 3 || has_vowel(letters));
    is_spoken && (is_camel_case(word) || upper * 3 <= word.len() && (starts + 1) * 3 <= word.len() && consonants <= 4)
}

/// Words, and words with a number of few digits at one end.
fn is_words_and_numbers(value: &str) -> bool {
    value.split(|letter: char| !letter.is_alphanumeric()).all(|part| {
        let word = part.trim_matches(|letter: char| letter.is_ascii_digit());
        is_words(word) && (part.len() - word.len() <= 4 || word.is_empty())
    })
}

fn is_name_of_secret(value: &str) -> bool {
    const NAMES: [&str; 18] = ["password", "passwd", "passphrase", "confirmation", "pass", "pwd", "pw", "secret", "token", "key", "cred", "auth", "user", "login", "value", "name", "string", "text"];
    let lower = value.to_ascii_lowercase();
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-./:".contains(&byte))
        && digits <= 2
        && NAMES.iter().any(|name| lower.split(|letter: char| !letter.is_ascii_alphabetic()).any(|word| word.ends_with(name) || name.len() > 5 && word.starts_with(name)))
        && is_words_and_numbers(value)
}

fn is_version(value: &str) -> bool {
    let value = value.trim_start_matches(['v', 'V', '^', '~', '=', '>', '<', ' ']);
    value.starts_with(|letter: char| letter.is_ascii_digit())
        && value.contains('.')
        && value.split(['.', '-', '+']).all(|part| changes(part.as_bytes()) <= 1 && part.len() <= 8)
        && value.split('.').next().is_some_and(|major| major.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_quantity(value: &str) -> bool {
    const UNITS: [&str; 24] = [
        "%", "b", "bit", "bits", "d", "day", "days", "em", "gb", "h", "k", "kb", "m", "mb", "min", "ms", "nd", "px", "rd", "rem", "s", "st", "th", "x",
    ];
    let number = value.bytes().take_while(|byte| byte.is_ascii_digit() || b".,".contains(byte)).count();
    number > 0 && UNITS.contains(&&*slice(value, number..value.len()).to_ascii_lowercase())
}

fn is_public(value: &str) -> bool {
    const STARTS: [&str; 15] = [
        "pk_live_", "pk_test_", "sb_publishable_", "phc_", "AAAAB3NzaC1yc2E", "AAAAC3NzaC1lZDI1NTE5", "AAAAE2VjZHNh", "ssh-rsa", "ssh-ed25519",
        "SHA256:", "sha256:", "sha-", "sha256-", "sha512-", "sha384-",
    ];
    let is_site_key = value.len() == 40 && value.starts_with("6L") || value.starts_with("0x4AAAA") || value.starts_with("0x") && value.len() < 20;
    STARTS.iter().any(|start| value.starts_with(start)) || is_site_key || value.contains("4_request")
}

/// Whether a value looks generated by a machine: a UUID or a hash, a long number, or letters and digits that are not built of words
/// and numbers.
pub(super) fn looks_generated(value: &str, min_length: usize) -> bool {
    let bytes = value.as_bytes();
    let is_number = bytes.iter().all(u8::is_ascii_digit);
    let is_random = || !super::random::is_structured(bytes);
    bytes.len() >= min_length
        && entropy(bytes) >= MIN_ENTROPY
        && (is_number && bytes.len() >= 14 || is_identifier(bytes) || !is_number && is_random() || has_random_letters(bytes))
}

/// The least entropy of a generated value, in bits a character.
const MIN_ENTROPY: f64 = 2.5;

/// Letters that make no word, with or without digits around them.
fn has_random_letters(value: &[u8]) -> bool {
    value.split(|byte| !byte.is_ascii_alphabetic()).any(|letters| letters.len() >= 8 && !is_word(letters))
}

/// Whether a value looks like a password that a person chose: letters, digits and a sign that no name has.
pub(super) fn looks_chosen(value: &str) -> bool {
    let value = value.trim_matches(['(', ')', '[', ']', '{', '}', '<', '>']);
    let has_sign = value.chars().any(|letter| "!@#$%^&*?~+=<>()[]{},;|\\\"'`".contains(letter) || !letter.is_ascii());
    value.chars().any(char::is_alphabetic) && value.bytes().any(|byte| byte.is_ascii_digit()) && has_sign
}

/// Whether a value stands for another.
pub(super) fn is_placeholder_or_reference(value: &str) -> bool {
    is_stand_in(value) || is_reference(value)
}
