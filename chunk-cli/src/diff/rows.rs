//! Reads a store as a side: the rows of one contract.

use super::piece::{Known, Piece, part_hash, record_hash, short_hash};
use crate::{
    error::{Error, cannot},
    json::json,
    store,
};
use chunk_records::Keys;
use rusqlite::Connection;
use std::path::Path;

pub(super) struct Rows(Connection);

impl Rows {
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        store::to_read(path).map(Self)
    }

    /// The versions of the contracts that the store has chunks of, in order.
    pub(super) fn contracts(&self) -> Result<Vec<String>, Error> {
        let unreadable = || cannot::<rusqlite::Error>("read", "the store");
        let mut select =
            self.0.prepare("SELECT DISTINCT contract FROM chunks ORDER BY contract").map_err(unreadable())?;
        let contracts = select.query_map([], |row| row.get(0)).map_err(unreadable())?;
        contracts.collect::<Result<_, _>>().map_err(unreadable())
    }

    /// Hands every chunk of a contract to `take`, in order.
    pub(super) fn each(
        &self,
        contract: &str,
        keys: &Keys,
        take: &mut dyn FnMut(Piece<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let unreadable = || cannot::<rusqlite::Error>("read", "the store");
        let mut select = self
            .0
            .prepare(
                "SELECT source, id, content_hash, record FROM chunks WHERE contract = ?1 \
                 ORDER BY source, chunk_index",
            )
            .map_err(unreadable())?;
        let mut rows = select.query([contract]).map_err(unreadable())?;
        let mut number = 0;
        while let Some(row) = rows.next().map_err(unreadable())? {
            let source: String = row.get(0).map_err(unreadable())?;
            let id: String = row.get(1).map_err(unreadable())?;
            let hash: String = row.get(2).map_err(unreadable())?;
            let stored: String = row.get(3).map_err(unreadable())?;
            let (chunk_hash, record) = match keys.chunks {
                None => (short_hash(stored.as_bytes()), stored),
                Some(chunks) => {
                    let chunk = serde_json::from_str(&stored).map_err(cannot("read", "the store"))?;
                    (part_hash(&chunk), whole(keys.source, &source, chunks, &stored)?)
                }
            };
            let known = Known {
                content_hash: hash.parse().map_err(cannot("read", "the store"))?,
                record_hash: record_hash(chunk_hash, &source),
                source: source.into(),
                id: id.into(),
            };
            number += 1;
            take(Piece { known, record: record.as_bytes(), number })?;
        }
        Ok(())
    }
}

/// The record of a single chunk, for a contract whose records are whole documents: such a record names the document.
/// `name` and `chunks` are the keys of both in a record.
fn whole(name: &str, source: &str, chunks: &str, chunk: &str) -> Result<String, Error> {
    let [name, chunks] = [name, chunks].map(|pointer| pointer.trim_start_matches('/'));
    let source = json(&source).map_err(cannot("read", "the store"))?;
    Ok(format!(r#"{{"{name}":{source},"{chunks}":[{chunk}]}}"#))
}
