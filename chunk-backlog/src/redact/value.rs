//! Where a value starts and ends (B21). Its form decides: quotes, brackets, markup, the bars of a table, white space.

use super::pattern::Pattern;
use chunk_core::{
    slice,
    unicode::{is_alphanumeric, is_white_space, trim, trim_start},
};
use std::ops::Range;

/// A value in a text.
#[derive(Debug, Clone)]
pub(super) struct Value {
    pub(super) bytes: Range<usize>,
    pub(super) written: Written,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    /// Without quotes.
    Bare,
    Quoted,
    /// Quoted as the argument of a call: `SecretString::from("…")`.
    Argument,
}

/// How far a quoted value is looked for its closing quote.
const MAX_QUOTED: usize = 4096;

/// How much of a value is read to judge it. The rest is read only if it is a secret, so that time stays linear.
pub(super) const MAX_JUDGED: usize = 128;

/// What may be before a value and is no part of it: emphasis, markup, a YAML tag.
static OPENING: Pattern = Pattern::at_start_in_any_case(
    r"\{color(?::[#a-z0-9]+)?\}|\*{1,3}|_{1,2}|~~|\{(?:noop|plain|cleartext)\}|%?q[qw]?[(\[{/|]|(?:u8|[uUL])?R\x22[a-z]{0,8}\(|%w[(\[{]|\{|\[|&(?:quot|apos|#34|#39);|%2[27]|\\u002[27]|&[a-z_]+[ ]+|<(?:b|code|em|i|kbd|mark|pre|s|span|strong|tt|u|string|value)(?:[ ][^<>\n]*)?>|<!\[CDATA\[|!!?(?:[a-z]+)?[ \t]+|base64:",
);

/// What may be before a quote that opens a value: the prefix of a string literal, or a call.
static LITERAL: Pattern = Pattern::at_start(
    r#"(?:(?:new[ ])?[A-Za-z_][A-Za-z0-9_.:]*!?\([ ]?|(?:br|rb|[bfNLru@$])#{0,2}|[(\[]{1,2}|<<)?(\\*)(?:"{3}|'{3}|["'`])"#,
);

/// Quotes that are no ASCII, and what closes them.
const QUOTES: [(&str, &str); 10] = [
    ("＂", "＂"),
    ("“", "”"),
    ("„", "“"),
    ("„", "”"),
    ("‘", "’"),
    ("‚", "‘"),
    ("«", "»"),
    ("‹", "›"),
    ("「", "」"),
    ("『", "』"),
];

/// The value that starts at `at`. `quote` is a quote that was opened before, as in `"user:value"`; `cell`: whether it ends at a
/// bar, a tab or two spaces.
pub(super) fn read(text: &str, at: usize, quote: Option<u8>, cell: bool) -> Option<Value> {
    if let Some(quote) = quote {
        let bytes = at..closing(text.as_bytes(), at, 0, quote)?;
        return Some(Value { bytes, written: Written::Quoted });
    }
    let mut start = at;
    let mut emphasis = false;
    for _ in 0..3 {
        if let Some(value) = quoted(text, start) {
            return Some(value);
        }
        let Some(opening) = OPENING.find(window(text, start)) else { break };
        // Two braces are set in a typewriter's letters by Jira, and replaced by other programs.
        if let Some(inside) = slice(text, start..text.len()).strip_prefix("{{") {
            let length = inside.bytes().take(MAX_JUDGED).position(|byte| b"} \n".contains(&byte))?;
            let bytes = start + 2..start + 2 + length;
            return slice(inside, length..inside.len())
                .starts_with("}}")
                .then_some(Value { bytes, written: Written::Argument });
        }
        // A brace encloses what ODBC quotes so; others are of a template or an object.
        if opening.as_bytes() == b"{" {
            let end =
                start + 1 + window(text, start + 1).iter().position(|&byte| byte == b'}' || byte == b'\n')?;
            let before = start.checked_sub(1).and_then(|at| text.as_bytes().get(at));
            let is_assigned = before.is_some_and(|before| b"= ".contains(before));
            let is_closed = is_assigned
                && text.as_bytes().get(end) == Some(&b'}')
                && !text.get(start + 1..end)?.contains([' ', '\t']);
            // Before what else ends a connection string, it may be an expression as well.
            let written = match text.as_bytes().get(end + 1) {
                None | Some(b';') if before == Some(&b'=') => Written::Quoted,
                _ => Written::Argument,
            };
            return is_closed.then_some(Value { bytes: start + 1..end, written });
        }
        emphasis |= b"*_~".contains(opening.as_bytes().first()?);
        start += opening.len();
    }
    // Brackets around what a machine made are no placeholder's.
    if let Some(inside) = text.get(start..)?.strip_prefix('<') {
        let length = inside.bytes().take(MAX_JUDGED).take_while(|byte| !b"<> \n".contains(byte)).count();
        let is_closed = inside.as_bytes().get(length) == Some(&b'>');
        let bytes = start + 1..start + 1 + length;
        return is_closed.then_some(Value { bytes, written: Written::Argument });
    }
    let end = start + bare_end(text.get(start..)?, cell, MAX_JUDGED);
    let mut value = text.get(start..end)?;
    loop {
        let trimmed = value.trim_end_matches(['.', ',', ';', ':', '?']);
        let trimmed = if emphasis { trimmed.trim_end_matches(['*', '_', '~']) } else { trimmed };
        let trimmed =
            ["**", "~~", "__"].iter().fold(trimmed, |value, run| value.strip_suffix(run).unwrap_or(value));
        if trimmed.len() == value.len() {
            break;
        }
        value = trimmed;
    }
    Some(Value { bytes: start..start + value.len(), written: Written::Bare })
}

/// The most bytes between a name, or a command, and a value.
const MAX_BETWEEN: usize = 320;

/// The bytes from `at` that an expression is run on.
pub(super) fn window(text: &str, at: usize) -> &[u8] {
    text.as_bytes().get(at..text.len().min(at + MAX_BETWEEN)).unwrap_or_default()
}

fn quoted(text: &str, at: usize) -> Option<Value> {
    for (open, close) in QUOTES {
        if text.get(at..)?.starts_with(open) {
            let start = at + open.len();
            let line = text.get(start..boundary(text, start + MAX_JUDGED))?.split(['\n', '\r']).next()?;
            if let Some(length) = line.find(close) {
                // French sets a space inside.
                let inside = slice(line, 0..length);
                let start = start + length - trim_start(inside).len();
                return Some(Value { bytes: start..start + trim(inside).len(), written: Written::Quoted });
            }
        }
    }
    // A literal of a language in a literal of another: `"\"…\""`.
    if text.get(at..)?.starts_with("\"\\\"") {
        return quoted(text, at + 1);
    }
    let captures = LITERAL.captures(window(text, at))?;
    let whole = captures.get(0)?;
    let start = at + whole.end();
    let escapes = captures.get(1)?.len();
    let quote = *whole.as_bytes().last()?;
    let mut end = closing(text.as_bytes(), start, escapes, quote)?;
    // What is glued to the closing quote is a part of the value, as in a shell.
    let glued = text.get(end + 1..).filter(|rest| {
        escapes == 0 && quote != b'"' && rest.starts_with(|next: char| next.is_ascii_alphanumeric())
    });
    if let Some(rest) = glued {
        end += 1 + bare_end(rest, true, MAX_JUDGED);
    }
    let written = if whole.as_bytes().contains(&b'(') && whole.as_bytes().first() != Some(&b'(') {
        Written::Argument
    } else {
        Written::Quoted
    };
    Some(Value { bytes: start..end, written })
}

/// Where a text closes that `quote` after `escapes` backslashes opened. A quote in it is written with more backslashes, or twice.
fn closing(text: &[u8], start: usize, escapes: usize, quote: u8) -> Option<usize> {
    let line = text.get(start..text.len().min(start + MAX_QUOTED))?;
    let mut backslashes = 0;
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        match byte {
            b'\\' => backslashes += 1,
            b'\n' => return None,
            _ if byte == quote => {
                let is_escaped =
                    if quote == b'`' || escapes > 0 { backslashes > escapes } else { backslashes % 2 == 1 };
                let is_doubled = escapes == 0
                    && quote != b'`'
                    && at > 0
                    && line.get(at + 1) == Some(&quote)
                    && line
                        .get(at + 2)
                        .is_some_and(|byte| byte.is_ascii_graphic() && !b",;:)]}.|\"'`".contains(byte));
                if !is_escaped && !is_doubled {
                    return Some(start + at - backslashes.min(escapes));
                }
                at += usize::from(is_doubled);
                backslashes = 0;
            }
            _ => backslashes = 0,
        }
        at += 1;
    }
    None
}

/// Where a value that is a secret ends.
pub(super) fn whole_end(text: &str, value: &Value, cell: bool) -> usize {
    if value.written == Written::Bare && value.bytes.len() + 16 >= MAX_JUDGED {
        value.bytes.start + bare_end(text.get(value.bytes.start..).unwrap_or_default(), cell, usize::MAX)
    } else {
        value.bytes.end
    }
}

/// The length of a value without quotes at the start of `text`, or the first length above `limit`.
fn bare_end(text: &str, cell: bool, limit: usize) -> usize {
    let mut open: Vec<char> = Vec::new();
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map_or(' ', |(_, next)| *next);
        let rest = || text.get(at + letter.len_utf8()..).unwrap_or_default();
        let starts = |pattern: &Pattern| pattern.is_match(window(text, at + letter.len_utf8()));
        let ends = match letter {
            _ if is_white_space(letter) || letter.is_control() => true,
            '<' => starts(&TAG),
            '"' | '\'' | '`' => !is_alphanumeric(next),
            '\\' => "nrtu\"'`\\ ".contains(next),
            ',' | ';' => cell || is_white_space(next) || "\"'`{[(".contains(next) || starts(&ASSIGNMENT),
            '%' => at > 0 && ["22", "26", "27", "2C", "7D", "0A"].iter().any(|code| rest().starts_with(code)),
            '&' => rest().starts_with("& ") || starts(&ASSIGNMENT) || starts(&ENTITY),
            '|' => cell || is_white_space(next) || starts(&ASSIGNMENT),
            '{' if rest().starts_with("color}") => true,
            '(' | '[' | '{' => {
                open.push(letter);
                false
            }
            ')' | ']' | '}' => {
                open.pop().is_none() && (is_white_space(next) || ".,;:!?\"'`<*_)]}(".contains(next))
            }
            // Pictures may be part of a password, other signs of other scripts end it.
            _ => !letter.is_ascii() && letter < '\u{1F000}' && !is_alphanumeric(letter),
        };
        if ends || at > limit {
            return at;
        }
    }
    text.len()
}

/// A tag after its `<`, a name with an operator (`Server=…`), and an entity after its `&`.
static TAG: Pattern = Pattern::at_start(r"[/!]|[A-Za-z][^<>\n]{0,126}>");
static ASSIGNMENT: Pattern = Pattern::at_start("[A-Za-z0-9_. -]{1,64}[=:]");
static ENTITY: Pattern = Pattern::at_start("(?:amp|quot|lt|gt|nbsp|apos);|#");

/// Whether an escape that is written out, such as `\n`, ends before `at` with the letter there: it is no letter of a word.
pub(super) fn is_escape(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| text.get(at));
    before == Some(&b'\\') && text.get(at).is_some_and(|byte| b"nrt".contains(byte))
}

/// The first boundary of a character at or after `at`.
pub(super) fn boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}
