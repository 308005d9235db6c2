use super::{
    Detector, Secret,
    assignment::{self, Assignment},
    kubernetes, private_key,
    random::{entropy, is_placeholder},
    rules::{FORMS, Form},
};
use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use regex::bytes::{Regex, RegexBuilder};
use std::sync::{LazyLock, OnceLock};

/// The built-in rules.
///
/// One pass over a text looks for the literals of all rules at once; a rule's expression is compiled and run only
/// where one of its literals was seen. Expressions look at ASCII bytes and take linear time.
#[derive(Debug, Clone, Copy)]
pub struct BuiltIn;

impl Detector for BuiltIn {
    fn detect(&self, text: &str, secrets: &mut Vec<Secret>) {
        let literals = &*LITERALS;
        for rule in literals.seen_in(text.as_bytes()) {
            match rule {
                Rule::PrivateKey => private_key::detect(text.as_bytes(), secrets),
                Rule::Kubernetes => kubernetes::detect(text, secrets),
                Rule::Assignment(assignment) => assignment.detect(text.as_bytes(), secrets),
                Rule::Form(form, regex) => detect_form(form, regex, text.as_bytes(), secrets),
            }
        }
    }
}

/// A rule with what is compiled of it.
#[derive(Debug)]
enum Rule {
    PrivateKey,
    Kubernetes,
    Assignment(Assignment),
    Form(&'static Form, OnceLock<Option<Regex>>),
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
        let mut rules = vec![
            (Rule::PrivateKey, &["private key-----", "private key block-----"][..]),
            (Rule::Kubernetes, &["kind: secret", "kind: \"secret", "kind: 'secret", "kind\": \"secret"]),
        ];
        rules.extend(
            assignment::ALL.map(|(kind, literals)| (Rule::Assignment(Assignment::new(kind)), literals)),
        );
        rules.extend(FORMS.iter().map(|form| (Rule::Form(form, OnceLock::new()), form.literals)));
        let literals = || {
            rules
                .iter()
                .enumerate()
                .flat_map(|(rule, (_, literals))| literals.iter().map(move |literal| (rule, literal)))
        };
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            .kind(Some(AhoCorasickKind::DFA))
            .build(literals().map(|(_, literal)| literal))
            .ok();
        let rule_of_literal = literals().map(|(rule, _)| rule).collect();
        Self { automaton, rule_of_literal, rules: rules.into_iter().map(|(rule, _)| rule).collect() }
    }

    /// The rules of which a literal stands in `text`, in order.
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

fn detect_form(form: &Form, compiled: &OnceLock<Option<Regex>>, text: &[u8], secrets: &mut Vec<Secret>) {
    let Some(regex) = compiled.get_or_init(|| compile(form.regex)) else { return };
    for captures in regex.captures_iter(text) {
        let Some(secret) = captures.get(1).or_else(|| captures.get(0)) else { continue };
        if entropy(secret.as_bytes()) >= form.min_entropy && !is_placeholder(secret.as_bytes()) {
            secrets.push(Secret::new(secret.range(), form.rule));
        }
    }
}

/// The expression over ASCII bytes. The built-in ones all compile, as a test checks.
pub(super) fn compile(expression: &str) -> Option<Regex> {
    RegexBuilder::new(expression).unicode(false).build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rules_compile_and_have_names() {
        assert!(LITERALS.automaton.is_some());
        for form in FORMS {
            assert!(compile(form.regex).is_some(), "{}", form.regex);
            assert!(
                form.rule
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
            );
            assert!(!form.literals.is_empty() && form.literals.iter().all(|literal| !literal.is_empty()));
        }
        for (kind, _) in assignment::ALL {
            assert!(compile(&Assignment::new(kind).expression()).is_some(), "{kind:?}");
        }
    }
}
