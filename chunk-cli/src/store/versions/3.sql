-- From version 2 to 3: of documents it is known by which settings they were chunked.
ALTER TABLE documents ADD COLUMN settings TEXT; -- the digest that rows have as `settings`: NULL if it is not known
