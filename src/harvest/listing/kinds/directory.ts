/**
 * Folders of files, and of archives: the newest that holds everything, then each that holds what changed since, oldest first.
 *
 * A list of deletions inside an archive names paths. A path that is deleted while the same name is delivered at another one
 * was moved, which is no deletion.
 */

import { readdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { StepOf } from '../../../connector/index.js';
import { decodeText, detectCharset } from '../../../extract/index.js';
import { compileRe2 } from '../../../model/index.js';
import { matchesGlob } from '../../document/glob.js';
import { type Answered, HarvestError, type Values } from '../../port.js';
import { conversation, sheetFor } from '../answers.js';
import { linksOf } from '../links.js';
import { type Found, foundIn, type Page } from '../page.js';
import { Sheet } from '../reading.js';
import { lookupOf, type Prepared, type Turn } from '../room.js';
import type { Conversation } from '../session.js';
import { filled } from '../template.js';
import { membersOf } from './archive.js';
import type { Member } from './tar.js';

interface Entry {
  readonly url: string;
  readonly name: string;
  /** What archives are ordered by: digits alone. */
  readonly stamp: string;
}

const STAMP = String.raw`(\d{8}(?:[-_T]?\d{6})?|\d{4}-\d{2}-\d{2})`;
const ARCHIVE = /\.(?:zip|tar|tgz|tar\.gz)$/i;
const BATCH = 500;
const MAX_DELETED = 5_000_000;

export async function* directoryPages(prepared: Prepared, step: StepOf<'directory'>, turn: Turn): AsyncGenerator<Page> {
  const folder = new Folder(prepared, step, turn, await conversation(prepared, turn));
  const single = folder.single();
  if (single) return yield* folder.archive(single);
  const entries = await folder.entries();
  if (!step.full && !step.delta) return yield await folder.files(entries);
  for (const archive of chosen(entries, step, prepared.room.cursor?.from ?? null)) yield* folder.archive(archive);
}

/** Everything and what came after it; or, where a cursor is known, what came after that. */
function chosen(entries: readonly Entry[], { full, delta }: StepOf<'directory'>, cursor: string | null): Entry[] {
  const matching = (glob: string | undefined): Entry[] =>
    glob === undefined ? [] : entries.filter(({ name }) => matchesGlob(glob, name)).sort((a, b) => (a.stamp < b.stamp ? -1 : 1));
  const newest = cursor === null ? matching(full).at(-1) : undefined;
  const since = newest?.stamp ?? (cursor === null ? '' : digits(cursor));
  const later = matching(delta).filter(({ stamp, url }) => stamp > since && url !== newest?.url);
  return newest ? [newest, ...later] : later;
}

const digits = (text: string): string => text.replace(/\D/g, '').slice(0, 14);

class Folder {
  readonly #prepared: Prepared;
  readonly #step: StepOf<'directory'>;
  readonly #turn: Turn;
  readonly #talk: Conversation;

  constructor(prepared: Prepared, step: StepOf<'directory'>, turn: Turn, talk: Conversation) {
    this.#prepared = prepared;
    this.#step = step;
    this.#turn = turn;
    this.#talk = talk;
  }

  #base(): string {
    const base = filled(this.#step.base, lookupOf(this.#prepared, this.#turn));
    if (base === null) throw new HarvestError('definition', 'a name in base has no value', { rule: `${this.#prepared.rule}.base` });
    return base;
  }

  /** The archive, where the address is that of one. */
  single(): Entry | null {
    const url = this.#base();
    return ARCHIVE.test(url) ? { url, name: nameOf(url), stamp: this.#stampIn(nameOf(url)) } : null;
  }

  async entries(): Promise<Entry[]> {
    const base = this.#base();
    const urls = base.startsWith('file:') ? await this.#local(base) : await this.#indexed(base);
    return urls.map((url) => {
      const name = nameOf(url);
      return { url, name, stamp: this.#stampIn(name) };
    });
  }

  /** Rows are the files themselves. */
  async files(entries: readonly Entry[]): Promise<Page> {
    const { members = '*' } = this.#step;
    const wanted = entries.filter(({ name }) => matchesGlob(members, name));
    const found = await Promise.all(wanted.map((entry) => this.#found('', entry.url, 'text', entryFields(entry))));
    return { url: this.#step.base, announced: null, found };
  }

  async *archive(entry: Entry): AsyncGenerator<Page> {
    const answered = await this.#bytesOf(entry);
    const delivered = new Set<string>();
    const deleted: string[] = [];
    let batch: Found[] = [];
    for await (const member of membersOf(answered.bytes, (path) => this.#isRow(path) || this.#isDeletes(path))) {
      if (this.#isDeletes(member.path)) this.#readDeletes(member, deleted);
      else {
        delivered.add(stemOf(member.path));
        batch.push(...(await this.#rowsOf(member, entry)));
      }
      if (batch.length < BATCH) continue;
      yield { url: entry.url, announced: null, found: batch };
      batch = [];
    }
    for (const path of deleted) if (!delivered.has(stemOf(path))) batch.push(await this.#tombstone(path, entry));
    yield { url: entry.url, announced: null, found: batch };
  }

  #isRow(path: string): boolean {
    return matchesGlob(this.#step.members ?? '**', path) && !this.#isDeletes(path);
  }

  #isDeletes(path: string): boolean {
    return this.#step.deletes !== undefined && matchesGlob(this.#step.deletes, path);
  }

  async #bytesOf({ url }: Entry): Promise<Answered> {
    const answered = await this.#talk.ask({ url, method: 'GET', headers: [], body: null, jar: null, purpose: 'list' });
    this.#prepared.tally.answers++;
    const truncated = answered.exchanges.at(-1)?.truncated;
    if (answered.status !== 200 || truncated) {
      throw new HarvestError('unreachable', truncated ? `the archive broke off (${truncated})` : `status ${answered.status}`, {
        url,
        rule: `${this.#prepared.rule}.base`,
      });
    }
    return answered;
  }

  #readDeletes({ bytes }: Member, deleted: string[]): void {
    for (const line of Buffer.from(bytes).toString('utf8').split(/\r?\n/)) {
      if (line.trim() !== '') deleted.push(line.trim());
      if (deleted.length > MAX_DELETED) throw new HarvestError('limit', `more than ${MAX_DELETED} deletions in one archive`);
    }
  }

  #rowsOf({ path, bytes }: Member, entry: Entry): Promise<Found[]> {
    const as = this.#step.read ?? kindOf(path);
    const charset = this.#step.charset ?? detectCharset(bytes, null, as === 'xml' ? 'application/xml' : null).charset;
    const sheet = this.#sheet(decodeText(bytes, charset), `${entry.url}#${path}`, as);
    const fields = { ...entryFields(entry), ...pathFields(path) };
    return Promise.all(sheet.rows(this.#prepared.each).map((row) => foundIn(this.#prepared, this.#turn, sheet, row, { fields })));
  }

  #tombstone(path: string, entry: Entry): Promise<Found> {
    const sheet = this.#sheet('', `${entry.url}#${path}`, 'text');
    return foundIn(this.#prepared, this.#turn, sheet, sheet.whole(), {
      fields: { ...entryFields(entry), ...pathFields(path) },
      sign: 'tombstone',
    });
  }

  #found(text: string, url: string, as: Sheet['as'], fields: Values): Promise<Found> {
    const sheet = this.#sheet(text, url, as);
    return foundIn(this.#prepared, this.#turn, sheet, sheet.whole(), { fields });
  }

  #sheet(text: string, url: string, as: Sheet['as']): Sheet {
    return new Sheet({ text, url, as, namespaces: this.#step.namespaces, rule: this.#prepared.rule, answered: null });
  }

  /** The index a web server makes: links to what lies directly below it. */
  async #indexed(base: string): Promise<string[]> {
    const folder = base.endsWith('/') ? base : `${base}/`;
    const sheet = await sheetFor(this.#prepared, this.#talk, {
      url: folder,
      method: 'GET',
      headers: [],
      body: null,
      jar: null,
      purpose: 'list',
    });
    const below = sheet.url.endsWith('/') ? sheet.url : folder;
    return linksOf(sheet)
      .map(({ url }) => url)
      .filter((url) => url.startsWith(below) && /^[^/?]+$/.test(url.slice(below.length)));
  }

  async #local(base: string): Promise<string[]> {
    const folder = fileURLToPath(base);
    try {
      const names = await readdir(folder, { withFileTypes: true });
      this.#prepared.tally.answers++;
      return names.filter((entry) => entry.isFile()).map(({ name }) => pathToFileURL(`${folder.replace(/\/$/, '')}/${name}`).href);
    } catch (cause) {
      throw new HarvestError('unreachable', `the folder ${folder} cannot be read`, {
        url: base,
        rule: `${this.#prepared.rule}.base`,
        cause,
      });
    }
  }

  #stampIn(name: string): string {
    const matcher = compileRe2(this.#step.order ?? STAMP).matcher(name);
    return matcher.find() ? digits(matcher.groupCount() > 0 ? (matcher.group(1) ?? '') : (matcher.group() ?? '')) : '';
  }
}

const nameOf = (url: string): string => decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
/** What a member is known by wherever it lies. */
const stemOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z0-9]+$/i, '');

const entryFields = ({ url, name, stamp }: Entry): Values => ({ url: [url], archive: [name], ...(stamp ? { stamp: [stamp] } : {}) });
const pathFields = (path: string): Values => ({ path: [path], name: [path.slice(path.lastIndexOf('/') + 1)], id: [stemOf(path)] });

function kindOf(path: string): Sheet['as'] {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();
  if (ending === 'xml' || ending === 'akn') return 'xml';
  if (ending === 'json') return 'json';
  return ending === 'html' || ending === 'htm' || ending === 'xhtml' ? 'html' : 'text';
}
