/**
 * What a crawler before this one knew of a portal: ids, and the MD5 of each. Kept in a file of the workspace beside what the
 * harvest remembers, since these are no documents of ours: nothing of them was ever fetched here.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompleteConnector, DocumentRule } from '../../../definition/connector/index.js';
import { lookupIn } from '../listing/names.js';
import { filled } from '../listing/template.js';
import type { Item, Values } from '../port.js';

/** Id → MD5 in small letters; null where none is known. */
export type FormerIds = ReadonlyMap<string, string | null>;

const fileIn = (workspace: string, connector: string): string => join(workspace, 'harvest', `${connector}.former.jsonl`);

export function readFormerIds(workspace: string, connector: string): FormerIds {
  try {
    const lines = readFileSync(fileIn(workspace, connector), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    return new Map(lines.map((line) => JSON.parse(line) as [string, string | null]));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}

/** Replaced whole. */
export function writeFormerIds(workspace: string, connector: string, ids: FormerIds): void {
  const file = fileIn(workspace, connector);
  mkdirSync(join(workspace, 'harvest'), { recursive: true });
  const lines = [...ids].map((entry) => `${JSON.stringify(entry)}\n`);
  writeFileSync(`${file}.new`, lines.join(''), { flush: true });
  renameSync(`${file}.new`, file);
}

/** The MD5 an item was known with: by its key, by what its connector says, or by the name of its main file. Undefined: it was not. */
export function formerOf(
  ids: FormerIds,
  item: Item,
  key: string,
  { connector, rule, names }: { readonly connector: CompleteConnector; readonly rule: DocumentRule; readonly names: Values },
): string | null | undefined {
  if (ids.size === 0) return undefined;
  const lookup = lookupIn(connector, item.fields, names);
  const files = rule.files.filter(({ role, name }) => role === 'main' && name !== undefined).map(({ name }) => name as string);
  const called = [key, ...[...rule.formerIds, ...files].flatMap((template) => filled(template, lookup) ?? [])];
  const id = called.flatMap((name) => [name, name.replace(/\.\w{1,5}$/, '')]).find((name) => ids.has(name));
  return id === undefined ? undefined : ids.get(id);
}
