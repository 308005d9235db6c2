//! What the integration tests share: a naive reading of the contract, and streams to try it on.
#![allow(dead_code, reason = "each test uses its part")]

pub(crate) mod naive;
pub(crate) mod parse;
pub(crate) mod streams;
