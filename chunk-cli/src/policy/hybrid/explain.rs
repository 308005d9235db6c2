//! `--explain` as a short page for people: which strategy, how sure, the reasons that weigh most, and what was found where.

use chunk_hybrid::{Evidence, Findings, Part, Reason, Selection};
use serde::Serialize;
use std::io::{self, Write};

/// So many reasons are told.
const REASONS: usize = 5;

/// So many findings of a sort are listed.
const LISTED: usize = 20;

/// Writes the page of a document.
pub(super) fn page(
    out: &mut dyn Write,
    path: &str,
    selection: &Selection,
    findings: &Findings,
) -> io::Result<()> {
    writeln!(out, "{path}")?;
    let by = match selection.reason {
        Reason::Requested => "asked for",
        Reason::Frontmatter => "the frontmatter asks for it",
        Reason::Plugin => "a plugin's own",
        Reason::Classified => "by its content",
        Reason::Mixed => "mixed, by the content of its sections",
        Reason::Default => "the default",
        _ => "for a reason that this command does not know",
    };
    for part in &selection.parts {
        let Part { start_line, end_line, strategy, confidences, .. } = part;
        let sure = confidences.get(&**strategy).map_or(String::new(), |sure| format!("  confidence {sure}"));
        writeln!(out, "  lines {start_line}-{end_line}: {strategy}{sure} ({by})")?;
    }
    let signals = selection.classification.iter().flat_map(|classification| &classification.signals);
    let taken = selection.parts.first().map(|part| &*part.strategy);
    let speaks = |evidence: &&Evidence| evidence.points > 0 && Some(evidence.strategy) == taken;
    let reasons: Vec<String> = signals.filter(speaks).take(REASONS).map(ToString::to_string).collect();
    if !reasons.is_empty() && selection.parts.len() == 1 {
        writeln!(out, "  because: {}", reasons.join("; "))?;
    }
    let phases = findings.phases.iter().map(|phase| (phase.start_line, name(phase.phase)));
    list(out, "phases", findings.phases.len(), phases)?;
    let signals = findings.signals.iter().map(|signal| {
        let mut told = name(signal.decision_type);
        if let Some(preferred) = &signal.preferred {
            told += &format!(": {preferred:?}");
        }
        if !signal.rejected.is_empty() {
            told += &format!(", not {:?}", signal.rejected.join(", "));
        }
        (signal.start_line, told)
    });
    list(out, "preference signals", findings.signals.len(), signals)?;
    let steps = findings.steps.iter().map(|step| {
        let number = step.number.map_or(String::new(), |number| format!(" {number}"));
        (step.start_line, format!("{}{number}: {}", name(step.kind), first_words(&step.title)))
    });
    list(out, "steps", findings.steps.len(), steps)?;
    writeln!(out)
}

/// Writes findings with their first lines, as many as a page has room for.
fn list(
    out: &mut dyn Write,
    what: &str,
    count: usize,
    findings: impl Iterator<Item = (usize, String)>,
) -> io::Result<()> {
    if count == 0 {
        return Ok(());
    }
    writeln!(out, "  {what}: {count}")?;
    for (line, told) in findings.take(LISTED) {
        writeln!(out, "    line {line}: {told}")?;
    }
    if count > LISTED {
        writeln!(out, "    and {} more (--format json has all)", count - LISTED)?;
    }
    Ok(())
}

/// As much of a title as fits on a line.
fn first_words(title: &str) -> String {
    const MOST: usize = 72;
    let line = title.lines().next().unwrap_or_default();
    if line.chars().count() <= MOST {
        return line.to_owned();
    }
    line.chars().take(MOST - 1).chain(['…']).collect()
}

/// The contract's name of a value.
fn name(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|json| Some(json.as_str()?.to_owned())).unwrap_or_default()
}
