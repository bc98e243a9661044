/**
 * ConnectionPool: decides which connection carries which exchange.
 *
 * Owns idle HTTP/1 connections (newest first, a bounded number, for a bounded time) and one HTTP/2 connection per site.
 * Others decide how many requests a site gets at once; the pool opens what is needed.
 */
import type { Answer, Call, Connection } from './answer.js';
import type { Connector } from './connector.js';
import { FetchError } from './errors.js';
import { H1Connection } from './h1-connection.js';
import { H2Connection, wantsHttp1 } from './h2-connection.js';
import type { Watch } from './watch.js';

const IDLE_MS = 20_000;
const MAX_IDLE = 256;
const MAX_REMEMBERED_SITES = 10_000;

export interface Carried {
  readonly answer: Answer;
  readonly connection: Connection;
  /** Monotonic time at which the request was sent. */
  readonly sentAt: number;
}

interface Idle {
  readonly key: string;
  readonly connection: H1Connection;
  readonly since: number;
}

export class ConnectionPool {
  /** Insertion order is idle time, oldest first. */
  readonly #idle = new Set<Idle>();
  readonly #idleByKey = new Map<string, Idle[]>();
  readonly #shared = new Map<string, H2Connection>();
  readonly #opening = new Map<string, Promise<Connection>>();
  /** Sites known to speak HTTP/1 only: for them nobody waits for another handshake. */
  readonly #http1Only = new Set<string>();
  readonly #busy = new Set<Connection>();
  #sweeper: NodeJS.Timeout | null = null;

  constructor(
    private readonly connector: Connector,
    private readonly http2: boolean,
    /** All plain http requests go to the same place when there is a proxy. */
    private readonly plainKey: string | null,
  ) {}

  /** Carries one exchange. A connection that the server closed while it was idle is silently replaced once. */
  async carry(call: Call, watch: Watch): Promise<Carried> {
    const proxied = call.origin.protocol === 'http:' && this.plainKey !== null;
    if (proxied) await this.connector.checkTarget(call.origin, watch);
    const key = proxied ? (this.plainKey ?? '') : call.origin.origin;
    const used = call.method === 'POST' ? null : this.#take(key);
    if (used) {
      const carried = await this.#exchange(key, used, call, watch).catch((error: unknown) => {
        if (!isStale(error, watch)) throw error;
        return null;
      });
      if (carried) return carried;
    }
    return this.#carryFresh(key, call, watch);
  }

  close(): void {
    for (const { connection } of this.#idle) connection.destroy();
    for (const connection of this.#busy) connection.destroy();
    for (const connection of this.#shared.values()) connection.destroy();
    this.#idle.clear();
    this.#idleByKey.clear();
    this.#shared.clear();
    if (this.#sweeper) clearInterval(this.#sweeper);
  }

  async #carryFresh(key: string, call: Call, watch: Watch): Promise<Carried> {
    const connection = await this.#open(key, call, watch);
    try {
      return await this.#exchange(key, connection, call, watch);
    } catch (error) {
      if (!wantsHttp1(error)) throw error;
      this.#remember(key);
      return this.#exchange(key, await this.connector.connect(call.origin, false, watch), call, watch);
    }
  }

  async #exchange(key: string, connection: Connection, call: Call, watch: Watch): Promise<Carried> {
    this.#busy.add(connection);
    const sentAt = performance.now();
    try {
      const answer = await connection.exchange(call, watch);
      return { answer, connection, sentAt };
    } finally {
      this.#release(key, connection);
    }
  }

  #take(key: string): Connection | null {
    const shared = this.#usable(key);
    if (shared) return shared;
    const list = this.#idleByKey.get(key);
    for (let idle = list?.pop(); idle; idle = list?.pop()) {
      this.#idle.delete(idle);
      if (list?.length === 0) this.#idleByKey.delete(key);
      if (idle.connection.spent) continue;
      idle.connection.idle(false);
      return idle.connection;
    }
    return null;
  }

  async #open(key: string, call: Call, watch: Watch): Promise<Connection> {
    if (!this.http2 || call.origin.protocol !== 'https:' || this.#http1Only.has(key))
      return this.connector.connect(call.origin, false, watch);
    // Another request may be connecting to the same site: if that becomes HTTP/2, one connection serves both.
    for (let other = this.#opening.get(key); other && !this.#http1Only.has(key); other = this.#opening.get(key)) {
      await settled(other, watch);
      const shared = this.#usable(key);
      if (shared) return shared;
    }
    const opening = this.connector.connect(call.origin, true, watch);
    this.#opening.set(key, opening);
    try {
      const connection = await opening;
      if (connection instanceof H2Connection) this.#share(key, connection);
      else this.#remember(key);
      return connection;
    } finally {
      if (this.#opening.get(key) === opening) this.#opening.delete(key);
    }
  }

  #usable(key: string): H2Connection | null {
    const shared = this.#shared.get(key);
    return shared && !shared.spent && !shared.full ? shared : null;
  }

  #share(key: string, connection: H2Connection): void {
    const earlier = this.#shared.get(key);
    if (earlier?.running === 0) earlier.destroy(); // otherwise when its last exchange ends
    this.#shared.set(key, connection);
  }

  #remember(key: string): void {
    this.#shared.get(key)?.destroy();
    this.#shared.delete(key);
    if (this.#http1Only.size >= MAX_REMEMBERED_SITES) this.#http1Only.clear();
    this.#http1Only.add(key);
  }

  #release(key: string, connection: Connection): void {
    this.#startSweeper();
    if (connection instanceof H2Connection) this.#releaseShared(key, connection);
    else if (connection instanceof H1Connection) this.#releaseOwn(key, connection);
  }

  #releaseShared(key: string, connection: H2Connection): void {
    const current = this.#shared.get(key) === connection;
    if (connection.spent && current) this.#shared.delete(key);
    if (connection.running > 0) return;
    this.#busy.delete(connection);
    if (connection.spent || !current) connection.destroy();
  }

  #releaseOwn(key: string, connection: H1Connection): void {
    this.#busy.delete(connection);
    if (connection.spent) return;
    connection.idle(true);
    const idle: Idle = { key, connection, since: performance.now() };
    this.#idle.add(idle);
    const list = this.#idleByKey.get(key);
    if (list) list.push(idle);
    else this.#idleByKey.set(key, [idle]);
    if (this.#idle.size > MAX_IDLE) this.#dropOldest();
  }

  #dropOldest(): void {
    const [oldest] = this.#idle;
    if (oldest) this.#drop(oldest);
  }

  #drop(idle: Idle): void {
    idle.connection.destroy();
    this.#idle.delete(idle);
    const list = this.#idleByKey.get(idle.key)?.filter((other) => other !== idle) ?? [];
    if (list.length > 0) this.#idleByKey.set(idle.key, list);
    else this.#idleByKey.delete(idle.key);
  }

  #startSweeper(): void {
    this.#sweeper ??= setInterval(() => this.#sweep(), IDLE_MS / 4).unref();
  }

  #sweep(): void {
    const limit = performance.now() - IDLE_MS;
    for (const idle of this.#idle) {
      if (idle.since > limit && !idle.connection.spent) continue;
      this.#drop(idle);
    }
    for (const [key, connection] of this.#shared) {
      if (connection.running > 0 || (connection.idleSince > limit && !connection.spent)) continue;
      connection.destroy();
      this.#shared.delete(key);
    }
  }
}

/** No byte of an answer arrived: most likely the server had already closed the idle connection. GET and HEAD may be repeated. */
function isStale(error: unknown, watch: Watch): boolean {
  return error instanceof FetchError && error.code === 'FETCH_RESET' && watch.firstByteAt === 0 && watch.error === null;
}

/** Waits until a promise settles, for as long as the watch allows. */
function settled(promise: Promise<unknown>, watch: Watch): Promise<void> {
  watch.enter('connect');
  return watch.during<void>((resolve) => {
    promise.then(
      () => resolve(),
      () => resolve(),
    );
    return () => {};
  });
}
