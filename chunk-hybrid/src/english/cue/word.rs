//! The words of the lexicon.

use super::*;

/// Words of which every inflected form counts.
pub(super) const STEMS: &[(Cues, &str)] = &[
    (
        PLAN_TITLE,
        "aim briefing scope purpose roadmap strategy goal plan preparation prepare kickoff hypothesis objective preflight scoping intention proposal groundwork",
    ),
    (
        EXEC_TITLE,
        "bench execution implement implementation deployment deploy rollout migration cutover remediation mitigation \
         operation execute cooking assembly installation treatment action activity",
    ),
    (
        VERIFY_TITLE,
        "trial proof benchmark chk eval verify verification validate validation testing confirm confirmation inspection qa acceptance audit \
         evaluation evaluate check test measurement",
    ),
    (
        REFLECT_TITLE,
        "musing moral epilogue aftermath regret reflection retrospective retro lesson takeaway learning postmortem debrief hindsight conclusion insight \
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
pub(super) const FORMS: &[(Cues, &str)] = &[
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
        "will shall gonna should must i'll we'll they'll he'll she'll it'll you'll tomorrow upcoming tbd todo next let's",
    ),
    (REGRET, "should've could've would've takeaway"),
    (AFTERWARDS, "whoever"),
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
    (FAILURE, "failed fails error errors broke failing red down stuck unhealthy crashed lost couldn't"),
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
    (CHOOSE, "chose chosen choosing opted opt adopting picked"),
    (APPROVE, "lgtm approved approves accepted endorsed agreed ack thumbs shipit sgtm"),
    (REJECT, "rejected rejects vetoed veto nack nak declined denied discarded nope"),
    (SET, "set sets setting configured"),
    (LIKE, "like likes liked loved loves fan nice nicer cleaner clearer favourite favorite"),
    (
        DISLIKE,
        "hate hates hated annoying dislike dislikes noisy distracting confusing cluttered clunky tedious irritating",
    ),
    (HABIT, "always usually generally typically normally tend tends"),
    (BETTER, "better superior beats beat wins preferable outperforms best"),
    (CONTRAST, "over than versus vs neglecting"),
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
