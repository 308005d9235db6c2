//! Values that look random and are assigned to a word such as `password`, in code, configuration, markup, a command
//! line or a header.

use super::{
    Secret,
    built_in::compile,
    random::{entropy, is_identifier, is_placeholder, is_structured},
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

/// All kinds, with the literals one of which stands in every match.
pub(super) const ALL: [(Kind, &[&str]); 5] = [
    (Kind::Secret, &["token", "secret", "key", "auth", "credential", "bearer", "cred"]),
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

/// How many bytes of a value are tested.
const MAX_TESTED: usize = 256;

/// The least entropy of a value, in bits a character.
const MIN_ENTROPY: f64 = 2.7;

/// How a value starts.
const VALUE: &str = r"([A-Za-z0-9_.=+/~:$@!%^&*?-]{6})";

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

    fn expression(&self) -> String {
        match self.kind {
            Kind::Secret => format!(
                r"(?i)(?:token|secret|key|auth|credentials?|creds?|bearer)[a-z0-9_.-]{{0,40}}(?:{OPERATOR}|[ \t]+){VALUE}"
            ),
            Kind::Password => format!(
                r"(?i)(?:passw(?:or)?d|passphrase|pwd)[a-z0-9_.-]{{0,40}}(?:{OPERATOR}|[ \t]+){VALUE}"
            ),
            Kind::Provider => {
                format!(r"(?i)(?:\b|_)(?:{})[a-z0-9_.-]{{0,40}}{OPERATOR}{VALUE}", PROVIDERS.join("|"))
            }
            Kind::Header => String::from(
                r#"(?i)authorization["']?[ \t]*:[ \t]*["']?(?:(?:basic|bearer|digest|token|api-?token|api-?key)[ \t]+)?([A-Za-z0-9._~+/=@:-]{8})"#,
            ),
            Kind::CommandLine => String::from(
                r#"(?i)\bcurl\b[^\n]*?[ \t](?:-u|--user)(?:[ \t]*|=)["']?[^\s:"'<$({]*:([^\s"'<$({]{3,})"#,
            ),
        }
    }

    pub(super) fn detect(&self, text: &[u8], secrets: &mut Vec<Secret>) {
        let Some(regex) = self.regex.get_or_init(|| compile(&self.expression())) else { return };
        let mut at = 0;
        while let Some(captures) = regex.captures_at(text, at) {
            let Some(start) = captures.get(1).map(|value| value.start()) else { break };
            let end = start + self.value_length(text, start, MAX_TESTED);
            let value = trimmed(text.get(start..end).unwrap_or_default());
            if self.is_secret(value, text.get(end)) {
                let end = start + self.value_length(text, start, usize::MAX);
                let length = trimmed(text.get(start..end).unwrap_or_default()).len();
                secrets.push(Secret::new(start..start + length, self.rule()));
                at = end;
            } else {
                // The value may be the name of another assignment.
                at = start;
            }
        }
    }

    fn value_length(&self, text: &[u8], start: usize, limit: usize) -> usize {
        let belongs = |byte: &&u8| match self.kind {
            Kind::CommandLine => !byte.is_ascii_whitespace() && !b"\"'".contains(byte),
            _ => byte.is_ascii_alphanumeric() || b"_.=+/~:$@!%^&*?-".contains(byte),
        };
        text.iter().skip(start).take(limit).take_while(belongs).count()
    }

    fn is_secret(&self, value: &[u8], behind: Option<&u8>) -> bool {
        // A call or a template is no value.
        if is_placeholder(value)
            || value.starts_with(b"$")
            || behind.is_some_and(|byte| b"({[<".contains(byte))
        {
            return false;
        }
        match self.kind {
            Kind::Secret => is_random(value, 10),
            Kind::Provider => is_random(value, 16),
            Kind::Header => entropy(value) >= MIN_ENTROPY && value.iter().any(u8::is_ascii_digit),
            Kind::Password => is_random(value, 8) || is_chosen(value),
            Kind::CommandLine => is_random(value, 6) || is_chosen(value),
        }
    }
}

/// Whether `value` looks like made by a machine: a UUID and a hash, which count where they are assigned to a word for
/// secrets, a long number, or what has no structure.
fn is_random(value: &[u8], min_length: usize) -> bool {
    let long_number = value.len() >= 14 && value.iter().all(u8::is_ascii_digit);
    value.len() >= min_length
        && entropy(value) >= MIN_ENTROPY
        && (long_number || is_identifier(value) || !is_structured(value))
}

/// Whether `value` looks like a password made by a person: letters, digits and punctuation.
fn is_chosen(value: &[u8]) -> bool {
    let has = |like_this: fn(&u8) -> bool| value.iter().any(like_this);
    let unusual = |byte: &u8| b"!@#$%^&*?~+=".contains(byte);
    has(u8::is_ascii_alphabetic) && has(u8::is_ascii_digit) && has(unusual)
}

/// A value without the punctuation of the sentence it stands in.
fn trimmed(value: &[u8]) -> &[u8] {
    let length = value.iter().rposition(|byte| !b".:?!".contains(byte)).map_or(0, |last| last + 1);
    value.get(..length).unwrap_or_default()
}
