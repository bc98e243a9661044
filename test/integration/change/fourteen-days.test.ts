/**
 * Fourteen days of the demo web in one workspace: after each, the journal, the states of the documents and what is held
 * back are compared with the truth, entry by entry. No deletion and no update may be missing, and none too many.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestWorkspace, type TestWorkspace } from '../../../src/testing/index.js';
import { type ChangeTruth, type DemoWeb, type DocumentState, demoDefinition, startDemoWeb } from '../../../src/webs/demo/index.js';

/** Those to which something happens after the first day. */
const SITES = [
  'harbour-news',
  'ministry',
  'land-registry',
  'library',
  'bakery',
  'gazette',
  'observatory',
  'court',
  'town-hall',
  'municipality',
];
const DAYS = Array.from({ length: 14 }, (_, day) => day + 1);
const WEIGHTY = ['title', 'text', 'tables', 'metadata', 'files'];

const byUrl = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

let web: DemoWeb;
let made: TestWorkspace;
/** What each document should be, folded from the first day on. */
const states = new Map<string, DocumentState>();
const table: string[] = [];
let urlOf: (spelling: string) => string;

beforeAll(async () => {
  web = await startDemoWeb({ delayFactor: 0.05, sites: SITES });
  made = makeTestWorkspace();
  const known = spellings();
  urlOf = (spelling) => known.get(spelling) ?? spelling;
});
afterAll(async () => {
  console.info(table.join('\n'));
  made.remove();
  await web.close();
});

/** Crawls the web of a day and answers with the number of the run. */
async function crawlDay(day: number): Promise<number> {
  web.setDay(day);
  const { fetch, ...definition } = demoDefinition(web);
  const { run, state } = await made.crawl({
    ...definition,
    politeness: { delay: '0s', crawlDelayFactor: 0, maxDelay: '500ms' },
    budget: { keepFree: 0 },
    fetch: { ...fetch, timeout: '1m', retries: 1, retryDelay: '20ms' },
  });
  expect(state).toBe('finished');
  return run;
}

/** Other spellings of a page, any of which a crawl may have met first → its URL. */
function spellings(): Map<string, string> {
  const days = [0, ...DAYS].map((day) => web.truth(day));
  const pages = days.flatMap(({ sites }) => sites.flatMap((site) => site.pages));
  return new Map(pages.flatMap(({ url, variants }) => variants.map((variant) => [variant, url] as const)));
}

const changesOf = (day: number): ChangeTruth[] => web.truth(day).sites.flatMap((site) => site.changes);

/** Style sheets, pictures and feeds, which a crawl may take or leave. */
const isMatterOfTaste = (url: string): boolean => web.truth().sites.some((site) => site.either.includes(url));

/** `Upd http://… title text`; suspicions as `suspected http://…`. */
const line = (what: string, url: string, fields: readonly string[]): string => [what, url, ...fields].join(' ');

function expectedJournal(day: number): string[] {
  return changesOf(day)
    .flatMap(({ operation, suspicion, url, fields }) => [
      ...(operation === 'None'
        ? []
        : [
            line(
              operation,
              url,
              fields.filter((field) => field !== 'content'),
            ),
          ]),
      ...(suspicion ? [line(suspicion, url, [])] : []),
    ])
    .sort();
}

function journalOf(run: number): string[] {
  return made
    .rows('journal')
    .filter((row) => row['run'] === run && !isMatterOfTaste(String(row['url'])))
    .map(({ operation, suspicion, url, changed }) => {
      const fields = operation === 'Upd' ? (JSON.parse(String(changed)) as string[]).filter((field) => WEIGHTY.includes(field)) : [];
      return line(String(operation === 'None' ? suspicion : operation), urlOf(String(url)), fields);
    })
    .sort();
}

const statesFound = (): Map<string, string> =>
  new Map(
    made
      .rows('documents')
      .map(({ url, state }): [string, string] => [urlOf(String(url)), String(state)])
      .filter(([url]) => !isMatterOfTaste(url))
      .sort(byUrl),
  );

/** Sites with an anomaly that nobody has decided on. */
const openAnomalies = (): string[] =>
  made.read((repository) =>
    repository.changes
      .anomalies()
      .filter(({ state }) => state === 'open')
      .map(({ site }) => site),
  );

function countOf(rows: readonly string[]): string {
  const count = (what: string): string => `${rows.filter((row) => row.startsWith(`${what} `)).length} ${what}`;
  return ['Add', 'Upd', 'Del', 'suspected', 'cleared'].map((what) => count(what).padStart(12)).join('');
}

describe('fourteen days of the demo web', () => {
  it('E-37 on the first day everything is an Add', async () => {
    const run = await crawlDay(0);
    const pages = web.truth().sites.flatMap((site) => site.pages);
    for (const { url } of pages) states.set(url, 'present');
    expect(journalOf(run)).toEqual(pages.map(({ url }) => line('Add', url, [])).sort());
    table.push(`day  0${countOf(journalOf(run))}`);
  });

  it.each(DAYS)('E-38 day %i: every planted change is found, and none besides', async (day) => {
    const run = await crawlDay(day);
    const changes = changesOf(day);
    for (const { url, state } of changes) states.set(url, state);
    const journal = journalOf(run);
    table.push(`day ${String(day).padStart(2)}${countOf(journal)}  ${changes.filter(({ heldBack }) => heldBack).length} held back`);
    expect(journal).toEqual(expectedJournal(day));
    expect(statesFound()).toEqual(new Map([...states].sort(byUrl)));
    const held = new Set(changes.filter(({ heldBack }) => heldBack).map(({ url }) => new URL(url).origin));
    for (const site of held) expect(openAnomalies()).toContain(site);
  });

  it('what was held back is let go when the site is well again', () => expect(openAnomalies()).toEqual([]));
});
