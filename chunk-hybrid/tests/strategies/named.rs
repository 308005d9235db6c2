//! The day of a decision (H19.27), other options and reasons that are named beside it (H19.6, H19.16), and tables of choices (H19.19).

use super::common::*;
use chunk_hybrid::*;
use rstest::rstest;

const DAY: i64 = 86_400_000;
/// The first millisecond of 2024-05-01.
const MAY: i64 = 19_844 * DAY;

/// All decisions of a text.
fn decisions(text: &str) -> Vec<PreferenceMetadata> {
    let found = chunks(PREFERENCE_SIGNAL, text);
    let own = found.iter().filter(|chunk| matches!(chunk.strategy_metadata, StrategyMetadata::Preference(_)));
    own.map(preference)
        .flat_map(|own| if own.signals.is_empty() { vec![own.clone()] } else { own.signals.clone() })
        .collect()
}

#[rstest]
#[case("# Worktop\n\nDate: 2024-05-01\n\n## Decision\n\nWe chose oak over granite.\n")]
#[case("# Worktop\n\n- **Date:** May 1, 2024\n\n## Decision\n\nWe chose oak over granite.\n")]
#[case("| Field | Value |\n|---|---|\n| Date | 2024-05-01 |\n| Decision | We chose oak over granite. |\n")]
#[case(
    "| Decision | Chosen | Rejected | Date |\n|---|---|---|---|\n| Worktop | oak | granite | 2024-05-01 |\n"
)]
#[case("| Day | Decision |\n|---|---|\n| 2024-05-01 | We chose oak over granite. |\n")]
#[case("# Worktop\n\nDate: 2020-02-02\n\n## 2024-05-01\n\nWe chose oak over granite.\n")]
#[case("# Meeting 2024-05-01 14:00\n\n## Worktop\n\nWe chose oak over granite.\n")]
#[case("# Minutes of the meeting for May 1st, 2024\n\nWe chose oak over granite.\n")]
#[case("# Sprint 13: 1 - 14 May 2024\n\nWe chose oak over granite.\n")]
#[case("# Worktop\n\n- Wed 1 May 2024: we chose oak over granite.\n")]
#[case("# Use oak by 2024-12-31\n\nDate: 2024-05-01\n\n## Choice\n\nWe chose oak over granite.\n")]
fn a_decision_has_the_day_that_is_named_for_it(#[case] text: &str) {
    let found = decisions(text);
    assert!(!found.is_empty() && found.iter().all(|own| own.timestamp == Some(MAY)), "{found:?}");
}

#[rstest]
#[case("# Worktop\n\nDate: TBD\n\nWe chose oak over granite, to be here on 2024-05-01.\n")]
#[case("## Deadline 2024-05-01\n\nWe chose oak over granite.\n")]
#[case("## Ann (born 1 May 1990)\n\nWe chose oak over granite.\n")]
#[case("## Review due 2024-05-01\n\nWe chose oak over granite.\n")]
fn a_day_of_something_else_is_not_that_of_a_decision(#[case] text: &str) {
    let found = decisions(text);
    assert!(!found.is_empty() && found.iter().all(|own| own.timestamp.is_none()), "{found:?}");
}

/// One record after the other, without headings; and one day for several.
#[rstest]
#[case("**Date:** 2024-05-01\n**Decision:** Use oak\n\n---\n\n**Date:** 2024-05-02\n**Decision:** Use elm\n", [0, 1])]
#[case("Date: 2024-05-01\n\nDecision: Use oak\n\nDate: 2024-05-02\n\nDecision: Use elm\n", [0, 1])]
#[case("Decision: Use oak\n\nDate: 2024-05-01\n\nDecision: Use elm\n\nDate: 2024-05-02\n", [0, 1])]
#[case("D-1: Worktop\nDate: 2024-05-01\nDecision: Use oak\n\nD-2: Floor\nDate: 2024-05-02\nDecision: Use elm\n", [0, 1])]
#[case("# Meeting\n\nDate: 2024-05-01\n\n## Worktop\n\nWe chose oak.\n\n## Floor\n\nWe chose elm.\n", [0, 0])]
fn each_record_has_its_day(#[case] text: &str, #[case] days: [i64; 2]) {
    let found = decisions(text);
    for (option, days) in ["oak", "elm"].iter().zip(days) {
        let own = found.iter().find(|own| own.preferred_option == *option).unwrap();
        assert_eq!(own.timestamp, Some(MAY + days * DAY), "{option}");
    }
}

#[rstest]
#[case("# Use pnpm\n\n## Decision\n\nWe use pnpm.\n\n## Alternatives considered\n\n- npm: slow\n- yarn: two formats\n", "pnpm", &["npm", "yarn"], "")]
#[case("| Item | Choice | Rejected | Why |\n|---|---|---|---|\n| Worktop | oak | granite | warm to touch |\n", "oak", &["granite"], "warm to touch")]
#[case("| Decision | Chosen option | Rejected options |\n|---|---|---|\n| Worktop | oak | granite |\n", "oak", &["granite"], "")]
#[case("# Decisions\n\n## Decision: use oak\n\nIt is warm.\n", "oak", &[], "")]
#[case("Decision: oak. Reason: 20% cheaper.\n", "oak", &[], "20% cheaper")]
fn what_is_named_beside_a_decision_is_its_own(
    #[case] text: &str,
    #[case] preferred: &str,
    #[case] rejected: &[&str],
    #[case] rationale: &str,
) {
    let found = decisions(text);
    let own = found.iter().find(|own| own.preferred_option == preferred);
    let own = own.unwrap_or_else(|| panic!("{found:?}"));
    assert_eq!(
        (&own.rejected_options[..], &*own.rationale),
        (&rejected.iter().map(|&no| no.to_owned()).collect::<Vec<_>>()[..], rationale)
    );
}

/// "Accepted on 2024-05-01" accepts no day.
#[test]
fn a_day_is_no_option() {
    let found = decisions("# Use oak\n\nStatus: Accepted on 2024-05-01\n\nWe chose oak over granite.\n");
    assert!(found.iter().all(|own| !own.preferred_option.contains("2024")), "{found:?}");
}
