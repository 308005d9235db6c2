//! What a policy has to know to have its records checked.

use super::{records::Records, sources::Sources};
use crate::{command::PolicyCommand, exit::Broken};

/// A policy whose records can be checked.
pub(crate) trait Checked: PolicyCommand {
    /// Goes through `records` and reports every violation; with the documents that the records were made from, where
    /// they are given.
    fn check(
        policy: &Self::Policy,
        records: &mut Records<'_>,
        source: Option<&Sources<'_>>,
    ) -> Result<(), Broken>;
}
