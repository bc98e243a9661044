/** Damage by chance, the same for the same seed: a bit that turned over, or a file that ends too early. */
import { readFileSync, writeFileSync } from 'node:fs';
import { seededRandom } from '../crash/random.js';

export interface Damage {
  readonly kind: 'flip' | 'cut';
  readonly file: string;
  /** The byte whose bit turned over, or the length that is left. */
  readonly at: number;
  readonly bit: number;
}

/** One cut for three flips, over all files as if they were one. */
export function damagesOf(files: readonly string[], count: number, seed: number): Damage[] {
  const { below } = seededRandom(seed);
  const sizes = files.map((file) => readFileSync(file).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return Array.from({ length: count }, (_, number) => {
    let at = below(total);
    let index = 0;
    while (at >= (sizes[index] as number)) at -= sizes[index++] as number;
    return { kind: number % 4 === 3 ? 'cut' : 'flip', file: files[index] as string, at, bit: 1 << below(8) };
  });
}

export function inflict({ kind, at, bit }: Damage, path: string): void {
  const bytes = readFileSync(path);
  if (kind === 'cut') return writeFileSync(path, bytes.subarray(0, at));
  bytes[at] = (bytes[at] as number) ^ bit;
  writeFileSync(path, bytes);
}
