/**
 * A disk as POSIX promises it and no better: what was synced is there, everything else may be.
 *
 * Contents are made durable by a sync of the file, names by a sync of their folder, each on its own. A sync that
 * failed makes nothing durable, and neither does a later one that succeeds: the system has forgotten that those
 * writes were owed. Two things are taken for granted, as SQLite does: a write damages no bytes beside it, and a
 * rename happens as a whole.
 */
import { constants } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Operation } from './recording.js';

export type Change =
  | { readonly is: 'write'; readonly at: number; readonly bytes: Buffer; lost?: boolean }
  | { readonly is: 'truncate'; readonly length: number; lost?: boolean };

export interface FileNode {
  readonly is: 'file';
  /** Contents as of the last sync, and what was done since. */
  durable: Buffer;
  pending: Change[];
}

export interface FolderNode {
  readonly is: 'folder';
  readonly durable: Map<string, Node>;
  pending: NameChange[];
}

export type Node = FileNode | FolderNode;

/** All names that one operation changes in a folder; null: the name is gone. */
export interface NameChange {
  /** Number of the operation: a rename between two folders is one decision. */
  readonly operation: number;
  readonly names: ReadonlyMap<string, Node | null>;
}

export class DiskModel {
  /** The folder everything is in; it is there from the beginning. */
  readonly root: FolderNode = emptyFolder();
  readonly #rootPath: string;
  readonly #open = new Map<number, Node>();
  #count = 0;

  constructor(rootPath: string) {
    this.#rootPath = rootPath;
  }

  /** Unsynced changes, of contents and names. */
  get pending(): number {
    let count = 0;
    this.#visit(this.root, new Set(), (node) => (count += node.pending.length));
    return count;
  }

  apply(operation: Operation): void {
    this.#count += 1;
    switch (operation.is) {
      case 'open':
        return this.#openFile(operation);
      case 'close':
        this.#open.delete(operation.fd);
        return;
      case 'write':
        this.#file(operation.fd).pending.push({ is: 'write', at: operation.at, bytes: operation.bytes });
        return;
      case 'truncate':
        this.#file(operation.fd).pending.push({ is: 'truncate', length: operation.length });
        return;
      case 'sync':
        return sync(this.#open.get(operation.fd), operation.failed, this.root);
      case 'rename':
        return this.#rename(operation.path, operation.to);
      case 'link':
        return this.#change(operation.to, this.#find(operation.path));
      case 'mkdir':
        return this.#change(operation.path, emptyFolder());
      case 'unlink':
      case 'rmdir':
        return this.#change(operation.path, null);
      case 'mark':
    }
  }

  #openFile({ fd, path, flags, existed }: Extract<Operation, { is: 'open' }>): void {
    if (!existed) this.#change(path, { is: 'file', durable: Buffer.alloc(0), pending: [] });
    const node = path === this.#rootPath ? this.root : this.#find(path);
    if (!node) throw new Error(`The record opens ${path}, which it never made.`);
    if (node.is === 'file' && existed && flags & constants.O_TRUNC) node.pending.push({ is: 'truncate', length: 0 });
    this.#open.set(fd, node);
  }

  #rename(from: string, to: string): void {
    const node = this.#find(from);
    if (dirname(from) === dirname(to)) {
      const names = new Map<string, Node | null>([
        [basename(from), null],
        [basename(to), node],
      ]);
      this.#folder(dirname(to)).pending.push({ operation: this.#count, names });
      return;
    }
    this.#change(to, node);
    this.#change(from, null);
  }

  #change(path: string, node: Node | null): void {
    this.#folder(dirname(path)).pending.push({ operation: this.#count, names: new Map([[basename(path), node]]) });
  }

  #file(fd: number): FileNode {
    const node = this.#open.get(fd);
    if (node?.is !== 'file') throw new Error(`The record writes to descriptor ${fd}, which is no open file.`);
    return node;
  }

  #folder(path: string): FolderNode {
    const node = path === this.#rootPath ? this.root : this.#find(path);
    if (node?.is !== 'folder') throw new Error(`The record uses the folder ${path}, which it never made.`);
    return node;
  }

  /** As the process sees it: all names kept. */
  #find(path: string): Node | null {
    const parent = dirname(path);
    const folder = parent === this.#rootPath ? this.root : this.#find(parent);
    return folder?.is === 'folder' ? (namesNow(folder).get(basename(path)) ?? null) : null;
  }

  #visit(node: Node, seen: Set<Node>, look: (node: Node) => void): void {
    if (seen.has(node)) return;
    seen.add(node);
    look(node);
    if (node.is === 'folder') for (const child of namesNow(node).values()) this.#visit(child, seen, look);
  }
}

export function namesNow(folder: FolderNode): Map<string, Node> {
  const names = new Map(folder.durable);
  for (const change of folder.pending) applyNames(names, change);
  return names;
}

export function applyNames(names: Map<string, Node>, change: NameChange): void {
  for (const [name, node] of change.names) {
    if (node) names.set(name, node);
    else names.delete(name);
  }
}

function sync(node: Node | undefined, failed: boolean, root: FolderNode): void {
  if (!node) return;
  if (node.is === 'file') syncFile(node, failed);
  else if (!failed) syncFolder(node, root);
}

function syncFile(file: FileNode, failed: boolean): void {
  if (failed) {
    for (const change of file.pending) change.lost = true;
    return;
  }
  const owed = file.pending.filter((change) => change.lost);
  // What a failed sync left behind stays in doubt; what came after it is durable, in its place.
  file.durable = contentOf(
    file.durable,
    file.pending.filter((change) => !change.lost),
  );
  file.pending = owed;
}

/** A rename between two folders is one transaction of the file system: whichever is synced takes the other half along. */
function syncFolder(folder: FolderNode, root: FolderNode): void {
  const operations = new Set(folder.pending.map(({ operation }) => operation));
  const settle = (node: Node, seen: Set<Node>): void => {
    if (node.is !== 'folder' || seen.has(node)) return;
    seen.add(node);
    const children = namesNow(node).values();
    for (const change of node.pending) if (operations.has(change.operation)) applyNames(node.durable, change);
    node.pending = node.pending.filter(({ operation }) => !operations.has(operation));
    for (const child of children) settle(child, seen);
  };
  settle(root, new Set());
}

export function contentOf(durable: Buffer, changes: readonly Change[]): Buffer {
  const ends = changes.map((change) => (change.is === 'write' ? change.at + change.bytes.length : change.length));
  const content = Buffer.alloc(Math.max(durable.length, ...ends));
  durable.copy(content);
  let length = durable.length;
  for (const change of changes) {
    if (change.is === 'write') change.bytes.copy(content, change.at);
    else content.fill(0, change.length);
    length = change.is === 'write' ? Math.max(length, change.at + change.bytes.length) : change.length;
  }
  return content.subarray(0, length);
}

const emptyFolder = (): FolderNode => ({ is: 'folder', durable: new Map(), pending: [] });
