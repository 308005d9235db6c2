//! Who says what (H19): the speaker that a label names, else the first person who is mentioned. A label names a speaker if it is used as one
//! in the document, and is no word that is known to be another thing than a name.

use crate::english::class::GERUND;
use crate::english::lexicon::form;
use crate::english::listed;
use crate::model::UNKNOWN;
use crate::recognize::said::bold_label;
use crate::text::{Block, Label, ParsedContent, Word, is_heading, label_of, tag, time};
use chunk_core::{slice, unicode};
use regex::Regex;
use std::{collections::BTreeSet, ops::Range, sync::LazyLock};

/// Who speaks where in a document: at each change, the byte from which on somebody speaks, or nobody.
#[derive(Default)]
pub(super) struct Speakers(Vec<(usize, Option<Range<usize>>)>);

/// A line, and the label at its start that can be a name.
struct Line {
    start: usize,
    /// Whether what the speaker before says ends here: at a heading and at a label.
    ends: bool,
    /// Whether it is below a blank line: there that ends, too, but in a conversation with a machine.
    is_apart: bool,
    name: Option<Range<usize>>,
    /// Whether text stands behind the label, which a heading has not.
    says: bool,
    /// Whether the line alone shows that the label names a speaker.
    speaks: bool,
}

impl Speakers {
    /// Finds the speakers. What somebody says ends at the next label, heading or blank line.
    pub(super) fn new(content: &ParsedContent<'_>) -> Self {
        let mut lines: Vec<Line> = content.blocks().iter().flat_map(|block| lines(content, block)).collect();
        let goes_on = |own: &Line, next: &Line| own.name.is_some() && next.name.is_some();
        let name = |line: &Line| line.name.as_ref().map(|name| content.slice(name));
        for row in lines.chunk_by_mut(goes_on) {
            // If two people speak in a row of labels, or names take turns, all labels of the row are names.
            let speaking: BTreeSet<_> = row.iter().filter(|line| line.speaks).filter_map(name).collect();
            if speaking.len() > 1 || take_turns(&row.iter().filter_map(name).collect::<Vec<_>>()) {
                row.iter_mut().for_each(|line| line.speaks = true);
            }
        }
        // One who asks and one who answers: `User:`, `Assistant:`. Headings of both may be chapters on them, unless they take turns.
        let role = |line: &Line| role(name(line)?);
        let are_both = |roles: &[&str]| roles.iter().any(|role| Some(role) != roles.first());
        let roles: Vec<_> = lines.iter().filter_map(role).collect();
        let said: Vec<_> = lines.iter().filter(|line| line.says).filter_map(role).collect();
        let is_machine = |line: &Line| name(line).is_some_and(|name| name.eq_ignore_ascii_case("assistant"));
        let is_talk = take_turns(&roles) || are_both(&roles) && lines.iter().any(is_machine);
        let is_dialogue = is_talk || are_both(&said);
        let speaks = |line: &&Line| line.speaks || is_dialogue && role(line).is_some();
        let speakers: BTreeSet<_> = lines.iter().filter(speaks).filter_map(name).collect();
        // Only in a talk do the paragraphs below what somebody says go on with it.
        let is_end = |line: &&Line| line.ends || line.is_apart && !is_talk;
        let speaker = |line: &Line| line.name.clone().filter(|name| speakers.contains(content.slice(name)));
        Self(lines.iter().filter(is_end).map(|line| (line.start, speaker(line))).collect())
    }

    /// Who speaks at the byte `at`, if anybody.
    pub(super) fn at(&self, content: &ParsedContent<'_>, at: usize) -> Option<Range<usize>> {
        let before = self.0.partition_point(|(from, _)| *from <= at).checked_sub(1)?;
        let name = self.0.get(before)?.1.clone()?;
        let mark = usize::from(content.slice(&name).starts_with('@'));
        Some(name.start + mark..name.end)
    }
}

/// The lines of a block.
fn lines<'c>(content: &'c ParsedContent<'_>, block: &'c Block) -> impl Iterator<Item = Line> + 'c {
    let mut next = block.start;
    content.slice(&block.span()).split_inclusive('\n').map(move |line| {
        let span = next.max(block.text)..next + line.len();
        let (start, is_first) = (next, next == block.start);
        next = span.end;
        let opening = if block.is_text() { Opening::of(content, span) } else { titled(content, block) };
        let opening = opening.filter(|_| is_first || block.is_text());
        // A label that names no speaker ends what was said before, too: "Oven: no gas" below "Ines: I am for it" is not Ines's.
        let ends = opening.is_some() || is_first && is_heading(block);
        let is_apart = is_first && block.after_blank && !block.in_item;
        let speaks =
            opening.as_ref().is_some_and(|own| own.is_of_chat || speaks_of_oneself(content, block, own));
        let says = block.is_text() && opening.as_ref().is_some_and(|own| own.text < block.end);
        Line { start, ends, is_apart, says, name: opening.and_then(|own| own.name), speaks }
    })
}

/// The role that a heading names, as in a conversation with a machine: `## User`.
fn titled(content: &ParsedContent<'_>, block: &Block) -> Option<Opening> {
    let section = content.section(content.section_of(block)).filter(|_| is_heading(block))?;
    let name = Some(section.title.clone()).filter(|_| role(content.slice(&section.title)).is_some());
    Some(Opening { text: section.title.end, is_of_chat: false, name })
}

/// Whether somebody with this name asks or answers: `User`, `Assistant`.
fn role(name: &str) -> Option<&'static str> {
    listed("given-name", name).filter(|role| !role.is_empty())
}

/// Whether names take turns: A, B, A.
fn take_turns(names: &[&str]) -> bool {
    let mut seen = BTreeSet::new();
    names.chunk_by(|own, next| own == next).any(|run| !seen.insert(run.first()))
}

/// Whether somebody speaks of himself right after the label: "alice: I prefer tabs".
fn speaks_of_oneself(content: &ParsedContent<'_>, block: &Block, opening: &Opening) -> bool {
    let oneself = &["i", "i'm", "i'd", "i'll", "i've", "my", "me"];
    let mut said = content.words_of(block).from(opening.text).lead(2).iter();
    said.any(|word| content.is_one_of(word, oneself))
}

/// The first `@name` in a text that names who says it: at its start, after "by" or after a mark, as in `(@ann)`. "Approval from @ann" is not
/// Ann's, nor is "@ann's plan"; `@types/node` and what is in code name nobody, and neither does a known word: "we talked, @mentioning nobody".
pub(super) fn mentioned(content: &ParsedContent<'_>, span: Range<usize>) -> Option<Range<usize>> {
    let text = content.slice(&span);
    memchr::memchr_iter(b'@', text.as_bytes()).find_map(|at| {
        let (before, after) = (unicode::trim_end(slice(text, 0..at)), slice(text, at + 1..text.len()));
        let rest = after.trim_start_matches(is_in_nick);
        let name = span.start + at + 1..span.start + text.len() - rest.len();
        let says = before.ends_with(" by")
            || !before.ends_with(|c| unicode::is_alphanumeric(c) || matches!(c, '`' | '/'));
        let is_name = says && !name.is_empty() && !rest.starts_with(['/', '(', '\'', '’']);
        // "@user" stands for anybody.
        let is_role = || role(content.slice(&name)).is_some();
        (is_name && !is_role() && !names_thing(content, &name)).then_some(name)
    })
}

/// A label of more words is no name of a person.
const MOST_NAME_WORDS: usize = 3;

/// What a block starts with.
pub(super) struct Opening {
    /// The label, if it can be a name.
    pub(super) name: Option<Range<usize>>,
    /// Whether the label is written as in a chat: after a time, as `<arun>` or `@inga`.
    pub(super) is_of_chat: bool,
    /// Where the text after time stamp and label starts.
    pub(super) text: usize,
}

impl Opening {
    /// What a line, or a text that starts with it, starts with; `None` without a label.
    pub(super) fn of(content: &ParsedContent<'_>, span: Range<usize>) -> Option<Self> {
        let start = after_stamp(content, span.start, span.end);
        let text = content.slice(&(start..span.end));
        // In "Kafka (rejected: too slow)" the colon is within brackets.
        let is_whole = |label: &Label| {
            let name = slice(text, label.name());
            name.matches('(').count() <= name.matches(')').count() || name.ends_with("(decision")
        };
        let label = label_of(text).filter(is_whole).or_else(|| bold_label(text));
        let label = label.map(|label| (label.name(), label.text));
        let label = label.or_else(|| nick(text));
        let (label, length) = label?;
        // `[Changed]` is a mark.
        let is_mark = slice(text, 0..label.start).ends_with('[');
        // `**Bob** (14:02)`
        let (name, stamp) = slice(text, label.clone()).split_once(['(', '[']).unwrap_or_default();
        let is_stamped = time::stamp_at_start(stamp).is_some_and(|time| time.length == stamp.len());
        let end = if is_stamped { name.trim_end_matches(['*', '_', ' ']).len() } else { label.len() };
        let label = start + label.start..start + label.start + end;
        let is_nick = text.starts_with('<') || content.slice(&label).starts_with('@');
        Some(Self {
            is_of_chat: start > span.start || is_stamped || is_nick,
            name: (!is_mark && can_be_name(content, &label)).then_some(label),
            text: start + length,
        })
    }
}

/// `29/11/2026, 14:02`, `[29.11.26, 14:02:33]`, as in chats. It tells no time, since nobody can say which number is the month.
static SHORT: LazyLock<Regex> = LazyLock::new(|| {
    crate::pattern(
        r"^\[?[0-9]{1,2}(?:/[0-9]{1,2}/|\.[0-9]{1,2}\.)(?:20)?[0-9]{2},? [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:\s?[aApP][mM])?",
    )
});

/// Where the text after the time stamp starts that a line may start with.
pub(super) fn after_stamp(content: &ParsedContent<'_>, start: usize, end: usize) -> usize {
    let line = content.slice(&(start..end)).lines().next().unwrap_or_default();
    let of_chat = || SHORT.find(line).map(|stamp| stamp.len());
    time::stamp_at_start(line).map(|stamp| stamp.length).or_else(of_chat).map_or(start, |length| {
        let behind = slice(line, length..line.len());
        let marks = behind.trim_start_matches([' ', '\t', '-', '|', '.', ':', '–', '—', ']']);
        start + line.len() - marks.len()
    })
}

/// Whether a label can be a person's name, as `dave`, `Ann Lee` or `@inga`: one to three words of letters, of which all or none have a
/// capital, and which are no known words but for given names (`Will`). One of these may have a number (`Speaker 1`). An `@` before a colon names
/// anybody.
fn can_be_name(content: &ParsedContent<'_>, label: &Range<usize>) -> bool {
    let text = content.slice(label);
    let bare = text.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches([' ', '_']);
    let text = if listed("given-name", bare).is_some() { bare } else { text };
    let (is_at, is_plain) = match text.strip_prefix('@') {
        Some(nick) => (true, !nick.is_empty() && nick.chars().all(is_in_nick)),
        None => (false, text.chars().all(|c| unicode::is_alphabetic(c) || " -._'’".contains(c))),
    };
    let words: Vec<&str> = text.split([' ', '-', '.', '_', '@']).filter(|word| !word.is_empty()).collect();
    let capitals = words.iter().filter(|word| word.starts_with(unicode::is_uppercase)).count();
    let is_even = is_at || capitals == 0 || capitals == words.len();
    let is_colon = slice(content.text(), label.end..content.text().len()).starts_with(':');
    let is_known = || words.iter().all(|word| word.len() < 2) || names_thing(content, label);
    (1..=MOST_NAME_WORDS).contains(&words.len()) && is_plain && is_even && (is_at && is_colon || !is_known())
}

/// A character of a name behind an `@`.
fn is_in_nick(c: char) -> bool {
    unicode::is_alphanumeric(c) || matches!(c, '_' | '-')
}

/// Whether all words of a name are known, or one is a form of a verb (`Linting`), and the first one is no given name.
fn names_thing(content: &ParsedContent<'_>, name: &Range<usize>) -> bool {
    let words = content.words.within(name);
    let spelled = |word: &Word| content.slice(&word.span());
    let is_known =
        |word: Word| word.number != UNKNOWN || form(&unicode::lowercase(spelled(&word))).number != 0;
    let is_given = words.first().is_some_and(|word| listed("given-name", spelled(&word)).is_some());
    !is_given && words.len() > 0 && (words.any(GERUND) || words.iter().all(is_known))
        || listed("no-speaker", content.slice(name)).is_some()
}

/// `<arun> `, `@inga `, `dave: ` or `**Dr. Smith:** `, which are no labels of other things.
static NICK: LazyLock<Regex> = LazyLock::new(|| {
    crate::pattern(
        r"^(?:<([^>]{1,29})>(?:\s|$)|(@[^ ]{1,29}) |([a-z][^ ]{1,28}): |[*_]*((?:Dr|Mrs?|Ms|Prof)\. [^:\n]{1,29}):[*_]*(?:\s|$))\s*",
    )
});

/// The name in a nick, and the length of all that. A tag of HTML is none (`<b>Done</b>`), nor is one that is alone on its line.
fn nick(text: &str) -> Option<(Range<usize>, usize)> {
    let found = NICK.captures(text)?;
    let all = found.get(0)?;
    let name = (1..5).find_map(|form| found.get(form))?;
    let is_alone = || text.lines().next().is_none_or(|line| line.len() <= all.end());
    let is_tag = found.get(1).is_some()
        && (is_alone() || tag::is_tag(all.as_str()) || text.contains(&format!("</{}>", name.as_str())));
    (!is_tag).then_some((name.range(), all.end()))
}
