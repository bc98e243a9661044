/** What the newest version of a document holds, as it is stored: for tests of what a reader made of a page. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Row } from '../../src/store/index.js';

const READING = `SELECT v.*, d.identifier AS url FROM document d JOIN version v ON v.id = d.version JOIN resource r ON r.id = d.resource
  WHERE r.url = ? OR d.identifier = ?`;

/** Null: the workspace has no document of this URL. */
export function storedReading(workspace: string, url: string): Row | null {
  const db = new Database(join(workspace, 'core.db'), { readonly: true });
  try {
    return (db.prepare(READING).get(url, url) as Row | undefined) ?? null;
  } finally {
    db.close();
  }
}
