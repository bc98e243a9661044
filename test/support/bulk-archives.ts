/** Archives of as many invented decisions as are wanted, as DILA packs them, made from a seed. */

export interface Decision {
  readonly number: number;
  /** Changes what it says. */
  readonly version: number;
}

export interface PlantedDelta {
  readonly members: Iterable<Decision>;
  readonly deletes: readonly string[];
  readonly Add: readonly number[];
  readonly Upd: readonly number[];
  readonly Del: readonly number[];
  readonly None: readonly number[];
}

const WORDS =
  'la cour attendu que le moyen lampe arrêt pourvoi rejette casse annule demandeur société contrat article code civil motif preuve dommage responsabilité salarié employeur bail'.split(
    ' ',
  );

/** Numbers that look random and are the same everywhere. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = (seed * 2_654_435_761 + 1) >>> 0; ; ) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    yield state;
  }
}

export const idOf = (number: number): string => `JURITEXT${String(number).padStart(12, '0')}`;

function pathOf(number: number): string {
  const digits = String(number).padStart(12, '0');
  return `juri/cass/global/JURI/TEXT/${digits.slice(0, 10).match(/../g)?.join('/')}/${idOf(number)}`;
}

export function* decisionsOf(count: number, seed: number): Generator<Decision> {
  for (let number = 0; number < count; number++) yield { number, version: seed };
}

/** Of the files, four tenths are new as far as others are known, a tenth of the rest is as it was; one in twenty known ones is deleted. */
export function plantDelta(known: number, files: number, seed: number): PlantedDelta {
  const brought = Math.min(Math.floor(known * 0.95), Math.floor(files * 0.6));
  const numbers = Array.from({ length: known }, (_, at) => at);
  const random = randomNumbers(seed);
  for (let at = known - 1; at > 0; at--) {
    const other = random.next().value % (at + 1);
    [numbers[at], numbers[other]] = [numbers[other] as number, numbers[at] as number];
  }
  const None = numbers.slice(0, Math.floor(brought / 10));
  const Upd = numbers.slice(None.length, brought);
  const Del = numbers.slice(brought, brought + Math.floor(known / 20));
  const Add = Array.from({ length: files - brought }, (_, at) => known + at);
  const members = function* (): Generator<Decision> {
    for (const number of None) yield { number, version: seed };
    for (const number of Upd) yield { number, version: seed + 1 };
    for (const number of Add) yield { number, version: seed };
  };
  return { members: members(), deletes: Del.map(pathOf), Add, Upd, Del, None };
}

/** Blocks of a tar archive, one file after the other. */
export function* tarOfDecisions(decisions: Iterable<Decision>, deletes: readonly string[] = []): Generator<Buffer> {
  if (deletes.length > 0) yield* entry('liste_suppression_cass.dat', Buffer.from(`${deletes.join('\n')}\n`));
  for (const decision of decisions) yield* entry(`${pathOf(decision.number)}.xml`, Buffer.from(written(decision)));
  yield Buffer.alloc(1024);
}

function written({ number, version }: Decision): string {
  const random = randomNumbers(number * 31 + version);
  const paragraphs = Array.from({ length: 3 + (random.next().value % 8) }, () => {
    const words = Array.from({ length: 60 + (random.next().value % 60) }, () => WORDS[random.next().value % WORDS.length]);
    return words.join(' ');
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<TEXTE_JURI_JUDI><META><META_COMMUN><ID>${idOf(number)}</ID><ANCIEN_ID/><ORIGINE>JURI</ORIGINE><NATURE>ARRET</NATURE></META_COMMUN>
<META_SPEC><META_JURI><TITRE>Cour de cassation, civile, 14 janvier 2031, ${number}, Inédit</TITRE><DATE_DEC>2031-01-14</DATE_DEC><JURIDICTION>Cour de cassation</JURIDICTION><NUMERO>${number}</NUMERO><SOLUTION>Rejet</SOLUTION></META_JURI>
<META_JURI_JUDI><NUMEROS_AFFAIRES><NUMERO_AFFAIRE>${number}</NUMERO_AFFAIRE></NUMEROS_AFFAIRES><PUBLI_BULL publie="non"/><FORMATION>CHAMBRE_CIVILE_1</FORMATION><ECLI>ECLI:FR:CCASS:2031:C1${String(number % 100_000).padStart(5, '0')}</ECLI></META_JURI_JUDI></META_SPEC></META>
<TEXTE><BLOC_TEXTUEL><CONTENU>${paragraphs.join('<br/>\n')}</CONTENU></BLOC_TEXTUEL></TEXTE><LIENS/></TEXTE_JURI_JUDI>`;
}

function* entry(name: string, body: Buffer): Generator<Buffer> {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write('0000644\u00000000000\u00000000000\0', 100);
  header.write(`${body.length.toString(8).padStart(11, '0')}\u000014000000000\0        0`, 124);
  header.write('ustar\u000000', 257);
  let sum = 0;
  for (const byte of header) sum += byte;
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  yield Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}
