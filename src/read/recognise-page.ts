/**
 * Pages that are answered with 200 and are no document: errors, challenges, logins, parked domains, works going on.
 *
 * General rules on the title, the first blocks and, for challenges, where scripts come from. Only short pages are looked
 * at: a long one is an article, whatever it is about. What an error page of this very site says is known better than by
 * any rule, once one was seen (`notFound`). Costs a sum over the blocks on ordinary pages.
 */
import { blockHashes, type Page } from '../model/index.js';
import * as phrases from './sign-phrases.js';

export interface PageSign {
  readonly kind: 'soft-404' | 'challenge' | 'login' | 'parked' | 'maintenance';
  /** For people, a clause. */
  readonly because: string;
}

export interface RecognisedPage {
  readonly page: Page;
  readonly status: number;
  readonly url: string;
  /** It is a document already. */
  readonly known: boolean;
  /** Signatures of this site's own error pages: see `pageSignature`. */
  readonly notFound?: readonly PageSignature[];
}

/** Title and hashes of the blocks of content. */
export interface PageSignature {
  readonly title: string | null;
  readonly blocks: readonly number[];
}

/** Characters of content beyond which a page is read as a document. */
const SHORT = 1500;
const VERY_SHORT = 250;
const HEADING = 120;
const LOOKED_AT = 8;

export function recognisePage({ page, status, url, known, notFound = [] }: RecognisedPage): PageSign | null {
  if (page.type !== 'text/html' && page.type !== 'application/xhtml+xml') return null;
  const length = contentLength(page);
  if (length > SHORT) return null;
  const shown = shownBy(page, length);
  return (
    challenge(shown) ??
    parked(shown) ??
    maintenance(shown) ??
    (status < 400 ? softNotFound(shown, page, notFound) : null) ??
    (known ? login(shown, page, url) : null)
  );
}

/** What a short page shows, in the pieces that are compared. */
interface Shown {
  readonly page: Page;
  readonly length: number;
  /** The title, whole and cut where sites put their name. */
  readonly titles: readonly string[];
  readonly title: string;
  readonly blocks: readonly string[];
}

function contentLength({ text, content }: Page): number {
  if (!content) return text.length;
  let length = 0;
  for (const pairs of [content.text, content.tables]) {
    for (let at = 0; at < pairs.length && length <= SHORT; at += 2) length += (pairs[at + 1] ?? 0) - (pairs[at] ?? 0);
  }
  return length;
}

function shownBy(page: Page, length: number): Shown {
  const pairs = page.content?.text ?? [0, page.text.length];
  const blocks: string[] = [];
  for (let at = 0; at < pairs.length && blocks.length < LOOKED_AT; at += 2) blocks.push(page.text.slice(pairs[at], pairs[at + 1]));
  const title = page.title ?? '';
  const parts = title.split(/(?<!\s)\s+[|–—·»:•-]+\s+|(?:(?<!\s)\s+)?[|»·]\s*/).filter((part) => part !== '');
  return { page, length, title, titles: parts.length > 1 ? [title, ...parts] : parts, blocks };
}

function challenge({ page, title, blocks, length }: Shown): PageSign | null {
  const said = [title, ...blocks].join('\n');
  const found = phrases.CHALLENGES.find(([pattern]) => pattern.test(said) || pattern.test(title));
  if (found) return { kind: 'challenge', because: found[1] };
  const loads = page.links.find(({ kind, url }) => (kind === 'script' || kind === 'iframe') && phrases.CHALLENGE_HOSTS.test(url));
  return loads && length <= VERY_SHORT && !page.links.some(({ kind }) => kind === 'a')
    ? { kind: 'challenge', because: 'nothing but a captcha' }
    : null;
}

function parked({ page, titles, blocks, length }: Shown): PageSign | null {
  const said = [...titles, ...blocks.filter((block) => block.length <= 2 * HEADING)];
  const found = phrases.PARKED.find(([pattern]) => said.some((line) => pattern.test(line)));
  if (found) return { kind: 'parked', because: found[1] };
  const loads = page.links.some(({ kind, url }) => (kind === 'script' || kind === 'iframe') && phrases.PARKING_HOSTS.test(url));
  return loads && length <= VERY_SHORT ? { kind: 'parked', because: 'a page of a seller of domains' } : null;
}

function softNotFound(shown: Shown, page: Page, notFound: readonly PageSignature[]): PageSign | null {
  if (notFound.length > 0) {
    const own = pageSignature(page);
    if (own && notFound.some((signature) => isSame(signature, own)))
      return { kind: 'soft-404', because: "the text of this site's own error page" };
  }
  const phrase = missingPage(shown);
  return phrase === null ? null : { kind: 'soft-404', because: `it says: ${phrase.slice(0, HEADING)}` };
}

/** The line that says that there is no such page; null when no line does, or not clearly enough. */
function missingPage({ titles, blocks, length }: Shown): string | null {
  const strongTitle = titles.find((part) => fills(phrases.NO_SUCH_PAGE, part));
  if (strongTitle !== undefined) return strongTitle;
  const bareTitle = titles.find((part) => fills(phrases.NOT_FOUND_BARE, part));
  const heading = blocks.slice(0, 3).find((block) => block.length <= HEADING && fills(phrases.NO_SUCH_PAGE, block));
  const sentence = blocks.find((block) => block.length <= 300 && phrases.NO_SUCH_PAGE.test(block));
  if (heading !== undefined && (length <= SHORT / 3 || bareTitle !== undefined)) return heading;
  if (sentence !== undefined && (bareTitle !== undefined || (length <= VERY_SHORT && fills(phrases.NO_SUCH_PAGE, sentence))))
    return sentence;
  const bareHeading = blocks.slice(0, 2).find((block) => fills(phrases.NOT_FOUND_BARE, block));
  if (bareHeading !== undefined && sentence !== undefined) return sentence;
  return bareTitle !== undefined && bareHeading !== undefined && length <= VERY_SHORT / 2 ? bareTitle : null;
}

/** Is the line little more than the phrase? */
function fills(pattern: RegExp, line: string): boolean {
  const match = pattern.exec(line);
  return match !== null && 2 * match[0].length >= line.replace(/[\s.!?…:;,–—-]+/gu, ' ').trim().length;
}

function maintenance({ titles, blocks, length }: Shown): PageSign | null {
  const said = [...titles, ...blocks.filter((block) => block.length <= 300)].find((line) => phrases.UNDER_MAINTENANCE.test(line));
  return said !== undefined && length <= SHORT / 2 ? { kind: 'maintenance', because: `it says: ${said.slice(0, HEADING)}` } : null;
}

/** A form for a password, and little else, where words say that this is what the page is for. */
function login({ titles, blocks, length }: Shown, page: Page, url: string): PageSign | null {
  if (!page.asksPassword || length > SHORT / 2) return null;
  const says = [...titles, ...blocks.filter((block) => block.length <= HEADING)].some((line) => phrases.ASKS_TO_LOG_IN.test(line));
  const named = /\/(?:log-?in|sign-?in|anmeld\w*|auth|sso|cas|account)(?:[/.?]|$)/i.test(url);
  return says || named ? { kind: 'login', because: 'a form for a password, and nothing else' } : null;
}

/** Null where there is too little to recognise it by. */
export function pageSignature(page: Page): PageSignature | null {
  const length = contentLength(page);
  if (length < 20 || length > 10 * SHORT) return null;
  return { title: page.title, blocks: blockHashes(page).slice(0, 100) };
}

/** Error pages repeat the address that was asked for, so a block may differ; the title may not. */
function isSame(known: PageSignature, seen: PageSignature): boolean {
  if (known.title !== seen.title) return false;
  const blocks = new Set(known.blocks);
  const shared = seen.blocks.filter((hash) => blocks.has(hash)).length;
  return shared > 0 && shared >= Math.max(known.blocks.length, seen.blocks.length) - 1;
}
