/** The page to search a crawl with: a box, what was found, and how it spreads. Complete without a script. */
import { type Facet, markedHtml, meantText, type SearchHit, type SearchResult } from '../../store/index.js';
import { frame } from './frame.js';
import { escape, number, plural } from './text.js';

export interface SearchView {
  readonly crawl: string;
  readonly crawls: readonly string[];
  readonly query: string;
  readonly offset: number;
  /** Null when nothing was asked; a sentence when it went wrong. */
  readonly result: (SearchResult & { readonly behind: number }) | string | null;
}

export const HITS_SHOWN = 20;
const FACETS_SHOWN = 8;

export function searchPage(view: SearchView): string {
  const { crawl, query, result } = view;
  return frame({
    title: `${query ? `${query} · ` : ''}${crawl} · Winnow`,
    head: '',
    header: `<p class="brand"><a href="/">Winnow</a></p><h1>${escape(crawl)}</h1>`,
    main: `${box(view)}${resultOf(view)}`,
    attributes: 'class="search"',
    footer: `<p>${HELP}</p><nav aria-label="More"><a href="/?crawl=${encodeURIComponent(crawl)}">Crawl</a> <a href="/docs">API</a></nav>`,
    script: null,
  });
  function resultOf({ offset }: SearchView): string {
    if (result === null) return '';
    if (typeof result === 'string') return `<p class="quiet" role="alert">${escape(result)}</p>`;
    const summary = `<p class="quiet" role="status">${escape(words(result, offset))}</p>${questionOf(view, result)}`;
    if (result.total === 0) return summary;
    return `${summary}<div class="columns"><div><ol class="hits" start="${offset + 1}">${result.hits.map((hit) => hitOf(hit, crawl)).join('')}</ol>${pages(view, result.total)}</div><div>${facetsOf(view, result)}</div></div>`;
  }
}

const HELP =
  'Words are found in all their forms. <code>"a phrase"</code> <code>-without</code> <code>this OR that</code> <code>begin*</code> <code>title:</code> <code>url:</code> <code>site:</code> <code>type:pdf</code> <code>lang:de</code> <code>after:2024</code> <code>before:2024-05</code>';

function box({ crawl, crawls, query }: SearchView): string {
  const options = crawls.map((name) => `<option${name === crawl ? ' selected' : ''}>${escape(name)}</option>`).join('');
  const choice =
    crawls.length > 1
      ? `<label class="hidden" for="crawl">Crawl</label><select id="crawl" name="crawl">${options}</select>`
      : `<input type="hidden" name="crawl" value="${escape(crawl)}">`;
  return `<form action="/search" role="search" class="box"><label class="hidden" for="q">Look for</label><input id="q" name="q" type="search" value="${escape(query)}" placeholder="Search ${escape(crawl)}" maxlength="1000"${query ? '' : ' autofocus'}>${choice}<button>Search</button></form>`;
}

function words({ total, hits, behind }: SearchResult & { behind: number }, offset: number): string {
  const missing = behind > 0 ? ` ${plural(behind, 'change is', 'changes are')} not indexed yet.` : '';
  if (total === 0) return `No results.${missing}`;
  return `${number(offset + 1)} to ${number(offset + hits.length)} of ${plural(total, 'document')}.${missing}`;
}

function hitOf(hit: SearchHit, crawl: string): string {
  const { document, url, heading, snippet, language, type, published, lastChanged } = hit;
  const archived = `/api/v1/crawls/${encodeURIComponent(crawl)}/documents/${document}`;
  const facts = [new Date(published ?? lastChanged).toISOString().slice(0, 10), language, type].filter((fact) => fact !== null);
  const title = heading.text === '' ? '(no title)' : markedHtml(heading);
  const link = /^https?:/.test(url) ? `<a href="${escape(url)}" rel="noreferrer">${title}</a>` : title;
  return `<li><h2>${link}</h2><span class="url"><bdi>${escape(url)}</bdi></span><p>${markedHtml(snippet)}</p><p class="more">${escape(facts.join(' · '))} · <a href="${archived}">stored</a></p></li>`;
}

const linkTo = ({ crawl }: SearchView, query: string, offset = 0): string =>
  escape(`/search?${new URLSearchParams({ crawl, q: query, ...(offset > 0 ? { offset: String(offset) } : {}) })}`);

function questionOf(view: SearchView, { meant }: SearchResult): string {
  if (!meant) return '';
  const query = meantText(view.query, meant);
  return `<p>Did you mean <a href="${linkTo(view, query)}">${escape(query)}</a>? ${plural(meant.total, 'document')}.</p>`;
}

function pages(view: SearchView, total: number): string {
  const { query, offset } = view;
  const before = offset > 0 ? `<a href="${linkTo(view, query, Math.max(0, offset - HITS_SHOWN))}" rel="prev">Before</a>` : '';
  const after = offset + HITS_SHOWN < total ? `<a href="${linkTo(view, query, offset + HITS_SHOWN)}" rel="next">More</a>` : '';
  return before || after ? `<nav class="pages" aria-label="Pages">${before} ${after}</nav>` : '';
}

/** A value narrows the search by the field of the query language it belongs to. */
function facetsOf(view: SearchView, { facets }: SearchResult): string {
  if (!facets) return '';
  const year = (value: string) => `after:${value} before:${Number(value) + 1}`;
  return [
    facet(view, 'Sites', facets.site, (value) => `site:${value}`),
    facet(view, 'Languages', facets.language, (value) => `lang:${value}`),
    facet(view, 'Types', facets.type, (value) => `type:${value}`),
    facet(view, 'Years', facets.year, year),
  ].join('');
}

function facet(view: SearchView, title: string, values: readonly Facet[], term: (value: string) => string): string {
  const rows = values.slice(0, FACETS_SHOWN).map(({ value, count }) => {
    const name = value === '' ? 'unknown' : `<a href="${linkTo(view, `${view.query} ${term(value)}`)}"><bdi>${escape(value)}</bdi></a>`;
    return `<li>${name} <b>${number(count)}</b></li>`;
  });
  return `<section class="facet"><h2>${title}</h2><ul>${rows.join('')}</ul></section>`;
}
