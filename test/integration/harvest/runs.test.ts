/** What a run concludes, and when it stops: lists that are not to be believed, quotas, routes, sessions that repeat themselves. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectorInput } from '../../../src/definition/connector/index.js';
import { ReuseRefused } from '../../../src/run/harvest/index.js';
import { oneByOne } from '../../../src/store/index.js';
import type { FixturePage } from '../../../src/testing/index.js';
import { allOf } from '../../support/all-of.js';
import { type KeptPortal, openKeptPortal } from '../../support/kept-portal.js';

let portal: KeptPortal;
afterEach(() => portal?.close());

const KEYS = Array.from({ length: 10 }, (_, index) => `law-${index}`);
const xml = (body: string) => ({ headers: { 'Content-Type': 'application/xml' }, body });
const row = (key: string, extra = '') => `<law><key>${key}</key><link>http://law.example/${key}.xml</link>${extra}</law>`;
const toc = (...keys: string[]) => xml(`<toc>${keys.map((key) => row(key)).join('')}</toc>`);
const law = (text: string) => xml(`<act><title>On ${text}</title></act>`);
const laws = (keys: readonly string[]): Record<string, FixturePage> => Object.fromEntries(keys.map((key) => [`/${key}.xml`, law(key)]));
const pages = (keys: readonly string[]): Record<string, FixturePage> => ({ '/toc.xml': toc(...keys), ...laws(keys) });

const STEP = { request: 'http://law.example/toc.xml', each: '//law', fields: { key: 'key', link: 'link' }, require: ['key', 'link'] };
const TOC: ConnectorInput = { url: 'http://law.example/', list: [STEP], document: { key: '{key}', files: [{ request: '{link}' }] } };

describe('lists that are not to be believed', () => {
  it.each([
    ['E-11 a changed template yields nothing', xml(`<toc>${KEYS.map((key) => `<entry>${key}</entry>`).join('')}</toc>`), 'list[0].each'],
    [
      'E-11 a required field is missing',
      xml(`<toc>${KEYS.map((key) => `<law><key>${key}</key></law>`).join('')}</toc>`),
      'list[0].fields.link',
    ],
    [
      'E-40 the list breaks off half-way',
      xml(
        `<toc>${KEYS.slice(0, 8)
          .map((key) => row(key))
          .join('')}<law><key>law`,
      ),
      'list[0]',
    ],
    ['E-40 the list is not to be had', { status: 403 }, 'list[0]'],
    ['E-11 far fewer than last time', toc(...KEYS.slice(0, 5)), 'deletion.most'],
  ] as [string, FixturePage, string][])('%s: nothing is deleted, and the rule is named', async (_case, list, rule) => {
    portal = await openKeptPortal(pages(KEYS));
    await portal.run(TOC);
    portal.pages['/toc.xml'] = list;
    const report = await portal.run(TOC);
    expect(report).toMatchObject({ isSuspicious: true, state: 'finished', operations: { Add: 0, Upd: 0, Del: 0 } });
    expect(report.problems.map((problem) => problem.rule).join(' ')).toContain(rule);
    expect(portal.workspace.repository.deposits.count('court')).toBe(10);
    portal.pages['/toc.xml'] = toc(...KEYS);
    expect(await portal.run(TOC)).toMatchObject({ isSuspicious: false, operations: { None: 10 } });
  });

  it('E-11 documents none of which can be had make the run suspicious', async () => {
    portal = await openKeptPortal(pages(KEYS));
    await portal.run(TOC);
    for (const key of KEYS) portal.pages[`/${key}.xml`] = { status: 404 };
    portal.pages['/toc.xml'] = toc(...KEYS.slice(0, 9));
    const report = await portal.run(TOC);
    expect(report).toMatchObject({ isSuspicious: true, failed: 9, operations: { Del: 0 } });
    expect(report.problems[0]).toEqual({
      rule: 'document.files[0]',
      message: expect.stringMatching(/^9 documents could not be had; the first: law-0: .* answered 404/),
    });
  });

  it('a document that is listed and not to be had stays', async () => {
    portal = await openKeptPortal(pages(KEYS));
    await portal.run(TOC);
    portal.pages['/law-1.xml'] = { status: 404 };
    expect(await portal.run(TOC)).toMatchObject({ isSuspicious: false, failed: 1, operations: { Del: 0, None: 10 } });
  });
});

describe('what is missing from a complete list', () => {
  it.each([
    ['one that still answers is believed gone', 1, ['law-9']],
    ['several that still answer are not', 2, []],
  ])('%s', async (_case, count, deleted) => {
    portal = await openKeptPortal(pages(KEYS));
    await portal.run(TOC);
    portal.pages['/toc.xml'] = toc(...KEYS.slice(0, 10 - count));
    const report = await portal.run(TOC);
    expect(portal.seen['Del']).toEqual(deleted);
    expect(report.isSuspicious).toBe(deleted.length === 0);
  });

  it('it is asked for as it was: with its format and language, and with what was posted', async () => {
    const rows = (codes: readonly string[]) => xml(`<toc>${codes.map((code) => row(code, `<code>${code}</code>`)).join('')}</toc>`);
    const CODES = ['bul', 'deu', 'eng'];
    const asked: string[] = [];
    const gone = new Set<string>();
    const act: FixturePage = (request) => {
      const { accept, 'accept-language': language = '' } = request.headers;
      asked.push(`${request.method} ${accept} ${language} ${request.headers['content-type'] ?? ''}`.trim());
      request.on('data', (body: Buffer) => asked.push(body.toString()));
      return gone.has(language) ? { status: 404 } : law(`${language} by ${request.method}`);
    };
    const step = { ...STEP, fields: { ...STEP.fields, code: 'code' } };
    const negotiated: ConnectorInput = {
      ...TOC,
      list: [step],
      document: {
        key: '{key}',
        files: [
          {
            request: { url: 'http://law.example/act', acceptLanguage: '{code}' },
            accept: ['application/xml;notice=tree'],
          },
        ],
      },
    };
    portal = await openKeptPortal({ '/toc.xml': rows(CODES), '/act': act });
    expect((await portal.run(negotiated)).operations.Add).toBe(3);
    portal.pages['/toc.xml'] = rows(CODES.slice(0, 2));
    gone.add('eng');
    asked.length = 0;
    expect((await portal.run(negotiated)).operations).toMatchObject({ Del: 1 });
    expect(portal.seen['Del']).toEqual(['eng']);
    expect(asked.at(-1)).toBe('GET application/xml;notice=tree eng');

    const posted = { url: 'http://law.example/act', form: { language: '{code}' }, headers: { 'accept-language': '{code}' } };
    const byForm: ConnectorInput = { ...negotiated, document: { key: '{key}', files: [{ request: posted }] } };
    expect((await portal.run(byForm)).operations.Upd).toBe(2);
    portal.pages['/toc.xml'] = rows(['bul']);
    gone.add('deu');
    asked.length = 0;
    await portal.run(byForm);
    expect(portal.seen['Del']).toEqual(['deu']);
    expect(asked.slice(-2)).toEqual([expect.stringMatching(/^POST .* deu application\/x-www-form-urlencoded$/), 'language=deu']);
  });

  it('one that cannot be asked is only suspected; back in the list it is as it was', async () => {
    portal = await openKeptPortal(pages(KEYS));
    await portal.run(TOC);
    Object.assign(portal.pages, { '/toc.xml': toc(...KEYS.slice(0, 9)), '/law-9.xml': { status: 403 } });
    expect(await portal.run(TOC)).toMatchObject({ suspected: 1, operations: { Del: 0 } });
    expect(portal.workspace.repository.deposits.byKey('court', 'law-9')?.isSuspected).toBe(true);
    Object.assign(portal.pages, pages(KEYS));
    await portal.run(TOC);
    expect(portal.workspace.repository.deposits.byKey('court', 'law-9')?.isSuspected).toBe(false);
  });

  it('tombstones delete at once; hints only where the address says so too', async () => {
    const signed: ConnectorInput = { ...TOC, list: [{ ...STEP, gone: 'deleted', doubt: 'maybe' }] };
    portal = await openKeptPortal(pages(KEYS));
    await portal.run(signed);
    const rows = [
      row('law-0', '<deleted>1</deleted>'),
      row('law-1', '<maybe>1</maybe>'),
      row('law-2', '<maybe>1</maybe>'),
      ...KEYS.slice(3).map((key) => row(key)),
    ];
    Object.assign(portal.pages, { '/toc.xml': xml(`<toc>${rows.join('')}</toc>`), '/law-2.xml': { status: 410 } });
    await portal.run(signed);
    expect(portal.seen['Del']?.sort()).toEqual(['law-0', 'law-2']);
    const [entry] = [...portal.workspace.repository.rows('journal')].filter((each) => each['operation'] === 'Del');
    expect(entry).toMatchObject({ operation: 'Del' });
  });

  it('nothing is concluded where no list exists, or where it was made with other parameters', async () => {
    portal = await openKeptPortal(pages(KEYS));
    await portal.run(TOC);
    delete portal.pages['/law-9.xml'];
    portal.pages['/toc.xml'] = toc(...KEYS.slice(0, 9));
    expect((await portal.run({ ...TOC, mode: 'by-identifier' })).operations.Del).toBe(0);
    const other: ConnectorInput = { ...TOC, parameters: { Year: { about: 'First year.', type: 'year' } } };
    expect((await portal.run(other, { parameters: { Year: '2014' } })).operations.Del).toBe(0);
    expect((await portal.run(other, { parameters: { Year: '2014' } })).operations.Del).toBe(1);
  });
});

describe('E-06 terms of re-use', () => {
  it('a prohibited portal refuses to start, and nothing is requested', async () => {
    portal = await openKeptPortal(pages(KEYS));
    const prohibited: ConnectorInput = { ...TOC, reuse: { terms: 'prohibited', because: 'its terms forbid crawling' } };
    await expect(portal.run(prohibited)).rejects.toThrow(ReuseRefused);
    await expect(portal.run(prohibited)).rejects.toThrow(/may not be harvested: its terms forbid crawling/);
    expect(portal.web.requests).toEqual([]);
  });

  it('what has to be confirmed is asked for first', async () => {
    portal = await openKeptPortal(pages(KEYS.slice(0, 1)));
    const confirm: ConnectorInput = { ...TOC, reuse: { terms: 'free', because: 'x', confirm: 'You have applied for a licence.' } };
    await expect(portal.run(confirm)).rejects.toThrow(/You have applied for a licence/);
    expect(portal.web.requests).toEqual([]);
    expect((await portal.run(confirm, { accepted: true })).operations.Add).toBe(1);
  });

  it('20 documents a day of 50: 20, 20 and 10, and it says when it may go on', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `l${index}`);
    portal = await openKeptPortal(pages(keys));
    const limited: ConnectorInput = { ...TOC, reuse: { terms: 'free', because: 'x', quota: { day: 20 } } };
    const on = (day: string) => portal.run(limited, { now: () => new Date(`${day}T10:00:00Z`) });
    const first = await on('2026-03-01');
    expect(first).toMatchObject({ state: 'limited', mayGoOn: '2026-03-02', operations: { Add: 20 } });
    expect(first.reason).toBe('the limit of 20 documents a day is reached; it may go on on 2026-03-02');
    portal.asked();
    expect(await on('2026-03-01')).toMatchObject({ state: 'limited', run: null, operations: { Add: 0 } });
    expect(portal.asked()).toEqual([]);
    expect((await on('2026-03-02')).operations).toMatchObject({ Add: 20, None: 0 });
    expect(await on('2026-03-03')).toMatchObject({ state: 'finished', operations: { Add: 10, None: 0, Del: 0 } });
    expect(portal.workspace.repository.deposits.count('court')).toBe(50);
  });
});

describe('routes', () => {
  it('E-76 a delivery that dies half-way: the run goes on by crawl, says why, and asks for nothing twice', async () => {
    portal = await openKeptPortal({ ...pages(KEYS), '/bulk.xml': toc(...KEYS.map((key) => `bulk/${key}`)) });
    for (const [index, key] of KEYS.entries()) portal.pages[`/bulk/${key}.xml`] = index < 4 ? law(key) : { status: 403 };
    for (const key of KEYS.slice(4)) portal.pages[`/bulk/${key}.xml`] = { status: 503, headers: { 'Retry-After': '0' } };
    const two: ConnectorInput = {
      url: 'http://law.example/',
      document: {
        key: '{key}',
        files: [{ request: '{link}' }],
      },
      routes: [
        {
          approach: 'bulk',
          list: [
            {
              ...STEP,
              request: 'http://law.example/bulk.xml',
              fields: {
                key: {
                  replace: {
                    of: 'key',
                    pattern: '^bulk/',
                    with: '',
                  },
                },
                link: 'link',
              },
            },
          ],
        },
        {
          approach: 'crawl',
          list: [STEP],
        },
      ],
    };
    const report = await portal.run(two);
    expect(report.operations).toEqual({ Add: 10, Upd: 0, Del: 0, None: 0 });
    expect(report.routes).toEqual([
      { route: 'bulk', outcome: expect.stringContaining('could not be reached') },
      { route: 'crawl', outcome: 'used' },
    ]);
    expect(portal.remarks.join('\n')).toMatch(/The route bulk failed: .*503.*It goes on by crawl\./);
    expect(portal.asked().filter((path) => /^\/law-[0-3]\.xml/.test(path))).toEqual([]);
    expect([...portal.workspace.repository.rows('journal')]).toHaveLength(10);
  });

  it('E-01 crawled, delivered and combined documents end up in the same tables', async () => {
    portal = await openKeptPortal(pages(KEYS.slice(0, 2)));
    const drop = join(portal.folder, 'drop');
    mkdirSync(drop);
    for (const name of ['b1', 'b2']) writeFileSync(join(drop, `${name}.xml`), `<act><title>${name}</title></act>`);
    const folder = { kind: 'directory' as const, base: `${pathToFileURL(drop).href}/`, members: '*.xml' };
    const delivered: ConnectorInput = {
      url: 'http://law.example/',
      approach: 'bulk',
      list: [folder],
      document: { key: '{archive}', files: [{ request: '{url}' }] },
    };
    const definition = { fetchers: [{ use: 'file', folders: [drop] }] };
    expect((await portal.run(TOC)).operations.Add).toBe(2);
    const report = await portal.run({ ...delivered, mode: 'by-identifier' }, { definition });
    expect(report).toMatchObject({ problems: [], operations: { Add: 2 } });
    const combined: ConnectorInput = { ...TOC, mode: 'by-identifier', approach: 'combined' };
    Object.assign(portal.pages, pages(KEYS.slice(0, 3)));
    expect((await portal.run(combined)).operations).toMatchObject({ Add: 1, None: 2 });
    const all = [...portal.workspace.repository.deposits.all('court')];
    expect(all.map(({ key, files }) => [key, files.length, files[0]?.md5.length])).toEqual([
      ['law-0', 1, 32],
      ['law-1', 1, 32],
      ['b1.xml', 1, 32],
      ['b2.xml', 1, 32],
      ['law-2', 1, 32],
    ]);
  });

  it('changes are asked for once everything was listed, and everything again after the sweep', async () => {
    const feed: ConnectorInput = {
      ...TOC,
      changes: [{ ...STEP, request: 'http://law.example/changes?from={cursor.from}' }],
      sweep: '30d',
      overlap: '1d',
    };
    portal = await openKeptPortal({ ...pages(KEYS), '/changes?from=2026-02-28': toc('law-3', 'new'), '/new.xml': law('new') });
    const on = (day: string) => portal.run(feed, { now: () => new Date(`${day}T10:00:00Z`) });
    expect((await on('2026-03-01')).mode).toBe('list');
    portal.pages['/law-3.xml'] = law('changed');
    portal.asked();
    expect(await on('2026-03-02')).toMatchObject({ mode: 'changes', operations: { Add: 1, Upd: 1, Del: 0, None: 0 } });
    expect(portal.asked()).toEqual(['/changes?from=2026-02-28', '/law-3.xml', '/new.xml']);
    portal.pages['/toc.xml'] = toc(...KEYS, 'new');
    expect(await on('2026-04-05')).toMatchObject({ mode: 'list', operations: { None: 11 } });
  });
});

describe('going on', () => {
  it('a run that was stopped goes on: no document is asked for twice, and what is gone is seen', async () => {
    portal = await openKeptPortal(pages(KEYS));
    await portal.run(TOC);
    delete portal.pages['/law-9.xml'];
    portal.pages['/toc.xml'] = toc(...KEYS.slice(0, 9));
    portal.asked();
    const stop = new AbortController();
    let count = 0;
    const stopped = await portal.run(TOC, { stop: stop.signal, onProgress: () => void (++count === 4 && stop.abort()) });
    expect(stopped.state).toBe('stopped');
    const report = await portal.run(TOC);
    expect(report).toMatchObject({ resumed: true, state: 'finished', operations: { Del: 1 } });
    const asked = portal.asked().filter((path) => path !== '/toc.xml' && path !== '/law-9.xml');
    expect(asked).toEqual([...new Set(asked)]);
    expect(stopped.operations.None + report.operations.None).toBe(9);
  });

  it('windows that are done are not asked for again', async () => {
    const years: ConnectorInput = {
      ...TOC,
      list: [{ ...STEP, request: 'http://law.example/{window.year}', windows: { by: 'year', from: '2024' } }],
    };
    portal = await openKeptPortal({ '/2024': toc('law-0'), '/2025': toc('law-1'), '/2026': toc('law-2'), ...laws(KEYS) });
    const stop = new AbortController();
    const options = { now: () => new Date('2026-03-01T00:00:00Z') };
    await portal.run(years, { ...options, stop: stop.signal, onDocument: ({ key }) => void (key === 'law-1' && stop.abort()) });
    portal.asked();
    await portal.run(years, options);
    expect(portal.asked()).toEqual(['/2025', '/2026', '/law-2.xml']);
  });
});

it('a session that repeats itself is noticed, and none of its documents believed', async () => {
  portal = await openKeptPortal(pages(KEYS));
  await portal.run(TOC);
  for (const key of KEYS.slice(4)) portal.pages[`/${key}.xml`] = law('always the same');
  const report = await portal.run(TOC);
  expect(report).toMatchObject({ isSuspicious: true, operations: { Upd: 0, Del: 0 } });
  expect(report.problems[0]).toMatchObject({ rule: 'guard.sameContent', message: expect.stringMatching(/law-4, law-5, law-6/) });
});

it('robots.txt is obeyed, and said to be the reason', async () => {
  portal = await openKeptPortal({ ...pages(KEYS), '/robots.txt': { body: 'User-agent: *\nDisallow: /toc.xml\n' } });
  const report = await portal.run(TOC);
  expect(report.problems[0]?.message).toMatch(/robots\.txt of law\.example forbids it: .*\/toc\.xml/);
  expect(portal.asked()).toEqual([]);
});

it('busy answers are waited for, and asked again', async () => {
  portal = await openKeptPortal(pages(KEYS.slice(0, 2)));
  portal.pages['/law-1.xml'] = (_request, earlier) => (earlier < 2 ? { status: 503 } : law('law-1'));
  expect((await portal.run(TOC)).operations.Add).toBe(2);
  expect(portal.remarks.filter((remark) => remark.includes('503'))).toHaveLength(2);
});

it('a redirect to a stranger is not followed; one inside the portal is, and every hop is archived', async () => {
  portal = await openKeptPortal(pages(KEYS.slice(0, 2)));
  portal.pages['/law-0.xml'] = { status: 302, headers: { Location: '/moved.xml' } };
  portal.pages['/moved.xml'] = law('moved');
  portal.pages['/law-1.xml'] = { status: 302, headers: { Location: 'http://elsewhere.test/x' } };
  expect(await portal.run(TOC)).toMatchObject({ operations: { Add: 1 }, failed: 1 });
  expect(portal.remarks.join('\n')).toMatch(/redirects to elsewhere\.test, which is none of the portal's hosts/);
  const records = await allOf(oneByOne(portal.workspace.repository.streams.fetches.each({ where: { archived: true } })));
  const archived = records.map(({ url, status }) => `${status} ${new URL(url).pathname}`);
  expect(archived).toEqual(expect.arrayContaining(['302 /law-0.xml', '200 /moved.xml', '200 /toc.xml']));
});

it('E-75 a fetcher of the definition takes the place of the built-in one', async () => {
  portal = await openKeptPortal({});
  writeFileSync(
    join(portal.folder, 'stub.mjs'),
    `const pages = { '/toc.xml': '<toc><law><key>a</key><link>http://law.example/a.xml</link></law></toc>', '/a.xml': '<act>from the stub</act>' };
export default {
  kind: 'fetcher', name: 'stub', about: 'Pages out of memory.', schemes: ['http'],
  options: { safeParse: (data) => ({ success: true, data }), parse: (data) => data },
  open: async () => ({
    fetch: async ({ url }) => {
      const text = pages[new URL(url).pathname];
      const body = new TextEncoder().encode(text ?? '');
      const head = new TextEncoder().encode('HTTP/1.1 200 OK\\r\\nContent-Type: application/xml\\r\\n\\r\\n');
      return { url, method: 'GET', startedAt: Date.now(), durationMs: 1, firstByteMs: 1, status: text ? 200 : 404, statusText: '', protocol: 'stub', remoteAddress: null, tls: null,
        requestHead: new Uint8Array(), requestBody: null, responseHead: head, headers: [['Content-Type', 'application/xml']], wire: body, body, truncated: null };
    },
    addressOf: async () => null, forget: async () => {}, close: async () => {},
  }),
};`,
  );
  const report = await portal.run(TOC, { definition: { plugins: ['./stub.mjs'], fetchers: ['stub'] } });
  expect(report.operations.Add).toBe(1);
  expect(await portal.contentOf('a', 'a.xml')).toContain('from the stub');
  expect(portal.web.requests).toEqual([]);
});
