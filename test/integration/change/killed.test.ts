/** A run that is killed while it decides comes to the same journal as one that is not. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { article, type ChangingWeb, changingWeb, HOST, journalOf, listOf } from '../../support/changing.js';
import { crawling } from '../../support/crawling.js';

const open = crawling();

const PROGRAM = new URL('../../../dist/cli/main.js', import.meta.url).pathname;
const PATHS = Array.from({ length: 12 }, (_, index) => `/law/${index + 1}`);

async function changedWeb(): Promise<ChangingWeb> {
  const site = await changingWeb(open, { '/': listOf(...PATHS) });
  for (const path of PATHS) site.pages[path] = article(`law ${path.slice(5)}`);
  await site.run();
  site.pages['/law/2'] = article('law 2', 'With an amendment.');
  site.pages['/law/7'] = article('law 7', 'With another amendment.');
  delete site.pages['/law/3'];
  site.pages['/law/4'] = { status: 410 };
  site.pages['/'] = listOf(...PATHS.filter((path) => path !== '/law/3'));
  return site;
}

/** One process of a crawl that dies at a moment of failpoint.ts. */
async function killedAt(site: ChangingWeb, failpoint: string): Promise<string | null> {
  const definition = `${site.made.folder}/definition.json`;
  const child = spawn(process.execPath, [PROGRAM, 'crawl', definition, '--workspace', site.made.workspace, '--quiet', '--json'], {
    env: { ...process.env, WINNOW_FAILPOINT: failpoint },
    stdio: 'ignore',
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal;
}

it('decides the same, wherever it was killed', async () => {
  const site = await changedWeb();
  // The second run lives seven times: in the midst of its visits, before, within and after each step of its end.
  for (const failpoint of [
    'commit-written@2',
    'committed@2',
    'reconcile@1',
    'reconcile-written@1',
    'reconciled@1',
    'reconcile-written@2',
    'reconciled@3',
  ])
    expect(await killedAt(site, failpoint)).toBe('SIGKILL');
  await site.run();
  expect(site.end().run).toBe(2);
  expect(journalOf(site.made, 2)).toEqual(['Del /law/3', 'Upd /', 'Upd /law/2', 'Upd /law/7', 'suspected /law/4']);
  expect(site.operations()).toEqual({ Add: 0, Upd: 3, Del: 1, None: 8 });
  const versions = site.made.rows('journal').filter(({ url }) => url === `http://${HOST}/law/2`);
  expect(versions.map(({ operation, previous }) => [operation, previous])).toEqual([
    ['Add', null],
    ['Upd', versions[0]?.['version']],
  ]);
});
