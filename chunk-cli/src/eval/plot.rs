//! Bars as SVG, for light and dark pages. (`cargo xtask bench --table` draws with this file, too.)

use std::fmt::Write as _;

/// A bar from left to right, with its name above it.
#[derive(Debug, Clone)]
pub struct Bar {
    pub name: String,
    pub value: f64,
    /// The value as it is shown.
    pub label: String,
    /// An interval, drawn over the bar.
    pub range: Option<(f64, f64)>,
    /// Whether it has the colour that stands out.
    pub is_marked: bool,
}

/// The values at the left and right end.
#[derive(Debug, Clone, Copy)]
pub enum Scale {
    /// From 0.
    Linear(f64),
    /// Both are powers of ten.
    Logarithmic(f64, f64),
}

impl Scale {
    /// Where a value is: 0 at the left end, 1 at the right.
    fn share(self, value: f64) -> f64 {
        let share = match self {
            Self::Linear(most) => value / most,
            Self::Logarithmic(least, most) => (value / least).log10() / (most / least).log10(),
        };
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    }

    fn ticks(self) -> Vec<f64> {
        match self {
            Self::Linear(most) => (0..=4).map(|quarter| most * f64::from(quarter) / 4.0).collect(),
            Self::Logarithmic(least, most) => {
                let count = (most / least).log10().round() as i32;
                (0..=count).map(|power| least * 10_f64.powi(power)).collect()
            }
        }
    }
}

/// Both colours are in the picture, so that it needs no page.
const STYLE: &str = "<style>text { font: 13px system-ui, sans-serif; fill: #1c1f24 } .bar { fill: #9aa7b4 } .marked { fill: #2f6f9f }
.range { stroke: #b3541e; stroke-width: 2 } .grid { stroke: #8888 }
@media (prefers-color-scheme: dark) { text { fill: #e6e8eb } .bar { fill: #66717d } .marked { fill: #6aa9d8 } .range { stroke: #f0975a } }</style>
";

/// The picture; `title` is what a screen reader says of it.
pub fn bars(title: &str, bars: &[Bar], scale: Scale) -> String {
    const WIDTH: f64 = 360.0;
    const ROW: f64 = 38.0;
    let (left, right) = (14.0, WIDTH - 22.0);
    let x = |value: f64| left + scale.share(value) * (right - left);
    let bottom = bars.len() as f64 * ROW + 6.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"540\" viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{}\">{STYLE}",
        bottom + 20.0,
        escaped(title)
    );
    for tick in scale.ticks() {
        let at = x(tick);
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"0\" y2=\"{bottom}\"/>\
             <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{tick}</text>",
            bottom + 15.0
        );
    }
    for (index, bar) in bars.iter().enumerate() {
        let top = index as f64 * ROW;
        let mut name = format!("{} · {}", bar.label, bar.name);
        if let Some((at, _)) = name.char_indices().nth(69).filter(|_| name.chars().count() > 70) {
            name.truncate(at);
            name.push('…');
        }
        // About 7 units a character: a longer name is drawn narrower, so that no font lets it leave the picture.
        let narrow = if name.chars().count() > 47 {
            format!(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", right - left)
        } else {
            String::new()
        };
        let class = if bar.is_marked { "bar marked" } else { "bar" };
        let _ = writeln!(
            svg,
            "<text x=\"{left}\" y=\"{}\"{narrow}>{}</text><rect class=\"{class}\" x=\"{left}\" y=\"{}\" width=\"{:.1}\" height=\"12\"/>",
            top + 15.0,
            escaped(&name),
            top + 21.0,
            x(bar.value) - left,
        );
        if let Some((low, high)) = bar.range {
            let (low, high, middle) = (x(low), x(high), top + 27.0);
            let _ = writeln!(
                svg,
                "<path class=\"range\" d=\"M{low:.1} {middle}H{high:.1}M{low:.1} {}v6M{high:.1} {0}v6\"/>",
                middle - 3.0
            );
        }
    }
    svg + "</svg>\n"
}

/// Text in SVG or HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
