/** What a crawl keeps of an article: its text without boilerplate, its facts, its language, and where its buttons lead. */
import { expect, it } from 'vitest';
import { crawling } from '../../support/crawling.js';

const { workspace, fixture } = crawling();

const SENTENCE =
  'The council decided on Thursday, after a long debate, that the new rules for the harbour shall be published before the winter.';
const MENU = '<div class="top"><a href="/">Start here</a> <a href="/tides">Tide tables</a> <a href="/boats">Boats for hire</a></div>';

const page = (body: string): string => `<!doctype html><html lang="en"><head><title>Rules decided – Harbour News</title>
<meta property="og:site_name" content="Harbour News"><meta name="author" content="The desk"><meta property="article:published_time" content="2026-11-15">
</head><body>${MENU}<div class="story"><h1>Rules decided</h1>${body}<button onclick="location.href='/next'">Next story</button></div>
<div class="newsletter"><p>Subscribe to our letter and learn every morning what the tide has brought to town, free of charge.</p></div></body></html>`;

it('M-11 menu text of the fixture is absent; A-43 language; G-14 a button is followed; facts', async () => {
  const web = await fixture({
    'a.test': { '/': page(`<p>${SENTENCE}</p>`.repeat(4)), '/next': page(`<p>${SENTENCE}</p>`.repeat(4)), '/pdf': PDF },
  });
  const to = workspace();
  await to.crawl({ seeds: ['http://a.test/', 'http://a.test/pdf'], fetch: web.fetch });
  const rows = to.rows('pages');
  const start = rows.find((row) => row['url'] === 'http://a.test/');
  expect(start?.['text']).toBe(Array.from({ length: 4 }, () => SENTENCE).join('\n'));
  expect(start?.['visibleText']).toContain('Tide tables');
  expect(start?.['language']).toBe('en');
  expect(JSON.parse(String(start?.['facts']))).toMatchObject({
    title: 'Rules decided',
    author: 'The desk',
    published: '2026-11-15',
    siteName: 'Harbour News',
  });
  expect(rows.map((row) => row['url'])).toContain('http://a.test/next');
  expect(rows.find((row) => row['url'] === 'http://a.test/pdf')?.['type']).toBe('application/pdf');
});

/** Served as HTML. */
const PDF = {
  headers: { 'Content-Type': 'text/html' },
  body: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
};
