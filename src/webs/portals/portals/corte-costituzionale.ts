/** The Constitutional Court of Italy: archives of yearly archives, decisions and headnotes apart. All of it is invented. */
import { notFound, validated, zip } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

const HOST = 'dati.cortecostituzionale.it';
const FOLDER = '/opendata/distribuzione';

interface Decision {
  readonly year: number;
  readonly number: number;
  readonly text: string;
  readonly headnotes: readonly number[];
  readonly ecli?: string;
}

const decision = (year: number, number: number, more: Partial<Decision> = {}): Decision => ({
  year,
  number,
  text: 'Ritenuto in fatto che la libertà è inventata – “così”',
  headnotes: [],
  ...more,
});

const STANDING = [
  decision(1956, 1, { headnotes: [1] }),
  decision(1980, 2),
  decision(1999, 300, { ecli: '' }),
  decision(2025, 1, { headnotes: [90001, 90002] }),
  decision(2025, 2),
];
const NOTED = decision(2026, 1);
const CHANGED = decision(2026, 2, { headnotes: [90003] });
const GONE = decision(2026, 3);

const FIRST = [...STANDING, NOTED, CHANGED, GONE];
const SECOND = [...STANDING, { ...NOTED, headnotes: [90010] }, { ...CHANGED, text: 'Considerato in diritto' }, decision(2026, 4)];

const PERIODS: Readonly<Record<string, readonly [number, number]>> = {
  '1956_1980': [1956, 1980],
  '1981_2000': [1981, 2000],
  '2001_oggi': [2001, 9999],
};

const record = ({ year, number, text, ecli = `ECLI:IT:COST:${year}:${number}` }: Decision, day: Day): Record<string, string> => ({
  [day === 'broken' ? 'num' : 'numero_pronuncia']: String(number),
  anno_pronuncia: String(year),
  tipologia_pronuncia: number % 2 ? 'S' : 'O',
  ecli,
  data_decisione: `13/01/${year}`,
  data_deposito: `20/01/${year}`,
  presidente: 'ROSSI',
  relatore_pronuncia: 'BIANCHI',
  epigrafe: 'nel giudizio &#13; inventato',
  testo: `${text} ${year}/${number}`,
  dispositivo: 'per questi motivi LA CORTE COSTITUZIONALE dichiara',
});

/** Windows-1252: Latin-1 with quotation marks and dashes. */
const cp1252 = (text: string): Buffer => {
  const places: Readonly<Record<string, number>> = { '–': 0x96, '“': 0x93, '”': 0x94 };
  return Buffer.from([...text].map((letter) => places[letter] ?? letter.charCodeAt(0)));
};

const headnotes = ({ year, number, headnotes: numbers }: Decision): string =>
  `<pronuncia><pronuncia_testata><anno_pronuncia>${year}</anno_pronuncia><numero_pronuncia>${number}</numero_pronuncia><tipologia_giudizio>GIUDIZIO INCIDENTALE</tipologia_giudizio></pronuncia_testata>
<massime>${numbers.map((each) => `<massima><numero>${each}</numero><titolo>Esempio</titolo><testo>Massima inventata è ${each}.</testo></massima>`).join('')}</massime></pronuncia>`;

function yearly(decisions: readonly Decision[], member: (year: number, of: readonly Decision[]) => readonly [string, Uint8Array]): Buffer {
  const years = [...new Set(decisions.map(({ year }) => year))];
  const members = years.map((year) =>
    member(
      year,
      decisions.filter((each) => each.year === year),
    ),
  );
  return zip(members.map(([name, body]) => ({ name, body })));
}

const rulings = (decisions: readonly Decision[], day: Day): Buffer =>
  yearly(decisions, (year, of) => [
    `Cc_Opendata_Pronunce_${year}_json.zip`,
    zip([
      {
        name: `Cc_Opendata_Pronunce_${year}.json`,
        body: cp1252(JSON.stringify({ elenco_pronunce: of.map((each) => record(each, day)) })),
      },
    ]),
  ]);

const notes = (decisions: readonly Decision[]): Buffer =>
  yearly(decisions, (year, of) => [
    `Cc_OpenData_Massime_${year}.zip`,
    zip([
      {
        name: `Cc_OpenData_Massime_${year}.xml`,
        body: `<?xml version="1.0" encoding="UTF-8"?><elenco>${of.map(headnotes).join('')}</elenco>`,
      },
    ]),
  ]);

function answer(day: Day, all: readonly Decision[], request: FixtureRequest): FixtureResponse {
  const name = request.url.pathname.replace(`${FOLDER}/`, '');
  const [, kind = '', period = ''] = /^(pronunce\/P_json|CC_OpenMassime_)(\w+)\.zip$/.exec(name) ?? [];
  const [from, until] = PERIODS[period] ?? [1, 0];
  const decisions = all.filter(({ year }) => year >= from && year <= until);
  if (decisions.length === 0) return notFound();
  const archive = kind.startsWith('pronunce') ? rulings(decisions, day) : notes(decisions);
  // On cut days headnotes break off in the middle: they were not taken away.
  const body = day === 'cut' && !kind.startsWith('pronunce') ? archive.subarray(0, archive.length - 90) : archive;
  return validated(request, { headers: { 'content-type': 'application/zip' }, body });
}

const keys = (decisions: readonly Decision[]): string[] => decisions.map(({ year, number }) => `cost-${year}-${number}`);

const holdsOf = (decisions: readonly Decision[]): Record<string, readonly string[]> =>
  Object.fromEntries(
    decisions.map(({ year, number, text, headnotes: notes_ }) => [
      `cost-${year}-${number}`,
      [`${text} ${year}/${number}`, ...notes_.map((each) => `<numero>${each}</numero>`), `ECLI:IT:COST:${year}:${number}`, 'ROSSI'],
    ]),
  );

export const corteCostituzionale: PortalFixture = {
  connector: 'corte-costituzionale',
  hosts: [HOST, 'www.cortecostituzionale.it'],
  quirks: [
    'archives of yearly archives, under names whose capitals differ',
    'JSON in windows-1252, XML in UTF-8',
    'a document is a slice of the file of its year: others of that year change and it does not',
    'headnotes are in archives of their own, and come weeks later: Upd',
    'entities in texts, and an ECLI that is empty',
    'an archive of headnotes that is cut takes none away',
  ],
  today: { 1: '2026-02-02T04:00:00Z', 2: '2026-03-02T04:00:00Z' },
  expected: {
    1: keys(FIRST),
    2: { Add: ['cost-2026-4'], Upd: keys([NOTED, CHANGED]), Del: keys([GONE]), None: keys(STANDING) },
  },
  holds: { 1: holdsOf(FIRST), 2: holdsOf(SECOND) },
  open: (day) => (request) => answer(day, day === 1 ? FIRST : SECOND, request),
};
