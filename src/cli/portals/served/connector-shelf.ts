/** Connectors as a service keeps them: loaded once, and again when one of the files has changed. Loading all takes half a second. */
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import {
  type ConnectorEntry,
  type ConnectorFolders,
  connectorFiles,
  type LoadedConnector,
  listConnectors,
  loadConnector,
  SHIPPED_CONNECTORS,
} from '../../../definition/connector/index.js';

const LOOK_MS = 2000;

export class ConnectorShelf {
  readonly #folders: ConnectorFolders;
  readonly #loaded = new Map<string, LoadedConnector | null>();
  #list: Promise<readonly ConnectorEntry[]> | null = null;
  #stamp = '';
  #lookedAt = Number.NEGATIVE_INFINITY;
  #ids: ReadonlySet<string> = new Set();

  constructor(folders: ConnectorFolders) {
    this.#folders = folders;
  }

  async list(): Promise<readonly ConnectorEntry[]> {
    await this.#look();
    this.#list ??= listConnectors(this.#folders);
    return this.#list;
  }

  /** By id alone, never by path. Null: there is none, or it has problems. */
  async find(id: string): Promise<LoadedConnector | null> {
    await this.#look();
    const known = this.#loaded.get(id);
    if (known !== undefined) return known;
    const found = await this.#load(id);
    this.#loaded.set(id, found);
    return found;
  }

  /** Most are called as their files are: then one file is read, not all. */
  async #load(id: string): Promise<LoadedConnector | null> {
    if (!/^[a-z][a-z0-9-]*$/.test(id)) return null;
    const named = this.#ids.has(id) ? await loadConnector(id, this.#folders).catch(() => null) : null;
    if (named?.connector.id === id) return named;
    return (await this.list()).find((each) => each.id === id)?.loaded ?? null;
  }

  async #look(): Promise<void> {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_MS) return;
    this.#lookedAt = now;
    const files = await connectorFiles([...(this.#folders.folders ?? []), SHIPPED_CONNECTORS]);
    const stamps = await Promise.all(files.map(({ file }) => stampOf(file)));
    const stamp = stamps.join('\n');
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    this.#ids = new Set(files.map(({ file }) => basename(file, extname(file))));
    this.#loaded.clear();
    this.#list = null;
  }
}

const stampOf = (file: string): Promise<string> =>
  stat(file).then(
    ({ mtimeMs, size }) => `${file} ${mtimeMs} ${size}`,
    () => file,
  );
