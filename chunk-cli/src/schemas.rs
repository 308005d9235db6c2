//! What the records of the policies look like, in each language that `chunk schema` speaks.

/// The records of one policy, described in each language. `cargo xtask schemas` makes the files from the Rust types that are written.
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
