/** Searching what was crawled: indexed beside the crawl, following every change, gone with what is taken down. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchUp, forgetAll } from '../../src/assembly/index.js';
import { backUp, openWorkspaceIndex, readWorkspace } from '../../src/backends/index.js';
import { parseQuery, SearchBusy, type SearchResult } from '../../src/store/index.js';
import { type FixtureWeb, makeTestWorkspace, startFixtureWeb, type TestWorkspace } from '../../src/testing/index.js';
import { runCli } from '../support/run-cli.js';
import { json, serving } from '../support/serving.js';

const page = (title: string, body: string, language = 'en'): string =>
  `<!doctype html><html lang="${language}"><title>${title}</title><p>${body}</p></html>`;
const HOME = page('Home', ['houses', 'court', 'gericht', 'evil'].map((name) => `<a href="/${name}">${name} page</a>`).join(' '));
const pages: Record<string, string> = {
  '/': HOME,
  '/houses': page('Houses', 'Many houses were built in the valley when the river was low and the summer was long and dry.'),
  '/court': page('Court', 'The court of appeal has decided about the quillomene, and nobody else may speak about it any more.'),
  '/gericht': page('Gericht', 'Die Häuser am Fluss wurden vom Gericht besichtigt, bevor die Richter ihr Urteil sprechen konnten.', 'de'),
  '/evil': page(
    '&lt;img src=x onerror=alert(1)&gt;',
    'A wicked page with &lt;script&gt;alert("marmalade")&lt;/script&gt; in its very words, as text.',
  ),
};

const serve = serving();
let web: FixtureWeb;
let ws: TestWorkspace;
const crawl = (index: boolean) => ws.crawl({ seeds: ['http://site.test/'], fetch: web.fetch, search: { index } });

beforeAll(async () => {
  web = await startFixtureWeb({
    'site.test': Object.fromEntries(
      Object.keys(pages).map((path) => [
        path,
        () => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body: pages[path] ?? '' }),
      ]),
    ),
  });
  ws = makeTestWorkspace();
  await crawl(true);
});

afterAll(async () => {
  await web.close();
  ws.remove();
});

function ask(query: string): SearchResult {
  const reading = readWorkspace(ws.workspace);
  try {
    return reading.search().search({ node: parseQuery(query), limit: 10, facets: true });
  } finally {
    reading.close();
  }
}

const found = (query: string): string[] => ask(query).hits.map(({ url }) => new URL(url).pathname);

describe('search in a workspace', () => {
  it('is current when the run has ended, in all languages', () => {
    expect(found('house').toSorted()).toEqual(['/', '/houses']);
    expect(found('haus lang:de')).toEqual(['/gericht']);
    expect(found('"court of appeal"')).toEqual(['/court']);
    expect(ask('site:site.test').facets?.language).toContainEqual({ value: 'de', count: 1 });
  });

  it('the command, the API and the page give the same, with everything from the Web escaped', async () => {
    const { code, out } = await runCli(['search', '-w', ws.workspace, 'marmalade', '--json', '--facets'], ws.folder);
    const printed = JSON.parse(out) as { total: number; behind: number; hits: { url: string }[] };
    expect({ code, total: printed.total, behind: printed.behind }).toEqual({ code: 0, total: 1, behind: 0 });

    const { url } = await serve([ws.workspace]);
    const answer = await json<{ total: number; hits: { url: string; snippetHtml: string; titleHtml: string }[]; facets: unknown }>(
      `${url}/api/v1/crawls/crawl/search?q=marmalade&facets=true`,
    );
    expect(answer.hits.map((hit) => hit.url)).toEqual(printed.hits.map((hit) => hit.url));
    expect(answer.hits[0]?.snippetHtml).toContain('&lt;script&gt;alert(&quot;<mark>marmalade</mark>&quot;)');
    expect(answer.facets).toMatchObject({ language: [{ value: 'en', count: 1 }] });
    expect(await json(`${url}/api/v1/crawls/crawl/search?q=%22`)).toMatchObject({ error: { code: 'bad-query' } });

    const shown = await (await fetch(`${url}/search?q=${encodeURIComponent('marmalade "><script>x()</script>')}`)).text();
    expect(shown).not.toContain('<script>');
    const one = await (await fetch(`${url}/search?q=marmalade`)).text();
    expect(one).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(one).not.toMatch(/<img|<script/);
  });

  it('whatever is typed gives a result or a sentence', async () => {
    for (const query of [
      '"',
      '-',
      '()',
      'a OR',
      'OR OR',
      'NOT',
      '*',
      ':',
      'title:',
      '"unclosed phrase',
      '((((a',
      "';--",
      'a-b.c',
      '-house',
      'x'.repeat(1000),
    ]) {
      try {
        ask(query);
      } catch (error) {
        expect((error as Error).name, query).toBe('SearchError');
      }
    }
    const { code, err } = await runCli(['search', '-w', ws.workspace, 'after:yesterday'], ws.folder);
    expect(code).toBe(2);
    expect(err).toContain('after:2024-05-17');
  });

  it('follows updates and deletions; a crawl that does not index leaves it to the next search', async () => {
    pages['/houses'] = page('Boats', 'Many boats were built in the valley when the river was low and the summer was long and dry.');
    await crawl(false);
    expect(found('boat')).toEqual([]);
    await catchUp(ws.workspace);
    expect(found('boat')).toEqual(['/houses']);
    expect(found('valley house')).toEqual([]);
  });

  it('two that index do no harm to each other', async () => {
    const one = openWorkspaceIndex(ws.workspace);
    const other = openWorkspaceIndex(ws.workspace);
    try {
      one.index.clear();
      const slice = one.repository.journal.slice(0, 3);
      one.index.apply({ ...slice, after: 0 });
      expect(() => other.index.apply({ ...other.repository.journal.slice(1, 4), after: 1 })).toThrow(SearchBusy);
    } finally {
      one.close();
      other.close();
    }
    await Promise.all([catchUp(ws.workspace), catchUp(ws.workspace)]);
    expect(found('boat')).toEqual(['/houses']);
    expect(ask('site:site.test').total).toBe(5);
  });

  it('a server brings an index up to date that somebody asks for', async () => {
    rmSync(join(ws.workspace, 'search.db'));
    const asked: string[] = [];
    const { url } = await serve([ws.workspace], {
      refreshSearch: (folder) => {
        asked.push(folder);
        void catchUp(folder);
      },
    });
    expect((await fetch(`${url}/api/v1/crawls/crawl/search?q=boat`)).status).toBe(503);
    while ((await fetch(`${url}/api/v1/crawls/crawl/search?q=boat`)).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toContain(ws.workspace);
  });

  it('an index that was not backed up, is of another version or is no database is made anew', async () => {
    const copy = join(ws.folder, 'copy');
    await backUp({ workspace: ws.workspace, target: copy });
    expect(existsSync(join(copy, 'search.db'))).toBe(false); // made of the journal, so made anew from it
    await catchUp(copy);
    const reading = readWorkspace(copy);
    expect(reading.search().search({ node: parseQuery('boat'), limit: 1 }).total).toBe(1);
    reading.close();
    writeFileSync(join(copy, 'search.db'), readFileSync(join(ws.workspace, 'core.db')));
    rmSync(join(copy, 'search.db-wal'), { force: true });
    await catchUp(copy);
    writeFileSync(join(copy, 'search.db'), 'not a database at all, but long enough to be looked at. '.repeat(100));
    await catchUp(copy);
    const anew = readWorkspace(copy);
    expect(anew.search().search({ node: parseQuery('boat'), limit: 1 }).total).toBe(1);
    anew.close();
  });

  it('what is taken down leaves no trace in the index', async () => {
    expect(found('quillomene')).toEqual(['/court']);
    expect(readFileSync(join(ws.workspace, 'search.db')).includes('quillomene')).toBe(true);
    await forgetAll({ workspace: ws.workspace, urls: ['http://site.test/court'] }, {});
    for (const file of ['search.db', 'search.db-wal']) {
      const path = join(ws.workspace, file);
      if (existsSync(path)) expect(readFileSync(path).includes('quillomene')).toBe(false);
    }
    await catchUp(ws.workspace);
    expect(found('quillomene')).toEqual([]);
    expect(found('boat')).toEqual(['/houses']);
  });
});
