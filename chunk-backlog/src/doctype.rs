use serde::{Deserialize, Serialize};

/// What kind of document it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Doctype {
    /// A work item.
    Item,
    /// An architecture decision record.
    Adr,
}
