//! What everything that is seen of an entry counts for each phase: one table, fitted to the labelled documents.

use super::{
    PHASES, Points,
    feature::{
        Counts,
        Feature::{self, *},
    },
    sight::{Joint, Place, Sight},
    title::{NO_PHASE, Named},
};
use crate::record::metadata::Phase;

/// What the first occurrence counts for planning, execution, verification and reflection; all further ones together
/// count once more at most.
const WEIGHTS: [(Feature, Points); Feature::COUNT] = [
    (Will, [116, -113, 26, -29]),
    (Intend, [56, -17, -13, -25]),
    (Must, [38, -104, 61, 6]),
    (If, [66, -18, -64, 15]),
    (Plan, [104, -66, -36, -2]),
    (Ahead, [69, -20, -62, 13]),
    (Order, [46, 6, -27, -24]),
    (WouldHave, [2, 11, -34, 21]),
    (StartBase, [39, -21, -20, 2]),
    (StartDid, [-104, 155, 5, -55]),
    (StartPast, [-40, 71, 33, -65]),
    (Did, [-96, 112, 13, -29]),
    (Past, [-60, 17, 61, -18]),
    (IDid, [-70, 80, -15, 4]),
    (Doing, [-7, 2, -19, 24]),
    (Do, [67, -12, -46, -10]),
    (StartChecked, [-18, -36, 63, -9]),
    (Checked, [-7, -66, 65, 8]),
    (StartCheck, [-10, -68, 52, 26]),
    (Check, [3, -38, -7, 42]),
    (Result, [8, -63, 100, -44]),
    (Figure, [8, -45, 68, -32]),
    (Holds, [-6, -39, 67, -22]),
    (Same, [-15, -38, 70, -17]),
    (None, [2, -62, 83, -23]),
    (Number, [-13, 33, 12, -33]),
    (Measure, [-7, -15, 55, -34]),
    (Ratio, [-2, -101, 106, -3]),
    (Verbless, [-88, 13, 43, 32]),
    (Think, [29, -42, -24, 37]),
    (Thought, [-39, 64, -36, 11]),
    (Say, [77, -39, -61, 23]),
    (Lesson, [-1, -12, -25, 38]),
    (Matter, [-17, 23, -47, 41]),
    (Value, [-41, 8, -22, 55]),
    (Degree, [11, -12, -47, 47]),
    (Ever, [20, -55, -36, 70]),
    (Cause, [-10, -23, -40, 73]),
    (Speaker, [66, -62, -40, 36]),
    (Is, [2, -34, 23, 9]),
    (Was, [-62, 33, -25, 54]),
    (Had, [-27, 45, -11, -7]),
    (Have, [7, -81, 31, 43]),
    (Not, [56, -50, -10, 5]),
    (Regret, [-21, 7, -77, 91]),
    (Learning, [1, 15, -37, 21]),
    (Trial, [-1, -97, 92, 7]),
    (Afterwards, [0, -38, -8, 46]),
    (Future, [32, -22, -26, 16]),
    (ToDo, [83, -37, -35, -11]),
    (Actless, [-20, -39, 55, 4]),
    (Decimal, [17, -40, 52, -29]),
    (Equals, [-73, 57, 24, -8]),
    (Mark, [0, -70, 70, 0]),
    (Musing, [40, -22, -18, 0]),
    (Fail, [-6, 0, 23, -17]),
    (Call, [-52, 53, 29, -30]),
    (CallMakes, [-4, 48, -43, -1]),
    (CallProves, [14, -108, 111, -17]),
];

/// What an entry counts whatever it says.
const ANY: Points = [-22, 126, -24, -80];
const FIRST: Points = [60, -6, -47, -6];
const LAST: Points = [-8, -42, -41, 91];
/// At the very beginning and end of the text; nothing from a quarter on.
const EARLY: Points = [168, -31, -124, -13];
const LATE: Points = [-10, -116, 31, 95];
const STAMPED: Points = [18, 11, -1, -28];
const CODE: Points = [48, 84, -129, -3];
/// From 25 words on, in full from 75 on.
const LONG: Points = [-3, 22, -3, -16];

/// What a label counts for the phase it names, and a heading for all that stands under it.
const LABEL: i64 = 242;
const HEADING: i64 = 101;
/// What a heading counts besides for what stands right under it.
const UNDER_HEADING: i64 = 130;

/// What it costs to go from one phase (row) to another (column) at a sensitivity of 0.7.
const CHANGES: [Points; 4] = [[0, -27, 162, 52], [276, 0, -133, -59], [217, 117, 0, -60], [224, 274, 196, 0]];

/// What it costs more, or less, at a joint: inside a paragraph, …
const UNPARTED: i64 = 114;
/// … where no blank line stands before an entry that opens like one, …
const OPENING: i64 = 84;
/// … behind what announces or calls for it, …
const BOUND: i64 = 221;
/// … from verification, where something has failed, …
const FAILED: i64 = -44;
/// … behind a heading, …
const HEADED: i64 = -55;
/// … between entries with a stamp and without.
const OTHER_KIND: i64 = 43;

/// What the words of an entry and its label count for each phase.
pub(super) fn said(counts: &Counts, label: Named) -> Points {
    let mut points = ANY;
    for (index, count) in counts.each() {
        let Some((_, weights)) = WEIGHTS.get(index) else { continue };
        let count = u32::from(count);
        add(&mut points, weights, i64::from(2000 * count / (1 + count)));
    }
    name(&mut points, label, LABEL);
    points
}

/// The points of an entry for each phase.
pub(super) fn points(sight: &Sight<'_>) -> Points {
    let mut points = sight.said;
    let Place { is_first, is_last, depth, is_code, is_stamped } = sight.place;
    let depth = depth as i64;
    let words = sight.words as i64;
    for (weights, share) in [
        (&FIRST, i64::from(is_first) * 1000),
        (&LAST, i64::from(is_last) * 1000),
        (&EARLY, (1000 - 4 * depth).max(0)),
        (&LATE, (4 * depth - 3000).max(0)),
        (&STAMPED, i64::from(is_stamped) * 1000),
        (&CODE, i64::from(is_code) * 1000),
        (&LONG, ((words - 25) * 20).clamp(0, 1000)),
    ] {
        add(&mut points, weights, share);
    }
    name(&mut points, sight.heading, if sight.joint.is_headed { HEADING + UNDER_HEADING } else { HEADING });
    points
}

fn add(points: &mut Points, weights: &Points, share: i64) {
    let counts = points.iter_mut().zip(weights);
    match share {
        0 => {}
        1000 => counts.for_each(|(points, weight)| *points += weight),
        _ => counts.for_each(|(points, weight)| *points += weight * share / 1000),
    }
}

/// Phases that are named together share what the name counts.
fn name(points: &mut Points, named: Named, full: i64) {
    if named == NO_PHASE {
        return;
    }
    let count = named.iter().filter(|named| **named).count() as i64;
    points.iter_mut().zip(named).for_each(|(points, named)| *points += i64::from(named) * full / count);
}

/// What it costs more at a joint to go from each phase to another.
pub(super) fn surcharge(joint: &Joint) -> Points {
    let more = [
        (!joint.is_parted && !joint.opens, UNPARTED),
        (!joint.is_parted && joint.opens, OPENING),
        (joint.is_bound, BOUND),
        (joint.is_headed, HEADED),
        (joint.is_other_kind, OTHER_KIND),
    ];
    let more: i64 = more.iter().filter(|(holds, _)| *holds).map(|(_, cost)| cost).sum();
    PHASES.map(|from| if joint.has_failed && from == Phase::Verification { more + FAILED } else { more })
}

/// What it costs to go from each phase to each other where that costs so much more.
pub(super) fn changes(surcharge: Points, sensitivity: i64) -> [Points; 4] {
    let mut costs = CHANGES;
    for (row, more) in costs.iter_mut().zip(surcharge) {
        // A sensitivity of 1 asks for about half of the table, 0 for more than twice.
        row.iter_mut().for_each(|cost| *cost = (*cost + more).max(0) * (1200 - sensitivity) / 500);
    }
    costs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_stand_in_the_order_of_the_features() {
        assert!(WEIGHTS.iter().enumerate().all(|(index, (feature, _))| *feature as usize == index));
    }
}
