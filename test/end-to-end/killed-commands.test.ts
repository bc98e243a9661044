/** Commands that are killed in the middle: what they leave is gone after the next one, and was never under its final name. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestWorkspace } from '../../src/testing/index.js';
import { crawling } from '../support/crawling.js';
import { unpackFormat1 } from '../support/format-1-workspace.js';
import { runCli, startCli } from '../support/run-cli.js';

const open = crawling();

async function crawled(): Promise<TestWorkspace & { again: () => Promise<unknown> }> {
  const web = await open.fixture({ 'a.test': { '/': '<title>a</title><p>Words. <a href="/b">b</a>', '/b': '<title>b</title><p>More.' } });
  const made = open.workspace();
  const again = () => made.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
  await again();
  return { ...made, again };
}

/** Makes the program kill itself when it is about to give a file its final name: all is written then, nothing is in place. */
const killedBeforeNaming = (name: string): Record<string, string> => {
  const module = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    for (const [of, call] of [[fs, 'renameSync'], [fs.promises, 'rename']]) {
      const before = of[call];
      of[call] = (from, to) => {
        if (String(to).endsWith(${JSON.stringify(name)})) process.kill(process.pid, 'SIGKILL');
        return before(from, to);
      };
    }
    syncBuiltinESMExports();`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(module)}` };
};

async function kill(args: readonly string[], name: string, made: TestWorkspace): Promise<void> {
  const { child, ended } = startCli(args, made.folder, killedBeforeNaming(name));
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
}

/** Everything below the folder, but what SQLite keeps for readers of a database. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/-(?:wal|shm)$/.test(path))
    .sort();

describe('a command that was killed', () => {
  it.each([
    ['an export', 'out.jsonl', ['export', 'documents', '-o', 'out.jsonl']],
    ['a WACZ', 'out.wacz', ['export', 'wacz', '-o', 'out.wacz']],
    ['a crawldb', 'out.db', ['export', 'crawldb', '-o', 'out.db']],
    ['a backup', 'copy', ['backup', 'copy']],
  ])('%s leaves nothing after the next one', async (_what, name, words) => {
    const made = await crawled();
    const args = [...words, '-w', 'crawl'];
    const before = filesIn(made.folder);
    await kill(args, name, made);
    expect(existsSync(join(made.folder, name))).toBe(false);
    expect(filesIn(made.folder).length).toBeGreaterThan(before.length);
    expect(await runCli(args, made.folder)).toMatchObject({ code: 0 });
    const isWanted = (path: string) => [name, `${name}.report.json`].includes(path) || path.startsWith(`${name}/`);
    expect(filesIn(made.folder).filter((path) => !isWanted(path))).toEqual(before);
  });

  it('a migration leaves no copy of core.db but the one that it keeps', async () => {
    const made = open.workspace();
    unpackFormat1(made.workspace);
    await kill(['migrate', '-w', 'crawl', '-q'], 'core.db.format-1', made);
    const copies = () => filesIn(made.workspace).filter((name) => name.includes('core.db.format-1'));
    expect(copies()).toHaveLength(1);
    expect(await runCli(['migrate', '-w', 'crawl', '-q'], made.folder)).toMatchObject({ code: 0 });
    expect(copies()).toEqual(['core.db.format-1']);
  });

  it('is cleared up after by winnow doctor, which says so, and by the next crawl', async () => {
    const made = await crawled();
    const left = () => readdirSync(made.workspace).filter((name) => name.endsWith('.part'));
    const args = ['export', 'documents', '-w', 'crawl', '-o', 'crawl/out.csv'];
    await kill(args, 'out.csv', made);
    const [name = ''] = left();
    expect(name).toContain('out.csv');
    expect((await runCli(['doctor', '-w', 'crawl'], made.folder)).out).toContain(`removed ${join('crawl', name)}`);
    expect(left()).toEqual([]);
    await kill(args, 'out.csv', made);
    expect(left()).toHaveLength(1);
    await made.again();
    expect(left()).toEqual([]);
  });
});
