/** Lists that are asked for page by page. */
import { describe, expect, it } from 'vitest';
import type { Portal } from '../../../../test/support/asker.js';
import { listed } from '../../../../test/support/listing.js';
import type { ConnectorInput } from '../../../definition/connector/index.js';

const HOST = 'https://portal.example';
const DOCUMENT = { key: '{id}', files: [{ request: '{url}' }] };

function connector(list: ConnectorInput['list'], more: Partial<ConnectorInput> = {}): ConnectorInput {
  return { id: 'example', url: `${HOST}/`, languages: ['en'], document: DOCUMENT, list, ...more };
}

const rows = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `<li><a href="/doc/${from + at}">Document ${from + at}</a></li>`).join('');
const FIELDS = { id: { match: { of: 'a@href', pattern: '/doc/(.+)' } }, title: 'a', url: { link: { of: 'a' } } };
const numbers = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

describe('a list in one answer', () => {
  const LAWS = Array.from({ length: 50 }, (_, at) => `<item><title>Law ${at}</title><link>${HOST}/law/${at}.xml</link></item>`);
  const laws = connector([
    {
      request: `${HOST}/toc.xml`,
      each: '/items/item',
      fields: { url: 'link', title: 'title', id: { match: { of: 'link', pattern: '(\\d+)\\.xml' } } },
      require: ['id', 'title'],
    },
  ]);

  it('E-02 gives each of fifty linked laws once, with its fields and the way to it', async () => {
    const { items, end } = await listed(laws, () => `<?xml version="1.0"?><items>${LAWS.join('')}</items>`);
    expect(items).toHaveLength(50);
    expect(items[49]?.fields).toEqual({ id: ['49'], title: ['Law 49'], url: [`${HOST}/law/49.xml`] });
    expect(items[0]?.path).toEqual([`${HOST}/toc.xml`]);
    expect(items[0]?.row?.text).toContain('<title>Law 0</title>');
    expect(end).toMatchObject({ isComplete: true, rows: 50, problems: [] });
  });

  it('E-40 takes XML that ends too early for a broken list, not for a short one', async () => {
    const { end } = await listed(laws, () => `<?xml version="1.0"?><items>${LAWS.slice(0, 20).join('')}<item><tit`);
    expect(end.isComplete).toBe(false);
    expect(end.problems[0]).toMatchObject({ rule: 'list[0].read' });
  });

  it('streams a table of contents of many megabytes, and notices when it is cut', async () => {
    const title = 'A law with a long name '.repeat(180);
    const many = Array.from({ length: 300 }, (_, at) => `<item><title>${title}${at}</title><link>${HOST}/law/${at}.xml</link></item>`).join(
      '\n',
    );
    const whole = await listed(laws, () => `<?xml version="1.0"?><items>${many}</items>`);
    expect(whole.end).toMatchObject({ isComplete: true, rows: 300 });
    const cut = await listed(laws, () => `<?xml version="1.0"?><items>${many}`);
    expect(cut.end.isComplete).toBe(false);
  });

  it('takes JSON that ends too early for a broken list', async () => {
    const list = connector([{ request: `${HOST}/api`, each: 'results[*]', fields: { id: 'id' } }]);
    const whole = JSON.stringify({ results: [{ id: 1 }, { id: 2 }] });
    expect((await listed(list, () => whole)).values('id')).toEqual(['1', '2']);
    const cut = await listed(list, () => ({ body: whole.slice(0, 25), type: 'application/json' }));
    expect(cut.end).toMatchObject({ isComplete: false, problems: [{ rule: 'list[0].read' }] });
  });

  it('E-11 names the selector that finds nothing any more', async () => {
    const { end } = await listed(connector([{ request: `${HOST}/list`, each: 'li.row', fields: FIELDS }]), () => '<ul></ul>');
    expect(end).toMatchObject({ isComplete: false, problems: [{ rule: 'list[0].each' }] });
  });

  it('E-11 names the field that rows have lost, and passes such rows over', async () => {
    const list = connector([{ request: `${HOST}/list`, each: 'li', fields: { ...FIELDS, date: '.date' }, require: ['date'] }]);
    const { items, end } = await listed(list, () => `<ul>${rows(1, 3)}</ul>`);
    expect(items).toEqual([]);
    expect(end.problems).toContainEqual({ rule: 'list[0].fields.date', message: `a row has no date (${HOST}/list); 3 times in all` });
  });

  it('holds the number that the portal announces against the rows that came', async () => {
    const list = connector([
      { request: `${HOST}/list`, each: 'li', fields: FIELDS, count: { match: { of: '.total', pattern: '([\\d.]+)' } } },
    ]);
    const page = (total: string): string => `<p class="total">${total} hits</p><ul>${rows(1, 3)}</ul>`;
    expect((await listed(list, () => page('3'))).end.isComplete).toBe(true);
    expect((await listed(list, () => page('1.003'))).end.problems).toEqual([
      { rule: 'list[0].count', message: `1003 rows are announced, 3 came (${HOST}/list)` },
    ]);
    expect((await listed(list, () => page('some'))).end.isComplete).toBe(false);
  });

  it('sees errors in answers that say 200', async () => {
    const refused = connector([{ request: `${HOST}/list`, each: 'li', fields: FIELDS, refuse: ['Access denied'] }]);
    expect((await listed(refused, () => '<h1>Access denied</h1>')).end.problems[0]?.rule).toBe('list[0].refuse');
    const json = connector([{ request: `${HOST}/api`, each: 'rows[*]', fields: { id: 'id' }, error: 'Error.Message' }]);
    expect((await listed(json, () => '{"Error":{"Message":"no such application"}}')).end.problems[0]).toMatchObject({
      rule: 'list[0].error',
      message: expect.stringContaining('no such application'),
    });
  });

  it.each([404, 500, 403, 202])('takes a status of %i for no list', async (status) => {
    const { end } = await listed(laws, () => ({ status, body: '<items/>' }));
    expect(end).toMatchObject({ isComplete: false, problems: [{ rule: 'list[0].request' }] });
  });
});

describe('pages', () => {
  const list = (next: object, request = `${HOST}/list?page={page}`, more: object = {}): ConnectorInput =>
    connector([{ request, each: 'li', fields: FIELDS, next, ...more }] as ConnectorInput['list']);
  const page = (url: URL, name = 'page'): number => Number(url.searchParams.get(name));

  it('follows links to the next page, and stops where one leads back', async () => {
    const link = list({ link: 'a.next@href' }, `${HOST}/list`);
    const portal: Portal = ({ url }) => {
      const at = page(url) || 1;
      return `<ul>${rows(at * 2 - 1, at * 2)}</ul>${at < 3 ? `<a class="next" href="?page=${at + 1}">next</a>` : ''}`;
    };
    expect(await listed(link, portal)).toMatchObject({ end: { isComplete: true, rows: 6 } });
    const circle = await listed(
      link,
      ({ url }) => `<ul>${rows(page(url), page(url))}</ul><a class="next" href="?page=${(page(url) % 2) + 1}">next</a>`,
    );
    expect(circle.end).toMatchObject({ isComplete: false, problems: [{ rule: 'list[0].next.link' }] });
    const itself = await listed(link, () => `<ul>${rows(1, 2)}</ul><a class="next" href="/list#top">next</a>`);
    expect(itself.end).toMatchObject({ isComplete: false, rows: 2 });
  });

  it.each([
    ['an empty page', { page: 1 }, 4],
    ['the number announced', { page: 1, until: 'count' }, 3],
    ['the number of pages', { page: 1, until: { pages: '.pages' } }, 3],
    ['a page that is not there', { page: 1, until: 'missing' }, 4],
  ])('counts pages until %s', async (_until, next, requests) => {
    const portal: Portal = ({ url }) => {
      if (page(url) > 3) return 'until' in next && next.until === 'missing' ? null : '<ul></ul>';
      return `<b class="total">5</b><i class="pages">3</i><ul>${rows(page(url) * 2 - 1, Math.min(5, page(url) * 2))}</ul>`;
    };
    const { values, end, log } = await listed(list(next, undefined, { count: '.total' }), portal);
    expect(values('id')).toEqual(numbers(1, 5));
    expect(end.isComplete).toBe(true);
    expect(log).toHaveLength(requests);
  });

  it('E-40 takes a list that breaks off half-way for incomplete, and keeps what came', async () => {
    const { end, values } = await listed(list({ page: 1 }), ({ url }) =>
      page(url) < 3 ? `<ul>${rows(page(url), page(url))}</ul>` : { status: 500 },
    );
    expect(values('id')).toEqual(['1', '2']);
    expect(end.isComplete).toBe(false);
  });

  it('notices a page that repeats an earlier one', async () => {
    const { end, log } = await listed(
      list({ page: 1 }),
      ({ url }) => `<ul>${rows((page(url) % 2) + 1, (page(url) % 2) + 1)}</ul><i>${page(url)}</i>`,
    );
    expect(end).toMatchObject({ isComplete: false, problems: [{ rule: 'list[0].next' }] });
    expect(log).toHaveLength(3);
  });

  it('does not mind a portal that repeats its last page once all announced rows have come', async () => {
    const portal: Portal = ({ url }) => `<b>3</b><ul>${page(url) === 1 ? rows(1, 2) : rows(3, 3)}</ul>`;
    expect(await listed(list({ page: 1 }, undefined, { count: 'b' }), portal)).toMatchObject({ end: { isComplete: true, rows: 3 } });
  });

  it('ends where a portal lists more rows than it may', async () => {
    const { end } = await listed(
      list({ page: 1 }, undefined, { maxRows: 50 }),
      ({ url }) => `<ul>${rows(page(url) * 10, page(url) * 10 + 9)}</ul>`,
    );
    expect(end).toMatchObject({ isComplete: false, problems: [{ rule: 'list[0].maxRows' }] });
  });

  it('goes by offset, in the steps the portal takes rather than those asked for', async () => {
    const offset = list({ offset: 0, size: 100 }, `${HOST}/list?start={offset}&length={size}`, { count: 'b' });
    const portal: Portal = ({ url }) => {
      const start = page(url, 'start');
      return `<b>130</b><ul>${start < 130 ? rows(start + 1, Math.min(130, start + 50)) : ''}</ul>`;
    };
    const { values, end, log } = await listed(offset, portal);
    expect(values('id')).toEqual(numbers(1, 130));
    expect(end.isComplete).toBe(true);
    expect(log).toHaveLength(3);
  });

  it('goes by token, which may need a request of its own, and by key', async () => {
    const tokens = list({ token: '.token', request: `${HOST}/more?token={token}` }, `${HOST}/list`);
    const portal: Portal = ({ url }) => {
      const at = Number(url.searchParams.get('token') ?? 1);
      return `<ul>${rows(at, at)}</ul>${at < 3 ? `<i class="token">${at + 1}</i>` : ''}`;
    };
    expect((await listed(tokens, portal)).log).toEqual([`${HOST}/list`, `${HOST}/more?token=2`, `${HOST}/more?token=3`]);
    const stuck = await listed(tokens, () => `<ul>${rows(1, 1)}</ul><i class="token">2</i>`);
    expect(stuck.end.isComplete).toBe(false);
    const keyset = list({ after: 'id', size: 2 }, { url: `${HOST}/list`, query: { after: '{last}' } } as never);
    const { values, end } = await listed(keyset, ({ url }) => {
      const last = Number(url.searchParams.get('after') || 0);
      return `<ul>${rows(last + 1, Math.min(5, last + 2))}</ul>`;
    });
    expect([values('id'), end.isComplete]).toEqual([numbers(1, 5), true]);
  });

  it('reads feeds with fields of any namespace', async () => {
    const feed = connector([
      {
        request: `${HOST}/feed`,
        read: 'feed',
        namespaces: { tna: 'urn:tna' },
        fields: { id: 'tna:uri', title: 'title', url: 'link[@rel="alternate"]/@href' },
        next: { link: '/feed/link[@rel="next"]/@href' },
      },
    ]);
    const entry = (id: number): string =>
      `<entry><title>Case ${id}</title><link rel="alternate" href="${HOST}/case/${id}"/><t:uri>d-${id}</t:uri></entry>`;
    const { items, end } = await listed(feed, ({ url }) => {
      const at = page(url) || 1;
      const next = at < 2 ? `<link rel="next" href="${HOST}/feed?page=2"/>` : '';
      return {
        body: `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:t="urn:tna">${next}${entry(at)}</feed>`,
        type: 'application/atom+xml',
      };
    });
    expect(items.map(({ fields }) => fields)).toEqual(
      [1, 2].map((id) => ({ id: [`d-${id}`], title: [`Case ${id}`], url: [`${HOST}/case/${id}`] })),
    );
    expect(end.isComplete).toBe(true);
  });
});

describe('steps', () => {
  const ISSUES = '<a class="issue" href="/issue/1">One</a><a class="issue" href="/issue/2">Two</a>';
  const steps: ConnectorInput['list'] = [
    { request: `${HOST}/archive`, each: 'a.issue', fields: { issue: { xpath: '.' }, href: { link: {} } } },
    { request: '{href}', each: 'li', fields: FIELDS, name: 'contents' },
  ];
  const portal: Portal = ({ url }) => {
    if (url.pathname === '/archive') return ISSUES;
    const issue = Number(url.pathname.at(-1));
    return `<ul>${rows(issue * 10, issue * 10 + 1)}</ul>`;
  };

  it('E-63 carries what an earlier page says to the links that follow from it', async () => {
    const { items, end } = await listed(connector(steps), portal);
    expect(items.map(({ fields }) => [fields['issue']?.[0], fields['id']?.[0]])).toEqual([
      ['One', '10'],
      ['One', '11'],
      ['Two', '20'],
      ['Two', '21'],
    ]);
    expect(items[3]?.path).toEqual([`${HOST}/archive`, `${HOST}/issue/2`]);
    expect(items[3]?.answers.get('contents')?.url).toBe(`${HOST}/issue/2`);
    expect(end.isComplete).toBe(true);
  });

  it('goes on after a page that fails, but is not complete then', async () => {
    const { values, end } = await listed(connector(steps), (request) =>
      request.url.pathname === '/issue/1' ? { status: 503 } : portal(request),
    );
    expect(values('id')).toEqual(['20', '21']);
    expect(end).toMatchObject({ isComplete: false, problems: [{ rule: 'list[1].request' }] });
  });

  it('gives up a portal that fails again and again', async () => {
    const many = Array.from({ length: 20 }, (_, at) => `<a class="issue" href="/issue/${at}">${at}</a>`).join('');
    const { end, log } = await listed(connector(steps), ({ url }) => (url.pathname === '/archive' ? many : { status: 500 }));
    expect(log).toHaveLength(4);
    expect(end.isComplete).toBe(false);
  });

  it('doubts a document whose page is not there while the list still names it', async () => {
    const detail: ConnectorInput['list'] = [
      { request: `${HOST}/list`, each: 'li', fields: FIELDS },
      { request: '{url}', fields: { text: 'p' } },
    ];
    const { items, end } = await listed(connector(detail), ({ url }) => {
      if (url.pathname === '/list') return `<ul>${rows(1, 3)}</ul>`;
      return url.pathname === '/doc/2' ? null : '<p>text</p>';
    });
    expect(items.map(({ sign }) => sign)).toEqual([null, 'doubt', null]);
    expect(end.isComplete).toBe(true);
  });

  it('marks rows that tell of a deletion, asks nothing further of them, and tells a change of sign', async () => {
    const history: ConnectorInput['list'] = [
      {
        request: `${HOST}/history`,
        each: 'rows[*]',
        fields: { id: ['Deleted.ID', 'ID'] },
        gone: 'Deleted',
        doubt: 'doubt',
        require: ['url'],
        set: { url: '{home}/{id}' },
      },
      { request: '{url}', fields: { text: 'p' } },
    ];
    const body = JSON.stringify({
      rows: [{ ID: 'a' }, { Deleted: { ID: 'b' } }, { ID: 'c', doubt: 'x' }, { ID: 'a' }, { Deleted: { ID: 'a' } }],
    });
    const { items, log } = await listed(connector(history, { set: { home: HOST } }), ({ url }) =>
      url.pathname === '/history' ? body : '<p>t</p>',
    );
    expect(items.map(({ fields, sign }) => [fields['id']?.[0], sign])).toEqual([
      ['a', null],
      ['b', 'tombstone'],
      ['c', 'doubt'],
      ['a', 'tombstone'],
    ]);
    expect(log.filter((url) => url.endsWith('/b'))).toEqual([]);
  });

  it('passes over rows that lead nowhere, and says so where all of them do', async () => {
    const some = '<a class="issue" href="/issue/1">One</a><a class="issue">Two</a>';
    const noted = await listed(connector(steps), (request) => (request.url.pathname === '/archive' ? some : portal(request)));
    expect(noted.end).toMatchObject({ isComplete: true, notes: [{ rule: 'list[1].request' }] });
    const none = await listed(connector(steps), () => '<a class="issue">One</a>');
    expect(none.end).toMatchObject({ isComplete: false, problems: [{ rule: 'list[1].request' }] });
  });

  it('keeps rows by what their fields are', async () => {
    const where: ConnectorInput['list'] = [
      {
        request: `${HOST}/list`,
        each: 'li',
        fields: FIELDS,
        where: [
          { field: 'id', matches: '^[1-4]$' },
          { field: 'title', not: '3' },
          { field: 'id', is: ['1', '2', '3'] },
        ],
      },
    ];
    expect((await listed(connector(where), () => `<ul>${rows(1, 9)}</ul>`)).values('id')).toEqual(['1', '2']);
  });

  it('makes rows of parameters where there is no list', async () => {
    const given = connector([{ over: { id: '{Identifiers}' }, set: { url: 'https://portal.example/{id}' } }], { mode: 'by-identifier' });
    const { values, log } = await listed(given, () => null, { parameters: { Identifiers: ['ECLI:1', 'ECLI:2'] } });
    expect(values('url')).toEqual([`${HOST}/ECLI:1`, `${HOST}/ECLI:2`]);
    expect(log).toEqual([]);
  });

  it('a stamp goes along with the item', async () => {
    const stamped: ConnectorInput['list'] = [{ request: `${HOST}/list`, each: 'li', fields: { ...FIELDS, date: 'i' }, stamp: '{date}' }];
    const { items } = await listed(connector(stamped), () => '<ul><li><a href="/doc/1">x</a><i>2026-01-01</i></li></ul>');
    expect(items[0]?.stamp).toBe('2026-01-01');
  });
});

describe('windows', () => {
  const search = `${HOST}/search?from={window.from}&until={window.until}&kind={kind|default:all}`;
  const windowed = (windows: object, more: object = {}): ConnectorInput =>
    connector([{ request: search, each: 'li', fields: FIELDS, windows, ...more }] as ConnectorInput['list']);
  const spans = (log: readonly string[]): string[] =>
    log.map((url) =>
      new URL(url).search
        .slice(6)
        .replace('&until=', ' ')
        .replace(/&kind.*/, ''),
    );

  it('E-51 asks month by month from November 2000 to February 2001', async () => {
    const list = windowed({ by: 'month', from: '{StartYear}-{StartMonth|pad:2}', until: '{EndYear}-{EndMonth|pad:2}' });
    const parameters = { StartYear: ['2000'], StartMonth: ['11'], EndYear: ['2001'], EndMonth: ['2'] };
    const { log } = await listed(list, () => `<ul>${rows(1, 1)}</ul>`, { parameters });
    expect(spans(log)).toEqual(['2000-11-01 2000-11-30', '2000-12-01 2000-12-31', '2001-01-01 2001-01-31', '2001-02-01 2001-02-28']);
  });

  it('tells of each window that is done, and goes on where an earlier run stopped', async () => {
    const done: string[] = [];
    const options = { resumeAt: '2025-01-01', onWindow: ({ from }: { from: string }) => void done.push(from) };
    const { log } = await listed(windowed({ by: 'year', from: '2023' }), () => `<ul>${rows(1, 1)}</ul>`, options);
    expect(spans(log)).toEqual(['2025-01-01 2025-12-31', '2026-01-01 2026-11-17']);
    expect(done).toEqual(['2025-01-01', '2026-01-01']);
  });

  it('names a document once, however many windows and values list it', async () => {
    const list = windowed({ by: 'month', from: '2026-09', overlap: '7d' }, { over: { kind: ['a', 'b'] } });
    const { values, log, end } = await listed(list, () => `<ul>${rows(1, 2)}</ul>`);
    expect(log).toHaveLength(6);
    expect(spans(log)[2]).toBe('2026-09-24 2026-10-31');
    expect(values('id')).toEqual(['1', '2']);
    expect(end.rows).toBe(2);
  });

  it('splits a window whose list is cut, finer and finer, and says where that does not help', async () => {
    const list = windowed(
      { by: 'month', from: '2026-02', until: '2026-02', split: [{ over: 'kind', values: ['x', 'y'] }, 'day'] },
      { cap: 5 },
    );
    const portal: Portal = ({ url }) => {
      const [from, until, kind] = ['from', 'until', 'kind'].map((name) => url.searchParams.get(name) ?? '');
      const days = from === until ? [Number(from?.slice(8))] : Array.from({ length: 28 }, (_, at) => at + 1);
      const all = days.filter((day) => kind === 'all' || (kind === 'y') === day <= 2);
      return `<ul>${all
        .slice(0, 5)
        .map((day) => rows(day, day))
        .join('')}</ul>`;
    };
    const { values, end, log } = await listed(list, portal);
    expect(values('id').toSorted((a, b) => Number(a) - Number(b))).toEqual(numbers(1, 28));
    expect(end.isComplete).toBe(true);
    expect(log).toHaveLength(1 + 2 + 28);
    const full = await listed(list, () => `<ul>${rows(1, 5)}</ul>`);
    expect(full.end).toMatchObject({ isComplete: false, problems: [{ rule: 'list[0].cap' }] });
  });

  it('splits a window that announces more rows than it shows', async () => {
    const list = windowed({ by: 'month', from: '2026-02', until: '2026-02', split: ['day'] }, { count: 'b' });
    const portal: Portal = ({ url }) => {
      const [from, until] = ['from', 'until'].map((name) => Number(url.searchParams.get(name)?.slice(8)));
      const days = numbers(from ?? 0, until ?? 0).map(Number);
      const shown = days.slice(0, 3).map((day) => rows(day, day));
      return `<b>${days.length}</b><ul>${shown.join('')}</ul>`;
    };
    const { values, end, log } = await listed(list, portal);
    expect(values('id')).toEqual(numbers(1, 28));
    expect(end.isComplete).toBe(true);
    expect(log).toHaveLength(1 + 28);
  });

  it('goes on with the next window where one fails', async () => {
    const { end, log } = await listed(windowed({ by: 'year', from: '2024' }), ({ url }) =>
      url.search.includes('2025') ? { status: 500 } : `<ul>${rows(1, 1)}</ul>`,
    );
    expect(log).toHaveLength(3);
    expect(end.isComplete).toBe(false);
  });

  it('says which bound makes no sense', async () => {
    const list = windowed({ by: 'year', from: '{StartYear}' });
    await expect(listed(list, () => '', { parameters: { StartYear: ['soon'] } })).rejects.toThrow('soon is no year, month or day');
    await expect(listed(list, () => '')).rejects.toMatchObject({ kind: 'definition', rule: 'list[0].windows.from' });
  });
});

describe('rows that belong together', () => {
  const CASES = JSON.stringify([{ id: 'A' }, { id: 'B' }, { id: 'C' }]);
  const cases = { request: `${HOST}/cases`, read: 'json', fields: { id: 'id' } } as const;

  it('makes one item of the rows of a turn, over all pages; none where there are none', async () => {
    const acts = { url: `${HOST}/acts`, query: { of: '{id}', page: '{page}' } };
    const list = connector([
      cases,
      { request: acts, read: 'json', fields: { act: 'no', kind: 'kind' }, stamp: '{act}', next: { page: 1 }, together: true },
    ]);
    const ACTS: Record<string, string> = {
      A1: '[{"no":1,"kind":"order"},{"no":2,"kind":"order"}]',
      A2: '[{"no":3,"kind":"judgment"}]',
      B1: '[{"no":4}]',
    };
    const { items, end } = await listed(list, ({ url }) =>
      url.pathname === '/cases' ? CASES : (ACTS[`${url.searchParams.get('of')}${url.searchParams.get('page')}`] ?? '[]'),
    );
    expect(items.map(({ fields, stamp }) => [fields['id'], fields['act'], fields['kind'], stamp])).toEqual([
      [['A'], ['1', '2', '3'], ['order', 'judgment'], '1\n2\n3'],
      [['B'], ['4'], undefined, '4'],
    ]);
    expect(JSON.parse(items[0]?.row?.text ?? '')).toHaveLength(3);
    expect(end.isComplete).toBe(true);
  });

  it('joins the rows of another list, read once; one that is not whole joins nothing to anything', async () => {
    const notes = { request: `${HOST}/notes`, read: 'json', fields: { id: 'of', note: 'no' } } as const;
    const list = connector([cases, { kind: 'join', name: 'notes', on: '{id}', with: [notes] }]);
    const portal =
      (text: string): Portal =>
      ({ url }) =>
        url.pathname === '/cases' ? CASES : { body: text, type: 'application/json' };
    const { items, log } = await listed(list, portal('[{"of":"A","no":1},{"of":"C","no":2},{"of":"A","no":3}]'));
    expect(items.map(({ joined }) => joined?.get('notes')?.map(({ fields }) => fields['note']?.[0]))).toEqual([['1', '3'], [], ['2']]);
    expect(log).toHaveLength(2);
    const cut = await listed(list, portal('[{"of":"A","no":1},{"of'));
    expect([cut.items, cut.end.isComplete]).toEqual([[], false]);
  });
});

describe('rows that come newest first', () => {
  const feed = connector([], {
    changes: [
      {
        request: `${HOST}/feed?page={page}`,
        read: 'json',
        each: 'rows',
        count: 'total',
        next: { page: 1 },
        fields: { id: 'id', date: 'date' },
        since: 'date',
      },
    ],
  });
  const PAGES: Record<string, [number, string][]> = {
    1: [
      [9, '2026-11-16T10:00:00Z'],
      [8, '2026-11-02'],
      [7, '2026-11-15T23:59:59Z'],
    ],
    2: [
      [6, '2026-11-15'],
      [5, '2026-11-14T23:59:59Z'],
    ],
    3: [[4, '2026-11-10']],
    4: [],
  };
  const portal: Portal = ({ url }) =>
    JSON.stringify({ total: 6, rows: PAGES[url.searchParams.get('page') ?? '']?.map(([id, date]) => ({ id, date })) });

  it('end with the page that ends before the changes that are wanted', async () => {
    const cursor = { from: '2026-11-15', until: '2026-11-17' };
    const { values, end, log } = await listed(feed, portal, { cursor, changes: true });
    // One that is out of order ends nothing, and that fewer came than there are is as it should be.
    expect(values('id')).toEqual(['9', '8', '7', '6', '5']);
    expect([end.isComplete, log.length]).toEqual([true, 2]);
  });

  it('come to the end where everything is wanted', async () => {
    const { values, end } = await listed({ ...feed, list: feed.changes, changes: [] }, portal);
    expect([values('id').length, end.isComplete]).toEqual([6, true]);
  });
});
