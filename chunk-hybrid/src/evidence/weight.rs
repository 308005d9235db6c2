//! What everything that is seen of a block counts for each phase: one table, fitted to the labelled documents.

use super::{
    Points,
    feature::Feature::{self, *},
    sight::{Joint, Place, Sight},
};

/// What the first occurrence counts for planning, execution, verification and reflection; all further ones together
/// count once more at most.
const WEIGHTS: [(Feature, Points); Feature::COUNT] = [
    (Will, [105, -83, 16, -37]),
    (Intend, [54, -41, -12, -1]),
    (Intended, [24, -1, -18, -4]),
    (Must, [37, -30, 4, -11]),
    (If, [42, -14, -47, 19]),
    (Plan, [33, -24, -12, 3]),
    (Task, [25, -45, 16, 3]),
    (Ahead, [57, 5, -27, -35]),
    (Order, [24, -50, 19, 7]),
    (ToBe, [30, -25, -3, -3]),
    (WouldHave, [4, -7, -33, 36]),
    (Would, [12, -68, 48, 8]),
    (HadI, [0, 0, 0, 0]),
    (StartBase, [91, -5, -56, -30]),
    (StartDid, [-77, 152, -32, -42]),
    (StartPast, [-45, 8, 49, -12]),
    (Did, [-54, 91, -56, 19]),
    (Past, [-23, 54, -19, -12]),
    (IDid, [-69, 46, 6, 17]),
    (WasDone, [-1, 10, -15, 5]),
    (StartDoing, [-10, -3, 12, 1]),
    (Doing, [-7, -1, 1, 7]),
    (Do, [14, -1, -14, 0]),
    (StartChecked, [-12, -52, 75, -11]),
    (Checked, [-17, -48, 78, -14]),
    (StartCheck, [6, -73, 37, 31]),
    (Check, [12, -108, 69, 27]),
    (Result, [32, -61, 55, -26]),
    (Figure, [-35, -19, 63, -10]),
    (Holds, [30, 47, -63, -14]),
    (Same, [5, -27, 54, -32]),
    (None, [13, -68, 77, -22]),
    (Still, [-19, 0, 9, 10]),
    (Number, [5, -4, 19, -20]),
    (Measure, [1, -15, 34, -21]),
    (Ratio, [-3, -46, 52, -3]),
    (Verbless, [-31, -36, 62, 5]),
    (Think, [31, -12, -54, 35]),
    (Thought, [-17, 65, -50, 2]),
    (Say, [30, -38, 1, 7]),
    (Lesson, [-5, -4, -17, 25]),
    (Matter, [8, -10, -5, 7]),
    (Value, [-22, -40, 26, 36]),
    (Degree, [-23, -41, 35, 29]),
    (Ever, [-5, -51, -1, 57]),
    (Cause, [-3, -55, 32, 26]),
    (Speaker, [-1, 12, -70, 59]),
    (Is, [-24, 0, 14, 9]),
    (Was, [-67, 9, -7, 65]),
    (Had, [-41, 41, -6, 6]),
    (Have, [6, -85, 34, 46]),
    (Not, [42, -28, -32, 18]),
    (Ago, [8, 28, -40, 4]),
    (Calendar, [56, 1, -38, -20]),
    (Question, [-2, -1, -1, 3]),
    (Exclamation, [4, -4, 0, 0]),
    (Regret, [3, -10, -82, 90]),
    (Learning, [11, 18, -56, 27]),
    (Checks, [-5, -20, 31, -6]),
];

/// What a block counts whatever it says.
const ANY: Points = [4, 139, -32, -111];
const FIRST: Points = [70, -11, -51, -8];
const LAST: Points = [21, -61, -40, 80];
/// At the very beginning and end of the text; nothing from a quarter on.
const EARLY: Points = [109, -47, -56, -6];
const LATE: Points = [-29, -121, 79, 71];
const BEFORE_STAMPS: Points = [12, -7, -4, -1];
const BEHIND_STAMPS: Points = [-6, -10, 2, 14];
const STAMPED: Points = [-2, 4, 14, -17];
const CODE: Points = [37, 11, -39, -9];
/// From 25 words on, in full from 75 on.
const LONG: Points = [22, 9, -29, -2];

/// What a label counts for the phase it names, and a heading for all that stands under it.
const LABEL: i64 = 241;
const HEADING: i64 = 228;

/// What it costs to go from one phase (row) to another (column) at a sensitivity of 0.7.
const CHANGES: [Points; 4] = [
    [0, 62, 274, 234],
    [359, 0, -131, 14],
    [304, 234, 0, 4],
    [321, 371, 309, 0],
];

/// What it costs more, or less, at a joint.
const UNPARTED: i64 = 142;
const HEADED: i64 = -88;
const OTHER_DAY: i64 = -19;
const OTHER_KIND: i64 = 13;
const PAUSE: i64 = -34;

/// The points of a block for each phase.
pub(super) fn points(sight: &Sight) -> Points {
    let mut points = ANY;
    let mut add = |weights: &Points, share: i64| {
        points.iter_mut().zip(weights).for_each(|(points, weight)| *points += weight * share / 1000);
    };
    for (feature, weights) in &WEIGHTS {
        let count = sight.counts.get(*feature as usize).copied().map_or(0, i64::from);
        if count > 0 {
            add(weights, 2000 * count / (1 + count));
        }
    }
    let Place { is_first, is_last, depth, before_stamps, behind_stamps, is_code, is_stamped } = sight.place;
    let depth = depth as i64;
    let words = sight.words as i64;
    for (weights, share) in [
        (&FIRST, i64::from(is_first) * 1000),
        (&LAST, i64::from(is_last) * 1000),
        (&EARLY, (1000 - 4 * depth).max(0)),
        (&LATE, (4 * depth - 3000).max(0)),
        (&BEFORE_STAMPS, i64::from(before_stamps) * 1000),
        (&BEHIND_STAMPS, i64::from(behind_stamps) * 1000),
        (&STAMPED, i64::from(is_stamped) * 1000),
        (&CODE, i64::from(is_code) * 1000),
        (&LONG, ((words - 25) * 20).clamp(0, 1000)),
    ] {
        add(weights, share);
    }
    for (named, full) in [(sight.label, LABEL), (sight.heading, HEADING)] {
        let count = named.iter().filter(|named| **named).count().max(1) as i64;
        points.iter_mut().zip(named).for_each(|(points, named)| *points += i64::from(named) * full / count);
    }
    points
}

/// What it costs to go from one phase to another at a joint.
pub(super) fn change(joint: &Joint, from: usize, to: usize) -> i64 {
    let usual = CHANGES.get(from).and_then(|row| row.get(to)).copied().unwrap_or_default();
    let more = [
        (!joint.is_parted, UNPARTED),
        (joint.is_headed, HEADED),
        (joint.is_other_day, OTHER_DAY),
        (joint.is_other_kind, OTHER_KIND),
        (joint.is_pause, PAUSE),
    ];
    let more: i64 = more.iter().filter(|(holds, _)| *holds).map(|(_, cost)| cost).sum();
    (usual + more).max(0)
}
