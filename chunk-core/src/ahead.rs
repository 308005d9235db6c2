//! What one thread makes while another one takes it.

use std::{iter, sync::mpsc, thread};

/// So many items change hands at once, as threads that wait for each other at each of them would gain nothing.
const BATCH: usize = 1 << 7;

/// So many batches are made ahead of those that are taken.
const AHEAD: usize = 1 << 5;

/// Runs `own` with the items of `others`, which a thread of its own makes ahead; where no thread can be had, this one makes them.
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
        // Where nobody takes any more, none are made.
        batches.take_while(|batch| !batch.is_empty()).map_while(|batch| send.send(batch).ok()).for_each(drop);
    };
    thread::scope(|scope| match thread::Builder::new().spawn_scoped(scope, make) {
        // What receives is gone with `own`, so the other thread does not wait for somebody to take more.
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
