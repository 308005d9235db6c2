//! What words say about the text they stand in: the lexicon every recognizer reads. A word is looked up once, by its
//! form and by its stem; a phrase by its first word.

use crate::stem::stem;
use std::{
    ops::{BitOr, BitOrAssign},
    sync::LazyLock,
};

/// A set of cues.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Cues(u64);

impl Cues {
    pub(crate) const NONE: Self = Self(0);

    const fn bit(index: u32) -> Self {
        Self(1 << index)
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether any cue of `other` is in this set.
    pub(crate) const fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitOr for Cues {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.or(other)
    }
}

impl BitOrAssign for Cues {
    fn bitor_assign(&mut self, other: Self) {
        *self = self.or(other);
    }
}

macro_rules! cues {
    ($($(#[$doc:meta])* $name:ident = $index:literal;)*) => {
        $($(#[$doc])* pub(crate) const $name: Cues = Cues::bit($index);)*
    };
}

cues! {
    // What a heading or label names.
    PLAN_TITLE = 0;
    EXEC_TITLE = 1;
    VERIFY_TITLE = 2;
    REFLECT_TITLE = 3;
    PREREQ_TITLE = 4;
    STEPS_TITLE = 5;
    SUMMARY_TITLE = 6;
    INSIGHT_TITLE = 7;
    MEETING_TITLE = 8;
    DECISION_TITLE = 9;
    FEEDBACK_TITLE = 10;
    OPTIONS_TITLE = 11;
    // Phases in running text.
    /// Intention: what follows is not done yet.
    FUTURE = 12;
    /// Looking back with regret: "should have".
    REGRET = 13;
    /// A verb of doing.
    DOING = 14;
    /// A verb of checking.
    CHECKING = 15;
    /// A word of learning from what happened.
    LEARNING = 16;
    /// A verb of thinking ahead.
    INTENDING = 17;
    /// A form in the past tense, or a participle.
    PAST = 18;
    /// A form in -ing.
    GERUND = 19;
    SUCCESS = 20;
    FAILURE = 21;
    PARTIAL = 22;
    // Attitude.
    NEGATION = 23;
    HEDGE = 24;
    PREFER = 25;
    CHOOSE = 26;
    APPROVE = 27;
    REJECT = 28;
    SET = 29;
    CHANGE = 30;
    ENABLE = 31;
    DISABLE = 32;
    DECIDE = 33;
    LIKE = 34;
    DISLIKE = 35;
    HABIT = 36;
    BETTER = 37;
    /// Parts what is preferred from what is not: "rather than".
    CONTRAST = 38;
    REASON = 39;
    // Sequence.
    FIRST = 40;
    NEXT = 41;
    LAST = 42;
    /// A verb that an instruction starts with.
    COMMAND = 43;
    OPTIONAL = 44;
    CAUTION = 45;
    // Reference to what stands before.
    PRONOUN = 46;
    CONNECTIVE = 47;
    /// Announces another topic: "moving on".
    TURN = 48;
    SPEAKER = 49;
    // What kind of text it is.
    MEETING = 50;
    TEACHING = 51;
    WORKFLOW = 52;
    REGULATION = 53;
    LOGGING = 54;
    MILESTONE = 55;
    MARKED = 56;
}

/// The cues of one phase's title each, in the order of the phases.
pub(crate) const PHASE_TITLES: [Cues; 4] = [PLAN_TITLE, EXEC_TITLE, VERIFY_TITLE, REFLECT_TITLE];

/// Words of which every inflected form counts.
const STEMS: &[(Cues, &str)] = &[
    (
        PLAN_TITLE,
        "plan preparation prepare kickoff hypothesis objective preflight scoping intention proposal groundwork",
    ),
    (
        EXEC_TITLE,
        "execution implement implementation deployment deploy rollout migration cutover remediation mitigation \
         operation execute cooking assembly installation treatment action activity",
    ),
    (
        VERIFY_TITLE,
        "verify verification validate validation testing confirm confirmation inspection qa acceptance audit \
         evaluation evaluate check test measurement",
    ),
    (
        REFLECT_TITLE,
        "reflection retrospective retro lesson takeaway learning postmortem debrief hindsight conclusion insight \
         improvement afterthought",
    ),
    (PREREQ_TITLE, "prerequisite requirement ingredient precondition equipment"),
    (STEPS_TITLE, "procedure step instruction walkthrough recipe direction"),
    (SUMMARY_TITLE, "summary overview abstract conclusion recap"),
    (INSIGHT_TITLE, "insight takeaway learning lesson reflection observation retrospective"),
    (MEETING_TITLE, "agenda attendee minutes participant standup apologies"),
    (DECISION_TITLE, "decision consequence rationale verdict resolution"),
    (FEEDBACK_TITLE, "feedback preference like dislike survey testimonial"),
    (OPTIONS_TITLE, "option alternative candidate choice contender proposal"),
    (INTENDING, "plan intend propose aim estimate schedule outline prepare draft consider expect hope"),
    (
        DOING,
        "apply deploy create update install start execute add remove copy restart mix heat pour merge push \
         configure implement migrate fix patch move upload download load attach connect delete drop drain rename \
         replace scale spin trigger launch open close stop kill clean build compile package ship release roll \
         rebuild refactor extract convert change switch edit rewrite swap enable disable enter click cut weigh add \
         stir bake cook chop boil simmer dissolve pipette incubate centrifuge wash rinse dilute transfer label \
         solder drill sand paint assemble mount unmount sync export import backfill provision bootstrap clone \
         commit rebase promote reboot reset restore rotate revoke grant notify page escalate reassign isolate \
         reroute throttle dispatch order receive unpack record collect sample plant water harvest dig tighten \
         loosen fasten install wire route bump regenerate reindex seed invalidate flush cordon evict resize \
         truncate archive begin proceed finish complete perform carry conduct process send fill knead fold place",
    ),
    (
        CHECKING,
        "verify check confirm test validate assert inspect measure compare monitor examine audit reproduce recheck \
         retest reconcile sanity checksum benchmark evaluate",
    ),
    (
        LEARNING,
        "learn realize realise retrospect hindsight lesson takeaway regret insight surprise underestimate \
         overestimate reflect mistake wish",
    ),
    (SUCCESS, "succeed success successful pass resolve fix healthy green complete recover achieve"),
    (
        FAILURE,
        "fail failure crash abort broken error timeout reject corrupt outage panic unsuccessful exception",
    ),
    (PREFER, "prefer favour favor"),
    (CHOOSE, "choose select pick opt adopt settle"),
    (APPROVE, "approve accept endorse agree ratify greenlight"),
    (REJECT, "reject veto decline deny discard dismiss refuse"),
    (SET, "set configure"),
    (
        CHANGE,
        "change switch migrate update bump raise lower increase decrease replace reduce adjust swap convert extend shorten tweak",
    ),
    (ENABLE, "enable activate"),
    (DISABLE, "disable deactivate"),
    (DECIDE, "decide conclude resolve"),
    (LIKE, "love enjoy appreciate"),
    (DISLIKE, "dislike hate annoy frustrate loathe distract"),
    (
        COMMAND,
        "add adjust allow apply ask assign attach backup bake begin boil book bring browse build call check choose \
         chop clean clear click clone close combine compare complete configure confirm connect cook copy cover \
         create cut define delete deploy describe disconnect download drag drain drill drop edit empty enable \
         ensure enter escalate execute export extract fetch file fill find fix flip fold follow gather give go \
         grab heat hold identify import insert inspect install keep knead label launch leave let lift list load \
         locate log look loosen lower make mark measure merge mix modify monitor mount move name navigate note \
         notify obtain open order paste peel perform pick place plug pour preheat prepare press print provide pull \
         push put raise read rebase reboot record refer register release remove rename repeat replace report \
         request reset restart restore return review rinse roll rotate run save schedule scroll seal select send \
         set shake shut sign skip slide sort specify spread start stir stop store submit switch sync tag take tap \
         tell test tighten toggle transfer turn type unplug unpack unscrew update upgrade upload use validate \
         verify visit wait walk wash watch wear weigh wipe write zip document archive disable escort isolate lock \
         unlock sand saute simmer whisk season serve sift sprinkle pipette centrifuge incubate dilute vortex \
         aliquot discard decant swirl degrease lubricate torque calibrate rack unmount",
    ),
    (CAUTION, "caution warning danger careful irreversible destructive hazard critical risk dangerous"),
    (MEETING, "attendee agenda discuss meeting minute participant facilitator scribe"),
    (TEACHING, "tutorial learn lesson beginner exercise example understand introduce explain newcomer"),
    (WORKFLOW, "workflow stage handoff trigger assignee approver pipeline swimlane queue triage"),
    (
        REGULATION,
        "sop procedure operator personnel compliance revision policy technician responsible supervisor",
    ),
    (LOGGING, "log info debug warn error trace fatal notice"),
    (MILESTONE, "milestone"),
    (OPTIONAL, "optional optionally"),
];

/// Words of which this form alone counts.
const FORMS: &[(Cues, &str)] = &[
    (
        PLAN_TITLE,
        "plan plans planning prep approach strategy goal goals objective objectives scope design todo briefing pre",
    ),
    (
        EXEC_TITLE,
        "do doing work progress running response experiment changes performed build building started start act",
    ),
    (VERIFY_TITLE, "results result tests checks verifying qa test check post review outcome"),
    (
        REFLECT_TITLE,
        "reflections lessons learnings conclusions reflecting review afterwards aftermath thoughts learned",
    ),
    (PREREQ_TITLE, "materials tools supplies need reagents"),
    (STEPS_TITLE, "method instructions checklist steps how process procedure"),
    (SUMMARY_TITLE, "tldr"),
    (MEETING_TITLE, "present attending minutes"),
    (DECISION_TITLE, "decision decided status context adr chosen verdict outcome"),
    (FEEDBACK_TITLE, "comments review"),
    (
        FUTURE,
        "will shall gonna should must i'll we'll they'll he'll she'll it'll you'll tomorrow upcoming tbd todo next",
    ),
    (
        DOING,
        "ran run began made took put sent built wrote set went shut got cut brought kept did gave ran drew held laid spun",
    ),
    (
        CHECKING,
        "passed passes clean green healthy identical counted weighed reran matches matched nominal ok fine shows showed even stable correct",
    ),
    (
        SUCCESS,
        "ok succeeded passed done works worked completed fixed resolved shipped restored healthy green finished clean",
    ),
    (FAILURE, "failed fails error errors broke failing red down stuck unhealthy crashed lost"),
    (PARTIAL, "partially partial partly mostly"),
    (
        NEGATION,
        "not no never don't doesn't didn't won't wouldn't can't cannot couldn't shouldn't isn't aren't wasn't weren't \
         hasn't haven't hadn't without neither nor none ain't hardly",
    ),
    (
        HEDGE,
        "maybe perhaps might could possibly probably if whether unless wonder wondering unsure considering unclear",
    ),
    (
        PREFER,
        "prefer prefers preferred preferring favour favor favours favors favoured favored preference preferable",
    ),
    (CHOOSE, "chose chosen choosing opted opt adopting"),
    (APPROVE, "lgtm approved approves accepted endorsed agreed ack thumbs shipit"),
    (REJECT, "rejected rejects vetoed veto nack nak declined denied discarded nope"),
    (SET, "set sets setting configured"),
    (LIKE, "like likes liked loved loves fan nice nicer cleaner clearer favourite favorite"),
    (
        DISLIKE,
        "hate hates hated annoying dislike dislikes noisy distracting confusing cluttered clunky tedious irritating",
    ),
    (HABIT, "always usually generally typically normally tend tends"),
    (BETTER, "better superior beats beat wins preferable outperforms best"),
    (CONTRAST, "over than versus vs"),
    (REASON, "because since as due given so"),
    (FIRST, "first firstly start begin initially"),
    (NEXT, "then next second secondly third thirdly fourth fifth afterwards afterward subsequently later"),
    (LAST, "finally lastly last"),
    (PRONOUN, "this that these those it they he she its their his her them such both"),
    (
        CONNECTIVE,
        "however therefore thus hence moreover furthermore additionally also but and so or yet otherwise \
         consequently nevertheless nonetheless instead besides similarly likewise meanwhile still because which",
    ),
    (TURN, "turning separately meanwhile conversely elsewhere"),
    (SPEAKER, "i we my our me us i'm we're i've we've i'd we'd i'll we'll mine ours myself"),
    (TEACHING, "you'll let's you your we'll"),
    (LOGGING, "info debug warn error trace fatal notice warning level"),
    (MARKED, "chosen selected winner picked adopted accepted"),
    (
        PAST,
        "ran began made took put sent built wrote went shut got brought kept did gave drew held laid spun \
            found saw was were had told felt came stood left lost met read said set cut chose threw grew \
            understood knew thought taught sold paid led hit let quit slept spent spoke fell broke",
    ),
];

/// Phrases; a word of a phrase keeps its own cues too.
const PHRASES: &[(Cues, &str)] = &[
    (
        PLAN_TITLE,
        "action plan|test plan|mise en place|pre flight|set up|things to do|to do|before we start|before starting|game plan|goals and scope",
    ),
    (
        EXEC_TITLE,
        "what we did|what i did|steps taken|actions taken|work log|in progress|carrying out|step by step|changes made|main work|during the|action phase",
    ),
    (
        VERIFY_TITLE,
        "post checks|smoke test|smoke tests|health check|sign off|quality control|quality check|did it work|final checks|double check|follow up check",
    ),
    (
        REFLECT_TITLE,
        "lessons learned|what went well|what went wrong|what worked|next time|post mortem|after action|wrap up|\
         looking back|key takeaways|what i learned|what we learned|root cause|start stop continue|could be better|\
         what didn't|to improve|do differently|for the next one|for next|what helped|what i'd change|what we'd change|note to self|notes to self|for the future|good and bad|in hindsight|in retrospect|with hindsight|after thoughts|any lessons|the good|the bad",
    ),
    (
        PREREQ_TITLE,
        "before you begin|before you start|before starting|before we start|you will need|you'll need|what you need|what you'll need|prior to starting",
    ),
    (
        STEPS_TITLE,
        "how to|step by step|getting started|standard operating procedure|work instruction|instructions",
    ),
    (
        INSIGHT_TITLE,
        "lessons learned|what went well|what went wrong|what worked|what i learned|what we learned|key takeaways|looking back|start stop continue|could be better|what didn't",
    ),
    (MEETING_TITLE, "action items|in attendance|open floor|any other business|next meeting|round table"),
    (
        DECISION_TITLE,
        "decision log|decision record|options considered|alternatives considered|considered options|decision outcome|decision drivers",
    ),
    (FEEDBACK_TITLE, "user feedback|review comments|design review|code review|beta feedback"),
    (OPTIONS_TITLE, "options considered|alternatives considered|considered options"),
    (
        FUTURE,
        "going to|plan to|plans to|planning to|need to|needs to|want to|have to|has to|intend to|about to|ought to|expect to|hope to|aim to|let's|supposed to|the goal is|the plan is|the idea is|yet to|in order to",
    ),
    (
        REGRET,
        "should have|could have|would have|shouldn't have|should've|could've|would've|next time|in hindsight|in \
         retrospect|looking back|if i had|if we had|going forward|in future|in the future|for the future|root cause|\
         lesson learned|lessons learned|went well|went wrong|worked well|note to self|turned out|takeaway|in the end|\
         biggest surprise|went smoothly|do differently|paid off|would do|i wish|we wish|keep doing|stop doing|start doing|\
         contributing factor|was a mistake|worth it|worth the|too late|too early|for next",
    ),
    (
        CHECKING,
        "as expected|looks good|looks right|health check|smoke test|smoke tests|spot check|double check|within range|\
         within tolerance|no errors|no regressions|sanity check|all green|all tests|test suite|matches the|back to normal|\
         no alerts|no discrepancies|came back",
    ),
    (
        LEARNING,
        "i would|we would|would not|right move|right call|right decision|next week|do it again|did it again|learned from|from now on|was lucky|were lucky|we underestimated|i underestimated|good habit|bad habit|was the bottleneck|got wrong|never again",
    ),
    (
        SUCCESS,
        "no errors|no failures|all green|without errors|without incident|went well|back to normal|zero errors|0 errors|0 failures|0 failed|no regressions|no issues|zero failures|no discrepancies",
    ),
    (
        FAILURE,
        "rolled back|roll back|timed out|gave up|did not work|didn't work|not working|could not|couldn't|no luck|does not work|doesn't work|went wrong",
    ),
    (PARTIAL, "some of|only some|not all|all but|in part|with exceptions"),
    (
        PREFER,
        "would rather|i'd rather|we'd rather|lean toward|lean towards|leaning toward|leaning towards|leans toward|leans towards|leaned toward|leaned towards|partial to|more comfortable with|in favour of|in favor of",
    ),
    (
        CHOOSE,
        "go with|goes with|going with|went with|gone with|go for|going for|went for|stick with|sticking with|stuck with|\
         stay with|staying with|stayed with|settle on|settled on|settling on|landed on|landing on|opted for|opting for|\
         opt for|opts for|vote for|voted for|votes for|my vote is|our choice is|our choice was|our pick|my pick|picked",
    ),
    (
        APPROVE,
        "looks good|sign off|signed off|signing off|ship it|green light|green lit|works for me|good to go|happy with|sounds good|fine \
         by me|fine with me|on board with|all for|go ahead|in favour|thumbs up|good to merge|okay with|ok with|no objections|sgtm|love it|gave the nod|give the nod",
    ),
    (
        REJECT,
        "turned down|turn down|turning down|ruled out|rule out|ruling out|no go|push back|pushed back|pushing back|thumbs down|vote against|voted against|\
         not acceptable|send back|sent back|threw out|thrown out|shot down|struck down|off the table|say no to|said no to|can't accept|cannot accept|not going with|pass on|passed on|decided against|deciding against|decide against",
    ),
    (ENABLE, "turn on|turned on|turning on|switch on|switched on|opt in|opted in|opt into|opted into"),
    (
        DISABLE,
        "turn off|turned off|turning off|switch off|switched off|opt out|opted out|opt out of|opted out of|shut off",
    ),
    (
        LIKE,
        "works best|works better|work best|works well|feels better|feels cleaner|feels right|big fan|makes sense to me|easier to|keep coming back to|drawn to|makes more sense|nicer to",
    ),
    (
        DISLIKE,
        "not a fan|can't stand|cannot stand|could do without|sick of|tired of|gets in the way|get in the way|too much|drives me|not keen|bothers me|put off by",
    ),
    (
        CONTRAST,
        "rather than|instead of|as opposed to|in place of|compared to|compared with|in preference to|in lieu of|at the expense of|ahead of",
    ),
    (
        REASON,
        "so that|due to|given that|thanks to|on the grounds that|the reason is|reason being|owing to|in order to|on account of|seeing as|considering that|reason for|in view of",
    ),
    (
        FIRST,
        "to begin|to start|to begin with|to start with|before anything else|first off|first of all|start by|begin by|first step|to kick off|as a first|to get started",
    ),
    (
        NEXT,
        "after that|following that|once that|once this|when that|after this|from there|having done|with that|now that|at this point|when done|once done|as soon as|after which|following this|when this",
    ),
    (
        LAST,
        "at the end|last of all|to finish|to complete|last step|final step|to wrap up|as a final|to conclude",
    ),
    (
        TURN,
        "in contrast|by contrast|on the other hand|moving on|next topic|turning to|as for|with regard to|with respect \
         to|another topic|different topic|changing topic|changing subject|on another note|on a different note|on a separate note|switching gears|\
         shifting gears|let us turn|let's turn|let's move|let us move|now for|when it comes to|regarding the|a \
         separate|apart from that|another matter|another thing|the next point|next up|next item|next question|a different matter|turning now|\
         shifting to|new topic|onto the|leaving that|leaving aside|setting aside|that aside",
    ),
    (
        MEETING,
        "action item|action items|follow up|next meeting|round table|was discussed|we discussed|team discussed",
    ),
    (
        TEACHING,
        "in this tutorial|you will|you'll|in this guide|we will|by the end|let's|you should see|you can now|hands on|try it|how to|getting started|in this lesson|this tutorial|this guide",
    ),
    (
        WORKFLOW,
        "hand off|handed off|hands off|sends to|moves to|is assigned|is notified|goes back to|is triggered|is routed|approval from|on approval|if approved|if rejected|responsible party",
    ),
    (
        REGULATION,
        "standard operating|must be|shall be|effective date|version control|safety precautions|personal protective|in accordance",
    ),
    (
        MILESTONE,
        "milestone reached|task started|task start|task complete|task completed|task finished|starting task|task begin|task end|end of task|halfway point|first milestone|started work on|kicked off",
    ),
    (
        OPTIONAL,
        "if you want|if desired|if needed|if you like|if you wish|if you prefer|as needed|if applicable|nice to have|if necessary",
    ),
    (FUTURE, "at some point"),
    (HABIT, "by default|as a rule|every time|default to|defaults to|defaulted to"),
    (MARKED, "our choice|the winner|we chose|we picked"),
];

/// A phrase, its words lowercase.
pub(crate) struct Phrase {
    pub(crate) words: Vec<&'static str>,
    pub(crate) cues: Cues,
}

struct Lexicon {
    /// Sorted by form.
    forms: Vec<(&'static str, Cues)>,
    /// Sorted by stem.
    stems: Vec<(String, Cues)>,
    /// Sorted by first word, the longest of those with the same first.
    phrases: Vec<Phrase>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon {
    forms: merged(words_of(FORMS)),
    stems: merged(words_of(STEMS).map(|(word, cues)| (stem(word).into_owned(), cues))),
    phrases: phrases(),
});

fn words_of(table: &'static [(Cues, &str)]) -> impl Iterator<Item = (&'static str, Cues)> {
    table.iter().flat_map(|&(cues, words)| words.split_ascii_whitespace().map(move |word| (word, cues)))
}

/// The entries sorted, those with one key as one.
fn merged<K: Ord>(entries: impl Iterator<Item = (K, Cues)>) -> Vec<(K, Cues)> {
    let mut entries: Vec<_> = entries.collect();
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    entries.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 |= later.1;
        }
        same
    });
    entries
}

fn phrases() -> Vec<Phrase> {
    let split = |text: &'static str| -> Vec<&'static str> { text.split_ascii_whitespace().collect() };
    let entries =
        PHRASES.iter().flat_map(|&(cues, list)| list.split('|').map(move |text| (split(text), cues)));
    let mut phrases: Vec<_> =
        merged(entries).into_iter().map(|(words, cues)| Phrase { words, cues }).collect();
    phrases.sort_by(|a, b| a.words.first().cmp(&b.words.first()).then(b.words.len().cmp(&a.words.len())));
    phrases
}

/// The cues of a lowercase word, whose stem is `stem`.
pub(crate) fn of_word(word: &str, stem: &str) -> Cues {
    let lexicon = &*LEXICON;
    let find_form = lexicon.forms.binary_search_by(|entry| entry.0.cmp(word)).ok();
    let find_stem = lexicon.stems.binary_search_by(|entry| (*entry.0).cmp(stem)).ok();
    let by_form = find_form.and_then(|at| lexicon.forms.get(at)).map_or(Cues::NONE, |entry| entry.1);
    let by_stem = find_stem.and_then(|at| lexicon.stems.get(at)).map_or(Cues::NONE, |entry| entry.1);
    let inflected = word.len() > 4;
    let mut cues = by_form | by_stem;
    if inflected && word.ends_with("ed") {
        cues |= PAST;
    } else if inflected && word.ends_with("ing") {
        cues |= GERUND;
    }
    // An instruction stands in the base form: "add", not "added".
    let is_inflected = cues.any(PAST.or(GERUND)) || word.ends_with('s') && !word.ends_with("ss");
    if is_inflected && !by_form.any(COMMAND) { cues.without(COMMAND) } else { cues }
}

/// The phrases that start with a lowercase word, the longest first.
pub(crate) fn phrases_from(word: &str) -> &'static [Phrase] {
    let phrases = &LEXICON.phrases;
    let first = |phrase: &Phrase| phrase.words.first().copied().unwrap_or_default();
    let start = phrases.partition_point(|phrase| first(phrase) < word);
    let end = phrases.partition_point(|phrase| first(phrase) <= word);
    phrases.get(start..end).unwrap_or_default()
}
