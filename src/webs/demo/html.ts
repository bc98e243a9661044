/**
 * Pages: from blocks of content to HTML with the usual furniture (navigation, banner, aside,
 * footer) around an article, and to a resource that knows its own title, text and links.
 */
import { type Language, TONGUES } from './prose/write.js';
import type { Link, PlainAnswer, Resource } from './site.js';

export interface Layout {
  readonly site: string;
  readonly language: Language;
  readonly colour: string;
  readonly nav: readonly Link[];
  readonly footer: readonly Link[];
  readonly aside?: string;
  /** Shown above every page, outside the article. */
  readonly banner?: string;
  /** Further furniture, as HTML: below the header and at the end of the page. */
  readonly top?: string;
  readonly bottom?: string;
  /** Stands beside the copyright sign. */
  readonly year?: number;
  /** The second template has other classes, another order and other words around the same article. */
  readonly template?: 1 | 2;
  /** How pages are sent. */
  readonly answer?: Partial<PlainAnswer>;
}

export type Inline = string | Link;

export type Block =
  | string
  | { readonly heading: string }
  | { readonly p: readonly Inline[] }
  | { readonly list: readonly Link[] }
  | { readonly table: readonly (readonly string[])[] }
  | { readonly image: string; readonly alt: string }
  | { readonly html: string; readonly links?: readonly Link[] };

export interface PageSpec {
  readonly path: string;
  readonly title: string;
  /** What the head has as title where that is not the heading. */
  readonly headTitle?: string;
  readonly description?: string;
  readonly blocks: readonly Block[];
  /** Language of the content where it is not the layout's. */
  readonly language?: Language;
  readonly base?: string;
  /** Further elements of the head. */
  readonly head?: string;
  /** Links made by `head`, such as a meta refresh. */
  readonly headLinks?: readonly Link[];
  readonly banner?: string;
  /** Content of a robots meta element. */
  readonly robots?: string;
}

export function page(layout: Layout, spec: PageSpec, more: Partial<Resource> = {}): Resource {
  const html = renderPage(layout, spec);
  return {
    path: spec.path,
    kind: 'page',
    title: fullTitle(layout, spec),
    language: spec.language ?? layout.language,
    heading: spec.title,
    text: spec.blocks.map(textOf).filter(Boolean).join('\n'),
    tables: spec.blocks.flatMap(rowsOf).join('\n'),
    metadata: spec.description === undefined ? {} : { description: spec.description },
    links: pageLinks(layout, spec),
    base: spec.base,
    answer: () => htmlAnswer(html, layout.answer),
    ...more,
  };
}

function pageLinks(layout: Layout, spec: PageSpec): readonly Link[] {
  const links = [...(spec.headLinks ?? []), ...layout.nav, ...spec.blocks.flatMap(linksOf), ...layout.footer];
  return spec.robots?.includes('nofollow') ? links.map((link) => ({ ...link, rel: 'nofollow' })) : links;
}

export function htmlAnswer(html: string | Uint8Array, how: Partial<PlainAnswer> = {}): PlainAnswer {
  return { status: 200, body: html, ...how, headers: { 'Content-Type': 'text/html; charset=utf-8', ...how.headers } };
}

export const fullTitle = (layout: Layout, spec: Pick<PageSpec, 'title' | 'headTitle'>): string =>
  `${spec.headTitle ?? spec.title} | ${layout.site}`;

export const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char);

export function renderPage(layout: Layout, spec: PageSpec): string {
  const words = TONGUES[layout.language].words;
  const article = `<article><h1>${escape(spec.title)}</h1>\n${spec.blocks.map(renderBlock).join('\n')}\n</article>`;
  return `<!doctype html>
<html lang="${spec.language ?? layout.language}">
<head>
<meta charset="utf-8">
${spec.base ? `<base href="${escape(spec.base)}">\n` : ''}<title>${escape(fullTitle(layout, spec))}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/style.css">
${spec.description === undefined ? '' : `<meta name="description" content="${escape(spec.description)}">\n`}${spec.robots ? `<meta name="robots" content="${spec.robots}">\n` : ''}${spec.head ?? ''}</head>
<body>
<a class="skip" href="#text">${words.skip}</a>
${(layout.template ?? 1) === 1 ? firstTemplate(layout, spec, article) : secondTemplate(layout, spec, article)}
</body>
</html>
`;
}

function firstTemplate(layout: Layout, spec: PageSpec, article: string): string {
  return `<header class="top"><p class="brand">${escape(layout.site)}</p>
<nav>${layout.nav.map(renderLink).join(' ')}</nav></header>
${layout.top ?? ''}${renderBanner(spec.banner ?? layout.banner)}<div class="columns"><main id="text">
${article}
</main>
<aside><h2>${TONGUES[layout.language].words.related}</h2><p>${escape(layout.aside ?? '')}</p></aside></div>
<footer><p>${layout.footer.map(renderLink).join(' · ')}</p><p>© ${layout.year === undefined ? '' : `${layout.year} `}${escape(layout.site)}</p></footer>${layout.bottom ?? ''}`;
}

function secondTemplate(layout: Layout, spec: PageSpec, article: string): string {
  return `<div class="shell v2"><aside class="promo"><p>${escape(layout.aside ?? '')}</p><p>☎ 555 0100</p></aside>
<div class="menu"><ul>${layout.nav.map((link) => `<li>${renderLink(link)}</li>`).join('')}</ul></div>
${layout.top ?? ''}${renderBanner(spec.banner ?? layout.banner)}<div id="text" class="content">
${article}
</div>
<div class="foot"><h2>${escape(layout.site)}</h2><ul>${layout.footer.map((link) => `<li>${renderLink(link)}</li>`).join('')}</ul></div></div>${layout.bottom ?? ''}`;
}

const renderBanner = (banner: string | undefined): string => (banner ? `<div class="banner" role="status">${escape(banner)}</div>\n` : '');

function renderBlock(block: Block): string {
  if (typeof block === 'string') return `<p>${escape(block)}</p>`;
  if ('heading' in block) return `<h2>${escape(block.heading)}</h2>`;
  if ('p' in block) return `<p>${block.p.map((part) => (typeof part === 'string' ? escape(part) : renderLink(part))).join('')}</p>`;
  if ('list' in block) return `<ul>${block.list.map((link) => `<li>${renderLink(link)}</li>`).join('\n')}</ul>`;
  if ('table' in block) return renderTable(block.table);
  if ('image' in block) return `<figure><img src="${escape(block.image)}" alt="${escape(block.alt)}" width="320" height="120"></figure>`;
  return block.html;
}

/** The first row has the headings. */
function renderTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>\n${[row(head, 'th'), ...rows.map((cells) => row(cells, 'td'))].join('\n')}\n</table>`;
}

function renderLink(link: Link): string {
  const rel = link.rel ? ` rel="${escape(link.rel)}"` : '';
  if (link.kind === 'onclick') return `<button type="button" onclick="location.href='${escape(link.href)}'">${escape(link.text)}</button>`;
  if (link.kind === 'iframe') return `<iframe src="${escape(link.href)}" title="${escape(link.text)}"></iframe>`;
  return `<a href="${escape(link.href)}"${rel}>${escape(link.text)}</a>`;
}

function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  if ('heading' in block) return block.heading;
  if ('p' in block) return block.p.map((part) => (typeof part === 'string' ? part : part.text)).join('');
  if ('list' in block) return block.list.map((link) => link.text).join('\n');
  return '';
}

const rowsOf = (block: Block): string[] =>
  typeof block !== 'string' && 'table' in block ? block.table.map((cells) => cells.join('\t')) : [];

function linksOf(block: Block): readonly Link[] {
  if (typeof block === 'string') return [];
  if ('p' in block) return block.p.filter((part): part is Link => typeof part !== 'string');
  if ('list' in block) return block.list;
  return 'html' in block ? (block.links ?? []) : [];
}
