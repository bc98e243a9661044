/** Keeps FTP sessions for the next transfer: a few for each server and log-in, for a while. */
import type { Watch } from '../http/watch.js';
import { FtpSession, type SessionParts } from './ftp-session.js';
import type { FtpAddress } from './ftp-url.js';

const MOST_IDLE = 4;
const IDLE_MS = 30_000;
/** After this time ask whether the server is still there: servers close connections silently. */
const SURE_MS = 5_000;

interface Idle {
  readonly session: FtpSession;
  readonly since: number;
  readonly timer: NodeJS.Timeout;
}

export class FtpPool {
  readonly #parts: SessionParts;
  readonly #idle = new Map<string, Idle[]>();
  #isClosed = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** The session used last, or a new one. */
  async take(address: FtpAddress, watch: Watch): Promise<FtpSession> {
    const waiting = this.#idle.get(keyOf(address)) ?? [];
    for (let idle = waiting.pop(); idle; idle = waiting.pop()) {
      clearTimeout(idle.timer);
      idle.session.idle(false);
      const isSure = Date.now() - idle.since < SURE_MS && !idle.session.isClosed;
      if (isSure || (await idle.session.isAlive(watch))) return idle.session;
    }
    return FtpSession.open(address, this.#parts, watch);
  }

  give(address: FtpAddress, session: FtpSession): void {
    const key = keyOf(address);
    const waiting = this.#idle.get(key) ?? [];
    if (session.isClosed) return;
    if (this.#isClosed || waiting.length >= MOST_IDLE) return session.close();
    session.idle(true);
    const timer = setTimeout(() => this.#drop(key, session), IDLE_MS).unref();
    waiting.push({ session, timer, since: Date.now() });
    this.#idle.set(key, waiting);
  }

  close(): void {
    this.#isClosed = true;
    for (const { session, timer } of [...this.#idle.values()].flat()) {
      clearTimeout(timer);
      session.close();
    }
    this.#idle.clear();
  }

  #drop(key: string, session: FtpSession): void {
    session.close();
    const waiting = (this.#idle.get(key) ?? []).filter((idle) => idle.session !== session);
    if (waiting.length > 0) this.#idle.set(key, waiting);
    else this.#idle.delete(key);
  }
}

const keyOf = ({ site, secure, user, password }: FtpAddress): string => JSON.stringify([site.href, secure, user, password]);
