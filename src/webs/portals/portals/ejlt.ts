/** A journal on Open Journal Systems 3: OAI-PMH, abstract pages, galleys as HTML and PDF, viewers and notices before them. */
import { html, notFound, pdf, redirect, validated, xml } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';
import { type Article, articlesOn, EXPECTED, type Galley } from './ejlt-contents.js';

const BASE = 'https://ejlt.org/index.php/ejlt';
const SIZE = 3;

export const ejlt: PortalFixture = {
  connector: 'ejlt',
  hosts: ['ejlt.org', 'www.ejlt.org'],
  quirks: [
    'a resumption token stands alone in its request: with metadataPrefix beside it the answer is an error',
    'a token expires while the list is read, and the list starts again at a datestamp',
    'deleted records have a header alone, and their pages are gone',
    'a galley page is a viewer; download in place of view is the file',
    'an HTML page with a link comes instead of a PDF',
    'HTML is the primary text of some articles, with images under the same path',
    'a galley may be named by a word',
    'meta tags are defective: the abbreviation of the journal is 1, authors in DC are a separator',
    'a record may get a new datestamp though nothing of the article has changed',
    'a corrected PDF has a new number',
  ],
  today: { 1: '2031-01-20T04:00:00Z', 2: '2031-02-06T04:00:00Z' },
  expected: EXPECTED,
  open: (day) => {
    const journal = new Journal(day);
    return (request) => journal.answer(request);
  },
};

class Journal {
  readonly #day: Day;
  readonly #articles: readonly Article[];
  #hasExpired = false;
  #visits = 0;

  constructor(day: Day) {
    this.#day = day;
    this.#articles = articlesOn(day);
  }

  answer(request: FixtureRequest): FixtureResponse {
    const { pathname } = request.url;
    if (!pathname.startsWith('/index.php/')) return pathname.startsWith('/article/') ? redirect(`${BASE}${pathname}`, 301) : notFound();
    const [, page = '', op, id, galley, file] = pathname.split('/index.php/ejlt')[1]?.split('/') ?? [];
    if (page === 'oai') return this.#oai(request.url.searchParams);
    const article = this.#articles.find((each) => String(each.id) === id && !each.isDeleted);
    if (page !== 'article' || !article) return notFound();
    if (galley === undefined) return this.#abstract(article);
    const found = article.galleys.find((each) => each.id === galley);
    if (!found) return notFound();
    return op === 'download' ? this.#file(request, article, found, file) : this.#viewer(article, found);
  }

  // ---- OAI-PMH

  #oai(query: URLSearchParams): FixtureResponse {
    if (query.get('verb') === 'Identify')
      return oai('<Identify><granularity>YYYY-MM-DDThh:mm:ssZ</granularity><deletedRecord>persistent</deletedRecord></Identify>');
    if (query.get('verb') !== 'ListRecords') return oaiError('badVerb');
    const token = query.get('resumptionToken');
    if (token !== null && query.has('metadataPrefix')) return oaiError('badArgument');
    if (token === null) return this.#records(query.get('from') ?? '', 0);
    const [from = '', at = ''] = token.split('!');
    if (Number(at) === 2 * SIZE && !this.#hasExpired) {
      this.#hasExpired = true;
      return oaiError('badResumptionToken');
    }
    return this.#records(from, Number(at));
  }

  #records(from: string, at: number): FixtureResponse {
    const listed = this.#articles.filter(({ datestamp }) => datestamp >= from);
    const records = listed.slice(at, at + SIZE).map((article) => this.#record(article));
    const next = at + SIZE < listed.length ? `${from}!${at + SIZE}` : '';
    const token =
      at + SIZE < listed.length || at > 0
        ? `<resumptionToken completeListSize="${listed.length}" cursor="${at}">${next}</resumptionToken>`
        : '';
    const answer = oai(`<ListRecords>${records.join('')}${token}</ListRecords>`);
    return this.#day === 'cut' && at > 0 ? { ...answer, body: String(answer.body).slice(0, -200) } : answer;
  }

  #record({ id, datestamp, title, authors, galleys, doi, isDeleted }: Article): string {
    const header = `<header${isDeleted ? ' status="deleted"' : ''}><identifier>oai:ejlt.org:${this.#day === 'broken' ? 'item' : 'article'}/${id}</identifier><datestamp>${datestamp}</datestamp><setSpec>ejlt:ART</setSpec></header>`;
    if (isDeleted) return `<record>${header}</record>`;
    const dc = (name: string, text: string): string => `<dc:${name}>${escaped(text)}</dc:${name}>`;
    const metadata = [
      dc('title', title),
      ...authors.map((author) => dc('creator', author.split(' ').toReversed().join(', '))),
      dc('description', 'A short invented abstract.'),
      dc('date', '2031-01-01'),
      dc('identifier', `${BASE}/article/view/${id}`),
      ...(doi ? [dc('identifier', doi)] : []),
      dc('language', 'eng'),
      ...galleys.map((galley) => dc('relation', `${BASE}/article/view/${id}/${galley.id}`)),
    ];
    return `<record>${header}<metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata.join('')}</oai_dc:dc></metadata></record>`;
  }

  // ---- pages and files

  #abstract({ id, title, authors, galleys, doi }: Article): FixtureResponse {
    const meta = (name: string, content: string): string => `<meta name="${name}" content="${escaped(content)}"/>`;
    const head = [
      meta('gs_meta_revision', '1.1'),
      meta('citation_journal_title', 'European Journal of Law and Technology'),
      meta('citation_journal_abbrev', '1'),
      ...authors.flatMap((author) => [meta('citation_author', author), meta('citation_author_institution', 'University of Nowhere')]),
      meta('citation_title', title),
      meta('citation_volume', '3'),
      meta('citation_issue', '1'),
      meta('DC.Creator.PersonalName', ', '),
      ...(doi ? [meta('citation_doi', doi)] : []),
      ...galleys.map(({ id: galley, as }) =>
        as === 'pdf'
          ? meta('citation_pdf_url', `${BASE}/article/download/${id}/${galley}`)
          : meta('citation_fulltext_html_url', `${BASE}/article/view/${id}/${galley}`),
      ),
    ];
    const links = galleys.map(
      ({ id: galley, as }) =>
        `<a class="obj_galley_link ${as === 'pdf' ? 'pdf' : 'file'}" href="${BASE}/article/view/${id}/${galley}">${as.toUpperCase()}</a>`,
    );
    const isBroken = this.#day === 'broken';
    return html(
      `<!DOCTYPE html><html><head><title>${escaped(title)}</title>${isBroken ? '' : head.join('')}</head><body><p>Visits: ${++this.#visits}</p><article class="obj_article_details"><h1 class="page_title">${escaped(title)}</h1><section class="item abstract">A short invented abstract.</section>${isBroken ? '' : links.join('')}</article></body></html>`,
    );
  }

  #viewer({ id, title }: Article, { id: galley, as }: Galley): FixtureResponse {
    const file = `${BASE}/article/download/${id}/${galley}`;
    const frame = as === 'pdf' ? `/plugins/generic/pdfJsViewer/viewer.html?file=${encodeURIComponent(file)}` : file;
    return html(
      `<html><body><h1>${escaped(title)}</h1><a class="download" href="${file}">Download</a><iframe src="${frame}"></iframe></body></html>`,
    );
  }

  /** Before some files stands a page that one has to go through. */
  #file(request: FixtureRequest, { id }: Article, { id: galley, as, text }: Galley, file: string | undefined): FixtureResponse {
    if (as === 'html') {
      if (file !== undefined) return validated(request, { headers: { 'content-type': 'image/png' }, body: PIXEL });
      return validated(
        request,
        html(`<html><body><h1>${text}</h1><img src="${galley}/figure-1.png"/><p>Text of article ${id}.</p></body></html>`),
      );
    }
    if (file === undefined && galley === '40')
      return html(
        `<html><body><p>You are about to leave.</p><a href="${BASE}/article/download/${id}/${galley}/1648">Continue</a></body></html>`,
      );
    if (file === undefined && galley === '50') return this.#viewerAround(`${BASE}/article/download/${id}/${galley}/1650`);
    return validated(request, pdf(`Article ${id}: ${text}`));
  }

  #viewerAround(file: string): FixtureResponse {
    return html(
      `<html><body><iframe src="/plugins/generic/pdfJsViewer/viewer.html?file=${encodeURIComponent(file)}"></iframe></body></html>`,
    );
  }
}

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

const oai = (inner: string): FixtureResponse =>
  xml(
    `<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2031-01-20T04:00:00Z</responseDate><request verb="ListRecords">${BASE}/oai</request>${inner}</OAI-PMH>`,
  );
const oaiError = (code: string): FixtureResponse => oai(`<error code="${code}">${code}</error>`);
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
