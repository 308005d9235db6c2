-- The words of each chunk's text. Triggers keep it: whoever changes a chunk, the index follows in the same transaction.
CREATE VIRTUAL TABLE chunks_text USING fts5 (
    text, content = 'chunks', content_rowid = 'chunk', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER chunks_text_insert AFTER INSERT ON chunks BEGIN
    INSERT INTO chunks_text (rowid, text) VALUES (new.chunk, new.text);
END;

CREATE TRIGGER chunks_text_delete AFTER DELETE ON chunks BEGIN
    INSERT INTO chunks_text (chunks_text, rowid, text) VALUES ('delete', old.chunk, old.text);
END;

CREATE TRIGGER chunks_text_update AFTER UPDATE OF record ON chunks WHEN old.text IS NOT new.text BEGIN
    INSERT INTO chunks_text (chunks_text, rowid, text) VALUES ('delete', old.chunk, old.text);
    INSERT INTO chunks_text (rowid, text) VALUES (new.chunk, new.text);
END;

INSERT INTO chunks_text (chunks_text) VALUES ('rebuild');
