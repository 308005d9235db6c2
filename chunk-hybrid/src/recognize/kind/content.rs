//! What the text of a document tells: structure and density of words.

use super::SignalKind::{self, *};
use crate::recognize::reading::Reading;
use crate::{
    english::{
        cue::{self, Cues},
        tell::{self, Tells},
    },
    recognize::{phases::evidence, steps::Step},
    record::{
        metadata::{Phase, StepType},
        score::Score,
    },
    text::{
        block::{Block, BlockKind, is_heading},
        time,
        word::Word,
    },
};
use std::ops::{Range, SubAssign};

/// How strong each signal is in the blocks of `span`, in thousandths.
pub(super) fn strengths(content: &Reading<'_>, span: &Range<usize>) -> Vec<(SignalKind, u64)> {
    let numbers = content.blocks_in(span);
    let counts = Counts::new(content, span, numbers.clone());
    let words = counts.words;
    let steps = content.steps(span);
    let (in_steps, instructing) = in_steps(content, &steps);
    let phases = Phases::new(content, numbers);
    let signals = Signals::new(content, span);
    let share = |part: u64, whole: u64| part * 1000 / whole.max(1);
    vec![
        (Timestamps, share(counts.stamped * 3, counts.blocks)),
        (Dates, share(counts.dated * 2, counts.blocks)),
        (Told, phases.gain),
        (Phased, phases.kinds),
        (Sequence, phases.order),
        (Calls, share(phases.calls, phases.entries)),
        (Doing, share(counts.did * 12, words)),
        (OwnDoing, share(counts.own * 20, words)),
        (Intention, share(counts.will * 12, words)),
        (Checking, share(counts.check * 12, words)),
        (Past, share(counts.past * 6, words)),
        (Steps, share(in_steps, words) * instructing / 1000),
        (Numbered, share(in_steps, words)),
        (Commands, share(counts.commands * 3 / 2, counts.sentences)),
        (Address, share(counts.you * 20, words)),
        (StepHeadings, counts.titled(counts.step_titles)),
        (Preferences, signals.sum * 60 / words),
        // Many are little in a long text.
        (Decisive, (signals.count * 100).min(signals.sum * 180 / words)),
        (Verdicts, share(counts.verdicts * 12, words)),
        (Likings, share(counts.likings * 30, words)),
        (DecisionHeadings, counts.titled(counts.decision_titles) * signals.count.min(3) / 3),
        (FeedbackHeadings, counts.titled(counts.feedback_titles)),
        (Labels, share(counts.labels, counts.blocks)),
        (MeetingMarkers, counts.meeting_titles * 350 + share(counts.meeting * 20, words).min(400)),
        (Reported, share(counts.said * 25, words)),
        (Reflection, share(counts.reflection * 40, words) + counts.titled(counts.insight_titles)),
        (Personal, share(counts.speaker * 10, words)),
        (Teaching, share(counts.teaching * 30, words)),
        (Regulation, share(counts.regulation * 40, words)),
        (Handover, share(counts.workflow * 40, words)),
        (Prose, share(counts.prose, words)),
        (Lists, share(counts.items, counts.blocks)),
        (Tables, share(counts.rows, counts.blocks)),
        (Code, share(counts.code, words)),
        (Links, share(counts.links * 30, words)),
        (Quoted, share(counts.quoted * 8, words)),
        (Present, share(counts.present * 12, words)),
        (Nested, share(counts.nested * 15, words)),
        (Questions, share(counts.questions * 5, counts.sentences)),
        (Short, 100_000 / words.max(100)),
    ]
}

macro_rules! counts {
    ($($name:ident,)*) => {
        /// What is counted in words and blocks.
        #[derive(Debug, Clone, Copy, Default)]
        pub(crate) struct Counts {
            $($name: u64,)*
        }

        impl SubAssign for Counts {
            fn sub_assign(&mut self, other: Self) {
                $(self.$name -= other.$name;)*
            }
        }
    };
}

counts! {
    words, titles, blocks, sentences, commands, stamped, dated, did, own, will, check, past, you,
    verdicts, likings, labels, meeting, said, reflection, speaker, teaching, regulation, workflow,
    prose, items, rows, code, present, nested, questions, links, quoted, step_titles, decision_titles,
    feedback_titles, meeting_titles, insight_titles,
}

/// Words that judge, choose and switch.
const VERDICT: Cues = cue::PREFER
    .or(cue::CHOOSE)
    .or(cue::APPROVE)
    .or(cue::REJECT)
    .or(cue::ENABLE)
    .or(cue::DISABLE)
    .or(cue::DECIDE)
    .or(cue::CONTRAST)
    .or(cue::BETTER)
    .or(cue::MARKED);

const LIKING: Cues = cue::LIKE.or(cue::DISLIKE);

const REFLECTION: Cues = cue::LEARNING.or(cue::REGRET);

/// All that is counted by what words are about.
const TOPICAL: Cues = VERDICT
    .or(LIKING)
    .or(REFLECTION)
    .or(cue::MEETING)
    .or(cue::TEACHING)
    .or(cue::REGULATION)
    .or(cue::WORKFLOW);

/// Small words that are counted.
const SMALL: Tells = tell::SPEAKER.or(tell::IS).or(tell::HAVE).or(tell::YOU).or(tell::NESTS);

/// What is counted of verbs, and of nouns and adjectives of checking and looking back.
const ACTING: Tells = tell::PAST
    .or(tell::WAS)
    .or(tell::WILL)
    .or(tell::INTEND)
    .or(tell::CHECK)
    .or(tell::RESULT)
    .or(tell::FIGURE)
    .or(tell::LESSON);

impl Counts {
    fn new(content: &Reading<'_>, span: &Range<usize>, blocks: Range<usize>) -> Self {
        let sums = content.counts.get_or_init(|| {
            let mut sum = Self::default();
            let up_to = |block| {
                sum.block(content, block);
                sum
            };
            content.blocks().iter().map(up_to).collect()
        });
        let before = |block: usize| block.checked_sub(1).and_then(|last| sums.get(last)).copied();
        let mut counts = before(blocks.end).unwrap_or_default();
        counts -= before(blocks.start).unwrap_or_default();
        counts.words = content.words.within(span).len().max(1) as u64;
        counts.stamped = content.instants_in(span).len() as u64;
        counts
    }

    /// How much headings of a kind tell: one in a few is enough.
    fn titled(&self, titles: u64) -> u64 {
        (titles * 400).min(titles * 3000 / self.titles.max(1))
    }

    fn block(&mut self, content: &Reading<'_>, block: &Block) {
        let words = content.words.slice(block.words.clone());
        if is_heading(block) {
            self.titles += 1;
            let titled = |cues: Cues| u64::from(words.iter().any(|word| word.cues.any(cues)));
            self.step_titles += titled(cue::STEPS_TITLE.or(cue::PREREQ_TITLE));
            self.decision_titles += titled(cue::DECISION_TITLE.or(cue::OPTIONS_TITLE));
            self.feedback_titles += titled(cue::FEEDBACK_TITLE);
            self.meeting_titles += titled(cue::MEETING_TITLE);
            self.insight_titles += titled(cue::INSIGHT_TITLE);
            return;
        }
        self.blocks += 1;
        let length = words.len() as u64;
        match block.kind {
            BlockKind::Paragraph => self.prose += length,
            BlockKind::Item => self.items += 1,
            BlockKind::Row => self.rows += 1,
            BlockKind::Code => {
                self.code += length;
                return;
            }
            BlockKind::Heading(_) | BlockKind::Rule => return,
        }
        let label = block.label(content.text());
        self.labels += u64::from(label.is_some());
        if label.is_some() && words.iter().take(3).any(|word| word.cues.any(cue::MEETING_TITLE)) {
            self.meeting_titles += 1;
        }
        let is_day = |tells: Tells| tells.any(tell::CALENDAR);
        let opens = |words: &[Word]| {
            words.first().is_some_and(|first| first.tells.any(tell::NUMBER) || is_day(first.tells))
                && words.iter().take(3).any(|word| is_day(word.tells))
        };
        self.dated += u64::from(opens(words) || time::stamp_at_start(content.slice(&block.span)).is_some());
        self.count_words(words, content.text().as_bytes(), block.span.end);
    }

    /// What the words of a text say that ends at `end`.
    fn count_words(&mut self, words: &[Word], bytes: &[u8], end: usize) {
        // Whether a sentence starts, and whether nothing that acts stands before.
        let (mut at_start, mut is_open) = (true, true);
        let mut rest = words;
        while let [word, behind @ ..] = rest {
            rest = behind;
            let (cues, tells) = (word.cues, word.tells);
            let next = behind.first();
            let goes_on = next.is_some_and(|next| next.spaced);
            if cues.any(TOPICAL) {
                self.topics(cues);
            }
            if tells != Tells::NONE {
                self.word(cues, tells, is_open);
            }
            let by_me = tells.any(tell::SPEAKER);
            // Most words stand inside a sentence, between spaces.
            if goes_on && word.spaced && !at_start {
                is_open = by_me;
                continue;
            }
            let span = word.span();
            if at_start {
                self.sentences += 1;
                self.commands += u64::from(is_command(cues, tells));
            }
            if !word.spaced {
                let before = span.start.checked_sub(1).and_then(|at| bytes.get(at));
                self.quoted += u64::from(before == Some(&b'`'));
            }
            let is_marker = at_start && tells.any(tell::NUMBER.or(tell::CALENDAR));
            if goes_on {
                (at_start, is_open) = (is_marker, is_marker || by_me);
                continue;
            }
            let end = next.map_or(end, |next| next.span().start);
            let between = bytes.get(span.end..end).unwrap_or_default();
            self.links += u64::from(matches!(between, [b']', b'(', ..] | [b':', b'/', b'/', ..]));
            let after_comma = between.first() == Some(&b',');
            let (mut ends, mut asks) = (is_marker, false);
            for byte in between {
                asks |= *byte == b'?';
                ends |= matches!(byte, b'.' | b'!' | b'?' | b':' | b'|');
            }
            self.questions += u64::from(asks);
            (at_start, is_open) = (ends, ends || after_comma || by_me);
        }
    }

    /// What a word is about.
    fn topics(&mut self, cues: Cues) {
        self.verdicts += u64::from(cues.any(VERDICT));
        self.likings += u64::from(cues.any(LIKING));
        self.meeting += u64::from(cues.any(cue::MEETING));
        self.reflection += u64::from(cues.any(REFLECTION));
        self.teaching += u64::from(cues.any(cue::TEACHING));
        self.regulation += u64::from(cues.any(cue::REGULATION));
        self.workflow += u64::from(cues.any(cue::WORKFLOW));
    }

    /// What a word tells; it is open where nothing that acts stands before it.
    fn word(&mut self, cues: Cues, tells: Tells, is_open: bool) {
        if tells.any(SMALL) {
            self.speaker += u64::from(tells.any(tell::SPEAKER));
            self.present += u64::from(tells.any(tell::IS.or(tell::HAVE)));
            self.you += u64::from(tells.any(tell::YOU));
            self.nested += u64::from(tells.any(tell::NESTS));
        }
        if !tells.any(ACTING) {
            return;
        }
        if tells.any(tell::PAST) {
            self.past += 1;
            self.did += u64::from(tells.any(tell::DO));
            self.own += u64::from(is_open && !tells.any(tell::SAY.or(tell::THINK)));
            self.said += u64::from(tells.any(tell::SAY));
        } else {
            self.past += u64::from(tells.any(tell::WAS));
            self.will += u64::from(tells.any(tell::WILL.or(tell::INTEND)));
        }
        let checks = tells.any(tell::CHECK.or(tell::RESULT).or(tell::FIGURE)) && !tells.any(tell::DO);
        self.check += u64::from(checks);
        self.reflection += u64::from(tells.any(tell::LESSON) && !cues.any(REFLECTION));
    }
}

fn is_command(cues: Cues, tells: Tells) -> bool {
    let is_base = tells.any(tell::BASE) && tells.any(tell::DO.or(tell::CHECK));
    (cues.any(cue::COMMAND) || is_base) && !tells.any(tell::PAST)
}

/// How the phases follow each other.
struct Phases {
    gain: u64,
    kinds: u64,
    order: u64,
    calls: u64,
    entries: u64,
}

impl Phases {
    fn new(content: &Reading<'_>, blocks: Range<usize>) -> Self {
        let found = evidence::phases(content, blocks, 700);
        let mut told: Vec<Phase> = found.events.iter().map(|(_, phase)| *phase).collect();
        let kinds = evidence::PHASES.iter().filter(|phase| told.contains(phase)).count() as u64;
        let both = told.contains(&Phase::Execution) && told.contains(&Phase::Verification);
        told.dedup();
        let changes = told.len() as u64;
        // A log goes through its phases; a text that goes to and fro between them is none.
        let rising = told.windows(2).filter(|pair| pair.first() < pair.get(1)).count() as u64;
        Self {
            gain: u64::try_from(found.gain.max(0)).unwrap_or_default() * 2,
            kinds: if both { kinds * 250 } else { kinds.saturating_sub(1) * 100 },
            order: rising * 1000 / changes.max(3),
            calls: found.calls as u64 * 2,
            entries: found.events.len() as u64,
        }
    }
}

/// The words in steps, and the share of steps that instruct, in thousandths.
fn in_steps(content: &Reading<'_>, steps: &[Step]) -> (u64, u64) {
    let main = steps.iter().filter(|step| matches!(step.kind, StepType::Main | StepType::Optional)).count();
    if main < 2 {
        return (0, 0);
    }
    let inside: u64 = steps.iter().map(|step| content.words.within(&step.span).len() as u64).sum();
    let doers = steps.iter().filter(|step| step.kind != StepType::Prerequisite);
    let instructs = |step: &&Step| {
        content.words.from(step.title.start).first().is_some_and(|word| word.cues.any(cue::COMMAND))
    };
    let all = doers.clone().count().max(1) as u64;
    (inside, doers.filter(instructs).count() as u64 * 1000 / all)
}

/// The signals that are more likely than not.
struct Signals {
    count: u64,
    /// Of their confidences.
    sum: u64,
}

impl Signals {
    fn new(content: &Reading<'_>, span: &Range<usize>) -> Self {
        let signals = content.signals();
        let first = signals.partition_point(|signal| signal.span.start < span.start);
        let inside = signals.iter().skip(first).take_while(|signal| signal.span.start < span.end);
        let sure = inside.filter(|signal| signal.confidence >= Score::from_thousandths(500));
        sure.fold(Self { count: 0, sum: 0 }, |all, signal| Self {
            count: all.count + 1,
            sum: all.sum + signal.confidence.thousandths(),
        })
    }
}
