/**
 * What a crawler of the contract keeps on its own machine: `SQLiteData/SQLiteCrawlerData.sqlite` with how every group stands and
 * what came of sending it, and the packages as ZIP files, a folder a crawler. The tables are made anew from the repository each
 * time; a package is, when the tables that were there before have another state of its group.
 */
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ConsumerDatabase, openDatabase } from '../../../follow/consumers/index.js';
import { withConverted } from '../../../follow/convert/index.js';
import { IncompleteError, makeGroup, packageName } from '../../../follow/outbox/index.js';
import { packGroup, plainName } from '../../../formats/document-groups/index.js';
import { writeWhole } from '../../../platform/index.js';
import type { Deposited, DepositRows } from '../../../store/index.js';
import { writeNewDatabase } from './new-database.js';
import { CRAWLER_TABLES } from './schema.js';
import type { SendState } from './send-states.js';

const CRAWLER_DATABASE = join('SQLiteData', 'SQLiteCrawlerData.sqlite');

export interface CrawlerDataReport {
  readonly file: string;
  readonly groups: number;
  readonly documents: number;
  /** That lie there now. */
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
  const packages = new Packages(deposits, options.folder, formerStates(file));
  const counts = await writeNewDatabase(file, CRAWLER_TABLES, async (db) => {
    const add = adding(db);
    let [groups, documents] = [0, 0];
    for (const each of deposits.all(options.crawler)) {
      const deposited = withConverted(each, deposits);
      add(deposited, options.states.get(deposited.identifier) ?? NOT_SENT);
      if (!deposited.isDeleted && options.packages !== false) await packages.write(deposited);
      groups++;
      documents += deposited.files.length;
    }
    return { groups, documents };
  });
  if (options.packages !== false && options.crawler === undefined) await packages.removeOld();
  return { file, ...counts, packages: packages.written, unpacked: packages.unpacked };
}

class Packages {
  written = 0;
  readonly unpacked: string[] = [];
  readonly #places = new Set<string>();

  constructor(
    private readonly deposits: DepositRows,
    private readonly folder: string,
    private readonly former: ReadonlyMap<string, FormerState>,
  ) {}

  async write(deposited: Deposited): Promise<void> {
    const place = this.#placeOf(deposited);
    try {
      const isAsBefore = this.former.get(deposited.identifier)?.md5s === md5sOf(deposited.files);
      if (!isAsBefore || !existsSync(join(this.folder, place))) await this.#pack(deposited, join(this.folder, place));
      this.written++;
    } catch (error) {
      if (!(error instanceof IncompleteError) && !isUnreadable(error)) throw error;
      this.unpacked.push(`${deposited.key} of ${deposited.crawler}: ${(error as Error).message}`);
    }
  }

  /** Packages of groups that are gone, or have another name now. */
  async removeOld(): Promise<void> {
    for (const [identifier, { crawler, fileName }] of this.former)
      for (const place of placesFor({ crawler, fileName, identifier }))
        if (!this.#places.has(place.toLowerCase())) await rm(join(this.folder, place), { force: true });
  }

  async #pack(deposited: Deposited, path: string): Promise<void> {
    const { group, files } = await makeGroup(deposited, null, { require: [], extraFormats: [], crawler: null }, this.deposits);
    await mkdir(dirname(path), { recursive: true });
    await writeWhole(path, (draft) => pipeline(packGroup(group, files), createWriteStream(draft)));
  }

  /** Two groups may have the same file name; then the second has its identifier in it. */
  #placeOf(deposited: Deposited): string {
    const [usual, other] = placesFor(deposited);
    const place = this.#places.has(usual.toLowerCase()) ? other : usual;
    this.#places.add(place.toLowerCase());
    return place;
  }
}

type Named = Pick<Deposited, 'crawler' | 'fileName' | 'identifier'>;

function placesFor({ crawler, fileName, identifier }: Named): readonly [usual: string, other: string] {
  const folder = plainName(crawler) || 'crawler';
  const name = packageName(fileName);
  return [join(folder, name), join(folder, `${identifier}-${name}`)];
}

interface FormerState extends Omit<Named, 'identifier'> {
  readonly md5s: string;
}

/** As the tables that are there have it; a file that is none of ours counts as none. */
function formerStates(file: string): Map<string, FormerState> {
  if (!existsSync(file)) return new Map();
  try {
    const db = openDatabase(file, { readonly: true });
    try {
      return new Map((db.prepare(FORMER).all() as (FormerState & Named)[]).map(({ identifier, ...state }) => [identifier, state]));
    } finally {
      db.close();
    }
  } catch {
    return new Map();
  }
}

const FORMER = `SELECT g."Identifier" AS identifier, g."Crawler" AS crawler, g."FileName" AS fileName,
  coalesce((SELECT group_concat(line, ';') FROM (
    SELECT d."Identifier" || ' ' || d."Md5" AS line FROM "Document" d WHERE d."DocumentGroupId" = g."Id" ORDER BY d."Identifier")), '') AS md5s
  FROM "DocumentGroup" g`;

const md5sOf = (files: Deposited['files']): string =>
  files
    .map(({ identifier, md5 }) => `${identifier} ${md5}`)
    .toSorted()
    .join(';');

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
