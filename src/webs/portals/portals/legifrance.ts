/** The archives of DILA for Légifrance: decisions and articles in tar.gz, full and daily, with lists of deletions. All of it is invented. */
import { html, notFound, type TarMember, tarGz, validated } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

const HOST = 'echanges.dila.gouv.fr';

/** A member; `folder` stands in front of the path that its id makes. */
const at = (folder: string, id: string, body: string, stamp?: string): TarMember => {
  const [, kind = '', number = ''] = /^([A-Z]{4}[A-Z]{4})(\d+)$/.exec(id) ?? [];
  const folders = number.slice(0, 10).match(/../g)?.join('/') ?? '';
  const parts = [stamp, folder, kind.slice(4) === 'ARTI' ? 'ARTI' : 'TEXT', folders, `${id}.xml`];
  return { name: parts.filter(Boolean).join('/'), body };
};

const id = (kind: string, number: number): string => `${kind}${String(number).padStart(12, '0')}`;

const ruling = (kind: 'JUDI' | 'ADMIN', of: string, solution: string): string => {
  const number = Number(of.slice(8)) % 1000;
  return `<?xml version="1.0" encoding="UTF-8"?>
<TEXTE_JURI_${kind}><META><META_COMMUN><ID>${of}</ID><ANCIEN_ID/><ORIGINE>JURI</ORIGINE><NATURE>ARRET</NATURE></META_COMMUN><META_SPEC><META_JURI>
<TITRE>Cour des lampes, ${number} janvier 2031, Inédit</TITRE><DATE_DEC>2031-01-${String((number % 28) + 1).padStart(2, '0')}</DATE_DEC>
<JURIDICTION>Cour des lampes</JURIDICTION><NUMERO>1310${number}</NUMERO><SOLUTION>${solution}</SOLUTION></META_JURI>
<META_JURI_${kind}><FORMATION>CHAMBRE_CIVILE_1</FORMATION>${kind === 'JUDI' ? `<ECLI>ECLI:FR:CCASS:2031:C1${String(number).padStart(5, '0')}</ECLI>` : ''}</META_JURI_${kind}>
</META_SPEC></META><TEXTE><BLOC_TEXTUEL><CONTENU>LA COUR, sur la lampe inventée ${number} &lt;br/&gt; ${solution}<br/></CONTENU></BLOC_TEXTUEL></TEXTE><LIENS/></TEXTE_JURI_${kind}>`;
};

const article = (of: string, state: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<ARTICLE><META><META_COMMUN><ID>${of}</ID><ORIGINE>LEGI</ORIGINE><NATURE>Article</NATURE></META_COMMUN><META_SPEC><META_ARTICLE><NUM>L${Number(of.slice(8)) % 1000}</NUM>
<ETAT>${state}</ETAT><DATE_DEBUT>2031-01-01</DATE_DEBUT><DATE_FIN>${state === 'VIGUEUR' ? '2999-01-01' : '2031-02-01'}</DATE_FIN></META_ARTICLE></META_SPEC></META>
<CONTEXTE><TEXTE cid="LEGITEXT000099000000" nature="CODE"><TITRE_TXT id_txt="LEGITEXT000099000000">Code des lampes</TITRE_TXT></TEXTE></CONTEXTE>
<BLOC_TEXTUEL><CONTENU><p>Toute lampe inventée éclaire.</p></CONTENU></BLOC_TEXTUEL><LIENS/></ARTICLE>`;

const text = (root: string, of: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><${root}><META><META_COMMUN><ID>${of}</ID><NATURE>CODE</NATURE></META_COMMUN><META_SPEC><META_TEXTE_VERSION><TITREFULL>Code des lampes</TITREFULL></META_TEXTE_VERSION></META_SPEC></META></${root}>`;

const CASS = 'juri/cass/global/JURI';
const CODE = 'legi/global/code_et_TNC_en_vigueur/code_en_vigueur/LEGI/TEXT/00/00/99/LEGITEXT000099000000';
const REPEALED = CODE.replaceAll('en_vigueur', 'non_vigueur');
const J = (number: number): string => id('JURITEXT', 99_000_000 + number);
const C = (number: number): string => id('CETATEXT', 99_000_000 + number);
const A = (number: number): string => id('LEGIARTI', 99_000_000 + number);
const CODE_ID = 'LEGITEXT000099000000';

const rulings = (from: number, count: number): TarMember[] =>
  Array.from({ length: count }, (_, index) => at(CASS, J(from + index), ruling('JUDI', J(from + index), 'Rejet')));

/** Archives by fund and name; a day has those of the days before. */
const FIRST: Readonly<Record<string, Readonly<Record<string, readonly TarMember[]>>>> = {
  CASS: {
    'Freemium_cass_global_20300601-140000.tar.gz': [at(CASS, J(900), ruling('JUDI', J(900), 'Ancien'))],
    'Freemium_cass_global_20310101-140000.tar.gz': rulings(1, 12),
    // Older than the full archive: it holds nothing that is not in there.
    'CASS_20301220-210501.tar.gz': [at(CASS, J(1), ruling('JUDI', J(1), 'Ancien'), '20301220-210501')],
    'CASS_20310106-210501.tar.gz': [at(CASS, J(13), ruling('JUDI', J(13), 'Cassation'), '20310106-210501')],
  },
  JADE: {
    'Freemium_jade_global_20310101-150000.tar.gz': [1, 2, 3].map((number) =>
      at('jade/global/CETA', C(number), ruling('ADMIN', C(number), 'Rejet')),
    ),
  },
  LEGI: {
    'Freemium_legi_global_20310101-160000.tar.gz': [
      at(`${CODE}/texte/version/LEGI`, CODE_ID, text('TEXTE_VERSION', CODE_ID)),
      at(`${CODE}/texte/struct/LEGI`, CODE_ID, text('TEXTELR', CODE_ID)),
      ...[1, 2, 3].map((number) => at(`${CODE}/article/LEGI`, A(number), article(A(number), 'VIGUEUR'))),
    ],
  },
};

const list = (fund: string, paths: readonly string[], stamp: string): TarMember => ({
  name: `${stamp}/liste_suppression_${fund}.dat`,
  body: `${paths.join('\n')}\n`,
});
const pathOf = ({ name }: TarMember): string => name.replace(/\.xml$/, '');

const LATER: typeof FIRST = {
  CASS: {
    'CASS_20310113-210501.tar.gz': [
      list('cass', [pathOf(at(CASS, J(3), ''))], '20310113-210501'),
      at(CASS, J(2), ruling('JUDI', J(2), 'Rectifié'), '20310113-210501'),
      at(CASS, J(4), ruling('JUDI', J(4), 'Rejet'), '20310113-210501'),
      at(CASS, J(14), ruling('JUDI', J(14), 'Rejet'), '20310113-210501'),
    ],
  },
  JADE: {
    'JADE_20310112-203000.tar.gz': [at('jade/global/CETA', C(4), ruling('ADMIN', C(4), 'Annulation'), '20310112-203000')],
    'JADE_20310113-203000.tar.gz': [list('jade', [pathOf(at('jade/global/CETA', C(1), ''))], '20310113-203000')],
  },
  LEGI: {
    'LEGI_20310113-221000.tar.gz': [
      // Repealed: delivered at another place, and deleted where it was.
      at(`${REPEALED}/article/LEGI`, A(2), article(A(2), 'ABROGE'), '20310113-221000'),
      list('legi', [pathOf(at(`${CODE}/article/LEGI`, A(2), ''))], '20310113-221000'),
    ],
  },
};

/** Of the day when its templates have changed. */
const LAST: typeof FIRST = {
  CASS: {
    'CASS_20310114-210501.tar.gz': [
      at(CASS, J(5), ruling('JUDI', J(5), 'Rectifié'), '20310114-210501'),
      at(CASS, J(15), ruling('JUDI', J(15), 'Rejet'), '20310114-210501'),
      list('cass', [pathOf(at(CASS, J(6), ''))], '20310114-210501'),
    ],
  },
};

function archivesOn(day: Day, fund: string): Readonly<Record<string, readonly TarMember[]>> {
  if (day === 1) return FIRST[fund] ?? {};
  const known = { ...FIRST[fund], ...LATER[fund] };
  return day === 'broken' ? { ...known, ...LAST[fund] } : known;
}

/** Templates that have changed: the elements have other names. */
const renamed = ({ name, body }: TarMember): TarMember => ({ name, body: body.replaceAll('META_COMMUN', 'META_GENERAL') });

function answer(day: Day, request: FixtureRequest): FixtureResponse {
  const [, fund = '', name = ''] = /^\/OPENDATA\/([A-Z]+)\/([^/]*)$/.exec(request.url.pathname) ?? [];
  const archives = archivesOn(day, fund);
  if (fund in FIRST && name === '') return index(fund, Object.keys(archives), day === 'cut');
  const members = archives[name];
  if (!members) return notFound();
  const isNew = LAST[fund]?.[name] !== undefined;
  const body = tarGz(day === 'broken' && isNew ? members.map(renamed) : members);
  return validated(request, { headers: { 'content-type': 'application/x-gzip' }, body });
}

/** On cut days it ends in the middle: what it does not name is not gone. */
function index(fund: string, names: readonly string[], isCut: boolean): FixtureResponse {
  const rows = names.map(
    (name) => `<tr><td><img src="/icons/compressed.gif" alt="[ ]"><a href="${name}">${name}</a></td><td>2031-01-14 21:05</td></tr>`,
  );
  const head = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><html><head><title>Index of /OPENDATA/${fund}</title></head><body><h1>Index of /OPENDATA/${fund}</h1><hr>
<table><tr><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th></tr><tr><td><a href="/OPENDATA/">Parent Directory</a></td></tr>`;
  if (isCut) return html(`${head}\n${rows.slice(0, Math.floor(rows.length / 2)).join('\n')}\n<tr><td><a hr`);
  const rest = `<tr><td><a href="DILA_${fund}_Presentation.pdf">DILA_${fund}_Presentation.pdf</a></td></tr></table></body></html>`;
  return html(`${head}\n${rows.join('\n')}\n${rest}`);
}

const keys = (make: (number: number) => string, from: number, until: number): string[] =>
  Array.from({ length: until - from + 1 }, (_, at) => make(from + at));

export const legifrance: PortalFixture = {
  connector: 'legifrance',
  hosts: [HOST, 'www.legifrance.gouv.fr'],
  parameters: { Funds: 'CASS,JADE,LEGI' },
  quirks: [
    'two full archives, of which the newest counts, and a delta that is older than it',
    'deltas have their stamp in front of every path; lists of deletions have neither that nor the ending',
    'a list of deletions that stands before the files of its archive, and an archive that is nothing but such a list',
    'an article that is repealed moves: it is delivered at another path and deleted at its own',
    'a delta brings a decision again as it was',
    'a text and its structure have the same name in two folders',
    'an open end is 2999-01-01, and some texts hold escaped line breaks',
    'an index that ends in the middle names archives that are older than those that were read',
  ],
  today: { 1: '2031-01-07T04:00:00Z', 2: '2031-01-14T04:00:00Z' },
  expected: {
    1: [...keys(J, 1, 13), ...keys(C, 1, 3), ...keys(A, 1, 3), CODE_ID, `${CODE_ID}-struct`],
    2: { Add: [J(14), C(4)], Upd: [J(2), A(2)], Del: [J(3), C(1)], None: [J(4)] },
  },
  open: (day) => (request) => answer(day, request),
};
