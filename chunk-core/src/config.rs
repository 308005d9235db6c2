//! Reads settings from JSON, and reports everything that is wrong with them at once.

use crate::{unicode::trim, words::in_plain_words};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeOwned, Error as _},
};
use serde_json::Value;
use serde_path_to_error::{Path, Segment};
use std::fmt::{self, Display};

/// A configuration that cannot be used, with everything that is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct ConfigError {
    /// One entry for each setting at fault; never empty.
    pub settings: Vec<InvalidSetting>,
}

impl ConfigError {
    /// Reads a configuration from JSON. Keys are the fields of the configuration struct; those that are absent have their
    /// default.
    ///
    /// # Errors
    /// Names every key that is unknown or whose value has the wrong type.
    pub fn read<C: Default + Serialize + DeserializeOwned>(json: &Value) -> Result<C, Self> {
        Self::read_and(json, Ok)
    }

    /// Reads a configuration from JSON, and lets `make` build from it what it configures.
    ///
    /// # Errors
    /// Names every key that is unknown or whose value has the wrong type, and adds what `make` says about the others.
    pub fn read_and<C: Default + Serialize + DeserializeOwned, T>(
        json: &Value,
        make: impl FnOnce(C) -> Result<T, Self>,
    ) -> Result<T, Self> {
        let mut readable = json.clone();
        let mut settings = Vec::new();
        let defaults = serde_json::to_value(C::default()).unwrap_or_default();
        if !remove_arrays("", &mut readable, &defaults, &mut settings) {
            return Err(Self { settings });
        }
        // serde stops at the first error, so remove that setting and read the rest again.
        let config = loop {
            let error = match serde_path_to_error::deserialize(&readable) {
                Ok(config) => break config,
                Err(error) => error,
            };
            let is_removed = remove(&mut readable, error.path());
            settings.push(unreadable(json, error));
            if !is_removed {
                return Err(Self { settings });
            }
        };
        let mut faults = match make(config) {
            Ok(made) if settings.is_empty() => return Ok(made),
            Ok(_) => Vec::new(),
            Err(error) => error.settings,
        };
        // A setting that could not be read has its default here, so whatever depends on it cannot be judged.
        faults.retain(|fault| {
            let depends_on = |key: &String| fault.key == *key || fault.beside.contains(key);
            !settings.iter().any(|unread| depends_on(&unread.key))
        });
        settings.append(&mut faults);
        Err(Self { settings })
    }
}

/// Removes arrays where a table is expected, because serde would read them as the fields of a struct, in order. Returns `false`
/// if `json` itself, the value of `key`, is such an array.
fn remove_arrays(key: &str, json: &mut Value, defaults: &Value, removed: &mut Vec<InvalidSetting>) -> bool {
    match (json, defaults) {
        (json @ Value::Array(_), Value::Object(_)) => {
            removed.push(InvalidSetting {
                key: key.to_owned(),
                value: json.to_string(),
                allowed: TABLE.to_owned(),
                beside: Vec::new(),
            });
            false
        }
        (Value::Object(table), Value::Object(defaults)) => {
            table.retain(|name, value| {
                let inner = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
                defaults.get(name).is_none_or(|defaults| remove_arrays(&inner, value, defaults, removed))
            });
            true
        }
        _ => true,
    }
}

/// Removes the setting that `path` leads to or into; `false` if there is none.
fn remove(json: &mut Value, path: &Path) -> bool {
    let keys = path.iter().map_while(|step| match step {
        Segment::Map { key } => Some(key),
        Segment::Seq { .. } | Segment::Enum { .. } | Segment::Unknown => None,
    });
    let keys: Vec<_> = keys.collect();
    let Some((last, tables)) = keys.split_last() else { return false };
    let table = tables.iter().try_fold(json, |table, key| table.get_mut(key.as_str()));
    table.and_then(Value::as_object_mut).is_some_and(|table| table.remove(*last).is_some())
}

/// The setting at fault, with the value it has in `json`.
fn unreadable(json: &Value, error: serde_path_to_error::Error<serde_json::Error>) -> InvalidSetting {
    let key = error.path().to_string();
    let value = key.split('.').try_fold(json, |value, step| value.get(step));
    let mut allowed = plainly(&error.into_inner().to_string());
    let mut shown = value.map_or_else(String::new, ToString::to_string);
    // JSON has no whole number as large: it became a fraction, which is not what was written.
    let is_huge = value.is_some_and(|value| value.is_f64() && value.as_f64() >= Some(u64::MAX as f64));
    if is_huge && allowed.contains("whole number") {
        (shown, allowed) = (String::new(), format!("too large, must be at most {}", u64::MAX));
    }
    InvalidSetting { key, value: shown, allowed, beside: Vec::new() }
}

const TABLE: &str = "must be a table of settings";

/// Words serde's message, such as `invalid type: string "abc", expected u64`, for people who write configurations.
fn plainly(message: &str) -> String {
    let wanted = message.rsplit_once("expected ").filter(|_| !message.starts_with("unknown field"));
    match wanted.map(|(_, wanted)| wanted) {
        None => message.to_owned(),
        Some(kind) if kind == "a map" || kind.starts_with("struct ") => TABLE.to_owned(),
        Some(wanted) => format!("must be {}", in_plain_words(wanted)),
    }
}

impl Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, setting) in self.settings.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{setting}")?;
        }
        Ok(())
    }
}

/// A setting at fault.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidSetting {
    /// Its key, dotted if it is nested.
    pub key: String,
    /// The value it has.
    pub value: String,
    /// What it may be, such as `at least 1`.
    pub allowed: String,
    /// The keys of the other settings that decide what it may be.
    pub beside: Vec<String>,
}

impl Display for InvalidSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&*self.key, &*self.value) {
            ("." | "", _) => f.write_str(&self.allowed),
            (key, "") => write!(f, "{key}: {}", self.allowed),
            (key, value) => write!(f, "{key} = {value}: {}", self.allowed),
        }
    }
}

/// Collects settings at fault, so that a caller sees all of them at once.
///
/// ```
/// use chunk_core::InvalidSettings;
///
/// let mut invalid = InvalidSettings::default();
/// invalid.check("size", 0, |size| *size >= 1, "must be at least 1");
/// invalid.check("ratio", 7, |ratio| *ratio <= 5, "must be at most 5");
/// let error = invalid.into_result().unwrap_err();
/// assert_eq!(error.to_string(), "size = 0: must be at least 1; ratio = 7: must be at most 5");
/// ```
#[derive(Debug, Default)]
pub struct InvalidSettings(Vec<InvalidSetting>);

impl InvalidSettings {
    /// Records `key` as at fault unless `value` is `legal`.
    pub fn check<T: Display>(&mut self, key: &str, value: T, legal: impl FnOnce(&T) -> bool, allowed: &str) {
        self.check_beside(&[], key, value, legal, allowed);
    }

    /// The same if the values of `others` decide what is `legal`: nothing is reported if one of these could not be read.
    pub fn check_beside<T: Display>(
        &mut self,
        others: &[&str],
        key: &str,
        value: T,
        legal: impl FnOnce(&T) -> bool,
        allowed: &str,
    ) {
        if !legal(&value) {
            self.0.push(InvalidSetting {
                key: key.into(),
                value: value.to_string(),
                allowed: allowed.into(),
                beside: others.iter().map(|&other| other.into()).collect(),
            });
        }
    }

    /// # Errors
    /// [`ConfigError`] if anything was at fault.
    pub fn into_result(self) -> Result<(), ConfigError> {
        if self.0.is_empty() { Ok(()) } else { Err(ConfigError { settings: self.0 }) }
    }
}

/// The methods of a configuration that set one field each.
///
/// ```
/// #[derive(Default)]
/// struct Config {
///     size: usize,
/// }
///
/// impl Config {
///     chunk_core::setters! { with_size(size: usize); }
/// }
/// assert_eq!(Config::default().with_size(5).size, 5);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! setters {
    ($($method:ident($field:ident: $type:ty);)+) => {$(
        #[doc = concat!("The same with this [`", stringify!($field), "`](Self::", stringify!($field), ").")]
        #[must_use]
        pub const fn $method(mut self, $field: $type) -> Self {
            self.$field = $field;
            self
        }
    )+};
}

/// For `skip_serializing_if`: options that are off are not written, so that what was written before there were any stays the same.
pub fn is_off<T: Default + PartialEq>(option: &T) -> bool {
    *option == T::default()
}

/// Reads a list that may be given as one string with commas: `title,headings`.
///
/// # Errors
/// If it is no list, or has an item that is none of `T`.
pub fn list_or_words<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let items = match Value::deserialize(deserializer)? {
        Value::String(words) => {
            let words = words.split(',').map(trim).filter(|word| !word.is_empty());
            words.map(Value::from).collect()
        }
        list => list,
    };
    serde_json::from_value(items).map_err(D::Error::custom)
}
