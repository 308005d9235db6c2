//! How people tell others what to do: the verbs of instructions, and what may be left out or must hold before.

use super::*;

/// Verbs that an instruction starts with, in any form; inflected ones are no instructions.
pub(super) const STEMS: &[(Cues, &str)] = &[(
    COMMAND,
    "accept access acquire activate address adhere agree align alternate amend anchor announce answer append approve arrange \
     ascend aspirate assemble assess assure authenticate authorize autoclave avoid await balance bandage baste beat bend blanch blend block blot \
     bleed blow boot bolt bottle braid break brew bridge broil brush bundle burn bury buckle button bypass calculate call cancel capture carry cast \
     catch chalk charge chill choke chock circle clamp clip coat coil collapse collect comb commit compile compost compress compute \
     concatenate condense connect consult contact contain continue convert cool coordinate core correct count crack crease crimp crop \
     cross crumble crush cure customize cycle dab deactivate debone decide decline dedicate deflate defrost degas deglaze demount \
     deposit descale descend deselect detach determine develop dial dice dig dip direct disassemble discharge discuss dismount dispatch \
     display dispose dissolve distribute dock double drape draw dress drip drive dry duplicate dust dye ease elevate email \
     embed empty emulsify engage engrave enlist enrol ensure erase feel key erect establish estimate etch evaluate evacuate evict \
     examine exchange exclude exit expand expose extend extinguish fasten feed fetch fertilize figure fillet filter finalize finish \
     fire fit fix flag flash flatten float flood flour flush focus fold forward frame freeze fry funnel fuse garnish generate \
     get glaze glue grant grasp grate grease greet grill grind grip ground group guide halve hammer hand handle hang harvest heap help hem hide \
     hire hit hoist hook hose ignite immerse implement include increase inflate inform inject inoculate insulate invert invite \
     invoke iron issue jack jot join julienne keep kick knead knit knot lace ladle land lash lather lay layer lead lean \
     lengthen level light limit line link listen liquidise lock loop lubricate mail maintain map marinate mash mask match melt mend \
     mince mist moisten mop mow multiply nail nest neutralize nip notch number observe offer oil operate order orient outline overlap overwrite \
     oversee pack pad page paint pair pare park pat patch pause pay peg phone photograph pierce pin pinch pipe pitch plane plant plate pleat plot \
     plough ply point poach poke polish pop position post pot pound practise practice prepare press prick prime probe process proceed prod prompt \
     prop prove provision prune publish puncture puree purge push query quench quit raise rake ramp ratchet reach reattach rebuild recite \
     reconnect recruit reduce refill refit refresh refrigerate register reinsert reinstall reject relax release reload relocate reply repack replenish repot \
     reproduce reseal reserve reset resize resolve respond rest resume retain retest retrieve retry reuse revert revoke rewind rewrite \
     ring rip roast rock rope rub rule sample saw say scald scale scan scatter scoop score scour scrape scratch screen screw scrub sculpt \
     seal search sear secure see seed separate settle sew shade shape share sharpen shave shear shell shield shift shim ship \
     shop shorten shovel show shred shuffle sieve signal simulate sink sip siphon sit sketch sketch skim skewer skin slacken slap slash sleeve slice \
     slip slit slot smear smooth snap snip soak soap solder sow space spin splash splice split spoon spot spray spread spritz square squeeze stack staff \
     stain stake stamp stand staple station steady steam steep steer stick stitch strain strap straighten stream stretch strip strike strum study stuff subscribe subtract suck \
     supervise support surround suspend swab swap sweep swing swish switch tack tap tape taste teach tear tease thaw thicken thin thread throw thumb tie tidy tilt tip toast \
     torque toss touch trace track trail train transcribe transplant trap treat trickle trim troubleshoot try tuck tune twist unbolt unclip \
     uncover undo unfold unhook uninstall unload unlock unmount unpin unroll unseal untie unwrap unzip update vacuum varnish vent ventilate void vote wake warm warn \
     water wave wax weave weed weld wheel whip whisk widen wind wire withdraw wrap wring zero zoom",
)];

/// Words of which this form alone counts: instructions that look like the past.
pub(super) const FORMS: &[(Cues, &str)] = &[
    (COMMAND, "set put cut let shut read hit split spread cast feed shed bind find grind wind lay saw bring"),
    (OPTIONAL, "optional optionally"),
    (
        PREREQ_TITLE,
        "preconditions prerequisites requirements beforehand preliminaries assumptions ingredients",
    ),
    (STEPS_TITLE, "routine walkthrough drill howto instructions"),
];

/// Phrases; a word of a phrase keeps its own cues too.
pub(super) const PHRASES: &[(Cues, &str)] = &[
    (
        OPTIONAL,
        "only if|only when|only for|only in case|only where|only with|only on|only after|if applicable|where applicable|if required|where required|if you like|if you want|if you wish|\
         if you prefer|if you have|if there is|if there are|if time permits|if time allows|if wanted|if available|where possible|where necessary|when needed|\
         when necessary|if possible|not mandatory|not required|not compulsory|not strictly necessary|can be skipped|may be skipped|can be omitted|may be omitted|for extra|nice to have|at your option|should you want|should you wish|you may also|you can also|you might also|feel free",
    ),
    (
        PREREQ_TITLE,
        "before you|before anything|before any|prior to|you need|you'll need|you will need|what you need|what you'll need|things you need|have ready|have to hand|have at hand|make sure you have|make sure that you have|\
         must be in place|needs to be in place|what has to be|what must be|you should have|you must have|you'll want|on the bench|to have ready|have in place|entry conditions|entry criteria|starting conditions|before we begin|before we start|before starting|before beginning",
    ),
    (NEXT, "the next step|next step|that done|this done|from here|from there"),
];
