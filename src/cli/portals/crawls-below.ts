/** The folders below ./crawls, or another folder: one workspace each. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

export function crawlsBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => resolve(join(folder, name)));
  } catch {
    return [];
  }
}
