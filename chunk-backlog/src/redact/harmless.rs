//! Which values are no secrets, though their name means one, and why (B21).

use super::names::is_about_with_digit;
use super::rows::Words;
use super::shape::{changes, is_generated, is_name, is_placeholder, is_words};
use chunk_core::{
    slice,
    unicode::{is_alphanumeric, trim},
};

/// Why a value is no secret, and how that is seen.
type Reason = (&'static str, fn(&str) -> bool);

/// The table. What is in none of its rows is a secret behind a name for passwords, and a candidate behind other names.
const REASONS: [Reason; 17] = [
    ("too short", |value| value.chars().count() < 4),
    ("stands for another: `changeme`, `<password>`, `****`, `AKIA…EXAMPLE`", is_stand_in),
    ("a reference: `${VAR}`, `%VAR%`, `{{ x }}`, `!Ref X`, `process.env.X`", is_reference),
    ("a path, or the address of a secret in a store", is_path),
    ("the key of an issue: `PROJ-1234`", is_issue),
    ("a date or a time", is_time),
    ("the name of a type or an algorithm: `string`, `varchar(64)`, `sha256`", is_type),
    ("code: a call, an index, a pattern", is_code),
    ("words without digits", is_words),
    ("words of a script without cases and spaces: `8文字以上`, `Vault2を参照`", is_caseless),
    ("the name of another secret: `db_password1`", is_name_of_secret),
    ("a word that speaks of secrets, with a number: `required2`", is_about_with_digit),
    ("whose it is: `team7's`", |value| value.strip_suffix("'s").is_some_and(is_name)),
    ("an option: `--locked`", |value| value.starts_with("--") && is_name(value)),
    ("a version: `v2.0.1`", is_version),
    ("a number: `12px`, `90d`, `98.5%`, `0x1f`", is_quantity),
    ("for everybody to know: `pk_live_…`, a public key, a fingerprint, a site key", is_public),
];

/// Why this value is no secret, whatever its name.
pub(super) fn reason(value: &str) -> Option<&'static str> {
    REASONS.iter().find(|(_, applies)| applies(value)).map(|(why, _)| *why)
}

fn starts_with_any(value: &str, starts: &'static Words) -> bool {
    starts.iter().any(|start| value.starts_with(start))
}

fn all_bytes(value: &str, signs: &[u8]) -> bool {
    value.bytes().all(|byte| byte.is_ascii_alphanumeric() || signs.contains(&byte))
}

pub(super) fn is_stand_in(value: &str) -> bool {
    let encloses =
        |open: char, close: char| value.starts_with(open) && is_words(value.trim_matches([open, close]));
    let mut letters: Vec<char> = value.chars().filter(|letter| is_alphanumeric(*letter)).collect();
    let length = letters.len();
    letters.sort_unstable();
    letters.dedup();
    is_placeholder(value)
        || value.to_ascii_lowercase().contains("example")
        || value.starts_with('<') && value.ends_with('>') && !is_generated(value.trim_matches(['<', '>']), 20)
        || value.starts_with('{')
        || encloses('[', ']')
        || encloses('(', ')')
        || value == "null!"
        || value.contains("...")
        || value.contains("####")
        || value.contains('…')
        || letters.len() <= 1 + length / 12
}

pub(super) fn is_reference(value: &str) -> bool {
    static STARTS: Words = Words::new("start of a reference");
    let is_names = |names: &str| {
        names.split(['$', '{', '}', ':', '.']).all(|name| all_bytes(name, b"_-") && is_variable(name))
    };
    let is_word = |name: &str| {
        is_words(name.strip_suffix(|letter: char| letter.is_ascii_digit()).unwrap_or(name))
            || name.contains(['_', '.'])
    };
    let has_mark = |mark: char| {
        value
            .strip_prefix(mark)
            .filter(|name| mark == '$' || is_word(name))
            .is_some_and(|rest| is_names(rest.trim_end_matches('@')))
    };
    let mut parts = value.split('.');
    starts_with_any(value, &STARTS)
        || value.starts_with('$') && value.contains("->")
        || has_mark('$')
        || value.rsplit_once(':').is_some_and(|(_, name)| name.starts_with('$') && is_reference(name))
        || has_mark('@')
        || value.len() > 2 && value.starts_with('%') && value.ends_with('%')
        // `process.env.X`, `var.db_password1`, `self.token2`; `Tiger.abc9` is none.
        || value.contains('.')
            && all_bytes(value, b"_.")
            && !value.starts_with(|letter: char| letter.is_ascii_uppercase())
            && parts.next().is_some_and(is_words)
            && parts.all(is_variable)
}

/// Whether a name is one of a variable: words, with at most a number behind each.
fn is_variable(name: &str) -> bool {
    !name.starts_with(|letter: char| letter.is_ascii_digit()) && is_name(name)
}

fn is_path(value: &str) -> bool {
    static STARTS: Words = Words::new("start of a path");
    static EXTENSIONS: Words = Words::new("end of a file");
    let value = without_mark(value);
    let lower = value.to_ascii_lowercase();
    let is_part = |part: &str| all_bytes(part, b"_.:~-") && is_name(part);
    let is_drive =
        matches!(value.as_bytes(), [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic());
    starts_with_any(&lower, &STARTS)
        || lower.contains("://")
        || is_drive
        || EXTENSIONS.iter().any(|extension| lower.ends_with(extension)) && all_bytes(value, b"_./-")
        || value.contains('/') && value.split('/').all(is_part)
        || is_from_root(value)
        || value.contains("::") && all_bytes(value, b"_:<>")
}

/// A path from the root: two slashes or more, and no sign that a path seldom has. A value that only starts with a slash is none, nor are 32
/// characters or more of base 64 without a word.
fn is_from_root(value: &str) -> bool {
    const LONG: usize = 32;
    value.starts_with('/')
        && value.matches('/').count() > 1
        && all_bytes(value, b"_./-")
        && (value.len() < LONG
            || value.contains(['.', '_', '-'])
            || value.split('/').any(|part| part.len() > 2 && is_words(part)))
}

fn is_issue(value: &str) -> bool {
    const MAX_PROJECT: usize = 10;
    const MAX_NUMBER: usize = 6;
    value.split_once('-').is_some_and(|(project, number)| {
        (2..=MAX_PROJECT).contains(&project.len())
            && (1..=MAX_NUMBER).contains(&number.len())
            && project.bytes().all(|byte| byte.is_ascii_uppercase())
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// A path without the mark behind it: the issue of `owner/name#12`, the field of `secret/db#password`.
fn without_mark(value: &str) -> &str {
    let is_mark = |mark: &str| mark.bytes().all(|byte| byte.is_ascii_digit()) || is_words(mark);
    match value.rsplit_once('#') {
        Some((path, mark)) if path.contains('/') && is_mark(mark) => path,
        _ => value,
    }
}

/// `2026-01-02`, `2026-01-02T10:11:12.123+08:00`, `10:11`, `20260102T101112Z`, seconds or milliseconds since 1970.
fn is_time(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_epoch = digits == value.len() && matches!(digits, 10 | 13) && value.starts_with('1');
    let value = value.trim_end_matches(['Z', 'z']);
    let bytes = value.as_bytes();
    let is_clock = matches!(bytes, [_, b':', ..] | [_, _, b':', ..]);
    let is_date = matches!(bytes, [_, _, _, _, b'-' | b'/' | b'.', ..] | [_, _, b'.' | b'/' | b'-', ..])
        || bytes.get(8) == Some(&b'T');
    is_epoch
        || digits >= 3
            && (is_clock || is_date && digits >= 6)
            && bytes.iter().all(|byte| byte.is_ascii_digit() || b"-:./+T ".contains(byte))
}

fn is_type(value: &str) -> bool {
    static TYPES: Words = Words::new("type or algorithm");
    let lower = value.to_ascii_lowercase();
    let is_named = |name: &str| {
        let is_size =
            |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit() || b"()-_/#.".contains(&byte));
        lower.strip_prefix(name).is_some_and(is_size)
    };
    // `u64`, `i32`.
    let is_letter_and_size = matches!(lower.as_bytes(), [letter, size @ ..]
        if letter.is_ascii_lowercase() && (1..=3).contains(&size.len()) && size.iter().all(u8::is_ascii_digit));
    TYPES.iter().any(is_named)
        || is_letter_and_size
        || is_generic(value)
        || lower.ends_with("k_base")
        || lower.starts_with("utf8")
}

/// `Option<String>`, `Annotated[str, 8]`, `string|undefined`.
fn is_generic(value: &str) -> bool {
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic() || b"_.: &".contains(&byte))
    };
    let is_union = value.contains('|') && value.split('|').all(|name| is_name(trim(name)));
    // `required|min:8|confirmed`
    let is_rule = |part: &str| {
        let (name, number) = part.split_once(':').unwrap_or((part, ""));
        is_name(name) && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
    };
    is_union
        || value.contains('|') && value.split('|').all(is_rule)
        || value.split_once(['<', '[', '(']).is_some_and(|(name, rest)| {
            let digits = rest.bytes().filter(u8::is_ascii_digit).count();
            let is_open = rest.bytes().all(|byte| byte.is_ascii_alphabetic() || b"<&':_".contains(&byte));
            value.contains('<') && is_open && is_name(name)
                || is_name(name)
                    && all_bytes(rest, b"<>[](), |_.&:'?")
                    && digits <= 3
                    && rest.ends_with(['>', ']', ')', ',', '='])
        })
}

fn is_code(value: &str) -> bool {
    let is_call = value.find(['(', '[']).is_some_and(|at| {
        let (head, rest) = (slice(value, 0..at), slice(value, at + 1..value.len()));
        let is_identifier = is_variable(head) || head.contains(['.', '_']);
        let is_callee = !head.is_empty() && all_bytes(head, b"_.:>-$\\!") && is_identifier;
        let is_long = head.contains(['.', '_']) || head.len() >= 6 && is_words(head);
        let closes =
            value.ends_with([')', ']', '(', '[', '"', '\'']) || value.contains("().") || value.contains(")?");
        is_callee && (closes || rest.starts_with(['"', '\'', '`', '$']) || is_long && is_name(rest))
    });
    // `OAuth2Session(client)`
    let is_construction =
        value.strip_suffix(')').and_then(|value| value.split_once('(')).is_some_and(|(head, inside)| {
            head.len() > 5
                && head.bytes().filter(u8::is_ascii_digit).count() < 2
                && all_bytes(head, b"_.")
                && inside.bytes().all(|byte| byte.is_ascii_lowercase() || b"_,. ".contains(&byte))
        });
    is_call
        || is_construction
        || value.ends_with("()")
        || value.starts_with("(?")
        || value.starts_with("==")
        || value.starts_with('^') && value.ends_with('$')
        || value.contains("=>")
        || value.contains("&&")
        || ["a-z", "A-Z", "0-9]"].iter().any(|class| value.contains(class))
}

fn is_caseless(value: &str) -> bool {
    let is_caseless = |letter: char| ('\u{2E80}'..'\u{1F000}').contains(&letter);
    let is_part = |part: &str| all_bytes(part, b"") && is_name(part);
    value.contains(is_caseless) && value.split(is_caseless).all(is_part)
}

fn is_name_of_secret(value: &str) -> bool {
    static NAMES: Words = Words::new("end of a name of a secret");
    static BEGINNINGS: Words = Words::new("start or end of a name of a secret");
    let lower = value.to_ascii_lowercase();
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_secret = |word: &str| {
        NAMES.iter().any(|name| word.ends_with(name))
            || BEGINNINGS.iter().any(|name| word.starts_with(name) || word.ends_with(name))
    };
    digits <= 2
        && all_bytes(value, b"_-./:")
        && is_name(value)
        && lower.split(|letter: char| !letter.is_ascii_alphabetic()).any(is_secret)
}

fn is_version(value: &str) -> bool {
    let value = value.trim_start_matches(['v', 'V', '^', '~', '=', '>', '<', ' ']);
    let is_part = |part: &str| changes(part) <= 1 && part.len() <= 8;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    value.contains('.')
        && value.split('.').next().is_some_and(is_number)
        && value.split(['.', '-', '+']).all(is_part)
}

fn is_quantity(value: &str) -> bool {
    static UNITS: Words = Words::new("unit");
    let number = value.bytes().take_while(|byte| byte.is_ascii_digit() || b".,".contains(byte)).count();
    let is_literal = value.len() < 24
        && (value.starts_with("0x") || value.starts_with("0b"))
        && slice(value, 2..value.len()).bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'_');
    is_literal
        || number > 0 && UNITS.iter().any(|unit| slice(value, number..value.len()).eq_ignore_ascii_case(unit))
}

fn is_public(value: &str) -> bool {
    static STARTS: Words = Words::new("start of what is public");
    let is_site_key = value.len() == 40 && value.starts_with("6L");
    // The scope of a signature of AWS: `…/aws4_request`.
    starts_with_any(value, &STARTS) || is_site_key || value.contains("4_request")
}
