//! The axes of plots: where on them a value is, and which numbers stand below.

use super::plot::{Bar, bars};

/// Bars whose values are on an axis from 0 to `most`.
pub fn linear(title: &str, all: Vec<Bar>, most: f64) -> String {
    let ticks: Vec<f64> = (0..=4).map(|quarter| most * f64::from(quarter) / 4.0).collect();
    drawn(title, all, &ticks, |value| value / most)
}

/// The same from `least` to `most`, both powers of ten, with the same room for each power.
pub fn logarithmic(title: &str, all: Vec<Bar>, least: f64, most: f64) -> String {
    let powers = (most / least).log10();
    let ticks: Vec<f64> = (0..=powers.round() as i32).map(|power| least * 10_f64.powi(power)).collect();
    drawn(title, all, &ticks, |value| (value / least).log10() / powers)
}

fn drawn(title: &str, mut all: Vec<Bar>, ticks: &[f64], place: impl Fn(f64) -> f64) -> String {
    // Of 0 there is no logarithm: it is at the left end.
    let place = |value| Some(place(value)).filter(|place| place.is_finite()).unwrap_or_default();
    for bar in &mut all {
        bar.value = place(bar.value);
    }
    let ticks: Vec<(f64, f64)> = ticks.iter().map(|&tick| (tick, place(tick))).collect();
    bars(title, &all, &ticks)
}
