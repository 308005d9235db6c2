//! Subtitles: WebVTT and SubRip. Cues of one speaker that follow each other are one turn, because a cue ends where a line does, not a sentence.

use super::{Builder, Message, Origin};
use crate::lines::numbered;
use std::mem;

/// Whether a text begins as the specification of WebVTT demands.
pub(crate) fn is_vtt(text: &str) -> bool {
    let first = text.split(['\n', '\r']).next().unwrap_or_default();
    first.strip_prefix("WEBVTT").is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// Whether a text begins with a number and a line of two times with commas.
pub(crate) fn is_srt(text: &str) -> bool {
    let mut lines = numbered(text).map(|(_, line)| line).skip_while(|line| line.is_empty());
    lines.next().is_some_and(is_number)
        && lines.next().is_some_and(|line| times(line).is_some_and(|(from, _)| from.contains(',')))
}

fn is_number(line: &str) -> bool {
    !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
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

/// A line, and what is said there.
type Cue = (usize, Message);

/// Reads the cues of WebVTT, or else of SubRip.
pub(super) fn cues(text: &str, is_vtt: bool, builder: &mut Builder<'_>) {
    let mut open: Option<Cue> = None;
    // The lines of a block: what stands before its times, its times, and what is said.
    let mut before: Option<&str> = None;
    let mut cue: Option<Cue> = None;
    for (number, line) in numbered(text).chain([(0, "")]) {
        if let Some((from, _)) = times(line) {
            // Some programs leave out the blank line between two cues: the number of this one ends the text of the one before.
            if let Some((_, cue)) = cue.as_mut().filter(|_| !is_vtt) {
                let last = cue.text.rfind('\n').unwrap_or(0);
                if is_number(cue.text.get(last..).unwrap_or_default().trim_ascii()) {
                    cue.text.truncate(last);
                }
            }
            finish(cue.take(), &mut open, builder);
            let id = before.take().filter(|_| is_vtt).map(str::to_owned);
            cue = Some((number, Message { at: Some(from.to_owned()), id, ..Message::default() }));
        } else if line.trim_ascii().is_empty() {
            finish(cue.take(), &mut open, builder);
            before = None;
        } else if let Some((start, now)) = &mut cue {
            for (index, (speaker, said)) in without_marks(line).into_iter().enumerate() {
                if now.text.is_empty() {
                    now.speaker = now.speaker.take().or(speaker);
                } else if speaker.is_some() && speaker != now.speaker {
                    // Another one speaks in the same cue.
                    let next = Message { speaker, text: String::new(), ..now.clone() };
                    finish(Some((*start, mem::replace(now, next))), &mut open, builder);
                } else if index == 0 {
                    now.text.push('\n');
                }
                now.text.push_str(&said);
            }
        } else if let Some((_, turn)) = open.as_mut().filter(|_| !is_vtt && !is_number(line)) {
            // Text after a blank line in a cue.
            turn.text.push('\n');
            turn.text.extend(without_marks(line).into_iter().map(|(_, said)| said));
        } else {
            before = Some(line);
        }
    }
    push(open, builder);
}

/// Adds a cue to the open turn if the same speaker goes on, else opens the next turn with it.
fn finish(cue: Option<Cue>, open: &mut Option<Cue>, builder: &mut Builder<'_>) {
    let Some((line, mut cue)) = cue.filter(|(_, cue)| !cue.text.is_empty()) else { return };
    if cue.speaker.is_none()
        && let Some((name, said)) = super::transcript::named(&cue.text)
    {
        (cue.speaker, cue.text) = (Some(name.to_owned()), said.to_owned());
    }
    match open {
        Some((_, turn)) if turn.speaker == cue.speaker && cue.speaker.is_some() => {
            turn.text.push('\n');
            turn.text.push_str(&cue.text);
        }
        _ => push(open.replace((line, cue)), builder),
    }
}

fn push(turn: Option<Cue>, builder: &mut Builder<'_>) {
    if let Some((line, message)) = turn {
        builder.push(message, Origin::Line(line));
    }
}

/// The text of a line without tags, its character references as characters: one piece, and one for each voice that it names (`<v Ann>`).
fn without_marks(line: &str) -> Vec<(Option<String>, String)> {
    let (mut pieces, mut speaker, mut said, mut rest) = (Vec::new(), None, String::new(), line);
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
                    if !said.trim_ascii().is_empty() {
                        pieces.push((speaker.take(), mem::take(&mut said)));
                    }
                    speaker = Some(annotation.trim_ascii().to_owned());
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
    pieces.push((speaker, said));
    let references =
        [("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{a0}"), ("&lrm;", ""), ("&rlm;", ""), ("&amp;", "&")];
    for (_, said) in &mut pieces {
        for (reference, character) in references {
            if said.contains(reference) {
                *said = said.replace(reference, character);
            }
        }
    }
    pieces
}
