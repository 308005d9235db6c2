//! A crate's `layers.toml`: its modules from the bottom up. Each may import only from its own layer and from those that are
//! listed before it.
//!
//! ```toml
//! layers = ["record", "text", ["model", "topics"], "system"]
//! ```
//!
//! A layer is a top-level module with all its submodules, or several of them that do not import each other.

use super::modules::{Crate, called};
use serde::Deserialize;
use std::{collections::BTreeMap, error::Error, fs, io, path::Path};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layers {
    layers: Vec<Layer>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Layer {
    Module(String),
    Modules(Vec<String>),
}

impl Layers {
    /// The layers of the crate in `folder`, if it has any.
    pub fn read(folder: &Path) -> Result<Option<Self>, Box<dyn Error>> {
        let path = folder.join("layers.toml");
        match fs::read_to_string(&path) {
            Ok(text) => {
                Ok(Some(toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(format!("{}: {error}", path.display()).into()),
        }
    }

    /// The violations of the layers, a line each.
    pub fn faults(&self, found: &Crate) -> Vec<String> {
        let mut heights = BTreeMap::new();
        for (height, layer) in self.layers.iter().enumerate() {
            let modules = match layer {
                Layer::Module(module) => std::slice::from_ref(module),
                Layer::Modules(modules) => modules,
            };
            heights.extend(modules.iter().map(|module| (module.as_str(), height)));
        }
        let mut faults = Vec::new();
        for (name, imported) in &found.imports {
            // The crate's root is above all layers.
            let Some(layer) = name.first() else { continue };
            let Some(height) = heights.get(layer.as_str()) else {
                faults.push(format!("  {} is in no layer of layers.toml", called(name)));
                continue;
            };
            for other in imported {
                let is_below = match other.first() {
                    None => false,
                    Some(other) if other == layer => true,
                    Some(other) => heights.get(other.as_str()).is_some_and(|other| other < height),
                };
                if !is_below {
                    faults.push(format!(
                        "  {} imports {}, which is not below it",
                        called(name),
                        called(other)
                    ));
                }
            }
        }
        faults
    }
}
