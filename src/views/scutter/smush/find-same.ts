/** Finds which nodes mean the same: those that share a value of a property that only one thing can have. */
import { DataFactory } from 'n3';
import type { GraphScope, QuadSource, Term } from '../../../store/index.js';
import { keyOf, SameNodes } from './same-nodes.js';

const FOAF = 'http://xmlns.com/foaf/0.1/';
const OWL = 'http://www.w3.org/2002/07/owl#';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** Those of FOAF, whether its schema was loaded or not: what people publish relies on them. */
export const WELL_KNOWN_IDENTIFIERS: readonly string[] = [
  'mbox',
  'mbox_sha1sum',
  'homepage',
  'weblog',
  'openid',
  'jabberID',
  'aimChatID',
  'icqChatID',
  'yahooChatID',
  'msnChatID',
].map((name) => FOAF + name);

/** What forms left empty give: nobody is known by them. Hashes of nothing, and of `mailto:` without an address. */
const MEANINGLESS: ReadonlySet<string> = new Set([
  '',
  'mailto:',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  '08445a31a78661b5c746feff39a9db6e4e2cc5cf',
]);

export interface SmushOptions {
  /** Inverse-functional properties besides those that ontologies in the store declare; left out: those of FOAF. */
  readonly properties?: readonly string[];
  /** Whether owl:sameAs counts too. */
  readonly sameAs?: boolean;
}

export class TooManyNodes extends Error {
  override readonly name = 'TooManyNodes';
}

/** More identifying values than this would not fit in memory beside the answer. */
const MOST_VALUES = 3_000_000;
const EVERYWHERE: GraphScope = { kind: 'merged', graphs: null };
const { namedNode, variable } = DataFactory;

export function findSame(source: QuadSource, { properties = WELL_KNOWN_IDENTIFIERS, sameAs = true }: SmushOptions = {}): SameNodes {
  const same = new SameNodes();
  if (sameAs) for (const [left, right] of pairsOf(source, `${OWL}sameAs`)) if (isNode(right)) same.unite(left, right);
  const identifying = [...new Set([...properties, ...declared(source)])];
  // What was united may be the value of another property: so until nothing new comes of it.
  while (identifying.map((property) => uniteBy(source, property, same)).some(Boolean));
  return same;
}

const declared = (source: QuadSource): string[] => [...subjectsOf(source, TYPE, `${OWL}InverseFunctionalProperty`)];

function* subjectsOf(source: QuadSource, property: string, value: string): Generator<string> {
  const pattern = { subject: variable('s'), predicate: namedNode(property), object: namedNode(value) };
  for (const [subject] of source.solve([pattern] as never, EVERYWHERE).rows) if (subject?.termType === 'NamedNode') yield subject.value;
}

function uniteBy(source: QuadSource, property: string, same: SameNodes): boolean {
  const bearers = new Map<string, Term>();
  let changed = false;
  for (const [subject, value] of pairsOf(source, property)) {
    if (MEANINGLESS.has(value.value.trim())) continue;
    const key = valueKey(same.canonical(value));
    const bearer = bearers.get(key);
    if (bearer) changed = same.unite(bearer, subject) || changed;
    else bearers.set(key, subject);
    if (bearers.size > MOST_VALUES)
      throw new TooManyNodes(`More than ${MOST_VALUES} values of ${property} identify something: too many to be united in one view.`);
  }
  return changed;
}

/** A literal counts by what it says, whatever its language or datatype. */
const valueKey = (term: Term): string => (term.termType === 'Literal' ? `"${term.value.trim()}` : keyOf(term));

function* pairsOf(source: QuadSource, property: string): Generator<[Term, Term]> {
  const pattern = { subject: variable('s'), predicate: namedNode(property), object: variable('o') };
  const { variables, rows } = source.solve([pattern] as never, EVERYWHERE);
  const [s, o] = [variables.indexOf('s'), variables.indexOf('o')];
  for (const row of rows) {
    const [subject, object] = [row[s], row[o]];
    if (subject && object && isNode(subject)) yield [subject, object];
  }
}

const isNode = (term: Term): boolean => term.termType !== 'Literal';
