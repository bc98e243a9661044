/** A consumer of the journal that keeps what it makes in a SQLite file of its own: tables and one function. */
import type { JournalEntry } from '../../store/index.js';
import type { JournalConsumer } from './consumer.js';
import { ConsumerFile, type ConsumerFileOptions } from './consumer-file.js';
import type { ConsumerDatabase } from './open-database.js';

export interface SqliteConsumerOptions extends ConsumerFileOptions {
  /** Called once, when the tables are there. What it returns is called inside the transaction that moves the cursor. */
  readonly prepare: (db: ConsumerDatabase) => (entry: JournalEntry) => void;
}

export interface SqliteConsumer extends JournalConsumer {
  readonly file: ConsumerFile;
  close(): void;
}

export function openSqliteConsumer({ prepare, ...options }: SqliteConsumerOptions): SqliteConsumer {
  const file = new ConsumerFile(options);
  const take = prepare(file.db);
  return {
    name: options.name,
    file,
    position: () => file.position(),
    apply: (batch) => file.apply(batch, () => batch.items.forEach(take)),
    close: () => file.close(),
  };
}
