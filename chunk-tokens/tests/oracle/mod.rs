//! The oracle: clauses T1 to T8 taken literally, over characters, counting every text afresh with tiktoken-rs, without regard
//! to speed. All it shares with the crates it checks is the properties of characters, which are tested on every code point against
//! independent ones (C2).
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice)]

use chunk_core::unicode::{
    is_alphabetic, is_alphanumeric, is_decimal_digit, is_mark, is_sentence_terminal, is_uppercase,
    is_white_space,
};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) max_tokens: usize,
    pub(crate) literal: bool,
    pub(crate) lines: bool,
    pub(crate) hard: bool,
}

/// The line of output for an interaction (T8).
pub(crate) fn line(id: &str, source: &str, settings: Settings) -> String {
    let (text, source_bytes) = normalize(source);
    let mut chunks = Vec::new();
    for (start, end, cut) in pack(&text, settings) {
        let part = string(&text[start..end]);
        let mut keys = vec![
            format!("\"chunk_index\":{}", chunks.len()),
            format!("\"text\":{}", quote(&part)),
            format!("\"start_pos\":{start}"),
            format!("\"end_pos\":{end}"),
            format!("\"token_count\":{}", count(&part)),
            format!("\"source_start_byte\":{}", source_bytes[start]),
            format!("\"source_end_byte\":{}", source_bytes[end]),
        ];
        if cut {
            keys.push("\"cut\":true".to_owned());
        }
        chunks.push(format!("{{{}}}", keys.join(",")));
    }
    let text = quote(&string(&text));
    format!(
        "{{\"interaction_id\":{},\"original_text\":{text},\"chunks\":[{}]}}\n",
        quote(id),
        chunks.join(",")
    )
}

/// The number of chunks above `max_tokens`, each of which gets a warning.
pub(crate) fn oversized(source: &str, settings: Settings) -> usize {
    let (text, _) = normalize(source);
    let above = |&(start, end, _): &Unit| count(&string(&text[start..end])) > settings.max_tokens;
    pack(&text, settings).iter().filter(|chunk| above(chunk)).count()
}

/// T4: special-token strings are ordinary text.
fn count(text: &str) -> usize {
    tiktoken_rs::cl100k_base_singleton().encode_ordinary(text).len()
}

/// T1: the characters, and the source byte at which each starts, the end included.
fn normalize(source: &str) -> (Vec<char>, Vec<usize>) {
    let mut text = Vec::new();
    let mut source_bytes = Vec::new();
    let mut chars = source.char_indices().peekable();
    while let Some((byte, c)) = chars.next() {
        source_bytes.push(byte);
        if c == '\r' && chars.next_if(|&(_, next)| next == '\n').is_some() {
            text.push('\n');
        } else {
            text.push(c);
        }
    }
    source_bytes.push(source.len());
    (text, source_bytes)
}

/// A range of characters, and whether it is, or holds, a part of a sentence that was cut.
type Unit = (usize, usize, bool);

/// T3, T5, T11 and T12: the chunks.
fn pack(text: &[char], settings: Settings) -> Vec<Unit> {
    if text.is_empty() {
        return Vec::new();
    }
    let all = count(&string(text));
    if all < 100 && !(settings.hard && all > settings.max_tokens) {
        return vec![(0, text.len(), false)];
    }
    let fits = |start: usize, end: usize| count(&string(&text[start..end])) <= settings.max_tokens;
    let inside = |start: usize, parts: Vec<(usize, usize)>| {
        parts.into_iter().map(move |(from, to)| (start + from, start + to))
    };
    let mut units = Vec::new();
    for (start, end) in paragraphs(text) {
        let whole = fits(start, end);
        let lines = if whole || !settings.lines { vec![(0, end - start)] } else { lines(&text[start..end]) };
        for (start, end) in inside(start, lines) {
            if whole || settings.lines && fits(start, end) {
                units.push((start, end, false));
                continue;
            }
            for (start, end) in inside(start, sentences(&text[start..end], settings.literal)) {
                if settings.hard && !fits(start, end) {
                    let parts = pieces(&text[start..end], settings.max_tokens, 0);
                    let is_part = parts.len() > 1;
                    units.extend(inside(start, parts).map(|(start, end)| (start, end, is_part)));
                } else {
                    units.push((start, end, false));
                }
            }
        }
    }
    let mut chunks: Vec<Unit> = Vec::new();
    for (start, end, is_part) in units {
        match chunks.last_mut() {
            Some(chunk) if fits(chunk.0, end) => {
                chunk.1 = end;
                chunk.2 |= is_part;
            }
            _ => chunks.push((start, end, is_part)),
        }
    }
    chunks
}

/// T12: a line has its line end.
fn lines(text: &[char]) -> Vec<(usize, usize)> {
    cut(text.len(), (1..text.len()).filter(|&at| text[at - 1] == '\n'))
}

/// T11: a sentence in pieces that fit; boundaries before those of `level` are not looked for.
fn pieces(text: &[char], max: usize, level: usize) -> Vec<(usize, usize)> {
    let shares = count(&string(text)).div_ceil(max);
    let bytes = |at: usize| string(&text[..at]).len();
    let target = bytes(text.len()) * (shares / 2) / shares;
    for level in if shares > 1 { level } else { 5 }..5 {
        let boundaries = (1..text.len()).filter(|&at| is_boundary(text, at, level));
        // The first of those that are equally near.
        if let Some(at) = boundaries.min_by_key(|&at| bytes(at).abs_diff(target)) {
            let (left, right) = text.split_at(at);
            let right = pieces(right, max, level).into_iter().map(|(from, to)| (at + from, at + to));
            return pieces(left, max, level).into_iter().chain(right).collect();
        }
    }
    vec![(0, text.len())]
}

/// T11: whether `text` may be cut between a character and the one before it: at a line, a clause, a word, a cluster, a character.
fn is_boundary(text: &[char], at: usize, level: usize) -> bool {
    const NEED_SPACE: &str = ",;:\u{55D}\u{60C}\u{61B}\u{1363}\u{1364}\u{1365}\u{1366}";
    const NEED_NONE: &str = "、，；：､\u{FE10}\u{FE11}\u{FE13}\u{FE14}\u{FE50}\u{FE51}\u{FE54}\u{FE55}";
    let (last, next) = (text[at - 1], text[at]);
    let after_space = is_white_space(last);
    match level {
        0 => last == '\n' && next != '\n',
        1 => {
            let clause = string(&text[..at]);
            let clause = clause.trim_end_matches(is_white_space).trim_end_matches(|c| CLOSERS.contains(c));
            let goes_on =
                !after_space && [CLOSERS, NEED_SPACE, NEED_NONE].iter().any(|set| set.contains(next));
            let ends = |set: &str| clause.chars().next_back().is_some_and(|c| set.contains(c));
            !is_white_space(next) && !goes_on && (ends(NEED_NONE) || after_space && ends(NEED_SPACE))
        }
        2 => after_space && !is_white_space(next),
        3 => {
            let is_letter_of_flag = |c: &&char| ('\u{1F1E6}'..='\u{1F1FF}').contains(*c);
            let flags = text[..at].iter().rev().take_while(is_letter_of_flag).count();
            let joins = is_mark(next)
                || "\u{200C}\u{200D}\u{E33}\u{EB3}".contains(next)
                || ('\u{1F3FB}'..='\u{1F3FF}').contains(&next)
                || ('\u{E0020}'..='\u{E007F}').contains(&next)
                || ('\u{1160}'..='\u{11FF}').contains(&next)
                || is_letter_of_flag(&&next) && flags % 2 == 1;
            !joins && last != '\u{200D}' && !(last == '\r' && next == '\n')
        }
        _ => true,
    }
}

/// T2: a paragraph ends where a run of two or more LF ends.
fn paragraphs(text: &[char]) -> Vec<(usize, usize)> {
    let ends = |at: usize| text[at] != '\n' && at >= 2 && text[at - 1] == '\n' && text[at - 2] == '\n';
    cut(text.len(), (1..text.len()).filter(|&at| ends(at)))
}

/// T2: the sentences of a paragraph.
fn sentences(text: &[char], literal: bool) -> Vec<(usize, usize)> {
    let mut ends = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let stop_end = if literal { literal_stop(text, at) } else { stop(text, at) };
        match stop_end {
            None => at += 1,
            Some((end, false)) => at = end,
            Some((end, true)) => {
                at = end;
                while at < text.len() && is_white_space(text[at]) {
                    at += 1;
                }
                ends.push(at);
            }
        }
    }
    cut(text.len(), ends)
}

/// The end of the stop that starts at `at`, if one does, and whether it ends a sentence: the contract's bare rule.
fn literal_stop(text: &[char], at: usize) -> Option<(usize, bool)> {
    let ends = matches!(text.get(at + 1), Some(' ' | '\n'));
    ".!?".contains(text[at]).then_some((at + 1, ends))
}

const CLOSERS: &str = "\"')]}»«›‹”“’‘」』）］｝〉》】〕｣";

/// The same, by T2 in full.
fn stop(text: &[char], at: usize) -> Option<(usize, bool)> {
    if !is_terminator(text, at) {
        return None;
    }
    let mut end = at;
    while end < text.len() && (is_terminator(text, end) || CLOSERS.contains(text[end])) {
        end += 1;
    }
    let needs_no_space = text[at..end].iter().any(|c| NO_SPACE.contains(c));
    if !needs_no_space && !matches!(text.get(end), Some(' ' | '\n')) {
        return Some((end, false));
    }
    let just = |c: char| text[at..end] == [c];
    let no_end = just('.') && (is_abbreviation(&text[..at]) || is_enumerator(&text[..at]))
        || just('．') && at > 0 && is_digit(text[at - 1]) && text.get(end).is_some_and(|&c| is_digit(c));
    Some((end, !no_end))
}

/// Terminators of scripts that write no space behind them, CJK, Myanmar, Ethiopic, Tai Tham, Balinese, Javanese, Ahom and Kawi.
const NO_SPACE: &[char] = &[
    '。',
    '．',
    '！',
    '？',
    '｡',
    '︒',
    '︕',
    '︖',
    '﹒',
    '﹖',
    '﹗',
    '၊',
    '။',
    '።',
    '፧',
    '፨',
    '᪨',
    '᪩',
    '᪪',
    '᪫',
    '\u{1B4E}',
    '\u{1B4F}',
    '᭚',
    '᭛',
    '᭞',
    '᭟',
    '᭽',
    '᭾',
    '\u{1B7F}',
    '꧈',
    '꧉',
    '\u{1173C}',
    '\u{1173D}',
    '\u{1173E}',
    '\u{11F43}',
    '\u{11F44}',
];

fn is_terminator(text: &[char], at: usize) -> bool {
    match text[at] {
        ';' | '·' | '\u{37E}' | '\u{387}' => {
            let letter = text[..at].iter().rev().find(|c| !('\u{300}'..='\u{36F}').contains(*c));
            letter.is_some_and(|&c| is_alphabetic(c) && is_greek(c))
        }
        '།' | '༎' | '༏' | '༐' | '༑' => true,
        c => is_sentence_terminal(c),
    }
}

fn is_greek(letter: char) -> bool {
    let coptic = 'Ϣ'..='ϯ';
    ('\u{370}'..='\u{3FF}').contains(&letter) && !coptic.contains(&letter)
        || ('\u{1F00}'..='\u{1FFF}').contains(&letter)
}

/// An enumerator at the start of a line, of the text before its dot.
fn is_enumerator(before: &[char]) -> bool {
    let line = before.iter().rposition(|&c| c == '\n').map_or(before, |line_end| &before[line_end + 1..]);
    let indent = line.iter().take_while(|&&c| is_white_space(c)).count();
    match &line[indent..] {
        [] => false,
        [letter] if is_alphabetic(*letter) => true,
        name => name.len() <= 4 && name.iter().all(|&c| is_decimal_digit(c)),
    }
}

fn is_digit(c: char) -> bool {
    "0123456789０１２３４５６７８９".contains(c)
}

/// T2 (a), of the text before the dot.
fn is_abbreviation(before: &[char]) -> bool {
    const LIST: &str = "mr mrs ms dr prof sr jr st vs etc e.g i.e a.m p.m cf al fig eq inc ltd co corp \
                        jan feb mar apr jun jul aug sep sept oct nov dec";
    let length = before.iter().rev().take_while(|&&c| c == '.' || is_alphanumeric(c)).count();
    let run = &before[before.len() - length..];
    let listed = LIST.split(' ').any(|word| word == string(run).to_ascii_lowercase());
    let initial = match run {
        [only] => is_uppercase(*only),
        [.., '.', last] => is_uppercase(*last),
        _ => false,
    };
    listed || initial
}

/// What lies between the cuts; none of it empty.
fn cut(length: usize, cuts: impl IntoIterator<Item = usize>) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut start = 0;
    for end in cuts.into_iter().chain([length]) {
        if start < end {
            parts.push((start, end));
        }
        start = end;
    }
    parts
}

fn string(text: &[char]) -> String {
    text.iter().collect()
}

/// JSON: only what must be escaped is, in the short form where there is one.
fn quote(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\u{8}' => quoted.push_str("\\b"),
            '\t' => quoted.push_str("\\t"),
            '\n' => quoted.push_str("\\n"),
            '\u{C}' => quoted.push_str("\\f"),
            '\r' => quoted.push_str("\\r"),
            '\0'..='\u{1F}' => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            _ => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
