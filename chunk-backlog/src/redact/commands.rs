//! Finds passwords that have no name: as an option of a known command, in SQL, and in files whose lines have a fixed order (B21).

use super::{
    Secret,
    assignment::is_secret,
    names::Kind,
    places::Certainty,
    value::{self, Written},
};
use aho_corasick::{AhoCorasick, MatchKind};
use chunk_core::slice;
use regex::bytes::Regex;
use std::sync::LazyLock;

/// A place in a command.
struct Command {
    /// The words that it starts with; one of them.
    words: &'static [&'static str],
    /// What stands between the word and the value. A group is a quote that is open before the value.
    between: &'static str,
    /// What comes after the value, if only then it is one.
    after: &'static str,
    certainty: Certainty,
}

/// The rest of a command before an option: no line end without a backslash, no other command.
macro_rules! rest {
    () => {
        r"(?:[^\n|;\\]|\\\r?\n|\\[^\n]){0,240}?[ \t\n]"
    };
}

const fn command(words: &'static [&'static str], between: &'static str) -> Command {
    Command { words, between, after: "", certainty: Certainty::Assigned }
}

const COMMANDS: &[Command] = &[
    command(&["mysql", "mariadb"], concat!("[a-z_]*", rest!(), "-p")),
    command(&["7z", "7za", "rar", "unrar"], concat!(rest!(), "-p")),
    command(
        &[
            "sshpass",
            "docker login",
            "podman login",
            "oc login",
            "az login",
            "acr login",
            "helm registry login",
            "skopeo login",
            "nerdctl login",
            "buildah login",
            "crane auth login",
            "mongo",
            "cqlsh",
            "cypher-shell",
            "crackmapexec",
            "netexec",
            "nxc",
            "evil-winrm",
            "twine",
            "useradd",
            "usermod",
            "psexec",
            "lego",
            "influx",
            "cf login",
            "rdesktop",
            "winrs",
            "impacket",
            "mongodump",
            "couchbase-cli",
            "neo4j-admin",
        ],
        concat!("[a-z]*", rest!(), "-p[ =]*"),
    ),
    command(
        &["curl"],
        concat!(rest!(), r#"(?:-[a-zA-Z]*[uU]|--user|--proxy-user)(?:[ \t]*|=)(["']?)[^\s:"'$]*:"#),
    ),
    command(&["curl"], concat!(rest!(), r#"(?:-[a-zA-Z]*u|--user)(?:[ \t]*|=)(?:"[^"\n]*"|'[^'\n]*'):"#)),
    Command {
        words: &["curl"],
        between: concat!(rest!(), r"(?:-[a-zA-Z]*u|--user)(?:[ \t]*|=)"),
        after: "",
        certainty: Certainty::Beside,
    },
    command(
        &["http", "https", "xh", "xhs"],
        concat!(rest!(), r#"(?:-a|--auth)(?:[ \t]*|=)(["']?)[^\s:"'$]*:"#),
    ),
    command(&["redis-cli", "valkey-cli"], concat!(rest!(), "(?:-a|--pass)[ =]*")),
    command(
        &["smbclient", "rpcclient", "smbmap", "winexe", "smbget"],
        concat!(rest!(), r#"-U[ =]*(["']?)[^\s%"']+%"#),
    ),
    command(
        &["ldapsearch", "ldapmodify", "ldapadd", "ldapdelete", "ldapwhoami", "ldappasswd"],
        concat!(rest!(), "-w[ =]*"),
    ),
    command(&["openssl"], concat!(rest!(), "(?:-k|-K|-password|-pass)[ ]+(?:pass:)?")),
    command(
        &["zip", "unzip", "sqlcmd", "bcp", "isql", "osql", "mosquitto_pub", "mosquitto_sub", "ipmitool"],
        concat!(rest!(), "-P[ =]*"),
    ),
    command(&["snmpget", "snmpset", "snmpwalk", "snmpbulkwalk"], concat!(rest!(), "-[AX][ ]*")),
    command(&["ssh-keygen"], concat!(rest!(), "-[NP][ ]*")),
    command(&["htpasswd"], r"[ ]+-[a-zA-Z]*b[a-zA-Z]*[ ]+[^\s]+[ ]+[^\s]+[ ]+"),
    command(&["xfreerdp", "wfreerdp", "mstsc"], concat!(rest!(), "/p:")),
    command(&["lftp"], concat!(rest!(), r#"(?:-u|--user)[ =]*(["']?)[^\s,"']+,"#)),
    command(&["net use"], concat!(rest!(), r"/user:[^\s]+[ ]+")),
    command(&["net user"], r"[ ]+[^\s/]+[ ]+"),
    command(
        &["rabbitmqctl"],
        concat!(rest!(), r"(?:add_user|change_password|authenticate_user)[ ]+[^\s]+[ ]+"),
    ),
    command(&["wpa_passphrase"], r#"[ ]+(?:"[^"\n]*"|[^\s]+)[ ]+"#),
    command(&["nmcli"], concat!(rest!(), "password[ ]+")),
    command(&["sqlplus"], r#"[ ]+(?:-[^\s]+[ ]+)*(["']?)[^\s/@"']+/"#),
    command(&["rclone obscure", "ansible-vault encrypt_string"], "[ ]+"),
    command(&["nuget push"], concat!(rest!(), "-k[ ]+")),
    Command {
        words: &["vault login", "cargo login", "netlify login", "doppler login"],
        between: r"(?:[ ]+--?[a-z-]+)*[ ]+",
        after: "",
        certainty: Certainty::Likely,
    },
    Command {
        words: &["echo", "printf"],
        between: r"(?:[ ]+-[ne]+)*[ ]+",
        after: r#"^["']?[ ]*\|[^\n|]{0,80}(?:stdin|sudo[ ]+-[a-zA-Z]*S|su[ ]|passwd|openssl|gpg|cryptsetup)"#,
        certainty: Certainty::Assigned,
    },
    Command {
        words: &["echo", "printf"],
        between: r#"(?:[ ]+-[ne]+)*[ ]+(["']?)[^\s:"']+:"#,
        after: r#"^["']?[ ]*\|[^\n|]{0,40}chpasswd"#,
        certainty: Certainty::Assigned,
    },
    command(&["convertto-securestring"], "(?:[ ]+-[Ss]tring)?[ ]+"),
    command(&["runas", "schtasks"], concat!(rest!(), r"(?:/user:[^\s]+|/rp)[ ]+")),
    command(&["thin:"], r"[^\s/@]+/"),
    // A user and a password, as arguments.
    Command {
        words: &[
            "auth",
            "basicauth",
            "httpbasicauth",
            "httpdigestauth",
            "withcredentials",
            "credentials",
            "networkcredential",
            "passwordauthentication",
            "usernamepasswordcredentials",
            "usernamepasswordcredential",
        ],
        between: r#"["']?(?:[ ]*[:=])?[ ]*[(\[]{1,2}[ ]*["'][^"'\n]{1,60}["'][ ]*,[ ]*(["'])"#,
        after: "",
        certainty: Certainty::Likely,
    },
    Command {
        words: &[
            "getconnection",
            "mysqli_connect",
            "mysql_connect",
            "mysqli",
            "pg_connect",
            "pdo",
            "ldap_bind",
        ],
        between: r#"\([^()\n,]{1,120},[ ]*["'][^"'\n]{1,60}["'][ ]*,[ ]*(["'])"#,
        after: "",
        certainty: Certainty::Likely,
    },
    Command {
        words: &["users:", "basicauth:", "basic_auth:", "auth_basic:", "auth:"],
        between: r#"\s*(?:- )?["']?([^\s:"'$<({]{2,40}):"#,
        after: "",
        certainty: Certainty::Likely,
    },
    command(&["expect", "assword:"], r#"[^\n]{0,60}?send(?:line)?(?:[ ]+--)?[ (]*"#),
    // SQL, Redis.
    Command {
        words: &["identified"],
        between: r"(?i)\s+(?:with\s+[^\s]+\s+)?(?:by|as)\s+(?:values\s+|password\s+)?",
        after: "",
        certainty: Certainty::Likely,
    },
    command(&["setuser", "user"], r"[ ]+[^\s]+[ ]+(?i:on)[ ]+(?:[~+&@-][^\s]*[ ]+)*>"),
    Command {
        words: &["auth"],
        between: r"[ ]+(?:[a-z][a-z0-9_-]*[ ]+)?",
        after: "^[\"']?[ \t\r]*(?:\n|$)",
        certainty: Certainty::Likely,
    },
    // `.netrc`, `.pgpass`, and how people write a user and a password.
    command(&["login"], r"\s+[^\s]+\s+(?i)(?:account\s+[^\s]+\s+)?pass(?:word|wd)?\s+"),
    command(&[":5432:", ":5433:", ":6432:", ":*:"], r"[^\s:/]+:[^\s:]+:"),
    Command {
        words: &[
            "login",
            "logins",
            "creds",
            "cred",
            "credentials",
            "user/pass",
            "user/password",
            "username/password",
            "login/password",
            "login/pass",
            "basic auth",
            "zugangsdaten",
            "wifi",
            "wi-fi",
            "wlan",
        ],
        between: r#"(?i)(?:[ ]+(?:is|are)[ ]*|[ ]*[:=]|[ ])[ ]*[*`"']{0,2}([^\s:/"'`$<({]{2,40}@?)[*`"']{0,2}(?:[ ]+/[ ]+|/|:|[ ]+and[ ]+)"#,
        after: "",
        certainty: Certainty::Likely,
    },
    command(&["u:", "user:", "usr:"], r"[ ]*[^\s]+[\s,;/]+(?i:p|pass|pw):[ ]*"),
];

struct Tables {
    words: Option<AhoCorasick>,
    command_of_word: Vec<usize>,
    between: Vec<Option<(Regex, Option<Regex>)>>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let words = || {
        COMMANDS
            .iter()
            .enumerate()
            .flat_map(|(at, command)| command.words.iter().map(move |word| (at, *word)))
    };
    let expression = |command: &Command| {
        let between = super::compile(&format!("^(?:{})", command.between))?;
        let after = if command.after.is_empty() { None } else { Some(super::compile(command.after)?) };
        Some((between, after))
    };
    Tables {
        words: AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            .build(words().map(|(_, word)| word))
            .ok(),
        command_of_word: words().map(|(at, _)| at).collect(),
        between: COMMANDS.iter().map(expression).collect(),
    }
});

pub(super) fn detect(text: &str, secrets: &mut Vec<Secret>) {
    for found in TABLES.words.iter().flat_map(|words| words.find_overlapping_iter(text)) {
        let in_word = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_alphanumeric);
        let starts_with_sign = text.as_bytes().get(found.start()) == Some(&b':');
        if found.start().checked_sub(1).is_some_and(in_word) && !starts_with_sign {
            continue;
        }
        let command = TABLES.command_of_word.get(found.pattern().as_usize());
        let Some((command, Some((between, after)))) =
            command.and_then(|&at| Some((COMMANDS.get(at)?, TABLES.between.get(at)?.as_ref())))
        else {
            continue;
        };
        secrets.extend(value_of(text, found.end(), command, between, after.as_ref()));
    }
}

fn value_of(
    text: &str,
    at: usize,
    command: &Command,
    between: &Regex,
    after: Option<&Regex>,
) -> Option<Secret> {
    let captures = between.captures(value::window(text, at))?;
    let user = captures.get(1).map(|group| group.as_bytes());
    let quote = user
        .filter(|user| user.len() == 1)
        .and_then(|user| user.first().copied())
        .filter(|byte| b"\"'".contains(byte));
    let start = at + captures.get(0)?.end();
    if text.as_bytes().get(start).is_none_or(u8::is_ascii_whitespace) {
        return None;
    }
    let found = value::read(text, start, quote, false)?;
    let value = slice(text, found.bytes.clone());
    let follows = after.is_none_or(|after| after.is_match(value::window(text, found.bytes.end)));
    // A password that is the same as the user is a default that everybody knows.
    let is_user = user.is_some_and(|user| user == value.as_bytes());
    let kind = if command.certainty == Certainty::Beside { Kind::Secret } else { Kind::Password };
    let is_secret =
        follows && !is_user && is_secret(kind, command.certainty, value.trim_end_matches(':'), Written::Bare);
    is_secret.then(|| Secret::new(found.bytes.start..value::whole_end(text, &found, false), "password"))
}
