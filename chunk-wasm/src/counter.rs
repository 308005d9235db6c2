//! What counts: an encoding, characters, bytes, or a function of JavaScript.

use crate::failure::failure;
#[cfg(feature = "full")]
use chunk_core::Cl100k;
use chunk_core::{Bytes, Characters, CountWith, TokenCounter, TokenMeasure};
use js_sys::Function;
use std::cell::RefCell;
use wasm_bindgen::JsValue;

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
    /// The functions that count. None is removed: its policy may be used as long as the program runs.
    static FUNCTIONS: RefCell<Vec<Function>> = const { RefCell::new(Vec::new()) };
    /// What the first function threw that could not count.
    static THROWN: RefCell<Option<JsValue>> = const { RefCell::new(None) };
}

impl Counter {
    /// The counter of this name.
    pub(crate) fn named(name: &str) -> Result<Self, JsValue> {
        let known = COUNTERS.iter().map(|make| make()).find(|counter| counter.encoding() == name);
        known.ok_or_else(|| {
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
        COUNTERS.iter().map(|make| make().encoding().to_owned())
    }

    /// A counter that calls `count` with a text, and takes the number that it returns.
    fn function(name: String, count: Function) -> Self {
        let at = FUNCTIONS.with_borrow_mut(|functions| {
            functions.push(count);
            functions.len() - 1
        });
        Self(Box::new(CountWith::new(name, move |text: &str| call(at, text))))
    }
}

/// What the function counts; if it counts nothing, what it threw is kept.
fn call(at: usize, text: &str) -> usize {
    let function = FUNCTIONS.with_borrow(|functions| functions.get(at).cloned());
    let counted = function.unwrap_or_default().call1(&JsValue::NULL, &JsValue::from_str(text));
    let number = counted.and_then(|counted| {
        let whole = counted.as_f64().filter(|number| *number >= 0.0 && number.fract() == 0.0);
        whole.ok_or_else(|| {
            failure("invalid-count", format!("the counter must return a whole number, not {counted:?}"))
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
