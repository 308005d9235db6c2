//! Has several threads do the work, and takes its results in the order of the input.

use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

/// How many bytes of results may wait for their turn.
const KEPT: usize = 16 << 20;
/// How many results may wait for their turn.
const WAITING: usize = 1024;

struct Turns<R, T> {
    /// The number of the item whose turn it is.
    turn: usize,
    /// The results that wait for their turn, each with its size.
    waiting: BTreeMap<usize, (usize, R)>,
    kept: usize,
    take: T,
    is_over: bool,
}

/// Calls `work` for each of `items`, on up to `jobs` threads, of which this is one. It returns the size of its result in bytes, and the
/// result, which is handed to `take` when its turn comes. Ends early when that breaks off.
///
/// Results of later items wait for those of earlier ones. If they are too many, their threads wait too; the one whose turn it is never
/// does, so there is always progress.
pub(crate) fn in_order<I: Iterator + Send, R: Send>(
    jobs: usize,
    items: I,
    work: impl Fn(usize, I::Item) -> (usize, R) + Sync,
    take: impl FnMut(R) -> ControlFlow<()> + Send,
) {
    let items = Mutex::new(items.enumerate());
    let turns = Mutex::new(Turns { turn: 0, waiting: BTreeMap::new(), kept: 0, take, is_over: false });
    let moved = Condvar::new();
    let worker = || {
        let _guard = OnPanic(|| {
            lock(&turns).is_over = true;
            moved.notify_all();
        });
        loop {
            let next = lock(&items).next();
            let Some((number, item)) = next else { return };
            let (size, result) = work(number, item);
            let has_to_wait = |turns: &mut Turns<R, _>| {
                let is_full = turns.kept + size > KEPT || turns.waiting.len() >= WAITING;
                is_full && number != turns.turn && !turns.is_over
            };
            let mut turns =
                moved.wait_while(lock(&turns), has_to_wait).unwrap_or_else(PoisonError::into_inner);
            turns.kept += size;
            turns.waiting.insert(number, (size, result));
            turns.take_all();
            let is_over = turns.is_over;
            drop(turns);
            moved.notify_all();
            if is_over {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..jobs {
            // Where no further thread can be had, those that there are do the work.
            if thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        worker();
    });
}

impl<R, T: FnMut(R) -> ControlFlow<()>> Turns<R, T> {
    /// Takes all results whose turn has come.
    fn take_all(&mut self) {
        while !self.is_over
            && let Some((size, result)) = self.waiting.remove(&self.turn)
        {
            self.turn += 1;
            self.kept -= size;
            self.is_over = (self.take)(result).is_break();
        }
    }
}

/// Calls its function if the thread panics: the others must not wait for a turn that does not come.
struct OnPanic<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use std::{
        panic,
        sync::atomic::{AtomicUsize, Ordering},
        time::Duration,
    };

    /// The first takes as long as all others together.
    #[rstest]
    fn results_come_in_order(#[values(1, 2, 8)] jobs: usize, #[values(1, KEPT / 3, KEPT + 1)] size: usize) {
        let mut taken = Vec::new();
        let work = |number: usize, item: usize| {
            thread::sleep(Duration::from_millis(if number == 0 { 20 } else { 1 }));
            (size, item)
        };
        in_order(jobs, 100..120, work, |item| {
            taken.push(item);
            ControlFlow::Continue(())
        });
        assert_eq!(taken, (100..120).collect::<Vec<_>>());
    }

    #[rstest]
    fn few_results_wait(#[values(1, KEPT / 4)] size: usize) {
        let (most, started) = (if size == 1 { WAITING } else { 4 }, AtomicUsize::new(0));
        let is_first_taken = Mutex::new(false);
        let work = |number: usize, _| {
            if number == 0 {
                thread::sleep(Duration::from_millis(300));
            } else if !*lock(&is_first_taken) {
                started.fetch_add(1, Ordering::Relaxed);
            }
            (size, number)
        };
        in_order(2, 0..5000, work, |number| {
            *lock(&is_first_taken) |= number == 0;
            ControlFlow::Continue(())
        });
        assert!((most..=most + 1).contains(&started.into_inner()));
    }

    #[rstest]
    fn nothing_is_taken_after_a_break(#[values(1, 4)] jobs: usize) {
        let mut taken = Vec::new();
        in_order(
            jobs,
            0..,
            |_, item| (1, item),
            |item: u32| {
                taken.push(item);
                if item == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(taken, (0..=7).collect::<Vec<_>>());
    }

    #[test]
    fn a_panic_ends_all() {
        let work = |number, _| if number == 3 { panic!("as wanted") } else { (KEPT, ()) };
        let ended = panic::catch_unwind(|| in_order(3, 0..100, work, |()| ControlFlow::Continue(())));
        assert!(ended.is_err());
    }
}
