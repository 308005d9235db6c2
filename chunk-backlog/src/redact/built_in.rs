//! The built-in detector: runs those of its rules that a text can match (B21).

use super::{
    Detector, Secret, assignment, commands,
    condensed::Condensed,
    forms::{self, Form},
    headers, keys, kubernetes,
    rows::Finder,
    tables, userinfo,
};
use std::{collections::BTreeSet, sync::LazyLock};

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
        // Those of which a literal is in the text, in their order.
        let seen: BTreeSet<usize> = RULES.find(text).map(|(rule, _)| rule).collect();
        for rule in seen.into_iter().filter_map(|rule| RULES.rows.get(rule)) {
            match rule {
                Rule::PrivateKey => keys::detect(text.as_bytes(), secrets),
                Rule::Kubernetes => kubernetes::detect(text, secrets),
                Rule::Header => headers::detect(text, secrets),
                Rule::Userinfo(place) => place.detect(text.as_bytes(), secrets),
                Rule::Form(form) => form.detect(text.as_bytes(), secrets),
            }
        }
        commands::detect(text, secrets);
        assignment::detect(text, secrets);
        tables::detect(text, secrets);
    }
}

/// A rule.
#[derive(Debug)]
enum Rule {
    PrivateKey,
    Kubernetes,
    Header,
    Userinfo(userinfo::Place),
    Form(Form),
}

/// All rules, by the literals of which one is in every match.
static RULES: LazyLock<Finder<Rule>> = LazyLock::new(|| {
    let owned = |literals: &[&str]| literals.iter().map(|&literal| literal.to_owned()).collect::<Vec<_>>();
    let keys = ["private key", "static key", "private-lines:", "kty", "modulus>", "dsakeyvalue>"];
    let kinds = ["kind: secret", "kind: \"secret", "kind: 'secret", "kind\": \"secret"];
    let fixed = [(Rule::PrivateKey, owned(&keys)), (Rule::Kubernetes, owned(&kinds))];
    let places = userinfo::places().map(|(place, literal)| (Rule::Userinfo(place), vec![literal.to_owned()]));
    let forms = forms::forms().map(|form| {
        let literals = form.literals();
        (Rule::Form(form), literals)
    });
    // What has a form and is in a header is called by its form: of two rules with the same bytes the first one counts.
    let header = [(Rule::Header, owned(&["authorization"]))];
    Finder::new(fixed.into_iter().chain(places).chain(forms).chain(header))
});
