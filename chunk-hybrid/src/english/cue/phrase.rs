//! The phrases of the lexicon.

use super::*;

/// Phrases; a word of a phrase keeps its own cues too.
pub(super) const PHRASES: &[(Cues, &str)] = &[
    (
        PLAN_TITLE,
        "what we wanted|what i wanted|what i want|what we want|what was asked|what is wanted|what i mean to do|\
         what we mean to do|where i wanted|where we wanted|how it should go|how we want to|what should happen|the ask|\
         the brief|the idea|the intention|the aim|before the move|before we begin|before i begin|as conceived|as planned|\
         to be done|thinking ahead|order of work|rules of engagement|going in|action plan|test plan|mise en place|pre flight|\
         set up|things to do|to do|before we start|before starting|game plan|goals and scope",
    ),
    (
        EXEC_TITLE,
        "what happened|what was done|what has been done|what i changed|what we changed|what changed|commit by commit|\
         day by day|hour by hour|blow by blow|doing it|the doing|the work|on the day|as it happened|sequence of events|\
         course of events|at the bench|on the bench|the build|what we did|what i did|steps taken|actions taken|work log|\
         in progress|carrying out|step by step|changes made|main work|during the|action phase",
    ),
    (
        VERIFY_TITLE,
        "how i know|how we know|does it work|does it hold|did it hold|did it help|is it fixed|how it measured|how it tested|\
         proof of|before and after|second run|second look|dry run|how it came out|came out|turned out|did it work|the numbers|\
         the figures|the proof|the trial|the test|the results|what came out|what it gave|what we saw|what the numbers say|\
         in numbers|after the fix|trying it|looking whether|post checks|smoke test|smoke tests|health check|sign off|\
         quality control|quality check|final checks|double check|follow up check",
    ),
    (
        REFLECT_TITLE,
        "what i think|what we think|what i take|what we take|what i make of it|what we make of it|what we learnt|what i learnt|\
         what did not|what i keep|what we keep|what stays|what remains|what i'd do|what we'd do|what i would|what we would|\
         for myself|for ourselves|for my successor|if i did it again|if we did it again|thinking about it|thinking it over|\
         thinking back|some thoughts|closing thoughts|final thoughts|last thoughts|morning after|day after|the moral|\
         on reflection|all in all|a word on|was it worth|worth it|went well|went badly|went wrong|sober look|lessons learned|\
         what went well|what went wrong|what worked|next time|post mortem|after action|wrap up|looking back|key takeaways|\
         what i learned|what we learned|root cause|start stop continue|could be better|what didn't|to improve|do differently|\
         for the next one|for next|what helped|what i'd change|what we'd change|note to self|notes to self|for the future|\
         good and bad|in hindsight|in retrospect|with hindsight|after thoughts|any lessons|the good|the bad",
    ),
    (
        PREREQ_TITLE,
        "before you begin|before you start|before starting|before we start|you will need|you'll need|what you need|what you'll need|prior to starting",
    ),
    (STEPS_TITLE, "how to|step by step|getting started|standard operating procedure|work instruction"),
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
        "going to|plan to|plans to|planning to|need to|needs to|want to|have to|has to|intend to|about to|ought to|expect to|hope to|aim to|supposed to|the goal is|the plan is|the idea is|yet to|in order to",
    ),
    (
        REGRET,
        "should have|could have|would have|shouldn't have|next time|in hindsight|in \
         retrospect|looking back|if i had|if we had|going forward|in future|in the future|for the future|root cause|\
         lesson learned|lessons learned|went well|went wrong|worked well|note to self|turned out|in the end|\
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
        "rolled back|roll back|timed out|gave up|did not work|didn't work|not working|could not|no luck|does not work|doesn't work|went wrong",
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
         opt for|opts for|vote for|voted for|votes for|my vote is|our choice is|our choice was|our pick|my pick",
    ),
    (
        APPROVE,
        "looks good|sign off|signed off|signing off|ship it|green light|green lit|works for me|good to go|happy with|sounds good|fine \
         by me|fine with me|on board with|all for|go ahead|in favour|thumbs up|good to merge|okay with|ok with|no objections|love it|gave the nod|give the nod",
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
        "in this tutorial|you will|in this guide|we will|by the end|you should see|you can now|hands on|try it|how to|getting started|in this lesson|this tutorial|this guide",
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
    (
        TRIAL,
        "as it should|as they should|as intended|as hoped|as predicted|as specified|as designed|at random|first go|first try|\
         first attempt|by eye|by ear|spot on|so far so good|side by side|one by one|end to end|went over|went through|\
         gone through|going through|went along|went round|went around|walked through|looked over|looked at|looked through|\
         looked into|looked for|held up|pulled at|leaned on|ran it again|ran them again|tried it|tried them|tried all|\
         tried both|tried again|no sign|no trace|no new|no more|no further|not one|not a single|none of|nothing in|nothing on|\
         all of them|all three|all four|both of|each of|every one|down from|up from|went from|same as|equal to|in line with|\
         in range|in spec|under the limit|well below|well under|well within|before and after|with and without|second run|\
         second pass|once more|once again|without a|without any|still not|not yet|not right|not good enough|no good|turned up|\
         came up|comes up|came to|adds up|add up|added up|is back|are back|was back|all clear|all well|in a row|exit code|\
         exit status|exit 0|in both|on both|from all|in all|out of",
    ),
    (
        AFTERWARDS,
        "all in all|on the whole|on reflection|if anything|to be fair|to be honest|in fairness|for the record|i think|\
         i thought|i believe|i believed|i suppose|i admit|i confess|i felt|i knew|i assumed|we assumed|i learned|i learnt|\
         we learned|we learnt|taught me|taught us|lesson for|take away|i take|we take|what worked|what went|what did not|\
         what didn't|what cost|what saved|what helped|cost us|cost me|saved us|saved me|would never|i'd never|i'd have|\
         we'd have|i should|we should|ought to|might have|must have|if i|if we|if only|next year|another time|from here on|\
         in future|as so often|in the first place|after all|in truth|the truth|the real|the irony|the trick|the trouble|\
         the thing|the point|my mistake|our mistake|my own|our own|my fault|our fault|to blame|nobody had|no one had|\
         nobody knew|nobody asked|nobody noticed|got lucky|bad luck|not worth|was worth|is worth|well spent|better than|\
         too much|too many|too long|too soon|too fast|too quickly|too few|too little|far too|glad that|sorry that|proud of|\
         ashamed of|surprised by|surprised me|for years|for months|all along|the whole time|all the time|half the time|\
         one should|one ought|those who|anyone who",
    ),
    (HABIT, "by default|as a rule|every time|default to|defaults to|defaulted to"),
    (MARKED, "our choice|the winner|we chose|we picked"),
];
