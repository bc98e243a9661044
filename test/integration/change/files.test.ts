/** Documents of several files: what happens to a file happens to its document. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { article, changingWeb, HOST, listOf } from '../../support/changing.js';
import { crawling } from '../../support/crawling.js';

const open = crawling();

const DOCUMENTS = [{ page: ['*/case/*'], files: ['*.pdf', '*/annex/*'] }];
const CASE = '/case/1';

/** A case with links to these files. */
const caseWith = (...files: string[]): string =>
  article('case 1', 'The appeal is dismissed.', ...files.map((file) => `<a href="${file}">${file}</a>`));
const file = (text: string) => ({ headers: { 'Content-Type': 'text/plain' }, body: text });

const FILES = `SELECT f.operation, r.url FROM document d JOIN version_file f ON f.version = d.version JOIN resource r ON r.id = f.resource
  WHERE d.identifier LIKE '%${CASE}' ORDER BY f.role DESC, r.url`;

async function start(...files: string[]) {
  const site = await changingWeb(open, {
    '/': listOf(CASE),
    [CASE]: caseWith(...files),
    ...Object.fromEntries(files.map((path) => [path, file(`first words of ${path}`)])),
  });
  const run = () => site.run({ documents: DOCUMENTS });
  /** The files of the document's newest version, as `operation path`, the page itself first. */
  const filesNow = (): string[] => {
    const db = new Database(join(site.made.workspace, 'core.db'), { readonly: true });
    const rows = db.prepare(FILES).all() as { operation: string; url: string }[];
    db.close();
    return rows.map(({ operation, url }) => `${operation} ${new URL(url).pathname}`);
  };
  const entries = () => site.made.rows('journal').filter(({ url }) => url === `http://${HOST}${CASE}`);
  return { ...site, run, filesNow, entries };
}

describe('a document of several files', () => {
  it('is one document: its files are none of their own', async () => {
    const site = await start('/a.pdf', '/annex/1');
    expect(await site.run()).toEqual(['Add /', `Add ${CASE}`]);
    expect(site.filesNow()).toEqual([`Add ${CASE}`, 'Add /a.pdf', 'Add /annex/1']);
    expect(site.made.rows('documents').map(({ url }) => new URL(String(url)).pathname)).toEqual(['/', CASE]);
    expect(await site.run()).toEqual([]);
    expect(site.entries()).toHaveLength(1);
  });

  it('E-39 adding one annex to a known case gives Upd with files None + Add', async () => {
    const site = await start('/a.pdf');
    await site.run();
    site.pages[CASE] = caseWith('/a.pdf').replace('</html>', '<a href="/b.pdf" title="annex"></a></html>');
    site.pages['/b.pdf'] = file('an annex');
    expect(await site.run()).toEqual([`Upd ${CASE}`]);
    expect(site.filesNow()).toEqual([`None ${CASE}`, 'None /a.pdf', 'Add /b.pdf']);
    expect(site.entries().at(-1)).toMatchObject({ operation: 'Upd', reason: '1 file added', changed: '["files"]' });
    expect(await site.run()).toEqual([]);
  });

  it('is updated when a file changes, though its page does not', async () => {
    const site = await start('/a.pdf', '/annex/1');
    await site.run();
    site.pages['/annex/1'] = file('other words');
    expect(await site.run()).toEqual([`Upd ${CASE}`]);
    expect(site.filesNow()).toEqual([`None ${CASE}`, 'None /a.pdf', 'Upd /annex/1']);
    expect(await site.run()).toEqual([]);
  });

  it('is updated when a file is taken away, and once', async () => {
    const site = await start('/a.pdf', '/annex/1');
    await site.run();
    site.pages[CASE] = caseWith('/a.pdf', '/annex/1').replace(/<p><a href="\/annex[^]*?<\/p>/, '');
    delete site.pages['/annex/1'];
    expect(await site.run()).toEqual([`Upd ${CASE}`]);
    expect(site.filesNow()).toEqual([`Upd ${CASE}`, 'None /a.pdf', 'Del /annex/1']);
    expect(await site.run()).toEqual([]);
  });

  it('is as it was while a file cannot be had', async () => {
    const site = await start('/a.pdf', '/annex/1');
    await site.run();
    const annex = site.pages['/annex/1'];
    site.pages['/annex/1'] = { status: 503, body: 'later' };
    expect(await site.run()).toEqual([]);
    site.pages['/annex/1'] = { status: 404, body: 'gone' };
    expect(await site.run()).toEqual([]);
    site.pages['/annex/1'] = annex as string;
    expect(await site.run()).toEqual([]);
    expect(site.entries()).toHaveLength(1);
  });

  it('loses a file that is gone for two runs, though it is still linked', async () => {
    const site = await start('/a.pdf', '/annex/1');
    await site.run();
    delete site.pages['/annex/1'];
    expect(await site.run()).toEqual([]);
    expect(await site.run()).toEqual([`Upd ${CASE}`]);
    expect(site.filesNow()).toEqual([`None ${CASE}`, 'None /a.pdf', 'Del /annex/1']);
  });

  it('has one entry for a change of both, page and file', async () => {
    const site = await start('/a.pdf');
    await site.run();
    site.pages[CASE] = caseWith('/a.pdf').replace('dismissed', 'allowed');
    site.pages['/a.pdf'] = file('other words');
    expect(await site.run()).toEqual([`Upd ${CASE}`]);
    expect(site.filesNow()).toEqual([`Upd ${CASE}`, 'Upd /a.pdf']);
  });
});
