//! What counts: an encoding, which may have been loaded, characters, bytes, or a function of JavaScript.

use crate::failure::failure;
#[cfg(feature = "full")]
use chunk_core::counters::Cl100k;
use chunk_core::{
    TokenCounter,
    counters::{Bytes, Characters, CountWith, TokenMeasure},
};
use std::{cell::RefCell, collections::BTreeMap};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A function of JavaScript that counts.
    #[derive(Clone, Debug)]
    pub type Function;

    #[wasm_bindgen(method, catch)]
    fn call(this: &Function, receiver: &JsValue, text: &str) -> Result<JsValue, JsValue>;
}

/// A counter of any kind.
pub(crate) struct Counter(Box<dyn TokenCounter + Send>);

/// The counters of this build, the default first.
const COUNTERS: &[fn() -> Counter] = &[
    #[cfg(feature = "full")]
    || Counter(Box::new(Cl100k::default())),
    || Counter(Box::new(Characters)),
    || Counter(Box::new(Bytes)),
];

thread_local! {
    /// The functions that count, as long as a counter calls them.
    static FUNCTIONS: RefCell<BTreeMap<usize, Function>> = const { RefCell::new(BTreeMap::new()) };
    /// What the first function threw that could not count.
    static THROWN: RefCell<Option<JsValue>> = const { RefCell::new(None) };
}

impl Counter {
    /// The counter of this name.
    pub(crate) fn named(name: &str) -> Result<Self, JsValue> {
        let known = COUNTERS.iter().map(|make| make()).find(|counter| counter.encoding() == name);
        #[cfg(feature = "full")]
        let known = known.or_else(|| chunk_core::counters::loaded_encoding(name).map(Self));
        known.ok_or_else(|| {
            #[cfg(feature = "full")]
            if chunk_core::counters::encodings_to_load().contains(&name) {
                let message = format!("{name} is not loaded: call `await loadEncoding({name:?})` first");
                return failure("encoding-not-loaded", message);
            }
            let names: Vec<_> = Self::names().collect();
            failure(
                "unknown-counter",
                format!("{name:?} counts nothing here: it must be one of {}", names.join(", ")),
            )
        })
    }

    /// What a caller asks for: a function with its name, or the counter of this name, or the default.
    pub(crate) fn of(name: Option<String>, count: Option<Function>) -> Result<Self, JsValue> {
        match (name, count) {
            (Some(name), Some(count)) => Ok(Self::function(name, count)),
            (Some(name), None) => Self::named(&name),
            (None, _) => Ok(Self::default()),
        }
    }

    /// The names of all counters.
    pub(crate) fn names() -> impl Iterator<Item = String> {
        let names = COUNTERS.iter().map(|make| make().encoding().to_owned());
        #[cfg(feature = "full")]
        let names = names.chain(loaded().map(|counter| counter.encoding().to_owned()));
        names
    }

    /// A counter that calls `count` with a text, and takes the number that it returns.
    fn function(name: String, count: Function) -> Self {
        let kept = Kept(FUNCTIONS.with_borrow_mut(|functions| {
            let at = functions.last_key_value().map_or(0, |(last, _)| last + 1);
            functions.insert(at, count);
            at
        }));
        Self(Box::new(CountWith::new(name, move |text: &str| kept.call(text))))
    }
}

/// The encodings that were loaded.
#[cfg(feature = "full")]
fn loaded() -> impl Iterator<Item = Counter> {
    chunk_core::counters::encodings_to_load()
        .into_iter()
        .filter_map(chunk_core::counters::loaded_encoding)
        .map(Counter)
}

/// The number of one of [`FUNCTIONS`].
struct Kept(usize);

impl Kept {
    /// What the function counts; if it counts nothing, what it threw is kept.
    fn call(&self, text: &str) -> usize {
        let function = FUNCTIONS.with_borrow(|functions| functions.get(&self.0).cloned());
        let counted = function.map_or(Ok(JsValue::NULL), |function| function.call(&JsValue::NULL, text));
        let number = counted.and_then(|counted| {
            let whole =
                counted.as_f64().filter(|number| (0.0..=MOST).contains(number) && number.fract() == 0.0);
            whole.ok_or_else(|| {
                let message = format!("the counter must return a whole number up to {MOST}, not {counted:?}");
                failure("invalid-count", message)
            })
        });
        match number {
            Ok(number) => number as usize,
            Err(thrown) => {
                THROWN.with_borrow_mut(|first| *first = first.take().or(Some(thrown)));
                0
            }
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        FUNCTIONS.with_borrow_mut(|functions| functions.remove(&self.0));
    }
}

/// The greatest count of a text: far from where sums of counts do not fit into 32 bits.
const MOST: f64 = (1 << 30) as f64;

/// Throws what a counter threw, if one did.
pub(crate) fn check() -> Result<(), JsValue> {
    THROWN.take().map_or(Ok(()), Err)
}

impl Default for Counter {
    fn default() -> Self {
        COUNTERS.first().map_or_else(|| Self(Box::new(Characters)), |make| make())
    }
}

impl TokenCounter for Counter {
    fn encoding(&self) -> &str {
        self.0.encoding()
    }

    fn count(&self, text: &str) -> usize {
        self.0.count(text)
    }

    fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
        self.0.measure(text)
    }
}
