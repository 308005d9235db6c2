CREATE TABLE chunks (
    contract     TEXT    NOT NULL, -- the contract's version, such as hybrid.chunking.v1
    source       TEXT    NOT NULL, -- the document's name
    id           TEXT    NOT NULL, -- the chunk's id; where the contract has none, source and chunk_index joined by #
    chunk_index  INTEGER NOT NULL, -- its place in the document, from 0
    content_hash TEXT    NOT NULL, -- SHA-256 of the text to embed
    record       TEXT    NOT NULL, -- the chunk in the contract's JSON
    embedding    BLOB,             -- for others to fill; NULL again when the text is another one
    UNIQUE (contract, source, id)
) STRICT;

CREATE INDEX chunks_by_id ON chunks (id);
CREATE INDEX chunks_in_order ON chunks (contract, source, chunk_index);
