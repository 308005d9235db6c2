//! R3, R17: a log in memory, in the contract's order.

use crate::{LogFormat, LoggedEvent, RecorderChunk, RecorderError, RecorderPolicy, reader::Reader};
use chunk_core::{Sink, Warning};
use std::{io::BufRead, ops::ControlFlow};

/// The events of one or several logs in memory, in the contract's order whatever theirs was (R3).
///
/// ```
/// use chunk_recorder::{LogFormat, RecorderPolicy, SortedLog, chunk_core::Chunks};
/// use std::ops::ControlFlow;
///
/// let line = |ordinal, text| format!(
///     r#"{{"offset":{{"segment_id":0,"ordinal":{ordinal},"byte_offset":0}},"event":{{"schema_version":"ft.recorder.event.v1",
///     "event_id":"e","pane_id":1,"occurred_at_ms":0,"event_type":"egress_output","text":"{text}"}}}}"#
/// ).replace('\n', "");
/// let mut log = SortedLog::default();
/// log.read(format!("{}\n{}", line(2, "b"), line(1, "a")).as_bytes(), LogFormat::default(), |bad| panic!("{bad}"));
/// let mut chunks = Chunks::default();
/// RecorderPolicy::default().chunk_sorted(&log, &mut chunks)?;
/// assert_eq!(chunks.chunks[0].text, "[OUT] a\n[OUT] b");
/// # Ok::<(), chunk_recorder::RecorderError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct SortedLog {
    records: Vec<Record>,
}

/// An event, and whether the record before or after it in its log could not be read (R17).
#[derive(Debug, Clone)]
struct Record {
    logged: LoggedEvent<'static>,
    is_after_gap: bool,
    is_before_gap: bool,
}

impl SortedLog {
    /// Adds the events of a log. The error of a record that is no event goes to `bad`, whose [`ControlFlow::Break`] ends the reading; there
    /// is a hard boundary between it and the events beside it in the log. Returns a warning if the last record is torn.
    pub fn read(
        &mut self,
        log: impl BufRead,
        format: LogFormat,
        mut bad: impl FnMut(RecorderError) -> ControlFlow<()>,
    ) -> Option<Warning> {
        let first = self.records.len();
        let mut reader = Reader::new(log, format);
        let mut is_after_gap = false;
        let mut keep = |record: Result<LoggedEvent<'_>, RecorderError>| {
            let flow = match record {
                Ok(logged) => {
                    let logged = logged.into_owned();
                    self.records.push(Record { logged, is_after_gap, is_before_gap: false });
                    is_after_gap = false;
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    is_after_gap = true;
                    if let Some(last) = self.records.get_mut(first..).and_then(<[_]>::last_mut) {
                        last.is_before_gap = true;
                    }
                    bad(error)
                }
            };
            Ok(flow)
        };
        while let Some(Ok(ControlFlow::Continue(()))) = reader.next_with(&mut keep) {}
        self.sort();
        reader.warning()
    }

    fn sort(&mut self) {
        self.records.sort_by(|a, b| a.logged.offset.order(&b.logged.offset));
    }
}

impl<'e> FromIterator<LoggedEvent<'e>> for SortedLog {
    fn from_iter<I: IntoIterator<Item = LoggedEvent<'e>>>(events: I) -> Self {
        let records = events.into_iter().map(|logged| Record {
            logged: logged.into_owned(),
            is_after_gap: false,
            is_before_gap: false,
        });
        let mut log = Self { records: records.collect() };
        log.sort();
        log
    }
}

impl RecorderPolicy {
    /// Chunks a log in memory.
    ///
    /// # Errors
    /// [`RecorderError`] if two events have the same position (R3); what was still open before them is handed over.
    pub fn chunk_sorted(
        &self,
        log: &SortedLog,
        sink: &mut dyn Sink<RecorderChunk>,
    ) -> Result<(), RecorderError> {
        let records = log.records.iter();
        self.chunk_in_order(
            records.map(|found| (&found.logged, found.is_after_gap, found.is_before_gap)),
            sink,
        )
    }

    /// The same for events in order, each with whether there is a gap before and after it.
    pub(crate) fn chunk_in_order<'s, 'e: 's>(
        &self,
        events: impl IntoIterator<Item = (&'s LoggedEvent<'e>, bool, bool)>,
        sink: &mut dyn Sink<RecorderChunk>,
    ) -> Result<(), RecorderError> {
        let mut chunker = self.chunker();
        for (logged, is_after_gap, is_before_gap) in events {
            let mut flow = if is_after_gap { chunker.gap(sink) } else { ControlFlow::Continue(()) };
            if flow.is_continue() {
                flow = match chunker.push(logged, sink) {
                    Ok(ControlFlow::Continue(())) if is_before_gap => chunker.gap(sink),
                    Ok(flow) => flow,
                    Err(error) => {
                        let _ = chunker.finish(sink);
                        return Err(error);
                    }
                };
            }
            if flow.is_break() {
                return Ok(());
            }
        }
        let _ = chunker.finish(sink);
        Ok(())
    }
}
