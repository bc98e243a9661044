/** The kinds of lists that have a protocol of their own. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Portal } from '../../../../../test/support/asker.js';
import { tarOf } from '../../../../../test/support/files/tar.js';
import { listed } from '../../../../../test/support/listing.js';
import type { ConnectorInput } from '../../../../definition/connector/index.js';

const HOST = 'https://data.example';
type StepInput = NonNullable<ConnectorInput['list']>[number];

function connector(step: StepInput, key = '{id}'): ConnectorInput {
  return { id: 'data', url: `${HOST}/`, document: { key, files: [{ request: HOST }] }, list: [step], changes: [step] };
}

describe('OAI-PMH', () => {
  const oai = connector({ kind: 'oai', base: `${HOST}/oai`, fields: { title: 'metadata/dc/title' } }, '{oai}');
  const record = (id: number, datestamp: string, isDeleted = false): string =>
    `<record><header${isDeleted ? ' status="deleted"' : ''}><identifier>oai:x:${id}</identifier><datestamp>${datestamp}</datestamp></header>${
      isDeleted ? '' : `<metadata><oai_dc:dc xmlns:oai_dc="urn:o" xmlns:dc="urn:d"><dc:title>T${id}</dc:title></oai_dc:dc></metadata>`
    }</record>`;
  const answer = (inner: string): string => `<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">${inner}</OAI-PMH>`;
  const page = (records: string, token?: string, size = ''): string =>
    answer(`<ListRecords>${records}${token === undefined ? '' : `<resumptionToken${size}>${token}</resumptionToken>`}</ListRecords>`);

  it('follows tokens, which stand alone in their request, and marks deleted records', async () => {
    const { items, end, log } = await listed(oai, ({ url }) =>
      url.searchParams.has('resumptionToken')
        ? page(record(3, '2025-03-01', true), '', ' completeListSize="3"')
        : page(record(1, '2025-01-01') + record(2, '2025-02-01'), 'a&b', ' completeListSize="3"'),
    );
    expect(items.map(({ fields, sign }) => [fields['oai']?.[0], fields['title']?.[0], sign])).toEqual([
      ['oai:x:1', 'T1', null],
      ['oai:x:2', 'T2', null],
      ['oai:x:3', undefined, 'tombstone'],
    ]);
    expect(log).toEqual([`${HOST}/oai?verb=ListRecords&metadataPrefix=oai_dc`, `${HOST}/oai?verb=ListRecords&resumptionToken=a%26b`]);
    expect(end.isComplete).toBe(true);
  });

  it('a deleted record says nothing of itself, and is not held to conditions on what it does not say', async () => {
    const where = [{ field: 'title', matches: '^T[12]$' }];
    const some = connector({ kind: 'oai', base: `${HOST}/oai`, fields: { title: 'metadata/dc/title' }, where }, '{oai}');
    const { items } = await listed(some, () => page(record(1, '2025-01-01') + record(3, '2025-02-01') + record(4, '2025-03-01', true)));
    expect(items.map(({ fields, sign }) => [fields['oai']?.[0], sign])).toEqual([
      ['oai:x:1', null],
      ['oai:x:4', 'tombstone'],
    ]);
  });

  it.each([
    ['YYYY-MM-DD', '2026-03-04'],
    ['YYYY-MM-DDThh:mm:ssZ', '2026-03-04T05:06:07Z'],
  ])('asks for what changed in the granularity %s', async (granularity, from) => {
    const cursor = { from: '2026-03-04T05:06:07.890Z', until: '2026-04-01' };
    const { log, end } = await listed(
      oai,
      ({ url }) =>
        url.searchParams.get('verb') === 'Identify'
          ? answer(`<Identify><granularity>${granularity}</granularity></Identify>`)
          : answer('<error code="noRecordsMatch"/>'),
      { cursor, changes: true },
    );
    expect(new URL(log[1] ?? '').searchParams.get('from')).toBe(from);
    expect(end).toMatchObject({ isComplete: true, rows: 0 });
  });

  it('starts again at the last datestamp where a token has expired, and names each record once', async () => {
    let isExpired = true;
    const { values, end, log } = await listed(oai, ({ url }) => {
      if (url.searchParams.get('resumptionToken') === 't1' && isExpired) {
        isExpired = false;
        return answer('<error code="badResumptionToken">gone</error>');
      }
      if (url.searchParams.get('from') === '2025-02-01') return page(record(2, '2025-02-01') + record(3, '2025-03-01'), '');
      return page(record(1, '2025-01-01') + record(2, '2025-02-01'), 't1', ' completeListSize="3"');
    });
    expect(values('oai')).toEqual(['oai:x:1', 'oai:x:2', 'oai:x:3']);
    expect(log[2]).toContain('from=2025-02-01');
    expect(end.isComplete).toBe(true);
  });

  it.each<[string, Portal, RegExp, number]>([
    [
      'tokens that go in a circle',
      ({ url }) => {
        const at = Number(url.searchParams.get('resumptionToken')?.slice(1) ?? 0);
        return page(record(at, '2025-01-01'), `t${(at % 3) + 1}`);
      },
      /token t1 comes a second time/,
      4,
    ],
    [
      'new tokens for the same records',
      ({ url }) => page(record(1, '2025-01-01'), `${url.searchParams.get('resumptionToken') ?? ''}t`),
      /no record that was not there before/,
      2,
    ],
    [
      'new tokens for the same records where very many are announced',
      ({ url }) => page(record(1, '2025-01-01'), `${url.searchParams.get('resumptionToken') ?? ''}t`, ' completeListSize="99999999"'),
      /no record that was not there before/,
      7,
    ],
    [
      'new tokens for nothing',
      ({ url }) => {
        const token = url.searchParams.get('resumptionToken') ?? '';
        return page(token ? '' : record(1, '2025-01-01'), `${token}t`);
      },
      /no record that was not there before/,
      2,
    ],
  ])('E-40 ends %s with a finding', async (_what, portal, message, requests) => {
    let asked = 0;
    const { end } = await listed(oai, (request) => {
      if (++asked > 20) throw new Error('the list has no end');
      return portal(request);
    });
    expect(end).toMatchObject({ isComplete: false, problems: [{ rule: 'list[0].base', message: expect.stringMatching(message) }] });
    expect(asked).toBe(requests);
  });

  it.each([
    [
      'a token that always expires',
      ({ url }) =>
        url.searchParams.has('resumptionToken') ? answer('<error code="badResumptionToken"/>') : page(record(1, '2025-01-01'), 't'),
    ],
    ['a token that leads to itself', () => page(record(1, '2025-01-01'), 't')],
    [
      'fewer records than announced',
      ({ url }) =>
        url.searchParams.has('resumptionToken')
          ? page(record(2, '2025-01-02'), '')
          : page(record(1, '2025-01-01'), 't', ' completeListSize="8"'),
    ],
    ['an error of the protocol', () => answer('<error code="badArgument">no</error>')],
    ['a page of HTML', () => '<html><body>Down for maintenance</body></html>'],
    ['broken XML', () => 'broken xml'],
    ['XML that is cut', () => page(record(1, '2025-01-01')).slice(0, -40)],
    ['nothing at all', () => answer('<error code="noRecordsMatch"/>')],
  ] satisfies [string, Portal][])('E-40 is not complete with %s', async (_what, portal) => {
    expect((await listed(oai, portal)).end.isComplete).toBe(false);
  });
});

describe('SPARQL', () => {
  const step: StepInput = {
    kind: 'sparql',
    endpoint: `${HOST}/sparql`,
    query: 'SELECT ?celex WHERE {{ ?w <urn:c> ?celex FILTER(STR(?celex) > "{last}") }} ORDER BY ?celex LIMIT {size} #{window.from}',
    windows: { by: 'year', from: '2026', split: ['month'] },
    next: { after: 'celex', size: 2 },
    stamp: '{modified}',
  };
  const results = (ids: readonly string[], headers: Record<string, string> = {}): { body: string; headers: Record<string, string> } => ({
    body: JSON.stringify({
      head: { vars: ['celex', 'modified'] },
      results: { bindings: ids.map((value) => ({ celex: { type: 'literal', value }, modified: { value: 'm' } })) },
    }),
    headers,
  });
  const last = (url: URL): string => /STR\(\?celex\) > "(.*)"/.exec(url.searchParams.get('query') ?? '')?.[1] ?? '';
  const isYear = (url: URL): boolean => url.search.includes('2026-01-01') && !url.search.includes('split');

  it('pages by key and makes fields of variables', async () => {
    const all = ['a', 'b', 'c', 'd', 'e'];
    const { values, items, end, log } = await listed(connector(step, '{celex}'), ({ url }) =>
      results(all.filter((id) => id > last(url)).slice(0, 2)),
    );
    expect(values('celex')).toEqual(all);
    expect(items[0]?.stamp).toBe('m');
    expect(end.isComplete).toBe(true);
    expect(log).toHaveLength(3);
  });

  it.each([
    ['a refusal for size', { status: 500, body: 'Virtuoso 22023 Error SR353: Sorted TOP clause specifies more then 11000 rows to sort.' }],
    ['a query that takes too long', { status: 500, body: 'Virtuoso S1T00 Error SR171: Transaction timed out' }],
    ['part of the result', results(['a'], { 'X-SPARQL-MaxRows': '1' })],
    ['what was found in time', results(['a'], { 'X-SQL-State': 'S1TAT' })],
  ])('meets %s by finer windows', async (_what, refusal) => {
    let isFirst = true;
    const portal: Portal = () => {
      if (!isFirst) return results(['x']) as never;
      isFirst = false;
      return refusal as never;
    };
    const { end, log } = await listed(connector(step, '{celex}'), portal);
    expect(log).toHaveLength(12);
    expect(end.isComplete).toBe(true);
    const always = await listed(connector(step, '{celex}'), () => refusal as never);
    expect(always.end.isComplete).toBe(false);
  });

  it('is not complete where the answer holds no solutions', async () => {
    const { end } = await listed(connector(step), ({ url }) => (isYear(url) ? '{"error":"x"}' : '{}'));
    expect(end).toMatchObject({ isComplete: false, problems: [{ rule: 'list[0].query' }] });
  });
});

describe('WordPress', () => {
  const step: StepInput = { kind: 'wordpress', base: `${HOST}/`, type: 'judgment', fields: { title: 'title.rendered' } };
  const posts = ({ url }: { url: URL }, total = 3): object => {
    const at = Number(url.searchParams.get('page'));
    return {
      body: JSON.stringify([{ id: at, link: `${HOST}/${at}`, title: { rendered: `T${at}` } }]),
      headers: { 'X-WP-TotalPages': '3', 'X-WP-Total': String(total) },
    };
  };

  it('reads as many pages as the header says, and holds their total against them', async () => {
    const { values, end, log } = await listed(connector(step), (request) => posts(request) as never);
    expect([values('id'), values('title')]).toEqual([
      ['1', '2', '3'],
      ['T1', 'T2', 'T3'],
    ]);
    expect(log[0]).toBe(`${HOST}/wp-json/wp/v2/judgment?per_page=100&page=1&order=asc&orderby=id`);
    expect(end.isComplete).toBe(true);
    expect((await listed(connector(step), (request) => posts(request, 4) as never)).end.isComplete).toBe(false);
    expect((await listed(connector(step), () => '[]')).end.isComplete).toBe(false);
  });

  it('asks for what was modified since', async () => {
    const { log } = await listed(connector(step), (request) => posts(request) as never, {
      cursor: { from: '2026-01-01T00:00:00', until: '' },
      changes: true,
    });
    expect(log[0]).toContain('orderby=modified&modified_after=2026-01-01T00%3A00%3A00');
  });
});

describe('CKAN', () => {
  const show = (id: string): string =>
    JSON.stringify({
      success: true,
      result: {
        resources: [
          { id: `${id}-2025`, last_modified: '2025-06-01' },
          { id: `${id}-2026`, last_modified: '2026-06-01' },
        ],
      },
    });
  const portal: Portal = ({ url }) => {
    const action = url.pathname.split('/').at(-1);
    if (action === 'package_list') return '{"success":true,"result":["cds-sentenze","cds-pareri","tar-sentenze"]}';
    if (action === 'package_show') return show(url.searchParams.get('id') ?? '');
    const offset = Number(url.searchParams.get('offset'));
    const records = Array.from({ length: Math.min(100, 130 - offset) }, (_, at) => ({
      N: `${url.searchParams.get('resource_id')}-${offset + at}`,
    }));
    return JSON.stringify({ success: true, result: { total: 130, records } });
  };

  it('lists resources of the data sets whose name matches', async () => {
    const step: StepInput = { kind: 'ckan', base: HOST, packages: '/-sentenze$/', fields: { id: 'id' } };
    expect((await listed(connector(step), portal)).values('id')).toEqual([
      'cds-sentenze-2025',
      'cds-sentenze-2026',
      'tar-sentenze-2025',
      'tar-sentenze-2026',
    ]);
    const changed = await listed(connector(step), portal, { cursor: { from: '2026-01-01', until: '' }, changes: true });
    expect(changed.values('id')).toEqual(['cds-sentenze-2026', 'tar-sentenze-2026']);
  });

  it('lists the records of each data store to its total', async () => {
    const step: StepInput = { kind: 'ckan', base: HOST, packages: 'cds', records: true, fields: { id: 'N' } };
    const { end, items } = await listed(connector(step), portal);
    expect([items.length, end.isComplete, items[0]?.fields['resource']]).toEqual([260, true, ['cds-2025']]);
    const short: Portal = (request) => {
      const offset = Number(request.url.searchParams.get('offset'));
      return offset ? '{"success":true,"result":{"total":130,"records":[]}}' : portal(request);
    };
    expect((await listed(connector(step), short)).end.isComplete).toBe(false);
    expect((await listed(connector(step), () => '{"success":false,"error":{"message":"Not found"}}')).end.problems[0]?.message).toContain(
      'Not found',
    );
  });
});

describe('folders', () => {
  const article = (id: string, text = id): string => `<?xml version="1.0"?><ARTICLE><ID>${id}</ID><T>${text}</T></ARTICLE>`;
  const FILES: Record<string, Buffer> = {
    'Freemium_legi_global_20300101-000000.tar.gz': gzipSync(tarOf({ 'legi/global/old.xml': article('old') })),
    'Freemium_legi_global_20310101-000000.tar.gz': gzipSync(
      tarOf({ 'legi/global/A.xml': article('A'), 'legi/global/B.xml': article('B'), 'legi/global/C.xml': article('C') }),
    ),
    'LEGI_20301231-000000.tar.gz': gzipSync(tarOf({ 'x/early.xml': article('early') })),
    'LEGI_20310103-000000.tar.gz': gzipSync(
      tarOf({ '20310103/vigueur/D.xml': article('D'), 'liste_suppression_legi.dat': 'legi/global/A\n' }),
    ),
    'LEGI_20310102-000000.tar.gz': gzipSync(
      tarOf({ '20310102/abroge/B.xml': article('B', 'moved'), 'liste_suppression_legi.dat': 'legi/global/B\nlegi/global/C\n' }),
    ),
  };
  const step: StepInput = {
    kind: 'directory',
    base: `${HOST}/LEGI/`,
    full: 'Freemium_*_global_*.tar.gz',
    delta: 'LEGI_*.tar.gz',
    deletes: 'liste_suppression_*.dat',
    members: '*.xml',
    read: 'xml',
    fields: { text: '//T' },
  };
  const index = Object.keys(FILES)
    .map((name) => `<a href="${name}">${name}</a>`)
    .join('');
  const portal: Portal = ({ url }) => {
    const body = FILES[decodeURIComponent(url.pathname.split('/').at(-1) ?? '')];
    if (url.pathname === '/LEGI/') return `<h1>Index</h1><hr><img src="folder.gif"><a href="?C=N">Name</a><a href="../">Parent</a>${index}`;
    return body ? { body, type: 'application/gzip' } : null;
  };
  const story = (items: readonly { fields: Record<string, readonly string[]> | object; sign: string | null }[]): unknown[] =>
    items.map(({ fields, sign }) => [(fields as Record<string, readonly string[]>)['id']?.[0], sign]);

  it('takes the newest full archive, then what changed since, oldest first, each row with its edition and place', async () => {
    const { items, end, log } = await listed(connector(step), portal);
    expect(story(items)).toEqual([
      ['A', null],
      ['B', null],
      ['C', null],
      ['B', null],
      ['B', 'tombstone'],
      ['C', 'tombstone'],
      ['D', null],
      ['A', 'tombstone'],
    ]);
    expect(log.map((url) => url.split('/').at(-1))).toEqual([
      '',
      'Freemium_legi_global_20310101-000000.tar.gz',
      'LEGI_20310102-000000.tar.gz',
      'LEGI_20310103-000000.tar.gz',
    ]);
    expect(items[0]?.row).toMatchObject({ as: 'xml', text: article('A') });
    expect(items.slice(3, 5).map(({ edition }) => edition)).toEqual([
      { stamp: '20310102000000', place: 'abroge/B' },
      { stamp: '20310102000000', place: 'legi/global/B' },
    ]);
    expect(end.isComplete).toBe(true);
  });

  it('takes only later archives where a cursor is known', async () => {
    const { items } = await listed(connector(step), portal, { cursor: { from: '2031-01-02T12:00:00', until: '' }, changes: true });
    expect(story(items)).toEqual([
      ['D', null],
      ['A', 'tombstone'],
    ]);
  });

  it('E-40 takes an archive that is cut for broken', async () => {
    const { end } = await listed(connector(step), (request) => {
      const reply = portal(request);
      const isDelta = request.url.pathname.includes('20310102');
      return isDelta && typeof reply === 'object' && reply?.body ? { ...reply, body: (reply.body as Buffer).subarray(0, 100) } : reply;
    });
    expect(end.isComplete).toBe(false);
  });

  it('lists the files of a local folder', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'winnow-folder-'));
    for (const name of ['a.xml', 'b c.xml', 'note.txt']) writeFileSync(path.join(folder, name), name);
    const files: StepInput = { kind: 'directory', base: pathToFileURL(folder).href, members: '*.xml' };
    const { values, end } = await listed(connector(files, '{archive}'), () => null);
    expect(values('archive').toSorted()).toEqual(['a.xml', 'b c.xml']);
    expect(end.isComplete).toBe(true);
  });
});

describe('walks', () => {
  const step: StepInput = {
    kind: 'walk',
    seeds: [`${HOST}/archive`],
    follow: [{ deny: 'login' }, { allow: '^https://data\\.example/(archive|issue|article)/\\d+$' }],
    rows: '/article/\\d+$',
    fields: {
      id: { match: { of: { field: 'url' }, pattern: '(\\d+)$' } },
      title: 'h1',
      author: 'meta[name=author]@content',
      pdf: { link: { of: 'a.pdf' } },
    },
    require: ['pdf'],
  };
  const links = (hrefs: readonly string[]): string => hrefs.map((href) => `<a href="${href}">x</a>`).join('');
  const article = (url: URL): string =>
    `<meta name="author" content="Ada"><meta name="author" content="Bo"><h1>Title of ${url.pathname}</h1><a class="pdf" href="${url.pathname}.pdf">PDF</a>${links(['/login', '/about', 'https://other.example/article/9'])}`;

  it('E-61 goes from the archive over issues to articles, and to no page outside of the patterns', async () => {
    const { items, end, log } = await listed(connector(step), ({ url }) => {
      if (url.pathname === '/archive') return links(['/issue/1', '/issue/2', '/issue/3', '/login', '/news', '/archive/issue/login']);
      if (url.pathname.startsWith('/issue/'))
        return links([0, 1, 2, 3].map((at) => `/article/${url.pathname.at(-1)}${at}`)) + links(['/archive', '/issue/1']);
      return article(url);
    });
    expect(items).toHaveLength(12);
    expect(items[0]?.fields).toMatchObject({ title: ['Title of /article/10'], author: ['Ada', 'Bo'], pdf: [`${HOST}/article/10.pdf`] });
    expect(items[11]?.path).toEqual([`${HOST}/archive`, `${HOST}/issue/3`, `${HOST}/article/33`]);
    expect(log.filter((url) => !/archive$|issue\/\d$|article\/\d\d$/.test(url))).toEqual([]);
    expect(end.isComplete).toBe(true);
  });

  it('E-61 is complete where levels are missing', async () => {
    const { items, end } = await listed(connector(step), ({ url }) => {
      if (url.host !== 'data.example') return article(url);
      return url.pathname === '/archive'
        ? links(['/article/1', '/article/2', '/article/3'])
        : `<h1>T</h1><a class="pdf" href="x.pdf">PDF</a>`;
    });
    expect(items).toHaveLength(3);
    expect(end.isComplete).toBe(true);
  });

  it('E-67 an article that the archive no longer links to is not listed', async () => {
    const portal =
      (ids: readonly number[]): Portal =>
      ({ url }) =>
        url.pathname === '/archive' ? links(ids.map((id) => `/article/${id}`)) : '<a class="pdf" href="x.pdf">PDF</a>';
    const before = await listed(connector(step), portal([1, 2, 3]));
    const after = await listed(connector(step), portal([1, 3]));
    expect([before.values('id'), after.values('id'), after.end.isComplete]).toEqual([['1', '2', '3'], ['1', '3'], true]);
  });

  it('is not complete where an issue cannot be had, and doubts an article that is not there', async () => {
    const archive = links(['/issue/1', '/article/1', '/article/2']);
    const portal: Portal = ({ url }) => {
      if (url.pathname === '/archive') return archive;
      return url.pathname === '/article/2' ? '<a class="pdf" href="x.pdf">PDF</a>' : null;
    };
    const { items, end } = await listed(connector(step, '{url}'), portal);
    expect(items.map(({ fields, sign }) => [fields['url'], sign])).toEqual([
      [[`${HOST}/article/1`], 'doubt'],
      [[`${HOST}/article/2`], null],
    ]);
    expect(end).toMatchObject({ isComplete: false, problems: [{ rule: 'list[0].follow' }] });
  });

  it('takes links to files as rows without fetching them', async () => {
    const files: StepInput = { kind: 'walk', seeds: [`${HOST}/`], follow: [{ allow: '\\.pdf$' }], rows: '\\.pdf$' };
    const { values, log } = await listed(connector(files, '{url}'), () => '<a href="a 1.pdf">First</a><a href="b.html">Second</a>');
    expect([values('url'), values('label'), log]).toEqual([[`${HOST}/a%201.pdf`], ['First'], [`${HOST}/`]]);
  });
});
