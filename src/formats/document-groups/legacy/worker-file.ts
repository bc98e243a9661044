/**
 * Worker files: how one portal is to be run, as XML. Read with the tolerance their own samples need.
 *
 * Names count whatever their case, elements in whatever order; the name of the root hints at the portal and decides nothing.
 * The surprise: a known key counts wherever it stands, since files of one crawler were used as samples for others.
 */
import { readFile } from 'node:fs/promises';
import { nearest } from '../../../model/index.js';
import { type Element, readElements } from './read-elements.js';
import { LegacySettingsError } from './settings-error.js';
import { WORKER_KEYS, type WorkerDraft, type WorkerSettings } from './worker-keys.js';

export interface WorkerFile {
  /** Name of the portal: said in the file, else hinted at by its root. Null: neither. */
  readonly portal: string | null;
  /** Parameters of the portal, as they are written. One that stands there twice has two values. */
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  /** Settings of the run, by the names of its flags. */
  readonly settings: WorkerSettings;
  /** Folders where the earlier crawler may have left its memory, CrawlerDatabase.xml. */
  readonly memories: readonly string[];
  /** For the log: what is ignored, and what was taken otherwise. */
  readonly notes: readonly string[];
}

export interface WorkerFileOptions {
  /** Settings of a run that have no name in the original: they are read and written under their own. */
  readonly settings?: readonly string[];
}

export async function readWorkerFile(file: string, options: WorkerFileOptions = {}): Promise<WorkerFile> {
  try {
    return parseWorkerFile(await readFile(file, 'utf8'), options);
  } catch (error) {
    throw new LegacySettingsError(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

export function parseWorkerFile(text: string, { settings = [] }: WorkerFileOptions = {}): WorkerFile {
  const elements = readElements(text);
  const leaves = elements.filter(({ isLeaf, path }) => isLeaf && path.includes('/'));
  if (!isWorkerFile(elements, leaves))
    throw new LegacySettingsError('It is no worker file: there is neither <CrawlerParameters> nor <UploaderParameters> in it.');
  const own = new Map(settings.map((name) => [name.toLowerCase(), name]));
  const draft: WorkerDraft = { settings: {}, crawler: null, memories: [], mail: {}, conversion: {} };
  const parameters: Record<string, string | string[]> = {};
  const notes = leaves.flatMap((leaf) => readLeaf(leaf, draft, parameters, own) ?? []);
  notes.push(...settle(draft));
  const portal = draft.crawler ?? hintOf(elements[0]?.name ?? '');
  return { portal, parameters, settings: draft.settings, memories: draft.memories, notes };
}

/** Element of a parameter whose name cannot be that of an element. */
export const PARAMETER = 'Parameter';
const SECTION = /\/(crawler|uploader|email|akomantoso)parameters$/;

const isWorkerFile = (elements: readonly Element[], leaves: readonly Element[]): boolean =>
  elements.some(({ path }) => SECTION.test(path)) || leaves.some(({ name }) => WORKER_KEYS.has(name.toLowerCase()));

/** A note, where there is something to say. */
function readLeaf(
  { name: written, path, text, attributes }: Element,
  draft: WorkerDraft,
  parameters: Record<string, string | string[]>,
  own: ReadonlyMap<string, string>,
): string | null {
  const value = text.trim();
  const name = written === PARAMETER ? (attributes['name'] ?? written) : written;
  if (value === '' || attributes['xsi:nil'] === 'true' || SECTION.test(path)) return null;
  const known = WORKER_KEYS.get(name.toLowerCase());
  if (known) return known[1](draft, value);
  if (path.includes('/crawlerparameters/')) return addTo(parameters, name, value);
  const setting = own.get(name.toLowerCase());
  if (setting !== undefined) return addTo(draft.settings, setting, value);
  return /^[^/]+\/[^/]+$/.test(path) ? addTo(parameters, name, value) : unknownKey(name, own);
}

function addTo(values: Record<string, string | string[]>, written: string, value: string): null {
  const name = Object.keys(values).find((each) => each.toLowerCase() === written.toLowerCase()) ?? written;
  const before = Object.hasOwn(values, name) ? values[name] : undefined;
  Object.defineProperty(values, name, {
    value: before === undefined ? value : [...[before].flat(), value],
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return null;
}

function unknownKey(name: string, own: ReadonlyMap<string, string>): string {
  const meant = nearest(name, [...[...WORKER_KEYS.values()].map(([known]) => known), ...own.values()]);
  return `${name} is not known and is ignored.${meant ? ` Did you mean ${meant}?` : ''}`;
}

/** Keys that make sense only together become the settings they mean. */
function settle({ settings, mail, conversion }: WorkerDraft): string[] {
  const notes: string[] = [];
  if (mail.to !== undefined) {
    settings['mailTo'] ??= mail.to.split(/[;,]/).map((each) => each.trim());
    if (mail.sender !== undefined) settings['mailFrom'] ??= mail.sender;
    if (mail.host !== undefined) settings['mailServer'] ??= /^smtps?:\/\//i.test(mail.host) ? mail.host : `smtp://${mail.host}`;
  } else if (mail.sender !== undefined || mail.host !== undefined) notes.push('No mail is sent: DestinationEmail is empty.');
  if (conversion.isWanted && conversion.service !== undefined) {
    settings['convert'] ??= conversion.service;
    if (conversion.folder !== undefined) settings['convertFolder'] ??= conversion.folder;
  } else if (conversion.isWanted) notes.push('Nothing is converted: AkomaServicePath is empty.');
  return notes;
}

/** CorteCostituzionaleParameters is about CorteCostituzionale. */
const hintOf = (root: string): string | null => /^(.+?)_?(?:worker)?parameters$/i.exec(root)?.[1] ?? null;
