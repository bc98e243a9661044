/** Search forms, and sessions that end while they are used. */
import { describe, expect, it } from 'vitest';
import type { Portal, Reply } from '../../../../test/support/asker.js';
import { listed } from '../../../../test/support/listing.js';
import type { ConnectorInput } from '../../../definition/connector/index.js';

const HOST = 'https://court.example';
const SIZE = 10;

function connector(list: ConnectorInput['list']): ConnectorInput {
  return { id: 'court', url: `${HOST}/`, document: { key: '{id}', files: [{ request: '{id}' }] }, list };
}

const numbers = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

/** A search page of the kind made by JSF: its state is in a hidden field that changes with each answer and in the session. */
class FormPortal {
  readonly posts: Record<string, string>[] = [];
  #state = 0;
  #sessions = 0;
  #asked = 0;

  constructor(
    readonly total: number,
    readonly options: { expiresAfter?: number; says?: string; numbers?: boolean } = {},
  ) {}

  readonly answer: Portal = ({ url, method, form, cookie }): Reply | null => {
    if (!url.pathname.startsWith('/search.faces')) return null;
    const { expiresAfter, says } = this.options;
    this.#asked++;
    const isLost = method === 'POST' && (cookie === null || form.get('javax.faces.ViewState') !== `vs-${this.#state}`);
    if (expiresAfter && this.#asked % expiresAfter === 0) this.#state += 1000;
    if (method === 'GET') return this.#page(null, `s${++this.#sessions}`);
    this.posts.push(Object.fromEntries(form));
    if (isLost) return says ? { body: `<p>${says}</p>` } : this.#page(1, cookie);
    return this.#page(Number(form.get('f:page') || 1), cookie);
  };

  #page(page: number | null, cookie: string | null): Reply {
    const ids = page === null ? [] : numbers((page - 1) * SIZE + 1, Math.min(this.total, page * SIZE));
    const shown = this.options.numbers === false ? '' : `<b class="page">${page ?? 1}</b>`;
    const body = `<form id="f" method="post" action="/search.faces;jsessionid=${cookie}">
      <input type="hidden" name="javax.faces.ViewState" value="vs-${++this.#state}">
      <input type="hidden" name="f_SUBMIT" value="1"><input name="f:year"><input type="checkbox" name="f:old" value="1">
      <input type="checkbox" name="f:new" checked><input type="submit" name="f:other" value="Other">
      <select name="f:court"><option value="all">All<option value="one">One</select><textarea name="f:words">any</textarea>
      </form><i class="total">${this.total}</i>${shown}<ul>${ids.map((id) => `<li onclick="show('${id}')">${id}</li>`).join('')}</ul>`;
    return { body, ...(cookie ? { cookie } : {}) };
  }
}

const search = (more: object = {}): ConnectorInput =>
  connector([
    {
      request: `${HOST}/search.faces`,
      submit: { form: 'form#f', values: { 'f:year': '{window.year}', 'f:find.x': '10', 'f:find.y': '10' }, drop: ['f:old'] },
      windows: { by: 'year', from: '2026' },
      each: 'li',
      fields: { id: { match: { of: { xpath: '@onclick' }, pattern: "show\\('(\\d+)'\\)" } } },
      count: 'i.total',
      next: { submit: { form: 'form#f', values: { 'f:page': '{page}', 'f:year': '{window.year}' } }, shown: 'b.page', until: 'count' },
      ...more,
    } as NonNullable<ConnectorInput['list']>[number],
  ]);

describe('forms', () => {
  it('E-03 fetches a portal that no link leads into, page by page, with hidden fields and image buttons', async () => {
    const portal = new FormPortal(35);
    const { values, end, log } = await listed(search(), portal.answer);
    expect(values('id')).toEqual(numbers(1, 35));
    expect(end.isComplete).toBe(true);
    expect(log.map((entry) => entry.split(' ')[0])).toEqual([`${HOST}/search.faces`, 'POST', 'POST', 'POST', 'POST']);
    expect(portal.posts[0]).toEqual({
      'javax.faces.ViewState': 'vs-1',
      f_SUBMIT: '1',
      'f:new': 'on',
      'f:court': 'all',
      'f:words': 'any',
      'f:year': '2026',
      'f:find.x': '10',
      'f:find.y': '10',
    });
    expect(portal.posts.map((post) => post['f:page'])).toEqual([undefined, '2', '3', '4']);
    expect(portal.posts.map((post) => post['javax.faces.ViewState'])).toEqual(['vs-1', 'vs-2', 'vs-3', 'vs-4']);
  });

  it('E-11 names the form that is gone', async () => {
    const { end } = await listed(search(), () => '<p>We have moved.</p>');
    expect(end).toMatchObject({ isComplete: false, problems: [{ rule: 'list[0].submit.form' }] });
  });

  it('sends a form by GET where it says so', async () => {
    const list = connector([
      { request: `${HOST}/`, submit: { form: 'form', values: { q: 'a b' } }, each: 'li', fields: { id: { xpath: '.' } } },
    ] as ConnectorInput['list']);
    const { log } = await listed(list, ({ url }) =>
      url.pathname === '/' ? '<form action="find"><input name="h" value="1"></form>' : '<li>1</li>',
    );
    expect(log).toEqual([`${HOST}/`, `${HOST}/find?h=1&q=a+b`]);
  });
});

describe('sessions', () => {
  it('E-52 renews a session that shows its first page again, and loses no row', async () => {
    const { values, end } = await listed(search(), new FormPortal(95, { expiresAfter: 4 }).answer);
    expect(values('id')).toEqual(numbers(1, 95));
    expect(end.isComplete).toBe(true);
  });

  it('E-52 tells a lost session by the rows alone where no page number is shown', async () => {
    const { values, end } = await listed(search(), new FormPortal(95, { expiresAfter: 4, numbers: false }).answer);
    expect(values('id')).toEqual(numbers(1, 95));
    expect(end.isComplete).toBe(true);
  });

  it('E-52 renews a session whose end is told by a text, after ten requests', async () => {
    const says = 'Your session has expired';
    const session = { open: `${HOST}/search.faces`, expired: [says] };
    const { values, end } = await listed(search({ session }), new FormPortal(195, { expiresAfter: 10, says }).answer);
    expect(values('id')).toEqual(numbers(1, 195));
    expect(end.isComplete).toBe(true);
  });

  it('gives up a session that cannot be had', async () => {
    const session = { open: `${HOST}/open`, expired: ['expired'] };
    const { end, log } = await listed(search({ session }), ({ url }) => (url.pathname === '/open' ? 'welcome' : 'expired'));
    expect(end).toMatchObject({ isComplete: false, problems: [{ rule: 'list[0].session.expired' }] });
    expect(log).toHaveLength(6);
  });

  it('opens a worn-out session anew before it is refused', async () => {
    const list = connector([
      {
        request: `${HOST}/list?year={window.year}`,
        session: { open: `${HOST}/open`, maxRequests: 2 },
        windows: { by: 'year', from: '2022' },
        each: 'li',
        fields: { id: { xpath: '.' } },
      },
    ]);
    const { log } = await listed(list, ({ url }) => ({ body: `<li>${url.search}</li>`, cookie: 'c' }));
    expect(log.filter((url) => url.endsWith('/open'))).toHaveLength(3);
  });

  const contents = (session: 'keep' | 'fresh' | 'none'): ConnectorInput =>
    connector([
      { over: { issue: ['a', 'b', 'c'] } },
      { request: `${HOST}/contents?issue={issue}`, session, each: 'li', fields: { id: { xpath: '.' } } },
    ]);
  /** Repeats the first answer of a session whatever is asked for. */
  const pinning: Portal = ({ url, cookie }) => {
    const issue = cookie ?? url.searchParams.get('issue') ?? '';
    return { body: `<li>${issue}-1</li>`, cookie: issue };
  };

  it.each([
    ['fresh', ['a-1', 'b-1', 'c-1']],
    ['none', ['a-1', 'b-1', 'c-1']],
    ['keep', ['a-1']],
  ] as const)('asks with %s cookies', async (session, ids) => {
    expect((await listed(contents(session), pinning)).values('id')).toEqual(ids);
  });
});
