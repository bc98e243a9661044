/**
 * Connections that say nothing give way to those that do.
 *
 * Half a request costs its sender nothing. So when there is no room for another connection, the one that has been silent for
 * longest is cut off, whether it never brought a request, rests between two, or stands still in the middle of one. Whoever is
 * being answered, or listens to events, or goes on sending, however slowly, is never cut off: where all are such, the newcomer
 * is. An address has a number of its own, so that one of many cannot take all there are.
 *
 * One that has brought no head of a request for some time is cut off in any case, but only a few at a time: a crowd that came
 * together would otherwise go together, and come again together, and the event loop takes one newcomer a round.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { callerOf } from './access/index.js';

export interface ConnectionLimits {
  /** Open ones in all. */
  readonly most: number;
  /** Open ones of an address; Infinity: as many as there are. */
  readonly mostOf: (address: string) => number;
  /** A body that stands still for so long, or an answer that is not taken, is given up. */
  readonly silentMs: number;
  /** So long it may take until the first head of a request is here. */
  readonly headMs: number;
  /** Milliseconds, from anywhere on. */
  readonly now?: () => number;
}

/** How many without a head are cut off at a time, and how often: a hundred a second. */
const CUT_AT_ONCE = 5;
const CUT_EVERY_MS = 50;

/** Who was answered is likely to ask again soon. */
const RESTS_MS = 2000;

/** One connection, from when it is made. */
interface Connection {
  readonly caller: string;
  /** Its two ends, where they are what tells it from others. */
  readonly ends: string | null;
  /** What is cut off; of HTTPS, what is inside. */
  socket: Socket;
  /** Requests that are not answered to the end. */
  open: number;
  /** The last of them. */
  request: IncomingMessage | null;
  /** Bytes that had come when it was looked at last. */
  bytes: number;
  /** Since when it is silent. */
  at: number;
}

export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const connections = new Connections(limits, server instanceof TlsServer);
  server.on('connection', (socket: Socket) => connections.add(socket));
  server.on('secureConnection', (socket: Socket) => connections.unwrap(socket));
  server.on('request', (request: IncomingMessage, response: ServerResponse) => connections.begin(request, response));
  server.setTimeout(limits.silentMs, (socket) => connections.silent(socket));
  const timer = setInterval(() => connections.listen(), Math.min(5000, limits.silentMs / 4)).unref();
  const cutting = setInterval(() => connections.cutHeadless(), CUT_EVERY_MS).unref();
  server.on('close', () => [timer, cutting].forEach(clearInterval));
}

class Connections {
  readonly #limits: ConnectionLimits;
  readonly #now: () => number;
  readonly #all = new Set<Connection>();
  readonly #bySocket = new WeakMap<Socket, Connection>();
  readonly #perCaller = new Map<string, number>();
  /** Those that can be spared, each in the order in which they fell silent. */
  readonly #fresh = new Set<Connection>();
  readonly #resting = new Set<Connection>();
  readonly #receiving = new Set<Connection>();

  constructor(
    limits: ConnectionLimits,
    private readonly areWrapped: boolean,
  ) {
    this.#limits = limits;
    this.#now = limits.now ?? (() => performance.now());
  }

  add(socket: Socket): void {
    const caller = callerOf(socket.remoteAddress ?? '');
    if (!this.#makeRoom(socket.remoteAddress ?? '', caller)) {
      socket.destroy();
      return;
    }
    const ends = this.areWrapped ? endsOf(socket) : null; // asked of the system, which takes as long as all the rest here
    const connection: Connection = { caller, ends, socket, open: 0, request: null, bytes: 0, at: this.#now() };
    this.#all.add(connection);
    this.#bySocket.set(socket, connection);
    this.#perCaller.set(caller, this.#countOf(caller) + 1);
    this.#fresh.add(connection);
    socket.once('close', () => this.#forget(connection));
  }

  /** The inside of one that is encrypted, which is what requests come by. */
  unwrap(socket: Socket): void {
    const ends = endsOf(socket);
    const connection = [...this.#fresh].findLast((fresh) => fresh.ends === ends);
    if (!connection) return;
    connection.socket = socket;
    this.#bySocket.set(socket, connection);
    socket.once('close', () => this.#forget(connection));
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#bySocket.get(request.socket);
    if (!connection) return;
    this.#spareNo(connection);
    connection.open++;
    connection.request = request;
    connection.bytes = request.socket.bytesRead;
    connection.at = this.#now();
    this.#receiving.add(connection);
    response.once('close', () => {
      if (--connection.open > 0) return;
      this.#receiving.delete(connection);
      connection.at = this.#now() + RESTS_MS;
      if (!connection.socket.destroyed && this.#all.has(connection)) this.#resting.add(connection);
    });
  }

  /** Nothing has gone in or out for too long. Whoever waits for an answer that we still work at waits on. */
  silent(socket: Socket): void {
    const connection = this.#bySocket.get(socket);
    const isWaiting = connection && connection.open > 0 && isWhole(connection) && socket.writableLength === 0;
    if (!isWaiting) socket.destroy();
  }

  /** Puts those that were heard of behind the others, and gives up those that were not for too long. */
  listen(): void {
    const now = this.#now();
    for (const connection of this.#receiving) {
      const { bytesRead } = connection.socket;
      if (isWhole(connection)) this.#receiving.delete(connection);
      else if (bytesRead !== connection.bytes) {
        this.#receiving.delete(connection);
        this.#receiving.add(Object.assign(connection, { bytes: bytesRead, at: now }));
      } else if (now - connection.at > this.#limits.silentMs) connection.socket.destroy();
    }
  }

  /** A few of those that have been here for too long without a head, the oldest first. */
  cutHeadless(): void {
    const latest = this.#now() - this.#limits.headMs;
    let cut = 0;
    for (const connection of this.#fresh) {
      if (connection.at >= latest || cut++ === CUT_AT_ONCE) return;
      this.#cut(connection);
    }
  }

  /** False when there is none to be had. */
  #makeRoom(address: string, caller: string): boolean {
    const isOverOwn = this.#countOf(caller) >= this.#limits.mostOf(address);
    if (!isOverOwn && this.#all.size < this.#limits.most) return true;
    const spared = this.#oldest((connection) => !isOverOwn || connection.caller === caller);
    if (spared) this.#cut(spared);
    return spared !== undefined;
  }

  #cut(connection: Connection): void {
    connection.socket.destroy();
    this.#forget(connection);
  }

  #oldest(isMeant: (connection: Connection) => boolean): Connection | undefined {
    const first = (silent: ReadonlySet<Connection>): Connection[] => {
      for (const connection of silent) if (isMeant(connection) && isSilent(connection)) return [connection];
      return [];
    };
    return [...first(this.#fresh), ...first(this.#resting), ...first(this.#receiving)].toSorted((a, b) => a.at - b.at)[0];
  }

  #countOf(caller: string): number {
    return this.#perCaller.get(caller) ?? 0;
  }

  #forget(connection: Connection): void {
    this.#spareNo(connection);
    if (!this.#all.delete(connection)) return;
    const left = this.#countOf(connection.caller) - 1;
    if (left > 0) this.#perCaller.set(connection.caller, left);
    else this.#perCaller.delete(connection.caller);
  }

  #spareNo(connection: Connection): void {
    for (const silent of [this.#fresh, this.#resting, this.#receiving]) silent.delete(connection);
  }
}

/** Of a request without a body nobody reads the end, so its stream does not tell. */
const isWhole = ({ request }: Connection): boolean => request?.complete === true;

/** Nothing is being done for it, and nothing has come since it was looked at. */
const isSilent = (connection: Connection): boolean =>
  connection.open === 0 || (!isWhole(connection) && connection.socket.bytesRead === connection.bytes);

const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
