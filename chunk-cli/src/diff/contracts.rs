//! Decides which chunks of both sides are compared: those of one policy. A file's policy shows in its first record, and a folder's in its
//! manifest, with the contract's version; a store may hold chunks of several contracts.

use super::side::Side;
use crate::{
    error::{Error, trouble},
    registry::{PolicyName, policy_of_version},
};

/// A policy or contract that made chunks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Maker {
    /// `None` for a contract that this program does not know.
    pub(super) policy: Option<PolicyName>,
    /// The contract's version, followed by the name of the encoding if that is not the contract's; of a file, whose records do not hold
    /// it, the policy's name.
    pub(super) name: String,
}

impl Maker {
    pub(super) fn of_policy(policy: PolicyName) -> Self {
        Self { policy: Some(policy), name: policy.name().to_owned() }
    }

    pub(super) fn of_version(version: String) -> Self {
        Self { policy: policy_of_version(&version), name: version }
    }

    /// Whether both are the same policy, or, if the policy is unknown, the same contract.
    fn is_like(&self, other: &Self) -> bool {
        self.policy == other.policy && (self.policy.is_some() || self.name == other.name)
    }

    /// Whether both may be the same contract.
    fn fits(&self, other: &Self) -> bool {
        let is_any = |maker: &Self| maker.policy.is_some_and(|policy| policy.name() == maker.name);
        self.is_like(other) && (is_any(self) || is_any(other) || self.name == other.name)
    }
}

/// Settles on one contract for each side: if one holds several, on that of the other side.
///
/// # Errors
/// If it is not clear which is meant, or the two sides are of different policies.
pub(super) fn settle(old: &mut Side, new: &mut Side) -> Result<(), Error> {
    let before = old.makers.clone();
    narrow(old, &new.makers)?;
    narrow(new, &before)?;
    match (old.makers.as_slice(), new.makers.as_slice()) {
        ([before], [now]) if !before.is_like(now) => trouble(format!(
            "{} holds chunks of {}, and {} of {}: compare chunks of one policy",
            old.name, before.name, new.name, now.name
        )),
        _ => Ok(()),
    }
}

/// Narrows the contracts of a side, if they are several, to the one that fits the only one of the `other` side.
fn narrow(side: &mut Side, other: &[Maker]) -> Result<(), Error> {
    let [first, _, ..] = side.makers.as_slice() else { return Ok(()) };
    if let [other] = other {
        let mut fitting = side.makers.iter().filter(|maker| maker.fits(other));
        if let (Some(only), None) = (fitting.next(), fitting.next()) {
            side.makers = vec![only.clone()];
            return Ok(());
        }
    }
    let names: Vec<_> = side.makers.iter().map(|maker| &*maker.name).collect();
    let advice = if side.makers.iter().all(|maker| maker.is_like(first)) {
        "compare it with a store or a folder of --out-dir that holds one of them"
    } else {
        "pass --policy"
    };
    trouble(format!(
        "{} holds chunks of several contracts, {}, and it is not clear which are meant: {advice}",
        side.name,
        names.join(", ")
    ))
}
