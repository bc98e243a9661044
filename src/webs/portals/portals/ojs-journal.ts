/** Journals on Open Journal Systems, 2 and 3, each with mishaps of its own. All articles are invented. */
import { html, notFound, pdf, redirect, validated, xml } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

interface Article {
  readonly id: number;
  readonly title: string;
  readonly galley: string;
  readonly text: string;
  readonly changed: string;
  readonly isDeleted?: boolean;
}

export interface OjsJournal {
  readonly connector: string;
  /** What keys begin with. */
  readonly key: string;
  readonly base: string;
  readonly hosts: readonly string[];
  readonly quirks: readonly string[];
  readonly parameters?: Readonly<Record<string, string>>;
  readonly first: number;
  readonly version?: 2 | 3;
  readonly as?: 'pdf' | 'html';
  /** Galleys are named by this word in place of a number. */
  readonly word?: string;
  /** A file has a number of its own behind that of its galley. */
  readonly hasFileNumbers?: boolean;
  /** Issues and their pages alone lead to articles. */
  readonly hasNoOai?: boolean;
  /** Another journal on the same host, whose records slip into the list. */
  readonly neighbour?: string;
  /** Where the journal lay before; one record still says so. Files lie at the new place alone. */
  readonly before?: string;
  /** It is harvested once: nothing comes of the second day. */
  readonly isClosed?: boolean;
}

const PAGE = 3;
const TITLES = [
  'On Invented Rules',
  'Lamps & Law',
  'The "Right" to Light',
  'Wicks in Comparison',
  'A Paper with a Slip',
  'A Withdrawn Note',
];

function articlesOn({ first, word }: OjsJournal, day: Day): Article[] {
  const known = TITLES.map((title, at) => ({
    id: first + at,
    title,
    text: title,
    galley: word ?? String(900 + at),
    changed: `2031-01-0${at + 1}T08:00:00Z`,
  }));
  const [slip, withdrawn] = known.slice(4) as [Article, Article];
  if (day === 1) return known;
  return [
    ...known.slice(0, 4),
    { ...slip, text: 'A paper without a slip', galley: word ?? '950', changed: '2031-02-02T08:00:00Z' },
    { ...withdrawn, isDeleted: true, changed: '2031-02-03T08:00:00Z' },
    { id: first + 9, title: 'New Light', text: 'New light', galley: word ?? '960', changed: '2031-02-04T08:00:00Z' },
  ];
}

export function ojsFixture(journal: OjsJournal): PortalFixture {
  const keys = (...places: number[]): string[] => places.map((place) => `${journal.key}-${journal.first + place}`);
  const later = { Add: keys(9), Upd: keys(4), Del: keys(5), None: keys(0, 1, 2, 3) };
  const { connector, hosts, quirks, parameters } = journal;
  return {
    connector,
    hosts,
    quirks,
    ...(parameters ? { parameters } : {}),
    today: { 1: '2031-01-20T04:00:00Z', 2: '2031-02-06T04:00:00Z' },
    expected: { 1: keys(0, 1, 2, 3, 4, 5), 2: journal.isClosed ? { Add: [], Upd: [], Del: [], None: [] } : later },
    open: (day) => {
      const portal = new OjsPortal(journal, day);
      return (request) => portal.answer(request);
    },
  };
}

class OjsPortal {
  readonly #journal: OjsJournal;
  readonly #day: Day;
  readonly #articles: readonly Article[];
  #visits = 0;

  constructor(journal: OjsJournal, day: Day) {
    this.#journal = journal;
    this.#day = day;
    this.#articles = articlesOn(journal, day);
  }

  answer(request: FixtureRequest): FixtureResponse {
    const { url } = request;
    if (url.pathname === '/robots.txt') return notFound();
    const { base, hasNoOai = false } = this.#journal;
    const place = new URL(base);
    if (url.hostname !== place.hostname) throw new Error(`${url.href} was asked for at a host it has left`);
    if (!url.pathname.startsWith(`${place.pathname.replace(/\/$/, '')}/`)) throw new Error(`${url.href} is none of this journal`);
    const [page = '', op = '', id = '', galley, file] = url.pathname.slice(place.pathname.replace(/\/$/, '').length + 1).split('/');
    if (page === 'oai') return hasNoOai ? notFound() : this.#oai(url.searchParams);
    if (page === 'issue') return hasNoOai ? this.#issue(op, id, url.searchParams) : notFound();
    const article = this.#articles.find((each) => String(each.id) === id && !each.isDeleted);
    if (page !== 'article' || !article) return notFound();
    if (galley === undefined) return this.#abstract(article);
    if (galley !== article.galley) return notFound();
    return op === 'view' ? this.#viewer(article) : this.#file(request, article, file);
  }

  // ---- lists

  #oai(query: URLSearchParams): FixtureResponse {
    if (query.get('verb') === 'Identify') return oai('<Identify><granularity>YYYY-MM-DDThh:mm:ssZ</granularity></Identify>');
    const token = query.get('resumptionToken');
    if (token !== null && query.has('metadataPrefix')) return oai('<error code="badArgument"/>');
    const at = Number(token ?? 0);
    const records = [...this.#articles.map((each) => this.#record(each)), ...this.#neighbours()];
    const next = at + PAGE < records.length ? String(at + PAGE) : '';
    const answer = oai(
      `<ListRecords>${records.slice(at, at + PAGE).join('')}<resumptionToken completeListSize="${records.length}">${next}</resumptionToken></ListRecords>`,
    );
    return this.#day === 'cut' && at > 0 ? { ...answer, body: String(answer.body).slice(0, -120) } : answer;
  }

  #record({ id, title, galley, changed, isDeleted = false }: Article): string {
    const kind = this.#day === 'broken' ? 'submission' : 'article';
    const header = `<header${isDeleted ? ' status="deleted"' : ''}><identifier>oai:ojs.invented:${kind}/${id}</identifier><datestamp>${changed}</datestamp></header>`;
    if (isDeleted) return `<record>${header}</record>`;
    const { base, before, first } = this.#journal;
    return record(header, `${id === first + 1 && before ? before : base}/article/view/${id}`, title, galley);
  }

  #neighbours(): string[] {
    const { neighbour } = this.#journal;
    const header = '<header><identifier>oai:ojs.invented:article/7777</identifier><datestamp>2031-01-01T08:00:00Z</datestamp></header>';
    return neighbour ? [record(header, `${neighbour}/article/view/7777`, 'Of Another Journal', '1')] : [];
  }

  /** Two issues on two pages of the archive. */
  #issue(op: string, id: string, query: URLSearchParams): FixtureResponse {
    const { base } = this.#journal;
    if (op === 'archive') {
      const page = Number(query.get('issuesPage') ?? 1);
      const next =
        page === 1
          ? `<a href="${base}/issue/archive?issuesPage=2#issues">2</a> <a href="${base}/issue/archive?issuesPage=2#issues">&gt;</a>`
          : '';
      return html(
        `<html><body><div id="issues"><h4><a href="${base}/issue/view/${page}/showToc">Vol 2${page} (2031)</a></h4></div>${next}</body></html>`,
      );
    }
    if (op !== 'view' || (this.#day === 'cut' && id === '2')) return notFound();
    const rows = this.#articles.filter((each, at) => !each.isDeleted && at < PAGE === (id === '1')).map((each) => this.#row(each));
    return html(`<html><body><h4 class="tocSectionTitle">Articles</h4>${rows.join('')}</body></html>`);
  }

  #row({ id, title, galley }: Article): string {
    const { base, as = 'pdf' } = this.#journal;
    const name = this.#day === 'broken' ? 'contents' : 'tocArticle';
    return `<table class="${name}"><tr><td class="tocTitle"><a href="${base}/article/view/${id}">${escaped(title)}</a></td><td class="tocGalleys"><a href="${base}/article/view/${id}/${galley}" class="file">${as.toUpperCase()}</a></td></tr><tr><td class="tocAuthors">A. Example</td><td class="tocPages">1-9</td></tr></table>`;
  }

  // ---- pages and files

  #abstract(article: Article): FixtureResponse {
    const { version = 3, as = 'pdf' } = this.#journal;
    const isBroken = this.#day === 'broken';
    const title = escaped(article.title);
    const link = this.#address(article, as === 'pdf' && version === 3 ? 'download' : 'view');
    const head = `<meta name="citation_title" content="${title}"/><meta name="citation_author" content="Ada Example"/><meta name="${as === 'pdf' ? 'citation_pdf_url' : 'citation_fulltext_html_url'}" content="${link}"/>`;
    const body =
      version === 2
        ? `<div id="content"><div id="articleTitle"><h3>${title}</h3></div><div id="authorString">Ada Example</div><div id="articleFullText"><a class="file" href="${link}">${as.toUpperCase()}</a></div></div>`
        : `<article class="obj_article_details"><h1 class="page_title">${title}</h1><a class="obj_galley_link ${as}" href="${link}">${as.toUpperCase()}</a></article>`;
    return html(
      `<!DOCTYPE html><html><head>${isBroken ? '' : head}</head><body><aside>${++this.#visits} visits</aside>${isBroken ? '' : body}</body></html>`,
    );
  }

  #address({ id, galley }: Article, op: string): string {
    const { base, hasFileNumbers = false } = this.#journal;
    return `${base}/article/${op}/${id}/${galley}${hasFileNumbers && op === 'download' ? `/${id + 5000}` : ''}`;
  }

  #viewer(article: Article): FixtureResponse {
    if (this.#journal.version !== 2) return html(`<html><body><iframe src="${this.#address(article, 'download')}"></iframe></body></html>`);
    return html(`<html><frameset><frame src="${this.#address(article, 'viewFile')}"/></frameset></html>`);
  }

  #file(request: FixtureRequest, article: Article, file: string | undefined): FixtureResponse {
    const { as = 'pdf', hasFileNumbers = false, first } = this.#journal;
    if (hasFileNumbers && file === undefined) return redirect(this.#address(article, 'download'));
    // The first one hides behind a notice.
    if (as === 'pdf' && !hasFileNumbers && article.id === first && file === undefined)
      return html(`<html><body><p>Thank you.</p><a href="${this.#address(article, 'download')}/1">Go on</a></body></html>`);
    return validated(
      request,
      as === 'pdf' ? pdf(article.text) : html(`<html><body><h1>${escaped(article.text)}</h1><p>Text.</p></body></html>`),
    );
  }
}

const record = (header: string, page: string, title: string, galley: string): string =>
  `<record>${header}<metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title xml:lang="en-US">${escaped(title)}</dc:title><dc:creator>Example, Ada</dc:creator><dc:date>2031-01-01</dc:date><dc:identifier>${page}</dc:identifier><dc:language>eng</dc:language><dc:relation>${page}/${galley}</dc:relation></oai_dc:dc></metadata></record>`;

const oai = (inner: string): FixtureResponse =>
  xml(`<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">${inner}</OAI-PMH>`);

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
