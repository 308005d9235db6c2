//! Prints `--explain` as a short page for people: the strategy, how it was chosen and why, what the document says of itself, and what its
//! chunks are made of, with lines. What other strategies would make of the document is only counted.

use crate::{report::counted, shown::shown_name};
use chunk_hybrid::{
    EVENT_BASED, Evidence, Findings, FoundReading, PREFERENCE_SIGNAL, Part, Reason, STEP_BASED, Selection,
};
use serde::Serialize;
use std::io::{self, Write};

/// The most reasons that are shown.
const REASONS: usize = 5;

/// The most findings of each kind that are listed.
const LISTED: usize = 20;

/// Writes the page of a document.
pub(super) fn page(
    out: &mut dyn Write,
    path: &str,
    selection: &Selection,
    findings: &Findings,
) -> io::Result<()> {
    writeln!(out, "{}", shown_name(path))?;
    for Part { start_line, end_line, strategy, .. } in &selection.parts {
        writeln!(out, "  lines {start_line}-{end_line}: {strategy}")?;
    }
    writeln!(out, "  {}", choice(selection))?;
    let signals = selection.classification.iter().flat_map(|classification| &classification.signals);
    let taken = selection.parts.first().map(|part| &*part.strategy);
    let speaks = |evidence: &&Evidence| evidence.points > 0 && Some(evidence.strategy) == taken;
    let reasons: Vec<String> = signals.filter(speaks).take(REASONS).map(ToString::to_string).collect();
    if !reasons.is_empty() && selection.parts.len() == 1 {
        writeln!(out, "  What speaks for it: {}.", reasons.join("; "))?;
    }
    let readings = findings.readings.iter().map(|reading| {
        let FoundReading { place, phrase, meaning, start_line, end_line, .. } = reading;
        // A path, a title or a set of headings says what the document is; the others, what a part of it is.
        let is_kind = matches!(*place, "folder" | "file" | "title" | "template");
        let means = words(if is_kind { "kind" } else { "phrase" }, meaning);
        let place = if *place == "template" { "headings that belong together" } else { place };
        (lines(*start_line, *end_line), format!("{means} ({place} {phrase:?})"))
    });
    list(out, "what it says of itself", &readings.collect::<Vec<_>>())?;
    let phases =
        findings.phases.iter().map(|phase| (lines(phase.start_line, phase.end_line), name(phase.phase)));
    let signals = findings.signals.iter().map(|signal| {
        let mut text = format!("{} {}", signal.confidence, name(signal.decision_type));
        if let Some(preferred) = &signal.preferred {
            text += &format!(": {:?}", first_words(preferred));
        }
        if !signal.rejected.is_empty() {
            text += &format!(", not {:?}", first_words(&signal.rejected.join(", ")));
        }
        (lines(signal.start_line, signal.start_line), text)
    });
    let steps = findings.steps.iter().map(|step| {
        let number = step.number.map_or(String::new(), |number| format!(" {number}"));
        let text = format!("{}{number}: {}", name(step.kind), shown_name(&first_words(&step.title)));
        (lines(step.start_line, step.start_line), text)
    });
    // Those that no part's strategy chunks by are only counted.
    let mut unused = Vec::new();
    for (strategy, what, findings) in [
        (EVENT_BASED, "phases", phases.collect::<Vec<_>>()),
        (PREFERENCE_SIGNAL, "preference signals", signals.collect()),
        (STEP_BASED, "steps", steps.collect()),
    ] {
        if selection.parts.iter().any(|part| part.strategy == strategy) {
            list(out, what, &findings)?;
        } else if !findings.is_empty() {
            unused.push(counted(findings.len(), what.trim_end_matches('s')));
        }
    }
    if !unused.is_empty() {
        writeln!(out, "  not used: {} (--format json lists them)", unused.join(", "))?;
    }
    writeln!(out)
}

/// How the strategy was chosen, in a sentence.
fn choice(selection: &Selection) -> String {
    let classification = selection.classification.as_ref();
    let best = classification.map(|classification| classification.best());
    let says = |evidence: &Evidence| {
        ["type", "template", "title", "folder", "file"].contains(&&*evidence.slot)
            && evidence.points >= 60_000
    };
    let is_said = classification.is_some_and(|found| found.signals.iter().any(says));
    match (selection.reason, best) {
        (Reason::Requested, _) => "This strategy was asked for.".to_owned(),
        (Reason::Frontmatter, _) => "The frontmatter asks for this strategy.".to_owned(),
        (Reason::Plugin, _) => "A plugin takes this document.".to_owned(),
        (Reason::Mixed, _) => {
            "Its sections are of different kinds, each with the strategy for it.".to_owned()
        }
        (Reason::Classified, Some(best)) if is_said => {
            format!("The document itself says that it is {}.", words("kind", &name(best.content_type)))
        }
        (Reason::Classified, Some(best)) => {
            let (name, sure) = (name(best.content_type), best.confidence);
            format!("By its content it is {}, with a confidence of {sure}.", words("kind", &name))
        }
        (Reason::Default, Some(best)) => {
            let (name, sure) = (name(best.content_type), best.confidence);
            let kind = words("kind", &name);
            format!("This is the default. Likeliest it is {kind}, but with a confidence of only {sure}.")
        }
        _ => "This is the default.".to_owned(),
    }
}

/// What a document of a content type is (`of` is "kind"), or what a phrase of this meaning says ("phrase"), in words for readers.
fn words<'m>(of: &str, meaning: &'m str) -> &'m str {
    let row = |line: &'static str| {
        line.strip_prefix(of)?.strip_prefix('\t')?.strip_prefix(meaning)?.strip_prefix('\t')
    };
    include_str!("words.tsv").lines().find_map(row).unwrap_or(meaning)
}

/// Lists findings, each with its lines, up to [`LISTED`].
fn list(out: &mut dyn Write, what: &str, findings: &[(String, String)]) -> io::Result<()> {
    if !findings.is_empty() {
        writeln!(out, "  {what}: {}", findings.len())?;
    }
    for (lines, text) in findings.iter().take(LISTED) {
        writeln!(out, "    {lines}: {text}")?;
    }
    match findings.len().saturating_sub(LISTED) {
        0 => Ok(()),
        more => writeln!(out, "    and {more} more (--format json has all)"),
    }
}

fn lines(first: usize, last: usize) -> String {
    if first == last { format!("line {first}") } else { format!("lines {first}-{last}") }
}

/// As much of the first line of a text as fits on a line of the page.
fn first_words(title: &str) -> String {
    const MOST: usize = 72;
    let line = title.lines().next().unwrap_or_default();
    if line.chars().count() <= MOST {
        return line.to_owned();
    }
    line.chars().take(MOST - 1).chain(['…']).collect()
}

/// The name of a value in the contract.
fn name(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|json| Some(json.as_str()?.to_owned())).unwrap_or_default()
}
