/** A crawl among files of every kind: what becomes of them, and that the bad ones cost nobody but themselves. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestWorkspace, type TestWorkspace } from '../../src/testing/index.js';
import { type DemoWeb, demoDefinition, startDemoWeb } from '../../src/webs/demo/index.js';

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

  const metadataOf = (url: string): Record<string, string[]> =>
    JSON.parse(String(pages.get(url)?.['metadata'])) as Record<string, string[]>;
  const notesOf = (url: string): unknown => {
    const db = new Database(join(to.workspace, 'core.db'), { readonly: true });
    try {
      return db.prepare('SELECT v.notes FROM version v JOIN document d ON d.version = v.id WHERE d.identifier = ?').pluck().get(url);
    } finally {
      db.close();
    }
  };
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
    expect(notesOf(`${FILES}locked.pdf`)).toBe('the PDF file is encrypted and asks for a password');
    expect(notesOf(`${FILES}bomb.docx`)).toContain('unpacks to far more than its size');
    expect(to.rows('fetches').filter((fetch) => fetch['error'] !== null)).toEqual([]);
    expect(pages.size).toBe(17);
  });

  it('a feed leads to its entries', () => expect(pages.has('http://records.example/notices/3')).toBe(true));
});
