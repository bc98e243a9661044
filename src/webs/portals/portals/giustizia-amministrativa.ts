/** Administrative justice of Italy: a CKAN of records without texts, and a viewer that wants exact names. All acts are invented. */
import { html, json, notFound, pdf } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

const DATA = 'openga.giustizia-amministrativa.it';
const VIEWER = 'mdp.giustizia-amministrativa.it';
const SIZE = 100;

interface Act {
  readonly number: number;
  readonly text: string;
  /** Last part of the name of its file. */
  readonly file: string;
}

interface DataSet {
  readonly name: string;
  readonly schema: string;
  readonly kind: string;
  readonly acts: readonly Act[];
}

const act = (number: number, file = '11.html', text = 'DIRITTO inventato'): Act => ({ number, file, text });

const STANDING: readonly DataSet[] = [
  {
    name: 'cds-sentenze',
    schema: 'cds',
    kind: 'SENTENZA',
    acts: [act(202600001), act(202600002, '01.html'), act(202600003, '18.html'), act(202600004, '21.html', '-OMISSIS-')],
  },
  { name: 'tar-lazio-roma-sentenze', schema: 'tar_rm', kind: 'SENTENZA', acts: [act(202600001), act(202600007, '20.html')] },
  { name: 'tar-toscana-ordinanze', schema: 'tar_fi', kind: 'ORDINANZA', acts: [act(202600005), act(202600006, '11.pdf')] },
  { name: 'trga-bolzano-sentenze', schema: 'tar_bz', kind: 'SENTENZA', acts: [act(202600001, '11.html', 'Erfundene Gründe')] },
];
const CDS = STANDING[0] as DataSet;
const CHANGED = act(202600010);
const GONE = act(202600011);
/** In the open data, and nowhere else. */
const NAMELESS = act(202600012, '99.html');
const NEW = act(202600013);

const withActs = (more: readonly Act[]): DataSet[] => [{ ...CDS, acts: [...CDS.acts, ...more] }, ...STANDING.slice(1)];
const FIRST = withActs([CHANGED, GONE, NAMELESS]);
const SECOND = withActs([{ ...CHANGED, text: 'DIRITTO di -OMISSIS-' }, NAMELESS, NEW]);

const appealOf = ({ number }: Act): number => number - 99_999;

const record = ({ kind, schema }: DataSet, of: Act, at: number, day: Day): Record<string, unknown> => ({
  _id: at + (day === 2 ? 1000 : 1),
  [day === 'broken' ? 'NUM_PROVV' : 'NUMERO_PROVVEDIMENTO']: of.number,
  NUMERO_RICORSO: appealOf(of),
  DATA_PUBBLICAZIONE: '2026-01-08',
  ANNO_PUBBLICAZIONE: 2026,
  NOME_SEDE: schema === 'cds' ? 'CdS GIURISDIZIONALE - ROMA' : `SEDE ${schema}`,
  NOME_SEZIONE: 'SEZIONE II',
  TIPO_PROVVEDIMENTO: kind,
  ESITO_PROVVEDIMENTO: 'RESPINGE',
  OGGETTO_RICORSO: 'ESEMPIO',
});

function data(day: Day, sets: readonly DataSet[], { pathname, searchParams }: URL): FixtureResponse {
  const done = (result: unknown): FixtureResponse => json({ success: true, result });
  if (pathname.endsWith('/package_list')) return done([...sets.map(({ name }) => name), 'cds-ricorsi']);
  const found = sets.find(({ name }) => name === searchParams.get('id') || searchParams.get('resource_id') === `r-${name}`);
  if (!found) return json({ success: false, error: { message: 'Not found' } }, { status: 404 });
  const resource = { id: `r-${found.name}`, name: `${found.name} - 2026`, format: 'JSON', last_modified: '2026-02-01T00:00:00' };
  const table = { ...resource, id: `t-${found.name}`, format: 'PDF', datastore_active: false };
  if (pathname.endsWith('/package_show')) return done({ name: found.name, resources: [resource, table] });
  const offset = Number(searchParams.get('offset'));
  const records = found.acts.slice(offset, offset + SIZE).map((each, at) => record(found, each, offset + at, day));
  return done({ total: found.acts.length, records: day === 'cut' ? records.slice(0, 1).filter(() => offset === 0) : records });
}

function view(sets: readonly DataSet[], { searchParams }: URL): FixtureResponse {
  const set = sets.find(({ schema }) => schema === searchParams.get('schema'));
  const of = set?.acts.find(
    (each) => searchParams.get('nomeFile') === `${each.number}_${each.file}` && searchParams.get('nrg') === String(appealOf(each)),
  );
  // Whatever is not there is a page with status 200.
  if (!of || of === NAMELESS) return html('<!DOCTYPE html><html><body><h1>404</h1><p>Pagina non trovata</p></body></html>');
  if (of.file.endsWith('.pdf')) return pdf(of.text);
  return html(
    `<?xml version="1.0" encoding="UTF-8"?><GA xmlns:h="http://www.w3.org/HTML/1998/html4"><Provvedimento><meta id="1"><descrittori><registro anno="2025" n="2"/></descrittori><tipologia>Sentenza</tipologia><dataPubblicazione>08/01/2026</dataPubblicazione></meta>
<epigrafe><adunanza>Il Consiglio di Stato (Sezione Seconda)</adunanza></epigrafe><motivazione><h:div>${of.text} ${set?.schema} ${of.number}</h:div></motivazione><dispositivo><h:div>P.Q.M.</h:div></dispositivo></Provvedimento></GA>`,
  );
}

function answer(day: Day, sets: readonly DataSet[], { url }: FixtureRequest): FixtureResponse {
  if (url.hostname === VIEWER && url.pathname === '/visualizza/') return view(sets, url);
  return url.hostname === DATA && url.pathname.startsWith('/api/3/action/') ? data(day, sets, url) : notFound();
}

const keys = (sets: readonly DataSet[]): string[] => sets.flatMap(({ schema, acts }) => acts.map(({ number }) => `ga-${schema}-${number}`));

export const giustiziaAmministrativa: PortalFixture = {
  connector: 'giustizia-amministrativa',
  hosts: [DATA, VIEWER, 'www.giustizia-amministrativa.it'],
  quirks: [
    'the last part of the name of a file is not known beforehand',
    'a wrong name is answered 200 with a page that says 404',
    'files called .html are XML',
    'old acts are PDF',
    'the same number is given by several courts',
    'data sets of other things, and resources that are not in the data store',
    'the open data are loaded anew, with other row numbers: None',
    'an act in the open data has no text anywhere',
  ],
  today: { 1: '2026-02-02T04:00:00Z', 2: '2026-02-09T04:00:00Z' },
  expected: {
    1: [...keys(STANDING), 'ga-cds-202600010', 'ga-cds-202600011'],
    2: { Add: ['ga-cds-202600013'], Upd: ['ga-cds-202600010'], Del: ['ga-cds-202600011'], None: keys(STANDING) },
  },
  open: (day) => (request) => answer(day, day === 1 ? FIRST : SECOND, request),
};
