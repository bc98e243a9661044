import { describe, expect, it } from 'vitest';
import type { MemoryFetch, MemoryRows } from '../../../store/index.js';
import { MemorySource, query } from '../../sparql/index.js';
import { memoryFeed } from './memory-feed.js';

const A = 'http://a.test/';
const NOON = Date.UTC(2026, 0, 2, 12);

const fetchOf = (id: number, url: string, more: Partial<MemoryFetch> = {}): MemoryFetch => ({
  id,
  url,
  startedAt: NOON + id * 1000,
  status: 200,
  contentType: 'text/turtle',
  etag: null,
  lastModified: null,
  error: null,
  detail: null,
  triples: null,
  ...more,
});

/** Rows as a workspace has them, growing while the test goes on. */
class Workspace implements MemoryRows {
  readonly found: { id: number; url: string; via: string | null }[] = [];
  readonly fetched: MemoryFetch[] = [];
  readonly read: { id: number; url: string; fetch: number; startedAt: number; links: string; problems: string }[] = [];
  readonly left: { id: number; url: string; reason: string; at: number; run: number }[] = [];
  forgotten = 0;

  resources = (after: number, limit: number) => after_(this.found, after, limit);
  fetches = (after: number, limit: number) => after_(this.fetched, after, limit);
  versions = (after: number, limit: number) => after_(this.read, after, limit);
  excluded = (since: number, after: number, limit: number) => after_(this.left, after, limit).filter(({ run }) => run >= since);
  stamp = () => ({ run: 1, settled: this.fetched.length + this.left.length });
  markAt = (id: number) => this.fetched.find((each) => each.id === id)?.url ?? null;
  takedowns = () => this.forgotten;

  find(...urls: string[]): this {
    for (const url of urls) this.found.push({ id: this.found.length + 1, url, via: null });
    return this;
  }

  links(url: string, ...targets: string[]): this {
    const id = this.read.length + 1;
    this.read.push({ id, url, fetch: id, startedAt: NOON, links: JSON.stringify(targets.map((target) => [target, 'a'])), problems: '[]' });
    return this;
  }
}

const after_ = <Row extends { id: number }>(rows: readonly Row[], after: number, limit: number): Row[] =>
  rows.filter(({ id }) => id > after).slice(0, limit);

function follow(rows: Workspace) {
  const source = new MemorySource();
  const feed = memoryFeed(rows);
  let cursor: string | null = null;
  const catchUp = (): number => {
    for (let steps = 0; ; steps++) {
      const next: string | null = feed.next(source, cursor);
      if (next === null) return steps;
      cursor = next;
    }
  };
  const ask = (pattern: string): Record<string, string>[] => {
    const result = query(source, `PREFIX s: <http://purl.org/net/scutter/> PREFIX dc: <http://purl.org/dc/elements/1.1/> ${pattern}`);
    if (result.kind !== 'bindings') throw new Error('Ask for rows.');
    return [...result.rows].map((row) => Object.fromEntries(Object.entries(row).map(([name, { value }]) => [name, value])));
  };
  catchUp();
  return { source, feed, catchUp, ask, cursor: () => cursor as unknown as string };
}

describe('a source', () => {
  it('has one Representation, however often it was fetched, and its newest fetch is among the others', () => {
    const rows = new Workspace().find(A);
    const memory = follow(rows);
    for (const id of [1, 2, 3]) {
      rows.fetched.push(fetchOf(id, A));
      memory.catchUp();
    }
    expect(memory.ask('SELECT ?r { ?r a s:Representation ; s:source ?source }')).toHaveLength(1);
    expect(memory.ask('SELECT ?date { ?r s:fetch/dc:date ?date }')).toHaveLength(3);
    expect(memory.ask('SELECT ?date { ?r s:latestFetch ?f ; s:fetch ?f . ?f dc:date ?date }')).toEqual([
      { date: '2026-01-02T12:00:03.000+00:00' },
    ]);
  });

  it('keeps its latest fetch when an older one is imported afterwards', () => {
    const rows = new Workspace().find(A);
    rows.fetched.push(fetchOf(1, A));
    const memory = follow(rows);
    rows.fetched.push(fetchOf(2, A, { startedAt: NOON - 1e9 }));
    memory.catchUp();
    expect(memory.ask('SELECT ?date { ?r s:latestFetch/dc:date ?date }')).toEqual([{ date: '2026-01-02T12:00:01.000+00:00' }]);
  });

  it('is skipped for as long as its last fetch says so', () => {
    const rows = new Workspace().find(A);
    rows.fetched.push(fetchOf(1, A, { status: 404 }));
    const memory = follow(rows);
    expect(memory.ask('SELECT ?why { ?r s:skip/dc:description ?why }')).toEqual([{ why: '404, Not Found' }]);
    rows.fetched.push(fetchOf(2, A));
    memory.catchUp();
    expect(memory.ask('SELECT ?why { ?r s:skip ?why }')).toEqual([]);
    expect(memory.ask('SELECT ?why { ?r a s:Reason ; dc:description ?why }')).toEqual([{ why: '404, Not Found' }]); // of the fetch
  });

  it.each([
    ['403, Not Authorized', { status: 403 }],
    ['404, Not Found', { status: 404 }],
    ['410, Gone', { status: 410 }],
    ['UnknownHostException: a.test', { status: 0, error: 'FETCH_DNS_NOT_FOUND', detail: 'no address' }],
  ])('S-19 is skipped in the words of the original: %s', (words, more) => {
    const rows = new Workspace();
    rows.fetched.push(fetchOf(1, A, more));
    const told = follow(rows).ask(
      'SELECT ?why ?error { ?r s:skip ?skip ; s:latestFetch/s:error/dc:description ?error . ?skip a s:Reason ; dc:description ?why ; dc:date ?date }',
    );
    expect(told).toEqual([{ why: words, error: words }]);
  });

  it('is skipped with the reason when the crawl left it out', () => {
    const rows = new Workspace().find(A);
    rows.left.push({ id: 1, url: A, reason: 'closed by robots.txt', at: NOON, run: 1 });
    const memory = follow(rows);
    expect(memory.ask('SELECT ?why { ?r s:source <http://a.test/> ; s:skip/dc:description ?why }')).toEqual([
      { why: 'closed by robots.txt' },
    ]);
  });

  it('has every document that links to it as origin, by whatever fragment, and never itself', () => {
    const rows = new Workspace().find(A, 'http://b.test/', 'http://c.test/');
    rows.links('http://b.test/', `${A}#me`, 'http://unknown.test/').links('http://c.test/', A).links(A, A);
    const memory = follow(rows);
    expect(memory.ask('SELECT ?source ?origin { ?r s:source ?source ; s:origin ?origin } ORDER BY ?origin')).toEqual([
      { source: A, origin: 'http://b.test/' },
      { source: A, origin: 'http://c.test/' },
    ]);
  });
});

describe('the feed', () => {
  it('has nothing to do when nothing happened, and little when little did', () => {
    const rows = new Workspace().find(A);
    rows.fetched.push(fetchOf(1, A));
    const memory = follow(rows);
    expect(memory.catchUp()).toBe(0);
    rows.find('http://b.test/');
    expect(memory.catchUp()).toBe(1);
  });

  it('knows when the workspace is another one, or something in it was forgotten', () => {
    const rows = new Workspace().find(A);
    rows.fetched.push(fetchOf(1, A));
    const { feed, cursor } = follow(rows);
    expect(feed.isOf(cursor())).toBe(true);
    rows.forgotten = 1;
    expect(feed.isOf(cursor())).toBe(false);
    rows.forgotten = 0;
    rows.fetched[0] = fetchOf(1, 'http://other.test/');
    expect(feed.isOf(cursor())).toBe(false);
  });

  it('gives the same names to the same things when it is read anew', () => {
    const rows = new Workspace().find(A);
    rows.fetched.push(fetchOf(1, A, { status: 500 }));
    const text = () => JSON.stringify([...follow(rows).source.quads()].map(({ subject, object }) => [subject.value, object.value]));
    expect(text()).toBe(text());
  });
});

it.each([
  [
    'an answer',
    { status: 200, etag: 'W/"a-1"', lastModified: 'sometime', triples: 7 },
    ['etag', 'lastModified', 'rawTripleCount', 'status'],
  ],
  ['a refusal', { status: 500 }, ['error', 'status']],
  ['no answer', { status: 0, contentType: null, error: 'FETCH_TIMEOUT', detail: 'nothing for 30 s' }, ['error']],
])('%s is told with what there is', (_case, more, expected) => {
  const rows = new Workspace();
  rows.fetched.push(fetchOf(1, A, { contentType: null, ...more }));
  const told = follow(rows).ask('SELECT ?property { ?f a s:Fetch ; ?property ?value FILTER(STRSTARTS(STR(?property), STR(s:))) }');
  expect(new Set(told.map(({ property = '' }) => property.split('/').at(-1)))).toEqual(new Set(expected));
});
