/**
 * Pagers: where the next page of a list is, by each of the ways portals have. Pure: they look at what was read and say what
 * to ask for; null means that the list is over.
 */
import type { NextRule, RequestTemplate } from '../../../definition/connector/index.js';
import { HarvestError, type Values } from '../port.js';
import type { Sheet } from './reading.js';
import type { Prepared } from './room.js';

/** What is asked for: the request of the step with these names, another one, a link, or the form of the page before. */
export interface Position {
  readonly names: Values;
  readonly link?: string;
  readonly request?: RequestTemplate;
  readonly submits?: boolean;
  /** Number the answer must show. */
  readonly page?: number;
}

/** How far a list has been read. */
export interface Progress {
  /** Pages read, this one included. */
  readonly pages: number;
  readonly rows: number;
  /** Rows of this page. */
  readonly rowsHere: number;
  readonly announced: number | null;
  /** Last value of the field that keyset paging goes by. */
  readonly last: string | null;
}

export interface Pager {
  first(): Position;
  after(sheet: Sheet, progress: Progress): Position | null;
}

type Rule<Name extends string> = Extract<NextRule, Record<Name, unknown>>;

/** What a portal may list at most, whatever it says. */
const MAX_PAGES = 1_000_000;

export function pagerOf(prepared: Prepared, next: NextRule | undefined = prepared.step.next): Pager {
  const pager = choose(prepared, next);
  return {
    first: () => pager.first(),
    after: (sheet, progress) => {
      if (progress.pages >= MAX_PAGES) throw limit(prepared, `more than ${MAX_PAGES} pages`, sheet);
      return pager.after(sheet, progress);
    },
  };
}

function choose(prepared: Prepared, next: NextRule | undefined): Pager {
  if (next === undefined) return { first: () => ({ names: {} }), after: () => null };
  if ('link' in next) return linkPager(prepared);
  if ('token' in next) return tokenPager(prepared, next);
  if ('after' in next) return keysetPager(prepared, next);
  if ('offset' in next) return offsetPager(next);
  return 'submit' in next ? submitPager(prepared, next) : numberPager(prepared, next);
}

/** Follows links, and notices one that was followed before. */
function linkPager(prepared: Prepared): Pager {
  const seen = new Set<string>();
  return {
    first: () => ({ names: {} }),
    after(sheet) {
      seen.add(sheet.url);
      const [href] = prepared.next.link ? sheet.values(prepared.next.link) : [];
      if (!href) return null;
      const link = sheet.resolve(href);
      if (seen.has(link)) throw limit(prepared, `the link to the next page leads back to ${link}`, sheet, 'next.link');
      seen.add(link);
      return { names: {}, link };
    },
  };
}

function tokenPager(prepared: Prepared, next: Rule<'token'>): Pager {
  const seen = new Set<string>();
  return {
    first: () => ({ names: { token: [''] } }),
    after(sheet) {
      const [token] = prepared.next.token ? sheet.values(prepared.next.token) : [];
      if (!token) return null;
      if (seen.has(token)) throw limit(prepared, `the token ${token.slice(0, 100)} comes a second time`, sheet, 'next.token');
      seen.add(token);
      return { names: { token: [token] }, ...(next.request === undefined ? {} : { request: next.request }) };
    },
  };
}

/** The last value of a page is where the next one begins. */
function keysetPager(prepared: Prepared, { after, size }: Rule<'after'>): Pager {
  let before: string | null = null;
  const names = (last: string): Values => ({ last: [last], size: [String(size)] });
  return {
    first: () => ({ names: names('') }),
    after(sheet, { rowsHere, last }) {
      if (rowsHere === 0 || rowsHere < size) return null;
      if (last === null) throw limit(prepared, `the last row has no field ${after}`, sheet, 'next.after');
      if (last === before) throw limit(prepared, `the page after ${last} ends with ${last} again`, sheet, 'next.after');
      before = last;
      return { names: names(last) };
    },
  };
}

/** A short page is the last, unless fewer rows have come than were announced: then the portal gives smaller pages than asked for. */
function offsetPager({ offset, size, until }: Rule<'offset'>): Pager {
  const names = (at: number): Values => ({ offset: [String(at)], size: [String(size)] });
  return {
    first: () => ({ names: names(offset) }),
    after(_sheet, { rows, rowsHere, announced }) {
      if (rowsHere === 0) return null;
      const isReached = announced !== null && rows >= announced;
      if (isReached || (until === 'short' && rowsHere < size && announced === null)) return null;
      return { names: names(offset + rows) };
    },
  };
}

function numberPager(prepared: Prepared, { page: first, step, until }: Extract<NextRule, { step: number }>): Pager {
  const end = ending(prepared, until);
  const names = (page: number): Values => ({ page: [String(page)] });
  return {
    first: () => ({ names: names(first) }),
    after: (sheet, progress) => (end(sheet, progress) ? null : { names: names(first + step * progress.pages) }),
  };
}

function submitPager(prepared: Prepared, { page: second, until }: Rule<'submit'>): Pager {
  const end = ending(prepared, until);
  return {
    first: () => ({ names: { page: [String(second - 1)] } }),
    after(sheet, progress) {
      if (end(sheet, progress)) return null;
      const page = second + progress.pages - 1;
      return { names: { page: [String(page)] }, submits: true, page };
    },
  };
}

type Until = 'empty' | 'count' | 'missing' | { readonly pages: unknown } | { readonly more: unknown };

/** Whether the page just read was the last. The number of pages is remembered: later pages may show only some of them. */
function ending(prepared: Prepared, until: Until): (sheet: Sheet, progress: Progress) => boolean {
  let pages: number | null = null;
  return (sheet, { pages: read, rows, rowsHere, announced }) => {
    if (prepared.next.more) return !sheet.values(prepared.next.more).some(isYes);
    if (typeof until === 'object') {
      const shown = prepared.next.pages
        ? sheet
            .values(prepared.next.pages)
            .map(numberIn)
            .filter((number) => number !== null)
        : [];
      pages = Math.max(pages ?? 1, ...shown);
      return read >= pages;
    }
    if (rowsHere === 0) return true;
    return announced !== null && until === 'count' ? rows >= announced : false;
  };
}

const isYes = (text: string): boolean => !/^(false|no|0)$/i.test(text.trim());

/** The number in a text such as “1.234 Treffer”. */
export function numberIn(text: string): number | null {
  const digits = /\d(?:[\d.,'\s\u00a0\u202f]*\d)?/.exec(text)?.[0].replace(/\D/g, '');
  return digits === undefined || digits.length > 12 ? null : Number(digits);
}

const limit = ({ rule }: Prepared, message: string, { url }: Sheet, place = 'next'): HarvestError =>
  new HarvestError('template', message, { url, rule: `${rule}.${place}` });
