/** Format 9 to 10: that a resource was taken down for good stands in a column of its own, and not only in its address. */
import { FORGOTTEN } from '../../../store/index.js';
import type { Migration } from './migration.js';

export const takenDown: Migration = {
  to: 10,
  title: 'noting what was taken down',
  migrate(db) {
    db.exec('ALTER TABLE resource ADD COLUMN taken_down INTEGER NOT NULL DEFAULT 0');
    db.prepare(`UPDATE resource SET taken_down = 1 WHERE substr(url, 1, ${FORGOTTEN.length}) = ?`).run(FORGOTTEN);
  },
};
