//! Gathers a policy's settings, and where each comes from: flags win over `--set`, that over the environment, that over `chunk.toml`, and
//! that over the contract's defaults.

mod file;

use crate::{
    console::print,
    counting::{MODEL, RESERVE},
    environment::Environment,
    error::{Error, Verdict, cannot, trouble},
    flags::{PolicyFlags, SettingFlags},
    profile::Profile,
    shown::shown_name,
};
use chunk_core::{ConfigError, FromConfig};
use chunk_records::Stamp;
use file::File;
use serde_json::{Map, Value};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
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

/// The settings that were given for a policy, in layers that override each other.
pub(crate) struct Settings {
    profile: &'static Profile,
    defaults: Value,
    given: Value,
    /// Where each comes from, by its dotted key: a file, a variable as `NAME=value`, an option as it was given.
    origins: BTreeMap<String, String>,
    /// Messages about settings that do not exist.
    unknown: Vec<String>,
    /// The file that was read, for messages.
    file: Option<String>,
}

impl Settings {
    /// Gathers the layers, for one of the `policies`; if it is known what settings records were `made` with, those, a file that is named, and
    /// the options alone.
    pub(crate) fn gather(
        profile: &'static Profile,
        policies: &[&str],
        options: &SettingsOptions,
        flags: &SettingFlags,
        made: Option<&Value>,
        environment: &Environment,
    ) -> Result<Self, Error> {
        let given = Value::Object(Map::new());
        let defaults = with_off(profile, in_force(profile, &given)?);
        let mut settings =
            Self { profile, defaults, given, origins: BTreeMap::new(), unknown: Vec::new(), file: None };
        for (key, value) in made.map(leaves).unwrap_or_default() {
            settings.set(&key, value.clone(), "the records' own".to_owned());
        }
        if made.is_none() || options.config.is_some() {
            settings.read_file(options.config.as_deref(), policies)?;
        }
        if made.is_none() {
            settings.read_environment(environment)?;
        }
        settings.read_options(options, flags)?;
        Ok(settings)
    }

    /// The policy with these settings.
    pub(crate) fn policy<P: FromConfig>(&self) -> Result<P, Error> {
        match P::with_settings(&self.given) {
            Ok(policy) if self.unknown.is_empty() => Ok(policy),
            refused => self.refuse(refused.err()),
        }
    }

    fn refuse<T>(&self, error: Option<ConfigError>) -> Result<T, Error> {
        let mut errors = self.unknown.clone();
        for invalid in error.into_iter().flat_map(|error| error.settings) {
            errors.push(match self.origin(&invalid.key) {
                Some(origin) => format!("{invalid} (from {origin})"),
                None => invalid.to_string(),
            });
        }
        trouble(errors.join("\nerror: "))
    }

    /// All settings in force as JSON, defaults included, in the order of the contract's table.
    pub(crate) fn in_force_json(&self) -> Result<String, Error> {
        (self.profile.in_force)(&self.given).map_err(Error::run)
    }

    pub(crate) fn in_force(&self) -> Result<Value, Error> {
        in_force(self.profile, &self.given)
    }

    /// Prints the settings in force as a `chunk.toml`. The origin of each is a comment, and so are the flags, which
    /// no such file can hold.
    pub(crate) fn print(&self, flags: &PolicyFlags) -> Result<Verdict, Error> {
        let mut shown = self.shown(&with_off(self.profile, self.in_force()?));
        for (flag, value) in flags.given() {
            let _ = match value {
                Some(value) => writeln!(shown, "# --{flag} {}", value.escape_debug()),
                None => writeln!(shown, "# --{flag}"),
            };
        }
        print(shown.as_bytes())
    }

    /// The stamp of a policy of this version with these settings and flags.
    pub(crate) fn stamp(&self, version: &str, flags: &PolicyFlags) -> Result<Stamp, Error> {
        // The version names what counts, but not how many tokens are kept free, nor the model, which may lower a size.
        let is_named =
            |flag: &str| self.profile.own_flags.contains(&flag) || [MODEL, RESERVE].contains(&flag);
        let named = flags.given().filter(|(flag, _)| is_named(flag));
        let nothing = Value::Object(Map::new());
        let defaults = (self.profile.in_force)(&nothing).map_err(Error::run)?;
        Ok(Stamp::new(version, &self.in_force_json()?, &defaults, named))
    }

    /// The settings that records were `made` with and that are not in force, each as the option that sets it.
    pub(crate) fn unlike(&self, made: &Value) -> Result<Vec<String>, Error> {
        let now = self.in_force()?;
        let is_other = |key: &str, value: &Value| {
            key.split('.').try_fold(&now, |place, step| place.get(step)) != Some(value)
        };
        let others = leaves(made).into_iter().filter(|(key, value)| is_other(key, value));
        Ok(others.map(|(key, value)| format!("--set {key}={value}")).collect())
    }

    /// The file that some of the settings in force come from, for messages.
    pub(crate) fn file(&self) -> Option<&str> {
        self.file.as_deref().filter(|file| self.origins.values().any(|origin| origin.starts_with(file)))
    }

    /// The settings that were given, each as `key = value`.
    pub(crate) fn changed(&self) -> Vec<String> {
        leaves(&self.given).into_iter().map(|(key, value)| format!("{key} = {value}")).collect()
    }

    fn shown(&self, config: &Value) -> String {
        let file = self.file.as_deref().map_or_else(
            || "no file of settings".to_owned(),
            |file| format!("the file of settings is {}", file.escape_debug()),
        );
        let mut shown = format!("# {file}\n[{}]\n", self.profile.contract.policy);
        for (key, value) in leaves(config) {
            let origin = self.origin(&key).unwrap_or("default").escape_debug();
            // Writing to a string cannot fail.
            let _ = match toml::Value::try_from(value) {
                Ok(value) => writeln!(shown, "{key} = {value}  # {origin}"),
                Err(_) => writeln!(shown, "# {key} is not set  # {origin}"),
            };
        }
        shown
    }

    fn read_file(&mut self, config: Option<&Path>, policies: &[&str]) -> Result<(), Error> {
        let Some(file) = File::read(config)? else { return Ok(()) };
        let known = policies.join(", ");
        for (name, value) in file.tables.iter().filter(|(name, _)| !policies.contains(&name.as_str())) {
            let place = file.place(name);
            self.unknown.push(match value {
                Value::Object(_) => format!("{place}: no policy is called `{name}`; there are {known}"),
                _ => format!(
                    "{place}: `{name}` is in no table; write above it [{policy}], or another of {known}",
                    policy = self.profile.contract.policy
                ),
            });
        }
        let policy = self.profile.contract.policy;
        match file.tables.get(policy) {
            None => {}
            Some(table @ Value::Object(_)) => {
                let mut given = BTreeMap::new();
                for (key, value) in leaves(table) {
                    let place = file.place(&format!("{policy}.{key}"));
                    if let Some(other) = given.insert(self.meant(&key), key.clone()) {
                        let names = format!("{} is the setting {}", shown_name(&key), shown_name(&other));
                        self.unknown.push(format!("{place}: {names} again; leave one out"));
                    }
                    self.set(&key, value.clone(), place);
                }
            }
            Some(_) => {
                self.unknown.push(format!("{}: `{policy}` must be a table of settings", file.place(policy)));
            }
        }
        self.file = Some(file.shown());
        Ok(())
    }

    fn read_environment(&mut self, environment: &Environment) -> Result<(), Error> {
        let prefix = format!("CHUNK_{}_", screaming(self.profile.contract.policy));
        let mut own = BTreeMap::new();
        for (key, _) in leaves(&self.defaults) {
            own.insert(format!("{prefix}{}", screaming(&key)), key);
        }
        for name in environment.names(&prefix).into_iter().filter(|name| !own.contains_key(*name)) {
            let known: Vec<_> = own.keys().map(String::as_str).collect();
            let what = match self.flag_called(name.strip_prefix(&prefix).unwrap_or_default()) {
                Some(flag) => format!(": it can only be given as a flag: pass --{flag}"),
                None => format!("; there are {}", known.join(", ")),
            };
            self.unknown.push(format!("the environment variable {name} names no setting{what}"));
        }
        let own = own.iter().map(|(name, key)| (name.as_str(), key.as_str()));
        for (name, key) in self.profile.variables.iter().copied().chain(own) {
            match environment.get(name) {
                None => {}
                Some(Ok(raw)) => self.set_raw(key, raw, format!("{name}={raw}")),
                Some(Err(_)) => {
                    return trouble(format!("the value of {name} is not UTF-8; set another, or unset it"));
                }
            }
        }
        Ok(())
    }

    fn read_options(&mut self, options: &SettingsOptions, flags: &SettingFlags) -> Result<(), Error> {
        for assignment in &options.set {
            let Some((key, raw)) = assignment.split_once('=') else {
                return trouble(format!(
                    "--set {assignment}: must be KEY=VALUE, such as --set max_tokens=512"
                ));
            };
            self.set_raw(key, raw, format!("--set {assignment}"));
        }
        for (flag, raw) in &flags.0 {
            match self.profile.settings.iter().find(|setting| setting.flag == *flag) {
                Some(switch) if switch.value.is_empty() => self.set_raw(flag, raw, format!("--{flag}")),
                Some(_) => self.set_raw(flag, raw, format!("--{flag} {raw}")),
                None => self.unknown.push(self.profile.without(flag)),
            }
        }
        Ok(())
    }

    /// Sets a setting to `raw`. If its default is a string, `raw` is one, quoted or not; otherwise it is JSON, or, if not valid, a string.
    fn set_raw(&mut self, key: &str, raw: &str, origin: String) {
        let key = &*self.meant(key);
        let is_string = key.split('.').try_fold(&self.defaults, |value, step| value.get(step));
        let is_string = is_string.is_some_and(Value::is_string);
        let value = match serde_json::from_slice(raw.as_bytes()) {
            Ok(value @ Value::String(_)) => value,
            Ok(value) if !is_string => value,
            _ => Value::String(raw.to_owned()),
        };
        self.set(key, value, origin);
    }

    /// The setting that `key` means: `max_chunk_size` and `max-chunk-size` are `maxChunkSize`.
    fn meant(&self, key: &str) -> String {
        let known = || leaves(&self.defaults).into_iter().map(|(key, _)| key);
        let meant = || known().find(|known| screaming(known) == screaming(key));
        if is_known(&self.defaults, key) { key.to_owned() } else { meant().unwrap_or_else(|| key.to_owned()) }
    }

    fn set(&mut self, key: &str, value: Value, origin: String) {
        let key = &*self.meant(key);
        if !is_known(&self.defaults, key) {
            let (shown, origin) = (shown_name(key), shown_name(&origin));
            if let Some(flag) = self.flag_called(&screaming(key)) {
                let typed = value.as_str().map_or(String::new(), |value| format!(" {value}"));
                self.unknown.push(format!(
                    "{shown} = {value}: can only be given as a flag: pass --{flag}{typed} (from {origin})"
                ));
                return;
            }
            let known: Vec<_> = leaves(&self.defaults).into_iter().map(|(key, _)| key).collect();
            let known = known.join(", ");
            let policy = self.profile.contract.policy;
            self.unknown.push(format!(
                "{shown} = {value}: {policy} has no such setting; there are {known} (from {origin})"
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

    /// The flag of this name, written like a variable, that stands for no setting.
    fn flag_called(&self, name: &str) -> Option<&'static str> {
        self.profile.record_flags().find(|flag| screaming(flag) == name)
    }

    /// The origin of the setting that `key` names, or names a part of: `windows[0].size`.
    fn origin(&self, key: &str) -> Option<&str> {
        let within = |outer: &str, inner: &str| {
            inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let around = self.origins.iter().find(|(given, _)| within(given, key));
        around
            .or_else(|| self.origins.iter().find(|(given, _)| within(key, given)))
            .map(|(_, origin)| &**origin)
    }
}

/// What a run of `policy` takes from the nearest file of settings, for messages.
pub(crate) fn of_nearest_file(policy: &str) -> Option<String> {
    let file = File::read(None).ok()??;
    let settings = leaves(file.tables.get(policy)?);
    let settings: Vec<_> = settings.into_iter().map(|(key, value)| format!("{key} = {value}")).collect();
    (!settings.is_empty()).then(|| format!("{}: {}", file.shown(), settings.join(", ")))
}

fn in_force(profile: &Profile, given: &Value) -> Result<Value, Error> {
    let json = (profile.in_force)(given).map_err(Error::run)?;
    serde_json::from_slice(json.as_bytes()).map_err(cannot("read", "the settings"))
}

/// Settings, and those options that are off.
fn with_off(profile: &Profile, mut settings: Value) -> Value {
    for (key, off) in profile.off {
        if let Value::Object(all) = &mut settings {
            all.entry(*key).or_insert_with(|| serde_json::from_slice(off.as_bytes()).unwrap_or_default());
        }
    }
    settings
}

/// The values that are not tables, each with its dotted key.
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
            // The key goes into a setting that is no table: the setting's type has the better message about that.
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
