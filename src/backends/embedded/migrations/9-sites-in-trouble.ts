/** Format 8 to 9: room for sites that were set aside because they were in trouble. */
import type { Migration } from './migration.js';

export const sitesInTrouble: Migration = {
  to: 9,
  title: 'making room for sites in trouble',
  migrate(db) {
    db.exec(TROUBLE);
  },
};

const TROUBLE = `
CREATE TABLE trouble (
  site INTEGER NOT NULL, run INTEGER NOT NULL, since INTEGER NOT NULL, at INTEGER NOT NULL, tries INTEGER NOT NULL, reason TEXT NOT NULL,
  until INTEGER NOT NULL, over INTEGER, PRIMARY KEY (site, run)
) WITHOUT ROWID;
`;
