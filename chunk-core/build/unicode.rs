//! C2: reads the properties of code points as of Unicode 16.0 from the file in `unicode/`, so that no later version of Unicode,
//! of the compiler or of a dependency moves a boundary or a count.

use crate::Result;

const TABLE: &str = include_str!("unicode/unicode-16.0.txt");

/// Applies `change` to the bytes of the code points that have a property; there is a byte for each code point.
pub(crate) fn for_each(property: &str, bytes: &mut [u8], change: impl Fn(&mut u8)) -> Result<()> {
    for word in words(property)? {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let range = number(first)? as usize..=number(last)? as usize;
        bytes.get_mut(range).ok_or("no such code point")?.iter_mut().for_each(&change);
    }
    Ok(())
}

/// Every `step`th code point from `first` to `last` has a lowercase letter, which is `by` code points after it.
pub(crate) struct Mapping {
    pub(crate) first: u32,
    pub(crate) last: u32,
    pub(crate) step: u32,
    pub(crate) by: i32,
}

/// The simple lowercase mapping, ascending.
pub(crate) fn lowercase() -> Result<Vec<Mapping>> {
    let mappings = words("Simple_Lowercase_Mapping")?.map(|word| {
        let sign = word.rfind(['+', '-']).ok_or("a mapping says how far it goes")?;
        let (points, by) = word.split_at(sign);
        let (points, step) = points.strip_suffix("/2").map_or((points, 1), |points| (points, 2));
        let (first, last) = points.split_once('-').unwrap_or((points, points));
        let by = i32::from_str_radix(by, 16)?;
        Ok(Mapping { first: number(first)?, last: number(last)?, step, by })
    });
    mappings.collect()
}

/// The words of a section of the table.
fn words(section: &str) -> Result<impl Iterator<Item = &'static str>> {
    let title = format!("\n{section}:\n");
    let (_, rest) = TABLE.split_once(&*title).ok_or_else(|| format!("no section {section}"))?;
    Ok(rest.split("\n\n").next().unwrap_or_default().split_ascii_whitespace())
}

fn number(hex: &str) -> Result<u32> {
    Ok(u32::from_str_radix(hex, 16)?)
}
