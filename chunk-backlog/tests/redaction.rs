//! Redaction (B21): what is found, what is not, and that nothing of it gets out. The secrets are made up here, when the
//! test runs.
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, clippy::panic, missing_docs)]

use chunk_backlog::{
    BacklogConfig, BacklogPolicy, Document,
    chunk_core::{Policy, Source, Warning},
    redact::{Detector, Secret},
};
use chunk_testkit::generate;
use generate::Rng;
use rstest::rstest;

const PATH: &str = "products/demo/items/DEMO-1_a.md";

const ALNUM: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LOWER: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BECH32: &str = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L";
const HEX: &str = "0123456789abcdef";
const DIGITS: &str = "0123456789";

fn policy() -> BacklogPolicy {
    BacklogPolicy::new(BacklogConfig::default()).unwrap()
}

/// `length` characters of `alphabet`.
fn random(seed: u64, alphabet: &str, length: usize) -> String {
    let mut random = Rng::with_seed(seed);
    let alphabet: Vec<char> = alphabet.chars().collect();
    (0..length).map(|_| *random.choice(&alphabet).unwrap()).collect()
}

/// A secret of this form: `<alphabet><length>` between braces is random.
fn made_up(form: &str, seed: u64) -> String {
    let mut made = String::new();
    for (index, part) in form.split(['{', '}']).enumerate() {
        if index % 2 == 0 {
            made.push_str(part);
            continue;
        }
        let (alphabet, length) = part.split_at(1);
        let alphabet = match alphabet {
            "a" => ALNUM,
            "l" => LOWER,
            "u" => UPPER,
            "w" => LETTERS,
            "h" => HEX,
            "b" => BECH32,
            _ => DIGITS,
        };
        made += &random(seed + index as u64, alphabet, length.parse().unwrap());
    }
    made
}

#[rstest]
#[case("A3-{u6}-{u11}-{u5}-{u5}-{u5}", "1password-token")]
#[case("p8e-{h32}", "adobe-token")]
#[case("AGE-SECRET-KEY-1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE", "age-key")]
#[case("pat{a14}.{h64}", "airtable-token")]
#[case("LTAI{l20}", "alibaba-key")]
#[case("sk-ant-api03-{a93}AA", "anthropic-key")]
#[case("AKCp{a69}", "artifactory-token")]
#[case("ATATT3{a180}", "atlassian-token")]
#[case("AKIA{u16}", "aws-key")]
#[case("ASIA{u16}", "aws-key")]
#[case("{a3}8Q~{a34}", "azure-secret")]
#[case("CLOJARS_{l60}", "clojars-token")]
#[case("dapi{h32}", "databricks-token")]
#[case("dop_v1_{h64}", "digitalocean-token")]
#[case("dckr_pat_{a27}", "docker-token")]
#[case("dp.pt.{a43}", "doppler-token")]
#[case("dt0c01.{u24}.{u64}", "dynatrace-token")]
#[case("EZAK{a54}", "easypost-token")]
#[case("fo1_{a43}", "flyio-token")]
#[case("ghp_{a36}", "github-token")]
#[case("ghs_{a36}", "github-token")]
#[case("github_pat_{a22}_{a59}", "github-token")]
#[case("glpat-{a20}", "gitlab-token")]
#[case("glrt-t2_{a27}.{l9}", "gitlab-token")]
#[case("AIza{a35}", "google-key")]
#[case("GOCSPX-{a28}", "google-key")]
#[case("glsa_{a32}_{h8}", "grafana-token")]
#[case("{l14}.atlasv1.{a64}", "hashicorp-token")]
#[case("hvs.{a95}", "hashicorp-token")]
#[case("hf_{w34}", "huggingface-token")]
#[case("eyJ{a30}.eyJ{a60}.{a43}", "jwt")]
#[case("lin_api_{a40}", "linear-token")]
#[case("{h32}-us12", "mailchimp-key")]
#[case("key-{h32}", "mailgun-key")]
#[case("NRAK-{u27}", "newrelic-key")]
#[case("ntn_{d11}{a35}", "notion-token")]
#[case("npm_{a36}", "npm-token")]
#[case("API-{u26}", "octopus-key")]
#[case("sk-proj-{a70}T3BlbkFJ{a70}", "openai-key")]
#[case("sk-{a20}T3BlbkFJ{a20}", "openai-key")]
#[case("pplx-{a48}", "perplexity-key")]
#[case("pscale_tkn_{a43}", "planetscale-token")]
#[case("PMAK-{h24}-{h34}", "postman-key")]
#[case("pul-{h40}", "pulumi-token")]
#[case("pypi-AgEIcHlwaS5vcmc{a80}", "pypi-token")]
#[case("rubygems_{h48}", "rubygems-token")]
#[case("SG.{a22}.{a43}", "sendgrid-key")]
#[case("xkeysib-{h64}-{a16}", "sendinblue-key")]
#[case("sntryu_{h64}", "sentry-token")]
#[case("shpat_{h32}", "shopify-token")]
#[case("xoxb-{d12}-{d13}-{a24}", "slack-token")]
#[case("xapp-1-{u11}-{d13}-{h64}", "slack-token")]
#[case("https://hooks.slack.com/services/T{u8}/B{u8}/{a24}", "slack-webhook")]
#[case("sq0csp-{a43}", "square-token")]
#[case("sk_live_{a24}", "stripe-key")]
#[case("{d10}:A{a34}", "telegram-token")]
#[case("SK{h32}", "twilio-key")]
fn tokens_are_known_by_their_form(#[case] form: &str, #[case] rule: &str) {
    for seed in 0..5 {
        let secret = made_up(form, seed);
        let text = format!("It printed `{secret}` (twice: {secret}).");
        let expected = format!("It printed `[REDACTED:{rule}]` (twice: [REDACTED:{rule}]).");
        assert_eq!(policy().redact(&text), expected, "{secret}");
    }
}

#[rstest]
#[case("token = \"{l24}\"")]
#[case("TOKEN={l24}")]
#[case("export API_KEY={l24}")]
#[case("apiKey := `{l24}`")]
#[case("var accessToken string = \"{l24}\"")]
#[case("\"client_secret\": \"{l24}\",")]
#[case("client-secret: '{h40}'")]
#[case("  \"secretKey\" => \"{l32}\"")]
#[case("setProperty(\"AUTH_TOKEN\", \"{l32}\")")]
#[case("<apiToken>\n    {l32}\n</apiToken>")]
#[case("\"line\": \"TOKEN={l24}\\nNEXT=1\"")]
#[case("tool --token {l24} run")]
#[case("Authorization: Bearer {l32}")]
#[case("curl -H 'Authorization: Basic {a24}' https://a.example")]
#[case("curl -u admin:{l12} https://a.example")]
#[case("curl -d x \\\n  --user ':{l12}' https://a.example")]
#[case("curl -u \"{l12}:\" https://a.example")]
#[case("curl -k -u elastic:P@{a12}7 https://a.example")]
#[case("curl -X POST --user 'ops@a.example:{l12}1' https://a.example")]
#[case("AGE_KEY=AGE-SECRET-KEY-1{b58}")]
#[case("BUNDLE_GEMS__EXAMPLE__COM: {h8}12ab:{h12}")]
#[case(
    "apiVersion: v1\nkind: Secret\ndata:\n  # of the index\n  name: |\n    {a16}0\n  other: \"{a20}0==\"\n"
)]
#[case("stringData:\n  key: {l16}12\ntype: Opaque\nkind: \"Secret\"\n")]
#[case("\"client_id\": \"{h64}\"")]
#[case("access: {l24}")]
#[case("log in with the token `{l24}` please")]
#[case("The password is {l14}7?, the old one was different")]
#[case("'secret_key' => 'sk_{a16}#0&@{a12}',")]
#[case("https://user:{a12}@db.example.com/x")]
#[case("heroku_key: {h8}-{h4}-{h4}-{h4}-{h12}")]
#[case("secret: {h64}")]
#[case("datadog: {h40}")]
#[case("password = \"x!7{a6}?\"")]
#[case("client_id token 12{d16}")]
fn values_are_known_by_what_they_are_assigned_to(#[case] form: &str) {
    for seed in 0..5 {
        let text = made_up(form, seed);
        let redacted = policy().redact(&text).into_owned();
        assert!(redacted.contains("[REDACTED:"), "{text}");
        let random: Vec<&str> =
            text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| word.len() > 11).collect();
        for word in random.iter().filter(|word| word.bytes().any(|byte| byte.is_ascii_digit())) {
            assert!(!redacted.contains(word), "{redacted}");
        }
    }
}

/// Of a value that a person chose, all signs count that stand on the keys of the digits.
#[rstest]
#[case("password = \"{}\" next", "vR8#kq2!Lz0p")]
#[case("PASSWORD={} next", "vR8kq2!#Lz0p")]
#[case("the password is {}, not the old one", "#q7Zt!x93Lm")]
#[case("token: {} next", "9fK2m#Q7xR4tB1vLp")]
fn a_number_sign_ends_no_value(#[case] text: &str, #[case] secret: &str) {
    let redacted = policy().redact(&text.replace("{}", secret)).into_owned();
    let rule = if text.starts_with("token") { "assigned-secret" } else { "password" };
    assert_eq!(redacted, text.replace("{}", &format!("[REDACTED:{rule}]")));
}

#[rstest]
#[case::uuid("uid: 019b8f52-9fd0-7c50-9d2b-46aa5e89d346 of DEMO-TSK-0001")]
#[case::ulid("see 01ARZ3NDEKTSV4RRFFQ69G5FAV")]
#[case::hash("commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904")]
#[case::digest("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")]
#[case::variable("password: ${DB_PASSWORD_2}, token=$TOKEN_2026, key=%{key1}")]
#[case::template("secret: {{ vault.secret1x2y3z }} and token: <your-token-1a2b3c4d5e>")]
#[case::path("key_file: /etc/ssl/private/server1.pem, token path: src/auth/token_store2.rs")]
#[case::call("token = read_token_v2(path), key := make_key1x2y3(4)")]
#[case::prose("the password: at least 8 characters; a token: 1,200 characters, key: value")]
#[case::identifier("key: KABSD-TSK-0059, auth: oauth2, token_type: bearer_v2")]
#[case::date("token expires: 2026-01-09T18:05:00Z, key rotated: 2026-01-09 18:05")]
#[case::issue("token: rust-lang/rust#12345, the key chunk#12, color key: #1a2b3c4d")]
#[case::version("token: 1.10.3-rc.2, credentials: v2.0.1")]
#[case::placeholder("API_KEY=xxxxxxxxxxxxxxxx1234, token: your-token-a1b2c3d4e5")]
#[case::url("https://user@example.com:8080/a and mailto:a:b@example.com")]
#[case::url_template("https://x-access-token:${TOKEN}@github.com/a/b and https://user:password@host/")]
#[case::header_template("Authorization: Bearer $API_KEY1, Authorization: Bearer <token1>")]
#[case::mentioned_key_block("between -----BEGIN PRIVATE KEY----- and -----END PRIVATE KEY----- lines")]
#[case::public_key(
    "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n-----END PUBLIC KEY-----"
)]
#[case::marker("token: [REDACTED:github-token], password = \"[REDACTED:password]\"")]
#[case::public_values(
    "public_key = \"9Cnzj4p4WGeKLs1Pt8QuKUpRKfFLfRYC9AIKjbJTWit\", csrf-token=Mj2qykJO5rELyHgezQ69nzUX0i3"
)]
#[case::about_secrets(
    "report_access_id: e8e4df51-2054-49b0-ab1c-516ac95c691d, API_version=9a038989604e8da62ecddbe2094b"
)]
#[case::rust_paths("use tiktoken_rs::cl100k_base1x2y; key::a1b2c3d4e5f6")]
#[case::config_map("kind: ConfigMap\ndata:\n  name: YWJjMTIzNDU2Nzg5\n---\nkind: Secret\n")]
#[case::curl_variables(
    "curl -u \"$USER:$PASS\" a; curl -u test:test b; curl --user user:password c; curl --user-agent a:b123456 d"
)]
#[case::talk("the password is too short1, a token was generated2, the key \"version-2.0-final3\" is used")]
#[case::identifiers("s.AcceptanceTimeoutSeconds, s.makeKubeConfigController = args, key: ArrowLeft2Right")]
#[case::one_case("s.thisstringisalllowercase, s.THISSTRINGISALLUPPERCASE, AKIATHISISALLUPPERC")]
#[case::repeated("ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, shpat_00000000000000000000000000000000")]
#[case::age_placeholder("AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ")]
#[case::alphabet("api key AIzaabcdefghijklmnopqrstuvwxyzABCDEFGHI is none")]
#[case::longer_than_the_form("hf_thisisalllowercaseandnotoken and dapi0123456789abcdef0123456789abcdef01")]
#[case::default_logins("postgres://postgres:postgres@localhost/db, amqp://guest:guest@localhost")]
#[case::curl_words("curl -u 'foo:bar' a; curl -u elastic:changeme b; curl -u \"%USER%:%PASS%\" c")]
#[case::key_without_body(
    "-----BEGIN PRIVATE KEY-----\nYOUR_PRIVATE_KEY_CONTENT_GOES_HERE\n-----END PRIVATE KEY-----"
)]
#[case::words("ghp_ and sk-ant- and xoxb-your-token are prefixes")]
fn what_is_no_secret_stays(#[case] text: &str) {
    assert_eq!(policy().redact(text), text);
}

fn key_block(label: &str) -> String {
    let lines: Vec<String> = (0..6).map(|line| random(line, ALNUM, 64)).collect();
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----", lines.join("\n"))
}

#[rstest]
#[case("RSA PRIVATE KEY")]
#[case("OPENSSH PRIVATE KEY")]
#[case("PGP PRIVATE KEY BLOCK")]
fn private_keys_go_whole(#[case] label: &str) {
    let block = key_block(label);
    for block in [block.clone(), block.replace('\n', "\\n"), block.replace('\n', "\n    ")] {
        let text = format!("before\n{block}\nbehind");
        assert_eq!(policy().redact(&text), "before\n[REDACTED:private-key]\nbehind", "{block}");
    }
    // Cut off: what is left of the key goes, and the text after it stays.
    let torn = block.rsplit_once('\n').unwrap().0;
    let text = format!("{torn}\n\nThis is what was left of the key that we found.\n");
    let expected = "[REDACTED:private-key]\n\nThis is what was left of the key that we found.\n";
    assert_eq!(policy().redact(&text), expected);
}

#[test]
fn no_secret_gets_out() {
    let token = made_up("ghp_{a36}", 1);
    let id = made_up("AKIA{u16}", 2);
    let key = key_block("PRIVATE KEY");
    let text = format!(
        "---\nid: {token}\ntitle: Rotate {token}\nstate: {token}\nparent: {token}\ntags: ['{id}', a]\n\
         updated: {token}\nuid: [{token}]\n---\n# Context\n\n{key} was found. {token}\n\n# Log {token}\n\n# Worklog\n\n\
         2026-01-06 {token}\n{token}\n"
    );
    let policy = policy();
    let mut out = Vec::new();
    let mut warnings = Vec::new();
    let unit = policy.unit(Source::new(PATH, text.as_bytes())).unwrap();
    policy.write_jsonl(unit, &mut out, &mut |warning: Warning| warnings.push(warning.to_string())).unwrap();
    let seen = format!("{} {}", String::from_utf8(out).unwrap(), warnings.join(" "));
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    for secret in [&*token, &*id, &*token.to_lowercase(), &*id.to_lowercase(), &key[40..80]] {
        assert!(!seen.contains(secret), "{secret}: {seen}");
    }
    let chunks = policy.collect(Document::new(PATH, &text)).unwrap().chunks;
    assert_eq!(chunks[0].text, "Rotate [REDACTED:github-token]\n[REDACTED:private-key] was found.");
    assert_eq!(chunks[0].metadata.tags, ["[REDACTED:aws-key]", "a"]);
    assert_eq!(chunks[0].metadata.redaction, "redacted:aws-key,github-token,private-key");
    assert_eq!(chunks[2].text, "# Log [REDACTED:github-token]");
    assert_eq!(chunks[2].metadata.redaction, "redacted:aws-key,github-token");

    for broken in [
        format!("---\n{token}: a\n{token}: b\n---\n"),
        format!("---\na: {token}: b\n---\n"),
        format!("---\na: 1\n{token}\n---\n"),
    ] {
        let error = policy.collect(Document::new(PATH, &broken)).unwrap_err();
        assert!(!error.to_string().contains(&token) && error.position().is_some(), "{error}");
    }
}

#[test]
fn redaction_is_off_only_on_request() {
    let token = made_up("ghp_{a36}", 1);
    let mut config = BacklogConfig::default();
    config.redact = false;
    let policy = BacklogPolicy::new(config).unwrap();
    assert_eq!(policy.redact(&token), token);
    let chunks = policy.collect(Document::new(PATH, &token)).unwrap().chunks;
    assert_eq!(chunks[1].metadata.redaction, "none");
}

/// Finds what stands between `<` and `>`, and beyond the text.
#[derive(Debug)]
struct Angles(&'static str);

impl Detector for Angles {
    fn detect(&self, text: &str, secrets: &mut Vec<Secret>) {
        let starts = text.match_indices('<').map(|(at, _)| at);
        secrets.extend(
            starts.zip(text.match_indices('>')).map(|(start, (end, _))| Secret::new(start..end, self.0)),
        );
        secrets.push(Secret::new(text.len() + 5..text.len() + 9, "beyond"));
    }
}

#[rstest]
#[case::added("angle", "é <b c> d", "é [REDACTED:angle]> d")]
#[case::bad_name("No Name]", "<b>", "[REDACTED:secret]>")]
#[case::first_of_overlapping("angle", "<ghp_TOKEN>", "[REDACTED:angle]>")]
fn own_rules_are_added(#[case] rule: &'static str, #[case] text: &str, #[case] expected: &str) {
    let text = text.replace("TOKEN", &random(1, ALNUM, 36));
    assert_eq!(policy().with_detector(Angles(rule)).redact(&text), expected);
}

/// A clone has the detectors of its own time.
#[test]
fn a_clone_redacts_as_its_original() {
    let policy = policy().with_detector(Angles("angle"));
    let clone = policy.clone().with_detector(Angles("later"));
    drop(policy);
    assert_eq!(clone.redact("<b>"), "[REDACTED:angle]>");
}
