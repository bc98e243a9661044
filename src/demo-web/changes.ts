/**
 * What a right comparison with the day before says of every page: Add, Upd, Del or None.
 *
 * Days are folded from the first on, because what is compared is what is *known*: a site that was
 * down yesterday is compared with the day before that.
 */
import { createHash } from 'node:crypto';
import type { BuiltWeb } from './built-web.js';
import type { Resource } from './site.js';

export interface ChangeTruth {
  readonly url: string;
  readonly operation: 'Add' | 'Upd' | 'Del' | 'None';
  readonly because: string;
  /** The answer's bytes differ, which alone is no change of the document. */
  readonly bytesChanged: boolean;
}

interface Known {
  readonly title: string;
  readonly text: string;
  readonly bytes: string;
}

interface Day {
  readonly web: BuiltWeb;
  readonly found: ReadonlyMap<string, { readonly resource: Resource }>;
}

type Memory = Map<string, Known>;

/** `dayOf` gives the web of a day together with what a walk of it finds. */
export function changesOn(today: number, dayOf: (day: number) => Day): ChangeTruth[] {
  if (today === 0) return [];
  const memory: Memory = new Map();
  const departed = new Set<string>();
  let changes: ChangeTruth[] = [];
  for (let day = 0; day <= today; day++) changes = settle(memory, departed, dayOf(day));
  return changes;
}

function settle(memory: Memory, departed: Set<string>, today: Day): ChangeTruth[] {
  const present = new Map(
    [...today.found].filter(([, { resource }]) => isDocument(resource)).map(([url, { resource }]) => [url, known(url, resource)]),
  );
  const urls = [...new Set([...memory.keys(), ...present.keys()])];
  return urls.map((url) => {
    const now = present.get(url);
    const change = now ? compare(url, memory.get(url), now, departed.has(url)) : absence(url, today);
    if (now) memory.set(url, now);
    if (change.operation === 'Del') {
      memory.delete(url);
      departed.add(url);
    }
    return change;
  });
}

const isDocument = (resource: Resource): boolean => (resource.kind === 'page' || resource.kind === 'file') && !resource.anomaly;

function compare(url: string, before: Known | undefined, now: Known, departed: boolean): ChangeTruth {
  if (!before) return { url, operation: 'Add', because: departed ? 'came back' : 'new', bytesChanged: true };
  const bytesChanged = before.bytes !== now.bytes;
  if (before.title !== now.title) return { url, operation: 'Upd', because: 'title changed', bytesChanged };
  if (before.text !== now.text) return { url, operation: 'Upd', because: 'text changed', bytesChanged };
  return { url, operation: 'None', because: bytesChanged ? 'only the furniture around the text changed' : 'unchanged', bytesChanged };
}

/** A known page that is not to be found today: gone, or only out of sight? */
function absence(url: string, { web }: Day): ChangeTruth {
  const { host, pathname, search } = new URL(url);
  const resource = web.byHost(host)?.find(pathname + search);
  const del = (because: string): ChangeTruth => ({ url, operation: 'Del', because, bytesChanged: true });
  const none = (because: string, bytesChanged: boolean): ChangeTruth => ({ url, operation: 'None', because, bytesChanged });
  if (!resource) return del('not found');
  if (resource.kind === 'missing') return del(resource.note ?? 'not found');
  if (resource.kind === 'redirect') return del(`moved to ${resource.links?.[0]?.href ?? ''}`);
  if (resource.anomaly) return none('the whole site has turned into one page', true);
  if (resource.kind === 'failing') return none(`the site is down: ${resource.note ?? ''}`, true);
  if (resource.disallowed) return none('robots.txt forbids it now', false);
  return none('no longer linked, but still there', false);
}

/** Titles and texts as stated, bytes as served to a plain visitor. */
function known(url: string, resource: Resource): Known {
  const { host, pathname, search } = new URL(url);
  const answer = resource.answer({ method: 'GET', host, path: pathname + search, headers: {}, earlier: 99, delayFactor: 0 });
  const body = 'speak' in answer || typeof answer.body === 'function' ? '' : (answer.body ?? '');
  return { title: resource.title ?? '', text: resource.text ?? '', bytes: createHash('sha256').update(body).digest('hex') };
}
