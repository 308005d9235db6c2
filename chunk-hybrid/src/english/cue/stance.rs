//! How people take sides: the words and phrases of choosing, approving and rejecting.

use super::*;

/// Words of which this form alone counts.
pub(super) const FORMS: &[(Cues, &str)] = &[
    (APPROVE, "authorised authorized ratified blessed oked okayed greenlighted granted seconded"),
    (
        REJECT,
        "scrapped ditched axed nixed binned shelved spurned overruled overturned opposed oppose opposes disapproved disapproves \
         rebuffed outvoted blackballed disallowed vetoes refuses declines dismisses",
    ),
    (SET, "capped fixed pinned limited"),
    (CHOOSE, "picks chooses selects opts adopts adopted elected earmarked shortlisted plumped"),
    (
        LEAVE,
        "dropped drop drops dropping removed cut abandoned abandon killed withdrawn pulled cancelled canceled skipped \
         avoid avoids banned forbidden excluded scrap ditch shelve bin axe nix",
    ),
    (
        TAKE,
        "take takes taking took keep keeps keeping kept use uses using buy buying bought ordered want wants wanted \
         hire hired book booked plant adopt",
    ),
    (
        WELCOME,
        "fine ok okay welcome approved accepted agreed granted permitted allowed authorised authorized acceptable permission approval yes yeah yep aye",
    ),
    (UNWELCOME, "out off unacceptable unwelcome unwanted forbidden banned no nope nah nay"),
    (FAVOURED, "chosen picked selected preferred preferable adopted favourite favorite"),
    (BETTER, "outshines outperformed trumps tops outclasses"),
];

/// Phrases; a word of a phrase keeps its own cues too.
pub(super) const PHRASES: &[(Cues, &str)] = &[
    (
        CHOOSE,
        "settle for|settled for|settling for|settles on|settled upon|plump for|plumps for|plumped for|decide for|decided for|decided upon|\
         decides on|decides for|deciding on|deciding for|decide on|decide upon|ended up with|come down on|came down on|swear by|swears by|\
         side with|sided with|sides with|stick to|sticks to|sticking to|sticks with|stays with|stay on|hold on to|\
         holding on to|vote goes to|votes go to|vote went to|votes went to|choice fell on|choice falls on|standardise on|\
         standardised on|standardising on|standardize on|standardized on|standardizing on|chose to|choose to|elected to|move ahead with|moving ahead with|go ahead with|going ahead with|went ahead with|lands on|land on|goes for|\
         opting to|opted to|opts to|converge on|converged on",
    ),
    (
        PREFER,
        "would sooner|i'd sooner|we'd sooner|he'd rather|she'd rather|they'd rather|you'd rather|he'd sooner|she'd sooner|they'd sooner|much rather|prefers to|\
         inclined to|inclined towards|inclined toward|gravitate to|gravitates to|gravitate towards|gravitates towards|gravitate toward|gravitates toward",
    ),
    (
        APPROVE,
        "approved of|we're for|i'm for|we are for|i am for|all in favour of|signs off|signs off on|signed off on|sign off on|thumbs up for|thumbs up on|thumbs up to|thumbs up from|no objection|no objections to|no objection to|fine with|\
         fine by|okay by|ok by|ok for|okay for|happy for|happy to have|happy to see|glad to have|go ahead and|agreed to|agree to|agrees to|agree with|agrees with|agreed with|agree on|gave the go ahead|\
         gives the go ahead|gave the green light|gives the green light|gave its blessing|gave her blessing|gave his blessing|gave their blessing|given her consent|given his consent|given their consent|given its consent|given its blessing|given her blessing|given his blessing|given their blessing|given the go ahead|given the nod|gave her consent|gave his consent|\
         gave its consent|gave their consent|gives the nod|nodded through|waved through|gave a yes to|comfortable with|content with|can live with|live with|lives with|fully behind|right behind|voted in|voted through|say yes to|says yes to|said yes to",
    ),
    (
        REJECT,
        "request changes|requested changes|requesting changes|changes requested|closed without merging|closing without merging|do not merge|don't merge|not merging|vote down|votes down|voted down|turns down|rules out|ruled against|rule against|throw out|throws out|knocked back|knocked down|knock back|\
         sent packing|thumbs down on|thumbs down to|thumbs down for|object to|objects to|objected to|objecting to|opposed to|say no|says no to|said no|balked at|balk at|baulked at|kicked out|struck out|struck off|strike off|\
         took against|set against|will not have|won't have|wouldn't have|will not accept|won't accept|does not want|doesn't want|do not want|don't want|did not want|didn't want|never want|\
         want nothing to do with|wants nothing to do with|have no time for|has no time for|no appetite for|get rid of|got rid of|getting rid of|do away with|did away with|walked away from|backed out of",
    ),
    (
        DISLIKE,
        "not a fan of|no fan of|can't bear|cannot bear|couldn't stand|could not stand|can't abide|had enough of|fed up with|do without|rather not",
    ),
    (
        WELCOME,
        "a yes|a go|a keeper|an easy yes|good to go|good to merge|good to ship|fine by me|fine with me|fine by us|fine with us|ok with me|okay with me|the nod|my approval|our approval|the green light|the go ahead|a thumbs up|\
         thumbs up|my blessing|our blessing|a pass|goes ahead|go ahead|going ahead|stays in|stays put|makes the cut|made the cut|\
         nodded through|carried unanimously|passed unanimously|unanimous yes|no objections|no objection|signed off|here to stay|a hit",
    ),
    (
        UNWELCOME,
        "isn't for us|isn't for me|aren't for us|aren't for me|wasn't for us|wasn't for me|absolutely not|certainly not|definitely not|of course not|not at all|rather not|a no|a no go|no go|a non starter|a nonstarter|a deal breaker|a dealbreaker|not an option|no option|off the table|off the list|off the menu|out of the question|out of the running|out of the race|has to go|have to go|had to go|must go|\
         not pursued|not wanted|not happening|not going to happen|won't happen|will not happen|not for me|not for us|not acceptable|not approved|not accepted|not adopted|not taken|not granted|\
         not carried|not allowed|not permitted|not needed|not necessary|not renewed|didn't make it|did not make it|didn't make the cut|did not make the cut|falls through|fell through|turned down|ruled out|voted down|thrown out|struck down|struck out|\
         a thumbs down|thumbs down|no thanks|no thank you|no longer wanted|no longer needed|no longer welcome|too much for me|a bridge too far|a step too far|hard pass|not worth it",
    ),
    (
        FAVOURED,
        "my vote|our vote|their vote|his vote|her vote|the vote|most votes|the most votes|the job|the contract|the order|the winner|the clear winner|the favourite|the favorite|my favourite|my favorite|our favourite|our favorite|her favourite|his favourite|their favourite|her favorite|his favorite|\
         the pick|my pick|our pick|the choice|my choice|our choice|her choice|his choice|their choice|the better choice|the right choice|the best choice|the better option|the best option|the better one|the best one|the one|\
         the way to go|the one to take|the one to go with|first choice|my first choice|our first choice|the keeper|it for me|the safer choice|the safer bet|wins out|won out|won the vote|won the day|carried the day|carries the day|came out on top|comes out on top|\
         came first|comes first|takes the cake|takes it|took it|wins hands down|won hands down|is what i want|is what we want|is more my thing|my thing|suits me|suits us|suits her|suits him|suits them|suit me|suit us|the standard from now on|the default from now on",
    ),
    (
        LIKE,
        "suits me|suits us|suit me|suit us|suits me best|fond of|keen on|much happier with|happier with|happiest with|more comfortable with|at home with",
    ),
    (
        CONTRAST,
        "and neglected|and neglecting|and against|and dismissed|as against|any day over|every time over|any time over",
    ),
    (
        REASON,
        "for the reason that|chiefly because|mainly because|mostly because|partly because|simply because|not least because|if only because|in that|what with|for fear of|in case|on the ground that|the reason being|because of|as long as",
    ),
    (
        MARKED,
        "our pick|my pick|our choice|my choice|the choice|the pick|preferred option|chosen option|selected option|going with|go with",
    ),
];
