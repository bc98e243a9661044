/** Format 6 to 7: room for statements of RDF. Documents fetched before have none until they change. */
import type { Migration } from './migration.js';

export const whatDocumentsSayAsRdf: Migration = {
  to: 7,
  title: 'making room for what documents say as RDF',
  migrate(db) {
    db.exec(TRIPLES);
  },
};

const TRIPLES = `
CREATE TABLE triples (version INTEGER PRIMARY KEY, syntax TEXT NOT NULL, count INTEGER NOT NULL, quads BLOB NOT NULL, problems TEXT NOT NULL);
CREATE INDEX triples_silent ON triples (version) WHERE count = 0 AND syntax = 'application/ld+json';
ALTER TABLE fetch ADD COLUMN triples INTEGER;
`;
