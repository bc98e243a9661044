/** Which file is the text of a document: what stands in for one that is missing, pages that lead on, and what is the text already. */
import { afterEach, expect, it } from 'vitest';
import type { ConnectorInput } from '../../../src/definition/connector/index.js';
import type { FixturePage } from '../../../src/testing/index.js';
import { type KeptPortal, openKeptPortal } from '../../support/kept-portal.js';

let portal: KeptPortal;
afterEach(() => portal?.close());

const at = (path: string): string => `http://law.example${path}`;
const html = (body: string): FixturePage => ({ headers: { 'Content-Type': 'text/html' }, body: `<!doctype html><title>t</title>${body}` });
const pdf = (text: string): FixturePage => ({ headers: { 'Content-Type': 'application/pdf' }, body: `%PDF-1.4 ${text}` });
const list = (...rows: Record<string, unknown>[]): FixturePage => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ rows }),
});

const over = (files: unknown[], title = '{id}'): ConnectorInput =>
  ({
    url: at('/'),
    list: [{ request: at('/list'), each: 'rows', fields: { id: 'id', page: 'page', pdfs: 'pdfs', pdf: { first: 'pdfs' } } }],
    document: { key: '{id}', title, files },
  }) as ConnectorInput;

const roles = (key: string): Record<string, string> =>
  Object.fromEntries(portal.workspace.repository.deposits.byKey('court', key)?.files.map(({ name, role }) => [name, role]) ?? []);

const POST = over([
  { required: false, where: [{ field: 'pdf', matches: '.' }], request: '{pdf}', starts: ['%PDF-'] },
  { instead: true, request: '{page}' },
  { role: 'part', each: 'pdfs', request: '{value}', starts: ['%PDF-'] },
  { role: 'meta', request: '{page}' },
]);

it('a page stands in for a PDF that is missing, and no file is there twice', async () => {
  portal = await openKeptPortal({
    '/list': list(
      { id: 'whole', page: at('/whole'), pdfs: [at('/whole.pdf'), at('/summary.pdf')] },
      { id: 'dead', page: at('/dead'), pdfs: [at('/dead.pdf')] },
      { id: 'inline', page: at('/inline') },
    ),
    '/whole': html('<p>See the file'),
    '/dead': html('<p>The file is gone'),
    '/inline': html('<p>1. The text'),
    '/whole.pdf': pdf('text'),
    '/summary.pdf': pdf('summary'),
  });
  expect(await portal.run(POST)).toMatchObject({ failed: 0, isSuspicious: false });
  expect(roles('whole')).toEqual({ 'whole.pdf': 'main', 'summary.pdf': 'part', 'whole.html': 'meta' });
  expect(roles('dead')).toEqual({ 'dead.html': 'main' });
  expect(roles('inline')).toEqual({ 'inline.html': 'main' });
  await portal.run(POST);
  expect(portal.seen['None']).toEqual(['whole', 'dead', 'inline']);
});

it('nothing stands in for a text that cannot be had for now', async () => {
  const row = { id: 'a', page: at('/a'), pdfs: [at('/a.pdf')] };
  portal = await openKeptPortal({ '/list': list(row), '/a': html('<p>See the file'), '/a.pdf': pdf('text') });
  await portal.run(POST);
  portal.pages['/a.pdf'] = { status: 403 };
  await portal.run(POST);
  expect([portal.seen['None'], roles('a')]).toEqual([['a'], { 'a.pdf': 'main', 'a.html': 'meta' }]);
  portal.pages['/list'] = list(row, { id: 'b', page: at('/b'), pdfs: [at('/b.pdf')] });
  Object.assign(portal.pages, { '/b': html('<p>See the file'), '/b.pdf': { status: 503 } });
  const report = await portal.run(POST);
  expect([portal.seen['Add'], report.failed]).toEqual([[], 1]);
});

it('pages that lead on are followed to the last, once each, and no farther than allowed', async () => {
  const page = (number: number, next: string): FixturePage =>
    html(`<nav>${Math.random()}</nav><main>Page ${number}</main><a href="${next}">Continue</a>`);
  portal = await openKeptPortal({
    '/list': list({ id: 'ring', page: at('/r-1') }, { id: 'long', page: at('/l-1') }, { id: 'soft', page: at('/s-1') }),
    '/r-1': page(1, '/r-2'),
    '/r-2': page(2, '/r-1'),
    ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`/l-${number}`, page(number, `/l-${number + 1}`)])),
    '/s-1': page(1, '/s-2'),
    '/s-2': html('<h1>Page cannot be found</h1>'),
  });
  const connector = over([
    { request: '{page}', select: 'main', refuse: ['Page cannot be found'], files: [{ role: 'part', links: 'a@href', chain: 3 }] },
  ]);
  await portal.run(connector);
  expect(roles('long')).toEqual({ 'l-1.html': 'main', 'l-2.html': 'part', 'l-3.html': 'part', 'l-4.html': 'part' });
  expect(roles('soft')).toEqual({ 's-1.html': 'main' });
  expect(roles('ring')).toEqual({ 'r-1.html': 'main', 'r-2.html': 'part' });
  await portal.run(connector);
  expect(portal.seen).toMatchObject({ Upd: [], None: ['ring', 'long', 'soft'] });
});

it('what was read in a file is known while the file is as it was', async () => {
  const headers: Record<string, string> = { ETag: '"1"', 'Content-Type': 'text/html' };
  const text: FixturePage = (request) =>
    request.headers['if-none-match'] === '"1"' ? { status: 304, headers } : { headers, body: '<h1>Smith v Lamp</h1><p id="case">7</p>' };
  portal = await openKeptPortal({ '/list': list({ id: 'a', page: at('/a') }), '/a': text, '/case/7': html('first') });
  const connector = over(
    [
      { request: '{page}', fields: { title: 'h1', case: '#case' } },
      { role: 'meta', each: 'case', request: at('/case/{value}'), name: 'case' },
    ],
    '{title}',
  );
  const named = { ...connector, document: { ...connector.document, fields: { case: '{case}' }, require: ['title'] } } as ConnectorInput;
  await portal.run(named);
  portal.pages['/case/7'] = html('second');
  await portal.run(named);
  expect(portal.seen['Upd']).toEqual(['a']);
  expect(portal.workspace.repository.deposits.byKey('court', 'a')).toMatchObject({ title: 'Smith v Lamp', fields: { case: ['7'] } });
});

it.each([
  ['a part without an address', { role: 'part', request: '{annex}' }, /its address has no value/],
  ['parts that are never there', { role: 'part', request: `${at('/annex-{id}')}` }, /annex-a answered 404/],
])('E-11 %s is a finding', async (_what, part, message) => {
  const rows = ['a', 'b'].map((id) => ({ id, page: at(`/${id}`), pdfs: [] }));
  portal = await openKeptPortal({ '/list': list(...rows), '/a': html('<p>One'), '/b': html('<p>Two') });
  const main = { request: '{page}' };
  const report = await portal.run(over([main, part]));
  expect(report).toMatchObject({ state: 'finished', isSuspicious: true, operations: { Add: 2 } });
  expect(report.problems).toMatchObject([{ rule: 'document.files[1]', message: expect.stringMatching(message) }]);
  expect((await portal.run(over([main, { ...part, required: false }]))).isSuspicious).toBe(false);
});

it('E-11 a rule for parts that nothing is named for is told of', async () => {
  portal = await openKeptPortal({
    '/list': list({ id: 'a', page: at('/a') }, { id: 'b', page: at('/b') }),
    '/a': html('1'),
    '/b': html('2'),
  });
  const report = await portal.run(over([{ request: '{page}' }, { role: 'part', each: 'annexes', request: '{value}' }]));
  const message = expect.stringMatching(/^it found nothing for any of 2 documents; for the first: it has no annexes/);
  expect(report).toMatchObject({ isSuspicious: false, notes: [{ rule: 'document.files[1]', message }] });
});

it('E-11 a rule that finds no text for any document is a finding, however few there are', async () => {
  portal = await openKeptPortal({ '/list': list({ id: 'a', page: at('/a') }, { id: 'b', page: at('/b') }) });
  const report = await portal.run(over([{ each: 'pdfs', request: '{value}' }]));
  expect(report).toMatchObject({ state: 'finished', isSuspicious: true, failed: 2, problems: [{ rule: 'document.files[0]' }] });
});

it('a part that only some documents have is no finding', async () => {
  const rows = ['a', 'b'].map((id) => ({ id, page: at(`/${id}`), pdfs: id === 'a' ? [at('/a.pdf')] : [] }));
  portal = await openKeptPortal({ '/list': list(...rows), '/a': html('<p>One'), '/b': html('<p>Two'), '/a.pdf': pdf('more') });
  const files = [{ request: '{page}' }, { role: 'part', each: 'pdfs', request: '{value}' }];
  expect(await portal.run(over(files))).toMatchObject({ isSuspicious: false });
});
