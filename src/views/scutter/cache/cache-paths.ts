/**
 * Under which path the original kept a copy: host, then path and query with `?`, `&`, `;` and `=` made underscores.
 *
 * Different URLs can come to the same path, and a file can be in the way of a folder; the later one then gets a suffix made
 * of its URL. Asked in the order resources were found, a resource keeps its path from one run to the next.
 */
import { createHash } from 'node:crypto';

/** Bytes of a name that every file system takes, with room for a suffix. */
const LONGEST_NAME = 200;

export class CachePaths {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  /** Relative, with slashes; never leads out of the folder it is put in. */
  pathFor(url: string): string {
    const { hostname, pathname, search } = new URL(url);
    const parts = `${pathname}${search}`.split('/').filter((part) => part !== '');
    const names = [hostname, ...(parts.length === 0 ? ['index'] : parts)].map(nameOf);
    const suffix = `~${createHash('sha256').update(url).digest('hex').slice(0, 8)}`;
    const folder = names.slice(0, -1).reduce((above, name) => this.#folder(join(above, name), suffix), '');
    return this.#file(join(folder, names.at(-1) as string), suffix);
  }

  #folder(wanted: string, suffix: string): string {
    const path = this.#files.has(keyOf(wanted)) ? wanted + suffix : wanted;
    this.#folders.add(keyOf(path));
    return path;
  }

  #file(wanted: string, suffix: string): string {
    const isTaken = this.#files.has(keyOf(wanted)) || this.#folders.has(keyOf(wanted));
    const path = isTaken ? wanted + suffix : wanted;
    this.#files.add(keyOf(path));
    return path;
  }
}

/** Some file systems cannot hold two names that differ in case alone. */
const keyOf = (path: string): string => path.toLowerCase();
const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

function nameOf(part: string): string {
  const name = part.replace(/[?&;=\\:*"<>|\0]/g, '_');
  if (/^\.+$/.test(name)) return name.replaceAll('.', '_');
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
  return `${Buffer.from(name)
    .subarray(0, LONGEST_NAME - 20)
    .toString()
    .replace(/(?<!\uFFFD)\uFFFD+$/, '')}~${createHash('sha256').update(part).digest('hex').slice(0, 16)}`;
}
