//! Finds values that look random and are assigned to a word such as `password`, in code, configuration, markup, a command
//! line or a header (B21).

use super::{
    Secret,
    expression::compile,
    random::{entropy, is_identifier, is_placeholder, is_structured, is_uuid},
};
use regex::bytes::Regex;
use std::sync::OnceLock;

/// What a value is assigned to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `token`, `secret`, `key` and the like.
    Secret,
    /// `password` and the like, whose values people choose.
    Password,
    /// The name of a provider.
    Provider,
    /// A header such as `Authorization`.
    Header,
    /// `curl -u user:password`.
    CommandLine,
}

/// All kinds, with literals of which one stands in every match.
pub(super) const ALL: [(Kind, &[&str]); 5] = [
    (
        Kind::Secret,
        &[
            "token",
            "secret",
            "key",
            "auth",
            "cred",
            "bearer",
            "access",
            "api",
            "client_id",
            "client-id",
            "clientid",
        ],
    ),
    (Kind::Password, &["passw", "pwd", "passphrase"]),
    (Kind::Provider, PROVIDERS),
    (Kind::Header, &["authorization"]),
    (Kind::CommandLine, &["curl"]),
];

/// Providers whose credentials have no form of their own, and are known by the name they are assigned to.
const PROVIDERS: &[&str] = &[
    "adafruit",
    "airtable",
    "algolia",
    "artifactory",
    "asana",
    "atlassian",
    "beamer",
    "bitbucket",
    "bittrex",
    "cloudflare",
    "codecov",
    "cohere",
    "coinbase",
    "confluent",
    "contentful",
    "datadog",
    "discord",
    "droneci",
    "dropbox",
    "etsy",
    "fastly",
    "finicity",
    "finnhub",
    "flickr",
    "freshbooks",
    "gitter",
    "gocardless",
    "heroku",
    "hubspot",
    "intercom",
    "jfrog",
    "jira",
    "kraken",
    "kucoin",
    "launchdarkly",
    "linkedin",
    "mailchimp",
    "mailgun",
    "mattermost",
    "meraki",
    "messagebird",
    "netlify",
    "nytimes",
    "okta",
    "plaid",
    "rapidapi",
    "sendbird",
    "sentry",
    "snyk",
    "sonar",
    "sourcegraph",
    "squarespace",
    "sumologic",
    "telegram",
    "travis",
    "trello",
    "twitch",
    "twitter",
    "zendesk",
];

/// The rule of one kind, compiled when it is first needed.
#[derive(Debug)]
pub(super) struct Assignment {
    kind: Kind,
    regex: OnceLock<Option<Regex>>,
}

/// What may stand between a name and its value: quotes and brackets that close the name, a type, the operator, and
/// quotes and brackets that open the value.
const OPERATOR: &str = concat!(
    r#"(?:\\?["'`\])]{0,3}(?:[ \t]+(?:string|str))?[ \t]*(?:=>|->|:{0,3}=|[?.+]=|={2,3}|:)[ \t]*|"#,
    r#"\\?["'][ \t]*,[ \t]*|[ \t]*>[ \t\r\n]*)\\?["'`(\[]{0,4}"#,
);

/// The same in a sentence or a command line: `the password is "…"`, `--token …`.
const IN_PROSE: &str = r#"[ \t]+(?:(?:is|was)[ \t]+)?["'`]?"#;

/// How a value starts.
const VALUE: &str = r"([A-Za-z0-9_./+~$@!%^&*?#-][A-Za-z0-9_.=+/~:$@!%^&*?#-]{5})";

/// How many bytes of a name and of a value are looked at.
const MAX_TESTED: usize = 256;

/// The least entropy of a value, in bits a character.
const MIN_ENTROPY: f64 = 2.7;

/// How a name ends if its value is not a secret, but something about one.
const ABOUT_A_SECRET: [&[u8]; 14] = [
    b"accessor",
    b"alias",
    b"audience",
    b"author",
    b"endpoint",
    b"file",
    b"hash",
    b"name",
    b"path",
    b"source",
    b"type",
    b"uri",
    b"url",
    b"version",
];

impl Assignment {
    pub(super) const fn new(kind: Kind) -> Self {
        Self { kind, regex: OnceLock::new() }
    }

    const fn rule(&self) -> &'static str {
        match self.kind {
            Kind::Secret | Kind::Provider => "assigned-secret",
            Kind::Password | Kind::CommandLine => "password",
            Kind::Header => "authorization-header",
        }
    }

    pub(super) fn expression(&self) -> String {
        let assigned =
            |words: &str| format!(r"(?i)(?:{words})[a-z0-9_.-]{{0,40}}(?:{OPERATOR}|{IN_PROSE}){VALUE}");
        match self.kind {
            Kind::Secret => {
                assigned("token|secret|key|auth|credentials?|creds?|bearer|access|api|client[_-]?id")
            }
            Kind::Password => assigned("passw(?:or)?d|passphrase|pwd"),
            Kind::Provider => {
                format!(r"(?i)(?:\b|_)(?:{})[a-z0-9_.-]{{0,40}}{OPERATOR}{VALUE}", PROVIDERS.join("|"))
            }
            Kind::Header => String::from(
                r#"(?i)authorization["']?[ \t]*:[ \t]*["']?(?:(?:basic|bearer|digest|token|api-?token|api-?key)[ \t]+)?([A-Za-z0-9._~+/=@:-]{8})"#,
            ),
            Kind::CommandLine => String::from(
                r#"(?i)\bcurl\b(?:[^\n]|\\\n)*?[ \t](?:-u|--user)(?:[ \t]*|=)["']?(?:[^\s:"'<$({]*:([^\s"'<$({]{3})|([^\s:"'<$({]{8}))"#,
            ),
        }
    }

    pub(super) fn detect(&self, text: &[u8], secrets: &mut Vec<Secret>) {
        let Some(regex) = self.regex.get_or_init(|| compile(&self.expression())) else { return };
        let mut at = 0;
        while let Some(captures) = regex.captures_at(text, at) {
            let name_at = captures.get(0).map_or(at, |whole| whole.start());
            let Some(start) = captures.get(1).or(captures.get(2)).map(|value| value.start()) else { break };
            let value = self.value(text, start, MAX_TESTED);
            if self.is_secret(name_around(text, name_at), trimmed(value), text.get(start + value.len())) {
                let whole = trimmed(self.value(text, start, usize::MAX)).len();
                let end = start + whole.max(quoted_length(text, start));
                secrets.push(Secret::new(start..end, self.rule()));
                at = end;
            } else {
                // The value may be the name of another assignment.
                at = start;
            }
        }
    }

    /// The value that starts at `start`, up to `limit` bytes of it.
    fn value<'t>(&self, text: &'t [u8], start: usize, limit: usize) -> &'t [u8] {
        let belongs = |byte: &&u8| match self.kind {
            Kind::CommandLine => !byte.is_ascii_whitespace() && !b"\"'".contains(byte),
            _ => byte.is_ascii_alphanumeric() || b"_.=+/~:$@!%^&*?#-".contains(byte),
        };
        let rest = text.get(start..).unwrap_or_default();
        rest.get(..rest.iter().take(limit).take_while(belongs).count()).unwrap_or_default()
    }

    fn is_secret(&self, name: &[u8], value: &[u8], next: Option<&u8>) -> bool {
        // A call or a template is no value.
        if is_placeholder(value) || value.starts_with(b"$") || next.is_some_and(|byte| b"({[<".contains(byte))
        {
            return false;
        }
        match self.kind {
            Kind::Secret => looks_generated(value, 10) && !is_about_a_secret(name, value),
            Kind::Provider => looks_generated(value, 16) && !is_about_a_secret(name, value),
            Kind::Header => entropy(value) >= MIN_ENTROPY && value.iter().any(u8::is_ascii_digit),
            Kind::Password => looks_generated(value, 8) || looks_chosen(value),
            Kind::CommandLine => is_mixed(value),
        }
    }
}

/// The identifier around the byte `at`.
fn name_around(text: &[u8], at: usize) -> &[u8] {
    let belongs = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
    let before = text.get(..at).unwrap_or_default().iter().rev().take(MAX_TESTED).take_while(belongs).count();
    let after = text.get(at..).unwrap_or_default().iter().take(MAX_TESTED).take_while(belongs).count();
    text.get(at - before..at + after).unwrap_or_default()
}

/// Whether a name says that its value is public, or only something about a secret: `publicKey`, `key_file`. A UUID may be
/// a secret, but not if it is called an id.
fn is_about_a_secret(name: &[u8], value: &[u8]) -> bool {
    let name = name.to_ascii_lowercase();
    let holds = |word: &[u8]| memchr::memmem::find(&name, word).is_some();
    ABOUT_A_SECRET.iter().any(|end| name.ends_with(end))
        || holds(b"public")
        || holds(b"csrf")
        || name.ends_with(b"id") && is_uuid(value)
}

/// The length of the quoted text that starts at `start`, if it is one word.
fn quoted_length(text: &[u8], start: usize) -> usize {
    let quote =
        start.checked_sub(1).and_then(|before| text.get(before)).filter(|byte| b"\"'`".contains(byte));
    let rest = text.get(start..).unwrap_or_default();
    let length = rest
        .iter()
        .take(MAX_TESTED)
        .take_while(|byte| Some(*byte) != quote && byte.is_ascii_graphic())
        .count();
    if quote.is_some() && rest.get(length) == quote { length } else { 0 }
}

/// Whether `value` mixes kinds of characters, as passwords do. In a command line, what follows the user is one, unless it is a
/// placeholder.
fn is_mixed(value: &[u8]) -> bool {
    let has = |like_this: fn(&u8) -> bool| value.iter().any(like_this);
    let letters = has(u8::is_ascii_alphabetic);
    let changes = value
        .windows(2)
        .filter(|pair| matches!(pair, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase()));
    letters && (has(u8::is_ascii_digit) || has(|byte| b"!@#$%^&*?~+=".contains(byte))) || changes.count() >= 2
}

/// Whether `value` looks generated by a machine: a UUID or a hash, which may be secrets if assigned to a word for secrets, a long
/// number, or a value without structure.
fn looks_generated(value: &[u8], min_length: usize) -> bool {
    let long_number = value.len() >= 14 && value.iter().all(u8::is_ascii_digit);
    value.len() >= min_length
        && entropy(value) >= MIN_ENTROPY
        && (long_number || is_identifier(value) || !is_structured(value))
}

/// Whether `value` looks like a password that a person chose: letters, digits and punctuation.
fn looks_chosen(value: &[u8]) -> bool {
    let has = |like_this: fn(&u8) -> bool| value.iter().any(like_this);
    let unusual = |byte: &u8| b"!@#$%^&*?~+=".contains(byte);
    has(u8::is_ascii_alphabetic) && has(u8::is_ascii_digit) && has(unusual)
}

/// A value without the punctuation of the sentence it stands in.
fn trimmed(value: &[u8]) -> &[u8] {
    let length = value.iter().rposition(|byte| !b".:?!".contains(byte)).map_or(0, |last| last + 1);
    value.get(..length).unwrap_or_default()
}
