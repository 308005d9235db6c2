//! How threads share the work: the module itself, since tests in the library would have all of it compiled once more.

use in_order::{WAITING, in_order};
use std::{
    ops::ControlFlow,
    panic,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
    time::Duration,
};

#[path = "../../src/in_order.rs"]
mod in_order;

#[test]
fn few_results_wait() {
    let (started, is_first_done) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = |number: usize, _, _: &dyn Fn(()) -> ControlFlow<()>| {
        if number == 0 {
            thread::sleep(Duration::from_millis(300));
            is_first_done.store(true, Ordering::Relaxed);
        } else if !is_first_done.load(Ordering::Relaxed) {
            started.fetch_add(1, Ordering::Relaxed);
        }
    };
    in_order(2, 0..5000, work, |()| ControlFlow::Continue(()));
    assert_eq!(started.into_inner(), WAITING);
}

#[test]
fn a_panic_ends_all() {
    let work = |number, _, _: &dyn Fn(()) -> ControlFlow<()>| assert_ne!(number, 3, "as wanted");
    let ended = panic::catch_unwind(|| in_order(3, 0.., work, |()| ControlFlow::Continue(())));
    assert!(ended.is_err());
}
