//! Which values are no secrets, though their name means one (B21): those of the table `tables/harmless.tsv`, which says why, and the kinds below.
//! What is none of them is a secret after a name for passwords, and a candidate after other names.

use super::names::is_about_with_digit;
use super::pattern::compile;
use super::rows::{rows, words};
use super::shape::{is_generated, is_name, is_placeholder, is_words};
use chunk_core::{slice, unicode::is_alphanumeric};
use regex::bytes::Regex;
use std::sync::LazyLock;

/// The fewest characters of a secret.
const SHORTEST: usize = 4;

/// What is in the table: why a value is no secret, what it looks like as a whole, and an example. `None` cannot happen, as a test checks.
static TABLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let table = rows(include_str!("tables/harmless.tsv"));
    let expressions: Vec<&str> = table.map(|[_, expression, _]: [_; 3]| expression).collect();
    compile(&format!("(?s)^(?:{})$", expressions.join("|")))
});

/// Whether this value is no secret, whatever its name.
pub(super) fn is_harmless(value: &str) -> bool {
    value.chars().count() < SHORTEST
        || TABLE.as_ref().is_some_and(|table| table.is_match(value.as_bytes()))
        || is_stand_in(value)
        || is_reference(value)
        || is_path(value)
        || is_words(value)
        || is_caseless(value)
        || is_name_of_secret(value)
        || is_about_with_digit(value)
        || is_call(value)
        // An option, such as `--locked2`.
        || value.starts_with("--") && is_name(value)
        // An owner, as in `whose key? team7's`.
        || value.strip_suffix("'s").is_some_and(is_name)
}

/// Whether a value starts with a word of this meaning.
fn starts_with_any(value: &str, meaning: &str) -> bool {
    words(meaning).iter().any(|start| value.starts_with(start))
}

fn all_bytes(value: &str, signs: &[u8]) -> bool {
    value.bytes().all(|byte| byte.is_ascii_alphanumeric() || signs.contains(&byte))
}

/// Whether a value stands for another one: `changeme`, `<password>`, `[password]`, `****`, `AKIA…EXAMPLE`.
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
        || ["...", "####", "…"].iter().any(|dots| value.contains(dots))
        || letters.len() <= 1 + length / 12
}

/// Whether a value is where another one is: `${VAR}`, `%VAR%`, `{{ x }}`, `!Ref X`, `process.env.X`.
pub(super) fn is_reference(value: &str) -> bool {
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
    starts_with_any(value, "start of a reference")
        || value.starts_with('$') && value.contains("->")
        || has_mark('$')
        || value.rsplit_once(':').is_some_and(|(_, name)| name.starts_with('$') && is_reference(name))
        || has_mark('@')
        // `process.env.X`, `var.db_password1`, `self.token2`; `Tiger.abc9` is none.
        || value.contains('.')
            && all_bytes(value, b"_.")
            && !value.starts_with(|letter: char| letter.is_ascii_uppercase())
            && parts.next().is_some_and(is_words)
            && parts.all(is_variable)
}

/// Whether a name is one of a variable: words, with at most a number after each.
fn is_variable(name: &str) -> bool {
    !name.starts_with(|letter: char| letter.is_ascii_digit()) && is_name(name)
}

/// Whether a value is a path, or the address of a secret in a store.
fn is_path(value: &str) -> bool {
    let value = without_mark(value);
    let lower = value.to_ascii_lowercase();
    let is_part = |part: &str| all_bytes(part, b"_.:~-") && is_name(part);
    starts_with_any(&lower, "start of a path")
        || words("end of a file").iter().any(|extension| lower.ends_with(extension))
            && all_bytes(value, b"_./-")
        || value.contains('/') && value.split('/').all(is_part)
        || is_from_root(value)
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

/// A path without the mark after it: the issue of `owner/name#12`, the field of `secret/db#password`.
fn without_mark(value: &str) -> &str {
    let is_mark = |mark: &str| mark.bytes().all(|byte| byte.is_ascii_digit()) || is_words(mark);
    match value.rsplit_once('#') {
        Some((path, mark)) if path.contains('/') && is_mark(mark) => path,
        _ => value,
    }
}

/// Whether a value is a call or an index: `getPassword(x)`, `params[:token]`.
fn is_call(value: &str) -> bool {
    value.find(['(', '[']).is_some_and(|at| {
        let (head, rest) = (slice(value, 0..at), slice(value, at + 1..value.len()));
        let is_identifier = is_variable(head) || head.contains(['.', '_']);
        let is_callee = !head.is_empty() && all_bytes(head, b"_.:>-$\\!") && is_identifier;
        let is_long = head.contains(['.', '_']) || head.len() >= 6 && is_words(head);
        let closes =
            value.ends_with([')', ']', '(', '[', '"', '\'']) || value.contains("().") || value.contains(")?");
        is_callee && (closes || rest.starts_with(['"', '\'', '`', '$']) || is_long && is_name(rest))
    })
}

/// Whether a value is words of a script without cases and spaces: `8文字以上`, `Vault2を参照`.
fn is_caseless(value: &str) -> bool {
    let is_caseless = |letter: char| ('\u{2E80}'..'\u{1F000}').contains(&letter);
    let is_part = |part: &str| all_bytes(part, b"") && is_name(part);
    value.contains(is_caseless) && value.split(is_caseless).all(is_part)
}

/// Whether a value is the name of another secret: `db_password1`.
fn is_name_of_secret(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_secret = |word: &str| {
        let ends = words("end of a name of a secret").iter().any(|name| word.ends_with(name));
        let is_at_an_end = |name: &&str| word.starts_with(name) || word.ends_with(name);
        ends || words("start or end of a name of a secret").iter().any(is_at_an_end)
    };
    digits <= 2
        && all_bytes(value, b"_-./:")
        && is_name(value)
        && lower.split(|letter: char| !letter.is_ascii_alphabetic()).any(is_secret)
}
