/** Full text over the documents of a crawl. */
import { markedHtml, meantText, parseQuery, SearchError, type SearchResult } from '../../store/index.js';
import { ApiError } from '../api-error.js';
import type { ServedCrawl } from '../crawls/index.js';
import { type Api, type RouteContext, refusals, withTimes } from './routes.js';
import * as schema from './schemas.js';

export function searchRoutes(api: Api, { crawls, refreshSearch }: RouteContext): void {
  api.get(
    '/crawls/:name/search',
    {
      schema: {
        tags: ['documents'],
        summary: 'Search the text of documents',
        description:
          'Words are found in all their forms; "phrases", -not, OR, begin* and the fields title, url, site, type, language, after and before work as in `winnow search`. `behind` says how many changes are not indexed yet; `meant` is another query that finds more, where this one finds next to nothing.',
        params: schema.crawlName,
        querystring: schema.searchQuery,
        response: { 200: schema.searchResult, ...refusals },
      },
    },
    ({ params, query }) => {
      const { total, hits, facets, meant, behind } = searchIn(crawls.get(params.name), query, refreshSearch);
      return {
        total,
        behind,
        meant: meant && { query: meantText(query.q, meant), total: meant.total },
        hits: hits.map(({ heading, snippet, ...hit }) => ({
          ...withTimes(hit, 'firstSeen', 'lastChanged', 'published'),
          titleHtml: markedHtml(heading),
          snippetHtml: markedHtml(snippet),
          snippet: { text: snippet.text, marks: snippet.marks.map(([start, end]) => [start, end]) },
        })),
        facets: facets && { site: [...facets.site], language: [...facets.language], type: [...facets.type], year: [...facets.year] },
      };
    },
  );
}

export interface SearchWish {
  readonly q: string;
  readonly site?: string | undefined;
  readonly language?: string | undefined;
  readonly type?: string | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly sort: 'relevance' | 'date';
  readonly limit: number;
  readonly offset: number;
  readonly facets: boolean;
}

/** Answers from what is indexed, and sees to it that the rest soon is. Throws ApiError where the query is wrong or nothing is indexed yet. */
export function searchIn(
  crawl: ServedCrawl,
  wish: SearchWish,
  refresh: (folder: string) => void,
): SearchResult & { readonly behind: number } {
  const { q, sort, limit, offset, facets, ...filter } = wish;
  try {
    const node = parseQuery(q, filter);
    const found = crawl.read((reading) => {
      const search = reading.search();
      const behind = Math.max(0, reading.repository.journal.last() - search.position());
      return { ...search.search({ node, limit, offset, sort, facets }), behind };
    });
    if (found.behind > 0) refresh(crawl.folder);
    return found;
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    if (error.code === 'SEARCH_BAD_QUERY') throw new ApiError(400, 'bad-query', error.message);
    refresh(crawl.folder);
    throw new ApiError(503, 'not-indexed', 'This crawl is being indexed for searching. Try again soon.');
  }
}
