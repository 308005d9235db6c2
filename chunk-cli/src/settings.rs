//! Gathers a policy's settings, and where each comes from: flags win over `--set`, that over the environment, that over `chunk.toml`, and
//! that over the contract's defaults.

mod file;
mod lowered;

use crate::{
    console::print,
    environment,
    error::{Error, Verdict, cannot, trouble},
    flags::PolicyFlags,
    profile::Profile,
    shown::shown_name,
};
use chunk_core::{ConfigError, FromConfig};
use chunk_records::Stamp;
use file::File;
use heck::ToShoutySnakeCase as _;
use serde_json::{Map, Value};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// Options that every command with a policy has.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Settings")]
pub(crate) struct SettingsOptions {
    /// Read the settings from FILE instead of the nearest chunk.toml, in this folder or one above
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Set any setting of the policy, all of which --show-config lists; VALUE is JSON, or else a string
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Print all settings and where each comes from, as a chunk.toml; chunk nothing
    #[arg(long)]
    pub(crate) show_config: bool,
}

/// The settings that were given for a policy: the last layer that has one wins.
pub(crate) struct Settings {
    profile: &'static Profile,
    /// Every setting that there is with its default, by its dotted key. A table without keys of its own may have any.
    known: Vec<(String, Value)>,
    /// Those that were given, by their dotted keys, each with where it comes from: a file, a variable as `NAME=value`, an option as it was
    /// given.
    given: BTreeMap<String, (Value, String)>,
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
        flags: &[(String, String)],
        made: Option<&Value>,
    ) -> Result<Self, Error> {
        let known = leaves(with_off(profile, in_force(profile, &nothing())?));
        let mut settings = Self { profile, known, given: BTreeMap::new(), unknown: Vec::new(), file: None };
        for (key, value) in made.cloned().map(leaves).unwrap_or_default() {
            settings.set(&key, value, "the records' own".to_owned());
        }
        if made.is_none() || options.config.is_some() {
            settings.read_file(options.config.as_deref(), policies)?;
        }
        if made.is_none() {
            settings.read_environment()?;
        }
        settings.read_options(options, flags)?;
        Ok(settings)
    }

    /// The policy with these settings.
    pub(crate) fn policy<P: FromConfig>(&self) -> Result<P, Error> {
        match P::with_settings(&self.given()) {
            Ok(policy) if self.unknown.is_empty() => Ok(policy),
            Ok(_) => trouble(self.unknown.join("\nerror: ")),
            Err(error) => Err(self.refused(&error)),
        }
    }

    /// The error of settings that cannot be used, which says where each comes from.
    pub(crate) fn refused(&self, error: &ConfigError) -> Error {
        let invalid = error.settings.iter().map(|invalid| {
            // A sum of two settings may be too large.
            let own = invalid.key.split(" + ").map(|key| {
                self.origin(key).map(|origin| format!("from {origin}")).or_else(|| self.default(key))
            });
            let beside =
                invalid.beside.iter().filter(|key| self.origin(key).is_none()).map(|key| self.default(key));
            let origins: Vec<_> = own.chain(beside).flatten().collect();
            let mut invalid = invalid.clone();
            // Of the parts that there are, a policy has some, which its help names last.
            let own = self.profile.settings().find(|own| own.key == "embed" && own.key == invalid.key);
            if let Some((_, parts)) = own.and_then(|own| own.help.rsplit_once(": "))
                && invalid.allowed.starts_with("must be one of")
            {
                invalid.allowed = format!("must be of these parts: {parts}");
            }
            if origins.is_empty() {
                invalid.to_string()
            } else {
                format!("{invalid} ({})", origins.join("; "))
            }
        });
        Error::run(self.unknown.iter().cloned().chain(invalid).collect::<Vec<_>>().join("\nerror: "))
    }

    /// That a setting that was not given has its default, and how to give it.
    fn default(&self, key: &str) -> Option<String> {
        let (_, value) = self.known.iter().find(|(known, _)| known == key)?;
        let flag = self.profile.settings().find(|setting| setting.key == key);
        let option = flag
            .map_or_else(|| format!("--set {key}=VALUE"), |flag| format!("--{} {}", flag.flag, flag.value));
        Some(format!("{key} = {value} is the default, which {option} changes"))
    }

    /// Those that were given, as the table that a policy reads.
    pub(crate) fn given(&self) -> Value {
        let mut all = nothing();
        for (key, (value, _)) in &self.given {
            let mut place = &mut all;
            for step in key.split('.') {
                if !place.is_object() {
                    *place = nothing();
                }
                let Value::Object(table) = place else { break };
                place = table.entry(step).or_insert(Value::Null);
            }
            place.clone_from(value);
        }
        all
    }

    /// All settings in force as JSON, defaults included, in the order of the contract's table.
    pub(crate) fn in_force_json(&self) -> Result<String, Error> {
        (self.profile.in_force)(&self.given())
    }

    pub(crate) fn in_force(&self) -> Result<Value, Error> {
        in_force(self.profile, &self.given())
    }

    /// Prints the settings in force as a `chunk.toml`. The origin of each is a comment, and so are the flags, which
    /// no such file can hold.
    pub(crate) fn print(&self, flags: &PolicyFlags) -> Result<Verdict, Error> {
        let file = self.file.as_deref().map_or_else(
            || "no file of settings".to_owned(),
            |file| format!("the file of settings is {}", file.escape_debug()),
        );
        let mut shown = format!("# {file}\n[{}]\n", self.profile.contract.policy);
        for (key, value) in leaves(with_off(self.profile, self.in_force()?)) {
            let origin = self.origin(&key).unwrap_or("default").escape_debug();
            shown += &match toml::Value::try_from(value) {
                Ok(value) => format!("{key} = {value}  # {origin}\n"),
                Err(_) => format!("# {key} is not set  # {origin}\n"),
            };
        }
        for (flag, value) in &flags.given.others {
            let value = value.iter().map(|value| format!(" {}", value.escape_debug()));
            shown += &format!("# --{flag}{}\n", value.collect::<String>());
        }
        print(shown.as_bytes())
    }

    /// The stamp of a policy of this version with these settings and flags.
    pub(crate) fn stamp(&self, version: &str, flags: &PolicyFlags) -> Result<Stamp, Error> {
        // The version names what counts, but not how many tokens are kept free, nor the model, which may lower a size.
        let is_of_version = |flag: &str| ["encoding", "tokenizer"].contains(&flag);
        let named = flags.given.others.iter().filter(|(flag, _)| !is_of_version(flag));
        let named = named.map(|(flag, value)| (flag.as_str(), value.clone()));
        let defaults = (self.profile.in_force)(&nothing())?;
        Ok(Stamp::new(version, &self.in_force_json()?, &defaults, named))
    }

    /// The settings that records were `made` with and that are not in force, each as the option that sets it.
    pub(crate) fn unlike(&self, made: &Value) -> Result<Vec<String>, Error> {
        let now: BTreeMap<_, _> = leaves(self.in_force()?).into_iter().collect();
        let others = leaves(made.clone()).into_iter().filter(|(key, value)| now.get(key) != Some(value));
        Ok(others.map(|(key, value)| format!("--set {key}={value}")).collect())
    }

    /// The file that some of the settings in force come from, for messages.
    pub(crate) fn file(&self) -> Option<&str> {
        self.file.as_deref().filter(|file| self.given.values().any(|(_, origin)| origin.starts_with(file)))
    }

    /// The settings that were given, each as `key = value`.
    pub(crate) fn changed(&self) -> Vec<String> {
        leaves(self.given()).into_iter().map(|(key, value)| format!("{key} = {value}")).collect()
    }

    fn read_file(&mut self, config: Option<&Path>, policies: &[&str]) -> Result<(), Error> {
        let Some(file) = File::read(config)? else { return Ok(()) };
        let (policy, known) = (self.profile.contract.policy, policies.join(", "));
        self.file = Some(file.shown());
        for (name, value) in &file.tables {
            let place = file.place(name);
            match (policies.contains(&name.as_str()), value) {
                (true, _) if name != policy => {}
                (true, Value::Object(_)) => self.read_table(&file, value),
                (true, _) => self.unknown.push(format!("{place}: `{policy}` must be a table of settings")),
                (false, Value::Object(_)) => {
                    self.unknown.push(format!("{place}: no policy is called `{name}`; there are {known}"));
                }
                (false, _) => self.unknown.push(format!(
                    "{place}: `{name}` is in no table; write above it [{policy}], or another of {known}"
                )),
            }
        }
        Ok(())
    }

    /// Reads the policy's own table.
    fn read_table(&mut self, file: &File, table: &Value) {
        let mut read = BTreeMap::new();
        for (key, value) in leaves(table.clone()) {
            let place = file.place(&format!("{}.{key}", self.profile.contract.policy));
            if let Some(other) = read.insert(self.meant(&key), key.clone()) {
                let names = format!("{} is the setting {}", shown_name(&key), shown_name(&other));
                self.unknown.push(format!("{place}: {names} again; leave one out"));
            }
            self.set(&key, value, place);
        }
    }

    fn read_environment(&mut self) -> Result<(), Error> {
        let prefix = format!("CHUNK_{}_", self.profile.contract.policy.to_shouty_snake_case());
        let own = self
            .known
            .iter()
            .map(|(key, _)| (format!("{prefix}{}", key.to_shouty_snake_case()), key.clone()));
        let own: BTreeMap<String, String> = own.collect();
        for name in environment::names(&prefix).into_iter().filter(|name| !own.contains_key(name)) {
            let known: Vec<_> = own.keys().map(String::as_str).collect();
            let what = match self.flag_called(name.strip_prefix(&prefix).unwrap_or_default()) {
                Some(flag) => format!(": it can only be given as a flag: pass --{flag}"),
                None => format!("; there are {}", known.join(", ")),
            };
            self.unknown.push(format!("the environment variable {name} names no setting{what}"));
        }
        let own = own.iter().map(|(name, key)| (name.as_str(), key.as_str()));
        for (name, key) in self.profile.variables.iter().copied().chain(own) {
            match environment::variable(name) {
                None => {}
                Some(Ok(raw)) => self.set_raw(key, &raw, format!("{name}={raw}")),
                Some(Err(_)) => {
                    return trouble(format!("the value of {name} is not UTF-8; set another, or unset it"));
                }
            }
        }
        Ok(())
    }

    fn read_options(&mut self, options: &SettingsOptions, flags: &[(String, String)]) -> Result<(), Error> {
        for assignment in &options.set {
            let Some((key, raw)) = assignment.split_once('=') else {
                return trouble(format!(
                    "--set {assignment}: must be KEY=VALUE, such as --set max_tokens=512"
                ));
            };
            self.set_raw(key, raw, format!("--set {assignment}"));
        }
        for (flag, raw) in flags {
            match self.profile.settings().find(|setting| setting.flag == *flag) {
                Some(switch) if switch.value.is_empty() => self.set_raw(flag, raw, format!("--{flag}")),
                Some(_) => self.set_raw(flag, raw, format!("--{flag} {raw}")),
                None => self.unknown.push(self.profile.without(flag)),
            }
        }
        Ok(())
    }

    /// Sets a setting to `raw`. If its default is a string, `raw` is one, quoted or not; otherwise it is JSON, or, if not valid, a string.
    fn set_raw(&mut self, key: &str, raw: &str, origin: String) {
        let meant = self.meant(key);
        let is_string = self.known.iter().any(|(known, default)| *known == meant && default.is_string());
        let value = match serde_json::from_slice(raw.as_bytes()) {
            Ok(value @ Value::String(_)) => value,
            Ok(value) if !is_string => value,
            _ => Value::String(raw.to_owned()),
        };
        self.set(key, value, origin);
    }

    /// The setting that `key` means: `max_chunk_size` and `max-chunk-size` are `maxChunkSize`, as all are `MAX_CHUNK_SIZE` in capitals.
    fn meant(&self, key: &str) -> String {
        let same = || {
            self.known.iter().find(|(known, _)| known.to_shouty_snake_case() == key.to_shouty_snake_case())
        };
        if self.is_known(key) { None } else { same() }.map_or(key, |(known, _)| known).to_owned()
    }

    /// Whether there is a setting `key`, or a table of that name. Of a key within a setting, the setting's type has the better message.
    fn is_known(&self, key: &str) -> bool {
        self.known.iter().any(|(known, _)| is_within(known, key) || is_within(key, known))
    }

    fn set(&mut self, key: &str, value: Value, origin: String) {
        let key = self.meant(key);
        if self.is_known(&key) {
            self.given.retain(|given, _| !is_within(given, &key));
            self.given.insert(key, (value, origin));
            return;
        }
        let policy = self.profile.contract.policy;
        let what = match self.flag_called(&key.to_shouty_snake_case()) {
            Some(flag) => {
                let typed = value.as_str().map_or(String::new(), |value| format!(" {value}"));
                format!("can only be given as a flag: pass --{flag}{typed}")
            }
            None => {
                let known: Vec<_> = self.known.iter().map(|(key, _)| key.as_str()).collect();
                format!("{policy} has no such setting; there are {}", known.join(", "))
            }
        };
        self.unknown.push(format!("{} = {value}: {what} (from {})", shown_name(&key), shown_name(&origin)));
    }

    /// The flag of this name, written like a variable, that stands for no setting.
    fn flag_called(&self, name: &str) -> Option<&'static str> {
        self.profile.record_flags.concat().into_iter().find(|flag| flag.to_shouty_snake_case() == name)
    }

    /// The origin of the setting that `key` names, or names a part of: `windows[0].size`; or else of one in the table that it names.
    fn origin(&self, key: &str) -> Option<&str> {
        let around = self.given.iter().find(|(given, _)| is_within(key, given));
        let found = around.or_else(|| self.given.iter().find(|(given, _)| is_within(given, key)));
        found.map(|(_, (_, origin))| &**origin)
    }
}

/// Whether `inner` is the key `outer`, or leads into what that names.
fn is_within(inner: &str, outer: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

fn in_force(profile: &Profile, given: &Value) -> Result<Value, Error> {
    serde_json::from_slice((profile.in_force)(given)?.as_bytes()).map_err(cannot("read", "the settings"))
}

/// Settings, and those options that are off.
fn with_off(profile: &Profile, mut settings: Value) -> Value {
    for setting in profile.settings().filter(|setting| !setting.off.is_empty()) {
        if let Value::Object(all) = &mut settings {
            let off = || serde_json::from_slice(setting.off.as_bytes()).unwrap_or_default();
            all.entry(setting.key).or_insert_with(off);
        }
    }
    settings
}

/// The values that are not tables with keys, each with its dotted key.
fn leaves(value: Value) -> Vec<(String, Value)> {
    let Value::Object(table) = value else { return Vec::new() };
    let within = |(key, value): (String, Value)| match leaves(value.clone()) {
        inner if inner.is_empty() => vec![(key, value)],
        inner => inner.into_iter().map(|(step, value)| (format!("{key}.{step}"), value)).collect(),
    };
    table.into_iter().flat_map(within).collect()
}

fn nothing() -> Value {
    Value::Object(Map::new())
}
