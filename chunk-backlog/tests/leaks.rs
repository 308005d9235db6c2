//! Secrets that went through, and near misses that were redacted, each of its kind (B21). All of it is made up.
#![allow(missing_docs)]

use chunk_backlog::BacklogPolicy;
use rstest::rstest;

fn redact(text: &str) -> String {
    BacklogPolicy::default().redact(text).into_owned()
}

/// A value that is more than one word, or glued to what its quotes enclose.
#[rstest]
#[case("password: \"Q2 m Lp7Rt4\"", "password: \"◊\"")]
#[case("passphrase is \"correct horse battery staple\"", "passphrase is \"◊\"")]
#[case("passphrase: correct horse battery staple", "passphrase: ◊")]
#[case("password: Xk9v Q2mLp7Rt4", "password: ◊")]
#[case("app password: abcd efgh ijkl mnop", "app password: ◊")]
#[case("password: `Q2mLp7`Rt4", "password: `◊")]
#[case("password: Q2mLp7Rt4 works", "password: ◊ works")]
#[case("password: \"must be at least 12 characters\"", "password: \"must be at least 12 characters\"")]
#[case("\"password\": \"Please enter your password\"", "\"password\": \"Please enter your password\"")]
#[case("passphrase: ask for the one in the safe", "passphrase: ask for the one in the safe")]
fn values_of_several_words(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(redact(text).replace("[REDACTED:password]", "◊"), expected);
}

/// Each of these went through on 2026-11-28.
#[rstest]
#[case("[\"curl\",\"-u\",\"admin:V\"]")]
#[case("Popen([\"docker\", \"login\", \"-u\", \"bob\", \"-p\", \"V\"])")]
#[case("args:\n  - --password\n  - V")]
#[case("spawn('sshpass', ['-p', 'V', 'ssh'])")]
#[case("{\"value\":\"V\",\"name\":\"DB_PASSWORD\"}")]
#[case("<add value=\"V\" key=\"Password\"/>")]
#[case("Driver=x;UID=sa;PWD={V}\nnext")]
#[case("password=\\\n  V")]
#[case("tool --password \\\n  V")]
#[case("Password\n: V")]
#[case("password&#58; V")]
#[case("password&#x3a;&nbsp;V")]
#[case("public string Password { get; set; } = \"V\";")]
#[case("def password():\n    return \"V\"")]
#[case("fn password() -> &'static str { \"V\" }")]
#[case("- item\n\n      Content-Disposition: form-data; name=\"password\"\n\n      V")]
#[case("gh secret set X --body V")]
#[case("aws ssm put-parameter --type SecureString --value V")]
#[case("snmp-server community V RO")]
#[case("radius-server host 1.1.1.1 key V")]
#[case("line vty 0 4\n password V")]
#[case("a1 LOGIN bob V")]
#[case("NickServ IDENTIFY V")]
#[case("pass\u{200b}word: V")]
#[case("pass\u{ad}word: V")]
#[case("password\u{200b}: V")]
#[case("Password [temp]: V")]
#[case("password #2: V")]
#[case("password2: V")]
#[case("pass phrase: V")]
#[case("mdp = V")]
#[case("비밀번호는 V")]
#[case("パスワード「V」")]
#[case("пароль от базы: V")]
#[case("Password for user bob: V")]
#[case("Password below:\nV")]
#[case("passwords:\n  bob: V")]
#[case("password: {value: V}")]
#[case("Parameters:\n  DBPassword:\n    Default: V")]
#[case("const DB_PASSWORD = <<<EOT\nV\nEOT;")]
#[case("my $pw = q(V);")]
#[case("password: {noop}V")]
#[case("sp_addlogin 'bob', 'V'")]
#[case("pymysql.connect(\"h\", \"root\", \"V\", \"db\")")]
#[case("I fill in \"Password\" with \"V\"")]
#[case("reg add x /v DefaultPassword /t REG_SZ /d V")]
#[case("kinit bob <<< V")]
#[case("echo V | gh secret set X")]
#[case("yes V | passwd bob")]
#[case("curl -H Authorization:\\ Bearer\\ V9k2mX4pLq7Rt1Zw")]
#[case("\\u003cpassword\\u003eV\\u003c/password\\u003e")]
fn what_went_through(#[case] place: &str) {
    for value in ["kT9-vWq2xLm4", "x7Qz!Lm29pA", "P4r7kWd93x"] {
        let text = place.replace('V', value);
        let redacted = redact(&text);
        assert!(!redacted.contains(value) && redacted.contains("[REDACTED:"), "{text} => {redacted}");
    }
}

/// What follows a name that means a secret, or a command that takes one, and is none.
#[rstest]
#[case("password: JIRA-1234")]
#[case("password: /Q2mLp7/Rt4x")]
#[case("password: $request->password2")]
#[case("'password' => 'required|min:8|confirmed'")]
#[case("パスワード: 8文字以上")]
#[case("public string Password { get; set; } = null!;")]
#[case("auth = OAuth2Session(client)")]
#[case("password policy for admins: min12chars")]
#[case("vault login -method=ldap username=bob2")]
#[case("heroku config:set LOG_LEVEL=debug2")]
#[case("args:\n  - --token-file\n  - /var/t1")]
#[case("[\"docker\", \"run\", \"-p\", \"8080:80\"]")]
#[case("{\"value\":\"eu-west-1b\",\"name\":\"ZONE\"}")]
#[case("snmp-server community public RO")]
#[case("token:\n  issuer: accounts.x2.io")]
#[case("token = <your-token-1a2b3c4d5e>")]
fn what_only_looks_like_it(#[case] text: &str) {
    assert_eq!(redact(text), text);
}

/// A value that only starts with a slash is no path.
#[test]
fn a_slash_makes_no_path() {
    for value in [
        "/Q2mLp7!Rt4x",
        "/x9Kq2mL",
        "/bPxRfiC7K+MDENG/wJalrXUtnFEMI1",
        "/bPxRfiC7KaMDENG7wJalrXUtnFEMI1QzT9vB2",
    ] {
        assert_eq!(redact(&format!("password: {value}")), "password: [REDACTED:password]", "{value}");
    }
}
