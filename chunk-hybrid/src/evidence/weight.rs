//! What everything that is seen of a block counts for each phase: one table, fitted to the labelled documents.

use super::{
    Points,
    feature::Feature::{self, *},
    sight::{Joint, Place, Sight},
};

/// What the first occurrence counts for planning, execution, verification and reflection; all further ones together
/// count once more at most.
const WEIGHTS: [(Feature, Points); Feature::COUNT] = [
    (Will, [116, -119, 31, -28]),
    (Intend, [57, -6, -25, -25]),
    (Must, [38, -87, 56, -7]),
    (If, [67, 0, -73, 6]),
    (Plan, [111, -72, -37, -2]),
    (Ahead, [66, -22, -58, 14]),
    (Order, [47, 3, -27, -23]),
    (WouldHave, [2, 14, -38, 22]),
    (StartBase, [39, -14, -27, 3]),
    (StartDid, [-104, 155, 2, -53]),
    (StartPast, [-37, 80, 25, -68]),
    (Did, [-94, 111, 11, -28]),
    (Past, [-61, 14, 65, -18]),
    (IDid, [-69, 68, -7, 8]),
    (Doing, [-14, -5, -7, 26]),
    (Do, [69, -12, -45, -11]),
    (StartChecked, [-18, -40, 67, -9]),
    (Checked, [-3, -66, 61, 8]),
    (StartCheck, [-11, -70, 55, 27]),
    (Check, [4, -45, -1, 42]),
    (Result, [7, -69, 102, -41]),
    (Figure, [5, -50, 74, -29]),
    (Holds, [-5, -30, 57, -22]),
    (Same, [-12, -37, 66, -17]),
    (None, [0, -67, 86, -19]),
    (Number, [-11, 30, 16, -34]),
    (Measure, [-7, -15, 56, -34]),
    (Ratio, [-2, -97, 103, -3]),
    (Verbless, [-85, 16, 37, 32]),
    (Think, [27, -56, -13, 41]),
    (Thought, [-39, 66, -40, 13]),
    (Say, [74, -40, -60, 26]),
    (Lesson, [-1, -14, -25, 40]),
    (Matter, [-20, 22, -43, 41]),
    (Value, [-36, 9, -24, 50]),
    (Degree, [11, -18, -39, 47]),
    (Ever, [20, -57, -32, 69]),
    (Cause, [-6, -8, -52, 67]),
    (Speaker, [68, -54, -48, 33]),
    (Is, [-1, -32, 22, 12]),
    (Was, [-63, 34, -23, 52]),
    (Had, [-27, 41, -9, -5]),
    (Have, [6, -70, 23, 41]),
    (Not, [60, -34, -28, 2]),
    (Calendar, [0, 0, 0, 0]),
    (Regret, [-19, 4, -79, 94]),
    (Learning, [2, 12, -34, 21]),
    (Trial, [-1, -94, 91, 4]),
    (Afterwards, [0, -66, 23, 43]),
    (Future, [28, -14, -32, 18]),
    (ToDo, [79, -42, -28, -10]),
    (Actless, [-22, -45, 60, 6]),
    (Decimal, [20, -42, 50, -28]),
    (Equals, [-70, 54, 24, -7]),
    (Mark, [0, -68, 68, 0]),
    (Musing, [35, -21, -14, 0]),
    (Fail, [-8, -3, 29, -17]),
    (Call, [-49, 44, 35, -30]),
    (CallMakes, [-3, 62, -58, -1]),
    (CallProves, [14, -90, 95, -18]),
];

/// What a block counts whatever it says.
const ANY: Points = [-20, 131, -26, -85];
const FIRST: Points = [59, -6, -47, -6];
const LAST: Points = [-10, -44, -37, 91];
/// At the very beginning and end of the text; nothing from a quarter on.
const EARLY: Points = [167, -32, -123, -12];
const LATE: Points = [-12, -98, 16, 94];
const STAMPED: Points = [18, 8, -2, -25];
const CODE: Points = [47, 81, -126, -2];
/// From 25 words on, in full from 75 on.
const LONG: Points = [-2, 29, -11, -16];

/// What a label counts for the phase it names, and a heading for all that stands under it.
const LABEL: i64 = 224;
const HEADING: i64 = 91;
/// What a heading counts besides for what stands right under it.
const UNDER_HEADING: i64 = 139;

/// What it costs to go from one phase (row) to another (column) at a sensitivity of 0.7.
const CHANGES: [Points; 4] = [[0, -23, 151, 53], [271, 0, -135, -60], [217, 124, 0, -57], [223, 273, 192, 0]];

/// What it costs more, or less, at a joint.
const UNPARTED: i64 = 107;
const HEADED: i64 = -59;
const OTHER_KIND: i64 = 42;
const OPENING: i64 = 85;
const BOUND: i64 = 222;
/// From verification to another phase, where something has failed.
const FAILED: i64 = -46;

const VERIFICATION: usize = 2;

/// The points of a block for each phase.
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
        (joint.has_failed && from == VERIFICATION, FAILED),
        (joint.is_headed, HEADED),
        (joint.is_other_kind, OTHER_KIND),
    ];
    let more: i64 = more.iter().filter(|(holds, _)| *holds).map(|(_, cost)| cost).sum();
    (usual + more).max(0)
}
