/** What a run that reached nothing says stood in the way; the exit code is tested on the program itself. */
import { expect, it } from 'vitest';
import { LOGIN_NOTE } from '../../model/index.js';
import type { PageVisit, RunSummary } from '../../store/index.js';
import { nothingReached } from './nothing-reached.js';
import type { RunReport } from './run-report.js';

const SUMMARY = {
  documents: 0,
  fetches: 1,
  heldBack: 0,
  operations: { Add: 0, Upd: 0, Del: 0, None: 0 },
  statuses: [],
  errors: [],
  rejections: [],
  sites: [],
} as unknown as RunSummary;

const told = (
  summary: Partial<RunSummary>,
  report: Partial<RunReport> = {},
  visits: readonly Partial<PageVisit>[] = [],
): readonly string[] | null =>
  nothingReached(
    {
      state: 'finished',
      reason: 'everything was visited',
      completeness: null,
      ...report,
      summary: { ...SUMMARY, ...summary },
    } as RunReport,
    () => visits.map((visit) => ({ ...VISIT, ...visit })),
  );

const VISIT: PageVisit = { url: 'http://a.test/', isSeed: true, status: 200, location: null, error: null, reason: null, notes: null };

const error = (code: string) => ({ errors: [{ error: code, count: 1, example: 'http://a.test/robots.txt' }] });
const limited = (by: string) =>
  ({
    completeness: { sites: [{ site: 'http://a.test', limits: [{ by, urls: 1, detail: 'robots.txt answered 503' }] }] },
  }) as unknown as Partial<RunReport>;

it.each<[string, Partial<RunSummary>, Partial<RunReport>, RegExp]>([
  ['a name nobody knows', error('FETCH_DNS_NOT_FOUND'), {}, /a\.test is not known.*spelling/],
  ['name servers that are silent', error('FETCH_DNS_FAILED'), {}, /name servers.*a\.test.*network/],
  ['an address that is not public', error('FETCH_ADDRESS_FORBIDDEN'), {}, /a\.test.*not public.*fetch\.allowAddresses.*--allow-addresses/],
  ['nobody listens', error('FETCH_CONNECT_FAILED'), {}, /a\.test takes no connection/],
  ['a certificate nobody vouches for', error('FETCH_TLS_UNTRUSTED'), {}, /certificate of a\.test.*--fetch-insecure-tls/],
  ['any other failure', error('FETCH_HEAD_TOO_LARGE'), {}, /a\.test.*FETCH_HEAD_TOO_LARGE/],
  ['robots.txt forbids it', {}, limited('robots'), /robots\.txt of http:\/\/a\.test forbids/],
  ['robots.txt is down', {}, limited('closed'), /http:\/\/a\.test.*robots\.txt answered 503/],
  [
    'nothing in scope',
    { rejections: [{ filter: 'scope.domains', count: 3, example: 'http://b.test/' }] },
    {},
    /3 addresses.*scope\.domains.*http:\/\/b\.test/,
  ],
  ['nobody knows why', {}, {}, /no page/],
])('%s', (_, summary, report, words) => {
  expect(told(summary, report)?.join('\n')).toMatch(words);
});

const leading = (url: string, location: string, more: Partial<PageVisit> = {}) => ({ url, status: 302, location, ...more });

it.each<[string, Partial<PageVisit>[], string]>([
  ['a page that is not there', [{ status: 404 }], 'http://a.test/ does not exist (404): check the address.'],
  ['a server that fails', [{ status: 500 }], 'http://a.test/ fails at its server (500): try again later.'],
  ['a refusal', [{ status: 403 }], 'http://a.test/ refuses the visit (403).'],
  [
    'a password',
    [{ status: 401 }],
    'http://a.test/ asks for a user name and a password (401): name them under fetch.credentials in the definition.',
  ],
  [
    'a seed that leads out of scope',
    [leading('http://a.test/', 'http://b.test/#top')],
    'http://a.test/ leads to http://b.test/, which is out of scope. Start from there instead, or widen the scope.',
  ],
  [
    'a seed that leads to an error',
    [leading('http://a.test/', '/en/'), { url: 'http://a.test/en/', isSeed: false, status: 404 }],
    'http://a.test/ leads to http://a.test/en/, which does not exist (404): check the address.',
  ],
  [
    'a circle',
    [leading('http://a.test/', '/in'), leading('http://a.test/in', '/', { isSeed: false })],
    'http://a.test/ redirects in a circle: check the address, or whether the site wants cookies.',
  ],
  [
    'redirects without end',
    [leading('http://a.test/', '/1', { reason: 'FETCH_TOO_MANY_REDIRECTS: 10 redirects followed' })],
    'http://a.test/ redirects again and again, the last time to http://a.test/1.',
  ],
])('tells what became of the seeds: %s', (_, visits, sentence) => {
  expect(told({}, {}, visits)).toEqual([sentence]);
});

it('names an address that a seed leads to once', () => {
  const rejections = [{ filter: 'scope.seeds', count: 1, example: 'http://b.test/' }];
  expect(told({ rejections }, {}, [leading('http://a.test/', 'http://b.test/')])).toHaveLength(1);
});

it('a page to log in is nothing, but one page beside it is something', () => {
  const came = { documents: 1, operations: { Add: 1, Upd: 0, Del: 0, None: 0 } };
  expect(told(came, {}, [{ notes: LOGIN_NOTE }])?.join()).toMatch(/asks to log in.*fetch\.cookies\.file/);
  expect(told({ ...came, documents: 2 }, {}, [{ notes: LOGIN_NOTE }, { notes: '' }])).toBeNull();
});

it.each<[string, Partial<RunSummary>, Partial<RunReport>]>([
  ['a document is enough', { operations: { Add: 1, Upd: 0, Del: 0, None: 0 } }, {}],
  ['so is one that has not changed', { operations: { Add: 0, Upd: 0, Del: 0, None: 1 } }, {}],
  ['a budget was spent', {}, { reason: 'budget.time: 1 s are over' }],
  ['it was stopped', {}, { state: 'stopped' }],
  ['nothing was to be asked of what is held', { fetches: 0, documents: 4 }, {}],
])('says nothing where %s', (_, summary, report) => {
  expect(told(summary, report)).toBeNull();
});
