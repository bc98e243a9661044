/** What documents are made of: several files, archives, content negotiation, validators, stamps, pages instead of files. */
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import type { ConnectorInput } from '../../../src/definition/connector/index.js';
import type { FixturePage } from '../../../src/testing/index.js';
import { type KeptPortal, openKeptPortal } from '../../support/kept-portal.js';

let portal: KeptPortal;
afterEach(() => portal?.close());

const at = (path: string): string => `http://law.example${path}`;
const xml = (body: string, headers: Record<string, string> = {}) => ({ headers: { 'Content-Type': 'application/xml', ...headers }, body });
const html = (body: string, status = 200) => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: `<!doctype html><title>t</title>${body}`,
});
const json = (value: unknown) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) });
const list = (...rows: Record<string, unknown>[]) => json({ rows });

async function zip(members: Readonly<Record<string, string | Buffer>>, mtime = new Date(2020, 1, 1)): Promise<Buffer> {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(members)) file.addBuffer(Buffer.from(content), name, { mtime });
  file.end();
  const chunks: Buffer[] = [];
  for await (const chunk of file.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A connector over /list with these rules for documents. */
const over = (document: Partial<ConnectorInput['document']> & { files: unknown[] }, step: object = {}): ConnectorInput =>
  ({
    url: at('/'),
    list: [{ request: at('/list'), each: 'rows', fields: { id: 'id', link: 'link', date: 'date', parts: 'parts' }, ...step }],
    document: { key: '{id}', ...document },
  }) as ConnectorInput;

const files = (key: string) =>
  portal.workspace.repository.deposits
    .byKey('court', key)
    ?.files.map(({ name, role, operation, member }) => ({ name, role, operation, member }));

const contentOf = (key: string, name: string): Promise<string> => portal.contentOf(key, name);

describe('several files', () => {
  const CASE = over({
    files: [
      { request: '{link}', files: [{ role: 'asset', links: 'img@src' }] },
      { role: 'part', each: 'parts', request: '{value}' },
      { role: 'meta', item: 'json', name: 'metadata.json' },
    ],
  });

  it('E-39 an annex more makes the case Upd, with its other files None', async () => {
    const row = { id: 'c1', link: at('/c1.html'), parts: [at('/a1.txt')] };
    portal = await openKeptPortal({
      '/list': list(row),
      '/c1.html': html('<p>Judgment</p><img src="/seal.png">'),
      '/seal.png': { headers: { 'Content-Type': 'image/png' }, body: Buffer.from('89504e470d0a1a0a0000', 'hex') },
      '/a1.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'Annex one' },
      '/a2.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'Annex two' },
    });
    await portal.run(CASE);
    expect(files('c1')).toEqual([
      { name: 'c1.html', role: 'main', operation: 'Add', member: null },
      { name: 'seal.png', role: 'asset', operation: 'Add', member: null },
      { name: 'a1.txt', role: 'part', operation: 'Add', member: null },
      { name: 'metadata.json', role: 'meta', operation: 'Add', member: null },
    ]);
    expect(JSON.parse(await contentOf('c1', 'metadata.json'))).toEqual(row);

    portal.pages['/list'] = list({ ...row, parts: [...row.parts, at('/a2.txt')] });
    await portal.run(CASE);
    expect(portal.seen['Upd']).toEqual(['c1']);
    expect(files('c1')?.map(({ name, operation }) => `${name} ${operation}`)).toEqual([
      'c1.html None',
      'seal.png None',
      'a1.txt None',
      'a2.txt Add',
      'metadata.json Upd',
    ]);
    expect(await contentOf('c1', 'c1.html')).toContain('Judgment');
    expect(await contentOf('c1', 'a2.txt')).toBe('Annex two');
  });

  it('a part that cannot be had for now stays as it was; one that is not there is gone', async () => {
    portal = await openKeptPortal({
      '/list': list({ id: 'c1', link: at('/c1.html'), parts: [at('/a1.txt'), at('/a2.txt')] }),
      '/c1.html': html('<p>Judgment</p>'),
      '/a1.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'one' },
      '/a2.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'two' },
    });
    const connector = over({ files: [{ request: '{link}' }, { role: 'part', each: 'parts', request: '{value}' }] });
    await portal.run(connector);
    portal.pages['/a1.txt'] = { status: 403 };
    await portal.run(connector);
    expect(portal.seen['None']).toEqual(['c1']);
    delete portal.pages['/a2.txt'];
    await portal.run(connector);
    expect(files('c1')?.map(({ name, operation }) => `${name} ${operation}`)).toEqual(['c1.html None', 'a1.txt None']);
    expect(portal.seen['Upd']).toEqual(['c1']);
  });
});

describe('archives', () => {
  const ZIPPED = over({
    files: [
      {
        request: '{link}',
        unpack: [
          { name: '*.xml', fields: { title: '//title' } },
          { name: '*.jpg', role: 'asset' },
        ],
      },
    ],
    title: '{title}',
  });
  const send = (body: Buffer): FixturePage => ({ headers: { 'Content-Type': 'application/zip' }, body });

  it('members are the files; an archive packed anew with the same members is None', async () => {
    const members = { 'BJNR1.xml': '<law><title>Act one</title></law>', 'seal.jpg': 'image', 'notes.txt': 'left out' };
    portal = await openKeptPortal({ '/list': list({ id: 'l1', link: at('/l1.zip') }), '/l1.zip': send(await zip(members)) });
    await portal.run(ZIPPED);
    expect(files('l1')).toEqual([
      { name: 'BJNR1.xml', role: 'main', operation: 'Add', member: 'BJNR1.xml' },
      { name: 'seal.jpg', role: 'asset', operation: 'Add', member: 'seal.jpg' },
    ]);
    expect(await contentOf('l1', 'seal.jpg')).toBe('image');
    expect(portal.workspace.repository.deposits.byKey('court', 'l1')?.title).toBe('Act one');
    portal.pages['/l1.zip'] = send(await zip(members, new Date(2024, 5, 5)));
    await portal.run(ZIPPED);
    expect(portal.seen['None']).toEqual(['l1']);
  });

  it('archives inside archives, and gzip inside them, are opened', async () => {
    const inner = await zip({ 'deep/act.xml': '<law><title>Deep</title></law>' });
    portal = await openKeptPortal({
      '/list': list({ id: 'l1', link: at('/l1.zip') }),
      '/l1.zip': send(await zip({ 'a/inner.zip': inner, 'b/more.xml.gz': gzipSync('<more/>') })),
    });
    await portal.run(
      over({
        files: [
          {
            request: '{link}',
            unpack: [{ name: '*.zip', unpack: 'zip' }, { name: '*.gz', role: 'part', unpack: 'gzip' }, { name: '**/*.xml' }],
          },
        ],
      }),
    );
    expect(files('l1')?.map(({ member }) => member)).toEqual(['a/inner.zip!deep/act.xml', 'b/more.xml.gz']);
    expect(await contentOf('l1', 'act.xml')).toContain('Deep');
  });

  it('a damaged archive is no document, and a known one stays as it is', async () => {
    const good = await zip({ 'BJNR1.xml': '<law/>' });
    portal = await openKeptPortal({ '/list': list({ id: 'l1', link: at('/l1.zip') }), '/l1.zip': send(good) });
    await portal.run(ZIPPED);
    portal.pages['/l1.zip'] = send(good.subarray(0, 60));
    const report = await portal.run(ZIPPED);
    expect(report).toMatchObject({ operations: { Upd: 0, Del: 0, None: 1 }, failed: 1 });
  });
});

describe('requests', () => {
  it('formats are asked for in order of preference; parts of a 300 answer are all fetched', async () => {
    const negotiated =
      (formats: Record<string, FixturePage>): FixturePage =>
      (request) => {
        const page = formats[request.headers.accept ?? ''];
        return typeof page === 'object' ? page : { status: 406 };
      };
    portal = await openKeptPortal({
      '/list': list({ id: 'a', link: at('/a') }, { id: 'b', link: at('/b') }),
      '/a': negotiated({ 'application/pdf': { headers: { 'Content-Type': 'application/pdf' }, body: '%PDF-1.4 a' } }),
      '/b': negotiated({
        'application/xhtml+xml': {
          status: 300,
          headers: { 'Content-Type': 'text/html' },
          body: '<ul><li><a href="/b/DOC_1">1</a><li><a href="/b/DOC_2">2</a></ul>',
        },
      }),
      '/b/DOC_1': html('one'),
      '/b/DOC_2': html('two'),
    });
    await portal.run(over({ files: [{ request: '{link}', accept: ['application/xhtml+xml', 'application/pdf'], choices: true }] }));
    expect(files('a')?.map(({ name }) => name)).toEqual(['a.pdf']);
    expect(files('b')?.map(({ name }) => name)).toEqual(['DOC_1.html', 'DOC_2.html']);
  });

  it('a page instead of the file leads to it; what begins wrongly or is an error page is not taken', async () => {
    const pdf = { headers: { 'Content-Type': 'application/pdf' }, body: '%PDF-1.4 text' };
    portal = await openKeptPortal({
      '/list': list({ id: 'viewer', link: at('/v') }, { id: 'error', link: at('/e') }, { id: 'wrong', link: at('/w') }),
      '/v': html('<a class="file" href="/v.pdf">Download</a>'),
      '/v.pdf': pdf,
      '/e': html('Too many requests, sorry'),
      '/w': { headers: { 'Content-Type': 'application/pdf' }, body: 'not a PDF' },
    });
    const report = await portal.run(
      over({ files: [{ request: '{link}', inner: 'a.file@href', starts: ['%PDF-'], refuse: ['Too many requests'] }] }),
    );
    expect(report).toMatchObject({ operations: { Add: 1 }, failed: 2 });
    expect(portal.seen['Add']).toEqual(['viewer']);
    expect(portal.remarks.join('\n')).toMatch(/error: .*Too many requests.*\n.*wrong: .*does not begin with %PDF-/);
  });

  it('otherwise another address is asked', async () => {
    portal = await openKeptPortal({ '/list': list({ id: 'x', link: at('/gone') }), '/x.html': html('here') });
    await portal.run(over({ files: [{ request: '{link}', otherwise: [at('/{id}.html')] }] }));
    expect(portal.seen['Add']).toEqual(['x']);
  });

  it('addresses of a host that moved are asked at the new one, and kept as aliases', async () => {
    portal = await openKeptPortal({ '/list': list({ id: 'x', link: 'http://old.example/x.html' }), '/x.html': html('here') });
    await portal.run({ ...over({ files: [{ request: '{link}' }] }), hosts: { 'old.example': 'law.example' } });
    const stored = portal.workspace.repository.deposits.byKey('court', 'x');
    expect(stored?.files[0]?.url).toBe(at('/x.html'));
    expect(stored?.aliases).toEqual(['http://old.example/x.html']);
  });
});

describe('what costs no body', () => {
  it('E-38 validators and dates of the list prove None; downloading all gives the same', async () => {
    const validated =
      (body: string): FixturePage =>
      (request) =>
        request.headers['if-none-match'] === `"${body}"`
          ? { status: 304, headers: { ETag: `"${body}"` } }
          : xml(`<law>${body}</law>`, { ETag: `"${body}"` });
    const rows = (date: string) => [1, 2, 3].map((id) => ({ id: `l${id}`, link: at(`/l${id}.xml`), date }));
    portal = await openKeptPortal({
      '/list': list(...rows('1')),
      '/l1.xml': validated('1'),
      '/l2.xml': validated('2'),
      '/l3.xml': validated('3'),
    });
    const stamped = over({ files: [{ request: '{link}' }] }, { stamp: '{date}' });
    await portal.run(stamped);
    portal.asked();
    await portal.run(stamped);
    expect([portal.seen['None'], portal.asked()]).toEqual([['l1', 'l2', 'l3'], ['/list']]);

    Object.assign(portal.pages, { '/list': list(...rows('2')), '/l2.xml': validated('other') });
    const report = await portal.run(stamped);
    expect([portal.seen['Upd'], portal.seen['None']]).toEqual([['l2'], ['l1', 'l3']]);
    expect(portal.asked()).toEqual(['/list', '/l1.xml', '/l2.xml', '/l3.xml']);
    const all = await portal.run(stamped, { downloadAll: true });
    expect(all.operations).toMatchObject({ None: 3, Upd: 0 });
    expect(all.bytes).toBeGreaterThan(report.bytes);
  });

  it('only a part is compared, without what changes at every request', async () => {
    const page = (text: string, visitor: number) => html(`<nav>Visitor ${visitor}</nav><main>${text} <i>printed ${visitor}</i></main>`);
    portal = await openKeptPortal({ '/list': list({ id: 'x', link: at('/x') }), '/x': page('Law', 1) });
    const connector = over({ compare: 'selected', files: [{ request: '{link}', select: 'main', strip: [{ pattern: 'printed \\d+' }] }] });
    await portal.run(connector);
    portal.pages['/x'] = page('Law', 2);
    await portal.run(connector);
    expect(portal.seen['None']).toEqual(['x']);
    portal.pages['/x'] = page('Other law', 3);
    await portal.run(connector);
    expect(portal.seen['Upd']).toEqual(['x']);
  });
});

it('E-52 a session that is over after ten requests is opened anew and the file asked for again: no document is lost', async () => {
  let session = '';
  let left = 0;
  const guarded =
    (body: FixturePage): FixturePage =>
    ({ headers }) =>
      session !== '' && headers.cookie?.includes(session) && left-- > 0
        ? (body as ReturnType<typeof html>)
        : (html('Session expired') as ReturnType<typeof html>);
  const ids = Array.from({ length: 25 }, (_, index) => `d${index}`);
  let opened = 0;
  portal = await openKeptPortal({
    '/open': () => {
      session = `s=${++opened}`;
      left = 10;
      return { headers: { 'Set-Cookie': session, 'Content-Type': 'text/html' }, body: 'welcome' };
    },
    '/list': guarded(list(...ids.map((id) => ({ id, link: at(`/${id}`) })))),
    ...Object.fromEntries(ids.map((id) => [`/${id}`, guarded(html(`<p>${id}.`))])),
  });
  const report = await portal.run(
    over({ files: [{ request: '{link}' }] }, { session: { open: at('/open'), expired: ['Session expired'] } }),
  );
  expect(report).toMatchObject({ failed: 0, isSuspicious: false, operations: { Add: 25 } });
  for (const id of ids) expect(await contentOf(id, `${id}.html`)).toContain(`${id}.`);
  expect(opened).toBe(3); // 26 answers, ten to a session
});

it('E-52 a portal that takes longer than others may is waited for where its connector says so, robots.txt included', async () => {
  const slow = (page: FixturePage): FixturePage => ({ ...(page as ReturnType<typeof html>), delayMs: 300 });
  portal = await openKeptPortal({
    '/robots.txt': slow(html('User-agent: *\nDisallow: /secret\n')),
    '/list': slow(list({ id: 'x', link: at('/x') })),
    '/x': slow(html('<p>x')),
  });
  const definition = { fetch: { ...portal.web.fetch, timeout: '100ms' } };
  const patient = { ...over({ files: [{ request: '{link}' }] }), timeout: '60s' };
  expect(await portal.run(patient, { definition })).toMatchObject({ failed: 0, isSuspicious: false, operations: { Add: 1 } });
  expect(portal.remarks).toEqual([]);
});
