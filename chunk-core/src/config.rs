use serde::de::DeserializeOwned;
use std::fmt::{self, Display};

/// A configuration that cannot be used, with everything that is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct ConfigError {
    /// One entry for each setting at fault; never empty.
    pub settings: Vec<InvalidSetting>,
}

impl ConfigError {
    /// Reads a configuration from JSON: keys as the configuration struct names them, absent ones at their default.
    ///
    /// # Errors
    /// Names the first key that is unknown or whose value has the wrong type.
    pub fn read<C: DeserializeOwned>(json: &serde_json::Value) -> Result<C, Self> {
        serde_path_to_error::deserialize(json).map_err(|error| {
            let key = error.path().to_string();
            let value = key
                .split('.')
                .try_fold(json, |value, step| value.get(step))
                .map_or_else(String::new, ToString::to_string);
            let allowed = plainly(error.into_inner().to_string());
            Self { settings: vec![InvalidSetting { key, value, allowed }] }
        })
    }
}

/// Says what was expected in the words of those who write configurations, who need not know Rust's types.
fn plainly(message: String) -> String {
    match message.rsplit_once("expected ") {
        Some((before, "u8" | "u16" | "u32" | "u64" | "usize")) => {
            format!("{before}expected a whole number, not negative")
        }
        Some((before, "i8" | "i16" | "i32" | "i64" | "isize")) => format!("{before}expected a whole number"),
        Some((before, "f32" | "f64")) => format!("{before}expected a number"),
        _ => message,
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

/// One setting at fault.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidSetting {
    /// The setting, dotted where it is nested.
    pub key: String,
    /// The value it has.
    pub value: String,
    /// What it may be, such as `at least 1`.
    pub allowed: String,
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
    /// Notes `key` unless `value` is `legal`.
    pub fn check<T: Display>(&mut self, key: &str, value: T, legal: impl FnOnce(&T) -> bool, allowed: &str) {
        if !legal(&value) {
            self.0.push(InvalidSetting {
                key: key.into(),
                value: value.to_string(),
                allowed: allowed.into(),
            });
        }
    }

    /// # Errors
    /// [`ConfigError`] if anything was noted.
    pub fn into_result(self) -> Result<(), ConfigError> {
        if self.0.is_empty() { Ok(()) } else { Err(ConfigError { settings: self.0 }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Settings {
        size: usize,
    }

    #[test]
    fn the_message_names_the_key_and_the_value() {
        assert_eq!(ConfigError::read(&json!({"size": 3})), Ok(Settings { size: 3 }));
        let error = ConfigError::read::<Settings>(&json!({"size": "abc"})).unwrap_err();
        assert!(error.to_string().starts_with(r#"size = "abc": invalid type"#), "{error}");
        assert!(error.to_string().ends_with("expected a whole number, not negative"), "{error}");
        let error = ConfigError::read::<Settings>(&json!({"sise": 1})).unwrap_err();
        assert!(error.to_string().contains("unknown field `sise`"), "{error}");
    }
}
