//! Secrets that come in a form of their own: private keys, headers, URLs.

use super::redact;
use rstest::rstest;

const KEY: &str = "cOWOA1HYro5Pbqw0L8Ixt7CHFus/wSiWuWIjF3SUKHczwo7oulO9tWuIJFd9U+zC";

#[rstest]
#[case::headers(
    "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,07F044E5\n\nK\nK\n-----END RSA PRIVATE KEY-----",
    "◊"
)]
#[case::removed("------BEGIN PRIVATE KEY-----\n-K\n------END PRIVATE KEY-----", "-◊")]
#[case::log(
    "10:11 app: -----BEGIN PRIVATE KEY-----\n10:11 app: K\n10:11 app: -----END PRIVATE KEY-----",
    "10:11 app: ◊"
)]
#[case::ssh2("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nK\n---- END SSH2 ENCRYPTED PRIVATE KEY ----", "◊")]
#[case::putty(
    "Public-Lines: 1\nK\nPrivate-Lines: 2\nK\nK\nPrivate-MAC: 1",
    "Public-Lines: 1\nK\nPrivate-Lines: 2\n◊\nPrivate-MAC: 1"
)]
#[case::jwk(
    "{\"kty\":\"EC\",\"x\":\"K\",\"d\":\"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9\"}",
    "{\"kty\":\"EC\",\"x\":\"K\",\"d\":\"◊\"}"
)]
#[case::xml("<Modulus>K</Modulus><D>K</D>", "<Modulus>K</Modulus><D>◊</D>")]
#[case::bare("MIIEowIBAAKCAQEA0Zf2\nK\nK", "◊")]
fn private_keys_in_every_dress(#[case] text: &str, #[case] expected: &str) {
    let redacted = redact(
        &text
            .replace('K', "\u{1}")
            .replace("PRIVATE \u{1}EY", "PRIVATE KEY")
            .replace("AA\u{1}CAQ", "AAKCAQ")
            .replace('\u{1}', KEY),
    );
    let expected = expected.replace('K', KEY).replace('◊', "[REDACTED:private-key]");
    assert_eq!(redacted, expected);
}

#[rstest]
#[case("Authorization: Basic OhbVrpoiVgRV5IfLBcbf")]
#[case("authorization: SSWS OhbVrpoiVgRV5IfLBcbf")]
#[case("Authorization: Digest username=\"a\", response=\"OhbVrpoiVgRV5IfLBcbf\"")]
#[case("Authorization: AWS4-HMAC-SHA256 Credential=x/y, Signature=9f86d081884c7d659a2feaa0c55ad015")]
#[case("\"Authorization\": \"Bearer OhbVrpoiVgRV5IfLBcbf\"")]
#[case("Cookie: a=b; JSESSIONID=OhbVrpoiVgRV5IfLBcbf")]
#[case("Set-Cookie: PHPSESSID=OhbVrpoiVgRV5IfLBcbf; path=/")]
#[case("X-Vault-Token: OhbVrpoiVgRV5IfLBcbf")]
fn headers(#[case] text: &str) {
    let redacted = redact(text);
    assert!(
        !redacted.contains("OhbV") && !redacted.contains("9f86") && redacted.contains("REDACTED"),
        "{redacted}"
    );
}

#[rstest]
#[case(
    "postgres://bob:aB3$x(9k@db.example:5432/x",
    "postgres://bob:[REDACTED:url-credentials]@db.example:5432/x"
)]
#[case("see amqp://bob:aB3/x{9k@h/ now", "see amqp://bob:[REDACTED:url-credentials]@h/ now")]
#[case("redis://:aB3#x9k@h:6379", "redis://:[REDACTED:url-credentials]@h:6379")]
#[case("http://localhost:8080/@scope/x", "http://localhost:8080/@scope/x")]
#[case("https://bob:${PASSWORD}@h/x", "https://bob:${PASSWORD}@h/x")]
fn passwords_in_urls(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(redact(text), expected);
}
