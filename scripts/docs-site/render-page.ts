/** One page of the site as HTML. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { type Page, targetOf } from './pages.js';
import type { SidebarGroup } from './sidebar.js';
import { addressFrom, filePath, pagePath } from './site-paths.js';

export interface Site {
  readonly root: string;
  readonly overview: Page;
  readonly pages: ReadonlyMap<string, Page>;
  readonly sidebar: readonly SidebarGroup[];
}

export interface RenderedPage {
  readonly path: string;
  readonly html: string;
  /** Files of the project the page shows or links to: they go onto the site, too. */
  readonly files: readonly string[];
}

export function renderPage(page: Page, site: Site): RenderedPage {
  const path = pagePath(page.file);
  const files: string[] = [];
  const content = contentOf(page, (href) => {
    const { address, file } = addressOn(site, page, href);
    if (file) files.push(file);
    return address;
  });
  return { path, html: layout({ page, site, path, content }), files };
}

/** `null` for folders of the source, which are not on the site. */
function addressOn(site: Site, page: Page, href: string): { address: string | null; file?: string } {
  const target = targetOf(page, href);
  if (!target) return { address: href };
  const from = pagePath(page.file);
  const anchor = target.anchor ? `#${target.anchor}` : '';
  if (target.file === page.file) return { address: anchor || addressFrom(from, from) };
  if (site.pages.has(target.file)) return { address: addressFrom(from, pagePath(target.file)) + anchor };
  const file = join(site.root, target.file);
  if (!existsSync(file) || !statSync(file).isFile()) return { address: null };
  return { address: addressFrom(from, filePath(target.file)), file: target.file };
}

function contentOf(page: Page, addressOf: (href: string) => string | null): string {
  const ids = new Map(page.headings.map(({ token, id }) => [token, id]));
  const markdown = new Marked({
    renderer: {
      heading(token) {
        const id = escapeHtml(ids.get(token) ?? '');
        const anchor = token.depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
        return `<h${token.depth} id="${id}">${this.parser.parseInline(token.tokens)}${anchor}</h${token.depth}>\n`;
      },
      link({ href, tokens }) {
        const address = addressOf(href);
        const words = this.parser.parseInline(tokens);
        return address === null ? words : `<a href="${escapeHtml(address)}">${words}</a>`;
      },
      image: ({ href, text }) => `<img src="${escapeHtml(addressOf(href) ?? href)}" alt="${escapeHtml(text)}" loading="lazy">`,
      code: ({ text, lang }) =>
        `<pre tabindex="0"><code${lang ? ` data-language="${escapeHtml(lang)}"` : ''}>${escapeHtml(text)}</code></pre>\n`,
      table(token) {
        const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>\n`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('');
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return markdown.parser([...page.tokens]);
}

interface Layout {
  readonly page: Page;
  readonly site: Site;
  readonly path: string;
  readonly content: string;
}

/** Nothing may be loaded from anywhere else: the browser holds the page to it. */
const POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

function layout({ page, site, path, content }: Layout): string {
  const top = addressFrom(path, '.')
    .replace(/^\.$/, '')
    .replace(/(?<=.)$/, '/');
  return `<!doctype html>
<html lang="en" data-top="${top}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escapeHtml(page.title === 'Winnow' ? 'Winnow' : `${page.title} · Winnow`)}</title>
<link rel="stylesheet" href="${top}style.css">
<script src="${top}search.js" defer></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="name" href="${top}index.html">Winnow</a>
<a class="menu" href="#pages">All pages</a>
<div class="search" role="search" hidden>
<input type="search" placeholder="Search" aria-label="Search all pages" aria-controls="results" autocomplete="off" spellcheck="false">
<div id="results" aria-live="polite" hidden></div>
</div>
</header>
<div class="columns">
<main id="content">
${content}</main>
${contentsOf(page)}${sidebarHtml(site, path)}</div>
</body>
</html>
`;
}

function contentsOf({ headings }: Page): string {
  const parts = headings.filter(({ depth }) => depth === 2);
  if (parts.length < 3) return '';
  const lines = parts.map(({ id, text }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>\n${lines.join('\n')}\n</ul></nav>\n`;
}

function sidebarHtml(site: Site, path: string): string {
  const groups = site.sidebar.map(({ title, links }) => {
    const lines = links.map(({ label, href }) => {
      const target = pagePath(targetOf(site.overview, href)?.file ?? '');
      const current = target === path ? ' aria-current="page"' : '';
      return `<li><a href="${escapeHtml(addressFrom(path, target))}"${current}>${escapeHtml(label)}</a></li>`;
    });
    return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${lines.join('\n')}\n</ul>`;
  });
  return `<nav class="pages" id="pages" aria-label="All pages">\n${groups.join('\n')}\n</nav>\n`;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
