//! The options of a decision, by the grammar of its sentence (H19): `contrast` finds one thing set against another, `clause` what a verb
//! of choice takes, `refusal` what is refused. Each kind of decision has its own order of asking them.

mod clause;
mod contrast;
mod refusal;

use super::sentence::{ACT, Sentence};
use crate::english::class::{
    ASSENT, AUXILIARY, NEGATION, REASON, REFUSAL, SUBORDINATING, VERB_OF_CHOICE, VERDICT,
};
use crate::record::DecisionType;
use clause::{chosen, declines, fallback, predicate, preferring, resolved};
pub(super) use contrast::Options;
pub(super) use contrast::moved;
use contrast::{contrast, not_but};
pub(super) use refusal::refuses;
use refusal::{denial, forbids, opens, refused_by};

/// A verdict of at most this many words does not say what it is about.
const SHORT_VERDICT: usize = 4;

/// The options that a sentence names for a decision of a kind.
pub(super) fn of(sentence: &Sentence<'_>, kind: DecisionType) -> Options {
    if let Some(clause) = resolved(sentence).filter(|_| kind != DecisionType::Rejection) {
        return Options { preferred: Some(clause), rejected: Vec::new() };
    }
    match kind {
        DecisionType::Selection => selection(sentence),
        DecisionType::Rejection => rejection(sentence),
        DecisionType::Approval => approval(sentence),
        DecisionType::Configuration => configuration(sentence),
    }
}

/// Whether a sentence opens with what is to be done instead.
pub(super) fn demands(sentence: &Sentence<'_>) -> bool {
    sentence.is(0, &["use", "prefer", "instead", "write", "choose", "favor", "favour"])
}

/// Whether a sentence denies that something is preferred.
pub(super) fn denies_preference(sentence: &Sentence<'_>) -> bool {
    let prefers =
        |at: &usize| sentence.is(*at, &["prefer", "prefers", "like", "likes", "recommend", "recommends"]);
    (0..sentence.len()).filter(prefers).any(|verb| denial(sentence, verb).is_some())
}

/// Whether a sentence says only yes or no, not to what.
pub(super) fn is_verdict(sentence: &Sentence<'_>) -> bool {
    sentence.len() <= SHORT_VERDICT && sentence.find_class(0..sentence.len(), VERDICT).is_some()
        || sentence.len() <= 1
}

pub(super) fn selection(sentence: &Sentence<'_>) -> Options {
    contrast(sentence).or_else(|| not_but(sentence)).unwrap_or_else(|| {
        // In "We settled on A, as B cannot be moved" nothing is refused: that is why.
        let opens_reason = |at: &usize| sentence.breaks(*at) && sentence.has(*at, SUBORDINATING.or(REASON));
        let last = (1..sentence.len()).find(opens_reason).unwrap_or(sentence.len());
        let mut verbs = (0..last).filter(|&at| sentence.has(at, VERB_OF_CHOICE));
        let refusal = (0..last).find(|&at| refuses_at(sentence, at));
        let refusal = refusal.or_else(|| verbs.find_map(|verb| denial(sentence, verb)));
        let mut rejected = refusal.map_or_else(Vec::new, |at| refused_by(sentence, at));
        let preferred = match preferring(sentence, 0..sentence.len()) {
            Some(at) => chosen(sentence, at, sentence.len()),
            // "Names should not end in a digit" prefers nothing.
            None if refusal.is_some() => None,
            None => predicate(sentence).or_else(|| fallback(sentence)),
        };
        rejected.retain(|no| preferred.as_ref().is_none_or(|yes| no.end <= yes.start || yes.end <= no.start));
        Options { preferred, rejected }
    })
}

/// Whether the word at `at` says no to what the sentence is about.
fn refuses_at(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.has(at, REFUSAL) && (opens(sentence, at) || forbids(sentence, at) || declines(sentence, at))
}

fn rejection(sentence: &Sentence<'_>) -> Options {
    // A rejection can name what is taken instead: "dropped Bower in favour of npm".
    let both = contrast(sentence).filter(|both| !both.rejected.is_empty());
    both.unwrap_or_else(|| {
        let all = 0..sentence.len();
        let refusal =
            sentence.find_class(all.clone(), REFUSAL).or_else(|| sentence.find_class(all, NEGATION));
        let rejected = match refusal {
            Some(at) => refused_by(sentence, at),
            None => fallback(sentence).into_iter().collect(),
        };
        Options { preferred: None, rejected }
    })
}

/// What is approved, if the sentence says it.
fn approval(sentence: &Sentence<'_>) -> Options {
    // "We discourage macros" and "HTML is not encouraged" approve nothing.
    if (0..sentence.len()).any(|at| refuses_at(sentence, at)) {
        return rejection(sentence);
    }
    let assent = sentence.find_class(0..sentence.len(), ASSENT);
    let is_passive = |at: &usize| *at > 0 && sentence.has(at - 1, AUXILIARY) || sentence.is(at + 1, &["by"]);
    let subject = assent.filter(is_passive).and_then(|at| sentence.before(sentence.auxiliaries_before(at)));
    let object = || {
        let next = assent? + 1;
        // "Agreed, let's take the hall": what is agreed to is the choice.
        let choice = preferring(sentence, next..sentence.len()).filter(|_| sentence.breaks(next));
        choice.map_or_else(|| sentence.phrase(next), |at| chosen(sentence, at, sentence.len()))
    };
    Options { preferred: subject.or_else(object).or_else(|| fallback(sentence)), rejected: Vec::new() }
}

fn configuration(sentence: &Sentence<'_>) -> Options {
    moved(sentence).unwrap_or_else(|| {
        let find = |words: &[&str]| {
            (1..sentence.len()).find(|&at| sentence.is(at, words) && !sentence.breaks(at + 1))
        };
        // "Now defaults to 30 s" names what it is set to, "now able to build" does not.
        let to = find(&["to"]).filter(|&to| !sentence.breaks(to) && !sentence.has(to + 1, ACT));
        let to = to.or_else(|| find(&["to", "until", "now", "at"]));
        let preferred = to.and_then(|to| sentence.phrase(to + 1)).or_else(|| fallback(sentence));
        // "30 s (was 60 s)".
        let was = (1..sentence.len()).find(|&at| {
            sentence.is(at, &["was", "were", "previously", "formerly"]) && sentence.breaks_by(at, &['('])
        });
        Options { preferred, rejected: was.and_then(|was| sentence.phrase(was + 1)).into_iter().collect() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Document, ParsedContent};
    use DecisionType::{Approval, Configuration, Rejection, Selection};
    use rstest::rstest;
    use std::ops::Range;

    #[rstest]
    #[case("I prefer tea over coffee.", Selection, "tea", &["coffee"])]
    #[case("She prefers the train to the car.", Selection, "train", &["car"])]
    #[case("We chose oak over granite.", Selection, "oak", &["granite"])]
    #[case("We chose __oak__ over __granite__.", Selection, "oak", &["granite"])]
    #[case("We chose oak in place of granite.", Selection, "oak", &["granite"])]
    #[case("Let's use Redis rather than Memcached.", Selection, "Redis", &["Memcached"])]
    #[case("Tabs instead of spaces, please.", Selection, "Tabs", &["spaces"])]
    #[case("Two exams are better than one exam.", Selection, "Two exams", &["one exam"])]
    #[case("Instead of the lift, we take the stairs.", Selection, "stairs", &["lift"])]
    #[case("We went with the yearly plan.", Selection, "yearly plan", &[])]
    #[case("They settled on gravel.", Selection, "gravel", &[])]
    #[case("We decided to keep the pond.", Selection, "keep the pond", &[])]
    #[case("I approve the new palette.", Approval, "new palette", &[])]
    #[case("The new palette was approved.", Approval, "new palette", &[])]
    #[case("LGTM on the retry patch.", Approval, "retry patch", &[])]
    #[case("Yes to the garden.", Approval, "garden", &[])]
    #[case("I reject the second draft.", Rejection, "", &["second draft"])]
    #[case("The second draft was rejected.", Rejection, "", &["second draft"])]
    #[case("We decided against the pool.", Rejection, "", &["pool"])]
    #[case("I veto the car.", Rejection, "", &["car"])]
    #[case("No to plastic bags.", Rejection, "", &["plastic bags"])]
    #[case("We ruled out the ferry.", Rejection, "", &["ferry"])]
    #[case("Changed the limit from 10 to 14.", Configuration, "14", &["10"])]
    #[case("The train moves from Thursday to Tuesday.", Configuration, "Tuesday", &["Thursday"])]
    #[case("I set the timeout to 30 s.", Configuration, "30 s", &[])]
    #[case("Disabled the legacy login.", Configuration, "Disabled the legacy login", &[])]
    #[case("The old lathe approved by the board.", Approval, "old lathe", &[])]
    #[case("Please no chat bot.", Rejection, "", &["chat bot"])]
    #[case("The aisle, always.", Selection, "aisle", &[])]
    #[case("Always the aisle, never the window.", Selection, "aisle", &["window"])]
    #[case("Heating curve 1.4 -> 1.2.", Configuration, "1.2", &["Heating curve 1.4"])]
    #[case("The price: up from 58 to 64.", Configuration, "64", &["58"])]
    #[case("Rust over Go because it is faster.", Selection, "Rust", &["Go"])]
    #[case("We chose C++ over C.", Selection, "C++", &["C"])]
    #[case("Prefer `.NET` to Java, if you can.", Selection, ".NET", &["Java"])]
    #[case("Use `src/lib.rs` instead of `src/main.rs` in libraries.", Selection, "src/lib.rs", &["src/main.rs"])]
    #[case("Chosen option: \"Use labels\", because they are simple.", Selection, "labels", &[])]
    #[case("Avoid the passive voice.", Rejection, "", &["passive voice"])]
    #[case("Don't say “click here” or “learn more”.", Rejection, "", &["click here", "learn more"])]
    #[case("Comments in C++ style are not allowed.", Rejection, "", &["Comments in C++ style"])]
    #[case("Use tabs, not spaces.", Selection, "tabs", &["spaces"])]
    #[case("Dropped Bower in favour of npm.", Selection, "npm", &["Bower"])]
    #[case("One-letter names should be avoided.", Selection, "", &["One-letter names"])]
    #[case("Use \"lockfile\" not \"lock file\".", Selection, "lockfile", &["lock file"])]
    #[case("We never write two statements.", Approval, "", &["write two statements"])]
    #[case("We never write two statements.", Selection, "", &["write two statements"])]
    #[case("Prefer `#[expect()]` over `#[allow()]`, where possible.", Selection, "#[expect()]", &["#[allow()]"])]
    #[case("Prefer let chains (`if let`) over nested conditions.", Selection, "let chains", &["nested conditions"])]
    #[case("Don't rely on luck.", Rejection, "", &["rely on luck"])]
    #[case("The old flag is removed entirely.", Selection, "", &["old flag"])]
    #[case("HTML is generally not encouraged.", Approval, "", &["HTML"])]
    // Code, and a word that is joined to another one, are no words of grammar.
    #[case("Use G_IS_VALUE for that.", Selection, "G_IS_VALUE", &[])]
    #[case("Use the opt-in mode.", Selection, "opt-in mode", &[])]
    #[case("The --no-sandbox flag was removed.", Rejection, "", &["--no-sandbox flag"])]
    #[case("We chose /opt/app/conf over /etc/app.conf.", Selection, "/opt/app/conf", &["/etc/app.conf"])]
    #[case("We prefer `/opt/x` over `/etc/x`.", Selection, "/opt/x", &["/etc/x"])]
    #[case("We prefer /usr/bin/env to /bin/sh.", Selection, "/usr/bin/env", &["/bin/sh"])]
    #[case("We put it into `/etc/a.conf` rather than /opt/b.", Selection, "/etc/a.conf", &["/opt/b"])]
    #[case("Go over .NET.", Selection, "Go", &[".NET"])]
    #[case("Chose Go over .NET since it is small.", Selection, "Go", &[".NET"])]
    #[case("We prefer Rust to Go for tools.", Selection, "Rust", &["Go"])]
    #[case("Postgres because it is there.", Approval, "Postgres", &[])]
    #[case("Prefer early returns to nested `if`s.", Selection, "early returns", &["nested `if`s"])]
    #[case("Use zstd instead of gzip in new code.", Selection, "zstd", &["gzip"])]
    // A mark is closed where it is opened.
    #[case("Use `Duration` instead of a bare `u64` for it.", Selection, "Duration", &["bare `u64`"])]
    #[case("`open` takes a path rather than a name.", Selection, "`open` takes a path", &["name"])]
    #[case("Raised the limit from 10,000 to 50,000.", Configuration, "50,000", &["10,000"])]
    // Active and passive, and verbs that say no.
    #[case("After a trial we have decided to write the parser.", Selection, "write the parser", &[])]
    #[case("We decided against a mesh such as Istio.", Selection, "", &["mesh"])]
    #[case("We decided not to move the door.", Selection, "", &["move the door"])]
    #[case("Dynamo was considered but ruled out because it is slow.", Rejection, "", &["Dynamo"])]
    #[case("Clusters for small teams: ruled out; use a server.", Rejection, "", &["Clusters for small teams"])]
    #[case("We rejected Acme for the same reason.", Rejection, "", &["Acme"])]
    #[case("We didn't buy a boat.", Rejection, "", &["buy a boat"])]
    #[case("No, Saturday.", Rejection, "", &[])]
    #[case("Facing the need to keep state, we decided for Redis and against files.", Selection, "Redis", &["files"])]
    #[case("We chose Rust and neglected Go and C.", Selection, "Rust", &["Go and C"])]
    #[case("Agreed, let's take the hall then.", Approval, "hall", &[])]
    #[case("Add a check and make sure that the build uses it.", Selection, "", &[])]
    // After a "not", a verb of choice prefers nothing.
    #[case("We do not prefer Rust over Go.", Selection, "", &["Rust"])]
    #[case("The team doesn't prefer Rust over Go.", Selection, "", &["Rust"])]
    #[case("We no longer prefer tabs to spaces.", Selection, "", &["tabs"])]
    #[case("We didn't choose Rust.", Selection, "", &["Rust"])]
    #[case("We do not prefer tabs to spaces.", Rejection, "", &["tabs"])]
    #[case("We do not prefer Rust.", Rejection, "", &["Rust"])]
    #[case("We chose not to use Rust.", Rejection, "", &["Rust"])]
    #[case("We decided to not use Redis.", Selection, "", &["Redis"])]
    #[case("We don't use tabs, we prefer spaces.", Selection, "spaces", &["tabs"])]
    #[case("We are not going with Kafka.", Rejection, "", &["Kafka"])]
    #[case("We decided not to go with Kafka.", Selection, "", &["Kafka"])]
    #[case("We are not going to use Kafka.", Rejection, "", &["Kafka"])]
    #[case("We are not going to choose Kafka.", Selection, "", &["Kafka"])]
    #[case("We are not going to Rome.", Rejection, "", &["going to Rome"])]
    #[case("We go with Rust, not with Go.", Selection, "Rust", &["Go"])]
    #[case("RESOLVED FURTHER that the treasurer is authorized to open an account.", Approval, "open an account", &[])]
    #[case("Resolved, that the deed is ratified, and filed.", Selection, "deed is ratified", &[])]
    // Several on one side, and signs that are no words.
    #[case("Say \"chair\" instead of \"chairman\" or \"chairwoman\".", Selection, "chair", &["chairman", "chairwoman"])]
    #[case("Use `!` instead of `not`.", Selection, "!", &["not"])]
    #[case("Oak won over pine.", Selection, "Oak", &["pine"])]
    // What a setting was before, and what an option is set against.
    #[case("`timeout` now defaults to 30s (was 60s).", Configuration, "30s", &["60s"])]
    #[case("Renamed `Config::new` to `Config::from_env`.", Configuration, "Config::from_env", &["Config::new"])]
    #[case("The plain file was replaced by a database.", Selection, "database", &["plain file"])]
    #[case("Dropped support for Ruby 2 in favor of Ruby 3.", Rejection, "Ruby 3", &["support for Ruby 2"])]
    #[case("I'd prefer annual billing to monthly billing.", Selection, "annual billing", &["monthly billing"])]
    #[case("Would rather have a diff than a full file.", Selection, "diff", &["full file"])]
    #[case("\"Option 1\", because it is simple.", Selection, "Option 1", &[])]
    fn options_of_a_sentence(
        #[case] text: &str,
        #[case] kind: DecisionType,
        #[case] preferred: &str,
        #[case] rejected: &[&str],
    ) {
        let content = ParsedContent::new(Document::new("a.md", text));
        let found = of(&Sentence::of(&content, 0..text.len()), kind);
        let own = |span: &Range<usize>| &text[span.clone()];
        assert_eq!(found.preferred.as_ref().map_or("", own), preferred);
        assert_eq!(found.rejected.iter().map(own).collect::<Vec<_>>(), rejected);
    }
}
