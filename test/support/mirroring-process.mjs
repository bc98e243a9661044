/**
 * A process that mirrors a journal until it is through, and may be killed at any moment. A ledger in the mirror's file has
 * a row for each entry in the order they took effect. Arguments: workspace, file. Waits for a line on standard input, and
 * says how far it is.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openForReading } from '../../dist/backends/embedded/database.js';
import { SqliteRepository } from '../../dist/backends/embedded/repository.js';
import { followJournal } from '../../dist/follow/consumers/follow.js';
import { openLatestMirror } from '../../dist/follow/consumers/latest-mirror.js';

const LEDGER = `
CREATE TABLE IF NOT EXISTS ledger (id INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, document INTEGER NOT NULL, version INTEGER NOT NULL);
CREATE TRIGGER IF NOT EXISTS came AFTER INSERT ON latest BEGIN
  INSERT INTO ledger (sequence, document, version) VALUES (new.sequence, new.document, new.version);
END;
CREATE TRIGGER IF NOT EXISTS changed AFTER UPDATE ON latest BEGIN
  INSERT INTO ledger (sequence, document, version) VALUES (new.sequence, new.document, new.version);
END;`;

const [workspace, file] = process.argv.slice(2);
writeSync(1, 'ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));

const mirror = openLatestMirror(file);
mirror.file.db.exec(LEDGER);
const repository = new SqliteRepository(openForReading(join(workspace, 'core.db')));
await followJournal(repository, mirror, { batch: 200, finish: AbortSignal.abort(), onProgress: ({ at }) => writeSync(1, `${at}\n`) });
writeSync(1, 'done\n');
process.stdin.destroy();
