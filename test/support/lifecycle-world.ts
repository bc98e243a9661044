/** Documents, visits and what is known, for rules that are tested without a database. */
import {
  type Change,
  type Compared,
  Documents,
  type Ids,
  Known,
  type KnownDocument,
  type Pending,
  type Visit,
} from '../../src/decide/lifecycle/index.js';
import type { NewVersion } from '../../src/store/index.js';

export const SITE = 1;
export const bytesOf = (value: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(value));
export const digestsOf = (text: string): string => JSON.stringify({ content: text, text, rules: 2 });

export const reading = (text: string, more: Partial<NewVersion> = {}): NewVersion => ({
  operation: 'Upd',
  reason: 'text changed',
  changed: ['text'],
  type: 'text/html',
  charset: 'utf-8',
  title: text,
  language: null,
  languageConfidence: 0,
  md5: '',
  sha256: '',
  digests: digestsOf(text),
  text: bytesOf(text),
  metadata: bytesOf({}),
  links: bytesOf([]),
  directives: '{}',
  notes: '{}',
  score: null,
  ...more,
});

/** The visit of resource n is fetch 100 + n. */
export const visit = (resource: number, more: Partial<Visit> = {}): Visit => ({
  resource,
  url: `http://law.example/${resource}`,
  site: SITE,
  run: 2,
  fetch: 100 + resource,
  at: 1000 + resource,
  version: null,
  sign: null,
  listing: null,
  sure: false,
  answer: { status: 200, etag: null, lastModified: null, repeats: false },
  files: null,
  file: null,
  ...more,
});

/** The document of resource n is n, its version 10 × n. */
export const document = (resource: number, more: Partial<KnownDocument> = {}): KnownDocument => ({
  id: resource,
  resource,
  version: 10 * resource,
  baseline: null,
  state: 'present',
  evidence: [],
  ...more,
});

/** A change of document n that waits, its version 10 × n + 1. */
export const waiting = (id: number, more: Partial<Pending> = {}): Pending => ({
  document: id,
  site: SITE,
  operation: 'Upd',
  version: 10 * id + 1,
  fetch: 50,
  run: 2,
  at: 500,
  reason: 'text changed',
  changed: ['text'],
  evidence: [],
  digest: `digest ${id}`,
  pieces: [`+${id}`],
  anomaly: null,
  ...more,
});

export interface World {
  readonly documents?: readonly KnownDocument[];
  readonly pending?: readonly Pending[];
  readonly compared?: Partial<Compared>;
}

export function knownOf({ documents = [], pending = [] }: World): Known {
  const known = new Known();
  for (const each of documents) known.put(each);
  for (const each of pending) known.pending.set(each.document, each);
  return known;
}

export const comparedOf = ({ compared }: World): Compared => ({ comparable: new Map(), links: new Map(), fetches: new Map(), ...compared });

/** Numbers from 1001 on. */
export function idsFrom(): Ids {
  let [documents, versions, anomalies] = [1000, 1000, 1000];
  return { document: () => ++documents, version: () => ++versions, anomaly: () => ++anomalies };
}

/** What a rule comes to in a world. */
export function ruled(world: World, rule: (documents: Documents) => void, known = knownOf(world)): readonly Change[] {
  const documents = new Documents(known, comparedOf(world), idsFrom());
  rule(documents);
  return documents.changes;
}

/** `journal Add 1001`: what happens, and to what. */
export function told(change: Change): string {
  switch (change.do) {
    case 'journal':
      return `journal ${change.operation === 'None' ? String(change.suspicion) : change.operation} ${change.document}`;
    case 'hold':
      return `hold ${change.pending.operation} ${change.pending.document} ${change.pending.version}`;
    case 'hold-back':
      return `hold-back ${change.document} ${change.anomaly}`;
    case 'set-current':
    case 'set-baseline':
      return `${change.do} ${change.document} ${change.version}`;
    case 'good-fetch':
      return `good-fetch ${change.fetch}`;
    case 'set-state':
      return `${change.state} ${change.document}`;
    case 'anomaly':
      return `anomaly ${change.id} ${change.kind}`;
    case 'decide-anomaly':
      return `${change.state} ${change.id}`;
    default:
      return `${change.do} ${Object.entries(change).find(([name]) => name !== 'do' && name !== 'url')?.[1]}`;
  }
}
