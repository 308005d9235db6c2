//! Divides work among threads. If no thread can be started, the calling one does the work itself.

use std::{ops::Range, thread};

/// Runs `other` on another thread while this one runs `own`. If no thread can be started, this one runs both.
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

/// What `of` gives for the numbers below `count`, in order. The second half is made on another thread, as by [`beside`].
///
/// ```
/// use chunk_core::halves;
///
/// let squares = halves(5, &|numbers| numbers.map(|number| number * number).collect());
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// ```
pub fn halves<T: Send>(count: usize, of: &(impl Fn(Range<usize>) -> Vec<T> + Sync)) -> Vec<T> {
    let middle = count / 2;
    let (second, mut all) = beside(&|| of(middle..count), || of(0..middle));
    all.extend(second);
    all
}

/// Runs `work` on up to `threads` threads at once, which take their tasks from a common source. This thread is one of them, and runs
/// `first` before it helps.
///
/// ```
/// use chunk_core::share;
/// use std::sync::Mutex;
///
/// let (numbers, sum) = (Mutex::new(1..=100), Mutex::new(0));
/// let next = || numbers.lock().ok()?.next();
/// let work = || {
///     while let Some(number) = next() {
///         sum.lock().map(|mut sum| *sum += number).unwrap_or_default();
///     }
/// };
/// share(2, &work, || ());
/// assert_eq!(sum.into_inner().ok(), Some(5050));
/// ```
pub fn share(threads: usize, work: &(impl Fn() + Sync), first: impl FnOnce()) {
    thread::scope(|scope| {
        let more = (1..threads).map(|_| thread::Builder::new().spawn_scoped(scope, work));
        // If no further thread can be started, those there are do it all.
        let more: Vec<_> = more.take_while(Result::is_ok).collect();
        first();
        work();
        drop(more);
    });
}
