/**
 * From YAML files to a connector: found by id, by a legacy name or by path, joined with what it extends, checked, frozen.
 *
 * `extends` names a family (families/ojs-3), a file beside it (./base.yaml) or another connector by its id. Every
 * problem is reported at once, with the line it stands in.
 */
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import { nearest, WinnowError } from '../../model/index.js';
import {
  DefinitionError,
  findingsOf,
  freeze,
  type Path,
  type Problem,
  pathOf,
  pathText,
  problemAt,
  readDefinitionFile,
} from '../crawl/index.js';
import { findSlips } from './check.js';
import { type CompleteConnector, completeConnector } from './complete.js';
import { type ConnectorFile, connectorFile, connectorFiles, idOfFile, SHIPPED_CONNECTORS } from './find.js';
import { type ConnectorLayer, type Mapping, mergeMappings, placeIn, writtenIn } from './merge.js';
import { connectorSchema } from './schema.js';

export interface ConnectorFolders {
  /** Searched before the shipped folder. */
  readonly folders?: readonly string[];
  /** The folder of shipped connectors; left out: those of the program. */
  readonly shipped?: string;
}

export interface LoadedConnector {
  readonly connector: CompleteConnector;
  /** The file of the connector itself. */
  readonly file: string;
  /** Files it extends, the nearest first. */
  readonly bases: readonly string[];
  /** Lines with content, comments left out: its own, and those of the files it extends. */
  readonly lines: { readonly own: number; readonly extended: number };
  /** Id of a connector in another folder with the same name, which this one replaces; null when there is none. */
  readonly hides: string | null;
  /** A problem found later, placed at the line that wrote the field. */
  problemAt(path: string, message: string, suggestion?: string): Problem;
  /** Where the value at a path was written, in whichever file; null when it is a default. */
  written(path: Path): WrittenAt | null;
}

export interface WrittenAt {
  readonly file: string;
  /** `bg/vks.yaml:12:5` */
  readonly where: string;
}

export class ConnectorUnknown extends WinnowError {
  override readonly name = 'ConnectorUnknown';
  constructor(
    readonly wanted: string,
    readonly suggestion: string | null,
  ) {
    const advice = suggestion ? ` Did you mean ${suggestion}?` : ' `winnow portals list` shows them all.';
    super('NO_SUCH_CONNECTOR', `There is no connector ${wanted}.${advice}`);
  }
}

const MAX_CHAIN = 10;

/**
 * Loads a connector by id, by a legacy name, or by file path. The user's connectors come before the shipped ones,
 * whichever of these names matches. Throws ConnectorUnknown and DefinitionError.
 */
export async function loadConnector(wanted: string, where: ConnectorFolders = {}): Promise<LoadedConnector> {
  const files = await connectorFiles(foldersOf(where));
  if (/\.ya?ml$/.test(wanted)) return loadFile(connectorFile(dirname(resolve(wanted)), resolve(wanted)), files);
  const harvestable = files.filter((each) => !isFamily(each));
  const named = harvestable.find(({ file }) => idOfFile(file) === wanted);
  // When all files are in one folder, no other file can take precedence, and the others need not be read.
  if (named && named.root === harvestable[0]?.root && named.root === harvestable.at(-1)?.root) return loadFile(named, files);
  const byName = await filesByName(harvestable, files);
  const [found, hidden] = byName.get(plain(wanted)) ?? [];
  if (!found) throw new ConnectorUnknown(wanted, suggest(wanted, byName));
  return { ...(await loadFile(found.file, files)), hides: hidden ? idOfFile(hidden.file.file) : null };
}

export interface ConnectorEntry {
  readonly id: string;
  readonly file: string;
  /** Null when the connector has problems. */
  readonly loaded: LoadedConnector | null;
  readonly error: Error | null;
}

/** All connectors that can be harvested, also those with problems, by number and then by id. Of two with the same id the first counts. */
export async function listConnectors(where: ConnectorFolders = {}): Promise<ConnectorEntry[]> {
  const files = await connectorFiles(foldersOf(where));
  const entries: ConnectorEntry[] = [];
  const known = new Set<string>();
  for (const file of files.filter((each) => !isFamily(each))) {
    const entry = await entryOf(file, files);
    if (entry && !known.has(entry.id)) entries.push(entry);
    known.add(entry?.id ?? '');
  }
  const number = ({ loaded }: ConnectorEntry) => loaded?.connector.number ?? Number.POSITIVE_INFINITY;
  return entries.sort((left, right) => number(left) - number(right) || (left.id < right.id ? -1 : 1));
}

async function entryOf(file: ConnectorFile, files: readonly ConnectorFile[]): Promise<ConnectorEntry | null> {
  try {
    if ((await layerOf(file.file, files)).value['abstract'] === true) return null;
    const loaded = await loadFile(file, files);
    return { id: loaded.connector.id, file: file.file, loaded, error: null };
  } catch (error) {
    return { id: idOfFile(file.file), file: file.file, loaded: null, error: error as Error };
  }
}

const foldersOf = ({ folders = [], shipped = SHIPPED_CONNECTORS }: ConnectorFolders): string[] => [
  ...folders.map((each) => resolve(each)),
  shipped,
];

const isFamily = ({ name }: ConnectorFile): boolean => name.startsWith('families/');

// ---- names

interface Named {
  readonly name: string;
  readonly file: ConnectorFile;
}

const plain = (name: string): string => name.trim().toLowerCase();

type ByName = ReadonlyMap<string, readonly Named[]>;

/** Each file under its ids and legacy names, by folder, ids first. A file that cannot be read has only its file name. */
async function filesByName(harvestable: readonly ConnectorFile[], files: readonly ConnectorFile[]): Promise<ByName> {
  const byName = new Map<string, Named[]>();
  const add = (name: unknown, file: ConnectorFile): void => {
    if (typeof name !== 'string') return;
    const known = byName.get(plain(name)) ?? [];
    // Within one folder each name leads to one file.
    if (!known.some((each) => each.file.root === file.root)) byName.set(plain(name), [...known, { name, file }]);
  };
  for (const file of harvestable) add(idOfFile(file.file), file);
  for (const file of harvestable) {
    const raw = await chainOf(file, files).then(mergedOf, () => null);
    for (const name of raw ? [raw['id'], ...(Array.isArray(raw['names']) ? raw['names'] : [])] : []) add(name, file);
  }
  const place = new Map(harvestable.map(({ root }, index) => [root, index]));
  for (const named of byName.values()) named.sort((left, right) => (place.get(left.file.root) ?? 0) - (place.get(right.file.root) ?? 0));
  return byName;
}

function suggest(wanted: string, byName: ByName): string | null {
  const names = [...byName.values()].flatMap(([first]) => first?.name ?? []);
  return nearest(wanted, names) ?? names.find((name) => plain(name).includes(plain(wanted))) ?? null;
}

// ---- one file and what it extends

async function loadFile(file: ConnectorFile, files: readonly ConnectorFile[]): Promise<LoadedConnector> {
  const layers = await chainOf(file, files);
  const raw = mergedOf(layers);
  refuse(findProblems(raw, layers));
  if (raw['abstract'] === true) refuse([problemIn(layers, ['abstract'], 'this is a family: extend it in a connector of its own.')]);
  const { extends: _extends, ...said } = raw;
  const id = typeof raw['id'] === 'string' ? raw['id'] : idOfFile(file.file);
  const completed = completeConnector(said, id);
  if ('lacks' in completed) throw new DefinitionError(completed.lacks.map(({ path, message }) => problemIn(layers, path, message)));
  refuse(findSlips(completed.connector).map(({ path, message }) => problemIn(layers, pathOf(path), message.replace(`${path}: `, ''))));
  const lines = await Promise.all(layers.map((layer) => linesOf(layer.file)));
  return {
    connector: freeze(completed.connector),
    file: file.file,
    bases: layers
      .slice(0, -1)
      .map((layer) => layer.file)
      .reverse(),
    hides: null,
    lines: { own: lines.at(-1) ?? 0, extended: lines.slice(0, -1).reduce((sum, count) => sum + count, 0) },
    problemAt: (path, message, suggestion) => problemIn(layers, pathOf(path), message, suggestion),
    written: (path) => {
      const layer = writtenIn(layers, path);
      return layer && { file: layer.file, where: layer.placeOf(path, 'value').text };
    },
  };
}

const problemIn = (layers: readonly ConnectorLayer[], path: Path, message: string, suggestion?: string): Problem =>
  problemAt(placeIn(layers, path, 'value'), pathText(path), message, suggestion);

function findProblems(raw: Mapping, layers: readonly ConnectorLayer[]): Problem[] {
  const checked = connectorSchema.safeParse(raw);
  if (checked.success) return [];
  return findingsOf(checked.error.issues, raw, [], connectorSchema).map(({ path, part, message, suggestion }) =>
    problemAt(placeIn(layers, path, part), pathText(path), message, suggestion),
  );
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new DefinitionError(problems);
}

const mergedOf = (layers: readonly ConnectorLayer[]): Mapping =>
  layers.reduce<Mapping>((merged, { value }, index) => {
    // Fields that concern the family alone are not inherited.
    const { abstract: _abstract, id: _id, number: _number, names: _names, ...rest } = merged;
    return mergeMappings(index === 0 ? merged : rest, value);
  }, {});

/** The files a connector extends, the farthest first. */
async function chainOf(file: ConnectorFile, files: readonly ConnectorFile[]): Promise<ConnectorLayer[]> {
  const chain: ConnectorLayer[] = [];
  for (let next: ConnectorFile | null = file; next; ) {
    const { file: path }: ConnectorFile = next;
    if (chain.some((layer) => layer.file === path) || chain.length >= MAX_CHAIN) refuseRing(chain, path);
    const layer = await layerOf(path, files);
    chain.unshift(layer);
    next = baseOf(layer, files);
  }
  return chain;
}

/** Caches what was read for a list of files: many connectors extend the same family. */
const layersOf = new WeakMap<readonly ConnectorFile[], Map<string, Promise<ConnectorLayer>>>();

function layerOf(file: string, files: readonly ConnectorFile[]): Promise<ConnectorLayer> {
  const known = layersOf.get(files) ?? new Map<string, Promise<ConnectorLayer>>();
  layersOf.set(files, known);
  const layer = known.get(file) ?? readLayer(file);
  known.set(file, layer);
  return layer;
}

async function readLayer(file: string): Promise<ConnectorLayer> {
  const written = await readDefinitionFile(file, process.cwd());
  return { file, value: written.value as Mapping, placeOf: written.placeOf };
}

function baseOf(layer: ConnectorLayer, files: readonly ConnectorFile[]): ConnectorFile | null {
  const wanted = layer.value['extends'];
  if (typeof wanted !== 'string' || wanted === '') return null;
  if (wanted.startsWith('.') || isAbsolute(wanted)) {
    const file = resolve(dirname(layer.file), wanted);
    return connectorFile(dirname(file), file);
  }
  const name = wanted.replace(/\.ya?ml$/, '');
  const found = files.find((each) => each.name === name) ?? files.find(({ file }) => idOfFile(file) === name);
  if (found) return found;
  const place = layer.placeOf(['extends'], 'value');
  const near = nearest(
    name,
    files.map((each) => each.name),
  );
  throw new DefinitionError([problemAt(place, 'extends', `there is no family or connector \`${wanted}\`.`, near ?? undefined)]);
}

function refuseRing([first]: readonly ConnectorLayer[], file: string): never {
  const place = first?.placeOf(['extends'], 'value') ?? { text: file };
  throw new DefinitionError([problemAt(place, 'extends', `connectors extend one another in a ring, over ${file}.`)]);
}

async function linesOf(file: string): Promise<number> {
  const text = await readFile(file, 'utf8');
  return text.split('\n').filter((line) => /^\s*[^\s#]/.test(line)).length;
}
