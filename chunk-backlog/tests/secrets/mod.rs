//! Values, names and places of secrets (B21), each with each, and what is no secret in the same places. All of it is made up.
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(clippy::unwrap_used, missing_docs)]

mod dress;
mod names;
mod pasted;

use chunk_backlog::BacklogPolicy;
use rstest::rstest;

fn redact(text: &str) -> String {
    BacklogPolicy::default().redact(text).into_owned()
}

/// Places for a name `N` and a value `V` without white space.
const PLACES: &[&str] = &[
    "export N=V",
    "N: V",
    "N : V",
    "- N: V (old)",
    "N := V",
    "N => V",
    "the N is V",
    "The N is now V.",
    "user bob, N: V, host x",
    "(N: V)",
    "**N:** V",
    "**N**: V",
    "**N: V**",
    "- **N** = `V`",
    "`N`: `V`",
    "`N=V`",
    "<b>N:</b> V",
    "N: <code>V</code>",
    "N: V<br>next",
    "<N>V</N>",
    "<N type=\"x\">V</N>",
    "<N>\n  V\n</N>",
    "<x user='bob' N='V'/>",
    "<add key=\"N\" value=\"V\"/>",
    "<property name=\"N\">V</property>",
    "<key>N</key>\n<string>V</string>",
    "<td>N</td><td>V</td>",
    "| N | V |",
    "| k | v |\n|---|---|\n| `N` | `V` |",
    "| user | N |\n|---|---|\n| bob | V |\n",
    "||user||N||\n|bob|V|",
    "user,N\nbob,V\n",
    "INSERT INTO t (id, N) VALUES (1, 'V')",
    "N\tV",
    "- name: N\n  value: V",
    "- name: N\n  value: \"V\"",
    "{\"name\": \"N\", \"value\": \"V\"}",
    "{\"value\": \"V\", \"name\": \"N\"}",
    "variable \"N\" {\n  type = string\n  default = \"V\"\n}",
    "N:\n  V",
    "N: >-\n  V\nnext: 1",
    "N:\n```\nV\n```",
    "## N\n\n`V`",
    "tool --N V run",
    "tool --N=V run",
    "docker run -e N=V img",
    "java -DN=V -jar x",
    "gh secret set N --body \"V\"",
    "https://x/p?a=1&N=V&b=2",
    "Server=h;N=V;Encrypt=true",
    "set(\"N\", \"V\")",
    "os.environ[\"N\"] = \"V\"",
    "os.getenv(\"N\", \"V\")",
    "{\\\"N\\\": \\\"V\\\"}",
    "&quot;N&quot;: &quot;V&quot;",
    "N: “V”",
    "N: «V»",
    "+  N: V",
    "-N=V",
    "2026-01-02 10:11 INFO N=V user=bob",
    "use V as the N",
];

/// A place with its name and its value. In the first example of a name both stand as they are.
fn fill(place: &str, name: &str, value: &str) -> String {
    let letters =
        place.replace('N', "\u{1}").replace('V', "\u{2}").replace("I\u{1}SERT I\u{1}TO", "INSERT INTO");
    let letters = letters.replace("\u{2}ALUES", "VALUES").replace("I\u{1}FO", "INFO");
    letters.replace('\u{1}', name).replace('\u{2}', value)
}

const PASSWORDS: &[&str] = &["Tr0ub4dor!3zQ", "Summer2026!", "Welcome123!", "kT9-vWq2xLm4", "x7Qz#Lm29pA"];
const SECRETS: &[&str] = &[
    "OhbVrpoiVgRV5IfLBcbfnoGMbJmTPSIA",
    "9f86d081884c7d659a2feaa0c55ad015",
    "5eb4223e-5008-46e5-be67-c7b8f2732305",
];

#[rstest]
#[case::password("password", PASSWORDS)]
#[case::prefix("DB_PASS", PASSWORDS)]
#[case::short("rootpw", PASSWORDS)]
#[case::path("spring.datasource.password", PASSWORDS)]
#[case::german("passwort", PASSWORDS)]
#[case::spanish("contraseña", PASSWORDS)]
#[case::russian("пароль", PASSWORDS)]
#[case::chinese("密码", PASSWORDS)]
#[case::token("AUTH_TOKEN", SECRETS)]
#[case::key("api_key", SECRETS)]
#[case::secret("clientSecret", SECRETS)]
fn a_secret_is_found_in_every_place(#[case] name: &str, #[case] values: &[&str]) {
    // These are made of ASCII letters in what they are used for.
    let is_ascii_only = |place: &str| place.contains("tool --") || place.contains("java");
    for place in PLACES.iter().filter(|place| name.is_ascii() || !is_ascii_only(place)) {
        for value in values {
            let text = fill(place, name, value);
            let redacted = redact(&text);
            assert!(!redacted.contains(value) && redacted.contains("[REDACTED:"), "{text} => {redacted}");
        }
    }
}

#[rstest]
#[case("2026-06-30T23:59:59Z")]
#[case("2026-06-30")]
#[case("10:11:12")]
#[case("${DB_PASSWORD}")]
#[case("$DB_PASSWORD_2")]
#[case("%DB_PASSWORD%")]
#[case("{{db_password}}")]
#[case("process.env.DB_PASSWORD2")]
#[case("var.db_password1")]
#[case("op://prod/db/password")]
#[case("arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-a1B2c3")]
#[case("/run/secrets/db_password1")]
#[case("./keys/server1.pem")]
#[case("string")]
#[case("varchar(255)")]
#[case("sha256")]
#[case("required")]
#[case("changeme")]
#[case("your_password_here1")]
#[case("xxxxxxxx1")]
#[case("********")]
#[case("AKIAIOSFODNN7EXAMPLE")]
#[case("[REDACTED:password]")]
#[case("getPassword()")]
#[case("v1.2.3")]
#[case("cl100k_base")]
fn what_is_no_secret_stays_in_every_place(#[case] value: &str) {
    for name in ["password", "DB_PASS", "AUTH_TOKEN", "api_key", "пароль"] {
        for place in PLACES {
            let text = fill(place, name, value);
            assert_eq!(redact(&text), text);
        }
    }
}

/// What ends a value, and what does not.
#[rstest]
#[case("password: Summer2026!", "password: ◊")]
#[case("pw: Summer2026!, user: bob", "pw: ◊, user: bob")]
#[case("password = \"ab(c[d{e<f,g;h|9\"", "password = \"◊\"")]
#[case("password = \"pq\\\"9kL#x2\" # old", "password = \"◊\" # old")]
#[case("password: 'it''s-9kL#x2'", "password: '◊'")]
#[case("password: Pässwört7x.", "password: ◊.")]
#[case("password: a(b)c,d;e9|f", "password: ◊")]
#[case("(password: kT9#vWq2)", "(password: ◊)")]
#[case("[password=kT9#vWq2]", "[password=◊]")]
#[case("password=kT9#vWq2;user=bob", "password=◊;user=bob")]
#[case("password=kT9#vWq2&user=bob", "password=◊&user=bob")]
#[case("{\"password\":\"kT9#vWq2\",\"a\":1}", "{\"password\":\"◊\",\"a\":1}")]
#[case("TOKEN=kT9vWq2xLm4\\nNEXT=1", "TOKEN=◊\\nNEXT=1")]
#[case("Pwd={kT9#v;Wq2};x=1", "Pwd={◊};x=1")]
#[case("password = r\"kT9#vWq2\"", "password = r\"◊\"")]
#[case("password = String::from(\"kT9#vWq2\");", "password = String::from(\"◊\");")]
#[case("password: ${DB_PASS:-kT9#vWq2}", "password: ${DB_PASS:◊}")]
fn the_form_says_where_a_value_ends(#[case] text: &str, #[case] expected: &str) {
    let redacted =
        redact(text).replace("[REDACTED:password]", "◊").replace("[REDACTED:assigned-secret]", "◊");
    assert_eq!(redacted, expected);
}

/// What people reported of other tools: each of these went through, or was redacted, on 2026-11-28.
#[rstest]
#[case("**Password:** Tr0ub4dor!3zQ", "**Password:** [REDACTED:password]")]
#[case("- **Password**: `Tr0ub4dor!3zQ`", "- **Password**: `[REDACTED:password]`")]
#[case("- **API key:** OhbVrpoiVgRV5IfLBcbfnoGMbJmTPSIA", "- **API key:** [REDACTED:assigned-secret]")]
#[case("  <password>Tr0ub4dor!3zQ</password>", "  <password>[REDACTED:password]</password>")]
#[case("  <apiKey>OhbVrpoiVgRV5IfLBcbfnoGM</apiKey>", "  <apiKey>[REDACTED:assigned-secret]</apiKey>")]
#[case(
    "printed `ghs_1234567_eyJTSyFzpjPSa5W3X4gXBolZ9SHD.eyJ8W5CN0U5GB16JC5kV3ECqWp1O.QbfPBi3DldqyunDuvW4yrW81` once",
    "printed `[REDACTED:github-token]` once"
)]
#[case("POSTGRES_PASSWORD: SuperStrongWord1123!", "POSTGRES_PASSWORD: [REDACTED:password]")]
#[case("export DB_PASS=\"Tr0ub4dor!3zQ\"", "export DB_PASS=\"[REDACTED:password]\"")]
#[case("SMTP_PASS=Tr0ub4dor!3zQ", "SMTP_PASS=[REDACTED:password]")]
#[case("pass: Tr0ub4dor!3zQ", "pass: [REDACTED:password]")]
#[case("| password | Tr0ub4dor!3zQ |", "| password | [REDACTED:password] |")]
#[case("| API_KEY | `OhbVrpoiVgRV5IfLBcbfnoGM` |", "| API_KEY | `[REDACTED:assigned-secret]` |")]
#[case("curl -u deploy:'Zx9!kLmQ2w' https://x", "curl -u deploy:'[REDACTED:password]' https://x")]
#[case("Last access: 2026-01-02T10:11:12Z by bob.", "Last access: 2026-01-02T10:11:12Z by bob.")]
#[case("token_expiry: 2026-06-30T23:59:59Z", "token_expiry: 2026-06-30T23:59:59Z")]
#[case("key_rotated_at: 2026-06-30T23:59:59.123Z", "key_rotated_at: 2026-06-30T23:59:59.123Z")]
#[case("curl -u \"SVC_BUILD:${TOKEN}\" https://x", "curl -u \"SVC_BUILD:${TOKEN}\" https://x")]
#[case("authored: 2026-01-02T10:11Z", "authored: 2026-01-02T10:11Z")]
#[case("keywords: k8s-1.29-upgrade", "keywords: k8s-1.29-upgrade")]
#[case("bob:kT9vWq2xLm4", "bob:[REDACTED:password]")]
#[case("nginx:1.25-alpine3", "nginx:1.25-alpine3")]
#[case("repo:4f2d9c1b7a3e", "repo:4f2d9c1b7a3e")]
#[case("PASS kT9vWq2xL", "PASS [REDACTED:password]")]
#[case("PASS tests/a1_test.py", "PASS tests/a1_test.py")]
#[case("password: 'Falcon 8310'", "password: '[REDACTED:password]'")]
#[case(
    "GEM_HOST_API_KEY=OhbVrpoiVgRV5IfLBcbfnoGM gem push",
    "GEM_HOST_API_KEY=[REDACTED:assigned-secret] gem push"
)]
#[case("RECAPTCHA_SECRET_KEY=OhbVrpoiVgRV5IfLBcbfnoGM", "RECAPTCHA_SECRET_KEY=[REDACTED:assigned-secret]")]
#[case("ssh host key: OhbVrpoiVgRV5IfLBcbfnoGM", "ssh host key: OhbVrpoiVgRV5IfLBcbfnoGM")]
#[case("SELECT password2 FROM users2", "SELECT password2 FROM users2")]
#[case("密码：见文档2", "密码：见文档2")]
#[case("echo \"root:$PW\" | chpasswd", "echo \"root:$PW\" | chpasswd")]
#[case("password=%(password)s", "password=%(password)s")]
#[case("pass `--locked2` to cargo", "pass `--locked2` to cargo")]
#[case("basic auth over TLS1.2", "basic auth over TLS1.2")]
#[case("| Password | required2 |", "| Password | required2 |")]
#[case("unzip -P \"$ZIP_PW\" a2.zip", "unzip -P \"$ZIP_PW\" a2.zip")]
#[case("password: @/run/secrets/pw1", "password: @/run/secrets/pw1")]
#[case("password: aws:secretsmanager:db2", "password: aws:secretsmanager:db2")]
#[case("WHERE password = crypt($1, password)", "WHERE password = crypt($1, password)")]
#[case("docker run -u 1000 -p 8080:80 x", "docker run -u 1000 -p 8080:80 x")]
#[case("- apiGroup: rbac.authorization.k8s.io", "- apiGroup: rbac.authorization.k8s.io")]
#[case("the password manager is KeePassXC2", "the password manager is KeePassXC2")]
#[case("I used Django4 for the password form", "I used Django4 for the password form")]
#[case("release-2026.11 is the password release", "release-2026.11 is the password release")]
#[case("password || default2", "password || default2")]
#[case("password [A-Za-z0-9]{8,}", "password [A-Za-z0-9]{8,}")]
#[case("password.length >= 8 && password/reset2", "password.length >= 8 && password/reset2")]
#[case("bob: password?\neve: ask ops2", "bob: password?\neve: ask ops2")]
#[case("Password  Age\nweb03     14d", "Password  Age\nweb03     14d")]
#[case("password moved to vault2", "password moved to vault2")]
#[case("パスワードは8文字以上20文字以下です", "パスワードは8文字以上20文字以下です")]
#[case("WiFi: 802.11ac / 5GHz", "WiFi: 802.11ac / 5GHz")]
#[case("User\nBob\nMonday2026", "User\nBob\nMonday2026")]
#[case("password = Tiger.abc9X", "password = [REDACTED:password]")]
#[case(
    "secrets = { db = 'kT9vWq2xLm4', smtp = 'pQ7zLm29pA' }",
    "secrets = { db = '[REDACTED:assigned-secret]', smtp = '[REDACTED:assigned-secret]' }"
)]
#[case(
    "ERROR: authentication failed (tried bob:Falcon!2636)",
    "ERROR: authentication failed (tried bob:[REDACTED:password])"
)]
#[case("Demo login: demo@example.org, Y6hZ-g2xXA", "Demo login: demo@example.org, [REDACTED:password]")]
#[case("I had Hunter2017!! as password before", "I had [REDACTED:password] as password before")]
#[case("您的密码是：kT9vWq2xLm4", "您的密码是：[REDACTED:password]")]
#[case("mysqldump -u root -p shop_2026 > a.sql", "mysqldump -u root -p shop_2026 > a.sql")]
#[case("passwords: web01 done, web02 todo2", "passwords: web01 done, web02 todo2")]
#[case("passwords: kT9vWq2xLm4 for web01", "passwords: [REDACTED:password] for web01")]
#[case("DB_PASSWORD=${DB_PASSWORD:?required2}", "DB_PASSWORD=${DB_PASSWORD:?required2}")]
#[case("パスワード：Vault2を参照", "パスワード：Vault2を参照")]
#[case("password = \"@@PW1@@\"", "password = \"@@PW1@@\"")]
#[case("kim: whose api key is that?\nsam: team7's", "kim: whose api key is that?\nsam: team7's")]
#[case("Router 192.168.1.1 admin vlan20", "Router 192.168.1.1 admin vlan20")]
#[case("Router 192.168.1.1 admin Falcon!2636", "Router 192.168.1.1 admin [REDACTED:password]")]
fn what_was_reported(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(redact(text), expected);
}

#[test]
fn hostile_texts_are_answered() {
    for pattern in [
        "key=",
        "key=key1",
        "password=",
        "password=a,b",
        "password=\\",
        "password='a ",
        "password=(",
        "password=<",
        "password|\n",
        "password\n\n",
        "<password>",
        "password</td><td>",
        "a,password\n",
        "a|password\n-|-\n",
        "||password||\n|",
        "<tr><th>password</th><td>",
        "<tr><th>a</th></tr><tr><td>a1!b2c",
        "insert into a (password) values (",
        "passwords: a b1!c2d ",
        "passwords\n- a: ",
        "password?\n",
        "password?\na: ",
        "password  a\n",
        "password a b c d e is f ",
        "password a is ",
        "password » ",
        "password.",
        "password/",
        "{{password: {{",
        "! a !! password\n| b || c\n",
        "ssid a ",
        "wifi a, ",
        "rdp: a, ",
        "login: a\n",
        " admin/",
        "echo a1!b2c > ~/.pass ",
        "password::a",
        "name: password value: ",
        "use aaaaaa as password ",
        "password for a ",
        "密码:",
        "auth:",
        "login a:",
        "a:b@",
        "mysql ",
        "echo \"a",
        "identified by ",
        ":*:",
        "Authorization: a=\"",
        "Private-Lines: 200\n",
        "\"kty\"",
        "\"d\":\"aaaaaaaaaaaaaaaa",
        "MIIaaaIBAAK",
        "token: ",
        "a://b:",
        "://a:b",
        "-----BEGIN PRIVATE KEY-----\n",
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----a ",
        "-----BEGIN ",
        "eyJ.",
        "ey",
        "ZXlK",
        "curl -u ",
        "authorization: ",
        "password=\"",
        "ghp_",
        "xoxb-1-",
        "0:A",
        "sl.",
        "[REDACTED:",
        "-----END ",
        "PRIVATE KEY-----",
        "0123456789012345|",
        "tried a:",
        "router 1.1.1.1 a ",
        "login: a, ",
        "passwords = {a: ",
        "printf '%s' a ",
        "password a? - ",
        "を参照a1",
        "secret ",
        "AKIA",
        "a.atlasv1.",
        "é",
        "\n",
    ] {
        let text = pattern.repeat((32 << 10) / pattern.len());
        let redacted = redact(&text);
        assert!(redact(&redacted).len() <= text.len() * 4, "{pattern}");
    }
}
