//! What everything that is seen of a block counts for each phase: one table, fitted to the labelled documents.

use super::{
    Points,
    feature::{
        Counts,
        Feature::{self, *},
    },
    sight::{Joint, Place, Sight},
    title::Named,
};

/// What the first occurrence counts for planning, execution, verification and reflection; all further ones together
/// count once more at most.
const WEIGHTS: [(Feature, Points); Feature::COUNT] = [
    (Will, [138, -67, -16, -54]),
    (Intend, [87, -35, -28, -24]),
    (Intended, [12, 1, -9, -3]),
    (Must, [52, -25, -7, -20]),
    (If, [54, -10, -41, -3]),
    (Plan, [69, -25, -26, -19]),
    (Task, [30, -30, 6, -6]),
    (Ahead, [70, -4, -28, -38]),
    (Order, [16, -38, 18, 4]),
    (ToBe, [104, -37, -33, -34]),
    (WouldHave, [-31, -43, -51, 126]),
    (Would, [12, -39, 34, -6]),
    (HadI, [-39, -39, -39, 117]),
    (StartBase, [87, -11, -45, -31]),
    (StartDid, [-76, 146, -31, -38]),
    (StartPast, [-30, 4, 43, -17]),
    (Did, [-53, 89, -48, 12]),
    (Past, [-21, 46, -22, -2]),
    (IDid, [-53, 66, -13, 0]),
    (WasDone, [-11, 34, -12, -12]),
    (StartDoing, [-14, 37, -4, -20]),
    (Doing, [-7, 1, -1, 7]),
    (Do, [16, -8, -12, 4]),
    (StartChecked, [-37, -48, 121, -36]),
    (Checked, [-33, -48, 108, -26]),
    (StartCheck, [-13, -55, 65, 3]),
    (Check, [4, -78, 67, 7]),
    (Result, [22, -49, 55, -29]),
    (Figure, [-12, -24, 59, -23]),
    (Holds, [12, 33, -33, -12]),
    (Same, [-4, -20, 51, -27]),
    (None, [11, -62, 68, -17]),
    (Still, [-14, -4, 8, 9]),
    (Number, [0, -2, 17, -16]),
    (Measure, [-7, -11, 38, -20]),
    (Ratio, [-33, -46, 113, -33]),
    (Verbless, [-21, -32, 63, -10]),
    (Think, [19, -23, -43, 47]),
    (Thought, [-14, 28, -46, 32]),
    (Say, [24, -25, 0, 1]),
    (Lesson, [-38, -39, -40, 117]),
    (Matter, [12, -12, -9, 9]),
    (Value, [-21, -39, 16, 44]),
    (Degree, [-30, -37, 25, 42]),
    (Ever, [-1, -52, -11, 64]),
    (Cause, [-8, -45, 18, 35]),
    (Speaker, [-2, 8, -42, 35]),
    (Is, [-18, 1, 16, 1]),
    (Was, [-42, 8, -7, 41]),
    (Had, [-24, 29, -7, 2]),
    (Have, [11, -56, 27, 19]),
    (Not, [27, -16, -19, 9]),
    (Ago, [5, 19, -26, 3]),
    (Calendar, [39, 4, -19, -24]),
    (Question, [-6, -7, -7, 20]),
    (Exclamation, [2, -2, 0, 0]),
    (Regret, [-36, -54, -82, 173]),
    (Learning, [-22, -21, -55, 97]),
    (Checks, [-34, -39, 105, -32]),
];

/// What a block counts whatever it says.
const ANY: Points = [-4, 117, -43, -70];
const FIRST: Points = [29, -10, -15, -4];
const LAST: Points = [-5, -36, -8, 49];
/// At the very beginning and end of the text; nothing from a quarter on.
const EARLY: Points = [74, -34, -35, -5];
const LATE: Points = [-10, -79, 53, 36];
const BEFORE_STAMPS: Points = [10, -3, -7, -1];
const BEHIND_STAMPS: Points = [-1, -4, 0, 5];
const STAMPED: Points = [11, -2, 6, -15];
const CODE: Points = [26, 10, -31, -5];
/// From 25 words on, in full from 75 on.
const LONG: Points = [29, 4, -33, 1];

/// What a label counts for the phase it names, and a heading for all that stands under it.
const LABEL: i64 = 300;
const HEADING: i64 = 300;

/// What it costs to go from one phase (row) to another (column) at a sensitivity of 0.7.
const CHANGES: [Points; 4] = [[0, 20, 163, 144], [248, 0, -89, -2], [216, 154, 0, 4], [238, 268, 223, 0]];

/// What it costs more, or less, at a joint.
const UNPARTED: i64 = 89;
const HEADED: i64 = -55;
const OTHER_DAY: i64 = -12;
const OTHER_KIND: i64 = -7;
const PAUSE: i64 = -18;

/// What the words of a block and its label count for each phase.
pub(super) fn said(counts: &Counts, label: Named) -> Points {
    let mut points = ANY;
    for (feature, weights) in &WEIGHTS {
        let count = counts.get(*feature as usize).copied().map_or(0, i64::from);
        if count > 0 {
            add(&mut points, weights, 2000 * count / (1 + count));
        }
    }
    name(&mut points, label, LABEL);
    points
}

fn add(points: &mut Points, weights: &Points, share: i64) {
    points.iter_mut().zip(weights).for_each(|(points, weight)| *points += weight * share / 1000);
}

/// Phases that are named together share what the name counts.
fn name(points: &mut Points, named: Named, full: i64) {
    let count = named.iter().filter(|named| **named).count().max(1) as i64;
    points.iter_mut().zip(named).for_each(|(points, named)| *points += i64::from(named) * full / count);
}

/// The points of a block for each phase.
pub(super) fn points(sight: &Sight) -> Points {
    let mut points = sight.said;
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
        add(&mut points, weights, share);
    }
    name(&mut points, sight.heading, HEADING);
    points
}

/// What it costs to go from each phase to each other at a joint.
pub(super) fn changes(joint: &Joint) -> [Points; 4] {
    let more = [
        (!joint.is_parted, UNPARTED),
        (joint.is_headed, HEADED),
        (joint.is_other_day, OTHER_DAY),
        (joint.is_other_kind, OTHER_KIND),
        (joint.is_pause, PAUSE),
    ];
    let more: i64 = more.iter().filter(|(holds, _)| *holds).map(|(_, cost)| cost).sum();
    CHANGES.map(|row| row.map(|usual| (usual + more).max(0)))
}
