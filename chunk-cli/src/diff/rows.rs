//! Reads a store as a side: the rows of one contract.

use super::chunks::{Piece, pieces};
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
        let sql = "SELECT source, id, record FROM chunks WHERE contract = ?1 ORDER BY source, chunk_index";
        let mut select = self.0.prepare(sql).map_err(unreadable())?;
        let mut rows = select.query([contract]).map_err(unreadable())?;
        let mut number = 0;
        while let Some(row) = rows.next().map_err(unreadable())? {
            let source: String = row.get(0).map_err(unreadable())?;
            let id: String = row.get(1).map_err(unreadable())?;
            let stored: String = row.get(2).map_err(unreadable())?;
            let record = match keys.chunks {
                None => stored,
                Some(chunks) => whole(keys.source, &source, chunks, &stored)?,
            };
            number += 1;
            let wrong = |what: String| Error::run(format!("cannot read the store: {source}: {what}"));
            for mut piece in pieces(keys, record.as_bytes(), number).map_err(wrong)? {
                // The store's own, which tell apart the conversations of an export and the inputs of a stream.
                (piece.known.source, piece.known.id) = (source.clone(), id.clone());
                take(piece)?;
            }
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
