/**
 * Format 3 to 4: a version knows where its main text stands and what the page says of itself.
 *
 * Versions of before keep neither: their text is all that was visible, until the document changes.
 */
import type { Migration } from './migration.js';

export const mainTextAndFacts: Migration = {
  to: 4,
  title: 'making room for the main text',
  migrate: (db) => db.exec('ALTER TABLE version ADD COLUMN content TEXT; ALTER TABLE version ADD COLUMN facts TEXT;'),
};
