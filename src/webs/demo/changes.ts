/**
 * What a right comparison with the day before says of every page: Add, Upd, Del or None, and what is only suspected.
 *
 * Days are folded from the first on, because what is compared is what is *known*: a site that was
 * down yesterday is compared with the day before that. A crawl on every day is taken for granted. The rules are those of
 * docs/decisions/0016-change-with-evidence.md, applied to what the sites state about themselves.
 */
import { createHash } from 'node:crypto';
import type { BuiltWeb } from './built-web.js';
import { compareStates, type Field, type Known } from './compare-states.js';
import type { Resource } from './site.js';

export interface ChangeTruth {
  readonly url: string;
  readonly operation: 'Add' | 'Upd' | 'Del' | 'None';
  readonly because: string;
  /** The answer's bytes differ, which alone is no change of the document. */
  readonly bytesChanged: boolean;
  /** What differs, for an Upd. */
  readonly fields: readonly Field[];
  /** A suspicion that comes up today, or goes away. */
  readonly suspicion: 'suspected' | 'cleared' | null;
  /** An anomaly keeps it as it was. */
  readonly heldBack: boolean;
  /** Of the document, after today. */
  readonly state: DocumentState;
}

export type DocumentState = 'present' | 'suspected' | 'deleted';

interface Remembered {
  readonly state: DocumentState;
  readonly known: Known;
}

interface Day {
  readonly web: BuiltWeb;
  readonly found: ReadonlyMap<string, { readonly resource: Resource }>;
}

type Memory = Map<string, Remembered>;

/** `dayOf` gives the web of a day together with what a walk of it finds. */
export function changesOn(today: number, dayOf: (day: number) => Day): ChangeTruth[] {
  if (today === 0) return [];
  const memory: Memory = new Map();
  let changes: ChangeTruth[] = [];
  for (let day = 0; day <= today; day++) changes = settle(memory, dayOf(day));
  return changes;
}

function settle(memory: Memory, today: Day): ChangeTruth[] {
  const present = new Map(
    [...today.found].filter(([, { resource }]) => isDocument(resource)).map(([url, { resource }]) => [url, resource]),
  );
  const urls = [...new Set([...memory.keys(), ...present.keys()])];
  return urls.flatMap((url) => {
    const resource = present.get(url) ?? stillThere(url, today);
    const now = resource && known(url, resource);
    const before = memory.get(url);
    const change = now
      ? seen(url, before, now, present.has(url))
      : before && before.state !== 'deleted'
        ? absence(url, before, today)
        : null;
    if (!change) return [];
    const latest = now ?? before?.known;
    if (latest) memory.set(url, { state: change.state, known: latest });
    return [change];
  });
}

const isDocument = (resource: Resource): boolean => (resource.kind === 'page' || resource.kind === 'file') && !resource.anomaly;

const NONE = { operation: 'None', bytesChanged: false, fields: [], suspicion: null, heldBack: false } as const;

/** A page that answers is there. */
function seen(url: string, before: Remembered | undefined, now: Known, linked: boolean): ChangeTruth {
  const state = 'present';
  if (!before) return { ...NONE, url, operation: 'Add', because: 'new', bytesChanged: true, state };
  if (before.state === 'deleted') return { ...NONE, url, operation: 'Add', because: 'came back', bytesChanged: true, state };
  const { fields, bytesChanged } = compareStates(before.known, now);
  const suspicion = before.state === 'suspected' ? 'cleared' : null;
  if (fields.length > 0)
    return { ...NONE, url, operation: 'Upd', because: `${fields.join(' and ')} changed`, fields, bytesChanged, suspicion, state };
  const because = suspicion ? 'answers well again' : linked ? unchanged(bytesChanged) : 'no longer linked, but still there';
  return { ...NONE, url, because, bytesChanged, suspicion, state };
}

const unchanged = (bytesChanged: boolean): string => (bytesChanged ? 'only the furniture around the text changed' : 'unchanged');

/** A known page that no walk finds, but that those who know it may still visit. */
function stillThere(url: string, { web }: Day): Resource | undefined {
  const resource = resourceAt(url, web);
  return resource && isDocument(resource) && !resource.disallowed ? resource : undefined;
}

/** A known page that does not answer as itself today: gone, or only out of sight? */
function absence(url: string, before: Remembered, { web, found }: Day): ChangeTruth {
  const resource = resourceAt(url, web);
  if (resource?.anomaly === 'held back')
    return { ...NONE, url, because: 'too much of the site at once', bytesChanged: true, heldBack: true, state: before.state };
  const evidence = evidenceOf(url, resource);
  if (evidence === null) return { ...NONE, url, because: excuse(resource), bytesChanged: !resource?.disallowed, state: before.state };
  const change = { ...NONE, url, because: evidence, bytesChanged: true };
  const sure = !found.has(url) || before.state === 'suspected';
  return sure ? { ...change, operation: 'Del', state: 'deleted' } : { ...change, suspicion: 'suspected', state: 'suspected' };
}

const PERMANENT: ReadonlySet<number | null | undefined> = new Set([301, 308]);

/** Null when it says nothing about the document. */
function evidenceOf(url: string, resource: Resource | undefined): string | null {
  if (!resource) return 'not found';
  if (resource.anomaly) return null;
  if (resource.kind === 'missing') return resource.note ?? 'not found';
  if (resource.kind !== 'redirect' || !PERMANENT.has(resource.status)) return null;
  const to = resource.links?.[0]?.href ?? '';
  return new URL(to, url).pathname === '/' ? 'leads to the home page' : `moved to ${to}`;
}

function excuse(resource: Resource | undefined): string {
  if (resource?.anomaly) return 'the whole site has turned into one page';
  if (resource?.disallowed) return 'robots.txt forbids it now';
  return resource?.kind === 'redirect' ? 'leads elsewhere for a while' : `out of order: ${resource?.note ?? ''}`;
}

function resourceAt(url: string, web: BuiltWeb): Resource | undefined {
  const { host, pathname, search } = new URL(url);
  return web.byHost(host)?.find(pathname + search);
}

/** Titles and texts as stated, bytes as served to a plain visitor. */
function known(url: string, resource: Resource): Known {
  const { host, pathname, search } = new URL(url);
  const answer = resource.answer({ method: 'GET', host, path: pathname + search, headers: {}, earlier: 99, delayFactor: 0 });
  const body = 'speak' in answer || typeof answer.body === 'function' ? '' : (answer.body ?? '');
  return {
    title: resource.title ?? '',
    text: `${resource.heading ?? ''}\n${resource.text ?? ''}`,
    tables: resource.tables ?? '',
    metadata: JSON.stringify(Object.entries(resource.metadata ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))),
    bytes: createHash('sha256').update(body).digest('hex'),
    isFile: resource.kind === 'file',
  };
}
