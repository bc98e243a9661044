/**
 * The rows of what is forgotten: content, titles, addresses and everything by which they could be recognised.
 *
 * Rows stay where others count on them (a journal entry names its version, the proof of politeness needs every
 * request), but empty. A resource keeps its fingerprint, by which it is known and never queued again.
 */

import { FORGOTTEN } from '../../../store/index.js';
import type { Sqlite } from '../database.js';
import { LogPacker, type LogRecord, readLog } from '../frontier-log.js';
import { STATES } from '../schema.js';

export interface Wiping {
  readonly now: number;
  readonly reason: string | null;
  /** It may be fetched again some day: its address stays. */
  readonly allowAgain: boolean;
}

/** All inside the caller's transaction. Works on the temporary tables `chosen` and `removed`. */
export function wipeRows(db: Sqlite, wiping: Wiping): void {
  const { allowAgain } = wiping;
  if (!allowAgain) takeOutOfQueue(db);
  journalDeletion(db, wiping);
  db.exec(VERSIONS);
  db.exec(allowAgain ? ADDRESSES_STAY : ADDRESSES_GO);
}

/** One entry a document, so that whatever follows the journal forgets it too. */
function journalDeletion(db: Sqlite, { now, reason }: Wiping): void {
  const run = db.prepare('SELECT coalesce(max(id), 0) FROM run').pluck().get() as number;
  const evidence = JSON.stringify([{ kind: 'forgotten', detail: reason ?? '', run, at: now, fetch: null }]);
  db.prepare(`UPDATE journal SET reason = 'forgotten', evidence = '[]', fetch = NULL WHERE document IN ${DOCUMENTS}`).run();
  db.prepare(
    `INSERT INTO journal (operation, document, version, run, at, reason, changed, previous, evidence)
     SELECT 'Del', id, version, ?, ?, 'forgotten', '[]', version, ? FROM document WHERE id IN ${DOCUMENTS} ORDER BY id`,
  ).run(run, now, evidence);
  db.prepare(
    `UPDATE document SET state = 'deleted', baseline = NULL, deleted = ?, last_changed = ?, evidence = ? WHERE id IN ${DOCUMENTS}`,
  ).run(now, now, evidence);
}

/** The queue is what its log says: a last record that settles the entry takes it out. */
function takeOutOfQueue(db: Sqlite): void {
  const chosen = new Set(db.prepare('SELECT resource FROM temp.chosen').pluck().all() as number[]);
  const queued = new Map<number, LogRecord>();
  readLog(db, (record) => {
    if (!chosen.has(record.id)) return;
    if (record.operation === 'known' || record.operation === 'settled') queued.delete(record.id);
    else queued.set(record.id, { ...record, operation: 'settled' });
  });
  if (queued.size === 0) return;
  const packer = new LogPacker(queued.size);
  const count = db.prepare('UPDATE queue SET queued = max(0, queued - 1) WHERE site = ?');
  for (const record of queued.values()) {
    packer.add(record);
    count.run(record.site);
  }
  db.prepare('INSERT INTO frontier_log (records) VALUES (?)').run(packer.take());
}

const DOCUMENTS = '(SELECT id FROM document WHERE resource IN (SELECT resource FROM temp.chosen))';

const VERSIONS = `
UPDATE version SET title = NULL, charset = NULL, language = NULL, language_confidence = NULL, md5 = '', sha256 = '', digests = '{}', text = '',
  metadata = '{}', links = '[]', directives = '{}', notes = '{}', score = NULL, content = NULL, facts = NULL WHERE document IN ${DOCUMENTS};
DELETE FROM version_file WHERE version IN (SELECT id FROM version WHERE document IN ${DOCUMENTS}) OR resource IN (SELECT resource FROM temp.chosen);
DELETE FROM deposit_file WHERE version IN (SELECT id FROM version WHERE document IN ${DOCUMENTS});
DELETE FROM deposit_version WHERE document IN ${DOCUMENTS};
DELETE FROM unread WHERE document IN ${DOCUMENTS};
UPDATE crawler_log SET identifier = 'forgotten', message = '', stack_trace = NULL WHERE identifier IN (SELECT identifier FROM deposit WHERE document IN ${DOCUMENTS});
DELETE FROM deposit WHERE document IN ${DOCUMENTS};
DELETE FROM triples WHERE version IN (SELECT id FROM version WHERE document IN ${DOCUMENTS});
DELETE FROM sketch WHERE document IN ${DOCUMENTS};
UPDATE sketch SET duplicate_of = NULL, similarity = NULL WHERE duplicate_of IN ${DOCUMENTS};
DELETE FROM pending WHERE document IN ${DOCUMENTS};
DELETE FROM listing WHERE resource IN (SELECT resource FROM temp.chosen);
UPDATE fetch SET etag = NULL, last_modified = NULL, location = NULL, detail = NULL, payload_digest = NULL, record_id = NULL, revisit = NULL, triples = NULL
  WHERE id IN (SELECT fetch FROM temp.removed);`;

const ADDRESSES_STAY = `
UPDATE resource SET last_fetch = NULL, last_good = NULL WHERE id IN (SELECT resource FROM temp.chosen);`;

const ADDRESSES_GO = `
DELETE FROM rejection WHERE fingerprint IN (SELECT fingerprint FROM resource WHERE id IN (SELECT resource FROM temp.chosen));
UPDATE fetch SET url = '${FORGOTTEN}' || resource WHERE id IN (SELECT fetch FROM temp.removed);
UPDATE trap SET examples = '[]' WHERE site IN (SELECT site FROM resource WHERE id IN (SELECT resource FROM temp.chosen));
UPDATE document SET identifier = '${FORGOTTEN}' || resource WHERE resource IN (SELECT resource FROM temp.chosen);
UPDATE resource SET url = '${FORGOTTEN}' || id, trail = NULL, score = NULL, reason = 'forgotten', taken_down = 1, state = ${STATES.alias}, last_fetch = NULL, last_good = NULL
  WHERE id IN (SELECT resource FROM temp.chosen);`;
