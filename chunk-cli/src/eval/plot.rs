//! Bars as SVG, for light and dark pages. (`cargo xtask bench --table` draws with this file, too.)

use std::fmt::Write as _;

/// A bar from left to right, with its name above it.
#[derive(Debug, Clone)]
pub struct Bar {
    pub name: String,
    /// Where it ends: 0 is the left end, 1 the right one.
    pub value: f64,
    /// The value as it is shown.
    pub label: String,
    /// An interval, drawn over the bar.
    pub range: Option<(f64, f64)>,
    /// Whether it has the colour that stands out.
    pub is_marked: bool,
}

/// Both colours are in the picture, so that it needs no page.
const STYLE: &str = "<style>text { font: 13px system-ui, sans-serif; fill: #1c1f24 } .bar { fill: #9aa7b4 } .marked { fill: #2f6f9f }
.range { stroke: #b3541e; stroke-width: 2 } .grid { stroke: #8888 }
@media (prefers-color-scheme: dark) { text { fill: #e6e8eb } .bar { fill: #66717d } .marked { fill: #6aa9d8 } .range { stroke: #f0975a } }</style>
";

/// The picture; `title` is what a screen reader says of it, and `ticks` are numbers with their places.
pub fn bars(title: &str, bars: &[Bar], ticks: &[(f64, f64)]) -> String {
    const WIDTH: f64 = 360.0;
    const ROW: f64 = 38.0;
    let (left, right) = (14.0, WIDTH - 22.0);
    let x = |share: f64| left + share.clamp(0.0, 1.0) * (right - left);
    let bottom = bars.len() as f64 * ROW + 6.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"540\" viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{}\">{STYLE}",
        bottom + 20.0,
        escaped(title)
    );
    for &(tick, place) in ticks {
        let at = x(place);
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
