/**
 * Sitemaps against the documents of crawler-commons, each with the flags its case states. Compared: kind, locations in order,
 * dates, frequencies, priorities, validity, and the extension fields the case names; or that it is refused.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type ExtensionItem,
  readSitemap,
  type Sitemap,
  SitemapError,
  type SitemapReference,
  type SitemapUrl,
} from '../../src/sources/sitemaps/index.js';
import type { Score } from './score.js';

interface Entry {
  loc: string;
  lastmod: string | null;
  changefreq?: string | null;
  priority?: number;
  ext?: Record<string, Record<string, string[]>[]>;
}

interface Case {
  test: string;
  contentType: string;
  url: string;
  content_b64: string;
  strict: boolean;
  allowPartial: boolean;
  strictNamespace: boolean;
  allowDoctype: boolean;
  error: string | null;
  type: 'XML' | 'INDEX' | 'TEXT' | 'RSS' | 'ATOM' | null;
  entries: Entry[];
}

const KINDS = { XML: 'urlset', INDEX: 'index', TEXT: 'text', RSS: 'rss', ATOM: 'atom' } as const;
/** The suite's word for a missing priority. */
const NO_PRIORITY = 0.5;

export async function run(dir: string): Promise<Score[]> {
  const file = path.join(dir, 'sitemaps', 'crawler_commons_sitemaps.json');
  const cases = JSON.parse(await readFile(file, 'utf8')) as Case[];
  return [
    score('sitemaps: crawler-commons, flags as stated', cases, (row) => row),
    // Without flags, as a crawl reads them. Left out: cases whose only point is a flag that differs from our defaults.
    score('sitemaps: crawler-commons, our defaults', cases.filter(isAboutDefaults), ({ contentType, url }) => ({ contentType, url })),
  ];
}

const isAboutDefaults = (row: Case): boolean =>
  !row.allowDoctype && !(row.strictNamespace && row.error) && !(row.strict && !row.error && row.entries.length === 0);

type Flags = Partial<Pick<Case, 'strict' | 'allowPartial' | 'strictNamespace' | 'allowDoctype'>> & {
  contentType: string | null;
  url: string;
};

function score(suite: string, cases: readonly Case[], flags: (row: Case) => Flags): Score {
  const failures = cases.flatMap((row, index) => {
    const wrong = check(row, flags(row));
    return wrong ? [`${index} ${row.test} ${row.url}: ${wrong}`] : [];
  });
  return { suite, passed: cases.length - failures.length, total: cases.length, failures };
}

function check(row: Case, { contentType, url, strict, allowPartial, strictNamespace, allowDoctype }: Flags): string | null {
  const bytes = Buffer.from(row.content_b64, 'base64');
  try {
    const sitemap = readSitemap({ bytes, contentType, url }, defined({ strict, allowPartial, strictNamespace, allowDoctype }));
    return row.error ? 'read, but must be refused' : compare(row, sitemap);
  } catch (error) {
    if (!(error instanceof SitemapError)) throw error;
    return row.error ? null : error.message;
  }
}

const defined = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

function compare(row: Case, { kind, urls, sitemaps }: Sitemap): string | null {
  if (row.type && kind !== KINDS[row.type]) return `${kind} instead of ${row.type}`;
  const found = kind === 'index' ? sitemaps.map(plain) : urls.map(full);
  const wanted = row.entries.map(({ ext: _ext, ...entry }) => ({ ...entry, valid: undefined }));
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    return `${JSON.stringify(found).slice(0, 300)} instead of ${JSON.stringify(wanted).slice(0, 300)}`;
  const lacking = row.entries.map((entry, index) => missingExtension(entry, urls[index])).find((problem) => problem !== null);
  return lacking ?? null;
}

const plain = ({ loc, lastmod }: SitemapReference): unknown => ({ loc, lastmod });
const full = ({ loc, lastmod, changefreq, priority }: SitemapUrl): unknown => ({
  loc,
  lastmod,
  changefreq: changefreq?.toUpperCase() ?? null,
  priority: priority ?? NO_PRIORITY,
});

function missingExtension({ ext }: Entry, url: SitemapUrl | undefined): string | null {
  if (!ext || !url) return null;
  const { IMAGE = [], NEWS = [], VIDEO = [], LINKS = [], PAGEMAPS = [], MOBILE = [] } = ext;
  const links = url.alternates?.map(({ href, hreflang, rel }) => ({
    href: [href],
    'params.hreflang': [hreflang ?? ''],
    'params.rel': [rel ?? ''],
  }));
  if (MOBILE.length > 0 && !url.mobile) return `mobile is missing in ${url.loc}`;
  if (PAGEMAPS.flatMap((page) => Object.keys(page)).length !== (url.pageMaps?.length ?? 0)) return `page maps differ in ${url.loc}`;
  return lacking(IMAGE, url.images) ?? lacking(NEWS, url.news) ?? lacking(VIDEO, url.videos) ?? lacking(LINKS, links);
}

/** Fields we keep as they stand in the file and the suite turns into values of its own. */
const DERIVED = new Set([
  'prices',
  'allowed_countries',
  'gallery_title',
  'uploader_info',
  'family_friendly',
  'requires_subscription',
  'is_live',
]);
const RENAMED: Record<string, string> = { tags: 'tag' };

function lacking(wanted: readonly Record<string, string[]>[], found: readonly ExtensionItem[] = []): string | null {
  if (wanted.length !== found.length) return `${found.length} extension items instead of ${wanted.length}`;
  for (const [index, item] of wanted.entries()) {
    for (const [name, values] of Object.entries(item)) {
      if (DERIVED.has(name)) continue;
      const ours = found[index]?.[RENAMED[name] ?? name] ?? [];
      if (values.map(comparable).join() !== ours.map(comparable).join()) return `${name}: ${ours} instead of ${values}`;
    }
  }
  return null;
}

/** The suite prints dates in its own way and keeps line breaks in some fields. */
const comparable = (value: string): string =>
  /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value)) ? String(Date.parse(value)) : value.replace(/\s+/g, ' ');
