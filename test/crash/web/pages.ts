/**
 * The web of the crash campaign: the same pages whenever and however often they are asked for.
 *
 * A pure function of site and path, so that two crawls can be compared byte for byte. Every site links to all its
 * pages, to the next site, to pictures, to addresses that redirect and to some that are gone.
 */
import { seededRandom } from '../random.js';

export interface CrashSite {
  readonly host: string;
  readonly pages: number;
  /** Wait before every answer, in milliseconds. */
  readonly waits: number;
  /** Seconds asked for by robots.txt; null: there is no robots.txt. */
  readonly crawlDelay: number | null;
  /** Links to a body larger than what is kept in memory, so that one passes through a file. */
  readonly big?: boolean;
}

export interface CrashAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One of the sites takes its time, one asks for pauses longer than a process needs to start anew. */
export const LARGE_WEB: readonly CrashSite[] = [
  { host: 'north.test', pages: 45, waits: 0, crawlDelay: null, big: true },
  { host: 'south.test', pages: 45, waits: 0, crawlDelay: null },
  { host: 'www.east.test', pages: 40, waits: 0, crawlDelay: null },
  { host: 'west.test', pages: 40, waits: 0, crawlDelay: null },
  { host: 'harbour.test', pages: 40, waits: 5, crawlDelay: null },
  { host: 'slow.test', pages: 12, waits: 150, crawlDelay: null },
  { host: 'patient.test', pages: 1, waits: 0, crawlDelay: 3 },
];

export const SMALL_WEB: readonly CrashSite[] = [
  { host: 'north.test', pages: 12, waits: 0, crawlDelay: null, big: true },
  { host: 'south.test', pages: 12, waits: 0, crawlDelay: null },
  { host: 'east.test', pages: 8, waits: 2, crawlDelay: null },
];

const BIG = 1_300_000;
const WORDS = 'archive harbour ledger season copper window garden letter winter market signal bridge paper engine river stone'.split(' ');

export function pageOf(web: readonly CrashSite[], host: string, path: string): CrashAnswer {
  const at = web.findIndex((site) => site.host === host);
  const site = web[at];
  if (!site) return missing();
  const next = web[(at + 1) % web.length] as CrashSite;
  const [, kind = '', number = ''] = /^\/(\w*)(?:\/(\d+))?/.exec(path) ?? [];
  if (path === '/robots.txt' && site.crawlDelay !== null) return plain(`User-agent: *\nCrawl-delay: ${site.crawlDelay}\n`);
  if (path === '/') return html(site, 0, linksFrom(site, next, 0));
  if (kind === 'page' && Number(number) <= site.pages) return html(site, Number(number), linksFrom(site, next, Number(number)));
  if (kind === 'moved') return { status: 302, headers: { Location: `/page/${number}` }, body: Buffer.alloc(0) };
  if (kind === 'image') return { status: 200, headers: { 'Content-Type': 'image/png' }, body: noise(`${host}${path}`, 900) };
  if (kind === 'big') return { status: 200, headers: { 'Content-Type': 'application/pdf' }, body: noise(`${host}${path}`, BIG) };
  return missing();
}

function linksFrom(site: CrashSite, next: CrashSite, number: number): string[] {
  if (site.crawlDelay !== null) return number < site.pages ? [`/page/${number + 1}`] : [];
  const random = seededRandom(`${site.host}/${number}`);
  const pages = number === 0 ? Math.min(site.pages, 6) : 4;
  const own = Array.from({ length: pages }, () => `/page/${1 + random.below(site.pages)}`);
  // A chain through all pages, so that none is left out by chance.
  if (number < site.pages) own.push(`/page/${number + 1}`);
  if (number % 5 === 0) own.push(`/moved/${1 + random.below(site.pages)}`, `/gone/${number}`, `http://${next.host}/page/1`);
  if (number === 3 && site.big) own.push('/big/1');
  return own;
}

function html(site: CrashSite, number: number, links: readonly string[]): CrashAnswer {
  const random = seededRandom(`text of ${site.host}/${number}`);
  const paragraph = () => Array.from({ length: 60 + random.below(240) }, () => random.pick(WORDS)).join(' ');
  const paragraphs = links.map((href) => `<p>${paragraph()} <a href="${href}">${random.pick(WORDS)} ${href}</a></p>`);
  const image = number % 4 === 0 && site.crawlDelay === null ? `<img src="/image/${number}" alt="">` : '';
  const text = `<!doctype html><html lang="en"><title>${site.host} ${number}</title>${image}${paragraphs.join('\n')}</html>`;
  return { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: Buffer.from(text) };
}

const plain = (text: string): CrashAnswer => ({ status: 200, headers: { 'Content-Type': 'text/plain' }, body: Buffer.from(text) });
const missing = (): CrashAnswer => ({ status: 404, headers: { 'Content-Type': 'text/plain' }, body: Buffer.from('Not here.\n') });

const made = new Map<string, Buffer>();

function noise(name: string, length: number): Buffer {
  const known = made.get(name);
  if (known) return known;
  const random = seededRandom(name);
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) bytes[at] = random.below(256);
  made.set(name, bytes);
  return bytes;
}
