//! Prints `--explain` as a short page for people: the strategy, its confidence, the reasons that weigh most, and what its chunks are made
//! of, with lines. What other strategies would make of the document is only counted.

use chunk_hybrid::{EVENT_BASED, Evidence, Findings, PREFERENCE_SIGNAL, Part, Reason, STEP_BASED, Selection};
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
    let mut lists = Lists { out, selection, unused: Vec::new() };
    let phases = findings.phases.iter().map(|phase| {
        let lines = format!("lines {}-{}", phase.start_line, phase.end_line);
        (lines, name(phase.phase))
    });
    lists.write(EVENT_BASED, "phases", phases)?;
    let signals = findings.signals.iter().map(|signal| {
        let mut text = format!("{} {}", signal.confidence, name(signal.decision_type));
        if let Some(preferred) = &signal.preferred {
            text += &format!(": {:?}", first_words(preferred));
        }
        if !signal.rejected.is_empty() {
            text += &format!(", not {:?}", first_words(&signal.rejected.join(", ")));
        }
        (line(signal.start_line), text)
    });
    lists.write(PREFERENCE_SIGNAL, "preference signals", signals)?;
    let steps = findings.steps.iter().map(|step| {
        let number = step.number.map_or(String::new(), |number| format!(" {number}"));
        (line(step.start_line), format!("{}{number}: {}", name(step.kind), first_words(&step.title)))
    });
    lists.write(STEP_BASED, "steps", steps)?;
    let Lists { out, unused, .. } = lists;
    if !unused.is_empty() {
        writeln!(out, "  not used: {} (--format json lists them)", unused.join(", "))?;
    }
    writeln!(out)
}

fn line(number: usize) -> String {
    format!("line {number}")
}

/// The lists of findings on a page.
struct Lists<'l> {
    out: &'l mut dyn Write,
    selection: &'l Selection,
    /// The numbers of findings that no part's strategy chunks by.
    unused: Vec<String>,
}

impl Lists<'_> {
    /// Lists findings that chunks of `strategy` are made of, up to [`LISTED`], if some part is chunked by that strategy.
    fn write(
        &mut self,
        strategy: &str,
        what: &str,
        findings: impl ExactSizeIterator<Item = (String, String)>,
    ) -> io::Result<()> {
        let count = findings.len();
        if count == 0 {
            return Ok(());
        }
        if self.selection.parts.iter().all(|part| part.strategy != strategy) {
            let what = if count == 1 { what.trim_end_matches('s') } else { what };
            self.unused.push(format!("{count} {what}"));
            return Ok(());
        }
        writeln!(self.out, "  {what}: {count}")?;
        for (lines, text) in findings.take(LISTED) {
            writeln!(self.out, "    {lines}: {text}")?;
        }
        if count > LISTED {
            writeln!(self.out, "    and {} more (--format json has all)", count - LISTED)?;
        }
        Ok(())
    }
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
