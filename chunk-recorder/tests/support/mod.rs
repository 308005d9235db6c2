//! What the integration tests share: streams of events.
#![allow(dead_code, reason = "each test uses its part")]

pub(crate) mod streams;
