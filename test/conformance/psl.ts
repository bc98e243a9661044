/** Registrable domains against the Public Suffix List's own tests, which take the list whole: private section included. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { domainOf } from '../../src/model/index.js';
import { type Case, type Score, score } from './score.js';

export async function run(dir: string): Promise<Score[]> {
  const lines = (await readFile(join(dir, 'psl', 'tests.txt'), 'utf8')).split('\n');
  const cases = lines.filter((line) => line.trim() !== '' && !line.startsWith('//')).map(readCase);
  return [score('psl', cases, registrableDomain)];
}

function readCase(line: string): Case<string, string | null> {
  const [host = '', domain = ''] = line.trim().split(/\s+/);
  return { input: host, expected: domain === 'null' ? null : domain };
}

/** The first test is about a missing host, which our type does not allow. */
const registrableDomain = (host: string): string | null => (host === 'null' ? null : domainOf(host, { privateSuffixes: true }));
