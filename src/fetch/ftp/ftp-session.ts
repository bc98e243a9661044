/**
 * One control connection to an FTP server, logged in, and the transfers over it, one at a time.
 *
 * Every connection uses an address that the guard has allowed. A transfer connects to the same address: a server that
 * names another one is refused, since it could send us anywhere.
 */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { Client, type FileInfo, type FTPContext, FTPError, type FTPResponse } from 'basic-ftp';
import type { Peer } from '../http/answer.js';
import { dial } from '../http/dial.js';
import { FetchError } from '../http/errors.js';
import { bareHost, type Resolution } from '../http/resolution.js';
import { SPOKEN_PLAINLY, secure } from '../http/tls.js';
import type { Watch } from '../http/watch.js';
import { wholeList } from './folder-list.js';
import type { FtpAddress } from './ftp-url.js';

export interface SessionParts {
  readonly resolution: Resolution;
  readonly insecureTls: boolean;
  /** Bytes of a listing, at most. */
  readonly maxListing: number;
  /** Certificates to trust instead of the usual ones. */
  readonly ca?: readonly string[];
}

/** Replies that mean the server does not know a command: then the answer is unknown. */
/** Slashes at the end, unless there is nothing else. */
const TRAILING = /(?<=[^/])\/+$|(?<=^\/)\/+$/;

const UNKNOWN_COMMAND: ReadonlySet<number> = new Set([500, 501, 502, 503, 504]);

export class FtpSession {
  readonly #client: Client;
  readonly #parts: SessionParts;
  readonly #url: string;
  #peer: Peer = { remoteAddress: null, tls: null };
  /** The folder after the log-in; relative paths start there. */
  #home = '/';
  #hasExtendedPassive = true;
  /** The connection of a transfer that is being opened. */
  #opening: Socket | null = null;

  private constructor(parts: SessionParts, url: string) {
    this.#parts = parts;
    this.#url = url;
    this.#client = new Client(0, { maxListingBytes: parts.maxListing });
    this.#client.ftp.encoding = 'latin1'; // bytes unchanged, see ftp-url.ts
    this.#client.prepareTransfer = (ftp) => this.#enterPassive(ftp);
    this.#client.parseList = wholeList;
  }

  /** Throws FTPError when the server refuses us. */
  static async open(address: FtpAddress, parts: SessionParts, watch: Watch): Promise<FtpSession> {
    const session = new FtpSession(parts, address.shown);
    try {
      await session.#connect(address, watch);
      await session.#run(watch, () => session.#logIn(address));
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  get peer(): Peer {
    return this.#peer;
  }

  get isClosed(): boolean {
    return this.#client.closed;
  }

  /** An idle session does not keep the process alive. */
  idle(isIdle: boolean): void {
    const { socket } = this.#client.ftp;
    if (isIdle) socket.unref();
    else socket.ref();
  }

  async isAlive(watch: Watch): Promise<boolean> {
    if (this.isClosed) return false;
    try {
      return (await this.#run(watch, () => this.#client.sendIgnoringError('NOOP'))).code < 400;
    } catch (error) {
      if (watch.error) throw error;
      return false;
    }
  }

  close(): void {
    this.#opening?.destroy();
    this.#client.close();
  }

  /** Null when the server does not tell sizes. Throws FTPError when there is no such file. */
  size(path: string, watch: Watch): Promise<number | null> {
    return this.#run(watch, () => this.#client.size(this.#full(path)).catch(nullIfUnknown));
  }

  /** Null when the server does not tell it. */
  modified(path: string, watch: Watch): Promise<Date | null> {
    const known = (date: Date): Date | null => (Number.isNaN(date.getTime()) ? null : date);
    return this.#run(watch, () => this.#client.lastMod(this.#full(path)).then(known).catch(nullIfReplied));
  }

  /** Throws FTPError when there is no such folder. */
  list(path: string, watch: Watch): Promise<FileInfo[]> {
    return this.#run(watch, async () => {
      await this.#client.cd(this.#full(path) || '/');
      return this.#client.list();
    });
  }

  isFolder(path: string, watch: Watch): Promise<boolean> {
    const enter = (): Promise<boolean> => this.#client.cd(this.#full(path)).then(() => true);
    return this.#run(watch, () => enter().catch((error: unknown) => Boolean(nullIfReplied(error))));
  }

  /** Transfers from the byte `startAt` on. */
  download(path: string, startAt: number, destination: Writable, watch: Watch): Promise<void> {
    return this.#run(watch, async () => {
      await this.#client.downloadTo(destination, this.#full(path), startAt);
    });
  }

  /** The watch ends everything. */
  #run<T>(watch: Watch, work: () => Promise<T>): Promise<T> {
    watch.enter('answer');
    return watch.during<T>((resolve, reject) => {
      work().then(resolve, reject);
      return () => this.close();
    });
  }

  #full(path: string): string {
    if (path.startsWith('/')) return path.replace(TRAILING, '');
    return `${this.#home.replace(/(?<!\/)\/+$/, '')}/${path}`.replace(TRAILING, '');
  }

  async #connect(address: FtpAddress, watch: Watch): Promise<void> {
    const { resolution } = this.#parts;
    const socket = await dial(await resolution.endpoints(address.site, watch), watch);
    resolution.verify(socket, watch);
    const isPlain = resolution.isPlain(address.site);
    this.#peer = {
      remoteAddress: socket.remoteAddress ?? null,
      tls: address.secure !== 'none' && isPlain ? SPOKEN_PLAINLY : null,
    };
    const { ftp } = this.#client;
    if (address.secure === 'implicit' && !isPlain) await this.#secure(socket, address, watch);
    else ftp.socket = socket;
    await this.#run(watch, () => ftp.handle(undefined, greeted));
    if (address.secure !== 'explicit' || isPlain) return;
    await this.#run(watch, () => this.#client.send('AUTH TLS'));
    await this.#secure(socket, address, watch);
  }

  async #secure(socket: Socket, { site }: FtpAddress, watch: Watch): Promise<void> {
    const host = bareHost(site);
    const { insecureTls, ca } = this.#parts;
    const trusted = ca ? { ca: [...ca] } : {};
    const { socket: secured, verdict } = await secure(socket, host, { http2: false, isOther: true, insecureTls, ...trusted }, watch);
    this.#peer = { ...this.#peer, tls: verdict };
    const { ftp } = this.#client;
    ftp.socket = secured;
    ftp.tlsOptions = { host, servername: isIP(host) ? '' : host, rejectUnauthorized: !insecureTls, ...trusted };
  }

  async #logIn({ user, password }: FtpAddress): Promise<void> {
    await this.#client.login(user, password);
    await this.#client.useDefaultSettings();
    // Some servers take -a for a file name and find nothing.
    this.#client.availableListCommands = this.#client.availableListCommands.filter((command) => command !== 'LIST -a');
    const home = await this.#client.pwd().catch(nullIfAnything);
    if (home?.startsWith('/')) this.#home = home;
  }

  // ---- the connection of a transfer

  async #enterPassive(ftp: FTPContext): Promise<FTPResponse> {
    const { reply, port } = await this.#passive(ftp);
    ftp.dataSocket = await this.#dataSocket(ftp, port);
    return reply;
  }

  async #passive(ftp: FTPContext): Promise<{ reply: FTPResponse; port: number }> {
    if (this.#hasExtendedPassive) {
      const reply = await this.#client.sendIgnoringError('EPSV');
      const port = Number(/\((\D)\1\1(\d{1,5})\1\)/.exec(reply.message)?.[2]);
      if (reply.code === 229 && isPort(port)) return { reply, port };
      this.#hasExtendedPassive = false;
    }
    const reply = await ftp.request('PASV');
    return { reply, port: this.#portIn(reply.message) };
  }

  #portIn(message: string): number {
    const numbers = /(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3})/.exec(message)?.slice(1).map(Number) ?? [];
    const [high = 0, low = 0] = numbers.slice(4);
    const named = numbers.slice(0, 4).join('.');
    const port = high * 256 + low;
    if (isIP(named) === 0 || !isPort(port))
      throw new FetchError('FETCH_MALFORMED', this.#url, `the server does not say where a transfer goes: ${message.slice(0, 100)}`);
    if (named !== this.#address())
      throw new FetchError(
        'FETCH_ADDRESS_FORBIDDEN',
        this.#url,
        `the server would have us connect to ${named} for a transfer, which is not its own address ${this.#address()}`,
      );
    return port;
  }

  #address = (): string => (this.#peer.remoteAddress ?? '').replace(/^::ffff:/i, '');

  async #dataSocket(ftp: FTPContext, port: number): Promise<Socket> {
    const socket = await this.#reached(port);
    if (!(ftp.socket instanceof TLSSocket)) return socket;
    // The TLS session of the control connection: it proves that both connections lead to the same server.
    const session = ftp.tlsSessionStore ?? ftp.socket.getSession();
    const secured = connectTls({ ...ftp.tlsOptions, socket, ...(session ? { session } : {}) });
    secured.on('session', (fresh: Buffer) => {
      ftp.tlsSessionStore = fresh;
    });
    return secured;
  }

  #reached(port: number): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connectTcp({ host: this.#address(), port, noDelay: true });
      this.#opening = socket;
      const fail = (error: Error): void => reject(new Error(`no connection for the transfer: ${error.message}`, { cause: error }));
      socket.once('error', fail);
      socket.once('connect', () => {
        this.#opening = null;
        socket.off('error', fail);
        resolve(socket);
      });
    });
  }
}

const isPort = (port: number): boolean => Number.isInteger(port) && port > 0 && port < 65_536;

type Task = Parameters<Parameters<FTPContext['handle']>[1]>[1];

/** 120 announces a delay; the watch limits it. */
function greeted(reply: Error | FTPResponse, task: Task): void {
  if (reply instanceof Error) task.reject(reply);
  else if (reply.code >= 200 && reply.code < 300) task.resolve(reply);
  else if (reply.code !== 120) task.reject(new FTPError(reply));
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof FTPError && UNKNOWN_COMMAND.has(error.code)) return null;
  throw error;
}

function nullIfReplied(error: unknown): null {
  if (error instanceof FTPError) return null;
  throw error;
}

/** The server may refuse PWD, or answer it without a name. */
const nullIfAnything = (): null => null;
