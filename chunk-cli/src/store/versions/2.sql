-- From version 1 to 2: each chunk has a number that VACUUM keeps and a column with its text, whatever its contract calls
-- that; embeddings are found by the text; and of documents the folder is known that they came from.
ALTER TABLE chunks RENAME TO chunks_of_version_1;
DROP INDEX chunks_by_id;
DROP INDEX chunks_in_order;

CREATE TABLE chunks (
    chunk        INTEGER PRIMARY KEY,
    contract     TEXT    NOT NULL, -- the contract's version, such as hybrid.chunking.v1
    source       TEXT    NOT NULL, -- the document's name
    id           TEXT    NOT NULL, -- the chunk's id; where the contract has none, source and chunk_index joined by #
    chunk_index  INTEGER NOT NULL, -- its place in the document, from 0
    content_hash TEXT    NOT NULL, -- SHA-256 of the text to embed
    record       TEXT    NOT NULL, -- the chunk in the contract's JSON
    embedding    BLOB,             -- for others to fill; NULL again when the text is another one
    text         TEXT    GENERATED ALWAYS AS (coalesce(record ->> '$.content', record ->> '$.text')) VIRTUAL,
    UNIQUE (contract, source, id)
) STRICT;

INSERT INTO chunks (contract, source, id, chunk_index, content_hash, record, embedding)
    SELECT contract, source, id, chunk_index, content_hash, record, embedding
    FROM chunks_of_version_1 ORDER BY contract, source, chunk_index;
DROP TABLE chunks_of_version_1;

CREATE INDEX chunks_by_id ON chunks (id);
CREATE INDEX chunks_in_order ON chunks (contract, source, chunk_index);
CREATE INDEX chunks_embedded ON chunks (content_hash) WHERE embedding IS NOT NULL;

CREATE TABLE documents (
    contract TEXT NOT NULL,
    source   TEXT NOT NULL,
    folder   TEXT, -- what source is relative to: NULL if it was no folder's, or not known
    PRIMARY KEY (contract, source)
) STRICT, WITHOUT ROWID;

INSERT INTO documents (contract, source) SELECT DISTINCT contract, source FROM chunks;
