/** Fields of pages in a crawl: two journals of different layouts, two rules, no code. */
import { expect, it } from 'vitest';
import { linking } from '../../src/testing/index.js';
import { crawling } from '../support/crawling.js';

const { workspace, fixture } = crawling();

const META = (name: string, content: string) => `<meta name="${name}" content="${content}">`;

/** Meta tags, as the common journal software writes them. */
const FIRST = {
  '/': linking('/article/1'),
  '/article/1': `<html><head>${META('citation_title', 'On invented rules')}${['Ada Example', 'Bo Example', 'Cy Example']
    .map((name) => META('citation_author', name) + META('citation_author_institution', `University of ${name[0]}`))
    .join('')}${META('citation_doi', '10.9999/ELJ.12')}</head><body><h1>On invented rules</h1><p>An abstract.</p></body></html>`,
};

/** A table, and dates in words; in a charset of long ago. */
const SECOND = {
  '/': linking('/paper.php?id=7'),
  '/paper.php?id=7': {
    headers: { 'content-type': 'text/html; charset=windows-1251' },
    body: Buffer.from(
      `<table><tr><td>Title:</td><td>Another paper</td></tr><tr><td>By:</td><td>Dee Example; Eve Example; Flo Example</td></tr>
       <tr><td>Date:</td><td>14 \xff\xed\xf3\xe0\xf0\xe8 2031</td></tr></table>`,
      'latin1',
    ),
  },
};

const cell = (label: string) => ({ xpath: `//td[. = "${label}"]/following-sibling::td[1]` });

const RULES = [
  {
    url: '^http://first\\.test/article/',
    fields: {
      title: 'meta[name=citation_title]@content',
      authors: 'meta[name=citation_author]@content',
      affiliations: { 'meta-groups': { start: 'citation_author', with: 'citation_author_institution' } },
      doi: { identifier: { of: 'meta[name=citation_doi]@content', as: 'doi' } },
    },
  },
  {
    url: '^http://second\\.test/paper',
    fields: { title: cell('Title:'), authors: { split: { of: cell('By:') } }, published: cell('Date:') },
    types: { published: 'date' },
  },
];

it('E-62 E-65 two layouts need two rules; three authors are three values in the metadata and in exports', async () => {
  const web = await fixture({ 'first.test': FIRST, 'second.test': SECOND });
  const to = workspace();
  const seeds = ['http://first.test/', 'http://second.test/'];
  await to.crawl({ seeds, extractors: [{ use: 'fields', rules: RULES }], fetch: web.fetch });
  const metadata = (url: string) => JSON.parse(String(to.rows('pages').find((page) => page['url'] === url)?.['metadata'])) as object;
  expect(metadata('http://first.test/article/1')).toMatchObject({
    title: ['On invented rules'],
    authors: ['Ada Example', 'Bo Example', 'Cy Example'],
    affiliations: ['Ada Example (University of A)', 'Bo Example (University of B)', 'Cy Example (University of C)'],
    doi: ['10.9999/elj.12'],
  });
  expect(metadata('http://second.test/paper.php?id=7')).toMatchObject({
    title: ['Another paper'],
    authors: ['Dee Example', 'Eve Example', 'Flo Example'],
    published: ['2031-01-14'],
  });
  expect(metadata('http://first.test/')).not.toHaveProperty('authors');
});
