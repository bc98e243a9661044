/** Portals behind forms and sessions, and journals: those that come with the program, and others they were not written with. */
import { afterEach, describe, expect, it } from 'vitest';
import { playPortal } from '../../../src/assembly/index.js';
import { type ConnectorInput, loadConnector } from '../../../src/definition/connector/index.js';
import { fixtureOf, type PortalFixture } from '../../../src/webs/portals/index.js';
import { type FixtureHarvest, openFixtureHarvest } from '../../support/fixture-harvest.js';
import { type KeptPortal, openKeptPortal } from '../../support/kept-portal.js';
import { otherGazette } from './other-gazette.js';
import { otherJournal } from './other-journal.js';

describe('two days and two broken ones', () => {
  it.each([otherGazette, otherJournal])('$connector bears other contents and habits', async (fixture) => {
    const { connector } = await loadConnector(fixture.connector);
    const days = await playPortal({ connector, fixture });
    expect(days.map(({ day, faults }) => ({ day, faults }))).toEqual([1, 2, 'broken', 'cut'].map((day) => ({ day, faults: [] })));
  });
});

describe('the State Gazette', () => {
  let harvest: FixtureHarvest;
  afterEach(() => harvest?.close());

  it('E-03, E-52 is listed by posting its form year by year and page by page, through a view that expires', async () => {
    const fixture = (await fixtureOf('darzhaven-vestnik')) as PortalFixture;
    const posts: string[] = [];
    const open: PortalFixture['open'] = (day) => {
      const portal = fixture.open(day);
      return (request) => {
        const { form, method } = request;
        if (method === 'POST') posts.push(`${form.get('broi_form:from_date')} ${form.get('broi_form:selectPage') ?? ''}`);
        return portal(request);
      };
    };
    harvest = await openFixtureHarvest({ ...fixture, open });
    expect((await harvest.run(1)).faults).toEqual([]);
    // The second page is asked for twice: the first time the view has expired, and the first page came.
    expect(posts).toEqual(['1.1.2004 1', '1.1.2005 1', '1.1.2006 1', '1.1.2006 2', '1.1.2006 1', '1.1.2006 2']);
  });
});

describe('a journal without interfaces', () => {
  let portal: KeptPortal;
  afterEach(() => portal?.close());

  const HOST = 'http://law.example';
  const page = (body: string) => ({ headers: { 'Content-Type': 'text/html' }, body: `<html><body>${body}</body></html>` });
  const link = (path: string): string => `<a href="${path}">${path}</a>`;
  const journal = (articles: readonly string[], hasIssues: boolean) => {
    const issues = [...new Set(articles.map((article) => article.split('-')[0]))];
    return Object.fromEntries([
      [
        '/archive',
        page(
          hasIssues
            ? issues.map((issue) => link(`/issue/${issue}`)).join('') + link('/news')
            : articles.map((each) => link(`/article/${each}`)).join(''),
        ),
      ],
      ...issues.map((issue) => [
        `/issue/${issue}`,
        page(
          articles
            .filter((each) => each.startsWith(`${issue}-`))
            .map((each) => link(`/article/${each}`))
            .join(''),
        ),
      ]),
      ...articles.map((each) => [
        `/article/${each}`,
        page(`<h1>On ${each}</h1><p class="by">Ada</p><p class="by">Bo</p><a class="pdf" href="/files/${each}.pdf">PDF</a>`),
      ]),
      ...articles.map((each) => [`/files/${each}.pdf`, { headers: { 'Content-Type': 'application/pdf' }, body: `%PDF-1.4 ${each}` }]),
    ]);
  };
  const WALK: ConnectorInput = {
    url: `${HOST}/`,
    list: [
      {
        kind: 'walk',
        seeds: [`${HOST}/archive`],
        follow: [{ allow: '/(issue|article)/[^/]+$' }],
        rows: '/article/',
        fields: {
          id: { match: { of: { field: 'url' }, pattern: '([^/]+)$' } },
          title: 'h1',
          authors: '.by',
          pdf: { link: { of: 'a.pdf' } },
        },
        require: ['title', 'pdf'],
      },
    ],
    document: { key: '{id}', title: '{title}', fields: { authors: '{authors}' }, files: [{ request: '{pdf}', starts: ['%PDF-'] }] },
  };
  const ARTICLES = ['1', '2', '3'].flatMap((issue) => ['a', 'b', 'c', 'd'].map((article) => `${issue}-${article}`));

  it('E-61, E-63, E-65, E-67 gives its PDFs with what their abstract pages say, and notices what the archive drops', async () => {
    portal = await openKeptPortal(journal(ARTICLES, true));
    expect((await portal.run(WALK)).operations).toEqual({ Add: 12, Upd: 0, Del: 0, None: 0 });
    expect(portal.asked().filter((path) => !/^\/(archive|robots\.txt|(issue|article|files)\/)/.test(path))).toEqual([]);
    const stored = portal.workspace.repository.deposits.byKey('court', '2-c');
    expect(stored).toMatchObject({ title: 'On 2-c', fields: { authors: ['Ada', 'Bo'] }, files: [{ type: 'application/pdf' }] });

    portal.pages['/issue/2'] = journal(
      ARTICLES.filter((each) => each !== '2-c'),
      true,
    )['/issue/2'] as never;
    delete portal.pages['/files/2-c.pdf'];
    expect((await portal.run(WALK)).operations).toEqual({ Add: 0, Upd: 0, Del: 1, None: 11 });
    expect(portal.seen['Del']).toEqual(['2-c']);
  });

  it('E-63 what the issue and the abstract page say goes with the PDF, and is not there when nobody reads it', async () => {
    portal = await openKeptPortal(journal(ARTICLES, true));
    const told = { title: 'h1', authors: '.by' };
    const steps = (abstract: object): ConnectorInput => ({
      url: `${HOST}/`,
      list: [
        { request: `${HOST}/archive`, each: 'a[href^="/issue"]', fields: { issue: { xpath: '.' }, contents: { link: {} } } },
        { request: '{contents}', each: 'a', fields: { abstract: { link: {} } } },
        {
          request: '{abstract}',
          fields: { id: { match: { of: { field: 'abstract' }, pattern: '([^/]+)$' } }, pdf: { link: { of: 'a.pdf' } }, ...abstract },
        },
      ],
      document: {
        key: '{id}',
        title: '{title}',
        fields: { authors: '{authors}', issue: '{issue}' },
        files: [{ request: '{pdf}', starts: ['%PDF-'] }],
      },
    });
    const stored = () => portal.workspace.repository.deposits.byKey('court', '3-b');
    expect((await portal.run(steps(told))).operations).toMatchObject({ Add: 12 });
    expect(stored()).toMatchObject({ title: 'On 3-b', files: [{ type: 'application/pdf' }] });
    expect(stored()?.fields).toEqual({ authors: ['Ada', 'Bo'], issue: ['/issue/3'] });

    await portal.close();
    portal = await openKeptPortal(journal(ARTICLES, true));
    expect((await portal.run(steps({}))).operations).toMatchObject({ Add: 12 });
    expect(stored()?.title).not.toBe('On 3-b');
    expect(stored()?.fields).toEqual({ issue: ['/issue/3'] });
  });

  it('E-61 is complete where the archive lists its articles itself', async () => {
    portal = await openKeptPortal(journal(ARTICLES, false));
    expect(await portal.run(WALK)).toMatchObject({ isSuspicious: false, operations: { Add: 12 } });
  });
});
