//! Which names mean a secret, and what their values must look like (B21). Neither is in a frozen case.

use super::redact;
use rstest::rstest;

/// A word with a digit, which only a person would choose; a short password with signs; what a machine made, of 12 and of 20 characters.
const VALUES: [&str; 4] = ["Monday7", "ab1!cd2#", "x7q9z2k4m8w1", "x7q9z2k4m8w1p5r3t6y0"];

const PASSWORD: [&str; 4] = ["password"; 4];
const SECRET: [&str; 4] = ["", "assigned-secret", "assigned-secret", "assigned-secret"];
const VAGUE: [&str; 4] = ["", "", "assigned-secret", "assigned-secret"];
const PROVIDER: [&str; 4] = ["", "", "", "assigned-secret"];
const SESSION: [&str; 4] = ["", "", "", "session-cookie"];
const NONE: [&str; 4] = [""; 4];

#[rstest]
#[case("password", PASSWORD)]
#[case("DB_PASS", PASSWORD)]
#[case("rootpw", PASSWORD)]
#[case("spring.datasource.password", PASSWORD)]
#[case("-Dstorepass", PASSWORD)]
#[case("Kennwort", PASSWORD)]
#[case("DB_PASSWORD_PROD", PASSWORD)]
#[case("passwords", PASSWORD)]
#[case("X-Api-Key", SECRET)]
#[case("APIKey", SECRET)]
#[case("API key", SECRET)]
#[case("SECRET_KEY_BASE", SECRET)]
#[case("key", VAGUE)]
#[case("the key", VAGUE)]
#[case("secret_santa", VAGUE)]
#[case("client_id", VAGUE)]
#[case("snyk", PROVIDER)]
#[case("ASP.NET_SessionId", SESSION)]
#[case("tokenizer", NONE)]
#[case("keyword", NONE)]
#[case("author", NONE)]
#[case("apiGroup", NONE)]
#[case("password_length", NONE)]
#[case("token_expiry", NONE)]
#[case("secretName", NONE)]
#[case("public_key", NONE)]
#[case("public key", NONE)]
#[case("primary key", NONE)]
#[case("sitekey", NONE)]
#[case("Idempotency-Key", NONE)]
#[case("bypass", NONE)]
#[case("compass", NONE)]
#[case("monkey", NONE)]
fn names_mean_what_their_words_say(#[case] name: &str, #[case] rules: [&str; 4]) {
    for (value, rule) in VALUES.into_iter().zip(rules) {
        let expected = if rule.is_empty() { value.to_owned() } else { format!("[REDACTED:{rule}]") };
        assert_eq!(redact(&format!("{name}={value}")), format!("{name}={expected}"));
    }
}

/// Words are no secrets; names with a number are passwords alone; what is no name is either.
#[rstest]
#[case("getPassword", "")]
#[case("DBPassword", "")]
#[case("db-credentials", "")]
#[case("required", "")]
#[case("Straßenbahn", "")]
#[case("HTTP", "")]
#[case("src/token_store2.rs", "")]
#[case("hunter2", "password")]
#[case("ArrowLeft2Right", "password")]
#[case("KABSD-TSK-0059", "password")]
#[case("Summer2026", "password token")]
#[case("qbqTBpownuWB", "password token")]
#[case("FEjfkBywelKtiurlWMmaKRfem", "password token")]
#[case("zvmtwbmdqkxr", "password token")]
#[case("a8f3k2m9x1q7", "password token")]
#[case("Summer2026!", "password token")]
fn values_are_what_they_look_like(#[case] value: &str, #[case] found: &str) {
    for name in ["password", "token"] {
        let is_found = redact(&format!("{name} = {value}")).contains("[REDACTED:");
        assert_eq!(is_found, found.contains(name), "{name} = {value}");
    }
}

/// What has the form of a provider, and is none that one ever made.
#[rstest]
#[case("npm_SlackAppConfigurationAccessTokenHeresAndT")]
#[case("npm_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
#[case("npm_0123456789abcdefghijklmnopqrstuvwxyz")]
#[case("npm_aaaaaaaabbbbbbbbccccccccddddddddeeee")]
#[case("npm_THISISALLUPPERCTHISISALLUPPERCASESAN")]
fn what_is_made_up_stays(#[case] text: &str) {
    assert_eq!(redact(text), text);
}
