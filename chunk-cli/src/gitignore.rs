//! The rules of a `.gitignore`, matched by the crate `ignore`. Its walker is not used, which follows what takes a folder's place meanwhile.

use chunk_core::unicode;
use ignore::{
    Error, Match,
    gitignore::{Gitignore, GitignoreBuilder},
};
use std::{path::Path, str::Chars};

/// The rules of one file.
pub(crate) struct Rules(Gitignore);

/// The classes of characters that have names, as first and last characters.
const NAMED: [(&str, &[(char, char)]); 12] = [
    ("alnum", &[('0', '9'), ('A', 'Z'), ('a', 'z')]),
    ("alpha", &[('A', 'Z'), ('a', 'z')]),
    ("blank", &[('\t', '\t'), (' ', ' ')]),
    ("cntrl", &[('\0', '\u{1f}'), ('\u{7f}', '\u{7f}')]),
    ("digit", &[('0', '9')]),
    ("graph", &[('!', '~')]),
    ("lower", &[('a', 'z')]),
    ("print", &[(' ', '~')]),
    ("punct", &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')]),
    ("space", &[('\t', '\r'), (' ', ' ')]),
    ("upper", &[('A', 'Z')]),
    ("xdigit", &[('0', '9'), ('A', 'F'), ('a', 'f')]),
];

impl Default for Rules {
    fn default() -> Self {
        Self(Gitignore::empty())
    }
}

impl Rules {
    /// Reads the lines of the file in `folder`; what is wrong with one is handed to `bad` with its number, and the others hold.
    ///
    /// # Errors
    /// Why none of them can hold.
    pub(crate) fn read(
        folder: &Path,
        bytes: &[u8],
        bad: &mut dyn FnMut(usize, String),
    ) -> Result<Self, &'static str> {
        let mut builder = GitignoreBuilder::new(folder);
        builder.allow_unclosed_class(false);
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        for (line, number) in bytes.split(|byte| *byte == b'\n').zip(1..) {
            let line = str::from_utf8(line).map_err(|_| "it is not UTF-8".to_owned());
            if let Err(what) = line.and_then(|line| add(&mut builder, line)) {
                bad(number, what);
            }
        }
        builder.build().map(Self).map_err(|_| "it has more patterns with * than can be matched together")
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a path is left out: the last rule that matches says. `None` if none does.
    pub(crate) fn leave_out(&self, path: &Path, is_folder: bool) -> Option<bool> {
        match self.0.matched(path, is_folder) {
            Match::None => None,
            Match::Ignore(_) => Some(true),
            Match::Whitelist(_) => Some(false),
        }
    }
}

fn add(builder: &mut GitignoreBuilder, line: &str) -> Result<(), String> {
    let line = line.strip_suffix('\r').unwrap_or(line);
    let pattern = line.strip_prefix('!').unwrap_or(line).trim_end_matches(' ');
    if line.starts_with('#') || matches!(pattern, "" | "/") {
        return Ok(());
    }
    builder.add_line(None, &glob(line)?).map(drop).map_err(|error| match error {
        Error::Glob { err, .. } => err,
        other => other.to_string(),
    })
}

/// A rule of git as a glob of the crate, in which braces are alternatives, and classes of characters match slashes and have neither escapes nor
/// names.
fn glob(rule: &str) -> Result<String, String> {
    let (sign, pattern) = rule.strip_prefix('!').map_or(("", rule), |pattern| ("!", pattern));
    let mut glob = String::new();
    let mut rest = pattern.chars();
    let mut is_anywhere = true;
    let is_space = |c: char| unicode::is_white_space(c) && c != ' ';
    while let Some(c) = rest.next() {
        let is_end = |rest: &str| rest.trim_end_matches(' ').is_empty();
        match c {
            // A slash at the end is no part of what has to match.
            '\\' if rest.as_str().strip_prefix('/').is_some_and(is_end) => {
                return Err("dangling '\\'".to_owned());
            }
            '\\' if !rest.as_str().starts_with(is_space) => glob.extend([c].into_iter().chain(rest.next())),
            '\\' => {}
            // The crate leaves out any space at the end, and git only blanks.
            c if is_space(c) => glob.extend(['{', c, '}']),
            '{' | '}' => glob.extend(['\\', c]),
            '[' => {
                let from = rest.as_str();
                glob += &class(&mut rest)?;
                is_anywhere &= !from.strip_suffix(rest.as_str()).is_some_and(|class| class.contains('/'));
            }
            c => {
                is_anywhere &= c != '/' || is_end(rest.as_str());
                glob.push(c);
            }
        }
    }
    // As git does, and the crate not: a slash in brackets binds a rule to its folder if it is written there, and only then.
    let place = if is_anywhere { "**/" } else { "/" };
    Ok(format!("{sign}{place}{}", glob.strip_prefix('/').unwrap_or(&glob)))
}

/// A class of characters; `rest` is what follows its bracket.
fn class(rest: &mut Chars<'_>) -> Result<String, String> {
    let unclosed = || "unclosed character class; missing ']'".to_owned();
    let is_negated = rest.as_str().starts_with(['!', '^']);
    if is_negated {
        rest.next();
    }
    // No class matches a slash, and NUL is in no path: either keeps what follows from being special where a class starts.
    let guard = if is_negated { '/' } else { '\0' };
    let mut ranges = vec![(guard, guard)];
    loop {
        let mut first = rest.next().ok_or_else(unclosed)?;
        if first == ']' && ranges.len() > 1 {
            break;
        }
        let named = rest.as_str().strip_prefix(':').filter(|_| first == '[');
        if let Some((name, after)) = named.and_then(|named| named.split_once(']'))
            && let Some(name) = name.strip_suffix(':')
        {
            let known = NAMED.iter().find(|(known, _)| *known == name);
            let (_, named) = known.ok_or("it has a class of characters that git does not know")?;
            ranges.extend(*named);
            *rest = after.chars();
            continue;
        }
        if first == '\\' {
            first = rest.next().ok_or_else(unclosed)?;
        }
        let mut last = first;
        let mut ahead = rest.clone();
        if ahead.next() == Some('-')
            && let Some(c) = ahead.next().filter(|c| *c != ']')
        {
            last = if c == '\\' { ahead.next().ok_or_else(unclosed)? } else { c };
            *rest = ahead;
        }
        if first > last {
            return Err(format!("invalid range; {first:?} > {last:?}"));
        }
        ranges.push((first, last));
    }
    // The crate reads a bracket only at the start, and a dash only at the end.
    let has = |c| ranges.iter().skip(1).any(|(first, last)| [first, last].contains(&&c));
    let (bracket, dash) = (if has(']') { "]" } else { "" }, if has('-') { "-" } else { "" });
    let mut between = String::new();
    for &(first, last) in &ranges {
        let first = match first {
            ']' => '^',
            '-' => '.',
            other => other,
        };
        let last = match last {
            ']' => '\\',
            '-' => ',',
            other => other,
        };
        // A slash is matched by none.
        let has_slash = !is_negated && first <= '/' && '/' <= last;
        let parts = if has_slash { [(first, '.'), ('0', last)] } else { [(first, last), ('1', '0')] };
        for (first, last) in parts.into_iter().filter(|(first, last)| first <= last) {
            between.extend([first, '-', last]);
        }
    }
    Ok(format!("[{}{bracket}{between}{dash}]", if is_negated { "!" } else { "" }))
}
