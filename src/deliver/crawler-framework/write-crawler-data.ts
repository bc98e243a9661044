/**
 * What a crawler of the contract keeps on its own machine: `SQLiteData/SQLiteCrawlerData.sqlite` with how every group stands and
 * what came of sending it, and the packages as ZIP files, a folder a crawler. Made anew from the repository each time.
 */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { packGroup, plainName } from '../../document-groups/index.js';
import type { Deposited, DepositRows } from '../../store/index.js';
import type { ConsumerDatabase } from '../consumers/open-database.js';
import { IncompleteError, makeGroup } from '../document-groups/make-group.js';
import { writeNewDatabase } from './new-database.js';
import { CRAWLER_TABLES } from './schema.js';
import type { SendState } from './send-states.js';

const CRAWLER_DATABASE = join('SQLiteData', 'SQLiteCrawlerData.sqlite');

export interface CrawlerDataReport {
  readonly file: string;
  readonly groups: number;
  readonly documents: number;
  readonly packages: number;
  /** Groups without a package, and why. */
  readonly unpacked: readonly string[];
}

export interface CrawlerDataOptions {
  readonly folder: string;
  /** By the identifier of the group: see sendStates. */
  readonly states: ReadonlyMap<string, SendState>;
  /** Of one crawler only. */
  readonly crawler?: string | undefined;
  /** Packages take the most time; left out: they are written. */
  readonly packages?: boolean;
}

const NOT_SENT: SendState = { state: 'unsent', answer: null };

export async function writeCrawlerData(deposits: DepositRows, options: CrawlerDataOptions): Promise<CrawlerDataReport> {
  const file = join(options.folder, CRAWLER_DATABASE);
  const packages = new Packages(deposits, options.folder);
  const counts = await writeNewDatabase(file, CRAWLER_TABLES, async (db) => {
    const add = adding(db);
    let [groups, documents] = [0, 0];
    for (const deposited of deposits.all(options.crawler)) {
      add(deposited, options.states.get(deposited.identifier) ?? NOT_SENT);
      if (!deposited.isDeleted && options.packages !== false) await packages.write(deposited);
      groups++;
      documents += deposited.files.length;
    }
    return { groups, documents };
  });
  return { file, ...counts, packages: packages.written, unpacked: packages.unpacked };
}

class Packages {
  written = 0;
  readonly unpacked: string[] = [];
  readonly #names = new Set<string>();

  constructor(
    private readonly deposits: DepositRows,
    private readonly folder: string,
  ) {}

  async write(deposited: Deposited): Promise<void> {
    try {
      const { group, files } = await makeGroup(deposited, null, { require: [], extraFormats: [], crawler: null }, this.deposits);
      const folder = join(this.folder, plainName(deposited.crawler) || 'crawler');
      await mkdir(folder, { recursive: true });
      await pipeline(packGroup(group, files), createWriteStream(join(folder, this.#free(group.filename, deposited))));
      this.written++;
    } catch (error) {
      if (!(error instanceof IncompleteError) && !isUnreadable(error)) throw error;
      this.unpacked.push(`${deposited.key} of ${deposited.crawler}: ${(error as Error).message}`);
    }
  }

  /** Two groups may have the same file name; then the second has its identifier in it. */
  #free(name: string, { crawler, identifier }: Deposited): string {
    const place = `${crawler}/${name}`.toLowerCase();
    if (this.#names.has(place)) return `${identifier}-${name}`;
    this.#names.add(place);
    return name;
  }
}

const isUnreadable = (error: unknown): boolean => (error as Error).name === 'ArchiveError';

function adding(db: ConsumerDatabase): (deposited: Deposited, sent: SendState) => void {
  const group = db.prepare(
    `INSERT INTO "DocumentGroup" ("Date", "Crawler", "Lang", "Format", "FileName", "Identifier", "Operation", "GroupType", "SendState", "LastAnswer")
     VALUES (?,?,?,?,?,?,?,?,?,?)`,
  );
  const document = db.prepare(
    `INSERT INTO "Document" ("DocumentGroupId", "Format", "File", "Identifier", "Operation", "Url", "Md5", "SendState", "LastAnswer") VALUES (?,?,?,?,?,?,?,?,?)`,
  );
  return ({ date, crawler, language, format, fileName, identifier, operation, kind, files, isDeleted }, { state, answer }) => {
    const day = new Date(date).toISOString();
    const { lastInsertRowid } = group.run(day, crawler, language, format, fileName, identifier, operation, kind, state, answer);
    for (const { type, name, identifier: id, operation: what, url, md5 } of files)
      document.run(lastInsertRowid, type, name, id, isDeleted ? 'Del' : what, url, md5, state, answer);
  };
}
