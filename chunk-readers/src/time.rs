//! Times of formats that count seconds, as RFC 3339.

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

/// A time in seconds since 1970, such as `1709654400.25`; `None` if it lies outside the years that can be written.
pub(crate) fn of_seconds(seconds: f64) -> Option<String> {
    let since = SignedDuration::try_from_secs_f64(seconds).ok()?;
    let micros = i64::try_from(since.as_micros()).ok()?;
    Timestamp::from_microsecond(micros).ok().map(|at| at.to_string())
}

/// The same for digits, such as Slack's `1355517523.000005`, whose fraction a float would not keep.
pub(crate) fn of_digits(digits: &str) -> Option<String> {
    let (seconds, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let micros = format!("{fraction:0<6}");
    let micros: i64 = micros.get(..6)?.parse().ok()?;
    let micros = seconds.parse::<i64>().ok()?.checked_mul(1_000_000)?.checked_add(micros)?;
    Timestamp::from_microsecond(micros).ok().map(|at| at.to_string())
}

/// A time that is written as text or as seconds.
pub(crate) fn moment(time: &Value) -> Option<String> {
    match time {
        Value::String(time) => Some(time.clone()),
        Value::Number(seconds) => of_seconds(seconds.as_f64()?),
        _ => None,
    }
}
