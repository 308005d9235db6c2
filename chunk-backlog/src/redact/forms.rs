//! The forms of the credentials that providers issue (B21): facts, each with its source. The matchers are built from
//! this table and nothing else.
//!
//! A form is written like the credential: text as it is, `(a|b)` for one of several texts, and `{alphabet n}`, `{alphabet n..m}` or
//! `{alphabet n..}` for that many characters of one of [`ALPHABETS`]; `\` makes the next character text. `<` and `>` enclose the
//! credential if the form is longer than that.
//!
//! Some forms have check digits (the last six of GitHub's and npm's tokens are a CRC-32 in base 62). They are not verified:
//! a token with a typo is to be redacted too.

/// A credential of a provider.
#[derive(Debug)]
pub(super) struct Form {
    /// The rule's name.
    pub(super) rule: &'static str,
    /// What it looks like.
    pub(super) form: &'static str,
    /// Its source: the documentation that shows or describes it.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "for the reader of the table, and checked by the test of the matchers")
    )]
    pub(super) source: &'static str,
}

const fn form(rule: &'static str, form: &'static str, source: &'static str) -> Form {
    Form { rule, form, source }
}

/// The alphabets, as character classes over ASCII.
pub(super) const ALPHABETS: &[(&str, &str)] = &[
    ("digit", "0-9"),
    ("hex", "0-9A-Fa-f"),
    ("letter", "A-Za-z"),
    ("lower", "a-z"),
    ("alnum", "A-Za-z0-9"),
    ("UPPER", "A-Z0-9"),
    // RFC 4648, section 6.
    ("base32", "A-Z2-7"),
    // BIP 173.
    ("bech32", "02-9AC-HJ-NP-Zac-hj-np-z"),
    // RFC 4648, section 4, with and without padding.
    ("base64", "A-Za-z0-9+/"),
    ("base64=", "A-Za-z0-9+/="),
    // RFC 4648, section 5.
    ("url", "A-Za-z0-9_-"),
    ("url=", "A-Za-z0-9_=-"),
    ("url.", "A-Za-z0-9_.-"),
    ("url.=", "A-Za-z0-9_.=-"),
    ("url~", "A-Za-z0-9_.~-"),
    ("word", "A-Za-z0-9_"),
    ("slug", "A-Za-z0-9-"),
    ("percent", "A-Za-z0-9%"),
    // Base64 in lines, the line ends as they are or written out.
    ("folded", r"A-Za-z0-9/+_\\\r\n-"),
];

/// All forms, in the order of the names of their rules.
pub(super) const FORMS: &[Form] = &[
    form(
        "1password-token",
        "A3-{UPPER 6}-{UPPER 11}-{UPPER 5}-{UPPER 5}-{UPPER 5}",
        "1Password: About your Secret Key",
    ),
    form(
        "1password-token",
        "A3-{UPPER 6}-{UPPER 6}-{UPPER 5}-{UPPER 5}-{UPPER 5}-{UPPER 5}",
        "1Password: About your Secret Key",
    ),
    form("1password-token", "ops_eyJ{base64= 100..}", "1Password: service accounts"),
    form("adobe-token", "p8e-{hex 32}", "Adobe Developer Console: client secrets"),
    form(
        "age-key",
        "AGE-SECRET-KEY-1{bech32 58}",
        "age(1): the X25519 identity, 32 bytes in Bech32, BIP 173",
    ),
    form("airtable-token", "pat{alnum 14}.{hex 64}", "Airtable: personal access tokens"),
    form("alibaba-key", "LTAI{alnum 12..26}", "Alibaba Cloud: AccessKey pair"),
    form("anthropic-key", "sk-ant-{lower 3..8}{digit 2}-{url 93}AA", "Anthropic: API keys, admin keys"),
    form("artifactory-token", "AKCp{alnum 69}", "JFrog Artifactory: API key, 73 characters"),
    form(
        "artifactory-token",
        "cmVmd{alnum 59}",
        "JFrog Artifactory: reference token, base64 of `reftkn:`, 64 characters",
    ),
    form("atlassian-token", "(ATATT3|ATCTT3){url= 100..}", "Atlassian: API tokens"),
    form("atlassian-token", "ATBB{alnum 32}", "Bitbucket: app passwords"),
    form(
        "authress-key",
        "(sc|ext|scauth|authress)_{alnum 5..30}.{alnum 4..6}.acc(_|-){slug 10..32}.{base64= 30..120}",
        "Authress: service client access keys",
    ),
    form(
        "aws-key",
        "(AKIA|ASIA|ABIA|ACCA){base32 16}",
        "AWS IAM: unique identifiers, prefixes; 20 characters of base 32",
    ),
    form("aws-key", "A3T{UPPER 1}{base32 16}", "AWS IAM: legacy key ids"),
    form("aws-key", "ABSK{base64= 109..270}", "Amazon Bedrock: long-term API keys"),
    form(
        "aws-key",
        "bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t{base64= 0..}",
        "Amazon Bedrock: short-term API keys, base64 of `bedrock.amazonaws.com`",
    ),
    form(
        "azure-secret",
        "{url~ 3}{digit 1}Q~{url~ 31..34}",
        "Microsoft Entra ID: client secrets, 37 or 40 characters",
    ),
    form("clickhouse-key", "4b1d{alnum 38}", "ClickHouse Cloud: API key secrets"),
    form("clojars-token", "CLOJARS_{alnum 60}", "Clojars: deploy tokens"),
    form("cloudflare-key", "v1.0-{hex 24}-{hex 146}", "Cloudflare: Origin CA keys"),
    form("contentful-token", "CFPAT-{url 43}", "Contentful: personal access tokens"),
    form("databricks-token", "dapi{hex 32}", "Databricks: personal access tokens"),
    form("databricks-token", "dapi{hex 32}-{digit 1}", "Databricks: personal access tokens"),
    form("defined-networking-token", "dnkey-{url= 26}-{url= 52}", "Defined Networking: API keys"),
    form("digitalocean-token", "do(o|p|r)_v1_{hex 64}", "DigitalOcean: access, personal and refresh tokens"),
    form(
        "discord-webhook",
        "discord(|app).com/api/webhooks/{digit 16..20}/<{url 60..72}>",
        "Discord: execute webhook",
    ),
    form("docker-token", "dckr_(pat|oat)_{url 27..}", "Docker: access tokens"),
    form("doppler-token", "dp.(pt|ct|sa|scim|audit|st).{alnum 40..44}", "Doppler: auth token formats"),
    form("doppler-token", "dp.st.{url 2..35}.{alnum 40..44}", "Doppler: auth token formats"),
    form("dropbox-token", "sl.{url= 135..}", "Dropbox: short-lived access tokens"),
    form("duffel-token", "duffel_(test|live)_{url= 43}", "Duffel: making requests, access tokens"),
    form(
        "dynatrace-token",
        "dt0(c|s){digit 2}.{alnum 24}.{alnum 64}",
        "Dynatrace: access tokens, token format",
    ),
    form("easypost-token", "EZ(A|T)K{alnum 54}", "EasyPost: API keys"),
    form("endorlabs-key", "endr+{slug 16}", "Endor Labs: API keys"),
    form("facebook-token", "EAA(M|C){alnum 100..}", "Meta: page access tokens"),
    form(
        "facebook-token",
        r"{digit 15..16}(\||%|%7C){url 27..40}",
        "Meta: app access tokens, app id and secret",
    ),
    form("figma-token", "figd_{url 30..}", "Figma: personal access tokens"),
    form("flutterwave-key", "FLW(SECK|PUBK)(|_TEST|_LIVE)-{hex 12}", "Flutterwave: API keys"),
    form("flutterwave-key", "FLW(SECK|PUBK)(|_TEST|_LIVE)-{alnum 32}-X", "Flutterwave: API keys"),
    form("flyio-token", "fo1_{url 43}", "Fly.io: access tokens"),
    form("flyio-token", "fm(1a|1r|2)_{base64= 100..}", "Fly.io: macaroon tokens"),
    form("frameio-token", "fio-u-{url= 64}", "Frame.io: developer tokens"),
    form(
        "github-token",
        "gh(p|o|u|s|r)_{alnum 36..255}",
        "GitHub: token formats; 30 characters and a CRC-32 of 6",
    ),
    form("github-token", "github_pat_{word 60..255}", "GitHub: fine-grained personal access tokens"),
    form(
        "gitlab-token",
        "gl(pat|ptt|rt|rtr|dt|soat|ft|imt|agent|oas|ffct|wt|cbt)-{url.= 18..}",
        "GitLab: token overview, token prefixes",
    ),
    form("gitlab-token", "GR1348941{url 20}", "GitLab: runner registration tokens"),
    form("gitlab-session", "_gitlab_session=<{alnum 32}>", "GitLab: session cookie"),
    form("gocardless-token", "(live|sandbox)_{url= 40}", "GoCardless: access tokens"),
    form("google-key", "AIza{url 35}", "Google Cloud: API keys, 39 characters"),
    form("google-key", "GOCSPX-{url 28}", "Google Cloud: OAuth client secrets"),
    form("google-key", "ya29.{url 20..}", "Google Cloud: OAuth access tokens"),
    form("grafana-token", "eyJrIjoi{base64= 60..400}", "Grafana: API keys, base64 of `{\"k\":\"`"),
    form("grafana-token", "glc_{base64= 32..400}", "Grafana Cloud: access policy tokens"),
    form(
        "grafana-token",
        "glsa_{alnum 32}_{hex 8}",
        "Grafana: service account tokens; the last 8 are a CRC-32",
    ),
    form("harness-token", "(pat|sat).{url 22}.{alnum 24}.{alnum 20}", "Harness: API tokens"),
    form("hashicorp-token", "{alnum 14}.atlasv1.{url= 60..70}", "HCP Terraform: API tokens"),
    form("hashicorp-token", "hv(s|b|r).{url 24..300}", "Vault: token prefixes, from 1.10"),
    form("hashicorp-token", "s.{alnum 24}", "Vault: service tokens before 1.10"),
    form("heroku-key", "HRKU-{url 36..60}", "Heroku: authorization tokens"),
    form(
        "huggingface-token",
        "(hf|api_org)_{letter 34}",
        "Hugging Face: user access tokens, organization tokens",
    ),
    form("infracost-token", "ico-{alnum 32}", "Infracost: API keys"),
    form("intra42-secret", "s-s4t2(ud|af)-{hex 64}", "42 API: application secrets"),
    form(
        "jwt",
        "ey{alnum 15..}.ey{url 15..}.{url= 10..}",
        "RFC 7519; a JSON object in base64url starts with `ey`",
    ),
    form("jwt", "ZXlK{folded 40..}{base64= 0..2}", "the same in base64 once more, in lines or not"),
    form("linear-token", "lin_(api|oauth)_{alnum 40..64}", "Linear: personal API keys"),
    form("lob-key", "(test|live)_{hex 35}", "Lob: API keys"),
    form("lob-key", "(test|live)_pub_{hex 31}", "Lob: publishable keys"),
    form("mailchimp-key", "{hex 32}-us{digit 1..2}", "Mailchimp: API keys, with the data centre"),
    form("mailgun-key", "(|pub)key-{hex 32}", "Mailgun: API keys"),
    form("mapbox-token", "(pk|sk|tk).{url 60..}.{url 22}", "Mapbox: access tokens"),
    form("maxmind-key", "{alnum 6}_{alnum 29}_mmk", "MaxMind: license keys, 40 characters"),
    form(
        "microsoft-webhook",
        ".webhook.office.com/webhookb2/{slug 36}@{slug 36}/IncomingWebhook/{alnum 32}/{slug 36}",
        "Microsoft Teams: incoming webhooks",
    ),
    form("newrelic-key", "NR(AK|JS|II|RA|AL)-{slug 19..48}", "New Relic: API keys"),
    form("notion-token", "ntn_{digit 11}{alnum 35}", "Notion: integration tokens"),
    form("notion-token", "secret_{alnum 43}", "Notion: integration tokens before 2024"),
    form("npm-token", "npm_{alnum 36}", "npm: access token format; 30 characters and a CRC-32 of 6"),
    form("octopus-key", "API-{UPPER 26}", "Octopus Deploy: API keys"),
    form(
        "openai-key",
        "sk-{url 16..100}T3BlbkFJ{url 16..100}",
        "OpenAI: API keys, base64 of `OpenAI` in the middle",
    ),
    form("openshift-token", "sha256~{url 43}", "OpenShift: OAuth access tokens"),
    form("perplexity-key", "pplx-{alnum 40..}", "Perplexity: API keys"),
    form(
        "plaid-token",
        "access-(sandbox|development|production)-{hex 8}-{hex 4}-{hex 4}-{hex 4}-{hex 12}",
        "Plaid: access tokens",
    ),
    form(
        "planetscale-token",
        "pscale_(tkn|pw|oauth)_{url.= 32..64}",
        "PlanetScale: service tokens, passwords",
    ),
    form("postman-key", "PMAK-{hex 24}-{hex 34}", "Postman: API keys"),
    form("prefect-token", "pnu_{alnum 36}", "Prefect: API keys"),
    form("pulumi-token", "pul-{hex 40}", "Pulumi: access tokens"),
    form("pypi-token", "pypi-Ag{url 50..1000}", "PyPI: API tokens, macaroons"),
    form("readme-token", "rdme_{alnum 70}", "ReadMe: API keys"),
    form("rubygems-token", "rubygems_{hex 48}", "RubyGems: API keys"),
    form("scalingo-token", "tk-us-{url 48}", "Scalingo: API tokens"),
    form("sendgrid-key", "SG.{url.= 66}", "SendGrid: API keys, 69 characters"),
    form("sendinblue-key", "xkeysib-{hex 64}-{alnum 16}", "Brevo: API keys"),
    form(
        "sentry-token",
        "sntrys_eyJ{base64= 80..600}_{base64 43}",
        "Sentry: organization tokens, JSON in base64 and a secret",
    ),
    form("sentry-token", "sntryu_{hex 64}", "Sentry: user tokens"),
    form("settlemint-token", "sm_(aat|pat|sat)_{alnum 16}", "SettleMint: access tokens"),
    form("shippo-token", "shippo_(live|test)_{hex 40}", "Shippo: API tokens"),
    form("shopify-token", "shp(at|ca|pa|ss)_{hex 32}", "Shopify: token formats"),
    form("slack-token", "xoxe.xox(b|p)-{digit 1}-{alnum 100..}", "Slack: rotated tokens"),
    form("slack-token", "xoxe-{digit 1}-{alnum 100..}", "Slack: refresh tokens"),
    form("slack-token", "xox(b|p|e)-{digit 8..14}-{alnum 18..40}", "Slack: bot and user tokens"),
    form(
        "slack-token",
        "xox(b|p|e)-{digit 8..14}-{digit 8..14}-{alnum 18..40}",
        "Slack: bot and user tokens",
    ),
    form(
        "slack-token",
        "xox(b|p|e)-{digit 8..14}-{digit 8..14}-{digit 8..14}-{alnum 18..40}",
        "Slack: bot and user tokens",
    ),
    form("slack-token", "xox(b|o|a|r|s|p)-{slug 10..}", "Slack: legacy tokens"),
    form("slack-token", "xapp-{digit 1}-{alnum 8..14}-{digit 8..14}-{alnum 32..}", "Slack: app-level tokens"),
    form(
        "slack-webhook",
        "(https://|)hooks.slack.com/(services|workflows|triggers)/{base64 36..80}",
        "Slack: incoming webhooks",
    ),
    form("sonar-token", "sq(u|p|a)_{url= 40}", "SonarQube: user, project and global tokens"),
    form("sourcegraph-token", "sgp_{hex 40}", "Sourcegraph: access tokens"),
    form(
        "sourcegraph-token",
        "sgp_(local|){hex 0..16}_{hex 40}",
        "Sourcegraph: access tokens with the instance",
    ),
    form("square-token", "EAAA{url 22..60}", "Square: access tokens"),
    form("square-token", "sq0(atp|csp)-{url 22..60}", "Square: OAuth tokens and application secrets"),
    form("stripe-key", "(sk|rk)_(test|live|prod)_{alnum 10..99}", "Stripe: API keys, restricted keys"),
    form("stripe-key", "whsec_{base64= 24..}", "Stripe: webhook signing secrets"),
    form("telegram-token", "{digit 5..16}:A{url 34}", "Telegram: bot tokens"),
    form("twilio-key", "SK{hex 32}", "Twilio: API key SIDs"),
    form("twitter-token", "AAAAAAAAAAAAAAAAAAAAAA{percent 80..100}", "X: app-only bearer tokens"),
    form("typeform-token", "tfp_{url.= 59}", "Typeform: personal access tokens"),
    form("yandex-key", "t1.{url= 1..}.{url= 86..88}", "Yandex Cloud: IAM tokens"),
    form("yandex-key", "AQVN{url 35..38}", "Yandex Cloud: API keys"),
    form("yandex-key", "YC{url 38}", "Yandex Cloud: static access keys"),
];
