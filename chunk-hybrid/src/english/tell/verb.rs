//! Verbs by what they are about, and how they are inflected.

use super::*;

/// Verbs in their base form; every inflected form counts.
pub(super) const VERBS: &[(Tells, &str)] = &[
    (
        DO,
        "implement mend darken lengthen lash lace mortar peg archive redact chase mask guard halve group flag cap encrypt \
         encode declare name share skip continue boost clog free number crown rod batch approve settle bin evict hem clear-out \
         chuck shim shove hoover scrub sand-paper rehang relay resolder retype resubmit reindex recalculate renew rebalance \
         demote ack escalate pinch requeen graze muck shear drench lamb calve torque whitelist blacklist allowlist denylist \
         bootstrap stub mock vendor pin unpin scaffold hardcode inline hoist dedupe debounce memoize annotate typeset \
         proof-print laminate collate staple-bind redline countersign notarise serve lodge activate adapt add adjust aerate \
         align allocate append apply arrange assemble assign attach backfill backup bag bake balance bandage bind bleed blend \
         block blow board boil bolt book boot borrow bottle box break bring brush bud build bump burn bury bypass call cancel \
         carry carve catch centrifuge change charge chill chop clamp clean clear climb clip clone close coat collect combine \
         commission commit compile complete compress configure connect convert cook cool copy cordon cover create crimp crop \
         culture cut dealias deactivate decant deduplicate defrost delete deliver deploy descale detach develop dig dilute dip \
         disable disassemble discard disconnect dismantle dispatch disperse dissolve distribute divide dock download drag \
         drain draw dress drill drive drop dry dump duplicate edit eject email empty enable enter erase erect etch evacuate \
         exchange execute export expose extend extract fasten feed fetch file fill filter finish fire fit fix flash flatten \
         flip flush fold force format forward freeze fry fuel gather generate glue grab graft grant grease grind grow halt \
         hammer hand hang harvest haul heat hook hose ice import incubate inject insert install insulate introduce isolate \
         issue join jack kill knead knit label ladle land launch lay lead leave lend level lift light link load lock loosen \
         lower lubricate mail make map mark marinate mash melt merge migrate mill mince mirror mix modify mop mount move mow \
         mulch nail narrow net notify obtain oil open order organise organize overwrite pack paint park part paste patch pause \
         pay peel percuss photograph pick pipette place plane plant plaster plug poach point polish post pot pour power \
         prepare press prime print proceed process prod produce program promote propagate provision prune publish pull pump \
         purchase purge push put quarantine queue rack raise rake ramp reallocate reapply rearrange reassemble reassign \
         reattach rebase rebind reboot rebuild recalibrate recall receive recharge recompile reconfigure reconnect record \
         recreate redeploy redirect redo redraw reduce reenable refactor refill refit reflash refresh regenerate reinstall \
         reissue relabel relaunch release relocate reload remap remove rename render repair replace replant replicate repoint \
         repot reposition reprint reprocess reroute resend reseed reset reshape resize restart restock restore resume \
         resurface retag retrieve return reverse revert revoke rewire rewrite rig rinse rip roast roll rotate route rub sand \
         save saw scale schedule scoop scrape screw scrap seal season seat secure seed select send separate set sew shape \
         sharpen shelve shift ship shoot shorten shovel shred shut sieve sift sign simmer siphon skim slacken slice slide slip \
         smooth snip soak solder sort sow spin splice split spray spread squeeze stack stain stake stamp staple start steam \
         stick stir stitch stop store strain strap stretch strip stuff submit subtract suspend swab swap sweep switch tag take \
         tape tar tear terminate thaw thread throttle throw tie tighten tilt tip top tow trace train transcribe transfer \
         translate transplant transport trim trigger truncate tuck tune turn twist type unblock uncap uncover undo unfold \
         unfreeze uninstall unload unlock unmount unpack unplug unscrew unwind unwrap unzip update upgrade upload vacuum \
         varnish ventilate wait warm wash water weed weld wet whip whisk widen wind wipe wire withdraw wrap write zero zip \
         accept admit arrive begin brief capture circulate deal decline discharge engage expand fax fell follow gauge give go \
         handle help hire host ignite inform invite invoice keep lease let list log lose manage meet negotiate nurse nudge \
         offer operate perform phone play practise practice quote reach refund register relieve remind rent reply report \
         request respond ring scatter search sell shop show sleep spend stay summon supply swim tackle talk teach telephone \
         tidy trade travel treat use visit work",
    ),
    (
        CHECK,
        "analyse analyze assert assess audit bench benchmark calculate check checksum compare confirm count cross-check \
         demonstrate detect determine diff double-check estimate evaluate examine exercise gauge grep grade inspect \
         interrogate investigate listen look match measure monitor observe ping poll probe proofread prove query quantify read \
         recheck recompute reconcile recount remeasure reproduce retest review sample sanity sign smell smoke-test sniff spot \
         taste tally test time trial validate verify view watch weigh witness reread recompile cross corroborate diagnose \
         ascertain certify assay titrate palpate auscultate sight survey",
    ),
    (
        TRY,
        "run rerun try retry repeat replay scan walk lean click sit tap poke prod shake nudge press knock roam wander",
    ),
    (
        THINK,
        "admit admire appreciate assume believe blame care consider cope deserve doubt dread enjoy expect fear feel forget \
         forgive guess hate imagine intuit know laugh learn like love matter mislead miss misjudge misread misunderstand need \
         notice overestimate overlook overthink ponder prefer realise realize reckon recognise recognize reflect regret \
         remember remind see seem strike suppose surprise suspect teach tempt think trust underestimate understand wish wonder \
         worry hurry neglect ignore pretend convince annoy bother frustrate fool amuse impress please disappoint grumble \
         complain suffer cost save belong mean depend suggest prove rely fault owe spare avoid prevent pay benefit tend",
    ),
    (
        INTEND,
        "aim anticipate arrange attempt decide envisage estimate expect hope intend mean plan prefer prepare propose schedule \
         suggest target want would-like aspire budget commit consider allow allocate outline draft reserve earmark agree",
    ),
    (
        SAY,
        "agree answer announce argue ask call claim comment complain decide discuss explain inform mention note point promise \
         propose reply report say state suggest talk tell warn write advise brief request remark shout insist",
    ),
];

/// Base forms and their past tense and participle.
pub(super) const IRREGULAR: &str = "arise=arose,arisen be=been beat=beaten become=became begin=began,begun bend=bent bind=bound \
    bite=bit,bitten bleed=bled blow=blew,blown break=broke,broken bring=brought build=built rebuild=rebuilt burn=burnt buy=bought \
    catch=caught choose=chose,chosen come=came creep=crept deal=dealt dig=dug do=did,done,didn't draw=drew,drawn \
    dream=dreamt drink=drank,drunk drive=drove,driven eat=ate,eaten fall=fell,fallen feed=fed feel=felt fight=fought \
    find=found flee=fled fly=flew,flown forbid=forbade,forbidden forget=forgot,forgotten freeze=froze,frozen get=got,gotten give=gave,given \
    go=went,gone grind=ground grow=grew,grown hang=hung hear=heard hide=hid,hidden hold=held keep=kept know=knew,known \
    lay=laid lead=led lean=leant learn=learnt leave=left lend=lent light=lit lose=lost make=made mean=meant meet=met \
    mislead=misled pay=paid prove=proven redo=redid,redone ride=rode,ridden ring=rang,rung rise=rose,risen \
    run=ran rerun=reran saw=sawn say=said see=saw,seen seek=sought sell=sold send=sent,resent sew=sewn shake=shook,shaken shine=shone \
    shoot=shot show=shown shrink=shrank,shrunk sing=sang,sung sink=sank,sunk sit=sat sleep=slept slide=slid smell=smelt speak=spoke,spoken \
    spend=spent spill=spilt spin=spun spring=sprang,sprung stand=stood steal=stole,stolen stick=stuck sting=stung \
    stride=strode strike=struck,stricken swear=swore,sworn sweep=swept swell=swollen swim=swam,swum swing=swung take=took,taken \
    teach=taught tear=tore,torn tell=told think=thought throw=threw,thrown understand=understood undo=undid,undone wake=woke,woken \
    wear=wore,worn weave=wove,woven win=won wind=wound withdraw=withdrew,withdrawn write=wrote,written rewrite=rewrote,rewritten \
    try=tried,retried";

/// Words in -ed that are no past.
pub(super) const NO_PAST: &str = "need feed speed bleed breed seed weed indeed exceed proceed succeed shed sled hundred embed \
    creed greed reed deed heed sacred naked wicked kindred red bed wed fed led";

/// Words in -ing that are no verb.
pub(super) const NO_GERUND: &str = "thing things nothing something anything everything morning evening during king ring \
    string spring bring sing wing ceiling sibling sling sting swing cling fling ping wedding pudding clothing";
