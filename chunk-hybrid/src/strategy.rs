//! The four strategies of the contract.

pub mod event;
pub mod preference;
pub mod semantic;
pub mod step;
