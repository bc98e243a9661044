/** Too much of a site at once is not believed: it is held back, looked at again, or decided by a person. */
import { describe, expect, it } from 'vitest';
import { judgeAnomaly } from '../../../src/backends/index.js';
import { article, type ChangingWeb, changingWeb, HOST, listOf, tagged } from '../../support/changing.js';
import { crawling } from '../../support/crawling.js';

const open = crawling();

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `/law/${index + 1}`);
const PATHS = numbered(30);
const lawOf = (path: string, ...more: string[]) => article(`law ${path.slice(5)}`, ...more);
const start = (paths = PATHS, ...more: string[]) =>
  changingWeb(open, { '/': listOf(...paths), ...Object.fromEntries(paths.map((path) => [path, lawOf(path, ...more)])) });

const anomalies = (site: ChangingWeb) =>
  site.made.read((repository) => repository.changes.anomalies().map(({ id, kind, state, documents }) => ({ id, kind, state, documents })));

describe('anomalies', () => {
  it('hold back a parking page that a whole site turned into, and close when the site is well', async () => {
    const site = await start(numbered(12));
    await site.run();
    const well = { ...site.pages };
    for (const path of Object.keys(site.pages)) site.pages[path] = article('This domain is for sale', 'Buy it now.');
    expect(await site.run()).toEqual([]);
    expect(anomalies(site)).toEqual([{ id: 1, kind: 'one-text', state: 'open', documents: 13 }]);
    expect(site.made.read((repository) => repository.summary(2))).toMatchObject({ heldBack: 13, operations: { Upd: 0, None: 0 } });
    expect(site.made.rows('pages').map(({ title }) => title)).not.toContain('This domain is for sale');
    expect(await site.run()).toEqual([]); // the next run finds the same: one anomaly goes on
    expect(anomalies(site)).toEqual([{ id: 1, kind: 'one-text', state: 'open', documents: 13 }]);
    Object.assign(site.pages, well);
    expect(await site.run()).toEqual([]);
    expect(anomalies(site)).toEqual([{ id: 1, kind: 'one-text', state: 'closed', documents: 0 }]);
    expect(site.operations()).toEqual({ Add: 0, Upd: 0, Del: 0, None: 13 });
  });

  it('hold back the loss of most of a site; accepted, it is so', async () => {
    const site = await start();
    await site.run();
    const gone = PATHS.slice(0, 18);
    for (const path of gone) delete site.pages[path];
    site.pages['/'] = listOf(...PATHS.slice(18));
    expect(await site.run()).toEqual(['Upd /']);
    expect(anomalies(site)).toEqual([{ id: 1, kind: 'mass-gone', state: 'open', documents: 18 }]);
    const [{ detail } = { detail: '' }] = site.made.read((repository) => repository.changes.anomalies());
    expect(detail).toBe('18 of 31 documents visited are gone at once');
    expect(judgeAnomaly(site.made.workspace, 1, 'accept', Date.now())).toEqual({ updated: 0, deleted: 18, dropped: 0 });
    const journal = site.made.rows('journal').filter(({ operation }) => operation === 'Del');
    expect(journal.map(({ url }) => url).sort()).toEqual(gone.map((path) => `http://${HOST}${path}`).sort());
    expect(String(journal[0]?.['evidence'])).toContain('accepted');
    expect(() => judgeAnomaly(site.made.workspace, 1, 'accept', Date.now())).toThrow('Anomaly 1 is accepted already.');
    expect(await site.run()).toEqual([]);
  });

  it('rejected, the documents stay as they were', async () => {
    const site = await start();
    await site.run();
    for (const path of PATHS.slice(0, 18)) site.pages[path] = { status: 410 };
    expect(await site.run()).toEqual([]);
    expect(judgeAnomaly(site.made.workspace, 1, 'reject', Date.now())).toEqual({ updated: 0, deleted: 0, dropped: 18 });
    expect(site.made.rows('documents').every(({ state }) => state === 'present')).toBe(true);
  });

  it('E-40 a listing broken half-way deletes nothing', async () => {
    const site = await start();
    await site.run();
    // Half of the list is missing, and so is one document: not being listed says nothing now.
    site.pages['/'] = listOf(...PATHS.slice(15));
    delete site.pages['/law/3'];
    expect(await site.run()).toEqual(['Upd /']);
    expect(anomalies(site)).toMatchObject([{ kind: 'listing-shrank', documents: 1 }]);
    site.pages['/'] = listOf(...PATHS);
    site.pages['/law/3'] = lawOf('/law/3');
    expect(await site.run()).toEqual(['Upd /']);
    expect(anomalies(site)).toMatchObject([{ kind: 'listing-shrank', state: 'closed' }]);
  });

  it('E-40 a sitemap that ends half-way, or does not come, deletes nothing', async () => {
    const xml = PATHS.map((path) => `<url><loc>http://${HOST}${path}</loc></url>`);
    const sitemap = (text: string) => ({ headers: { 'Content-Type': 'application/xml' }, body: `<urlset>${text}` });
    const site = await start();
    site.pages['/'] = article('Home');
    site.pages['/sitemap.xml'] = sitemap(`${xml.join('')}</urlset>`);
    await site.run();
    delete site.pages['/law/30'];
    site.pages['/sitemap.xml'] = sitemap(xml.slice(0, 20).join(''));
    expect(await site.run()).toEqual(['suspected /law/30']);
    site.pages['/law/30'] = lawOf('/law/30');
    await site.run();
    delete site.pages['/law/30'];
    site.pages['/sitemap.xml'] = { status: 500 };
    expect(await site.run()).toEqual(['suspected /law/30']);
  });
});

describe('a change of template', () => {
  it('on all pages is no change of a document, and what changes later is seen', async () => {
    const paths = numbered(12);
    const site = await start(paths, 'Footer of the old days.');
    await site.run();
    for (const path of paths) site.pages[path] = lawOf(path, 'We use cookies.', 'Footer of the new days.');
    expect(await site.run()).toEqual([]);
    expect(site.operations()).toEqual({ Add: 0, Upd: 0, Del: 0, None: 13 });
    site.pages['/law/5'] = lawOf('/law/5', 'Article 5 was amended.', 'We use cookies.', 'Footer of the new days.');
    expect(await site.run()).toEqual(['Upd /law/5']);
  });

  it('beside a change of one document leaves that one', async () => {
    const paths = numbered(8);
    const site = await start(paths);
    await site.run();
    for (const path of paths) site.pages[path] = lawOf(path, 'We use cookies.');
    site.pages['/law/5'] = lawOf('/law/5', 'Article 5 was amended.', 'We use cookies.');
    expect(await site.run()).toEqual(['Upd /law/5']);
  });
});

describe('a change that is held back', () => {
  it('leaves the validators of the version that counts', async () => {
    const site = await start(numbered(5));
    for (const path of numbered(5)) site.pages[path] = tagged(lawOf(path), `"${path}"`);
    await site.run();
    for (const path of numbered(5)) site.pages[path] = tagged(article('For sale'), '"parked"');
    expect(await site.run()).toEqual([]);
    const before = site.web.requests.length;
    await site.run();
    const asked = site.web.requests.slice(before).filter(({ path }) => path.startsWith('/law/'));
    expect(asked.map(({ headers, path }) => headers['if-none-match'] === `"${path}"`)).toEqual([true, true, true, true, true]);
  });
});
