/**
 * Demo web: a small, deterministic web on loopback under invented names.
 *
 * Owns the listeners, the table of names and the log of requests; what the sites say is in sites/,
 * what a crawler should make of it in truth.ts. URLs carry no port: a client finds the sites by the
 * `resolve` table, the way it would by DNS. Surprise: every group of sites has a loopback address of
 * its own (127.0.1.n), because politeness per address cannot be tested on one.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type BuiltWeb, buildWeb } from './built-web.js';
import { respond } from './respond.js';
import type { Answer, Credentials, Site, Visit } from './site.js';
import { SITES } from './sites/all.js';
import { GOV_SI } from './sites/gov-si.js';
import { DEFAULT_PEOPLE, peopleSite } from './sites/people.js';
import { type DemoTruth, truthTeller } from './truth.js';

export interface DemoWebOptions {
  /** 0 is the first day. */
  readonly day?: number;
  /** Multiplies every pause of the servers. */
  readonly delayFactor?: number;
  /** The same port on every address; 0 takes any that is free. */
  readonly port?: number;
  /** Link pages that cost a crawler time or memory. */
  readonly hostile?: boolean;
  /** Names of the sites to start; all when left out. */
  readonly sites?: readonly string[];
  /** How many the site `people` has; 60 when left out. */
  readonly people?: number;
}

export interface DemoWeb {
  readonly sites: readonly DemoSite[];
  /** Host → address:port, for the fetcher's `resolve` setting. Another day may have another table. */
  readonly resolve: Readonly<Record<string, string>>;
  /** For the fetcher's `allowAddresses` setting. */
  readonly allowAddresses: readonly string[];
  /** Every request so far, in order of arrival. */
  readonly requests: readonly DemoRequest[];
  /** What a crawler should find, today unless a day is named. */
  truth(day?: number): DemoTruth;
  setDay(day: number): void;
  close(): Promise<void>;
}

export interface DemoSite {
  readonly name: string;
  readonly origin: string;
  readonly purpose: string;
  /** URLs. */
  readonly seeds: readonly string[];
  readonly credentials: Credentials | null;
}

export interface DemoRequest {
  /** Monotonic milliseconds (performance.now) of arrival and of the last byte; null while it is under way. */
  readonly at: number;
  readonly ended: number | null;
  /** Wall-clock milliseconds of arrival. */
  readonly time: number;
  readonly site: string;
  readonly host: string;
  readonly address: string;
  readonly method: string;
  readonly path: string;
  /** null: no answer yet, or none at all. */
  readonly status: number | null;
  readonly headers: IncomingHttpHeaders;
  /** Other requests in flight at this address when it came: 0 for a polite client. */
  readonly open: number;
}

export async function startDemoWeb(options: DemoWebOptions = {}): Promise<DemoWeb> {
  const sites = chooseSites(options.sites, options.people);
  const web = new RunningWeb(sites, options);
  const byAddress = groupByAddress(sites);
  try {
    for (const [address, group] of byAddress) await web.listen(loopback(address), options.port ?? 0, group);
  } catch (error) {
    await web.close();
    throw error;
  }
  return web;
}

/** The government web and the linked data stand beside the demo web: they are started by name only. */
const allSites = (people = DEFAULT_PEOPLE): readonly Site[] => [...SITES, ...GOV_SI, peopleSite(people)];

/** Names of the sites, for help texts. */
export const demoSiteNames = (): string[] => allSites().map((site) => site.name);

/** Hosts of the Slovenian government web, with invented content. */
export const GOV_SITES: readonly string[] = GOV_SI.map((site) => site.name);

export function chooseSites(names: readonly string[] | undefined, people?: number): readonly Site[] {
  const all = allSites(people);
  const unknown = names?.find((name) => !all.some((site) => site.name === name));
  if (unknown !== undefined) throw new Error(`The demo web has no site "${unknown}". It has: ${demoSiteNames().join(', ')}.`);
  return names ? all.filter((site) => names.includes(site.name)) : SITES;
}

export const loopback = (address: number): string => `127.0.1.${address}`;

export function groupByAddress(sites: readonly Site[]): Map<number, Site[]> {
  const groups = new Map<number, Site[]>();
  for (const site of sites) groups.set(site.address, [...(groups.get(site.address) ?? []), site]);
  return groups;
}

/** The part of the resolve table that one listener answers for; on bad days a name is missing or leads nowhere. */
export function namesAt(group: readonly Site[], at: string, day: number): [host: string, at: string][] {
  const ghosts = group.flatMap((site) => site.ghosts ?? []).map((ghost): [string, string] => [ghost.host, ghost.address]);
  return [...group.flatMap((site) => namesOf(site, at, day)), ...ghosts];
}

function namesOf(site: Site, at: string, day: number): [host: string, at: string][] {
  const failure = site.nameFails?.(day) ?? null;
  if (failure === 'unknown') return [];
  // Nobody listens on port 1.
  const where = failure === 'refused' ? at.replace(/(?<!\d)\d+$/, '1') : at;
  return [site.host, ...(site.aliases ?? [])].map((host) => [host, where]);
}

export const describeSite = (site: Site): DemoSite => ({
  name: site.name,
  origin: `http://${site.host}`,
  purpose: site.purpose,
  seeds: site.seeds.map((path) => `http://${site.host}${path}`),
  credentials: site.credentials ?? null,
});

type MutableRequest = { -readonly [K in keyof DemoRequest]: DemoRequest[K] };

class RunningWeb implements DemoWeb {
  readonly sites: readonly DemoSite[];
  resolve: Readonly<Record<string, string>> = {};
  readonly allowAddresses: string[] = [];
  readonly requests: DemoRequest[] = [];
  readonly #all: readonly Site[];
  readonly #hostile: boolean;
  readonly #delayFactor: number;
  readonly #servers: Server[] = [];
  readonly #places: { readonly at: string; readonly group: readonly Site[] }[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #open = new Map<string, number>();
  readonly #seen = new Map<string, number>();
  readonly #tellTruth: (day: number) => DemoTruth;
  #web: BuiltWeb;

  constructor(sites: readonly Site[], { day = 0, hostile = false, delayFactor = 1 }: DemoWebOptions) {
    this.#all = sites;
    this.#hostile = hostile;
    this.#delayFactor = delayFactor;
    this.#tellTruth = truthTeller(sites, hostile);
    this.#web = buildWeb(sites, { day, hostile });
    this.sites = sites.map(describeSite);
  }

  async listen(address: string, port: number, group: readonly Site[]): Promise<void> {
    const server = createServer((request, response) => this.#serve(request, response));
    server.on('connection', (socket) => this.#track(socket));
    this.#servers.push(server);
    const at = await listenOn(server, address, port);
    this.#places.push({ at: `${at.address}:${at.port}`, group });
    this.#nameSites();
    if (!this.allowAddresses.includes(at.address)) this.allowAddresses.push(at.address);
  }

  truth(day = this.#web.world.day): DemoTruth {
    return this.#tellTruth(day);
  }

  setDay(day: number): void {
    this.#web = buildWeb(this.#all, { day, hostile: this.#hostile });
    this.#nameSites();
    this.#seen.clear();
  }

  #nameSites(): void {
    const { day } = this.#web.world;
    this.resolve = Object.fromEntries(this.#places.flatMap(({ at, group }) => namesAt(group, at, day)));
  }

  async close(): Promise<void> {
    const closing = this.#servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(closing);
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    // Clients of these servers leave in the middle of things; that is no error of ours.
    socket.on('error', () => undefined);
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
    const path = request.url ?? '/';
    const entry = this.#log(request, response, host, path);
    const visit: Visit = {
      method: entry.method,
      host,
      path,
      headers: request.headers,
      earlier: this.#countVisit(host + path),
      delayFactor: this.#delayFactor,
    };
    const answer = this.#answer(visit);
    entry.status = answer.status;
    request.resume();
    respond(answer, visit, request, response).catch(() => response.destroy());
  }

  #answer(visit: Visit): Answer {
    const built = this.#web.byHost(visit.host);
    if (!built)
      return { status: 421, headers: { 'Content-Type': 'text/plain' }, body: `No site of the demo web is called ${visit.host}.\n` };
    const resource = built.find(visit.path);
    const answer: Answer = resource?.answer(visit) ?? { status: 404, headers: { 'Content-Type': 'text/plain' }, body: 'Not found.\n' };
    return 'speak' in answer ? answer : { ...answer, pauseMs: (answer.pauseMs ?? 0) + (built.site.slowMs ?? 0) };
  }

  #countVisit(url: string): number {
    const earlier = this.#seen.get(url) ?? 0;
    this.#seen.set(url, earlier + 1);
    return earlier;
  }

  #log(request: IncomingMessage, response: ServerResponse, host: string, path: string): MutableRequest {
    const address = request.socket.localAddress ?? '';
    const open = this.#open.get(address) ?? 0;
    this.#open.set(address, open + 1);
    const site = this.#web.byHost(host)?.site.name ?? 'unknown';
    const method = request.method ?? 'GET';
    const entry: MutableRequest = {
      at: performance.now(),
      ended: null,
      time: Date.now(),
      site,
      host,
      address,
      method,
      path,
      status: null,
      headers: request.headers,
      open,
    };
    this.requests.push(entry);
    response.once('close', () => {
      entry.ended = performance.now();
      // A 304 is decided while answering; the log tells what was sent.
      if (response.headersSent) entry.status = response.statusCode;
      this.#open.set(address, (this.#open.get(address) ?? 1) - 1);
    });
    return entry;
  }
}

/**
 * Where the system knows only one loopback address (macOS, unless told otherwise) the site moves to
 * 127.0.0.1 and a port of its own: all works, but the sites then share an address.
 */
async function listenOn(server: Server, address: string, port: number): Promise<AddressInfo> {
  try {
    return await tryListen(server, address, port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRNOTAVAIL') throw explain(error, address, port);
    return tryListen(server, '127.0.0.1', 0);
  }
}

function tryListen(server: Server, address: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

function explain(error: unknown, address: string, port: number): Error {
  const { code } = error as NodeJS.ErrnoException;
  const advice =
    code === 'EADDRINUSE'
      ? 'Another program, perhaps another demo web, uses the port: stop it or choose another port.'
      : 'Choose another port.';
  return new Error(`The demo web cannot listen on ${address}:${port} (${code}). ${advice}`, { cause: error });
}
