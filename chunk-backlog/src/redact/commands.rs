//! Finds passwords that have no name (B21): options of known commands, arguments of calls, SQL, and lines of a fixed order.

use super::{
    Secret,
    assignment::is_secret,
    names::Kind,
    places::Certainty::{self, Assigned, Beside, Likely},
    value::{self, Written},
};
use aho_corasick::{AhoCorasick, MatchKind};
use chunk_core::slice;
use regex::bytes::Regex;
use std::sync::{LazyLock, OnceLock};

/// A place in a command.
struct Command {
    /// An example; the value is `V`.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the reader of the table, and checked by a test"))]
    example: &'static str,
    /// What it starts with: one of these words, in any case.
    words: &'static [&'static str],
    /// What stands between the word and the value. Its group is a quote that is open before the value, or the user.
    between: &'static str,
    /// What comes after the value, if only then it is one.
    after: Option<&'static str>,
    /// How sure it is that this is a password. `Beside`: it must look generated or chosen.
    certainty: Certainty,
}

const fn command(example: &'static str, words: &'static [&'static str], between: &'static str) -> Command {
    Command { example, words, between, after: None, certainty: Assigned }
}

impl Command {
    const fn with(self, certainty: Certainty) -> Self {
        Self { certainty, ..self }
    }

    const fn if_then(self, after: &'static str) -> Self {
        Self { after: Some(after), ..self }
    }
}

/// What `{rest}` is in an expression: the rest of a command before an option, without a line end (unless a backslash is before it) or
/// another command.
const REST: &str = r"(?:[^\n|;\\]|\\\r?\n|\\[^\n]){0,240}?[ \t\n]";

/// Commands with the password behind `-p`.
const OPTION_P: &[&str] = &[
    "sshpass",
    "docker login",
    "podman login",
    "nerdctl login",
    "skopeo login",
    "buildah login",
    "oc login",
    "az login",
    "acr login",
    "cf login",
    "registry login",
    "auth login",
    "mongo",
    "cqlsh",
    "cypher-shell",
    "couchbase-cli",
    "influx",
    "crackmapexec",
    "netexec",
    "nxc",
    "evil-winrm",
    "psexec",
    "rdesktop",
    "twine",
    "useradd",
    "usermod",
];

/// Commands with the password behind `-P`.
const OPTION_UPPER_P: &[&str] =
    &["zip", "unzip", "sqlcmd", "bcp", "isql", "osql", "mosquitto_pub", "mosquitto_sub", "ipmitool"];

/// Calls with a user and a password.
const CALLS: &[&str] = &[
    "auth",
    "basicauth",
    "httpbasicauth",
    "httpdigestauth",
    "credentials",
    "withcredentials",
    "networkcredential",
    "passwordauthentication",
    "usernamepasswordcredential",
    "usernamepasswordcredentials",
];

/// Calls with a server, a user and a password.
const CONNECTIONS: &[&str] =
    &["getconnection", "ldap_bind", "mysql_connect", "mysqli", "mysqli_connect", "pdo", "pg_connect"];

/// Words for a user and a password.
const LOGINS: &[&str] = &[
    "login",
    "logins",
    "cred",
    "creds",
    "credentials",
    "basic auth",
    "user/pass",
    "user/password",
    "username/password",
    "login/pass",
    "login/password",
    "zugangsdaten",
    "wifi",
    "wi-fi",
    "wlan",
];

/// All commands. All of them are tried where one of their words stands.
const COMMANDS: &[Command] = &[
    command("mysql -u root -pV db", &["mysql", "mariadb"], "[a-z_]*{rest}-p"),
    command("7z x -pV a.7z", &["7z", "7za", "rar", "unrar"], "{rest}-p"),
    command("docker login -u bob -p V", OPTION_P, "[a-z]*{rest}-p[ =]*"),
    command("sqlcmd -U sa -P V", OPTION_UPPER_P, "{rest}-P[ =]*"),
    command(
        "curl -u bob:V https://x",
        &["curl"],
        r#"{rest}(?:-[a-zA-Z]*[uU]|--user|--proxy-user)(?:[ \t]*|=)(["']?)[^\s:"'$]*:"#,
    ),
    command(
        "curl -u 'bob':V https://x",
        &["curl"],
        r#"{rest}(?:-[a-zA-Z]*u|--user)(?:[ \t]*|=)(?:"[^"\n]*"|'[^'\n]*'):"#,
    ),
    command("curl -u V: https://x", &["curl"], r"{rest}(?:-[a-zA-Z]*u|--user)(?:[ \t]*|=)")
        .with(Beside),
    command(
        "http -a bob:V x",
        &["http", "https", "xh", "xhs"],
        r#"{rest}(?:-a|--auth)(?:[ \t]*|=)(["']?)[^\s:"'$]*:"#,
    ),
    command("redis-cli -a V ping", &["redis-cli", "valkey-cli"], "{rest}(?:-a|--pass)[ =]*"),
    command(
        "smbclient //h/s -U bob%V",
        &["smbclient", "rpcclient", "smbmap", "winexe", "smbget"],
        r#"{rest}-U[ =]*(["']?)[^\s%"']+%"#,
    ),
    command(
        "ldapsearch -D cn=a -w V",
        &["ldapsearch", "ldapmodify", "ldapadd", "ldapdelete", "ldapwhoami", "ldappasswd"],
        "{rest}-w[ =]*",
    ),
    command("openssl enc -k V", &["openssl"], "{rest}(?:-k|-K|-password|-pass)[ ]+(?:pass:)?"),
    command(
        "snmpwalk -v3 -A V h",
        &["snmpget", "snmpset", "snmpwalk", "snmpbulkwalk"],
        "{rest}-[AX][ ]*",
    ),
    command("ssh-keygen -f k -N V", &["ssh-keygen"], "{rest}-[NP][ ]*"),
    command("htpasswd -bc f bob V", &["htpasswd"], r"[ ]+-[a-zA-Z]*b[a-zA-Z]*[ ]+[^\s]+[ ]+[^\s]+[ ]+"),
    command("htpasswd -nb bob V", &["htpasswd"], r"[ ]+-[a-zA-Z]*n[a-zA-Z]*[ ]+[^\s]+[ ]+"),
    command(
        "openssl passwd -6 V",
        &["openssl passwd", "mkpasswd"],
        r"(?:[ ]+-[^\s]+(?:[ ]+[a-z][a-z0-9-]*)?)*[ ]+",
    )
    .with(Likely),
    command("xfreerdp /u:a /p:V /v:h", &["xfreerdp", "wfreerdp", "mstsc"], "{rest}/p:"),
    command("lftp -u bob,V ftp://h", &["lftp"], r#"{rest}(?:-u|--user)[ =]*(["']?)[^\s,"']+,"#),
    command("net use x: /user:bob V", &["net use"], r"{rest}/user:[^\s]+[ ]+"),
    command("net user bob V /add", &["net user"], r"[ ]+[^\s/]+[ ]+"),
    command("runas /user:bob V", &["runas", "schtasks"], r"{rest}(?:/user:[^\s]+|/rp)[ ]+"),
    command(
        "rabbitmqctl add_user bob V",
        &["rabbitmqctl"],
        r"{rest}(?:add_user|change_password|authenticate_user)[ ]+[^\s]+[ ]+",
    ),
    command("wpa_passphrase Net V", &["wpa_passphrase"], r#"[ ]+(?:"[^"\n]*"|[^\s]+)[ ]+"#),
    command("nmcli dev wifi connect x password V", &["nmcli"], "{rest}password[ ]+"),
    command("sqlplus bob/V@db", &["sqlplus"], r#"[ ]+(?:-[^\s]+[ ]+)*(["']?)[^\s/@"']+/"#),
    command("jdbc:oracle:thin:bob/V@h", &["thin:"], r"[^\s/@]+/"),
    command("rclone obscure V", &["rclone obscure", "ansible-vault encrypt_string"], "[ ]+"),
    command("dotnet nuget push a -k V", &["nuget push"], "{rest}-k[ ]+"),
    command("vault login V", &["vault login", "cargo login"], r"(?:[ ]+--?[a-z-]+)*[ ]+").with(Likely),
    command("ConvertTo-SecureString \"V\"", &["convertto-securestring"], "(?:[ ]+-[Ss]tring)?[ ]+"),
    command("echo V | docker login --password-stdin", &["echo", "printf"], r"(?:[ ]+-[ne]+)*[ ]+").if_then(
        r#"^["']?[ ]*\|[^\n|]{0,80}(?:stdin|sudo[ ]+-[a-zA-Z]*S|su[ ]|passwd|openssl|gpg|cryptsetup)"#,
    ),
    command("echo bob:V | chpasswd", &["echo", "printf"], r#"(?:[ ]+-[ne]+)*[ ]+(["']?)[^\s:"']+:"#)
        .if_then(r#"^["']?[ ]*\|[^\n|]{0,40}chpasswd"#),
    command(
        "expect \"x\" { send \"V\" }",
        &["expect", "assword:"],
        r"[^\n]{0,60}?send(?:line)?(?:[ ]+--)?[ (]*",
    ),
    // Calls.
    command(
        "auth=(\"bob\", \"V\")",
        CALLS,
        r#"["']?(?:[ ]*[:=])?[ ]*[(\[]{1,2}[ ]*["'][^"'\n]{1,60}["'][ ]*,[ ]*(["'])"#,
    )
    .with(Likely),
    command(
        "getConnection(url, \"bob\", \"V\")",
        CONNECTIONS,
        r#"\([^()\n,]{1,120},[ ]*["'][^"'\n]{1,60}["'][ ]*,[ ]*(["'])"#,
    )
    .with(Likely),
    // SQL, Redis.
    command(
        "IDENTIFIED BY 'V'",
        &["identified"],
        r"(?i)\s+(?:with\s+[^\s]+\s+)?(?:by|as)\s+(?:values\s+|password\s+)?",
    )
    .with(Likely),
    command(
        "user default on >V ~* +@all",
        &["setuser", "user"],
        r"[ ]+[^\s]+[ ]+(?i:on)[ ]+(?:[~+&@-][^\s]*[ ]+)*>",
    ),
    command("AUTH default V", &["auth"], r"[ ]+(?:[a-zA-Z][a-zA-Z0-9_-]*[ ]+)?")
        .with(Likely)
        .if_then("^[\"']?[ \t\r]*(?:\n|$)"),
    // `.netrc`, `.pgpass`, lists of users, and how people write a user and a password.
    command(
        "machine h login bob password V",
        &["login"],
        r"\s+[^\s]+\s+(?i)(?:account\s+[^\s]+\s+)?pass(?:word|wd)?\s+",
    ),
    command("h:5432:db:bob:V", &[":5432:", ":5433:", ":6432:", ":*:"], r"[^\s:/]+:[^\s:]+:"),
    command(
        "basicauth: bob:V",
        &["users:", "basicauth:", "basic_auth:", "auth_basic:", "auth:"],
        r#"\s*(?:- )?["']?([^\s:"'$<({]{2,40}):"#,
    )
    .with(Likely),
    command(
        "credentials: bob / V",
        LOGINS,
        r#"(?i)(?:[ ]+(?:is|are)[ ]*|[ ]*[:=]|[ ])[ ]*[*`"']{0,2}([^\s:/"'`$<({]{2,40}@?)[*`"']{0,2}(?:[ ]+/[ ]+|/|:|[ ]+and[ ]+)"#,
    )
    .with(Likely),
    command("u: bob p: V", &["u:", "user:", "usr:"], r"[ ]*[^\s]+[\s,;/]+(?i:p|pass|pw):[ ]*"),
];

struct Tables {
    words: Option<AhoCorasick>,
    command_of_word: Vec<&'static Matcher>,
}

/// A command and its expressions, which are compiled where one of its words is met: all of them take 18 ms of an item's 33, and most texts have none.
struct Matcher {
    command: &'static Command,
    expressions: OnceLock<Expressions>,
}

struct Expressions {
    between: Option<Regex>,
    after: Option<Regex>,
}

static MATCHERS: LazyLock<Vec<Matcher>> = LazyLock::new(|| {
    COMMANDS.iter().map(|command| Matcher { command, expressions: OnceLock::new() }).collect()
});

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let words =
        || MATCHERS.iter().flat_map(|matcher| matcher.command.words.iter().map(move |word| (matcher, *word)));
    let mut automaton = AhoCorasick::builder();
    automaton.ascii_case_insensitive(true).match_kind(MatchKind::Standard);
    Tables {
        words: automaton.build(words().map(|(_, word)| word)).ok(),
        command_of_word: words().map(|(matcher, _)| matcher).collect(),
    }
});

pub(super) fn detect(text: &str, secrets: &mut Vec<Secret>) {
    let bytes = text.as_bytes();
    for found in TABLES.words.iter().flat_map(|words| words.find_overlapping_iter(text)) {
        let in_word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
        let in_word_before = |at: usize| in_word(at) && !value::is_escape(bytes, at);
        let starts = !in_word(found.start()) || !found.start().checked_sub(1).is_some_and(in_word_before);
        let matcher = TABLES.command_of_word.get(found.pattern().as_usize()).filter(|_| starts);
        secrets.extend(matcher.and_then(|matcher| matcher.password(text, found.end())));
    }
}

impl Matcher {
    fn expressions(&self) -> &Expressions {
        self.expressions.get_or_init(|| Expressions {
            between: super::compile(&format!("^(?:{})", self.command.between.replace("{rest}", REST))),
            after: self.command.after.and_then(super::compile),
        })
    }

    /// The password of a command whose word ends at `at`.
    fn password(&self, text: &str, at: usize) -> Option<Secret> {
        let Expressions { between, after } = self.expressions();
        let captures = between.as_ref()?.captures(value::window(text, at))?;
        let group = captures.get(1).map(|group| group.as_bytes());
        let quote = match group {
            Some([quote @ (b'"' | b'\'')]) => Some(*quote),
            _ => None,
        };
        let start = at + captures.get(0)?.end();
        if text.as_bytes().get(start).is_none_or(u8::is_ascii_whitespace) {
            return None;
        }
        let found = value::read(text, start, quote, false)?;
        let value = slice(text, found.bytes.clone()).trim_end_matches(':');
        let rest = value::window(text, found.bytes.end);
        let follows = after.as_ref().is_none_or(|after| after.is_match(rest));
        // A password that is the same as the user is a default that everybody knows.
        let is_default = group == Some(value.as_bytes());
        let certainty = self.command.certainty;
        let kind = if certainty == Beside { Kind::Secret } else { Kind::Password };
        let is_secret =
            is_secret(kind, certainty, value, Written::Bare) && !(certainty == Beside && value.contains(':'));
        let is_password = follows && !is_default && is_secret;
        is_password.then(|| Secret::new(found.bytes.start..value::whole_end(text, &found, false), "password"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_found() {
        for matcher in &*MATCHERS {
            let (command, Expressions { between, after }) = (matcher.command, matcher.expressions());
            assert!(between.is_some() && after.is_some() == command.after.is_some(), "{}", command.example);
            let text = command.example.replace('V', "kT9#vWq2xLm4");
            let mut secrets = Vec::new();
            detect(&text, &mut secrets);
            // What follows without a space, such as `@db`, may go, too.
            let found = |secret: &Secret| slice(&text, secret.bytes.clone()).starts_with("kT9#vWq2xLm4");
            assert!(secrets.iter().any(found), "{text}: {secrets:?}");
        }
    }
}
