//! Has several threads do the work, and takes its results in the order of the input.
//!
//! By hand: of rayon's iterators, those that keep the order take the input in pieces, so that whoever pipes lines in would wait for records.
//! With a scope of rayon and a spawn for each item, only the loop that starts threads goes: the bound, the order, the parts, what a panic
//! ends and the case without threads stay, and the input needs a thread of its own, as a record would else wait for the line after it.
//! What it costs cannot be seen beside chunking: `chunk tokens` over 1,088 documents of 33 MB takes 0.43 s of CPU with `-j 1`, where there
//! are no threads, and with `-j 2`.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{Mutex, PoisonError, mpsc},
    thread,
};

/// How many items may be worked on, or wait for their turn.
const WAITING: usize = 1024;

/// What a thread has for the one that takes results: a part, which is answered when it was taken; or the end of the work.
enum Sent<R> {
    Part(R, mpsc::Sender<()>),
    Whole(thread::Result<R>),
}

/// Calls `work` for each of `items`, on `jobs` threads, and hands the results to `take`, on this one, in the order of the items. Ends early
/// when that breaks off.
///
/// What is too large to be kept until the end of its work is handed over before that: by the function that `work` is given, which waits until it was
/// taken in its turn, and breaks off if nothing is taken any more.
///
/// Results of later items wait for those of earlier ones. If they are too many, no further item is begun; the one whose turn it is has been,
/// so there is always progress.
pub(crate) fn in_order<I: Iterator + Send, R: Send>(
    jobs: usize,
    items: I,
    work: impl Fn(usize, I::Item, &dyn Fn(R) -> ControlFlow<()>) -> R + Sync,
    take: impl FnMut(R) -> ControlFlow<()>,
) {
    let take = RefCell::new(take);
    let take = |result| (take.borrow_mut())(result);
    let items = Mutex::new(items.enumerate());
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = &work;
    thread::scope(|scope| {
        let (done, results) = mpsc::channel();
        let (begin, begun) = mpsc::sync_channel(WAITING);
        for _ in 0..if jobs > 1 { jobs } else { 0 } {
            let (done, begin) = (done.clone(), begin.clone());
            let worker = move || {
                // Nobody receives any more once the end has come.
                while begin.send(()).is_ok()
                    && let Some((number, item)) = next()
                {
                    let part = |part| {
                        let (taken, is_taken) = mpsc::channel();
                        let sent = done.send((number, Sent::Part(part, taken))).ok();
                        match sent.and_then(|()| is_taken.recv().ok()) {
                            Some(()) => ControlFlow::Continue(()),
                            None => ControlFlow::Break(()),
                        }
                    };
                    let whole = catch_unwind(AssertUnwindSafe(|| work(number, item, &part)));
                    if done.send((number, Sent::Whole(whole))).is_err() {
                        break;
                    }
                }
            };
            // Where no further thread can be had, those that there are do the work.
            if thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        drop((done, begin));
        let (mut turn, mut waiting) = (0, BTreeMap::new());
        for (number, sent) in results {
            if let Sent::Whole(Err(panic)) = sent {
                resume_unwind(panic);
            }
            waiting.insert(number, sent);
            while let Some(sent) = waiting.remove(&turn) {
                let taken = match sent {
                    Sent::Part(part, taken) => take(part).map_continue(|()| {
                        let _ = taken.send(());
                    }),
                    Sent::Whole(whole) => {
                        turn += 1;
                        let _ = begun.recv();
                        whole.map_or(ControlFlow::Continue(()), &take)
                    }
                };
                if taken.is_break() {
                    return;
                }
            }
        }
        // Without further threads, all of them.
        while let Some((number, item)) = next() {
            if take(work(number, item, &take)).is_break() {
                return;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use std::{
        panic,
        sync::atomic::{AtomicBool, AtomicUsize, Ordering},
        time::Duration,
    };

    /// The first takes as long as all others together.
    #[rstest]
    fn results_come_in_order(#[values(1, 2, 8)] jobs: usize) {
        let mut taken = Vec::new();
        let work = |number: usize, item: usize, _: &dyn Fn(usize) -> ControlFlow<()>| {
            thread::sleep(Duration::from_millis(if number == 0 { 20 } else { 1 }));
            item
        };
        in_order(jobs, 100..120, work, |item| {
            taken.push(item);
            ControlFlow::Continue(())
        });
        assert_eq!(taken, (100..120).collect::<Vec<_>>());
    }

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
        assert_eq!(started.into_inner(), WAITING - 1);
    }

    #[rstest]
    fn nothing_is_taken_after_a_break(#[values(1, 4)] jobs: usize) {
        let mut taken = Vec::new();
        in_order(
            jobs,
            0..,
            |_, item, _| item,
            |item: u32| {
                taken.push(item);
                if item == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(taken, (0..=7).collect::<Vec<_>>());
    }

    /// Parts come in order with all else; after a break they are handed over in vain.
    #[rstest]
    fn parts_come_in_order(#[values(1, 2, 8)] jobs: usize) {
        let mut taken = Vec::new();
        let work = |number: usize, item: usize, part: &dyn Fn((usize, usize)) -> ControlFlow<()>| {
            for at in 0..3 {
                thread::sleep(Duration::from_micros(if number.is_multiple_of(3) { 900 } else { 10 }));
                assert_eq!(part((item, at)).is_break(), item > 12);
            }
            (item, 3)
        };
        in_order(jobs, 0..40, work, |part| {
            taken.push(part);
            if part == (12, 3) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(taken, (0..13).flat_map(|item| (0..4).map(move |at| (item, at))).collect::<Vec<_>>());
    }

    #[test]
    fn a_panic_ends_all() {
        let work = |number, _, _: &dyn Fn(()) -> ControlFlow<()>| assert_ne!(number, 3, "as wanted");
        let ended = panic::catch_unwind(|| in_order(3, 0.., work, |()| ControlFlow::Continue(())));
        assert!(ended.is_err());
    }
}
