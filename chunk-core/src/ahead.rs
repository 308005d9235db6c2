//! Runs a producer and a consumer on two threads.

use std::{iter, sync::mpsc, thread};

/// How many items are handed over at once: threads that waited for each other at every item would gain nothing.
const BATCH: usize = 1 << 7;

/// How many batches may be ready before they are taken.
const AHEAD: usize = 1 << 5;

/// Runs `own` with the items of `others`, which another thread makes ahead. If no thread can be started, this one makes them.
///
/// ```
/// use chunk_core::ahead;
///
/// let squares = || (1..=1_000_u64).map(|number| number * number);
/// assert_eq!(ahead(&squares, |squares| squares.sum::<u64>()), 333_833_500);
/// ```
pub fn ahead<T: Send, I: Iterator<Item = T>, B>(
    others: &(impl Fn() -> I + Sync),
    own: impl FnOnce(&mut dyn Iterator<Item = T>) -> B,
) -> B {
    let (send, receive) = mpsc::sync_channel(AHEAD);
    let make = move || {
        let mut items = others();
        let batches = iter::repeat_with(|| items.by_ref().take(BATCH).collect::<Vec<_>>());
        // Stop if nobody takes them any more.
        batches.take_while(|batch| !batch.is_empty()).map_while(|batch| send.send(batch).ok()).for_each(drop);
    };
    thread::scope(|scope| match thread::Builder::new().spawn_scoped(scope, make) {
        // The receiver is dropped with `own`, so the other thread never waits for it in vain.
        Ok(_) => own(&mut receive.into_iter().flatten()),
        Err(_) => own(&mut others()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_ahead_comes_in_order_and_need_not_be_taken() {
        let all = 0..3 * AHEAD * BATCH + 1;
        assert!(ahead(&|| all.clone(), |numbers| numbers.eq(all.clone())));
        assert_eq!(ahead(&|| 0_usize.., |numbers| numbers.nth(5)), Some(5));
        assert_eq!(ahead(&|| 0_usize.., |_| "none"), "none");
    }
}
