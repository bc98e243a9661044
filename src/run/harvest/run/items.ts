/**
 * What a portal lists, item by item, without a workspace: each with the request that its main file is had by. For looking
 * at a list before it is harvested, and for programs that download what they choose.
 *
 * Nothing is kept and nothing decided. Terms, robots.txt and pace hold all the same, and no more is downloaded than the
 * quota of one run or day allows.
 */
import { type CompleteRoute, type FileRule, resolveParameters } from '../../../definition/connector/index.js';
import { keyOf } from '../document/describe-document.js';
import { listingNames, lookupIn } from '../listing/names.js';
import { openListing } from '../listing/open-listing.js';
import { questionOf } from '../listing/question.js';
import { type Answered, HarvestError, type Item, type ListingEnd, type Question, type Values } from '../port.js';
import type { HarvestOptions } from './harvest.js';

import { type OpenAsker, openAsker } from './open-asker.js';
import { planRoute } from './plan-route.js';
import { NOTHING } from './progress-file.js';
import { openRoutes, placeOfCopy } from './reuse-gate.js';
import { sessionOf } from './route-room.js';

export interface ListedItem {
  /** What the portal knows it by. */
  readonly key: string;
  readonly url: string;
  /** Addresses walked to reach it. */
  readonly path: readonly string[];
  /** What is posted for it; empty where it is simply asked for. */
  readonly values: readonly (readonly [name: string, value: string])[];
}

export interface DownloadedItem {
  readonly item: ListedItem;
  readonly type: string;
  readonly content: Uint8Array;
}

export interface Items {
  list(): AsyncGenerator<ListedItem>;
  /** By its address and values as they stand in it. HarvestError where it is not to be had. */
  download(item: ListedItem): Promise<DownloadedItem>;
  /** What the list was like, once it has been read. */
  end(): ListingEnd | null;
  close(): Promise<void>;
}

export type ItemsOptions = Omit<HarvestOptions, 'workspace' | 'readers'> & { readonly spoolFolder: string };

/** Throws ReuseRefused and ParameterError before anything is asked. */
export async function openItems(options: ItemsOptions): Promise<Items> {
  const { connector } = options;
  const parameters = resolveParameters(connector.parameters, options.parameters);
  const { routes, remarks } = openRoutes(connector, options.accepted ?? false);
  for (const remark of remarks) options.onRemark?.(remark);
  return new RouteItems(options, routes[0] as CompleteRoute, parameters, placeOfCopy(connector, parameters));
}

/** What is known of an item beside what is shown of it. */
interface Behind {
  readonly questions: readonly Question[];
  readonly row: Item['row'];
}

class RouteItems implements Items {
  readonly #options: ItemsOptions;
  readonly #route: CompleteRoute;
  readonly #parameters: Values;
  readonly #names: Values;
  readonly #asker: OpenAsker;
  readonly #jar: string | null;
  readonly #plan: ReturnType<typeof planRoute>;
  readonly #behind = new Map<string, Behind>();
  #end: ListingEnd | null = null;
  #left: number;

  constructor(options: ItemsOptions, route: CompleteRoute, parameters: Values, place: string | null) {
    const { connector, spoolFolder, stop = new AbortController().signal } = options;
    const now = (options.now?.() ?? new Date()).toISOString();
    this.#options = options;
    this.#route = route;
    this.#parameters = parameters;
    this.#plan = planRoute(route, NOTHING, { now, resumed: null, isFull: true, since: null });
    this.#names = listingNames(connector, parameters, this.#plan.today, this.#plan.cursor);
    this.#jar = sessionOf({ connector }, this.#plan, this.#names).jar;
    const { run = Infinity, day = Infinity } = route.reuse.quota;
    this.#left = Math.min(run, day);
    const parts = { place, tally: { requests: 0, bytes: 0, statuses: {} }, keeper: { keep: () => {} }, stop, now: () => now };
    this.#asker = openAsker({ ...parts, options: { ...options, workspace: { folder: spoolFolder, spoolFolder } } });
  }

  async *list(): AsyncGenerator<ListedItem> {
    const { connector } = this.#options;
    const { steps, cursor, today } = this.#plan;
    const asking = { connector, route: this.#route, steps, parameters: this.#parameters, asker: this.#asker, cursor, today };
    const listing = openListing(asking);
    for await (const item of listing) if (item.sign === null) yield this.#listed(item);
    this.#end = listing.end();
  }

  async download(item: ListedItem): Promise<DownloadedItem> {
    const behind = this.#behind.get(item.key);
    if (!behind) throw new HarvestError('definition', `${item.key} is none of what was listed`);
    if (this.#left-- <= 0) throw new HarvestError('limit', 'no more documents may be had at once', { rule: 'reuse.quota' });
    const [first, ...others] = behind.questions;
    if (!first) return { item, ...contentOf(behind.row) };
    let answered = await this.#asker.ask(withItem(first, item));
    for (const other of others) {
      if (isThere(answered)) break;
      answered = await this.#asker.ask(other);
    }
    if (!isThere(answered)) throw new HarvestError('refused', `${answered.url} answered ${answered.status}`, { url: answered.url });
    return { item, type: answered.type, content: answered.bytes };
  }

  end(): ListingEnd | null {
    return this.#end;
  }

  close(): Promise<void> {
    return this.#asker.close();
  }

  #listed(item: Item): ListedItem {
    const { connector } = this.#options;
    const key = keyOf(item, this.#route.document, connector, this.#names);
    const rule = this.#route.document.files.find(({ role }) => role === 'main');
    const questions = rule ? this.#questions(rule, item) : [];
    const [question] = questions;
    this.#behind.set(key, { questions, row: item.row });
    return { key, url: question?.url ?? item.path.at(-1) ?? '', path: item.path, values: question ? valuesIn(question) : [] };
  }

  /** Of its main file: the request that is made first, and those that stand in for it. */
  #questions({ request, otherwise, each }: FileRule, { fields, path }: Item): Question[] {
    const templates = request === undefined ? [] : [request, ...otherwise];
    const value = each === undefined ? undefined : fields[each]?.[0];
    const lookup = lookupIn(this.#options.connector, value === undefined ? {} : { value: [value] }, fields, this.#names);
    const asking = { base: path.at(-1) ?? null, rule: 'document.files', purpose: 'file' } as const;
    return templates.flatMap((template) => {
      const question = questionOf(template, lookup, asking);
      return question ? [{ ...question, jar: this.#jar }] : [];
    });
  }
}

const isThere = ({ status }: Answered): boolean => status >= 200 && status < 300;

const ROW_TYPES = { json: 'application/json', xml: 'text/xml', html: 'text/html', text: 'text/plain' } as const;

function contentOf(row: Item['row']): Pick<DownloadedItem, 'type' | 'content'> {
  if (!row) throw new HarvestError('definition', 'the list names no file for it');
  return { type: ROW_TYPES[row.as], content: Buffer.from(row.text) };
}

// ---- what is posted, as names and values

const isJson = ({ headers }: Question): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'content-type' && /json/i.test(value));

function valuesIn(question: Question): [string, string][] {
  const text = Buffer.from(question.body ?? []).toString('utf8');
  if (question.body === null) return [];
  if (!isJson(question)) return [...new URLSearchParams(text)];
  const json: unknown = JSON.parse(text);
  return typeof json === 'object' && json !== null
    ? Object.entries(json).map(([name, value]) => [name, JSON.stringify(value)])
    : [['', text]];
}

/** The item says where it is had and what is posted; how that is written is the connector's. */
function withItem(question: Question, { url, values }: ListedItem): Question {
  if (values.length === 0) return { ...question, url };
  const text = isJson(question) ? jsonOf(values) : new URLSearchParams(values as [string, string][]).toString();
  return { ...question, url, body: Buffer.from(text) };
}

function jsonOf(values: ListedItem['values']): string {
  const [[name, only] = ['', '']] = values;
  if (values.length === 1 && name === '') return only;
  return JSON.stringify(Object.fromEntries(values.map(([each, value]) => [each, JSON.parse(value) as unknown])));
}
