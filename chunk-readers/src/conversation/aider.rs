//! Aider's history: Markdown in which `#### ` begins what the user said, `> ` what the program said, and all else is the model's answer.

use super::{Builder, Message, Origin, content};
use crate::lines::numbered;

const USER: &str = "user";
const PROGRAM: &str = "aider";
const MODEL: &str = "assistant";

pub(super) fn history(text: &str, builder: &mut Builder<'_>) {
    let mut open: Option<(&str, usize, String)> = None;
    let mut in_fence = false;
    for (number, line) in numbered(text) {
        if let Some(time) = line.strip_prefix("# aider chat started at ").filter(|_| !in_fence) {
            push(open.take(), builder);
            // Only the start of a session is written down: the times of its turns are unknown.
            builder.conversation.at.get_or_insert_with(|| time.trim_ascii().to_owned());
            continue;
        }
        // Answers hold files and diffs, whose lines may begin like anything.
        let (speaker, said) = match line {
            line if in_fence => (MODEL, line),
            line => match (line.strip_prefix("#### "), line.strip_prefix('>')) {
                (Some(said), _) => (USER, said),
                (_, Some(said)) => (PROGRAM, said.strip_prefix(' ').unwrap_or(said)),
                _ => (MODEL, line),
            },
        };
        if speaker == MODEL && line.starts_with("```") {
            in_fence = !in_fence;
        }
        let goes_on = open.as_ref().is_some_and(|open| open.0 == speaker);
        match &mut open {
            // A blank line between turns belongs to none.
            _ if said.is_empty() && speaker == MODEL && !goes_on => {}
            Some((_, _, text)) if goes_on => {
                text.push('\n');
                text.push_str(said);
            }
            _ => push(open.replace((speaker, number, said.to_owned())), builder),
        }
    }
    push(open, builder);
}

fn push(turn: Option<(&str, usize, String)>, builder: &mut Builder<'_>) {
    let Some((speaker, line, text)) = turn else { return };
    let text = if speaker == PROGRAM { content::result(&text, builder.options.tools) } else { text };
    let speaker = Some(speaker.to_owned());
    builder.push(Message { speaker, text, ..Message::default() }, Origin::Line(line));
}
