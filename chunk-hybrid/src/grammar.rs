//! How people say what they want: the patterns of preference in a sentence (H19).

use crate::{
    cue::{self, Cues},
    document::ParsedContent,
    metadata::DecisionType,
    word::{Word, is_word},
};
use std::ops::Range;

/// What a sentence says, as bytes of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) kind: DecisionType,
    pub(crate) preferred: Option<Range<usize>>,
    pub(crate) rejected: Vec<Range<usize>>,
    /// In thousandths, before what lowers it.
    pub(crate) strength: u64,
    /// Whether what it is about must be looked for in the title above.
    pub(crate) about_title: bool,
}

// How strong each pattern is, in thousandths.
const CHOSEN_OVER: u64 = 950;
const CONTRASTED: u64 = 800;
const TERSE: u64 = 700;
const FROM_TO: u64 = 900;
const SET_TO: u64 = 750;
const SWITCHED: u64 = 800;
const JUDGED: u64 = 850;
const JUDGED_ABOVE: u64 = 750;
const CHOSEN: u64 = 750;
const IMPLICIT: u64 = 550;
const LIKED: u64 = 450;

/// What lowers it.
const QUESTION: u64 = 550;
const NEGATED: u64 = 550;
const HEDGED: u64 = 200;
const FORMER: u64 = 550;

/// A pattern: what it finds, and the word that told it.
type Pattern<'c, 'd> = fn(&Sentence<'c, 'd>) -> Option<(Finding, usize)>;

/// The most words that are read as one sentence.
const LONGEST: usize = 200;

/// A sentence, word by word.
pub(crate) struct Sentence<'c, 'd> {
    content: &'c ParsedContent<'d>,
    /// Its words, by number.
    words: Range<usize>,
    span: Range<usize>,
}

impl<'c, 'd> Sentence<'c, 'd> {
    pub(crate) fn new(content: &'c ParsedContent<'d>, span: Range<usize>) -> Self {
        Self { words: content.words.within(&span), content, span }
    }

    /// The signal in it, with its confidence in thousandths.
    pub(crate) fn signal(&self) -> Option<(Finding, u64)> {
        // What goes on for so long is no sentence; and work stays linear.
        if self.len() > LONGEST {
            return None;
        }
        let patterns: [Pattern<'c, 'd>; 9] = [
            Self::refused,
            Self::moved,
            Self::contrasted,
            Self::preferred_to,
            Self::switched,
            Self::judged,
            Self::set_to,
            Self::chosen,
            Self::implied,
        ];
        let (finding, trigger) = patterns.into_iter().find_map(|pattern| pattern(self))?;
        let strength = finding.strength.saturating_sub(self.doubt(trigger, &finding));
        Some((finding, strength))
    }

    fn all(&self) -> &'c [Word] {
        self.content.words.slice(self.words.clone())
    }

    fn text(&self) -> &'c str {
        self.content.slice(&self.span)
    }

    fn len(&self) -> usize {
        self.words.len()
    }

    fn word(&self, index: usize) -> Option<&'c Word> {
        self.all().get(index)
    }

    fn is(&self, index: usize, known: &[&str]) -> bool {
        let text = self.word(index).map_or("", |word| self.content.slice(&word.span()));
        known.iter().any(|known| is_word(text, known))
    }

    fn has(&self, index: usize, cues: Cues) -> bool {
        self.word(index).is_some_and(|word| word.cues.any(cues))
    }

    fn reach(&self, index: usize) -> usize {
        self.word(index).map_or(1, |word| usize::from(word.reach))
    }

    /// What stands between the word `index` and the one before it.
    fn gap(&self, index: usize) -> &'c str {
        let start = index
            .checked_sub(1)
            .and_then(|before| self.word(before))
            .map_or(self.span.start, |before| before.span().end);
        let end = self.word(index).map_or(self.span.end, |word| word.span().start);
        self.content.slice(&(start..end.max(start)))
    }

    fn find(&self, from: usize, cues: Cues) -> Option<usize> {
        (from..self.len()).find(|&index| self.has(index, cues))
    }

    /// How much of the strength is lost to questions, negation, hedges and what used to be.
    fn doubt(&self, trigger: usize, finding: &Finding) -> u64 {
        let mut doubt = 0;
        if self.text().trim_end_matches(['"', '”', ')', '*', ' ', '\n']).ends_with('?') {
            doubt += QUESTION;
        }
        let before = (0..trigger).filter(|&index| {
            // "not X but Y" and "no longer" belong to what they are part of.
            self.clause_distance(index, trigger) <= 1
        });
        let negation = ["nothing", "nobody", "none", "neither", "nor", "hardly", "wouldn't", "undecided"];
        let negated = before.clone().any(|index| self.has(index, cue::NEGATION) || self.is(index, &negation));
        if negated && finding.kind != DecisionType::Rejection {
            doubt += NEGATED;
        }
        let near = trigger.saturating_sub(5)..(trigger + 1).min(self.len());
        if near.clone().any(|index| self.has(index, cue::HEDGE)) {
            doubt += HEDGED;
        }
        let former = near.clone().any(|index| self.is(index, &["used"]) && self.is(index + 1, &["to"]));
        let unreal = near
            .clone()
            .any(|index| self.is(index, &["would", "could", "should"]) && self.is(index + 1, &["have"]));
        if former || unreal {
            doubt += FORMER;
        }
        doubt
    }

    /// How many commas and the like stand between two words.
    fn clause_distance(&self, from: usize, to: usize) -> usize {
        (from + 1..=to).filter(|&index| self.gap(index).contains([',', ';', ':', '(', '—', '–'])).count()
    }

    /// From the word `index` up to what ends a phrase: punctuation, a reason, a contrast, a clause of its own.
    fn phrase_from(&self, index: usize) -> Option<Range<usize>> {
        let mut start = index;
        while start < self.len() && self.is_lead(start) {
            start += self.reach(start).max(1);
        }
        let mut end = start;
        while end < self.len() {
            let parted = end > index && self.parts(end);
            if parted || end > start && self.ends_phrase(end) {
                break;
            }
            end += 1;
        }
        self.bytes(start..end)
    }

    /// The phrase that ends before the word `index`, back to where its clause starts.
    fn phrase_before(&self, index: usize) -> Option<Range<usize>> {
        let mut start = index;
        while start > 0 {
            if start < index && self.parts(start) {
                break;
            }
            let before = start - 1;
            if self.has(before, cue::REASON) && self.is(before, &["because", "since", "so"]) {
                break;
            }
            start -= 1;
        }
        // Subjects and verbs before the option are no part of it.
        let mut first = start;
        while first + 1 < index && self.is_lead(first) {
            first += self.reach(first).min(index - 1 - first).max(1);
        }
        let mut last = index;
        while last > first + 1 && self.is_tail(last - 1) {
            last -= 1;
        }
        self.bytes(first..last)
    }

    fn bytes(&self, words: Range<usize>) -> Option<Range<usize>> {
        let first = self.word(words.start).filter(|_| words.start < words.end)?;
        let last = self.word(words.end - 1)?;
        let mut span = first.span().start..last.span().end;
        let text = self.content.text();
        // Quotes and code marks right around it belong to it.
        if span.start > self.span.start && text.get(span.start - 1..span.start) == Some("`") {
            span.start -= 1;
        }
        if text.get(span.end..span.end + 1) == Some("`") && span.end < self.span.end {
            span.end += 1;
        }
        Some(span)
    }

    /// Whether punctuation before the word `index` ends a phrase. Points and commas inside numbers and code do not.
    fn parts(&self, index: usize) -> bool {
        let gap = self.gap(index);
        let apart = gap.contains([' ', '\n', '"', '*']);
        apart
            && gap.contains([',', ';', ':', '.', '!', '?', '(', ')', '—', '–', '"', '“', '”', '\n'])
            && !gap.trim().is_empty()
    }

    /// Words that introduce an option without being part of it.
    fn is_lead(&self, index: usize) -> bool {
        const LEADS: &[&str] = &[
            "to",
            "use",
            "using",
            "with",
            "on",
            "for",
            "of",
            "that",
            "have",
            "has",
            "had",
            "take",
            "taking",
            "took",
            "keep",
            "keeping",
            "kept",
            "please",
            "let's",
            "lets",
            "we'll",
            "we're",
            "we've",
            "i'll",
            "i'm",
            "i'd",
            "we'd",
            "i've",
            "would",
            "will",
            "want",
            "wants",
            "wanted",
            "should",
            "must",
            "go",
            "going",
            "went",
            "gone",
            "be",
            "is",
            "are",
            "was",
            "were",
            "been",
            "it",
            "they",
            "she",
            "he",
            "you",
            "from",
            "now",
            "also",
            "still",
            "just",
            "then",
            "so",
            "and",
            "but",
            "yes",
            "plan",
            "idea",
            "buy",
            "plant",
            "rather",
            "always",
            "usually",
            "really",
            "definitely",
            "as",
            "in",
            "making",
            "make",
            "do",
            "doing",
            "did",
            "adopt",
            "run",
            "running",
            "stay",
            "say",
            "says",
            "said",
            "voted",
            "vote",
            "both",
            "strongly",
            "personally",
            "much",
            "far",
            "finally",
            "eventually",
            "ultimately",
            "need",
            "me",
            "us",
        ];
        self.has(index, cue::SPEAKER.or(cue::PREFER).or(cue::CHOOSE).or(cue::DECIDE)) && !self.is(index, &["choice"])
            || self.is(index, LEADS)
            // "the idea of", "the plan to"
            || self.is(index, &["the"]) && self.is(index + 1, &["idea", "notion", "thought"]) && self.is(index + 2, &["of"])
            || self.is(index, &["idea", "notion", "thought"]) && self.is(index + 1, &["of"])
    }

    /// Words behind an option that are no part of it.
    fn is_tail(&self, index: usize) -> bool {
        self.is(
            index,
            &[
                "is",
                "are",
                "was",
                "were",
                "be",
                "been",
                "much",
                "far",
                "more",
                "better",
                "has",
                "have",
                "had",
                "got",
                "gets",
                "being",
                "won",
                "wins",
                "beats",
                "me",
                "us",
                "suits",
                "suit",
                "by",
                "it",
                "works",
                "work",
                "preferable",
                "superior",
                "now",
                "a",
                "bit",
                "lot",
                "slightly",
                "rather",
                "would",
                "will",
            ],
        )
    }

    fn ends_phrase(&self, index: usize) -> bool {
        const ENDS: &[&str] = &[
            "because",
            "since",
            "as",
            "so",
            "due",
            "given",
            "but",
            "while",
            "which",
            "who",
            "when",
            "if",
            "unless",
            "until",
            "mainly",
            "mostly",
            "after",
            "otherwise",
            "where",
            "although",
            "though",
            "thanks",
            "before",
            "whereas",
            "any",
            "until",
            "however",
            "simply",
        ];
        self.is(index, ENDS)
            || self.has(index, cue::CONTRAST) && !self.is(index, &["over"]) && self.reach(index) > 1
            || self.has(index, cue::REASON) && self.reach(index) > 1
            || self.is(index, &["and", "or"])
                && (self.has(index + 1, cue::SPEAKER.or(cue::PRONOUN))
                    || self.is(index + 1, &["the", "not", "then"]) && self.has(index + 3, cue::PAST))
    }

    // Patterns. Each gives what it found and the word that told it.

    /// `rejected X`, `no to X`, `X was ruled out`, `decided against X`, `X is off the table`.
    fn refused(&self) -> Option<(Finding, usize)> {
        let trigger = (0..self.len()).find(|&index| self.refuses(index))?;
        let behind = trigger + self.refusal_length(trigger);
        let finding = |rejected: Range<usize>| Finding {
            kind: DecisionType::Rejection,
            rejected: vec![rejected],
            strength: JUDGED,
            ..Finding::default()
        };
        let passive = self.is_passive(trigger);
        let object = if passive || self.parts(behind) || self.is(behind, &["by"]) {
            None
        } else {
            self.phrase_from(behind)
        };
        // "The step counter he rejected": the object comes first.
        let inverted = trigger >= 3
            && self.is(trigger - 1, &["he", "she", "they", "i", "we"])
            && (self.parts(behind) || self.has(behind, cue::REASON) || behind >= self.len());
        let object = object.filter(|_| !inverted);
        let subject = || match inverted {
            true => self.phrase_before(trigger - 1),
            false => self.phrase_before(self.subject_end(trigger)).filter(|_| passive && trigger > 0),
        };
        if let Some(object) = object.or_else(subject).filter(|object| !self.is_act(object)) {
            // "Stick with X, Y is off the table" takes one and leaves the other.
            let taken = self
                .chosen()
                .filter(|&(_, chosen)| chosen < trigger && self.clause_distance(chosen, trigger) > 0);
            return Some(match taken {
                Some((chosen, at)) => (Finding { rejected: vec![object], ..chosen }, at),
                None => (finding(object), trigger),
            });
        }
        let above = Finding {
            kind: DecisionType::Rejection,
            strength: JUDGED_ABOVE,
            about_title: true,
            ..Finding::default()
        };
        (trigger == 0).then_some((above, trigger))
    }

    /// Whether a phrase is a single verb: no option.
    fn is_act(&self, phrase: &Range<usize>) -> bool {
        let words = self.content.words.slice(self.content.words.within(phrase));
        matches!(words, [word] if word.cues.any(cue::PAST))
    }

    fn refuses(&self, index: usize) -> bool {
        let against = self.is(index, &["against"])
            && (self.is(
                index.wrapping_sub(1),
                &[
                    "decided", "deciding", "decide", "decision", "i'm", "am", "we're", "are", "voted",
                    "vote", "is", "was", "strongly", "firmly", "both",
                ],
            ))
            && !self.is(index.wrapping_sub(2), &["anyone", "anybody"]);
        let no_to = self.is(index, &["no", "nope", "nay"])
            && self.is(index + 1, &["to"])
            && (index == 0
                || self.is(index - 1, &["says", "said", "say", "is", "was", "hard", "firm", "clear"])
                || self.parts(index));
        let drop = self.is(index, &["drop", "scrap", "ditch", "kill", "abandon", "remove"])
            && self.is(index.wrapping_sub(1), &["please", "let's"]);
        let disagree =
            self.is(index, &["disagree", "disagreed", "disagrees"]) && self.is(index + 1, &["with"]);
        let no_longer = self.is(index, &["longer"])
            && self.is(index.wrapping_sub(1), &["no"])
            && (self.has(index + 1, cue::APPROVE) || self.is(index + 1, &["use", "want", "need", "welcome"]));
        let voted_down = self.is(index, &["voted"]) && self.is(index + 1, &["down"])
            || self.is(index, &["off"]) && self.is(index + 1, &["the"]) && self.is(index + 2, &["table"]);
        let avoided = self.is(index, &["avoid"])
            && (index == 0 || self.is(index - 1, &["please", "let's", "must", "should", "to"]))
            || self.is(index, &["stop"]) && self.is(index + 1, &["using"]);
        let won_t = self.is(index, &["won't", "don't", "never", "not"])
            && (self.is(index + 1, &["use", "approve", "accept", "go"]) || self.is(index + 1, &["want"]))
            && self.has(index.wrapping_sub(1), cue::SPEAKER)
            && !self.is(index + 2, &["to"]);
        let dislike = self.has(index, cue::DISLIKE)
            && self.is(index, &["hate", "dislike", "not", "can't"])
            && self.reach(index) <= 3
            && !self.is(index, &["not", "can't"]);
        let said = self.has(index, cue::REJECT) && !self.is_noun(index);
        said || against || no_to || drop || disagree || no_longer || voted_down || avoided || won_t || dislike
    }

    /// `a rejected proposal` and `the rejection` tell of no decision of their own.
    fn is_noun(&self, index: usize) -> bool {
        index > 0
            && self.is(
                index - 1,
                &["the", "a", "an", "each", "every", "any", "this", "that", "if", "or", "of", "be"],
            )
            && !self.is(index, &["veto"])
            || index > 0 && self.is(index - 1, &["a", "the"])
            || self.is(index, &["rejection", "rejections", "refusal"])
    }

    fn refusal_length(&self, index: usize) -> usize {
        if self.is(index, &["against"]) {
            return 1;
        }
        let two = self.is(index, &["no", "nope", "nay", "disagree", "disagreed", "disagrees", "stop"])
            || self.is(index, &["voted"]) && self.is(index + 1, &["down"]);
        let off_table = self.is(index, &["off"]);
        let won_t = self.is(index, &["won't", "don't", "never", "not", "longer"]);
        let own = if off_table {
            3
        } else if two || won_t {
            2
        } else {
            self.reach(index)
        };
        // "ruled it out", "veto on X"
        own + usize::from(self.is(index + own, &["on"]))
    }

    /// Whether the word `index` is a participle behind its subject: `X was rejected`, `X is off the table`.
    fn is_passive(&self, index: usize) -> bool {
        let aux =
            &["is", "was", "were", "are", "been", "be", "being", "gets", "got", "get", "stands", "remains"];
        (index.saturating_sub(2)..index).any(|before| self.is(before, aux))
            && !self.has(index.wrapping_sub(1), cue::SPEAKER)
            && !self.is(index, &["against"])
    }

    /// The end of the subject before a passive verb.
    fn subject_end(&self, verb: usize) -> usize {
        let aux = &[
            "is",
            "was",
            "were",
            "are",
            "been",
            "be",
            "being",
            "gets",
            "got",
            "get",
            "has",
            "have",
            "had",
            "stands",
            "remains",
            "no",
            "longer",
            "not",
            "now",
            "also",
            "therefore",
            "finally",
            "already",
            "clearly",
        ];
        let mut end = verb;
        while end > 0 && self.is(end - 1, aux) {
            end -= 1;
        }
        end
    }

    /// `changed X from A to B`, `moves from A to B`, `went back to B from A`.
    fn moved(&self) -> Option<(Finding, usize)> {
        let from = (0..self.len()).find(|&index| self.is(index, &["from"]))?;
        const MOVES: &[&str] = &[
            "move",
            "moves",
            "moved",
            "moving",
            "shift",
            "shifts",
            "shifted",
            "rolled",
            "roll",
            "went",
            "goes",
            "go",
            "going",
            "cut",
            "dropped",
            "drop",
            "relocated",
            "pushed",
            "push",
            "brought",
            "bring",
            "took",
            "renamed",
            "rename",
            "relabelled",
            "grown",
            "postponed",
            "scaled",
            "dialed",
            "dialled",
            "turned",
        ];
        let is_verb = |index: usize| self.has(index, cue::CHANGE.or(cue::SET)) || self.is(index, MOVES);
        let verb = (0..from).rev().find(|&index| is_verb(index))?;
        let back_to = (verb..from).rev().find(|&index| self.is(index, &["to"]));
        if let Some(to) = back_to.filter(|&to| to > verb && from - to <= 6) {
            let rejected = self.phrase_from(from + 1)?;
            let kind = if self.has(verb, cue::SET.or(cue::CHANGE)) {
                DecisionType::Configuration
            } else {
                DecisionType::Selection
            };
            let preferred = self.bytes(to + 1..from);
            return Some((
                Finding {
                    kind,
                    preferred,
                    rejected: vec![rejected],
                    strength: FROM_TO,
                    ..Finding::default()
                },
                verb,
            ));
        }
        let to = (from + 1..self.len().min(from + 9))
            .find(|&index| self.is(index, &["to", "into"]) && !self.parts(index))?;
        let rejected = self.bytes(from + 1..to)?;
        let preferred = self.phrase_from(to + 1);
        preferred.as_ref()?;
        Some((
            Finding {
                kind: DecisionType::Configuration,
                preferred,
                rejected: vec![rejected],
                strength: FROM_TO,
                ..Finding::default()
            },
            verb,
        ))
    }

    /// `X rather than Y`, `chose X over Y`, `X is better than Y`, `Instead of Y, X`, `X, not Y`.
    fn contrasted(&self) -> Option<(Finding, usize)> {
        let told = cue::PREFER.or(cue::CHOOSE).or(cue::DECIDE).or(cue::LIKE).or(cue::BETTER).or(cue::APPROVE);
        for index in 0..self.len() {
            if let Some(found) = self.not_but(index) {
                return Some(found);
            }
            if !self.has(index, cue::CONTRAST) {
                continue;
            }
            let long = self.reach(index) > 1;
            let trigger = (0..index).rev().find(|&before| self.has(before, told));
            let strength = match trigger {
                Some(trigger) if long || self.pairs(trigger, index) => CHOSEN_OVER,
                None | Some(_) if long && !self.is(index, &["compared", "ahead", "at"]) => CONTRASTED,
                None if self.is(index, &["over", "versus", "vs"]) && self.is_terse(index) => TERSE,
                _ if self.is(index, &["over"])
                    && self.is(index.wrapping_sub(1), &["won", "wins", "prevailed"]) =>
                {
                    CHOSEN_OVER
                }
                _ => continue,
            };
            let rejected = self.phrase_from(index + self.reach(index))?;
            let preferred = if index == 0 {
                self.behind_comma(1)
            } else {
                trigger
                    .filter(|&trigger| {
                        !self.has(trigger, cue::BETTER.or(cue::LIKE)) || self.is(trigger, &["like"])
                    })
                    .and_then(|trigger| self.between(trigger, index))
                    .or_else(|| self.phrase_before(self.before_comparison(index)))
            };
            let finding = Finding {
                kind: DecisionType::Selection,
                preferred,
                rejected: vec![rejected],
                strength,
                ..Finding::default()
            };
            return Some((finding, trigger.unwrap_or(index)));
        }
        None
    }

    /// The option between its verb and the contrast: `chose X` `over`.
    fn between(&self, trigger: usize, contrast: usize) -> Option<Range<usize>> {
        let mut first = trigger + self.reach(trigger);
        while first + 1 < contrast && self.is_lead(first) {
            first += 1;
        }
        let mut last = contrast;
        while last > first + 1 && (self.is_tail(last - 1)) {
            last -= 1;
        }
        (first < last).then(|| self.bytes(first..last)).flatten()
    }

    /// Where the option ends before `better than`, `more than`, `rather than`.
    fn before_comparison(&self, contrast: usize) -> usize {
        let mut end = contrast;
        while end > 1
            && (self
                .is(end - 1, &["better", "more", "easier", "rather", "best", "cleaner", "nicer", "clearer"])
                || self.is_tail(end - 1))
        {
            end -= 1;
        }
        end
    }

    /// Whether a short contrast belongs to a verb: `prefer … over`, `like … more than`, `better than`.
    fn pairs(&self, trigger: usize, contrast: usize) -> bool {
        if self.clause_distance(trigger, contrast) > 0 || contrast - trigger > 14 {
            return false;
        }
        if !self.is(contrast, &["than"]) {
            return !self.has(trigger, cue::BETTER.or(cue::LIKE).or(cue::DECIDE))
                || self.is(trigger, &["decided", "beats"]);
        }
        let compares = (trigger..contrast).any(|index| {
            self.is(index, &["more", "better", "rather", "nicer", "cleaner", "clearer", "preferable"])
                || self.has(index, cue::BETTER)
        });
        let rather = self.has(trigger, cue::PREFER);
        compares && (self.has(trigger, cue::LIKE.or(cue::BETTER).or(cue::PREFER))) || rather
    }

    /// `X over Y` without a verb: a few words, and a reason, `for me` or nothing behind.
    fn is_terse(&self, contrast: usize) -> bool {
        let clause = (0..contrast).rev().find(|&index| self.parts(index)).unwrap_or(0);
        let no_verb = (clause..contrast).all(|index| {
            !self.has(index, cue::PAST.or(cue::GERUND).or(cue::CHECKING).or(cue::FUTURE).or(cue::PRONOUN))
                && !self.is(index, &["is", "are", "has", "have", "all"])
        });
        let behind = (contrast + 1..self.len()).take_while(|&index| !self.parts(index)).collect::<Vec<_>>();
        let told = behind.iter().any(|&index| {
            self.has(index, cue::REASON) || self.is(index, &["for"]) && self.is(index + 1, &["me", "us"])
        });
        (1..=4).contains(&(contrast - clause))
            && no_verb
            && (told || (1..=4).contains(&behind.len()))
            && (told || !self.is(contrast + 1, &["the", "a", "all", "time"]))
    }

    /// `X, not Y`, where both are a few words.
    fn not_but(&self, index: usize) -> Option<(Finding, usize)> {
        let is_not = self.is(index, &["not"]) && index > 0 && self.gap(index).starts_with(',');
        let whole = (index + 1..self.len()).take_while(|&next| !self.parts(next)).count();
        let clause = (0..index).rev().find(|&before| self.parts(before)).unwrap_or(0);
        let told =
            (clause..index).any(|before| self.has(before, cue::PREFER.or(cue::CHOOSE).or(cue::DECIDE)));
        let terse = index - clause <= 4
            && whole <= 4
            && self.is_nominal(clause..index)
            && index + 1 + whole == self.len();
        if !is_not || whole == 0 || !(told || terse) {
            return None;
        }
        let rejected = self.phrase_from(index + 1)?;
        let preferred = self.phrase_before(index);
        Some((
            Finding {
                kind: DecisionType::Selection,
                preferred,
                rejected: vec![rejected],
                strength: TERSE,
                ..Finding::default()
            },
            clause,
        ))
    }

    /// Whether a few words tell of a thing and not of an act.
    fn is_nominal(&self, words: Range<usize>) -> bool {
        words.clone().all(|index| {
            !self.has(index, cue::PAST.or(cue::FUTURE).or(cue::SPEAKER).or(cue::NEGATION))
                && !self.is(index, &["is", "are", "be"])
        }) && self.has(words.start, Cues::NONE.or(cue::PRONOUN)) as usize == 0
            && !self.has(words.start, cue::COMMAND)
    }

    /// What stands behind the first comma from the word `from` on, without the subject and its verb.
    fn behind_comma(&self, from: usize) -> Option<Range<usize>> {
        let comma = (from..self.len()).find(|&index| self.gap(index).contains(','))?;
        self.phrase_from(comma)
    }

    /// `prefer X to Y`; `prefer X` alone.
    fn preferred_to(&self) -> Option<(Finding, usize)> {
        let trigger = self.find(0, cue::PREFER)?;
        let start = trigger + self.reach(trigger);
        if self.is(trigger, &["preference", "preferences", "preferable"]) {
            return None;
        }
        let clause_end = (start + 1..self.len()).find(|&index| self.parts(index)).unwrap_or(self.len());
        let to = (start + 1..clause_end).find(|&index| self.is(index, &["to"]));
        let finding = |preferred, rejected: Option<Range<usize>>, strength| {
            Some((
                Finding {
                    kind: DecisionType::Selection,
                    preferred,
                    rejected: rejected.into_iter().collect(),
                    strength,
                    ..Finding::default()
                },
                trigger,
            ))
        };
        match to {
            Some(to) => finding(self.between(trigger, to), self.phrase_from(to + 1), CHOSEN_OVER),
            None => finding(Some(self.phrase_from(start)?), None, CHOSEN),
        }
    }

    /// `enabled X`, `turned X off`: the option is the switching.
    fn switched(&self) -> Option<(Finding, usize)> {
        let turned =
            |index: usize| self.is(index, &["turn", "turned", "switch", "switched", "turning", "switching"]);
        let split = |index: usize| {
            turned(index)
                .then(|| {
                    (index + 2..self.len().min(index + 7))
                        .find(|&off| self.is(off, &["off", "on"]) && !self.parts(off))
                })
                .flatten()
        };
        let trigger = (0..self.len())
            .find(|&index| self.has(index, cue::ENABLE.or(cue::DISABLE)) || split(index).is_some())?;
        let aux = trigger
            .checked_sub(1)
            .is_some_and(|before| self.is(before, &["is", "are", "be", "if", "when", "was", "were"]));
        let acts =
            self.has(trigger, cue::PAST) || self.is(trigger.wrapping_sub(1), &["please", "let's", "we", "i"]);
        if aux || !acts {
            return None;
        }
        let preferred = match split(trigger) {
            Some(off) => self.bytes(trigger..off + 1),
            None => {
                let object = self.phrase_from(trigger + self.reach(trigger))?;
                let start = self.word(trigger)?.span().start;
                Some(start..object.end)
            }
        };
        Some((
            Finding {
                kind: DecisionType::Configuration,
                preferred,
                strength: SWITCHED,
                ..Finding::default()
            },
            trigger,
        ))
    }

    /// `set X to B`, `raised X to B`, `switched to B`.
    fn set_to(&self) -> Option<(Finding, usize)> {
        let trigger = self.find(0, cue::SET.or(cue::CHANGE))?;
        let aux = (trigger.saturating_sub(2)..trigger)
            .any(|before| self.is(before, &["is", "are", "be", "to", "if", "when", "may", "can", "could"]));
        let is_act = self.has(trigger, cue::PAST) || self.is(trigger, &["set"]) && trigger <= 2;
        let to = (trigger + 1..self.len().min(trigger + 10))
            .find(|&index| self.is(index, &["to"]) && !self.parts(index))?;
        if aux || !is_act || self.is(trigger, &["setting", "settings"]) {
            return None;
        }
        let preferred = Some(self.phrase_from(to + 1)?);
        Some((
            Finding { kind: DecisionType::Configuration, preferred, strength: SET_TO, ..Finding::default() },
            trigger,
        ))
    }

    /// `approved X`, `X is approved`, `LGTM on X`, `yes to X`, `+1 for X`.
    fn judged(&self) -> Option<(Finding, usize)> {
        let plus = self.text().trim_start_matches(['"', '*', ' ', '>']).starts_with("+1");
        let yes_to = |index: usize| self.is(index, &["yes", "yeah", "aye"]) && self.is(index + 1, &["to"]);
        let trigger = (0..self.len()).find(|&index| {
            plus && index == 0
                || yes_to(index)
                || self.has(index, cue::APPROVE)
                    && !self.is_noun(index)
                    && !self.is(index.wrapping_sub(1), &["until", "to", "be", "not"])
        })?;
        if self.is(trigger, &["approver", "approval", "approvals", "acceptance", "agreement", "agreements"]) {
            return None;
        }
        let behind = if yes_to(trigger) { trigger + 2 } else { trigger + self.reach(trigger) };
        let passive = self.is_passive(trigger);
        let weak =
            self.is(trigger, &["agree", "agreed", "agrees", "fine", "ok", "okay", "sounds", "happy", "ack"]);
        let object = if passive || self.is(behind, &["by", "with", "from", "under", "without"]) && !plus {
            None
        } else if self.parts(behind) {
            // "LGTM, merge the retry patch": what follows is what it is about.
            self.is(trigger, &["lgtm"])
                .then(|| self.phrase_from(behind + usize::from(self.is(behind, &["merge", "ship"]))))
                .flatten()
        } else {
            self.phrase_from(behind)
        };
        let subject = || self.phrase_before(self.subject_end(trigger)).filter(|_| passive && trigger > 0);
        let strength = if weak { LIKED } else { JUDGED };
        let approval = Finding { kind: DecisionType::Approval, strength, ..Finding::default() };
        match object.or_else(subject) {
            Some(object) => Some((Finding { preferred: Some(object), ..approval }, trigger)),
            None if trigger == 0 => Some((
                Finding { about_title: true, strength: if weak { LIKED } else { JUDGED_ABOVE }, ..approval },
                trigger,
            )),
            None => None,
        }
    }

    /// `went with X`, `decided to take X`, `settled on X`, `X it is`.
    fn chosen(&self) -> Option<(Finding, usize)> {
        let finding = |preferred, trigger| {
            Some((
                Finding {
                    kind: DecisionType::Selection,
                    preferred: Some(preferred),
                    strength: CHOSEN,
                    ..Finding::default()
                },
                trigger,
            ))
        };
        let it_is = (1..self.len().saturating_sub(1)).find(|&index| {
            self.is(index, &["it"])
                && self.is(index + 1, &["is"])
                && (index + 2 == self.len() || self.parts(index + 2))
        });
        if let Some(it) = it_is {
            return finding(self.phrase_before(it)?, it);
        }
        let trigger = (0..self.len()).find(|&index| {
            let chooses = self.has(index, cue::CHOOSE)
                && (self.has(index, cue::PAST)
                    || self.reach(index) > 1
                    || self.is(index, &["chose", "chosen", "opted"]))
                && !self.is_noun(index)
                && !self.is(index.wrapping_sub(1), &["be", "to", "is", "are", "must", "can", "if"]);
            let decides = self.is(index, &["decided", "agreed", "resolved"])
                && self.is(index + 1, &["to", "on", "that", "upon"])
                && !self.is(index + 2, &["wait", "postpone", "discuss", "revisit", "meet", "defer"]);
            chooses || decides
        })?;
        let behind = trigger + self.reach(trigger);
        if self.parts(behind) || self.is(behind, &["by", "up", "from"]) {
            return None;
        }
        finding(self.phrase_from(behind)?, trigger)
    }

    /// `I always use X`, `X works best for me`: told by habit and liking.
    fn implied(&self) -> Option<(Finding, usize)> {
        let speaks = (0..self.len()).any(|index| self.has(index, cue::SPEAKER));
        let trigger = (0..self.len()).find(|&index| {
            let habit = self.has(index, cue::HABIT)
                && self.is(
                    index + 1,
                    &[
                        "use", "go", "pick", "choose", "take", "want", "reach", "work", "keep", "start",
                        "default", "buy", "read", "run", "write",
                    ],
                )
                || self.is(index, &["default"]) && self.is(index + 1, &["to"]);
            let liking = self.has(index, cue::LIKE) && self.reach(index) > 1;
            let loving = self.has(index, cue::LIKE) && self.has(index.wrapping_sub(1), cue::SPEAKER);
            speaks && (habit || liking || loving)
        })?;
        let habit = self.has(trigger, cue::HABIT);
        let phrased = self.has(trigger, cue::LIKE) && self.reach(trigger) > 1;
        let option = if phrased && self.is(trigger, &["works", "work", "feels", "makes"]) {
            self.phrase_before(trigger)
        } else {
            self.phrase_from(trigger + self.reach(trigger) + usize::from(habit))
        };
        let strength = if habit || phrased { IMPLICIT } else { LIKED };
        Some((
            Finding {
                kind: DecisionType::Selection,
                preferred: Some(option?),
                strength,
                ..Finding::default()
            },
            trigger,
        ))
    }

    /// Whether a phrase only refers to what was said before.
    pub(crate) fn is_reference(&self, phrase: &Range<usize>) -> bool {
        let words = self.content.words.within(phrase);
        words.is_empty()
            || self.content.words.slice(words).iter().all(|word| {
                word.cues.any(cue::PRONOUN.or(cue::LIKE))
                    || is_word(self.content.slice(&word.span()), "better")
            })
    }

    /// What the sentence is about: the words before its first verb of being, having or doing.
    pub(crate) fn subject(&self) -> Option<Range<usize>> {
        const VERBS: &[&str] = &[
            "is", "are", "was", "were", "has", "have", "had", "does", "did", "looks", "feels", "works",
            "seems", "will", "can", "would",
        ];
        let verb = (1..self.len().min(10)).find(|&index| self.is(index, VERBS))?;
        let subject = self.bytes(0..verb)?;
        (!self.is_reference(&subject)).then_some(subject)
    }

    /// The reason that is given, if one is.
    pub(crate) fn rationale(&self) -> Option<Range<usize>> {
        let reason = (0..self.len()).find(|&index| {
            if !self.has(index, cue::REASON) {
                return false;
            }
            let clause = self.gap(index).contains([',', ';', '(']) || index == 0;
            match () {
                () if self.reach(index) > 1 => true,
                () if self.is(index, &["because"]) => true,
                () if self.is(index, &["since", "given"]) => !self.word(index + 1).is_some_and(|word| {
                    self.content.slice(&word.span()).starts_with(|c: char| c.is_ascii_digit())
                }),
                () if self.is(index, &["as", "so"]) => clause && index > 0,
                () => false,
            }
        })?;
        let from = reason + self.reach(reason);
        let start = self.word(from)?.span().start;
        let end =
            self.span.start + self.text().trim_end_matches(['.', '!', '"', ' ', '\n', '*', ')', '”']).len();
        (start < end).then_some(start..end)
    }
}
