//! The schemas of the policies' records, in each language that `chunk schema` prints.

/// The schema of one policy's records in each language. `cargo xtask schemas` makes the files from the Rust types of the records.
pub(crate) struct Schemas {
    pub(crate) json_schema: &'static str,
    pub(crate) typescript: &'static str,
    pub(crate) python: &'static str,
}

impl Schemas {
    pub(crate) const NONE: Self = Self { json_schema: "", typescript: "", python: "" };
}

/// The schemas of the policy of this name.
macro_rules! schemas {
    ($policy:literal) => {
        $crate::schemas::Schemas {
            json_schema: include_str!(concat!("../../schemas/", $policy, ".schema.json")),
            typescript: include_str!(concat!("../../schemas/", $policy, ".ts")),
            python: include_str!(concat!("../../schemas/", $policy, ".py")),
        }
    };
}
pub(crate) use schemas;
