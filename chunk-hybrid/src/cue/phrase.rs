//! The phrases of the lexicon.

use super::*;

/// Phrases; a word of a phrase keeps its own cues too.
pub(super) const PHRASES: &[(Cues, &str)] = &[
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
