//! Who says what (H19): the speaker that a label names, else the first person who is mentioned. A label names a speaker if it is used as one
//! in the document, and is no word that is known to be another thing than a name.

use super::{options, sentence::Sentence};
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

/// A line at which what the speaker before says ends: a heading, the first line after a blank one, a line with a label; and the label, if
/// it can be a name.
struct Line {
    start: usize,
    name: Option<Range<usize>>,
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
        // One who asks and one who answers: `User:`, `Assistant:`.
        let role = |line: &Line| role(name(line)?);
        let is_dialogue = lines.iter().filter_map(role).collect::<BTreeSet<_>>().len() > 1;
        let speaks = |line: &&Line| line.speaks || is_dialogue && role(line).is_some();
        let speakers: BTreeSet<_> = lines.iter().filter(speaks).filter_map(name).collect();
        let speaker = |line: &Line| line.name.clone().filter(|name| speakers.contains(content.slice(name)));
        Self(lines.iter().map(|line| (line.start, speaker(line))).collect())
    }

    /// Who speaks at the byte `at`, if anybody.
    pub(super) fn at(&self, content: &ParsedContent<'_>, at: usize) -> Option<Range<usize>> {
        let before = self.0.partition_point(|(from, _)| *from <= at).checked_sub(1)?;
        let name = self.0.get(before)?.1.clone()?;
        let mark = usize::from(content.slice(&name).starts_with('@'));
        Some(name.start + mark..name.end)
    }
}

/// The lines of a block at which what was said ends.
fn lines<'c>(content: &'c ParsedContent<'_>, block: &'c Block) -> impl Iterator<Item = Line> + 'c {
    let mut next = block.start;
    content.slice(&block.span()).split_inclusive('\n').filter_map(move |line| {
        let span = next.max(block.text)..next + line.len();
        let (start, is_first) = (next, next == block.start);
        next = span.end;
        let opening = if block.is_text() { Opening::of(content, span) } else { None };
        let is_apart = is_first && (is_heading(block) || block.after_blank && !block.in_item);
        let speaks =
            opening.as_ref().is_some_and(|own| own.is_of_chat || speaks_of_oneself(content, block, own));
        let is_end = is_apart || opening.is_some();
        is_end.then(|| Line { start, name: opening.and_then(|own| own.name), speaks })
    })
}

/// What somebody with this name does in a talk: `User` asks, `Assistant` answers.
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
/// Ann's, nor is "@ann's plan"; `@types/node` names nobody, and neither does a known word: "we talked, @mentioning nobody".
pub(super) fn mentioned(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Range<usize>> {
    static MENTION: LazyLock<Regex> =
        LazyLock::new(|| crate::pattern(r"(?:^|\bby |[^\pL\pN\s`/]\s*)@([\pL\pN_-]+)(?:$|[^\pL\pN_/('’-])"));
    let names = MENTION.captures_iter(content.slice(span)).filter_map(|found| found.get(1));
    let mut names = names.map(|name| span.start + name.start()..span.start + name.end());
    // "@user" is anybody.
    names.find(|name| role(content.slice(name)).is_none() && !names_thing(content, name))
}

/// Whether somebody only says yes to what was said before: "Ben: Fine with me."
pub(super) fn answers(content: &ParsedContent<'_>, span: &Range<usize>) -> bool {
    let opening = Opening::of(content, span.clone()).filter(|opening| opening.name.is_some());
    let said = opening.map(|opening| Sentence::of(content, opening.text.min(span.end)..span.end));
    said.is_some_and(|said| options::has(&said, "answer"))
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
        let (label, length) = label.or_else(|| nick(text))?;
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

/// Where the text after the time stamp starts that a line may start with, be it of a chat: `29/11/2026, 14:02 - `, `[29.11.26, 14:02:33] `.
pub(super) fn after_stamp(content: &ParsedContent<'_>, start: usize, end: usize) -> usize {
    // Nobody can say which of its numbers is the month: it tells no time.
    static SHORT: LazyLock<Regex> = LazyLock::new(|| {
        crate::pattern(
            r"^\[?[0-9]{1,2}(?:/[0-9]{1,2}/|\.[0-9]{1,2}\.)(?:20)?[0-9]{2},? [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:\s?[aApP][mM])?",
        )
    });
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
        Some(nick) => (true, nick.chars().all(|c| unicode::is_alphanumeric(c) || matches!(c, '_' | '-'))),
        None => (false, text.chars().all(|c| unicode::is_alphabetic(c) || " -._'’".contains(c))),
    };
    let words: Vec<&str> = text.split([' ', '-', '.', '_', '@']).filter(|word| !word.is_empty()).collect();
    let capitals = words.iter().filter(|word| word.starts_with(unicode::is_uppercase)).count();
    let is_even = is_at || capitals == 0 || capitals == words.len();
    let is_colon = slice(content.text(), label.end..content.text().len()).starts_with(':');
    let is_known = || words.iter().all(|word| word.len() < 2) || names_thing(content, label);
    (1..=MOST_NAME_WORDS).contains(&words.len()) && is_plain && is_even && (is_at && is_colon || !is_known())
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
