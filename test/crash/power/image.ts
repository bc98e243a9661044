/**
 * What a disk may hold after the power went: all that is durable, and of the rest whatever chance left.
 *
 * Each unsynced change is kept, dropped, torn at sectors or pages, filled with noise or with zeros, whatever became of
 * the others. Besides that wildest of disks there are tamer ones, since some mistakes show only there: one that kept
 * everything (a kill), one that kept nothing, one that wrote in order and stopped.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../random.js';
import { applyNames, type Change, contentOf, type FolderNode, type NameChange, type Node, namesNow } from './disk-model.js';

export const MANNERS = ['kept', 'dropped', 'in-order', 'random'] as const;
export type Manner = (typeof MANNERS)[number];

interface Fate {
  names(changes: readonly NameChange[]): readonly NameChange[];
  contents(changes: readonly Change[]): readonly Change[];
}

export function writeImage(root: FolderNode, folder: string, manner: Manner, random: Random): void {
  writeFolder(root, folder, fateOf(manner, random));
}

function writeFolder(node: FolderNode, folder: string, fate: Fate): void {
  mkdirSync(folder, { recursive: true });
  const names = new Map<string, Node>(node.durable);
  for (const change of fate.names(node.pending)) applyNames(names, change);
  for (const [name, child] of names) {
    if (child.is === 'folder') writeFolder(child, join(folder, name), fate);
    else writeFileSync(join(folder, name), contentOf(child.durable, fate.contents(child.pending)));
  }
}

function fateOf(manner: Manner, random: Random): Fate {
  switch (manner) {
    case 'kept':
      return { names: (changes) => changes, contents: (changes) => changes };
    case 'dropped':
      return { names: () => [], contents: () => [] };
    case 'in-order':
      return { names: firstOf(random), contents: firstOf(random) };
    case 'random':
      return wild(random);
  }
}

/** Every file and folder kept the first part of what it was given. */
const firstOf =
  (random: Random) =>
  <T>(changes: readonly T[]): readonly T[] =>
    changes.slice(0, random.below(changes.length + 1));

function wild(random: Random): Fate {
  const decided = new Map<number, boolean>();
  const happened = ({ operation }: NameChange): boolean => {
    const known = decided.get(operation) ?? random.chance(0.5);
    decided.set(operation, known);
    return known;
  };
  const keep = random.fraction();
  const left = (change: Change): Change[] => {
    if (random.chance(keep)) return [change];
    if (change.is === 'truncate' || random.chance(0.3)) return [];
    return sectorsOf(change.at, change.bytes, random);
  };
  return { names: (changes) => changes.filter(happened), contents: (changes) => changes.flatMap(left) };
}

const DAMAGE = [
  ['kept', 'old'],
  ['kept', 'zeros'],
  ['old', 'noise'],
  ['kept', 'old', 'zeros', 'noise'],
] as const;

/** A write that fared differently from sector to sector: done, not done, zeros, noise. */
function sectorsOf(start: number, bytes: Buffer, random: Random): Change[] {
  const sector = random.pick([512, 4096]);
  const damage = random.pick(DAMAGE);
  const changes: Change[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, (Math.floor((start + at) / sector) + 1) * sector - start);
    const became = random.pick(damage);
    if (became === 'kept') changes.push({ is: 'write', at: start + at, bytes: bytes.subarray(at, end) });
    if (became === 'zeros') changes.push({ is: 'write', at: start + at, bytes: Buffer.alloc(end - at) });
    if (became === 'noise') changes.push({ is: 'write', at: start + at, bytes: noise(end - at, random) });
    at = end;
  }
  return changes;
}

function noise(length: number, random: Random): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

/** Every file as the process saw it, by its path below the root. */
export function filesNow(node: FolderNode, path = ''): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const [name, child] of namesNow(node)) {
    if (child.is === 'file') files.set(join(path, name), contentOf(child.durable, child.pending));
    else for (const [below, content] of filesNow(child, join(path, name))) files.set(below, content);
  }
  return files;
}
