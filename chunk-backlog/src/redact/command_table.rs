//! The commands, calls, statements and lines that have a password in a known place without a name (B21).

use super::{
    pattern::Pattern,
    places::Certainty::{self, Assigned, Beside, Likely},
};

/// A place in a command.
#[derive(Debug)]
pub(super) struct Command {
    /// An example; the value is `V`.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the reader of the table, and checked by a test"))]
    pub(super) example: &'static str,
    /// What it starts with: one of these words, in any case, with bars between them.
    pub(super) words: &'static str,
    /// What stands between the word and the value. Its group is a quote that is open before the value, or the user.
    pub(super) between: Pattern,
    /// How sure it is that this is a password. `Beside`: it must look generated or chosen.
    pub(super) certainty: Certainty,
    /// What comes after the value, if only then it is one.
    pub(super) after: Pattern,
}

const fn when(
    example: &'static str,
    words: &'static str,
    between: &'static str,
    certainty: Certainty,
    after: &'static str,
) -> Command {
    Command {
        example,
        words,
        between: Pattern::at_start(between),
        certainty,
        after: Pattern::at_start(after),
    }
}

/// What stands there is a password.
const fn sure(example: &'static str, words: &'static str, between: &'static str) -> Command {
    when(example, words, between, Assigned, "")
}

/// It is one if it has digits or signs.
const fn likely(example: &'static str, words: &'static str, between: &'static str) -> Command {
    when(example, words, between, Likely, "")
}

/// It is one if it looks generated or chosen.
const fn beside(example: &'static str, words: &'static str, between: &'static str) -> Command {
    when(example, words, between, Beside, "")
}

/// All commands. All of them are tried where one of their words stands.
pub(super) static COMMANDS: [Command; 91] = [
    // Options of programs.
    sure("mysql -u root -pV db", "mysql|mariadb", "[a-z_]*{rest}-p"),
    sure("7z x -pV a.7z", "7z|7za|rar|unrar", "{rest}-h?p"),
    sure(
        "docker login -u bob -p V",
        "sshpass|docker login|podman login|nerdctl login|skopeo login|buildah login|oc login|az login|acr login|cf login|registry login|auth login|mongo|cqlsh|cypher-shell|couchbase-cli|influx|crackmapexec|netexec|nxc|evil-winrm|psexec|rdesktop|twine|useradd|usermod|poetry publish|ncftpput|ncftpget|winrs|az sql|az vm|ibmcloud login|arangosh|dbaascli|vncdo|hydra",
        "[a-z]*{rest}-p[ =:]*",
    ),
    sure(
        "sqlcmd -U sa -P V",
        "zip|unzip|sqlcmd|bcp|isql|osql|mosquitto_pub|mosquitto_sub|ipmitool|fisql|tsql|nsupdate|jasypt",
        "{rest}-P[ =]*",
    ),
    sure(
        "doctl auth init -t V",
        "doctl auth|codecov|codecov.io/bash)|expo login|gitlab-runner register|netlify deploy|eas login|buildkite-agent start|snyk auth",
        "{rest}(?:-[tr]|--auth)[ =]+",
    ),
    sure(
        "curl -u bob:V https://x",
        "curl",
        r#"{rest}(?:-[a-zA-Z]*[uU]|--user|--proxy-user)(?:[ \t]*|=)(["']?)[^\s:"'$]*:"#,
    ),
    sure(
        "curl -u 'bob':V https://x",
        "curl",
        r#"{rest}(?:-[a-zA-Z]*u|--user)(?:[ \t]*|=)(?:"[^"\n]*"|'[^'\n]*'):"#,
    ),
    beside("curl -u V: https://x", "curl", r"{rest}(?:-[a-zA-Z]*u|--user)(?:[ \t]*|=)"),
    sure("http -a bob:V x", "http|https|xh|xhs", r#"{rest}(?:-a|--auth)(?:[ \t]*|=)(["']?)[^\s:"'$]*:"#),
    sure("redis-cli -a V ping", "redis-cli|valkey-cli", "{rest}(?:-a|--pass)[ =]*"),
    sure(
        "smbclient //h/s -U bob%V",
        "smbclient|rpcclient|smbmap|winexe|smbget",
        r#"{rest}-U[ =]*(["']?)[^\s%"']+%"#,
    ),
    sure(
        "ldapsearch -D cn=a -w V",
        "ldapsearch|ldapmodify|ldapadd|ldapdelete|ldapwhoami|ldappasswd",
        "{rest}-w[ =]*",
    ),
    sure(
        "add-generic-password -a bob -s x -w V",
        "add-generic-password|add-internet-password",
        "{rest}-w[ =]*",
    ),
    sure("openssl enc -k V", "openssl", "{rest}(?:-k|-K|-password|-pass)[ ]+(?:pass:)?"),
    sure("snmpwalk -v3 -A V h", "snmpget|snmpset|snmpwalk|snmpbulkwalk|snmptrap", "{rest}-[Ac][ ]*"),
    sure("snmpwalk -v3 -X V h", "snmpget|snmpset|snmpwalk|snmpbulkwalk|snmptrap", "{rest}-X[ ]*"),
    sure("qpdf --encrypt V", "--encrypt", "[ ]+"),
    likely("qpdf --encrypt a V", "--encrypt", r"[ ]+[^\s]+[ ]+"),
    sure("signtool sign /f c.pfx /p V", "signtool", "{rest}/p[ ]+"),
    sure("ssh-keygen -f k -N V", "ssh-keygen", "{rest}-[NP][ ]*"),
    sure("htpasswd -bc f bob V", "htpasswd", r"[ ]+-[a-zA-Z]*b[a-zA-Z]*[ ]+[^\s]+[ ]+[^\s]+[ ]+"),
    sure("htpasswd -nb bob V", "htpasswd", r"[ ]+-[a-zA-Z]*n[a-zA-Z]*[ ]+[^\s]+[ ]+"),
    likely("openssl passwd -6 V", "openssl passwd|mkpasswd", r"(?:[ ]+-[^\s]+(?:[ ]+[a-z][a-z0-9-]*)?)*[ ]+"),
    sure("xfreerdp /u:a /p:V /v:h", "xfreerdp|wfreerdp|mstsc", "{rest}/p:"),
    sure("lftp -u bob,V ftp://h", "lftp", r#"{rest}(?:-u|--user)[ =]*(["']?)[^\s,"']+,"#),
    sure("rclone obscure V", "rclone obscure|ansible-vault encrypt_string", "[ ]+"),
    sure("dotnet nuget push a -k V", "nuget push", "{rest}-k[ ]+"),
    sure("nmcli dev wifi connect x password V", "nmcli|mysqladmin", "{rest}password[ ]+"),
    // Arguments of programs.
    sure("net use x: /user:bob V", "net use", r"{rest}/user:[^\s]+[ ]+"),
    likely(r"net use x: \\h\s V /user:bob", "net use", r"[ ]+(?:[a-zA-Z*]:?[ ]+)?\\\\[^\s]+[ ]+"),
    sure("net user bob V /add", "net user|net.exe user|net1 user", r"[ ]+(?:/add[ ]+)?[^\s/]+[ ]+"),
    sure("runas /user:bob V", "runas|schtasks", r"{rest}(?:/user:[^\s]+|/rp)[ ]+"),
    sure(
        "rabbitmqctl add_user bob V",
        "rabbitmqctl",
        r"{rest}(?:add_user|change_password|authenticate_user)[ ]+[^\s]+[ ]+",
    ),
    sure("wpa_passphrase Net V", "wpa_passphrase", r#"[ ]+(?:"[^"\n]*"|[^\s]+)[ ]+"#),
    sure(
        "ejabberdctl register bob h V",
        "ejabberdctl register|prosodyctl register|ejabberdctl change_password",
        r"[ ]+[^\s]+[ ]+[^\s]+[ ]+",
    ),
    sure(
        "mc alias set x http://h bob V",
        "mc alias set|mc config host add|mcli alias set",
        r"[ ]+[^\s]+[ ]+[^\s]+[ ]+[^\s]+[ ]+",
    ),
    sure("composer config http-basic.x.io bob V", "http-basic.", r#"[^\s]+[ ]+[^\s"']+[ ]+"#),
    sure(
        "bundle config x.io bob:V",
        "bundle config",
        r#"(?:[ ]+set)?(?:[ ]+--[a-z]+)*[ ]+[^\s]+[ ]+["']?[^\s:"']+:"#,
    ),
    sure(
        "sqlplus bob/V@db",
        "sqlplus|impdp|expdp|sqlldr|sqlcl|rman target",
        r#"[ ]+(?:-[^\s]+[ ]+)*(["']?)[^\s/@"']+/"#,
    ),
    beside(
        "connect bob/V@db",
        "connect|conn|connecting with|.logon",
        r#"[ ]+(?:[^\s/"']+/)?[^\s/@"',]+[/,]"#,
    ),
    sure("jdbc:oracle:thin:bob/V@h", "thin:", r"[^\s/@]+/"),
    likely("isql h bob V", "isql", r"[ ]+(?:-[^\s]+[ ]+)*[^\s-][^\s]*[ ]+[^\s-][^\s]*[ ]+"),
    likely(
        "vault login V",
        "vault login|cargo login|snyk auth|ngrok authtoken|cloudflared service install|set-agent-token default|heroku auth:token|bw unlock",
        r"(?:[ ]+--?[a-z-]+)*[ ]+",
    ),
    likely("bw login bob V", "bw login", r"[ ]+[^\s]+[ ]+"),
    sure(
        "ConvertTo-SecureString -AsPlainText \"V\"",
        "convertto-securestring",
        "(?:[ ]+-(?:[Ss]tring|[Aa]s[Pp]lain[Tt]ext|[Ff]orce))*[ ]+",
    ),
    // Standard input.
    when(
        "echo V | docker login --password-stdin",
        "echo|printf|yes",
        r#"(?:[ ]+-[ne]+)*[ ]+(?:["']%s(?:\\n)?["'][ ]+)?"#,
        Assigned,
        r#"(?:\\n[^\n|]*)?["']?[ ]*\|[^\n|]*(?:vault|stdin|sudo[ ]+-[a-zA-Z]*S|su[ ]|passwd|openssl|gpg|cryptsetup|kinit|login|secrets?[ ]|with-token)"#,
    ),
    when(
        "echo bob:V | chpasswd",
        "echo|printf|yes",
        r#"(?:[ ]+-[ne]+)*[ ]+(["']?)[^\s:"']+:"#,
        Assigned,
        r#"["']?[ ]*\|[^\n|]*chpasswd"#,
    ),
    sure(
        "passwd --stdin bob <<< V",
        "pass insert|passwd|kinit|sudo|cryptsetup|gpg|login|secret put|secret set|secrets set|with-token",
        "(?:{rest}|[ ]+)<<<[ ]*",
    ),
    likely(
        "a --password-file=<(echo V) b",
        "askpass <(echo|pass <(echo|file=<(echo|file <(echo|file=<(printf|token < <(echo|token <(echo|fd 0 <(echo",
        r"(?:[ ]+-[ne]+)*[ ]+",
    ),
    sure(
        "expect \"x\" { send \"V\" }",
        "expect|assword:",
        r#"(?s:.){0,60}?send_?(?:line|user)?(?:[ ]+--)?[ (]*"#,
    ),
    // Stores of secrets.
    sure(
        "gh secret set X --body V",
        "secret set|secrets set|secret put|secret add|secret create|secret:create|create-secret|put-secret-value|update-secret",
        "{rest}(?:--body|-b|--value|--secret-string|--secret-data|--data|--payload)(?:=|[ ]+)(?:'?\\{\\s*\"[^\"\n]+\"\\s*:\\s*)?",
    ),
    likely(
        "fly secrets set X=V",
        "secrets set|secret set|secrets:set",
        r#"(?:[ ]+-{1,2}[^\s]+(?:[ ]+[a-z][^\s=]*)?)*[ ]+["']?[A-Za-z0-9_.-]+="#,
    ),
    beside("heroku config:set X=V", "config:set|variables set|env:set", r#"[ ]+["']?[A-Za-z0-9_.-]+[= ]"#),
    likely(
        "kubectl create secret generic x --from-literal=y=V",
        "create secret",
        r#"{rest}--from-literal[= ]+["']?[^\s=]+="#,
    ),
    sure("put-parameter --type SecureString --value V", "securestring", "{rest}--value[ =]+"),
    sure("put-parameter --value V --type SecureString", "put-parameter", r"(?:{rest}--value)[ =]+"),
    // Calls.
    likely(
        "auth=(\"bob\", \"V\")",
        "auth|basicauth|httpbasicauth|httpdigestauth|credentials|withcredentials|networkcredential|passwordauthentication|usernamepasswordcredential|usernamepasswordcredentials|login|logon|signin|sign_in|authenticate|sp_addlogin|basicawscredentials|sharedkeycredential|storagesharedkeycredential|set_basic_auth|setbasicauth|basic_auth|add_user|adduser|createuser|create_user|changeuserpassword|setuserpassword|twilio|algoliasearch",
        r#"["']?(?:[ ]*[:=])?[ ]*[(\[]{1,2}[ ]*{user, }"#,
    ),
    likely("sp_addlogin 'bob', 'V'", "sp_addlogin|sp_password", r"[ ]+N?{user, }"),
    likely(
        "getConnection(url, \"bob\", \"V\")",
        "getconnection|ldap_bind|mysql_connect|mysqli|mysqli_connect|pdo|pg_connect|connect|odbc_connect|create_user|createuser|create_superuser|newconnection|clientsecretcredential|login",
        r#"\((?:[^()\n,]+,[ ]*){1,2}?{user, }"#,
    ),
    likely(
        "create_user(\"bob\", \"a@b.c\", \"V\")",
        "create_user|createuser|create_superuser",
        r#"\([ ]*["'][^"'\n]+["'],[ ]*{user, }"#,
    ),
    likely(
        "jwt.sign(x, \"V\")",
        "jwt.sign|jwt.encode|jwt.verify|jwt.decode|pgp_sym_encrypt|pgp_sym_decrypt|aes_encrypt|aes_decrypt|createhmac|cryptojs.aes.encrypt|cryptojs.aes.decrypt|check_password_hash",
        r#"\([^()\n,]+,[ ]*[bfru]?(["'])"#,
    ),
    likely(
        "Fernet(b\"V\")",
        "fernet|secretkeyspec|cookieparser|hashpw|hmac.new|azurekeycredential|keycredential|signedcookies|generatefrompassword|password_hash|securestring|hmac256|hmac384|hmac512|setsigningkey",
        r#"\((?:\[\]byte\()?[ ]*[bfru]?(["'])"#,
    ),
    beside("new OpenAI(\"V\")", "openai|stripe|anthropic|sendgridapiclient|octokit", r#"\([ ]*(["'])"#),
    when("crypt('V', gen_salt('bf'))", "crypt", r#"\([ ]*(["'])"#, Assigned, r#"["'],[ ]*gen_salt"#),
    likely(
        "SecretString::from(\"V\")",
        "secretstring|secretstr|secretbox|protectedstring|secret::new|secret::from|password::new|password::from|guardedstring",
        r#"(?:::(?:from|new)|\.of)?\([ ]*(["'])"#,
    ),
    beside("xdotool type 'V'", "xdotool type|send-keys", "[ ]+"),
    // SQL, Redis.
    likely(
        "IDENTIFIED BY 'V'",
        "identified",
        r"(?i)\s+(?:with\s+[^\s]+\s+)?(?:by|as)\s+(?:values\s+|password\s+)?",
    ),
    sure("user default on >V ~* +@all", "setuser|user", r"[ ]+[^\s]+[ ]+(?i:on)[ ]+(?:[~+&@-][^\s]*[ ]+)*>"),
    when("AUTH default V", "auth", r"[ ]+(?:[a-zA-Z][a-zA-Z0-9_-]*[ ]+)?", Likely, "[\"']?[ \t\r]*(?:\n|$)"),
    // Mail, chat.
    sure("USER bob\r\nPASS V", "user", r"[ ]+[^\s]+\r?\n(?i:pass)[ ]+"),
    when("PASS V", "pass", "[ ]+", Beside, "[ \t\r]*(?:\n|$)"),
    likely("wpa-psk ascii 0 V", "wpa-psk ascii", "[ ]+(?:[0-9][ ]+)?"),
    when("a1 LOGIN bob V", "login", r#"[ ]+(?:"[^"\n]*"|[^\s"]+)[ ]+"#, Beside, "[\"']?[ \t\r]*(?:\n|$)"),
    when(
        "/msg NickServ IDENTIFY bob V",
        "nickserv identify|/identify|:identify|/oper",
        r#"[ ]+(?:[^\s"]+[ ]+)?"#,
        Likely,
        "[ \t\r]*(?:\n|$)",
    ),
    // Network devices.
    sure(
        "snmp-server community V RO",
        "snmp-server community|snmp community|rocommunity|rwcommunity|rocommunity6|rwcommunity6|snmp-community",
        r#"[ ]+"#,
    ),
    likely(
        "snmp-server host 1.1.1.1 version 2c V",
        "snmp-server host",
        r"[ ]+[^\s]+[ ]+(?:(?:traps|informs)[ ]+)?(?:version[ ]+[0-9c]+[ ]+)?(?:(?:auth|priv|noauth)[ ]+)?",
    ),
    likely(
        "enable password level 15 V",
        "enable password|enable secret",
        r"[ ]+(?:level[ ]+[0-9]+[ ]+)?(?:[0-9][ ]+)?",
    ),
    likely("user set password 2 V", "user set password", "[ ]+[0-9]+[ ]+"),
    sure("com2sec x default V", "com2sec", r"[ ]+[^\s]+[ ]+[^\s]+[ ]+"),
    sure(
        "radius-server host 1.1.1.1 key V",
        "radius-server|tacacs-server|aaa server|radius server|tacacs server|server-private|isakmp|key-chain|ntp",
        r"{rest}\s{0,4}key[ ]+(?:[0-9][ ]+)?",
    ),
    sure(
        "message-digest-key 1 md5 V",
        "message-digest-key|authentication-key",
        r"[ ]+(?:[0-9]+[ ]+)?(?:md5[ ]+)?(?:[0-9][ ]+)?",
    ),
    likely(
        "pre-shared-key ascii-text \"V\"",
        "ascii-text|hexadecimal|plain-text-value|encrypted-password|key-string|authentication text",
        r"[ ]+(?:[0-9][ ]+)?",
    ),
    likely(
        "standby 1 authentication V",
        "standby|vrrp",
        r"[ ]+[0-9]+[ ]+authentication[ ]+(?:md5[ ]+key-string[ ]+|text[ ]+)?(?:[0-9][ ]+)?",
    ),
    // `.netrc`, `.pgpass`, lists of users, and how people write a user and a password.
    sure(
        "machine h login bob password V",
        "login",
        r"\s+[^\s]+\s+(?i)(?:account\s+[^\s]+\s+)?pass(?:word|wd)?\s+",
    ),
    sure("h:5432:db:bob:V", ":5432:|:5433:|:6432:|:*:", r"[^\s:/]+:[^\s:]+:"),
    likely(
        "basicauth: bob:V",
        "users:|basicauth:|basic_auth:|auth_basic:|auth:",
        r#"\s*(?:- )?["']?([^\s:"'$<({]{2,40}):"#,
    ),
    likely(
        "credentials: bob / V",
        "login|logins|login info|login details|log in using|credential|cred|creds|credentials|basic auth|user/pass|user/password|username/password|login/pass|login/password|usuario/contraseña|логин/пароль|Логин/пароль|login with|log in with|log in as|logged in as|zugangsdaten|identifiants|credenciales|credenziali|账号密码|帳號密碼|用户名密码|wifi|wi-fi|wlan",
        r#"(?i)(?:[ ]+(?:is|are)[ ]*|[ ]*(?:[:=]|：)|[ ])[ ]*[*`"']{0,2}([^\s:/"'`$<({]{2,40}@?)[*`"']{0,2}(?:[ ]+/[ ]+|/|:|[ ]+and[ ]+)"#,
    ),
    sure("u: bob p: V", "u:|user:|usr:", r"[ ]*[^\s]+[\s,;/]+(?i:p|pass|pw):[ ]*"),
    sure(
        "chpasswd:\n  list: |\n    root:V",
        "chpasswd:",
        r"\s+(?:expire:[^\n]*\s+)?list:\s*[|>]?-?\s*(?:- )?[^\s:]+:",
    ),
    sure("{noop}V", "{noop}|{plain}|{cleartext}", ""),
    likely("set password V", "set password|set passwd|set pw", r"[ ]+\{?"),
];
