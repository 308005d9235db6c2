use std::{sync::mpsc, thread};

/// Runs `other` on a thread of its own while this one runs `own`; where no thread can be had, this one runs both.
///
/// ```
/// use chunk_core::beside;
///
/// let text = "a\nb\nc";
/// assert_eq!(beside(&|| text.lines().count(), || text.len()), (3, 5));
/// ```
pub fn beside<A: Send, B>(other: &(impl Fn() -> A + Sync), own: impl FnOnce() -> B) -> (A, B) {
    thread::scope(|scope| {
        let thread = thread::Builder::new().spawn_scoped(scope, other);
        let own = own();
        let other = thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_else(other);
        (other, own)
    })
}

/// So many items are made ahead of those that are taken: enough that neither side waits for the other at each of them.
const AHEAD: usize = 1 << 12;

/// Runs `own` with the items of `others`, which a thread of its own makes ahead; where no thread can be had, this one makes them.
///
/// ```
/// use chunk_core::ahead;
///
/// assert_eq!(ahead(&|| 1..=4, |numbers| numbers.map(|number| number * number).sum::<i32>()), 30);
/// ```
pub fn ahead<T: Send, I: Iterator<Item = T>, B>(
    others: &(impl Fn() -> I + Sync),
    own: impl FnOnce(&mut dyn Iterator<Item = T>) -> B,
) -> B {
    let (send, receive) = mpsc::sync_channel(AHEAD);
    // Where nobody takes any more, none are made.
    let make = move || others().map_while(|item| send.send(item).ok()).for_each(drop);
    thread::scope(|scope| match thread::Builder::new().spawn_scoped(scope, make) {
        // What receives is gone with `own`, so the other thread does not wait for somebody to take more.
        Ok(_) => own(&mut receive.into_iter()),
        Err(_) => own(&mut others()),
    })
}

/// Runs `work` on up to so many threads at once, which share it out among themselves. This one does `first` before it helps.
#[cfg(feature = "cl100k")]
pub(crate) fn share(threads: usize, work: &(impl Fn() + Sync), first: impl FnOnce()) {
    thread::scope(|scope| {
        let more = (1..threads).map(|_| thread::Builder::new().spawn_scoped(scope, work));
        // Where no further one can be had, those there are do it all.
        let more: Vec<_> = more.take_while(Result::is_ok).collect();
        first();
        work();
        drop(more);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_ahead_comes_in_order_and_need_not_be_taken() {
        let all = 0..3 * AHEAD;
        assert!(ahead(&|| all.clone(), |numbers| numbers.eq(all.clone())));
        assert_eq!(ahead(&|| 0_usize.., |numbers| numbers.nth(5)), Some(5));
        assert_eq!(ahead(&|| 0_usize.., |_| "none"), "none");
    }
}
