/** What a run that reached nothing says stood in the way; the exit code is tested on the program itself. */
import { expect, it } from 'vitest';
import type { RunSummary } from '../../store/index.js';
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

const told = (summary: Partial<RunSummary>, report: Partial<RunReport> = {}): readonly string[] | null =>
  nothingReached({
    state: 'finished',
    reason: 'the frontier is empty',
    completeness: null,
    ...report,
    summary: { ...SUMMARY, ...summary },
  } as RunReport);

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
  ['any other failure', error('FETCH_TLS_FAILED'), {}, /a\.test.*FETCH_TLS_FAILED/],
  ['robots.txt forbids it', {}, limited('robots'), /robots\.txt of http:\/\/a\.test forbids/],
  ['robots.txt is down', {}, limited('closed'), /http:\/\/a\.test.*robots\.txt answered 503/],
  [
    'nothing in scope',
    { rejections: [{ filter: 'scope.domains', count: 3, example: 'http://b.test/' }] },
    {},
    /3 addresses.*scope\.domains.*http:\/\/b\.test/,
  ],
  ['error pages alone', { statuses: [{ status: 404, count: 2 }] }, {}, /404/],
  ['nobody knows why', {}, {}, /no page/],
])('%s', (_, summary, report, words) => {
  expect(told(summary, report)?.join('\n')).toMatch(words);
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
