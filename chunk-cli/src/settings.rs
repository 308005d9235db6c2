//! A policy's settings: flag over `--set` over environment over `chunk.toml` over the contract's defaults, and for each
//! where it comes from.

use crate::{
    environment::Environment,
    exit::{Broken, Verdict, cannot, trouble},
    shown::shown,
};
use chunk_core::{ConfigError, Policy};
use serde_json::{Map, Value};
use std::{
    collections::BTreeMap,
    fmt::{self, Write as _},
    fs,
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

/// Options that every command with a policy has.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Settings")]
pub(crate) struct SettingsOptions {
    /// Read the settings from FILE instead of the nearest chunk.toml, in this folder or one above
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Set any setting of the policy, all of which --show-config lists; VALUE is JSON, or else a string
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Print all settings and where each comes from, as a chunk.toml; chunk nothing
    #[arg(long)]
    pub(crate) show_config: bool,
}

impl SettingsOptions {
    /// The same, with these values for `--set`.
    pub(crate) fn with(&self, set: Vec<String>) -> Self {
        Self { config: self.config.clone(), set, show_config: self.show_config }
    }
}

/// A flag of a policy that stands for one of its settings.
pub(crate) struct Flag<'f> {
    /// The setting, dotted where it is nested. The flag is called `--` and the key in kebab case: `maxChunkSize` is
    /// `--max-chunk-size`.
    pub(crate) key: &'static str,
    /// What was given, if it was.
    pub(crate) value: Option<&'f str>,
}

/// Where a setting comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Origin {
    File(PathBuf),
    /// As it would be written: `NAME=value`.
    Variable(String),
    /// As it was given: `--max-tokens 7`.
    Option(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => f.write_str(&shown(path)),
            Self::Variable(written) | Self::Option(written) => f.write_str(written),
        }
    }
}

/// The settings that were given for a policy, one layer over the other.
pub(crate) struct Settings {
    policy: &'static str,
    defaults: Value,
    given: Value,
    /// By dotted key.
    origins: BTreeMap<String, Origin>,
    unknown: Vec<String>,
}

impl Settings {
    /// Gathers the layers. `variables` are the contract's own names for settings, beside `CHUNK_<POLICY>_<KEY>`.
    pub(crate) fn gather<P: Policy>(
        options: &SettingsOptions,
        flags: &[Flag<'_>],
        variables: &[(&str, &str)],
        environment: &Environment,
        policies: &[&str],
    ) -> Result<Self, Broken> {
        let defaults = serde_json::to_value(P::Config::default()).map_err(cannot("write", "the defaults"))?;
        let policy = P::CONTRACT.policy;
        let given = Value::Object(Map::new());
        let mut settings = Self { policy, defaults, given, origins: BTreeMap::new(), unknown: Vec::new() };
        settings.read_file(options.config.as_deref(), policies)?;
        settings.read_environment(variables, environment)?;
        settings.read_options(options, flags)?;
        Ok(settings)
    }

    /// The policy with these settings.
    pub(crate) fn policy<P: Policy>(&self) -> Result<P, Broken> {
        let mut errors = self.unknown.clone();
        let policy = P::with_settings(&self.given).map_err(|error| {
            errors.extend(error.settings.iter().map(|invalid| match self.origin(&invalid.key) {
                Some(origin) => format!("{invalid} (from {origin})"),
                None => invalid.to_string(),
            }));
        });
        match policy {
            Ok(policy) if errors.is_empty() => Ok(policy),
            _ => trouble(errors.join("\nerror: ")),
        }
    }

    /// All settings in force as JSON, those at their default included, in the order of the contract's table.
    pub(crate) fn in_force<P: Policy>(&self) -> Result<String, Broken> {
        let config = self.config::<P>().map_err(|error| Broken::Trouble(error.to_string()))?;
        serde_json::to_string(&config).map_err(cannot("write", "the settings"))
    }

    /// Prints the settings in force as a `chunk.toml`, with the origin of each as a comment.
    pub(crate) fn print<P: Policy>(&self) -> Result<Verdict, Broken> {
        let config = serde_json::from_str(&self.in_force::<P>()?).map_err(cannot("read", "the settings"))?;
        io::stdout().write_all(self.shown(&config).as_bytes()).map_err(Broken::stdout)?;
        Ok(Verdict::Well)
    }

    /// The settings that were given, each as `key = value`.
    pub(crate) fn changed(&self) -> Vec<String> {
        leaves(&self.given).into_iter().map(|(key, value)| format!("{key} = {value}")).collect()
    }

    fn shown(&self, config: &Value) -> String {
        let mut shown = format!("[{}]\n", self.policy);
        for (key, value) in leaves(config) {
            let origin = self.origin(&key).map_or_else(|| "default".to_owned(), ToString::to_string);
            let origin = origin.escape_debug();
            // Writing to a string cannot fail.
            let _ = match toml::Value::try_from(value) {
                Ok(value) => writeln!(shown, "{key} = {value}  # {origin}"),
                Err(_) => writeln!(shown, "# {key} is not set  # {origin}"),
            };
        }
        shown
    }

    fn config<P: Policy>(&self) -> Result<P::Config, ConfigError> {
        ConfigError::read(&self.given)
    }

    fn read_file(&mut self, config: Option<&Path>, policies: &[&str]) -> Result<(), Broken> {
        let Some(path) = config.map(Path::to_owned).or_else(nearest_file) else { return Ok(()) };
        let text = read_capped(&path).map_err(cannot("read", shown(&path)))?;
        let file: BTreeMap<String, Value> =
            toml::from_str(&text).map_err(|error| Broken::Trouble(format!("{}: {error}", shown(&path))))?;
        if let Some(unknown) = file.keys().find(|name| !policies.contains(&name.as_str())) {
            let known = policies.join(", ");
            return trouble(format!("{}: no policy is called `{unknown}`; there are {known}", shown(&path)));
        }
        let Some(table) = file.get(self.policy) else { return Ok(()) };
        if !table.is_object() {
            return trouble(format!("{}: `{}` must be a table of settings", shown(&path), self.policy));
        }
        for (key, value) in leaves(table) {
            self.set(&key, value.clone(), Origin::File(path.clone()));
        }
        Ok(())
    }

    fn read_environment(
        &mut self,
        contract: &[(&str, &str)],
        environment: &Environment,
    ) -> Result<(), Broken> {
        let prefix = format!("CHUNK_{}_", screaming(self.policy));
        let own: BTreeMap<String, String> = leaves(&self.defaults)
            .into_iter()
            .map(|(key, _)| (format!("{prefix}{}", screaming(&key)), key))
            .collect();
        for name in environment.names(&prefix).filter(|name| !own.contains_key(*name)) {
            let known: Vec<_> = own.keys().map(String::as_str).collect();
            self.unknown.push(format!(
                "the environment variable {name} names no setting; there are {}",
                known.join(", ")
            ));
        }
        let own = own.iter().map(|(name, key)| (name.as_str(), key.as_str()));
        for (name, key) in contract.iter().copied().chain(own) {
            match environment.get(name) {
                None => {}
                Some(Ok(raw)) => self.set_raw(key, raw, Origin::Variable(format!("{name}={raw}"))),
                Some(Err(_)) => {
                    return trouble(format!("the value of {name} is not UTF-8; set another, or unset it"));
                }
            }
        }
        Ok(())
    }

    fn read_options(&mut self, options: &SettingsOptions, flags: &[Flag<'_>]) -> Result<(), Broken> {
        for assignment in &options.set {
            let Some((key, raw)) = assignment.split_once('=') else {
                return trouble(format!(
                    "--set {assignment}: must be KEY=VALUE, such as --set max_tokens=512"
                ));
            };
            self.set_raw(key, raw, Origin::Option(format!("--set {assignment}")));
        }
        for flag in flags {
            if let Some(raw) = flag.value {
                let name = screaming(flag.key).replace('_', "-").to_ascii_lowercase();
                self.set_raw(flag.key, raw, Origin::Option(format!("--{name} {raw}")));
            }
        }
        Ok(())
    }

    /// Where a setting is a string, `raw` is it (quoted or not); else it is JSON, or a string if it is none.
    fn set_raw(&mut self, key: &str, raw: &str, origin: Origin) {
        let is_string = key.split('.').try_fold(&self.defaults, |value, step| value.get(step));
        let is_string = is_string.is_some_and(Value::is_string);
        let value = match serde_json::from_str(raw) {
            Ok(value @ Value::String(_)) => value,
            Ok(value) if !is_string => value,
            _ => Value::String(raw.to_owned()),
        };
        self.set(key, value, origin);
    }

    fn set(&mut self, key: &str, value: Value, origin: Origin) {
        if !is_known(&self.defaults, key) {
            let known: Vec<_> = leaves(&self.defaults).into_iter().map(|(key, _)| key).collect();
            // `max_chunk_size` and `max-chunk-size` for `maxChunkSize`.
            let meant = known.iter().find(|known| screaming(known) == screaming(key));
            let meant = meant.map_or(String::new(), |meant| format!("did you mean {meant}? "));
            let known = known.join(", ");
            let policy = self.policy;
            self.unknown.push(format!(
                "{key} = {value}: {policy} has no such setting; {meant}there are {known} (from {origin})"
            ));
            return;
        }
        let mut place = &mut self.given;
        for step in key.split('.') {
            if !place.is_object() {
                *place = Value::Object(Map::new());
            }
            let Value::Object(map) = place else { return };
            place = map.entry(step).or_insert(Value::Null);
        }
        *place = value;
        self.origins.insert(key.to_owned(), origin);
    }

    /// The origin of the setting at `key`, which may lie inside it: `windows[0].size`.
    fn origin(&self, key: &str) -> Option<&Origin> {
        let within = |outer: &str, inner: &str| {
            inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let around = self.origins.iter().find(|(given, _)| within(given, key));
        around.or_else(|| self.origins.iter().find(|(given, _)| within(key, given))).map(|(_, origin)| origin)
    }
}

/// A configuration is small: a device or a pipe that never ends is none.
fn read_capped(path: &Path) -> io::Result<String> {
    const MOST: u64 = 1 << 20;
    let mut text = String::new();
    fs::File::open(path)?.take(MOST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MOST {
        return Err(io::Error::other(format!("longer than {MOST} bytes, which no chunk.toml needs")));
    }
    Ok(text)
}

/// The `chunk.toml` of this folder, or the nearest one above.
fn nearest_file() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join("chunk.toml")).find(|path| path.is_file())
}

/// The values that are no tables, each with its dotted key.
fn leaves(value: &Value) -> Vec<(String, &Value)> {
    fn collect<'v>(prefix: &str, value: &'v Value, into: &mut Vec<(String, &'v Value)>) {
        match value {
            Value::Object(map) if !map.is_empty() || prefix.is_empty() => {
                for (key, value) in map {
                    let key = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                    collect(&key, value, into);
                }
            }
            leaf => into.push((prefix.to_owned(), leaf)),
        }
    }
    let mut all = Vec::new();
    collect("", value, &mut all);
    all
}

/// Whether there is a setting `key`. A table without keys of its own, such as a map of names, has any.
fn is_known(defaults: &Value, key: &str) -> bool {
    let mut place = defaults;
    for step in key.split('.') {
        match place {
            Value::Object(map) if map.is_empty() => return true,
            Value::Object(map) => match map.get(step) {
                Some(value) => place = value,
                None => return false,
            },
            // A value where a table was given: what the setting's type says about it is the better message.
            _ => return true,
        }
    }
    true
}

/// `eventBased.minPhase` and `event_based.min_phase` are `EVENT_BASED_MIN_PHASE`.
fn screaming(key: &str) -> String {
    let mut name = String::new();
    for character in key.chars() {
        match character {
            '.' | '-' => name.push('_'),
            upper if upper.is_ascii_uppercase() => {
                if !name.is_empty() && !name.ends_with('_') {
                    name.push('_');
                }
                name.push(upper);
            }
            other => name.push(other.to_ascii_uppercase()),
        }
    }
    name
}
