//! Scores in thousandths (H15), so that no float is rounded on the way to the output.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::Error};
use serde_json::value::RawValue;
use std::fmt;

/// A number from 0 to 1 in thousandths, written with three decimals (H15).
///
/// ```
/// use chunk_hybrid::Score;
///
/// assert_eq!(Score::from_thousandths(850).to_string(), "0.850");
/// assert_eq!(serde_json::to_string(&Score::from_thousandths(1000))?, "1.000");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(u16);

impl Score {
    /// Certainty.
    pub const ONE: Self = Self(1000);

    /// `thousandths` / 1000, at most 1.
    #[must_use]
    pub const fn from_thousandths(thousandths: u64) -> Self {
        Self(if thousandths > 1000 { 1000 } else { thousandths as u16 })
    }

    /// In thousandths.
    #[must_use]
    pub const fn thousandths(self) -> u64 {
        self.0 as u64
    }

    /// The nearest score to a number from 0 to 1, such as a setting.
    pub(crate) fn of_setting(share: f64) -> Self {
        // From 0 to 1, so the cast loses nothing.
        Self::from_thousandths((share * 1000.0).round() as u64)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03}", self.0 / 1000, self.0 % 1000)
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.to_string()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let share = f64::deserialize(deserializer)?;
        match (0.0..=1.0).contains(&share) {
            true => Ok(Self::of_setting(share)),
            false => Err(de::Error::custom(format_args!("{share} is no number from 0 to 1"))),
        }
    }
}
