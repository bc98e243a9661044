/** Normattiva: an API that lists acts and their updates, and a site that gives texts to those who came by the front door. All acts are invented. */
import { html, json, notFound } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

const SITE = 'www.normattiva.it';
const API = 'api.normattiva.it';
const SIZE = 10;

interface Act {
  readonly code: string;
  /** Of the Gazzetta. */
  readonly date: string;
  readonly text: string;
  readonly updated: string;
  /** No version of today yet. */
  readonly isFresh?: boolean;
  /** Its page does not link the text. */
  readonly isBare?: boolean;
}

const act = (number: number, date: string, more: Partial<Act> = {}): Act => ({
  code: `${date.slice(2, 4)}G${String(number).padStart(5, '0')}`,
  date,
  text: 'Testo inventato.',
  updated: date,
  ...more,
});

const STANDING = [
  act(1, '2000-11-03'),
  act(2, '2000-12-30', { text: "(( Testo dell'epoca; e' inventato. ))" }),
  act(3, '2001-01-02', { isBare: true }),
  act(4, '2001-02-27', { isFresh: true }),
];
const CHANGED = act(5, '2001-01-15');
const REPEALED = act(6, '2000-12-01');
/** Told as updated, with the same text. */
const TOUCHED = act(7, '2001-01-20');
const NEW = Array.from({ length: 12 }, (_, at) => act(20 + at, `2001-03-0${(at % 2) + 1}`));

const LATER = { updated: '2001-03-02' };
const FIRST = [...STANDING, CHANGED, REPEALED, TOUCHED];
const SECOND = [
  ...STANDING,
  { ...CHANGED, ...LATER, text: 'Testo inventato di nuovo.' },
  { ...REPEALED, ...LATER, text: 'PROVVEDIMENTO ABROGATO' },
  { ...TOUCHED, ...LATER },
  ...NEW,
];

const record = ({ code, date, updated }: Act, withUpdate: boolean): Record<string, unknown> => ({
  numeroAtto: String(Number(code.slice(3))),
  dataGU: date,
  numeroGU: '27',
  codiceRedazionale: code,
  titoloAtto: `[Disposizioni inventate per esempio. (${code}) ]`,
  denominazioneAtto: 'DECRETO LEGISLATIVO',
  descrizioneAtto: `DECRETO LEGISLATIVO ${date}, n. ${Number(code.slice(3))}`,
  numeroProvvedimento: String(Number(code.slice(3))),
  dataEmanazione: `${date}T00:00:00Z`,
  ...(withUpdate ? { dataUltimaModifica: updated, ultimiAttiModificanti: 'LEGGE 9 febbraio 2001, n. 8' } : {}),
});

function page(day: Day, found: readonly Act[], number: number, size: number, withUpdate: boolean): FixtureResponse {
  const shown = found.slice((number - 1) * size, number * size).map((each) => record(each, withUpdate));
  return json({
    [day === 'broken' ? 'atti' : 'listaAtti']: day === 'cut' ? shown.slice(0, -1) : shown,
    numeroPagine: Math.ceil(found.length / size),
    numeroAttiTrovati: found.length,
    paginaCorrente: number,
    numeroElementiPerPagina: size,
    facetMap: {},
  });
}

interface Asked {
  readonly dataInizioPubProvvedimento: string;
  readonly dataFinePubProvvedimento: string;
  readonly dataInizioAggiornamento: string;
  readonly dataFineAggiornamento: string;
  readonly paginazione?: { readonly paginaCorrente: number };
}

function api(day: Day, acts: readonly Act[], { url, body, method }: FixtureRequest): FixtureResponse {
  if (method !== 'POST') return notFound();
  const asked = JSON.parse(Buffer.from(body).toString('utf8')) as Asked;
  if (url.pathname.endsWith('/ricerca/avanzata')) {
    if (!asked.paginazione) return json({ codice: 1000, messaggio: 'paginazione' }, { status: 400 });
    const found = acts.filter(({ date }) => date >= asked.dataInizioPubProvvedimento && date <= asked.dataFinePubProvvedimento);
    return page(day, found, asked.paginazione.paginaCorrente, SIZE, false);
  }
  const { dataInizioAggiornamento: from, dataFineAggiornamento: until } = asked;
  if (!url.pathname.endsWith('/ricerca/aggiornati')) return notFound();
  if (Date.parse(until) - Date.parse(from) > 366 * 86_400_000) return json({ codice: 1501 }, { status: 422 });
  const found = acts.filter(({ updated }) => updated >= from.slice(0, 10) && updated <= until.slice(0, 10));
  return page(day, found, 1, SIZE, true);
}

const akn = ({ date, code, text }: Act, day: Day): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><act name="decreto"><meta><identification source="#ipzs"><FRBRWork><FRBRthis value="/akn/it/act/decreto/${date}/${code}"/></FRBRWork></identification><lifecycle source="#d${String(day)}"/></meta>
<body><article eId="art_1"><num>Art. 1.</num><paragraph eId="art_1__para_1"><content><p>${text} ${code}</p></content></paragraph></article></body></act></akomaNtoso>`;

class Site {
  readonly #day: Day;
  readonly #acts: readonly Act[];
  #sessions = 0;
  #downloads = 0;

  constructor(day: Day, acts: readonly Act[]) {
    this.#day = day;
    this.#acts = acts;
  }

  answer({ url, cookies, headers }: FixtureRequest): FixtureResponse {
    const [, code] = /^\/eli\/id\/\d{4}\/\d\d\/\d\d\/\/(\w+)\/CONSOLIDATED$/.exec(url.pathname) ?? [];
    const found = this.#acts.find((each) => each.code === (code ?? url.searchParams.get('codiceRedaz')));
    if (!found) return notFound();
    if (code) return this.#landing(found, cookies);
    if (url.pathname !== '/do/atto/caricaAKN') return notFound();
    if (!cookies['JSESSIONID'] || !(headers['referer'] ?? cookies['seen'])) return html('<html><body>Normattiva - home</body></html>');
    return this.#text(found, url.searchParams.get('dataVigenza') ?? '');
  }

  #landing({ code, date, isBare = false }: Act, cookies: FixtureRequest['cookies']): FixtureResponse {
    const link = `/do/atto/caricaAKN?dataGU=${date.replaceAll('-', '')}&amp;codiceRedaz=${code}&amp;dataVigenza=20010310`;
    const set = cookies['JSESSIONID'] ? [] : [`JSESSIONID=S${++this.#sessions}; Path=/`, 'seen=1; Path=/'];
    const page = `<html><head><meta property="eli:id_local" content="${code}"/></head><body>${isBare ? '' : `<a href="${link}">AKN</a>`}</body></html>`;
    return html(page, { headers: { 'set-cookie': set } });
  }

  /** Every third download is empty. */
  #text(of: Act, on: string): FixtureResponse {
    if (of.isFresh && on !== of.date.replaceAll('-', '')) return html('<html><body>Atto non disponibile</body></html>');
    if (++this.#downloads % 3 === 0) return { headers: { 'content-type': 'application/xml' }, body: '' };
    return { headers: { 'content-type': 'application/xml' }, body: akn(of, this.#day) };
  }
}

const keys = (acts: readonly Act[]): string[] => acts.map(({ date, code }) => `normattiva-${date}-${code}`);

export const normattiva: PortalFixture = {
  connector: 'normattiva',
  hosts: [SITE, API],
  quirks: [
    'texts are given after a visit to the page of the act, with its cookies; else a page comes with status 200',
    'downloads are empty now and then, with status 200',
    'acts of these days have no version of today',
    'a page of an act without a link to its text',
    'the feed of updates shows one page: its window is split',
    'an act is told as updated, and only its metadata are others: None',
    'repealed acts stay, and say so: Upd',
  ],
  parameters: { StartYear: '2000', StartMonth: '11' },
  today: { 1: '2001-02-28T04:00:00Z', 2: '2001-03-10T04:00:00Z' },
  expected: {
    1: keys(FIRST),
    2: {
      Add: keys(NEW),
      Upd: keys([CHANGED, REPEALED]),
      Del: [],
      None: [...keys([TOUCHED]), ...keys(STANDING.filter(({ date }) => date >= '2001-02-27'))],
    },
  },
  open: (day) => {
    const acts = day === 1 ? FIRST : SECOND;
    const site = new Site(day, acts);
    return (request) => (request.url.hostname === API ? api(day, acts, request) : site.answer(request));
  },
};
