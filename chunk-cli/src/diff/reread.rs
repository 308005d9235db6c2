//! Reads records of the old side again, for their ids, which are not held in memory.

use super::{
    piece::{Known, Place, pieces},
    side::Side,
};
use crate::{
    command::Keys,
    exit::{Broken, cannot, trouble},
    shown::shown,
};
use std::{
    fs::File,
    io::{BufRead, BufReader},
};

/// Reads single records again. If they are asked for in the order of their places, a file is read once, and so is a record of many
/// chunks.
pub(super) struct Rereader<'s> {
    side: &'s Side,
    keys: Keys,
    file: Option<Open>,
    /// The chunks of the last record, and its place.
    last: Option<(Place, Vec<Known>)>,
}

/// The file that is being read.
struct Open {
    number: u32,
    reader: BufReader<File>,
    /// The position of the reader.
    at: u64,
}

impl<'s> Rereader<'s> {
    pub(super) fn new(side: &'s Side) -> Self {
        Self { side, keys: side.held.keys(), file: None, last: None }
    }

    pub(super) fn read(&mut self, place: Place) -> Result<&Known, Broken> {
        let record = place.of_record();
        if self.last.as_ref().is_none_or(|(last, _)| *last != record) {
            self.last = Some((record, self.record(record)?));
        }
        let part = usize::try_from(place.part).unwrap_or_default();
        match self.last.as_ref().and_then(|(_, chunks)| chunks.get(part)) {
            Some(known) => Ok(known),
            None => trouble("OLD has changed while it was read; run it again"),
        }
    }

    fn record(&mut self, place: Place) -> Result<Vec<Known>, Broken> {
        #[cfg(feature = "sqlite")]
        if let Some(store) = &self.side.store {
            return store.known(place).map(|known| vec![known]);
        }
        let Some(located) = usize::try_from(place.file).ok().and_then(|file| self.side.files.get(file))
        else {
            return trouble("a record cannot be found again; run it again");
        };
        let path = &located.path;
        let cannot_read = || cannot("read again", shown(path));
        let mut open = match self.file.take() {
            Some(open) if open.number == place.file => open,
            _ => {
                let file = located.open().map_err(cannot_read())?;
                Open { number: place.file, reader: BufReader::with_capacity(64 << 10, file), at: 0 }
            }
        };
        let distance = i64::try_from(i128::from(place.byte) - i128::from(open.at)).unwrap_or_default();
        open.reader.seek_relative(distance).map_err(cannot_read())?;
        let mut line = Vec::new();
        let read = open.reader.read_until(b'\n', &mut line).map_err(cannot_read())?;
        open.at = place.byte + read as u64;
        self.file = Some(open);
        let pieces =
            pieces(&self.keys, line.trim_ascii_end(), place).map_err(cannot("read again", shown(path)))?;
        let known = pieces.into_iter().map(|piece| Known {
            source: piece.source,
            id: piece.id,
            content_hash: piece.content_hash,
        });
        Ok(known.collect())
    }
}
