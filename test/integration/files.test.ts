/** A crawl among files of every kind: what becomes of them, and that the bad ones cost nobody but themselves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWeb, demoDefinition, startDemoWeb } from '../../src/demo-web/index.js';
import { type FixtureWeb, makeTestWorkspace, startFixtureWeb, type TestWorkspace } from '../../src/testing/index.js';
import { pdfStreamBomb } from '../support/files/hostile-pdf.js';

const FILES = 'http://records.example/files/';

describe('the records office of the demo web', () => {
  let web: DemoWeb;
  let to: TestWorkspace;
  let pages: Map<string, Record<string, unknown>>;

  beforeAll(async () => {
    web = await startDemoWeb({ sites: ['records'], delayFactor: 0.05 });
    to = makeTestWorkspace();
    await to.crawl({ ...demoDefinition(web), politeness: { delay: '0ms' } });
    pages = new Map(to.rows('pages').map((page) => [String(page['url']), page]));
  });
  afterAll(async () => {
    to.remove();
    await web.close();
  });

  const metadataOf = (url: string): Record<string, string[]> => JSON.parse(String(pages.get(url)?.['metadata'])) as Record<string, string[]>;
  const textOf = (url: string): string => String(pages.get(url)?.['text']);

  it('A-43 a PDF served as text/html is recognised, a Word file without a label too', () => {
    expect(pages.get(`${FILES}permit`)).toMatchObject({ type: 'application/pdf', title: 'Permit for the crane' });
    expect(pages.get(`${FILES}report`)?.['type']).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
    expect(textOf(`${FILES}permit`)).toContain('until autumn');
  });

  it('S-58 the photograph gives date and place', () => {
    expect(metadataOf(`${FILES}lighthouse.jpg`)).toMatchObject({
      'exif.datetimeoriginal': ['2025-08-14T19:42:10'],
      'geo.latitude': ['45.5279'],
      'geo.longitude': ['13.5682'],
    });
  });

  it('G-26 files are documents with text', () => {
    for (const [name, words] of [
      ['minutes.pdf', 'The board met at nine.'],
      ['charter.docx', 'North quay 7 m'],
      ['dues.xlsx', 'Marigold 120.5 2026-03-02'],
      ['bylaws.odt', 'Berth Depth'],
      ['history.epub', 'Beginnings'],
      ['notices.rss', 'Notice 1'],
      ['notices.atom', 'Notice 2'],
    ] as const)
      expect(textOf(FILES + name)).toContain(words);
  });

  it('G-26 a locked file and a bomb leave notes, and the crawl goes on to its end', () => {
    expect(pages.get(`${FILES}locked.pdf`)?.['notes']).toContain('asks for a password');
    expect(pages.get(`${FILES}bomb.docx`)?.['notes']).toContain('unpacks to far more than its size');
    expect(to.rows('fetches').filter((fetch) => fetch['error'] !== null)).toEqual([]);
    expect(pages.size).toBe(16);
  });
});

describe('a feed among the pages', () => {
  let web: FixtureWeb;
  let to: TestWorkspace;
  beforeAll(async () => {
    const item = (path: string) => `<item><title>On ${path}</title><link>${path}</link></item>`;
    web = await startFixtureWeb({
      'a.test': {
        '/': '<a href="/feed">feed</a><a href="/bomb">file</a>',
        '/feed': { headers: { 'Content-Type': 'text/xml' }, body: `<rss><channel><title>F</title>${item('/only-in-feed')}</channel></rss>` },
        '/only-in-feed': '<title>Found by the feed</title>',
        '/bomb': { headers: { 'Content-Type': 'application/pdf' }, body: pdfStreamBomb(32) },
      },
    });
    to = makeTestWorkspace();
    await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
  });
  afterAll(async () => {
    to.remove();
    await web.close();
  });

  it('leads to its entries', () => expect(to.rows('pages').map((page) => page['title'])).toContain('Found by the feed'));

  it('G-26 a file made to keep its reader busy is archived, with a note why it has no text', () => {
    expect(to.rows('pages').find((page) => page['url'] === 'http://a.test/bomb')).toMatchObject({ type: 'application/pdf', notes: expect.stringContaining('unpacks to far more') as unknown });
  });
});
