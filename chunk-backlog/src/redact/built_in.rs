//! The built-in detector: runs those of its rules that a text can match (B21).

use super::{
    Detector, Secret, assignment, commands,
    condensed::Condensed,
    forms::{self, Form, Matcher},
    headers, keys, kubernetes, tables, userinfo,
};
use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use std::sync::{LazyLock, OnceLock};

/// The built-in rules.
///
/// One pass over a text looks for the literals of all forms at once; a form's expression is compiled and run only where one of its
/// literals was seen. Names and commands are found the same way, and what follows each is read once. All of it takes linear time.
#[derive(Debug, Clone, Copy)]
pub struct BuiltIn;

impl Detector for BuiltIn {
    fn detect(&self, text: &str, secrets: &mut Vec<Secret>) {
        match Condensed::visible(text) {
            None => Self::detect_in_visible(text, secrets),
            Some(visible) => {
                let mut found = Vec::new();
                Self::detect_in_visible(&visible.text, &mut found);
                secrets.extend(found.iter().map(|secret| visible.in_original(secret)));
            }
        }
    }
}

impl BuiltIn {
    fn detect_in_visible(text: &str, secrets: &mut Vec<Secret>) {
        let literals = &*LITERALS;
        for rule in literals.seen_in(text.as_bytes()) {
            match rule {
                Rule::PrivateKey => keys::detect(text.as_bytes(), secrets),
                Rule::Kubernetes => kubernetes::detect(text, secrets),
                Rule::Userinfo(place) => place.detect(text.as_bytes(), secrets),
                Rule::Form(form, matcher) => {
                    let Some(matcher) = matcher.get_or_init(|| Matcher::new(form.form)) else { continue };
                    secrets
                        .extend(matcher.find(text.as_bytes()).map(|secret| Secret::new(secret, form.rule)));
                }
            }
        }
        headers::detect(text, secrets);
        commands::detect(text, secrets);
        assignment::detect(text, secrets);
        tables::detect(text, secrets);
    }
}

/// A rule, with its expression once that is compiled.
#[derive(Debug)]
enum Rule {
    PrivateKey,
    Kubernetes,
    Userinfo(&'static userinfo::Place),
    Form(Form, OnceLock<Option<Matcher>>),
}

/// The literals of all rules, and which rule each belongs to.
struct Literals {
    /// `None` cannot happen: the literals are few and short.
    automaton: Option<AhoCorasick>,
    rule_of_literal: Vec<usize>,
    rules: Vec<Rule>,
}

static LITERALS: LazyLock<Literals> = LazyLock::new(Literals::new);

impl Literals {
    fn new() -> Self {
        let owned =
            |literals: &[&str]| literals.iter().map(|&literal| literal.to_owned()).collect::<Vec<_>>();
        let mut rules = vec![
            (
                Rule::PrivateKey,
                owned(&["private key", "static key", "private-lines:", "kty", "modulus>", "dsakeyvalue>"]),
            ),
            (
                Rule::Kubernetes,
                owned(&["kind: secret", "kind: \"secret", "kind: 'secret", "kind\": \"secret"]),
            ),
        ];
        rules.extend(userinfo::PLACES.iter().map(|place| (Rule::Userinfo(place), owned(&[place.literal]))));
        rules.extend(forms::forms().map(|form| {
            let literals = forms::literals(form.form);
            (Rule::Form(form, OnceLock::new()), literals)
        }));
        let literals = || {
            rules
                .iter()
                .enumerate()
                .flat_map(|(rule, (_, literals))| literals.iter().map(move |literal| (rule, literal)))
        };
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .build(literals().map(|(_, literal)| literal))
            .ok();
        let rule_of_literal = literals().map(|(rule, _)| rule).collect();
        Self { automaton, rule_of_literal, rules: rules.into_iter().map(|(rule, _)| rule).collect() }
    }

    /// The rules that have a literal in `text`, in the order of `rules`.
    fn seen_in(&self, text: &[u8]) -> impl Iterator<Item = &Rule> {
        let mut seen = vec![false; self.rules.len()];
        for found in self.automaton.iter().flat_map(|automaton| automaton.find_overlapping_iter(text)) {
            let rule = self.rule_of_literal.get(found.pattern().as_usize());
            if let Some(seen) = rule.and_then(|&rule| seen.get_mut(rule)) {
                *seen = true;
            }
        }
        self.rules.iter().zip(seen).filter_map(|(rule, seen)| seen.then_some(rule))
    }
}
