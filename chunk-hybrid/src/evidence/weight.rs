//! What everything that is seen of an entry counts for each phase: one table, fitted to the labelled documents.

use super::{
    PHASES, Points,
    feature::Feature::{self, *},
    sight::{Joint, Place, Sight},
};
use crate::metadata::Phase;

/// What the first occurrence counts for planning, execution, verification and reflection; all further ones together
/// count once more at most.
const WEIGHTS: [(Feature, Points); Feature::COUNT] = [
    (Will, [114, -117, 31, -28]),
    (Intend, [58, -7, -26, -25]),
    (Must, [39, -88, 56, -7]),
    (If, [65, 1, -73, 6]),
    (Plan, [107, -70, -36, -2]),
    (Ahead, [66, -22, -58, 14]),
    (Order, [47, 2, -27, -23]),
    (WouldHave, [2, 14, -38, 22]),
    (StartBase, [40, -15, -28, 2]),
    (StartDid, [-104, 155, 2, -54]),
    (StartPast, [-36, 80, 25, -68]),
    (Did, [-95, 111, 12, -28]),
    (Past, [-60, 14, 65, -19]),
    (IDid, [-70, 69, -7, 8]),
    (Doing, [-13, -5, -7, 26]),
    (Do, [67, -12, -44, -11]),
    (StartChecked, [-18, -40, 67, -9]),
    (Checked, [-3, -66, 61, 8]),
    (StartCheck, [-11, -70, 54, 27]),
    (Check, [4, -45, -1, 42]),
    (Result, [5, -68, 103, -40]),
    (Figure, [7, -50, 73, -29]),
    (Holds, [-4, -30, 57, -22]),
    (Same, [-15, -35, 67, -16]),
    (None, [-1, -66, 86, -19]),
    (Number, [-11, 29, 15, -34]),
    (Measure, [-8, -14, 56, -34]),
    (Ratio, [-2, -97, 103, -3]),
    (Verbless, [-88, 17, 38, 33]),
    (Think, [26, -55, -12, 41]),
    (Thought, [-39, 65, -40, 13]),
    (Say, [74, -40, -59, 25]),
    (Lesson, [-1, -14, -25, 40]),
    (Matter, [-19, 22, -43, 40]),
    (Value, [-35, 9, -24, 50]),
    (Degree, [9, -17, -39, 47]),
    (Ever, [20, -57, -32, 69]),
    (Cause, [-6, -8, -53, 67]),
    (Speaker, [68, -54, -48, 33]),
    (Is, [0, -33, 21, 12]),
    (Was, [-62, 34, -24, 52]),
    (Had, [-27, 41, -10, -5]),
    (Have, [6, -70, 23, 41]),
    (Not, [60, -34, -27, 2]),
    (Regret, [-19, 4, -79, 94]),
    (Learning, [1, 12, -34, 21]),
    (Trial, [-2, -94, 91, 4]),
    (Afterwards, [0, -66, 23, 43]),
    (Future, [28, -14, -32, 18]),
    (ToDo, [83, -42, -31, -10]),
    (Actless, [-22, -45, 61, 6]),
    (Decimal, [18, -41, 50, -28]),
    (Equals, [-72, 55, 24, -7]),
    (Mark, [0, -68, 68, 0]),
    (Musing, [35, -21, -14, 0]),
    (Fail, [-6, -4, 28, -18]),
    (Call, [-48, 44, 34, -30]),
    (CallMakes, [-3, 61, -58, -1]),
    (CallProves, [13, -90, 95, -18]),
];

/// What an entry counts whatever it says.
const ANY: Points = [-20, 131, -27, -85];
const FIRST: Points = [58, -6, -46, -6];
const LAST: Points = [-10, -44, -37, 91];
/// At the very beginning and end of the text; nothing from a quarter on.
const EARLY: Points = [167, -32, -123, -12];
const LATE: Points = [-12, -98, 16, 93];
const STAMPED: Points = [18, 8, -1, -25];
const CODE: Points = [47, 82, -126, -2];
/// From 25 words on, in full from 75 on.
const LONG: Points = [-2, 28, -11, -16];

/// What a label counts for the phase it names, and a heading for all that stands under it.
const LABEL: i64 = 225;
const HEADING: i64 = 91;
/// What a heading counts besides for what stands right under it.
const UNDER_HEADING: i64 = 138;

/// What it costs to go from one phase (row) to another (column) at a sensitivity of 0.7.
const CHANGES: [Points; 4] = [[0, -22, 151, 52], [270, 0, -135, -60], [216, 123, 0, -57], [223, 273, 192, 0]];

/// What it costs more, or less, at a joint: inside a paragraph, …
const UNPARTED: i64 = 107;
/// … where no blank line stands before an entry that opens like one, …
const OPENING: i64 = 85;
/// … behind what announces or calls for it, …
const BOUND: i64 = 222;
/// … from verification, where something has failed, …
const FAILED: i64 = -46;
/// … behind a heading, …
const HEADED: i64 = -58;
/// … between entries with a stamp and without.
const OTHER_KIND: i64 = 42;

/// The points of an entry for each phase.
pub(super) fn points(sight: &Sight) -> Points {
    let mut points = ANY;
    let mut add = |weights: &Points, share: i64| {
        points.iter_mut().zip(weights).for_each(|(points, weight)| *points += weight * share / 1000);
    };
    for (feature, weights) in &WEIGHTS {
        let count = i64::from(sight.counts.of(*feature));
        if count > 0 {
            add(weights, 2000 * count / (1 + count));
        }
    }
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
        add(weights, share);
    }
    let heading = if sight.joint.is_headed { HEADING + UNDER_HEADING } else { HEADING };
    for (named, full) in [(sight.label, LABEL), (sight.heading, heading)] {
        let count = named.iter().filter(|named| **named).count().max(1) as i64;
        points.iter_mut().zip(named).for_each(|(points, named)| *points += i64::from(named) * full / count);
    }
    points
}

/// What it costs to go from one phase to another at a joint.
pub(super) fn change(joint: &Joint, from: usize, to: usize) -> i64 {
    let usual = CHANGES.get(from).and_then(|row| row.get(to)).copied().unwrap_or_default();
    let more = [
        (!joint.is_parted && !joint.opens, UNPARTED),
        (!joint.is_parted && joint.opens, OPENING),
        (joint.is_bound, BOUND),
        (joint.has_failed && PHASES.get(from) == Some(&Phase::Verification), FAILED),
        (joint.is_headed, HEADED),
        (joint.is_other_kind, OTHER_KIND),
    ];
    let more: i64 = more.iter().filter(|(holds, _)| *holds).map(|(_, cost)| cost).sum();
    (usual + more).max(0)
}
