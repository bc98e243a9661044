/** Format 5 to 6: room for what was learned about rendering: which shapes of URL need it, at which sites. */
import type { Migration } from './migration.js';

export const whatRenderingBrought: Migration = {
  to: 6,
  title: 'making room for what rendering brought',
  migrate(db) {
    db.exec(RENDERING);
  },
};

const RENDERING = `
CREATE TABLE rendering (
  site INTEGER NOT NULL, template TEXT NOT NULL, tried INTEGER NOT NULL, gained INTEGER NOT NULL, recent TEXT NOT NULL, because TEXT NOT NULL, PRIMARY KEY (site, template)
) WITHOUT ROWID;
`;
