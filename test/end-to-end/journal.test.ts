/** winnow journal as a user meets it: a process of its own, with pipes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { runCli, startCli } from '../support/run-cli.js';
import { makeSyntheticJournal, type SyntheticJournal } from '../support/synthetic-journal.js';
import { until } from '../support/until.js';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0).reverse()) close();
});

function synthetic(documents: number, entries: number): SyntheticJournal {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-journal-'));
  const journal = makeSyntheticJournal(folder, documents);
  journal.append(entries);
  opened.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => journal.close(),
  );
  return journal;
}

const journalOf = ({ folder }: SyntheticJournal, ...args: string[]) => runCli(['journal', '-w', folder, ...args], folder);
const linesIn = (out: string) => out.split('\n').filter(Boolean);
const sequencesIn = (out: string) => linesIn(out).map((line) => (JSON.parse(line) as { sequence: number }).sequence);

it('is short and begins with the newest unless all of it is asked for', async () => {
  const journal = synthetic(3, 200);
  const short = await journalOf(journal);
  expect([short.code, linesIn(short.out).length, short.out.trim().split(' ')[0]]).toEqual([0, 20, '200']);
  expect(linesIn((await journalOf(journal, '--since', '0')).out)).toHaveLength(200);
  expect(linesIn((await journalOf(journal, '--operation', 'added', '--last', '2')).out).every((line) => line.includes('added'))).toBe(true);
});

it('prints entries as plain lines where it is piped', async () => {
  const { code, out, err } = await journalOf(synthetic(3, 12), '--last', '6');
  expect({ code, err }).toEqual({ code: 0, err: 'Older ones: --last 60, or all of them: --since 0\n' });
  expect(linesIn(out)).toEqual([
    '    12  2026-01-01 00:00:12  deleted    https://www.gov.example/law/3  404; evidence: gone',
    '    11  2026-01-01 00:00:11  deleted    http://other.example/law/2  404; evidence: gone',
    '    10  2026-01-01 00:00:10  deleted    https://court.gov.example:8443/law/1  404; evidence: gone',
    '     9  2026-01-01 00:00:09  suspected  https://www.gov.example/law/3  404; evidence: gone',
    '     8  2026-01-01 00:00:08  suspected  http://other.example/law/2  404; evidence: gone',
    '     7  2026-01-01 00:00:07  suspected  https://court.gov.example:8443/law/1  404; evidence: gone',
  ]);
});

it.each([
  ['a sequence and a run', ['--since', '13', '--run', '1'], [14, 15]],
  ['a time and a site', ['--since', '2026-01-01T00:00:09Z', '--site', 'court.gov.example'], [10, 13]],
  ['operations and a limit', ['--operation', 'del,upd', '--limit', '4'], [4, 5, 6, 10]],
])('chooses by %s', async (_name, args, expected) => {
  const { code, out } = await journalOf(synthetic(3, 15), '--json', ...args);
  expect({ code, sequences: sequencesIn(out) }).toEqual({ code: 0, sequences: expected });
});

it('a consumer goes on where its last call ended, also after a reader that went away', async () => {
  const journal = synthetic(10, 20);
  const read = async (...args: string[]) => sequencesIn((await journalOf(journal, '--json', '--consumer', 'indexer', ...args)).out);
  expect(await read('--limit', '3')).toEqual([1, 2, 3]);
  expect(await read('--limit', '2')).toEqual([4, 5]);
  expect((await read()).at(-1)).toBe(20);
  expect(await read()).toEqual([]);
  journal.append(2);
  const consumers = await runCli(['journal', 'consumers', '-w', journal.folder], journal.folder);
  expect(linesIn(consumers.out)).toEqual([
    'consumer  kind  read  unread',
    'indexer   feed    20       2  the oldest unread entry is of 2026-01-01T00:00:21.000Z',
  ]);
  const reset = await runCli(['journal', 'reset', 'indexer', '--to', '19', '-w', journal.folder], journal.folder);
  expect(reset).toMatchObject({ code: 0, out: 'indexer goes on after entry 19: 3 to come.\n' });
  expect(await read()).toEqual([20, 21, 22]);
  expect(await runCli(['journal', 'reset', 'nobody', '-w', journal.folder], journal.folder)).toMatchObject({ code: 2 });
});

it('follows what is written, and ends well on Ctrl-C with everything acknowledged', async () => {
  const journal = synthetic(10, 5);
  const { child, said, ended } = startCli(['journal', '-w', journal.folder, '--json', '--follow', '--consumer', 'tail'], journal.folder);
  await until(() => linesIn(said.out).length === 5);
  for (let round = 0; round < 5; round++) journal.append(3);
  await until(() => linesIn(said.out).length === 20);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect({ err: said.err, sequences: sequencesIn(said.out) }).toEqual({ err: '', sequences: Array.from({ length: 20 }, (_, i) => i + 1) });
  expect((await journalOf(journal, '--json', '--consumer', 'tail')).out).toBe('');
});

it('ends without complaint when its reader has seen enough; what was not read is not acknowledged', async () => {
  const journal = synthetic(100, 50_000);
  const { child, said, ended } = startCli(['journal', '-w', journal.folder, '--json', '--consumer', 'head'], journal.folder);
  await until(() => said.out.length > 1000);
  child.stdout?.destroy();
  expect({ code: await ended, err: said.err }).toEqual({ code: 0, err: '' });
  const { out } = await runCli(['journal', 'consumers', '--json', '-w', journal.folder], journal.folder);
  const [{ lag }] = JSON.parse(out) as [{ lag: number }];
  expect(lag).toBeGreaterThan(0);
});

it.each([
  [['--since', 'yesterday'], '"yesterday" is neither a sequence such as 4711'],
  [['--consumer', '../core'], '"../core" is no name for a consumer'],
  [['--since', '1', '--last', '1'], 'both say where to begin'],
])('refuses %s', async (args, words) => {
  const { code, err, out } = await journalOf(synthetic(3, 3), ...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(words);
});
