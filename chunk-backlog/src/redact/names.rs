//! Which names mean a secret (B21): the words, in many languages, and what turns a name into another one. `db_password`,
//! `apiKey`, `Kennwort` and `rootpw` mean one; `tokenizer`, `public_key`, `password_length` and `apiGroup` do not.

/// What the value of a name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Chosen by a person: `password`.
    Password,
    /// Made by a machine: `token`, `secret`, `api_key`.
    Secret,
    /// Often something else: `key`, `auth`. Its value counts if it looks generated.
    Vague,
    /// The name of a provider. What is assigned to it counts if it looks generated.
    Provider,
    /// A session cookie, which is long.
    Session,
}

/// Words for passwords. They count at the end of a longer word, too: `rootpassword`.
const PASSWORDS: &[&str] = &[
    "password", "passwd", "passwrd", "passphrase", "passcode", "pwd", "psk", "requirepass", "masterauth", "mnemonic",
    // German, Dutch, Swedish and Norwegian, Danish, Icelandic.
    "passwort", "kennwort", "losungswort", "wachtwoord", "lösenord", "lozenord", "passord", "adgangskode", "kodeord", "lykilorð",
    // Spanish, Catalan, Portuguese, French, Italian, Romanian.
    "contraseña", "contrasena", "contrasenya", "senha", "motdepasse", "parola", "parolă",
    // Polish, Czech and Slovak, Croatian and Slovenian, Hungarian, Finnish, Estonian, Latvian, Lithuanian, Turkish.
    "hasło", "heslo", "lozinka", "geslo", "jelszó", "salasana", "parool", "parole", "slaptažodis", "şifre", "sifre",
    // Russian and Bulgarian, Ukrainian, Greek, Hebrew, Arabic, Hindi, Vietnamese, Indonesian.
    "пароль", "парола", "κωδικός", "סיסמה", "סיסמא", "المرور", "पासवर्ड", "khẩu", "sandi",
    // Chinese, Japanese, Korean, Thai.
    "密码", "密碼", "口令", "パスワード", "暗証番号", "비밀번호", "암호", "รหัสผ่าน",
];

/// Short words for passwords: alone, or behind a word of [`BEFORE_SHORT`].
const SHORT: &[&str] = &["pass", "pw", "passe", "pswd", "psw"];
const BEFORE_SHORT: &[&str] = &[
    "admin", "auth", "basic", "become", "bind", "cert", "client", "database", "db", "default", "email", "ftp", "http", "imap", "jdbc",
    "key", "ldap", "login", "mail", "master", "mongo", "my", "mysql", "pg", "pop", "postgres", "proxy", "rabbit", "redis", "repo",
    "root", "sa", "sftp", "smb", "smtp", "ssh", "store", "sudo", "svc", "system", "tomcat", "user", "vnc", "vpn", "web", "wifi", "wlan",
];

/// Words for secrets that machines make. They count at the end of a longer word, too.
const SECRETS: &[&str] = &["token", "secret", "apikey", "credential", "cred", "секрет", "токен", "密钥", "令牌", "秘钥", "トークン", "토큰"];

/// Words that make a secret of the word `key` behind them.
const BEFORE_KEY: &[&str] = &[
    "access", "account", "admin", "api", "app", "application", "auth", "client", "consumer", "customer", "decryption", "deploy",
    "encryption", "functions", "hmac", "integration", "jwt", "license", "master", "private", "psk", "root", "secret", "server", "service",
    "session", "shared", "signing", "storage", "subscription", "symmetric", "token", "webhook", "write",
];

/// Words that may be one.
const VAGUE: &[&str] = &["key", "auth", "bearer", "access", "api", "oauth"];

/// The names of session cookies, without what separates their words.
const SESSIONS: &[&str] = &[
    "session", "sess", "sid", "hsid", "sessid", "sessionid", "jsessionid", "phpsessid", "aspsessionid", "aspxauth", "rememberme", "loggedin", "cookies", "cookie",
];

/// Words that make another name of the words before them: what they say is about a secret.
const ABOUT: &[&str] = &[
    "accessor", "alg", "algo", "algorithm", "alias", "arn", "attempts", "audience", "author", "authority", "authorization", "base_url", "bits", "bucket", "changed", "class",
    "code", "column", "confirm", "confirmation", "count", "created", "date", "dir", "directory", "duration", "encoder", "encoding",
    "encryption", "endpoint", "error", "event", "events", "exp", "expiration", "expired", "expires", "expiry", "field", "file", "filename", "format", "generator",
    "group", "groups", "handler", "hash", "header", "hint", "host", "id", "ids", "index", "issuer", "kind", "label", "len", "length", "level", "lifetime", "limit",
    "link", "location", "log", "logfile", "manager", "max", "method", "methods", "min", "mode", "model", "name", "names", "order", "owner", "page", "parser", "path", "perm", "permission", "placeholder", "policy",
    "port", "prefix", "provider", "ref", "refs", "regex", "region", "required", "reset", "role", "rotated", "rotation", "rules", "scanning", "schema", "scope", "scopes", "server", "service", "services", "size", "source",
    "spec", "state", "status", "storage", "store", "strategy", "strength", "suffix", "table", "template", "time", "timeout", "title", "ttl", "type", "types", "updated", "uri", "url", "usage", "used", "user", "username", "validator", "version", "words",
];

/// Words that say of those behind them that all the world may know them, that they are made up, or that they are another thing: `site_key`.
const PUBLIC: &[&str] = &[
    "authenticity", "bogus", "bos", "bucket", "cache", "csrf", "dummy", "eos", "example", "fake", "foreign", "gpg", "host", "hot", "i18n", "idempotency", "index", "invalid", "kms", "lang", "max", "min", "mock", "next", "non", "page", "pad", "partition",
    "pgp", "primary", "public", "publishable", "query", "range", "recaptcha", "recv", "row", "sample", "shortcut", "site", "sitekey", "sort", "special", "stop", "topology", "socket", "total", "unique", "used", "websocket", "xsrf",
];

/// Providers whose credentials have no form of their own, and are known by the name they are assigned to.
const PROVIDERS: &[&str] = &[
    "adafruit", "airtable", "algolia", "artifactory", "asana", "atlassian", "beamer", "bitbucket", "bittrex", "cloudflare",
    "codecov", "cohere", "coinbase", "confluent", "contentful", "datadog", "discord", "droneci", "dropbox", "etsy", "fastly",
    "finicity", "finnhub", "flickr", "freshbooks", "gitter", "gocardless", "heroku", "hubspot", "intercom", "jfrog", "jira",
    "kraken", "kucoin", "launchdarkly", "linkedin", "mailchimp", "mailgun", "mattermost", "meraki", "messagebird", "netlify",
    "nytimes", "okta", "plaid", "rapidapi", "sendbird", "sentry", "snyk", "sonar", "sourcegraph", "squarespace", "sumologic",
    "telegram", "travis", "trello", "twitch", "twitter", "zendesk",
];

/// The parts of names that are looked for in a text. Letters of ASCII match in both cases, others as they are written.
pub(super) fn roots() -> Vec<String> {
    let mut roots = Vec::new();
    for table in [PASSWORDS, SHORT, SECRETS, VAGUE, SESSIONS, PROVIDERS, &["clientid", "client_id", "client-id"]] {
        for word in table {
            roots.push((*word).to_owned());
            let mut letters = word.chars();
            let capitalized: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
            roots.extend([capitalized, word.to_uppercase()].into_iter().filter(|root| !root.is_ascii() && root != word));
        }
    }
    roots
}

/// What the value of this name is; `None` if it is no secret. `before` are the words before the name, such as `API` before `key`.
pub(super) fn kind(name: &str, before: &str) -> Option<Kind> {
    // A property on the command line of Java.
    let words = words(name.strip_prefix("-D").unwrap_or(name));
    let earlier = self::words(before);
    let whole = words.concat();
    let at = words.iter().rposition(|word| kind_of_word(word).is_some());
    let Some(at) = at else {
        if whole.ends_with("clientid") {
            return Some(Kind::Vague);
        }
        if SESSIONS.iter().any(|session| whole.ends_with(session)) {
            return Some(Kind::Session);
        }
        let is_about = words.iter().any(|word| ABOUT.contains(&&**word));
        return (!is_about && words.iter().any(|word| PROVIDERS.contains(&&**word))).then_some(Kind::Provider);
    };
    let (first, last) = words.split_at(at);
    let (word, behind) = last.split_first()?;
    let is_about = |word: &String| ABOUT.contains(&&**word);
    if behind.iter().any(is_about) && !whole.ends_with("clientid") {
        return None;
    }
    let previous: Vec<&String> = earlier.iter().chain(first).collect();
    let kind = kind_of_word(word)?;
    if kind != Kind::Password && previous.iter().any(|word| PUBLIC.contains(&&***word)) {
        return None;
    }
    // The result of a test.
    let kind = if name == "PASS" { Kind::Secret } else { kind };
    let qualified = kind == Kind::Vague && word == "key" && previous.last().is_some_and(|word| BEFORE_KEY.contains(&&***word));
    let kind = if qualified { Kind::Secret } else { kind };
    // A name that goes on is less certain: `secret_santa`.
    let goes_on = behind.iter().any(|word| word.len() > 2 && !GOES_ON.contains(&&**word) && !word.bytes().all(|b| b.is_ascii_digit()));
    Some(match kind {
        Kind::Password if goes_on => Kind::Secret,
        Kind::Secret if goes_on => Kind::Vague,
        kind => kind,
    })
}

/// What may stand behind the word that means a secret, and changes nothing: `DB_PASSWORD_PROD`.
const GOES_ON: &[&str] = &[
    "base", "base64", "data", "dev", "development", "env", "live", "local", "new", "old", "plain", "plaintext", "prod", "production", "raw",
    "staging", "str", "string", "test", "text", "value",
];

fn kind_of_word(word: &str) -> Option<Kind> {
    let singular = word.strip_suffix('s').unwrap_or(word);
    let ends = |table: &[&str]| table.iter().any(|root| word.ends_with(root) || word != "passs" && singular.ends_with(root));
    let behind = |table: &[&str], befores: &[&str]| {
        table.iter().any(|root| word.strip_suffix(root).is_some_and(|before| before.is_empty() || befores.contains(&before)))
    };
    if ends(PASSWORDS) || behind(SHORT, BEFORE_SHORT) {
        Some(Kind::Password)
    } else if ends(SECRETS) || word != "key" && behind(&["key"], BEFORE_KEY) {
        Some(Kind::Secret)
    } else if VAGUE.contains(&word) || word == "keys" {
        Some(Kind::Vague)
    } else if SESSIONS.contains(&word) {
        Some(Kind::Session)
    } else {
        None
    }
}

/// The words of a name, in lowercase: they start at a capital and end at what is no letter or digit.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut letters = name.chars().peekable();
    let mut last = ' ';
    while let Some(letter) = letters.next() {
        let acronym_ends = last.is_uppercase() && letter.is_uppercase() && letters.peek().is_some_and(|next| next.is_lowercase());
        if !letter.is_alphanumeric() || last.is_lowercase() && letter.is_uppercase() || acronym_ends || last.is_ascii_digit() && letter.is_uppercase() {
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
        }
        if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
        }
        last = letter;
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}
