/** How much code a process or a thread reads before it does anything: each crawl pays for it several times. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const KB = 1000;

it.each([
  ['the program', 'cli/main.js', 300 * KB],
  ['the thread that writes', 'backends/embedded/writer-thread.js', 300 * KB],
  ['the thread that indexes', 'assembly/search/index-thread.js', 400 * KB],
])('%s loads what it wants, not whole parts', (_who, entry, limit) => {
  expect(bytesBehind(new URL(`../../dist/${entry}`, import.meta.url))).toBeLessThan(limit);
});

/** Of a bundled file and all it imports before it runs. */
function bytesBehind(entry: URL, seen = new Set<string>()): number {
  if (seen.has(entry.href)) return 0;
  seen.add(entry.href);
  const code = readFileSync(entry, 'utf8');
  const imports = [...code.matchAll(/\b(?:import|export)\b[^"'();]*?["'](\.[^"']+)["']/g)];
  return code.length + imports.reduce((sum, [, path]) => sum + bytesBehind(new URL(path as string, entry), seen), 0);
}
