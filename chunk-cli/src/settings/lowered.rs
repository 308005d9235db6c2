//! Defaults that are lowered to what a model takes, or to what fits another setting.

use super::{Settings, leaves};
use crate::{
    counter::Fitted,
    error::{Error, cannot},
};
use chunk_core::ConfigError;
use serde::Serialize;
use std::collections::BTreeMap;

/// Where a default comes from that the command has lowered.
const LOWERED: &str = "the default, lowered to what fits";

impl Settings {
    /// The settings as they fit a model; those that were lowered for that are in force from now on.
    pub(crate) fn fitted<C: Serialize>(
        &mut self,
        fitted: Result<Fitted<C>, ConfigError>,
    ) -> Result<Fitted<C>, Error> {
        let fitted = fitted.map_err(|error| self.refused(&error))?;
        self.lower(&fitted.in_force)?;
        Ok(fitted)
    }

    /// Takes over the settings of `config` that are others than those in force: defaults that were lowered.
    pub(crate) fn lower(&mut self, config: &impl Serialize) -> Result<(), Error> {
        let before: BTreeMap<_, _> = leaves(self.in_force()?).into_iter().collect();
        let config = serde_json::to_value(config).map_err(cannot("write", "the settings"))?;
        for (key, value) in leaves(config).into_iter().filter(|(key, value)| before.get(key) != Some(value)) {
            self.set(&key, value, LOWERED.to_owned());
        }
        Ok(())
    }
}
