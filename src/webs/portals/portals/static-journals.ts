/** Law journals without an interface: plain pages, with everything they got wrong over the years. All articles are invented. */
import { html, notFound, pdf, redirect, validated, xml } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

type Pages = Readonly<Record<string, string | FixtureResponse>>;

interface Site extends Omit<PortalFixture, 'open' | 'today'> {
  /** By address; `visits` is another number at every request. */
  pages(day: Day, visits: number): Pages;
}

/** PDFs are asked for with validators; addresses are compared as they are written, percent-encoded. */
function siteFixture({ pages, ...site }: Site): PortalFixture {
  return {
    ...site,
    today: { 1: '2031-01-20T04:00:00Z', 2: '2031-02-06T04:00:00Z' },
    open(day) {
      let visits = 0;
      return (request) => answerOf(pages(day, ++visits), request);
    },
  };
}

function answerOf(pages: Pages, request: FixtureRequest): FixtureResponse {
  const { hostname, pathname, search } = request.url;
  const found = pages[`${hostname}${pathname}${search}`];
  if (found === undefined) return notFound();
  return typeof found === 'string' ? html(found) : found.status === undefined ? validated(request, found) : found;
}

interface Paper {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

const paper = (id: string, title: string, text = title): Paper => ({ id, title, text });

/** The fifth is corrected, the sixth withdrawn, the seventh new. */
function papersOn(day: Day, ids: readonly string[]): Paper[] {
  const titles = [
    'On Invented Rules',
    'Lamps &amp; Law',
    'Wicks in Comparison',
    'The Right to Light',
    'A Slip',
    'A Withdrawn Note',
    'New Light',
  ];
  const all = ids.map((id, at) => paper(id, titles[at] ?? id));
  if (day === 1) return all.slice(0, 6);
  return [...all.slice(0, 4), { ...(all[4] as Paper), text: 'Without a slip' }, all[6] as Paper];
}

function expectedOf(key: string, ids: readonly string[]): PortalFixture['expected'] {
  const keys = ids.map((id) => `${key}-${id}`);
  return { 1: keys.slice(0, 6), 2: { Add: keys.slice(6), Upd: keys.slice(4, 5), Del: keys.slice(5, 6), None: keys.slice(0, 4) } };
}

const each = (papers: readonly Paper[], make: (paper: Paper) => Pages): Pages => Object.assign({}, ...papers.map(make)) as Pages;
const news = (visits: number): string => `<div id="news">News of the week: ${visits}</div>`;

// ---- 29 GoJIL

const GOJIL = ['23-ada', '23-bo', '23-cy', '101-di', '101-ed', '101-flo', '101-gil'];

export const gojil = siteFixture({
  connector: 'gojil',
  hosts: ['www.gojil.eu', 'gojil.eu'],
  quirks: [
    'abstract pages have speaking addresses, with and without .html',
    'a block of news on every page changes all the time',
    'the PDF is linked on the issue page, or on the abstract page alone',
    'a complete edition stands among the articles',
  ],
  expected: expectedOf('gojil', GOJIL),
  pages(day, visits) {
    const papers = papersOn(day, GOJIL);
    const link = day === 'broken' ? 'summary' : 'abstract';
    const abstractOf = ({ id }: Paper): string => `/${id.replace('-', `-${link}-`)}${id.startsWith('23') ? '.html' : ''}`;
    const fileOf = ({ id }: Paper): string => `/issues/${id.replace('-', '/')}.pdf`;
    const row = (each: Paper): string =>
      `<li><b>${each.title}</b>, Ada Example <a href="${abstractOf(each)}">Abstract</a>${each.id === '23-bo' ? '' : ` <a href="${fileOf(each)}">Full text</a>`}</li>`;
    const issue = (code: string): string =>
      `<html><body>${news(visits)}<div id="main"><ul>${papers
        .filter(({ id }) => id.startsWith(code))
        .map(row)
        .join('')}</ul><p><a href="/issues/${code}.pdf">Complete edition</a></p></div></body></html>`;
    return {
      'www.gojil.eu/': `<html><body>${news(visits)}<a href="/archive">Archive</a><a href="/contact">Contact</a></body></html>`,
      'www.gojil.eu/archive': '<html><body><a href="/issue-23">2 (3)</a> <a href="/issue-101.html">10 (1)</a></body></html>',
      'www.gojil.eu/issue-23': issue('23'),
      ...(day === 'cut' ? {} : { 'www.gojil.eu/issue-101.html': issue('101') }),
      ...each(papers, (one) => ({
        [`www.gojil.eu${abstractOf(one)}`]: `<html><body>${news(visits)}<div id="main"><h2>${one.title}</h2><p>DOI: 10.3249/1868-1581-2-3-${one.id}</p><a href="${fileOf(one)}">Full text</a></div></body></html>`,
        [`www.gojil.eu${fileOf(one)}`]: pdf(one.text),
      })),
    };
  },
});

// ---- 33 Law Review

const SLUGS = ['on-invented-rules', 'lamps-and-law', 'wicks', 'right-to-light', 'a-slip', 'withdrawn', 'new-light'];

export const romanianLawReview = siteFixture({
  connector: 'romanian-law-review',
  hosts: ['internationallawreview.eu', 'www.internationallawreview.eu'],
  accepts: true,
  quirks: [
    'the line of authors begins with a dot',
    'the menu Summary is the table of contents',
    'some articles are HTML alone, others have a PDF',
    'pages count their visitors outside of the article',
  ],
  expected: expectedOf('lawreview', SLUGS),
  pages(day, visits) {
    const papers = papersOn(day, SLUGS);
    const host = 'internationallawreview.eu';
    const folder = day === 'broken' ? 'text' : 'article';
    const links = (some: readonly Paper[]): string =>
      some.map(({ id, title }) => `<li><a href="/${folder}/${id}">${title}</a></li>`).join('');
    return {
      [`${host}/`]: '<html><body><a href="/summary">Summary</a> <a href="/issues/2">Issue 2</a></body></html>',
      [`${host}/summary`]: `<html><body><ul>${links(papers.slice(0, 3))}</ul></body></html>`,
      ...(day === 'cut' ? {} : { [`${host}/issues/2`]: `<html><body><ul>${links(papers.slice(3))}</ul></body></html>` }),
      ...each(papers, ({ id, title, text }) => ({
        [`${host}/${folder}/${id}`]: `<html><body><p>${visits} visitors</p><div id="content"><h2>${title}</h2><p>. Ada EXAMPLE</p><p>Abstract</p><p>Invented.</p><p>Keywords: light</p><p>${text}</p>${id === 'wicks' ? '<a href="/files/wicks.pdf">PDF</a>' : ''}</div></body></html>`,
      })),
      [`${host}/files/wicks.pdf`]: pdf('Wicks'),
    };
  },
});

// ---- 34 Juridical Tribune

const PLACES = ['3-1-1', '3-1-2', '3-1-3', '15-2-1', '15-2-2', '15-2-3', '15-2-4'];

export const juridicalTribune = siteFixture({
  connector: 'juridical-tribune',
  hosts: ['tribunajuridica.eu', 'www.tribunajuridica.eu'],
  quirks: [
    'one page holds all articles of an issue: each block goes with its own PDF',
    'addresses of PDFs have spaces, dots and diacritics',
    'an issue has up to three pages, in three languages, with the same PDFs',
    'an older issue is there in Romanian alone',
  ],
  expected: expectedOf('tbj', PLACES),
  pages(day) {
    const host = 'tribunajuridica.eu';
    const papers = papersOn(day, PLACES);
    const nameOf = ({ id }: Paper): string => `An${id.replace(/-(\d+)-(\d+)$/, 'v$1/$2')}. Ada Exămple - Lucrarea.pdf`;
    const block = (word: string) => (each: Paper) =>
      `<p><a href="${day === 'broken' ? 'view.php?id=' : ''}${nameOf(each).replace('.pdf', day === 'broken' ? '' : '.pdf')}">${word} ${each.id.split('-')[2]} - ${each.title}</a></p><p>Abstract</p><p>A short invented abstract.</p><p>Key-words: fiction; rules.</p><p>JEL Classification: K00</p><p>DOI: 10.24818/TBJ/2013/${each.id.replaceAll('-', '/')}</p>`;
    const issue = (code: string, word: string): string =>
      `<html><body><h3>Volume ${code}</h3>${papers
        .filter(({ id }) => id.startsWith(code))
        .map(block(word))
        .join('')}</body></html>`;
    return {
      [`${host}/`]: '<html><body><a href="/arhiva.html">Arhiva</a></body></html>',
      [`${host}/arhiva.html`]:
        '<html><body><a href="arhiva/anul3v1.html">III (1)</a> <a href="arhiva/anul15v2.html">XV (2)</a> <a href="arhiva/anul15v2_en.html">en</a></body></html>',
      [`${host}/arhiva/anul3v1.html`]: issue('3-1', 'Articolul'),
      [`${host}/arhiva/anul15v2.html`]: issue('15-2', 'Articolul'),
      ...(day === 'cut' ? {} : { [`${host}/arhiva/anul15v2_en.html`]: issue('15-2', 'Article') }),
      ...each(papers, (one) => ({ [`${host}/arhiva/${encodeURI(nameOf(one))}`]: pdf(one.text) })),
    };
  },
});

// ---- 37 Bocconi Legal Papers

const NUMBERS = ['501', '502', '503', '504', '505', '506', '507'];

export const bocconiLegalPapers = siteFixture({
  connector: 'bocconi-legal-papers',
  hosts: ['blp.egeaonline.it', 'bocconilegalpapers.org'],
  accepts: true,
  quirks: [
    'links hold the host twice',
    'the label of an issue stands in its articles',
    'an issue is linked twice',
    'pages count their visits',
  ],
  expected: expectedOf('blp', NUMBERS),
  pages(day, visits) {
    const base = 'blp.egeaonline.it/it/21/archivio';
    const papers = papersOn(day, NUMBERS);
    const issueOf = ({ id }: Paper): string => (id < '504' ? '71' : '72');
    const rows = (issue: string): string =>
      papers
        .filter((each) => issueOf(each) === issue)
        .map(
          ({ id, title }) =>
            `<a href="https://blp.egeaonline.it/https://${base}/rivista/${issue}/${day === 'broken' ? 'testo' : 'articolo'}/${id}">${title}</a>`,
        )
        .join('');
    return {
      [base]: `<html><body><a href="/it/21/archivio/rivista/71"><img alt="71"></a><a href="/it/21/archivio/rivista/71">BLP 2018/10</a><a href="https://blp.egeaonline.it/${base}/rivista/72">BLP 2018/11</a></body></html>`,
      [`${base}/rivista/71`]: `<html><body>${rows('71')}</body></html>`,
      ...(day === 'cut' ? {} : { [`${base}/rivista/72`]: `<html><body>${rows('72')}</body></html>` }),
      ...each(papers, (one) => ({
        [`${base}/rivista/${issueOf(one)}/articolo/${one.id}`]: `<html><body><p>${visits}</p><article><p>BLP 2018/10</p><h1>${one.title}</h1><a href="https://blp.egeaonline.it/http://blp.egeaonline.it/pdf/${one.id}.pdf">Scarica articolo in PDF</a></article></body></html>`,
        [`blp.egeaonline.it/pdf/${one.id}.pdf`]: pdf(one.text),
      })),
    };
  },
});

// ---- 38 ELSA Malta Law Review

const HANDLES = ['5001', '5002', '5003', '5004', '5005', '5006', '5007'];

export const elsaMalta = siteFixture({
  connector: 'elsa-malta',
  hosts: ['mt.elsa.org', 'www.um.edu.mt'],
  quirks: [
    'editions are whole PDFs on one site, articles items on another',
    'the page of a collection does not answer: its feed does',
    'names of files have spaces',
    'pages count their views',
  ],
  expected: (() => {
    const { 1: first, 2: second } = expectedOf('emlr', HANDLES);
    return { 1: [...first, 'emlr-issue-edition-v'], 2: { ...second, None: [...second.None, 'emlr-issue-edition-v'] } };
  })(),
  pages(day, visits) {
    const repository = 'www.um.edu.mt/library/oar';
    const papers = papersOn(day, HANDLES);
    const items = papers.map(
      ({ id, title }) =>
        `<item><title>${title} [Review, 5, 2015]</title><link>https://${repository}/${day === 'broken' ? 'item' : 'handle'}/123456789/${id}</link></item>`,
    );
    const feed = `<rss version="2.0"><channel><title>EMLR</title>${items.join('')}</channel></rss>`;
    return {
      'mt.elsa.org/emlr/': `<html><body><a href="/wp-content/uploads/${day === 'broken' ? 'x' : 'Edition-V.pdf'}">Edition V</a></body></html>`,
      'mt.elsa.org/wp-content/uploads/Edition-V.pdf': pdf('Edition V'),
      [`${repository}/feed/rss_2.0/123456789/123475`]: xml(day === 'cut' ? feed.slice(0, -60) : feed),
      ...each(papers, ({ id, title, text }) => ({
        [`${repository}/handle/123456789/${id}`]: `<html><head><meta name="DC.creator" content="Example, Ada"><meta name="DC.title" content="${title}"><meta name="DCTERMS.issued" content="2015"><meta name="citation_pdf_url" content="https://${repository}/bitstream/123456789/${id}/1/On Light.pdf"></head><body><p>${visits} views</p><div id="content">${title}</div></body></html>`,
        [`${repository}/bitstream/123456789/${id}/1/On%20Light.pdf`]: pdf(text),
      })),
    };
  },
});

// ---- 39 Beijing Law Review

const PAPERS = ['100001', '100002', '100003', '100004', '100005', '100006', '100007'];

export const beijingLawReview = siteFixture({
  connector: 'beijing-law-review',
  hosts: ['www.scirp.org', 'scirp.org', 'api.crossref.org'],
  quirks: [
    'a paper is linked by its older and its newer address',
    'names of PDFs have three styles, and are read from the page',
    'HTML and XML stand beside the PDF',
    'pages count their views and downloads',
  ],
  expected: expectedOf('blr', PAPERS),
  pages(day, visits) {
    const site = 'www.scirp.org';
    const papers = papersOn(day, PAPERS);
    const fileOf = ({ id }: Paper): string => (Number(id) % 2 ? `blr_20310101${id}.pdf` : `BLR_${id}.pdf`);
    const links = (some: readonly Paper[]): string =>
      some
        .map(
          ({ id, title }) =>
            `<a href="${id === '100002' ? `/journal/PaperInformation.aspx?PaperID=${id}` : `/journal/paperinformation?${day === 'broken' ? 'id' : 'paperid'}=${id}`}">${title}</a>`,
        )
        .join('');
    const page = (one: Paper): string =>
      `<html><head><meta name="citation_title" content="${one.title}"><meta name="citation_doi" content="10.4236/blr.2031.${one.id}"></head><body><p>Downloads: ${visits}</p><h1>${one.title}</h1><a href="https://${site}/pdf/${fileOf(one)}">PDF</a> <a href="https://${site}/html/1-${one.id}.htm">HTML</a> <a href="https://${site}/xml/${one.id}.xml">XML</a></body></html>`;
    return {
      [`${site}/journal/blr/`]: `<html><body><a href="/journal/home?issueid=1">1</a> <a href="/journal/home?issueid=2">2</a><a href="/journal/paperinformation?paperid=100002">Most read</a></body></html>`,
      [`${site}/journal/home?issueid=1`]: `<html><body>${links(day === 'broken' ? [] : papers.slice(0, 3))}</body></html>`,
      ...(day === 'cut' ? {} : { [`${site}/journal/home?issueid=2`]: `<html><body>${links(papers.slice(3))}</body></html>` }),
      ...each(papers, (one) => ({
        [`${site}/journal/paperinformation?paperid=${one.id}`]:
          day === 'broken' ? '<html><body>Papers have moved.</body></html>' : page(one),
        [`${site}/pdf/${fileOf(one)}`]: pdf(one.text),
        [`${site}/html/1-${one.id}.htm`]: `<html><body>${one.text}</body></html>`,
        [`${site}/xml/${one.id}.xml`]: xml(`<article><p>${one.text}</p></article>`),
      })),
    };
  },
});

// ---- 41 Electronic Journal of Comparative Law

const issuePage = (heading: string, rows: readonly string[]): string =>
  `<html><head><title>EJCL</title></head><body><h2>${heading}</h2><ul>${rows.join('')}</ul><p><a href="../general/archive.html">Archive</a></p></body></html>`;

export const ejcl = siteFixture({
  connector: 'ejcl',
  hosts: ['www.ejcl.org', 'ejcl.org'],
  quirks: [
    'numbers in addresses run together: volume and number are in the heading',
    'older articles are HTML alone, later ones have a PDF',
    'editorials have names of their own',
    'it is finished: it is harvested once',
  ],
  expected: {
    1: ['ejcl-6.4-editor', 'ejcl-6.4-1', 'ejcl-6.4-2', 'ejcl-10.3-1', 'ejcl-1.1-1'],
    2: { Add: [], Upd: [], Del: [], None: [] },
  },
  pages(day) {
    const name = day === 'broken' ? 'number' : 'issue';
    const article = (title: string): string =>
      `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>Text.</p></body></html>`;
    const row = (id: string, title: string, hasPdf: boolean): string =>
      `<li><a href="art${id}.html">${title}</a> <a href="abs${id}.html">Abstract</a>${hasPdf ? ` <a href="art${id}.pdf">PDF</a>` : ''}</li>`;
    return {
      'www.ejcl.org/general/archive.html': `<html><body>${['11', '64', '103'].map((code) => `<a href="../${code}/${name}${code}.html">${code}</a>`).join('')}</body></html>`,
      'www.ejcl.org/11/issue11.html': issuePage('Vol. 1.1 (May 1997)', [row('11-1', 'A First Word', false)]),
      'www.ejcl.org/64/issue64.html': issuePage('Volume 6, no. 4', [
        '<li><a href="editor64.html">Editorial</a></li>',
        row('64-1', 'Lamps', true),
        row('64-2', 'Wicks', true),
      ]),
      ...(day === 'cut' ? {} : { 'www.ejcl.org/103/issue103.html': issuePage('vol. 10.3 (December 2006)', [row('103-1', 'Light', true)]) }),
      'www.ejcl.org/64/editor64.html': article('Editorial'),
      ...each(
        [paper('11-1', 'A First Word'), paper('64-1', 'Lamps'), paper('64-2', 'Wicks'), paper('103-1', 'Light')],
        ({ id, title }) => ({
          [`www.ejcl.org/${id.split('-')[0]}/art${id}.html`]: article(title),
          [`www.ejcl.org/${id.split('-')[0]}/abs${id}.html`]: article(`Abstract of ${title}`),
          [`www.ejcl.org/${id.split('-')[0]}/art${id}.pdf`]: pdf(title),
        }),
      ),
      'www.ejcl.org/': redirect('https://www.ejcl.org/general/archive.html'),
    };
  },
});
