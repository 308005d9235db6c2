//! Finds values that are assigned to a name that means a secret (B21): [`names`] has the names, [`PLACES`] what is between a name
//! and its value, [`harmless`] which values are none.

use super::{
    Secret, harmless,
    names::{self, Kind},
    pattern::Pattern,
    places::{CLOSE, Certainty, End, PLACES},
    rows::{rows, words},
    shape,
    value::{self, MAX_JUDGED, Value, Written},
};
use aho_corasick::{AhoCorasick, MatchKind};
use chunk_core::{
    slice,
    unicode::{is_alphabetic, is_alphanumeric, is_white_space, trim_start},
};
use std::{ops::Range, sync::LazyLock};

/// How much of a name is read.
const MAX_NAME: usize = 64;

/// What may be before a name, if the value is: `use V as the password`, `value: V, name: password`. The value is the group.
static BEFORE: LazyLock<Vec<(Pattern, Certainty)>> = LazyLock::new(|| {
    let rows = rows(include_str!("tables/before.tsv"));
    rows.map(|[certainty, _, before]| (Pattern::new(before), Certainty::named(certainty))).collect()
});

/// Finds the words that names are made of.
static NAMES: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let mut automaton = AhoCorasick::builder();
    automaton.ascii_case_insensitive(true).match_kind(MatchKind::LeftmostLongest);
    automaton.build(names::roots()).ok()
});

pub(super) fn detect(text: &str, secrets: &mut Vec<Secret>) {
    detect_named(text, |_| true, secrets);
}

/// Finds the values of options of commands, such as `--db-password`.
pub(super) fn detect_options(text: &str, secrets: &mut Vec<Secret>) {
    detect_named(text, |name| name.starts_with('-'), secrets);
}

fn detect_named(text: &str, is_meant: fn(&str) -> bool, secrets: &mut Vec<Secret>) {
    let Some(names) = &*NAMES else { return };
    let mut done = 0;
    for found in names.find_iter(text) {
        if found.start() < done {
            continue;
        }
        let (start, end) = name_around(text, found.start(), found.end(), done);
        let start = start + usize::from(start < found.start() && value::is_escape(text.as_bytes(), start));
        done = done.max(end);
        if !is_meant(slice(text, start..end)) {
            continue;
        }
        let before = words_before(text, start);
        let Some(kind) = names::kind(slice(text, start..end), before) else { continue };
        // `PASS: x` and `PASS x` are also what a test prints.
        let is_result = text.get(end..).is_some_and(|rest| rest.starts_with([':', ' ']));
        let kind = if slice(text, start..end) == "PASS" && !is_result { Kind::Password } else { kind };
        if is_in_arn(text, start) || slice(text, 0..start).ends_with("</") {
            continue;
        }
        let name_end = end;
        if let Some(value) = glued_value(text, start, found.end(), kind) {
            done = done.max(value.end);
            secrets.push(Secret::new(value, rule(kind)));
        } else if let Some((value, is_cell)) = value_of(text, start, end, kind) {
            let mut end = value::whole_end(text, &value, is_cell);
            secrets.push(Secret::new(value.bytes.start..end, rule(kind)));
            while let Some(next) = next_value(text, end, kind, is_plural(slice(text, start..name_end))) {
                end = next.end;
                secrets.push(Secret::new(next, rule(kind)));
            }
            done = done.max(end);
        } else if let Some(value) =
            value_before(text, start, kind).filter(|_| !is_before_noun(text, name_end))
        {
            secrets.push(Secret::new(value, rule(kind)));
        }
    }
}

/// The rule of a kind.
pub(super) const fn rule(kind: Kind) -> &'static str {
    match kind {
        Kind::Password => "password",
        Kind::Secret | Kind::Vague | Kind::Provider => "assigned-secret",
        Kind::Session => "session-cookie",
    }
}

/// Whether a text has a word that may be part of a name that means a secret.
pub(super) fn has_name(text: &str) -> bool {
    NAMES.as_ref().is_some_and(|names| names.is_match(text))
}

/// The name that holds the word at `start..end`, from `from` on.
fn name_around(text: &str, start: usize, end: usize, from: usize) -> (usize, usize) {
    let belongs = |letter: char| is_alphanumeric(letter) || "_.-".contains(letter);
    let left = slice(text, from..start);
    let before: usize =
        left.chars().rev().take(MAX_NAME).take_while(|letter| belongs(*letter)).map(char::len_utf8).sum();
    // A name in a script without spaces ends with its word.
    let is_ascii = slice(text, start..end).is_ascii();
    let right = slice(text, end..text.len());
    let after: usize = right
        .chars()
        .take(MAX_NAME)
        .take_while(|letter| is_ascii && belongs(*letter))
        .map(char::len_utf8)
        .sum();
    let name = slice(text, start - before..end + after).trim_end_matches(['.', '-', '_']);
    (start - before, (start - before + name.len()).max(end))
}

/// One or two words before a name, with one space before it: `API` before `key`.
fn words_before(text: &str, start: usize) -> &str {
    let line = slice(text, value::boundary(text, start.saturating_sub(32))..start);
    let Some(line) = line.strip_suffix(' ') else { return "" };
    let words =
        line.bytes().rev().take_while(|byte| byte.is_ascii_alphanumeric() || b" _".contains(byte)).count();
    slice(line, line.len() - words..line.len())
}

/// Whether the word before `start` is an Amazon resource name, whose parts have colons between them.
fn is_in_arn(text: &str, start: usize) -> bool {
    let before = slice(text, value::boundary(text, start.saturating_sub(128))..start);
    let word = before.rsplit(|letter: char| is_white_space(letter)).next().unwrap_or_default();
    word.contains("arn:") && word.ends_with(':')
}

/// The secret that is assigned to the name at `start..end`, and whether it is a cell.
fn value_of(text: &str, start: usize, end: usize, kind: Kind) -> Option<(Value, bool)> {
    let name = slice(text, start..end);
    let rest = value::window(text, end);
    let closed = CLOSE.find(rest).map_or(0, |close| close.len());
    PLACES.iter().find_map(|place| {
        let skipped = if place.is_right_behind { 0 } else { closed };
        let between = skipped + place.between.find(rest.get(skipped..)?)?.len();
        let is_cell = place.end == End::Cell;
        let value = value::read(text, end + between, None, is_cell)?;
        // An option, or the name of a variable, takes the word beside it.
        let is_option = place.certainty == Certainty::Beside
            && !slice(text, 0..start).ends_with(['$', '{'])
            && (name.contains(['-', '_'])
                || ["requirepass", "masterauth"].contains(&name)
                || !name.bytes().any(|byte| byte.is_ascii_lowercase()) && name.len() > 4);
        let is_below = place.end == End::LineBelowHeading
            && (kind == Kind::Password || value.written == Written::Quoted);
        // In `passwords: web01 done` it is what one of them is for.
        let is_label = is_plural(name)
            && value.written == Written::Bare
            && matches!(text.as_bytes().get(value.bytes.end..), Some([b' ', next, ..]) if next.is_ascii_lowercase());
        let certainty = match place.certainty {
            _ if is_option || is_below => Certainty::Likely,
            _ if is_label => Certainty::Beside,
            certainty => certainty,
        };
        if place.end == End::LineAfterWords && names::is_about(slice(text, end..end + between))
            || place.end == End::AfterNoun && names::is_compound(slice(text, end..end + between))
            || place.end == End::Plural && !is_plural(name)
        {
            return None;
        }
        let ends = ends_as(text, &value, place.end)
            && (!matches!(place.end, End::Cell | End::LineBelowHeading) || starts_cell(text, start));
        let more = words_of_value(text, name, kind, &value).filter(|_| certainty > Certainty::Beside);
        if let Some(end) = more.filter(|_| ends && place.end == End::Any) {
            return Some((Value { bytes: value.bytes.start..end, written: Written::Quoted }, false));
        }
        (ends && is_secret(kind, certainty, slice(text, value.bytes.clone()), value.written))
            .then_some((value, is_cell))
    })
}

/// The value after a slash or a dot that is glued to a name, as in `password/V`; a path or an expression of code is none.
fn glued_value(text: &str, start: usize, end: usize, kind: Kind) -> Option<Range<usize>> {
    let is_apart = !slice(text, 0..start).ends_with(['/', '.', '\\', '-', '$', '@', '#', ':']);
    let rest = text.get(end..)?;
    if kind != Kind::Password && kind != Kind::Secret || !is_apart || !rest.starts_with(['/', '.']) {
        return None;
    }
    let value = value::read(text, end + 1, None, false)?;
    let inside = slice(text, value.bytes.clone());
    let is_whole = ends_as(text, &value, End::Line)
        || slice(text, value.bytes.end..text.len()).starts_with([' ', ',', ')']);
    let is_value = is_whole
        && !inside.contains(['/', '=', '<', '>', '(', '[', '&', '{', ':'])
        && is_secret(Kind::Password, Certainty::Beside, inside, Written::Bare);
    is_value.then_some(value.bytes)
}

/// Whether a name says that several passwords follow, each with what it is for.
fn is_plural(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    words("end of a plural").iter().any(|end| name.ends_with(end))
}

/// The password after another one, in a list, a row or a sentence; in a list with labels if the name is a plural.
fn next_value(text: &str, end: usize, kind: Kind, has_labels: bool) -> Option<Range<usize>> {
    static LABELLED: Pattern = Pattern::at_start(
        r#"["'`]?[?]?[;,]?(?:{_}|\r?\n[ \t]*(?:[-*\xE2\x80\xA2]{1,3}[ ])?)[a-zA-Z0-9_.@-]{1,32}(?:{_}*[:=]{_}*|{_}+(?:-|\xE2\x80\x93|\xE2\x86\x92){_}+|{_}+)"#,
    );
    static BETWEEN: Pattern = Pattern::at_start(
        r#"["'`*_)\]]{0,3}(?:{_}*\([a-z, ]+\))?(?:{_}*(?:[,;&|/]|│|[-=]>|→){_}*(?:(?:now|then){_}+)?|{_}+(?:and|or|to|und|auf|et|y|e){_}+|\r?\n[ \t]*[-*]{_}+)["'`]?"#,
    );
    let read = |between: &Pattern, certainty: Certainty| {
        let between = between.find(value::window(text, end))?;
        let is_sentence = between.as_bytes().iter().any(u8::is_ascii_lowercase);
        let certainty = if is_sentence { certainty } else { Certainty::Beside };
        let value = value::read(text, end + between.len(), None, true)?;
        let is_next = is_secret(kind, certainty, slice(text, value.bytes.clone()), value.written);
        is_next.then(|| value.bytes.start..value::whole_end(text, &value, true))
    };
    let plain = (kind == Kind::Password).then(|| read(&BETWEEN, Certainty::Likely)).flatten();
    plain.or_else(|| if has_labels { read(&LABELLED, Certainty::Beside) } else { None })
}

/// Where a password without quotes ends that is more than one word and all that is left of its line: the next words are none of a language, or
/// it is an app's password (`abcd efgh ijkl mnop`), or a passphrase after a name that says so.
fn words_of_value(text: &str, name: &str, kind: Kind, value: &Value) -> Option<usize> {
    static APP: Pattern = Pattern::at_start("[a-z]{4}(?:[ -][a-z]{4}){3}$");
    if kind != Kind::Password || value.written != Written::Bare {
        return None;
    }
    let start = value.bytes.start;
    let line = slice(text, start..value::boundary(text, text.len().min(start + MAX_JUDGED)));
    let line = line.split(['\n', '\r', '"', '`', '<', '|']).next()?.trim_end_matches([' ', '\t', '.', ',']);
    let first = slice(text, value.bytes.clone());
    let next: Vec<&str> = line.strip_prefix(first)?.split(' ').skip(1).collect();
    let is_part = |word: &&str| {
        word.len() >= 4
            && !harmless::is_harmless(word)
            && (shape::changes(word) > 1 || shape::is_chosen(word))
    };
    let goes_on = line.get(first.len()..)?.starts_with(' ')
        && next.len() <= 3
        && next.iter().all(is_part)
        && is_secret(kind, Certainty::Assigned, first, value.written);
    let lower = name.to_ascii_lowercase();
    let is_phrase_name = lower.ends_with("phrase") || lower.ends_with("mnemonic");
    let is_app = APP.is_match(line.as_bytes()) && !shape::is_talk(line);
    (!next.is_empty() && (goes_on || is_app || is_phrase_name && is_phrase(line))).then(|| start + line.len())
}

/// Whether the name at `start` is a line or a cell of words: nothing else is before it on its line, or after the last bar.
fn starts_cell(text: &str, start: usize) -> bool {
    let before = slice(text, value::boundary(text, start.saturating_sub(256))..start);
    let before = before.rsplit(['\n', '|', '│']).next().unwrap_or_default();
    let before =
        before.trim_start_matches(|letter: char| letter.is_ascii_digit() || ".)>- \t".contains(letter));
    before.chars().all(|letter| is_alphabetic(letter) || "`*_#\" \t".contains(letter))
}

/// The secret before a name: `use V as the password`.
fn value_before(text: &str, start: usize, kind: Kind) -> Option<Range<usize>> {
    let from = value::boundary(text, start.saturating_sub(200));
    let before = slice(text, from..start).as_bytes();
    BEFORE.iter().find_map(|(expression, certainty)| {
        let value = expression.captures(before)?.get(1)?;
        let value = from + value.start()..from + value.end();
        is_secret(kind, *certainty, text.get(value.clone())?, Written::Bare).then_some(value)
    })
}

/// Whether the name that ends at `end` is a part of another one: `the password form`.
fn is_before_noun(text: &str, end: usize) -> bool {
    static GOES_ON: Pattern = Pattern::at_start(
        r"[ ](?:after|again|all|already|always|and|anyway|at|because|before|but|by|earlier|first|for|from|here|if|in|instead|it|just|last|now|of|on|only|or|please|since|so|still|that|then|there|these|they|this|to|today|too|until|we|when|where|which|while|with|yesterday|yet|you)\b",
    );
    let rest = value::window(text, end);
    matches!(rest, [b' ', next, ..] if next.is_ascii_lowercase()) && !GOES_ON.is_match(rest)
}

fn ends_as(text: &str, value: &Value, end: End) -> bool {
    let rest = slice(text, value.bytes.end..text.len());
    let rest = rest.trim_start_matches(['"', '\'', '`', '*', '_', '~', ')', '\\', ';', ',', '?', '.']);
    let rest = rest.trim_start_matches([' ', '\t']);
    match end {
        End::Any | End::Plural => true,
        End::AfterNoun => !slice(text, value.bytes.clone()).starts_with('('),
        End::Quote => value.written != Written::Bare,
        End::Tag => {
            trim_start(rest).starts_with('<')
                || rest.starts_with("]]>")
                || rest.starts_with("&lt;")
                || text.get(value.bytes.end..).is_some_and(|rest| rest.starts_with("\\u003c"))
        }
        End::Cell => rest.is_empty() || rest.starts_with(['|', '│', '\n', '\r']),
        End::Line | End::LineAfterWords | End::LineBelowHeading => {
            rest.is_empty() || rest.starts_with(['\n', '\r'])
        }
    }
}

/// Whether the value of a name of this kind is a secret.
pub(super) fn is_secret(kind: Kind, certainty: Certainty, value: &str, written: Written) -> bool {
    let value = slice(value, 0..value::boundary(value, MAX_JUDGED.min(value.len())));
    if value.contains([' ', '\t']) {
        return matches!(kind, Kind::Password | Kind::Secret) && is_phrase(value);
    }
    if harmless::is_harmless(value) {
        return false;
    }
    let generated = |length| shape::is_generated(value, length);
    let chosen = shape::is_chosen(value);
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let letters = value.chars().filter(|letter| is_alphabetic(*letter)).count();
    let with_number = letters > 0 && digits > 0;
    let with_year = with_number && digits == 4 && value.len() >= 8 && value.chars().all(is_alphanumeric);
    match (kind, certainty) {
        _ if written == Written::Argument => generated(8) || chosen,
        _ if certainty != Certainty::Assigned && ATTRIBUTE.is_match(value.as_bytes()) => false,
        _ if certainty == Certainty::Beside && value.starts_with('-') => false,
        (Kind::Password, Certainty::Assigned) => letters > 0 || digits >= 5,
        (Kind::Password, Certainty::Likely) => with_number && value.len() >= 6 || generated(8) || chosen,
        (Kind::Password, Certainty::Beside) => generated(8) || chosen || shape::is_word_and_number(value),
        (Kind::Secret, Certainty::Assigned) if generated(8) && shape::changes(value) > 1 => true,
        (Kind::Secret, Certainty::Assigned | Certainty::Likely) => generated(10) || chosen || with_year,
        (Kind::Secret, Certainty::Beside) => generated(10) || chosen,
        (Kind::Vague, Certainty::Assigned) => generated(10),
        (Kind::Vague, _) => {
            generated(20) && !shape::is_made_up(value.as_bytes()) && !value.contains(['@', '.'])
        }
        // An identifier that logs show.
        (Kind::Session, _) => generated(16) && !shape::is_uuid(value),
        (Kind::Provider, Certainty::Assigned) => generated(16),
        (Kind::Provider, _) => false,
    }
}

/// What starts a value that is an attribute, a variable or an argument of its own: `name="…"`, `DB_HOST=…`, `name=…`.
static ATTRIBUTE: Pattern = Pattern::at_start(r#"[a-z_:-]*=["']|[A-Z]*_[A-Z_]*=|[a-z]{3,12}=[^=]"#);

/// Whether a text of several words is a secret: one of them is no word, or they are words that make no sentence, as in a passphrase.
fn is_phrase(value: &str) -> bool {
    const MOST_WORDS: usize = 6;
    const LEAST_WORDS_OF_LANGUAGE: usize = 4;
    let words = || value.split([' ', '\t']).filter(|word| !word.is_empty());
    let is_none = |word: &str| {
        !harmless::is_harmless(word)
            && (shape::is_chosen(word) || shape::changes(word) > 1 && !shape::is_name(word))
    };
    let is_word_and_number = value.matches(' ').count() == 1
        && shape::is_word_and_number(&value.replace(' ', ""))
        && !shape::is_talk(value);
    let is_plain = |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_of_language =
        words().count() >= LEAST_WORDS_OF_LANGUAGE && words().all(is_plain) && !shape::is_talk(value);
    (words().count() <= MOST_WORDS && words().any(is_none) || is_of_language || is_word_and_number)
        && !harmless::is_harmless(value)
}
