import { describe, expect, it } from 'vitest';
import type { Page, PageFacts } from '../../model/index.js';
import { dateInUrl, isoDate } from '../fact-dates.js';
import { READERS, read } from '../read.js';

function factsOf(html: string, url = 'https://a.test/page'): PageFacts {
  const page = read({ url, bytes: Buffer.from(html), headers: [], contentType: 'text/html; charset=utf-8' }, READERS) as Page;
  return page.facts ?? { title: null, author: null, description: null, published: null, modified: null, siteName: null, image: null };
}

const ld = (value: object): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const article = {
  '@type': 'NewsArticle',
  headline: 'From the graph',
  author: [{ name: 'Ana Novak' }, { name: 'Bo Ek' }],
  datePublished: '2024-05-17T08:30:00+02:00',
};

describe('facts of a page', () => {
  it.each([
    ['JSON-LD', ld(article), { title: 'From the graph', author: 'Ana Novak, Bo Ek', published: '2024-05-17T08:30:00+02:00' }],
    [
      'JSON-LD in a graph, with references',
      ld({
        '@graph': [
          { '@type': 'WebSite', name: 'Town News' },
          { ...article, author: { '@id': '#a' } },
          { '@type': 'Person', '@id': '#a', name: 'Cy Dee' },
        ],
      }),
      { author: 'Cy Dee', siteName: 'Town News' },
    ],
    [
      'Open Graph and article tags',
      '<meta property="og:title" content="Shared"><meta property="og:site_name" content="Town News"><meta property="og:image" content="/p.jpg"><meta property="article:published_time" content="2024-05-17"><meta property="article:modified_time" content="2024-05-18T10:00:00Z"><meta property="og:description" content="In short.">',
      {
        title: 'Shared',
        siteName: 'Town News',
        image: 'https://a.test/p.jpg',
        published: '2024-05-17',
        modified: '2024-05-18T10:00:00Z',
        description: 'In short.',
      },
    ],
    [
      'Dublin Core',
      '<meta name="DC.title" content="A law"><meta name="DC.creator" content="Ministry"><meta name="DCTERMS.issued" content="2024-05">',
      { title: 'A law', author: 'Ministry', published: '2024-05' },
    ],
    [
      'a time element and a byline',
      '<body><h1>Head</h1><p class="byline">By <a href="/ana">Ana Novak</a> 17 May</p><time datetime="2024-05-17T08:30">17 May</time><p>Text.</p>',
      { title: 'Head', author: 'Ana Novak', published: '2024-05-17T08:30' },
    ],
    [
      'microdata',
      '<body><span itemprop="author">Ana Novak</span><span itemprop="datePublished" content="2024-05-17">May</span><p>Text.</p>',
      { author: 'Ana Novak', published: '2024-05-17' },
    ],
    [
      'the name of the site behind the title',
      '<title>Council decides – Town News</title><meta property="og:site_name" content="Town News">',
      { title: 'Council decides' },
    ],
    [
      'the name of the site, told by the heading',
      '<title>Council decides | Town</title><body><h1>Council decides</h1>',
      { title: 'Council decides' },
    ],
  ])('from %s', (_case, html, expected) => expect(factsOf(html)).toMatchObject(expected));

  it('takes the day of an address as a last resort', () => {
    expect(factsOf('<title>x</title>', 'https://a.test/2024/05/17/story').published).toBe('2024-05-17');
    expect(factsOf('<title>x</title><meta name="date" content="2023-01-01">', 'https://a.test/2024/05/17/story').published).toBe(
      '2023-01-01',
    );
  });

  it('makes nothing up', () => {
    const facts = factsOf(
      '<title>Plain</title><script type="application/ld+json">{broken</script><meta name="author" content="https://x.test/me"><meta name="date" content="soon"><p>By the way.</p>',
    );
    expect(facts).toEqual({
      title: 'Plain',
      author: null,
      description: null,
      published: null,
      modified: null,
      siteName: null,
      image: null,
    });
  });
});

describe('isoDate', () => {
  it.each([
    ['2024-05-17', '2024-05-17'],
    ['2024-05', '2024-05'],
    ['2024-05-17 08:30:05', '2024-05-17T08:30:05'],
    ['2024-05-17T08:30:05.123+0200', '2024-05-17T08:30:05.123+02:00'],
    ['20240517', '2024-05-17'],
    ['2024/5/7', '2024-05-07'],
    ['Fri, 17 May 2024 08:30:05 GMT', '2024-05-17T08:30:05Z'],
    ['May 17, 2024', '2024-05-17'],
    ['17th May 2024', '2024-05-17'],
    ['2024-13-01', null],
    ['2023-02-29', null],
    ['05/06/2024', null],
    ['yesterday', null],
  ])('%s', (written, expected) => expect(isoDate(written)).toBe(expected));

  it('finds whole dates in addresses only', () => {
    expect(dateInUrl('https://a.test/news/2024-05-17-council.html')).toBe('2024-05-17');
    expect(dateInUrl('https://2024-05-17.test/x')).toBeNull();
    expect(dateInUrl('https://a.test/2024/05/council')).toBeNull();
  });
});
