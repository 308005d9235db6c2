use std::thread;

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
