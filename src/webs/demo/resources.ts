/** Short ways to write the resources that are not ordinary pages. */
import { gzipSync } from 'node:zlib';
import { type Block, htmlAnswer, type Layout, page, renderPage } from './html.js';
import { TOPICS, type Topic } from './prose/tongue.js';
import { type Language, writeArticle } from './prose/write.js';
import type { Link, Resource, ResourceKind } from './site.js';

export function robots(text: string): Resource {
  return {
    path: '/robots.txt',
    kind: 'robots',
    answer: () => ({ status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: text }),
  };
}

export function styleSheet(colour: string): Resource {
  const css = `body{margin:0;font:1rem/1.6 Georgia,serif;color:#222;background:#faf9f6}
header.top,.menu{background:${colour};color:#fff;padding:1rem 2rem}header a,.menu a{color:#fff;margin-right:1rem}
.brand{font-size:1.6rem;margin:0}.columns{display:flex;gap:2rem;max-width:62rem;margin:0 auto;padding:1rem}
main,.content{flex:3;max-width:40rem;margin:0 auto}aside{flex:1;color:#555;font-size:.9rem}.skip{position:absolute;left:-99rem}
.banner{background:#fff3cd;padding:.5rem 2rem}footer,.foot{border-top:3px solid ${colour};padding:1rem 2rem;color:#555}
@media(max-width:40rem){.columns{display:block}}`;
  return file('/style.css', 'text/css', css, 'extra');
}

export function file(
  path: string,
  type: string,
  body: string | Uint8Array,
  kind: ResourceKind = 'file',
  more: Partial<Resource> = {},
): Resource {
  return { path, kind, answer: () => ({ status: 200, headers: { 'Content-Type': type }, body }), ...more };
}

/** The note says where it leads, for people; `to` is the Location field as sent. */
export function redirect(path: string, status: number, to: string, more: Partial<Resource> & { body?: string } = {}): Resource {
  const { body = '', ...rest } = more;
  const headers = { Location: to, 'Content-Type': 'text/html; charset=utf-8' };
  return {
    path,
    kind: 'redirect',
    status,
    links: [{ href: to, text: String(status) }],
    answer: () => ({ status, headers, body }),
    ...rest,
  };
}

/** An address that used to be, or never was: says so in the words of the site. */
export function missing(layout: Layout, path: string, status: 200 | 404 | 410, note: string): Resource {
  const html = renderPage(layout, { path, title: NOT_FOUND[layout.language], blocks: [NOT_FOUND[layout.language]] });
  return { path, kind: 'missing', status, note, answer: () => ({ ...htmlAnswer(html), status }) };
}

const NOT_FOUND: Record<Language, string> = {
  en: 'Sorry, this page could not be found',
  de: 'Diese Seite wurde leider nicht gefunden',
  fr: 'Cette page est introuvable',
  sl: 'Strani ni mogoče najti',
  bg: 'Страницата не е намерена',
  it: 'La pagina non è stata trovata',
};

export function failing(
  path: string,
  status: number | null,
  note: string,
  answer: Resource['answer'],
  more: Partial<Resource> = {},
): Resource {
  return { path, kind: 'failing', status, note, answer, ...more };
}

/** Fails with a status, always. */
export const failingWith = (path: string, status: number, note: string): Resource =>
  failing(path, status, note, () => ({ status, headers: { 'Content-Type': 'text/plain' }, body: `${note}\n` }));

export interface SitemapEntry {
  readonly path: string;
  readonly lastmod?: string;
}

export function sitemap(path: string, origin: string, entries: readonly SitemapEntry[]): Resource {
  const rows = entries.map(
    ({ path: at, lastmod }) => `<url><loc>${origin}${xml(at)}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`,
  );
  return sitemapResource(
    path,
    wrap('urlset', rows),
    entries.map((entry) => entry.path),
  );
}

export function sitemapIndex(path: string, origin: string, children: readonly string[]): Resource {
  return sitemapResource(
    path,
    wrap(
      'sitemapindex',
      children.map((child) => `<sitemap><loc>${origin}${xml(child)}</loc></sitemap>`),
    ),
    children,
  );
}

/** One URL per line. */
export function textSitemap(path: string, origin: string, paths: readonly string[]): Resource {
  const links = paths.map(sitemapLink);
  return file(path, 'text/plain; charset=utf-8', `${paths.map((at) => origin + at).join('\n')}\n`, 'sitemap', { links });
}

function sitemapResource(path: string, text: string, paths: readonly string[]): Resource {
  const packed = path.endsWith('.gz');
  const body = packed ? gzipSync(text) : text;
  return file(path, packed ? 'application/gzip' : 'application/xml', body, 'sitemap', { links: paths.map(sitemapLink) });
}

const sitemapLink = (href: string): Link => ({ href, text: '', kind: 'sitemap' });

const wrap = (root: string, rows: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</${root}>\n`;

const xml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

export interface StorySpec {
  readonly path: string;
  readonly topic?: Topic;
  readonly index: number;
  readonly language?: Language;
  readonly after?: readonly Block[];
}

/** An ordinary article: what most pages of most sites are. */
export function story(layout: Layout, spec: StorySpec, more: Partial<Resource> = {}): Resource {
  const language = spec.language ?? layout.language;
  const topic = spec.topic ?? TOPICS[spec.index % TOPICS.length] ?? 'harbour';
  const article = writeArticle(language, topic, spec.index, layout.site);
  return page(layout, { path: spec.path, title: article.title, language, blocks: [...article.paragraphs, ...(spec.after ?? [])] }, more);
}

export const titleOf = (language: Language, topic: Topic, index: number, site: string): string =>
  writeArticle(language, topic, index, site).title;

export const link = (href: string, text: string, more: Partial<Link> = {}): Link => ({ href, text, ...more });
