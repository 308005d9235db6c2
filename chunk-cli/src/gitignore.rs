//! The rules of a `.gitignore`, as git reads them. They are matched as they are written: a file of many patterns costs no more memory
//! than a small multiple of its length, and no pattern takes more than the product of its length and that of the path. (The crate `ignore`
//! compiles them: 1 MiB of lines `*a*b*c*d` takes 740 MB of it, and then none holds.)

use chunk_core::unicode;
use std::path::{Path, PathBuf};

/// The rules of one file.
#[derive(Default)]
pub(crate) struct Rules {
    folder: PathBuf,
    rules: Vec<Rule>,
}

/// A line of it.
struct Rule {
    /// Whether what matches is taken after all: the line began with `!`.
    takes: bool,
    /// Whether only folders match: the line ended with `/`.
    folders_only: bool,
    parts: Vec<Part>,
}

/// What one name of a path has to look like.
enum Part {
    /// `**`: any number of names.
    Names,
    Name(Vec<Token>),
}

enum Token {
    Character(char),
    /// `?`
    One,
    /// `*`
    Many,
    /// `[a-z]`, or `[!a-z]` if it is negated.
    Class {
        is_negated: bool,
        ranges: Vec<(char, char)>,
    },
}

impl Rules {
    /// Reads the lines of the file in `folder`; what is wrong with one is handed to `bad` with its number, and the others hold.
    pub(crate) fn read(folder: &Path, bytes: &[u8], bad: &mut dyn FnMut(usize, &str)) -> Self {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let mut rules = Vec::new();
        for (line, number) in bytes.split(|byte| *byte == b'\n').zip(1..) {
            match std::str::from_utf8(line).map_err(|_| "it is not UTF-8").and_then(Rule::read) {
                Ok(rule) => rules.extend(rule),
                Err(what) => bad(number, what),
            }
        }
        Self { folder: folder.to_owned(), rules }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Whether a path is left out: the last rule that matches says. `None` if none does, or it is not below the folder.
    pub(crate) fn leave_out(&self, path: &Path, is_folder: bool) -> Option<bool> {
        if self.is_empty() {
            return None;
        }
        let inside = path.strip_prefix(&self.folder).ok()?;
        let names: Vec<Vec<char>> =
            inside.iter().map(|name| name.to_string_lossy().chars().collect()).collect();
        let matches = |rule: &Rule| {
            wild(&rule.parts, &names, |part| matches!(part, Part::Names), |part, name| part.matches(name))
        };
        let fits = |rule: &&Rule| (is_folder || !rule.folders_only) && matches(rule);
        self.rules.iter().rev().find(fits).map(|rule| !rule.takes)
    }
}

impl Rule {
    /// Reads a line; `None` if it is blank or a comment.
    fn read(line: &str) -> Result<Option<Self>, &'static str> {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let trimmed = unicode::trim_end(line);
        // A space at the end counts if it is escaped.
        let line = if trimmed.ends_with('\\') && trimmed.len() < line.len() {
            line.get(..=trimmed.len()).unwrap_or(line)
        } else {
            trimmed
        };
        let (takes, line) = match line.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        if line.is_empty() || !takes && line.starts_with('#') {
            return Ok(None);
        }
        let (folders_only, line) = match line.strip_suffix('/') {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        // A pattern with a slash is one of paths from this folder on, any other one of names at any depth.
        let mut parts = if line.contains('/') { Vec::new() } else { vec![Part::Names] };
        for part in line.strip_prefix('/').unwrap_or(line).split('/') {
            parts.push(if part == "**" { Part::Names } else { Part::read(part)? });
        }
        // What `a/**` matches lies in the folder: it is not the folder itself.
        if let [.., _, Part::Names] = parts.as_slice() {
            parts.push(Part::Name(vec![Token::Many]));
        }
        Ok(Some(Self { takes, folders_only, parts }))
    }
}

impl Part {
    fn read(pattern: &str) -> Result<Self, &'static str> {
        let mut tokens = Vec::new();
        let mut rest = pattern.chars();
        while let Some(character) = rest.next() {
            tokens.push(match character {
                '?' => Token::One,
                '*' => Token::Many,
                '[' => class(&mut rest)?,
                '\\' => {
                    Token::Character(rest.next().ok_or("it ends with a backslash, which escapes nothing")?)
                }
                other => Token::Character(other),
            });
        }
        Ok(Self::Name(tokens))
    }

    fn matches(&self, name: &[char]) -> bool {
        match self {
            Self::Names => false,
            Self::Name(tokens) => wild(tokens, name, |token| matches!(token, Token::Many), Token::matches),
        }
    }
}

impl Token {
    fn matches(&self, character: &char) -> bool {
        match self {
            Self::Character(own) => own == character,
            Self::One | Self::Many => true,
            Self::Class { is_negated, ranges } => {
                ranges.iter().any(|(from, to)| (from..=to).contains(&character)) != *is_negated
            }
        }
    }
}

/// Reads what follows `[`, with the `]` at its end.
fn class(rest: &mut std::str::Chars<'_>) -> Result<Token, &'static str> {
    const OPEN: &str = "it has a [ without a ]";
    let mut inside = rest.clone();
    let is_negated = matches!(inside.clone().next(), Some('!' | '^'));
    if is_negated {
        inside.next();
    }
    let mut ranges = Vec::new();
    loop {
        let from = match inside.next().ok_or(OPEN)? {
            // First in it, it stands for itself.
            ']' if !ranges.is_empty() => break,
            '[' if inside.as_str().starts_with(':') => {
                let (name, behind) =
                    inside.as_str().get(1..).and_then(|it| it.split_once(":]")).ok_or(OPEN)?;
                ranges.extend_from_slice(
                    named(name).ok_or("it has a class of characters that git does not know")?,
                );
                inside = behind.chars();
                continue;
            }
            '\\' => inside.next().ok_or(OPEN)?,
            other => other,
        };
        let mut ahead = inside.clone();
        let to = match (ahead.next(), ahead.next()) {
            (Some('-'), Some(to)) if to != ']' => {
                let to = if to == '\\' { ahead.next().ok_or(OPEN)? } else { to };
                inside = ahead;
                to
            }
            _ => from,
        };
        if to < from {
            return Err("it has a range whose end comes before its start");
        }
        ranges.push((from, to));
    }
    *rest = inside;
    Ok(Token::Class { is_negated, ranges })
}

/// The characters of `[:name:]`.
fn named(name: &str) -> Option<&'static [(char, char)]> {
    Some(match name {
        "alpha" => &[('A', 'Z'), ('a', 'z')],
        "digit" => &[('0', '9')],
        "alnum" => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        "upper" => &[('A', 'Z')],
        "lower" => &[('a', 'z')],
        "xdigit" => &[('0', '9'), ('A', 'F'), ('a', 'f')],
        "space" => &[('\t', '\r'), (' ', ' ')],
        "blank" => &[('\t', '\t'), (' ', ' ')],
        "punct" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        "print" => &[(' ', '~')],
        "graph" => &[('!', '~')],
        "cntrl" => &[('\0', '\u{1f}'), ('\u{7f}', '\u{7f}')],
        _ => return None,
    })
}

/// Whether a pattern matches all of `items`, where `is_many` tells the elements of it that match any number of them. Of those, only the
/// last one met is tried again with more items: what those before it match can stay as it is.
fn wild<P, I>(
    pattern: &[P],
    items: &[I],
    is_many: impl Fn(&P) -> bool,
    matches: impl Fn(&P, &I) -> bool,
) -> bool {
    let (mut at, mut next) = (0, 0);
    // Where the pattern goes on after the last such element, and how far that one reaches.
    let mut again: Option<(usize, usize)> = None;
    loop {
        match (pattern.get(at), items.get(next)) {
            (Some(part), _) if is_many(part) => {
                at += 1;
                again = Some((at, next));
                continue;
            }
            (Some(part), Some(item)) if matches(part, item) => {
                (at, next) = (at + 1, next + 1);
                continue;
            }
            (None, None) => return true,
            _ => {}
        }
        match again {
            Some((start, reach)) if reach < items.len() => {
                (at, next) = (start, reach + 1);
                again = Some((start, reach + 1));
            }
            _ => return false,
        }
    }
}
