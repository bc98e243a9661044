/**
 * Folders of files, and of archives: the newest that holds everything, then each that holds what changed since, oldest first.
 *
 * An archive is looked through before anything in it counts: one that is cut or damaged says nothing, and nothing after it is
 * read, since it would come out of order. Lists of deletions in it name paths; see edition.ts for what follows from them.
 */
import type { StepOf } from '../../../../definition/connector/index.js';
import { compileRe2 } from '../../../../model/index.js';
import { matchesGlob } from '../../document/glob.js';
import { type Downloaded, HarvestError, type Values } from '../../port.js';
import { conversation } from '../answers.js';
import { durationMs } from '../duration.js';
import { foundIn, type Page } from '../page.js';
import { Sheet } from '../reading.js';
import { lookupOf, type Prepared, type ReadArchives, type Turn } from '../room.js';
import type { Conversation } from '../session.js';
import { filled } from '../template.js';
import { ArchiveRows, stemOf } from './archive-rows.js';
import { type ArchiveChoice, type ArchiveEntry, chooseArchives, comparable } from './choose-archives.js';
import { fileQuestion, filesIn, localAddress } from './folder.js';

const STAMP = String.raw`(\d{8}(?:[-_T]?\d{6})?|\d{4}-\d{2}-\d{2})`;
const ARCHIVE = /\.(?:zip|tar|tgz|tar\.gz)$/i;
const DAY_MS = 86_400_000;

export async function* directoryPages(prepared: Prepared, step: StepOf<'directory'>, turn: Turn): AsyncGenerator<Page> {
  const folder = new Folder(prepared, step, turn, await conversation(prepared, turn));
  const single = folder.single();
  if (single) return yield* folder.archive(single, false);
  const entries = await folder.entries();
  if (!step.full && !step.delta) return yield await folder.files(entries);
  yield* folder.editions(entries);
}

class Folder {
  readonly #prepared: Prepared;
  readonly #step: StepOf<'directory'>;
  readonly #turn: Turn;
  readonly #talk: Conversation;
  readonly #base: string;

  constructor(prepared: Prepared, step: StepOf<'directory'>, turn: Turn, talk: Conversation) {
    this.#prepared = prepared;
    this.#step = step;
    this.#turn = turn;
    this.#talk = talk;
    this.#base = localAddress(this.#filled(step.base, 'base'));
    this.#refuseWayIn();
  }

  /** What a page of the network says leads to no folder of this machine. */
  #refuseWayIn(): void {
    if (!this.#base.startsWith('file:') || this.#turn.item.path.every((url) => url.startsWith('file:'))) return;
    const where = { url: this.#base, rule: `${this.#prepared.rule}.base` };
    throw new HarvestError('refused', `${this.#turn.item.path.at(-1)} leads to a folder of this machine`, where);
  }

  /** The archive, where the address is that of one. */
  single(): ArchiveEntry | null {
    return ARCHIVE.test(this.#base) ? this.#entry(this.#base) : null;
  }

  async entries(): Promise<ArchiveEntry[]> {
    return (await filesIn(this.#prepared, this.#talk, this.#base)).map(({ url, listed }) => ({ ...this.#entry(url), listed }));
  }

  /** Rows are the files themselves. */
  async files(entries: readonly ArchiveEntry[]): Promise<Page> {
    const { members = '*', namespaces } = this.#step;
    const wanted = entries.filter(({ name }) => matchesGlob(members, name));
    const sheets = wanted.map((entry) => ({
      sheet: new Sheet({ text: '', url: entry.url, as: 'text', namespaces, rule: this.#prepared.rule, answered: null }),
      fields: { ...entryFields(entry), ...fileFields(entry) },
    }));
    const found = await Promise.all(
      sheets.map(({ sheet, fields }) => foundIn(this.#prepared, this.#turn, sheet, sheet.whole(), { fields })),
    );
    return { url: this.#base, announced: null, found };
  }

  /** Archives that follow each other; each counts as read when everything in it has been taken. */
  async *editions(entries: readonly ArchiveEntry[]): AsyncGenerator<Page> {
    const { archives: memory, findings } = this.#prepared.room;
    const known = memory?.of(this.#base) ?? null;
    const choice = this.#choose(entries, known);
    findings.isPart ||= choice.isPart && !known?.isWhole;
    if (choice.because !== null) findings.note(`${this.#prepared.rule}.full`, `everything is read again, since ${choice.because}`);
    for (const entry of choice.archives) {
      const before = findings.troubles;
      yield* this.#edition(entry);
      if (findings.troubles > before) return;
      const isWhole = known?.isWhole || !choice.isPart;
      await memory?.taken(this.#base, { applied: entry.stamp, gap: choice.gap?.before ?? null, missed: null, isWhole });
    }
    if (choice.gap) findings.problem(`${this.#prepared.rule}.delta`, `${choice.gap.message}; no full archive makes up for them`);
  }

  async *#edition(entry: ArchiveEntry): AsyncGenerator<Page> {
    try {
      yield* this.archive(entry, entry.stamp !== '');
    } catch (error) {
      this.#prepared.room.archives?.missed(this.#base, entry.stamp);
      throw error;
    }
  }

  #choose(entries: readonly ArchiveEntry[], known: ReadArchives | null): ArchiveChoice {
    const { full, delta, longest } = this.#step;
    const matching = (glob: string | undefined): ArchiveEntry[] =>
      glob === undefined ? [] : entries.filter(({ name }) => matchesGlob(glob, name));
    const fulls = matching(full);
    const deltas = matching(delta).filter((entry) => !fulls.includes(entry));
    if (fulls.length + deltas.length === 0) {
      const where = { url: this.#base, rule: `${this.#prepared.rule}.${full === undefined ? 'delta' : 'full'}` };
      throw new HarvestError('template', `of ${entries.length} files in the folder none is an archive of the kind`, where);
    }
    const cursor = this.#prepared.room.cursor?.from;
    const newest = [...fulls, ...deltas].reduce((most, { stamp }) => (stamp > most ? stamp : most), '');
    if (known && newest < known.applied) {
      const message = `the folder lists nothing as new as the archive stamped ${known.applied}, which was read before`;
      throw new HarvestError('template', message, { url: this.#base, rule: `${this.#prepared.rule}.base` });
    }
    const applied = known?.isAll ? null : (known?.applied ?? (cursor === undefined ? null : digits(cursor)));
    const days = longest === undefined ? null : durationMs(this.#filled(longest, 'longest')) / DAY_MS;
    return chooseArchives(fulls, deltas, { gap: known?.gap ?? null, missed: known?.missed ?? null, applied, longest: days });
  }

  /** Looked through first, then its rows, then what it says to be gone. */
  async *archive(entry: ArchiveEntry, isEdition: boolean): AsyncGenerator<Page> {
    const { room, rule } = this.#prepared;
    const downloaded = await this.#download(entry.url);
    try {
      const fields = entryFields(entry);
      const rows = new ArchiveRows(this.#prepared, this.#step, this.#turn, { entry, fields, isEdition, body: downloaded.body });
      await rows.look();
      const before = room.findings.troubles;
      yield* rows.delivered();
      if (room.findings.troubles === before) yield* rows.deleted();
    } catch (error) {
      if (!(error instanceof HarvestError) || error.rule !== null) throw error;
      throw new HarvestError(error.kind, `${entry.name}: ${error.message}`, { url: entry.url, rule: `${rule}.base`, cause: error });
    } finally {
      await downloaded.dispose();
    }
  }

  async #download(url: string): Promise<Downloaded> {
    const downloaded = await this.#talk.download(fileQuestion(url));
    this.#prepared.tally.answers++;
    if (downloaded.status === 200) return downloaded;
    await downloaded.dispose();
    throw new HarvestError('unreachable', `status ${downloaded.status}`, { url, rule: `${this.#prepared.rule}.base` });
  }

  #entry(url: string): ArchiveEntry {
    const name = nameOf(url);
    return { url, name, stamp: this.#stampIn(name) };
  }

  #stampIn(name: string): string {
    const matcher = compileRe2(this.#step.order ?? STAMP).matcher(name);
    return matcher.find() ? comparable(digits(matcher.groupCount() > 0 ? (matcher.group(1) ?? '') : (matcher.group() ?? ''))) : '';
  }

  #filled(template: string, name: string): string {
    const text = filled(template, lookupOf(this.#prepared, this.#turn));
    if (text !== null) return text;
    throw new HarvestError('definition', `a name in ${name} has no value`, { rule: `${this.#prepared.rule}.${name}` });
  }
}

const digits = (text: string): string => text.replace(/\D/g, '').slice(0, 14);

function nameOf(url: string): string {
  const name = url.slice(url.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The same names as those of a member of an archive, so that a file is known by them however it comes. */
const fileFields = ({ name, listed = '' }: ArchiveEntry): Values => ({
  name: [name],
  id: [stemOf(name)],
  ...(listed === '' ? {} : { listed: [listed] }),
});

const entryFields = ({ url, name, stamp }: ArchiveEntry): Values => ({
  url: [url],
  archive: [name],
  ...(stamp ? { stamp: [stamp] } : {}),
});
