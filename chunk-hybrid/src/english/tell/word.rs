//! Nouns, adjectives and small words that tell a phase.

use super::*;

pub(super) const WORDS: &[(Tells, &str)] = &[
    (
        WILL,
        "will shall i'll we'll they'll he'll she'll it'll you'll that'll there'll who'll won't shan't gonna going upcoming \
         planned",
    ),
    (
        MUST,
        "must need needs should ought needn't mustn't shouldn't required requires have-to supposed due todo tbd please let's \
         want wants wanted open pending remaining outstanding",
    ),
    (WOULD, "would could might may i'd we'd they'd he'd she'd you'd it'd wouldn't couldn't mightn't"),
    (HAVE, "have has i've we've they've you've haven't hasn't having"),
    (BE, "be"),
    (NESTS, "of that which"),
    (HAD, "had hadn't"),
    (IS, "is are am i'm we're they're it's that's there's he's she's isn't aren't what's you're"),
    (WAS, "was were wasn't weren't"),
    (IF, "if unless otherwise whether depending provided assuming should case else once worst"),
    (
        PLAN,
        "plan plans goal goals aim aims objective objectives idea ideas intention intentions intent intended hypothesis \
         hypotheses proposal proposals scope strategy approach planned planning kickoff kick-off agenda outline schedule \
         roadmap preparation preparations prep expectation todo todos tbd hope",
    ),
    (
        RESULT,
        "ok okay fine good correct correctly equal equals identical normal stable steady consistent intact valid unchanged \
         green healthy passed pass passes passing matched match agree tally within tolerance expected acceptable satisfactory \
         satisfied visible legible straight tight dry silent accurate success successful successfully succeeded sound solid \
         firm functional reachable perfect perfectly recovered proof bit-identical true false warm working worked wrong \
         confirmed tallied agreed-with complied failed fails failing unresolved clear plausible comparable uniform evenly \
         undamaged untouched unbroken spotless watertight plumb flush aligned responsive byte-identical identically unaffected \
         unaltered",
    ),
    (
        FIGURE,
        "tolerance limit limits threshold spec specification expectation expectations target reading readings result results \
         value values sample samples sampled average mean median maximum minimum max min total totals sum sums count counts \
         difference differences discrepancy discrepancies deviation deviations mismatch mismatches error errors failure \
         failures regression regressions fault faults leak leaks alarm alarms alert alerts warning warnings drift trace gap \
         gaps ratio rate rates latency response pressure temperature humidity weight score accuracy signal finding findings \
         hash checksum checksums screenshot graph graphs dashboard baseline reference control controls inspection test tests \
         tester check checks qa validation verification mark marks certificate p50 p95 p99 lag load flow level levels voltage \
         current resistance speed size length depth width height area volume rss memory cpu disk usage throughput balance \
         receipts rows records pages entries tickets complaints calls margin range run runs duplicates orphans links seats \
         candidates headers build suite specs",
    ),
    (
        HOLDS,
        "holds hold works runs opens loads responds reads shows reports returns stands stays keeps gives contains exists comes \
         goes starts fires lights prints rings resolves resolve differs differ agrees matches tallies says lists finds equals \
         sits fits hangs moves turns burns drains fills flows lies looks feels sounds smells tastes sees answers accepts \
         renders compiles builds serves passes balances closes locks remains continues survives carries covers includes lands \
         arrives meets exceeds drops rises falls reaches appears seems boots displays plays connects scans charges heats cools \
         leaks drips",
    ),
    (
        LESSON,
        "lesson lessons mistake mistakes luck hindsight retrospect retrospective regret regrets moral takeaway takeaways \
         learning learnings insight insights postmortem debrief reflection reflections blunder oversight lucky luckily learned \
         learnt wish ought afterthought thought thoughts wiser honestly conclusion retro",
    ),
    (
        MATTER,
        "habit experience pity shame improvement improvements blame irony truth trap trick temptation pride patience wisdom \
         memory reminder surprise surprises assumption assumptions feeling feelings mood sense opinion worry gut instinct \
         bottleneck root culprit waste effort trouble credit thanks downside upside drawback advantage difficulty problem \
         weakness strength comfort discomfort relief impression impressions story advice future aside part thing things point \
         half reason kind sort way matter nerve nerves time money minutes hours runbook checklist rule rules nobody fact \
         morale confidence courage attention care caution",
    ),
    (
        VALUE,
        "lucky luckily unlucky good bad worth best worst easy easier easiest hard harder hardest nice smart stupid silly \
         clever careful careless useful useless painful proud glad happy sad uncomfortable curious cautious odd strange funny \
         annoying annoyed embarrassing embarrassed surprising surprised surprisingly unnecessary avoidable obvious simple \
         simpler cheap cheaper cheapest expensive costly fast faster slow slower late early wise foolish naive lazy impatient \
         patient brave great terrible awful wonderful pleasant unpleasant pleased disappointed disappointing frustrating \
         tedious valuable important sensible reasonable fair fortunate comfortable safer riskier nicer tempting tired sorry \
         guilty grateful ashamed afraid worthwhile better worse wrong decent poor pointless rushed overdue sober modest bold \
         generous worried relieved convinced wasted missed",
    ),
    (
        DEGREE,
        "obviously honestly too enough fortunately unfortunately sadly frankly really actually simply merely hardly barely \
         nearly almost perhaps probably maybe certainly clearly quite rather much little mostly mainly especially particularly \
         well badly somehow exactly partly largely entirely truly very far least most more less longer sooner only even ever \
         such",
    ),
    (
        UNIT,
        "percent pct per ms s sec secs second seconds min mins minute minutes h hr hrs hour hours mm cm m km kg g mg ug ml l \
         cl dl litre litres liter liters lb lbs oz gb mb kb tb gib mib kib mbit gbit mbps v mv a ma w kw kwh hz khz mhz ghz \
         bar mbar psi pa kpa kn n nm rpm degrees degree c f k ppm db dbm lux lumen ph ohm megohm kohm kgf px fps iou cents \
         cent pence euro euros pounds dollars pieces rows days weeks months inches inch feet ft yards points x u iu mmol bpm \
         cfu",
    ),
    (
        EVER,
        "always never nobody everybody everyone anyone anybody somebody someone people person ever often usually every whoever \
         one's oneself whatever whenever generally normally rarely seldom sometimes forever life years year everywhere nowhere \
         habitually ourselves myself himself themselves us our my mine ours",
    ),
    (
        CAUSE,
        "because since why so reason reasons cause caused causes hence therefore which thanks although though but yet instead \
         without otherwise than despite",
    ),
    (
        AHEAD,
        "tomorrow tonight until till later soon next upcoming eventually monday's weekend deadline latest ahead beforehand",
    ),
    (ORDER, "first firstly second secondly third thirdly then afterwards finally lastly last next step"),
    (
        SAME,
        "same equal identical both each all every against versus vs compared than between either neither as alike everywhere \
         whole entire everything difference",
    ),
    (NOTHING, "no none nothing zero without nowhere neither nor nil 0"),
    (SPEAKER, "i we me us i'm we're i've we've i'd we'd i'll we'll"),
    (
        NOT,
        "not never don't doesn't didn't won't wouldn't can't cannot couldn't shouldn't isn't aren't wasn't weren't hasn't \
         haven't hadn't nobody hardly",
    ),
    (
        CALENDAR,
        "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed weds thu thur thurs fri sat sun january \
         february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct \
         nov dec day week evening morning afternoon night noon midnight am pm today",
    ),
    (
        FAIL,
        "fail fails failed failing failure failures error errors wrong wrongly missing mismatch mismatches broken breaks \
         differ differs worse crash crashed crashes timeout timeouts timed exception panic rejected refused denied leak leaks \
         leaking leaked bug bugs regression regressions red stuck hung hangs stalled unfortunately however except doubtful \
         rising loose unreadable incomplete discrepancy discrepancies unresolved unstable inconsistent insufficient incorrect \
         invalid worst still cannot",
    ),
    (
        MAKES,
        "edit write patch create apply apply_patch replace str insert append delete remove mkdir rm mv cp sed touch chmod \
         chown ln tar unzip commit push merge rebase tag stash checkout add install uninstall apt apt-get brew pip yarn pnpm \
         systemctl kubectl helm terraform ansible docker scale restart reload start stop kill rollout deploy migrate upgrade \
         update set enable disable drop alter grant seed import export backup restore sync rsync scp upload publish release \
         rename move fix fmt format prune vacuum clean purge flush drain cordon park pause resume reset rotate mount umount \
         mkfs dd useradd usermod crontab save notebookedit multiedit generate codemod",
    ),
    (
        PROVES,
        "test tests pytest jest vitest mocha rspec phpunit junit ctest tox nox unittest spec specs mypy tsc pyright eslint \
         lint linter ruff flake8 pylint clippy shellcheck typecheck check checks verify validate validator assert diff compare \
         cmp bench benchmark benches coverage e2e cypress playwright smoke healthz health ping curl dig nslookup host \
         traceroute openssl trivy audit stat stats status df du uptime wc md5sum sha256sum checksum isready pg_isready select \
         count explain replay dry noemit ci checkzone doctor probe probes loadtest k6 wrk ab hey stress iperf snapshot passed \
         failed",
    ),
];
