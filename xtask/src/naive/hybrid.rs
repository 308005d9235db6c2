//! The hybrid policy without its models, by the naive reading in chunk-hybrid's tests: a document whose strategy only a model
//! can choose is refused.

#[path = "../../../chunk-hybrid/tests/naive/mod.rs"]
#[allow(dead_code, unreachable_pub, missing_docs, reason = "a module of tests")]
mod hybrid_reading;

use super::{
    documents::Document,
    reading::{Known, Read, Reading},
};
use hybrid_reading::Settings;
use serde_json::{Map, Value};

pub(super) struct Hybrid(Settings);

impl Hybrid {
    pub(super) fn new(settings: &Map<String, Value>) -> Result<Self, String> {
        Settings::new(settings).map(Self)
    }
}

impl Reading for Hybrid {
    fn warnings(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn read(&self, document: &Document, known: &Known) -> Read {
        let known = hybrid_reading::Known {
            path: &document.path,
            created_at: known.created_at,
            modified_at: known.modified_at,
        };
        let read = document.text().and_then(|text| hybrid_reading::records(text, &known, &self.0));
        match read {
            Ok((records, warnings)) => Read { records, warnings, error: None },
            Err(message) => Read { error: Some(message), ..Read::default() },
        }
    }
}
