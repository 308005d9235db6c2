//! Subtitles: WebVTT and SubRip. Cues of one speaker that follow each other are one turn, because a cue ends where a line does, not a sentence.

use super::{Builder, Message, Origin};
use crate::lines::numbered;

/// Whether a text begins as the specification of WebVTT demands.
pub(crate) fn is_vtt(text: &str) -> bool {
    let first = text.split(['\n', '\r']).next().unwrap_or_default();
    first.strip_prefix("WEBVTT").is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// Whether a text begins with a number and a line of two times with commas.
pub(crate) fn is_srt(text: &str) -> bool {
    let mut lines = numbered(text).map(|(_, line)| line).skip_while(|line| line.is_empty());
    let is_number =
        lines.next().is_some_and(|line| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()));
    is_number && lines.next().is_some_and(|line| times(line).is_some_and(|(from, _)| from.contains(',')))
}

/// The two times of a line `00:01.000 --> 00:02.000 settings`.
fn times(line: &str) -> Option<(&str, &str)> {
    let (from, to) = line.split_once("-->")?;
    let (from, to) = (from.trim_ascii(), to.trim_ascii());
    let is_time = |time: &str| {
        time.contains(':')
            && time.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b','))
    };
    let to = to.split([' ', '\t']).next().unwrap_or_default();
    (is_time(from) && is_time(to)).then_some((from, to))
}

struct Cue {
    line: usize,
    at: String,
    id: Option<String>,
    speaker: Option<String>,
    text: String,
}

pub(super) fn vtt(text: &str, builder: &mut Builder<'_>) {
    cues(text, true, builder);
}

pub(super) fn srt(text: &str, builder: &mut Builder<'_>) {
    cues(text, false, builder);
}

fn cues(text: &str, is_vtt: bool, builder: &mut Builder<'_>) {
    let mut open: Option<Cue> = None;
    // The lines of a block: what stands before its times, its times, and what is said.
    let mut before: Option<&str> = None;
    let mut cue: Option<Cue> = None;
    for (number, line) in numbered(text).chain([(0, "")]) {
        if let Some((from, _)) = times(line) {
            // Some programs leave out the blank line between two cues.
            finish(cue.take(), &mut open, builder);
            let id = before.take().filter(|_| is_vtt).map(str::to_owned);
            cue = Some(Cue { line: number, at: from.to_owned(), id, speaker: None, text: String::new() });
        } else if line.trim_ascii().is_empty() {
            finish(cue.take(), &mut open, builder);
            before = None;
        } else if let Some(cue) = &mut cue {
            let (speaker, said) = without_marks(line);
            cue.speaker = cue.speaker.take().or(speaker);
            if !cue.text.is_empty() {
                cue.text.push('\n');
            }
            cue.text.push_str(&said);
        } else {
            before = Some(line);
        }
    }
    push(open, builder);
}

/// Adds a cue to the open turn if the same speaker goes on, else opens the next turn with it.
fn finish(cue: Option<Cue>, open: &mut Option<Cue>, builder: &mut Builder<'_>) {
    let Some(cue) = cue.filter(|cue| !cue.text.is_empty()) else { return };
    match open {
        Some(turn) if turn.speaker == cue.speaker && cue.speaker.is_some() => {
            turn.text.push('\n');
            turn.text.push_str(&cue.text);
        }
        _ => push(open.replace(cue), builder),
    }
}

fn push(turn: Option<Cue>, builder: &mut Builder<'_>) {
    let Some(turn) = turn else { return };
    let (speaker, said) = match &turn.speaker {
        Some(speaker) => (Some(speaker.as_str()), turn.text.as_str()),
        None => super::transcript::named(&turn.text)
            .map_or((None, turn.text.as_str()), |(name, said)| (Some(name), said)),
    };
    let message = Message { speaker, at: Some(turn.at.clone()), id: turn.id.as_deref(), text: said };
    builder.push(message, Origin::Line(turn.line));
}

/// The voice that a line names (`<v Ann>`), and its text without tags, its character references as characters.
fn without_marks(line: &str) -> (Option<String>, String) {
    let (mut speaker, mut said, mut rest) = (None, String::new(), line);
    while let Some((before, after)) = rest.split_once('<') {
        said.push_str(before);
        let is_tag = after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '/');
        if !is_tag {
            said.push('<');
            rest = after;
            continue;
        }
        match after.split_once('>') {
            Some((tag, behind)) => {
                if let Some((name, annotation)) = tag.split_once([' ', '\t'])
                    && name.split('.').next() == Some("v")
                {
                    speaker = speaker.or_else(|| Some(annotation.trim_ascii().to_owned()));
                }
                rest = behind;
            }
            // Nor does any tag after it end.
            None => {
                said.push('<');
                rest = after;
                break;
            }
        }
    }
    said.push_str(rest);
    let references =
        [("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{a0}"), ("&lrm;", ""), ("&rlm;", ""), ("&amp;", "&")];
    for (reference, character) in references {
        if said.contains(reference) {
            said = said.replace(reference, character);
        }
    }
    (speaker, said)
}
