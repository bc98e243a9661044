/**
 * The owner of a workspace listens for wishes of others on this machine: change a delay, add URLs, stop.
 *
 * A local socket that only the same user may open. Everything a client sends is bounded, one request is answered after
 * the other, and nothing a client does can end the server or keep the process alive.
 */
import { chmodSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { LineTooLong, linesOf } from './lines.js';
import { clearPlace, notePlace, placeElsewhere, placeInWorkspace } from './place.js';
import { answerTo, type ControlAnswer, type ControlHandlers } from './requests.js';

/** Characters of one request. */
export const MAX_LINE = 1_000_000;
const MAX_CONNECTIONS = 16;
const IDLE_MS = 15_000;
/** A request that is still worked on when the server closes has this long. */
const LAST_ANSWER_MS = 1000;

export interface ControlServer {
  /** Of the socket. */
  readonly path: string;
  /** Requests under way are answered first. */
  close(): Promise<void>;
}

/** For the owner of the workspace only: whatever socket is there was left behind by a process that ended, and is replaced. */
export async function serveControl(folder: string, handlers: ControlHandlers): Promise<ControlServer> {
  const open = new Set<Conversation>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const conversation = new Conversation(socket, handlers);
    open.add(conversation);
    void conversation.run().finally(() => open.delete(conversation));
  });
  server.maxConnections = MAX_CONNECTIONS;
  const path = await listenSomewhere(server, folder);
  server.on('error', () => {}); // of accepting a connection: the next one may fare better
  server.unref();
  notePlace(folder, { path, pid: process.pid });
  return {
    path,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all([...open].map((conversation) => conversation.end()));
      await closed;
      clearPlace(folder, path);
    },
  };
}

async function listenSomewhere(server: Server, folder: string): Promise<string> {
  const own = placeInWorkspace(folder);
  if (own !== null && (await takePlace(server, folder, own).catch(() => false))) return own;
  const elsewhere = placeElsewhere();
  await listenAt(server, elsewhere);
  return elsewhere;
}

async function takePlace(server: Server, folder: string, path: string): Promise<boolean> {
  clearPlace(folder, path);
  return listenAt(server, path);
}

function listenAt(server: Server, path: string): Promise<true> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve(true);
    });
    // Bound by now, and nobody has been accepted yet.
    if (process.platform !== 'win32' && server.listening) chmodSync(path, 0o600);
  });
}

/** One client, request after request. */
class Conversation {
  readonly #socket: Socket;
  readonly #handlers: ControlHandlers;
  #busy: Promise<unknown> = Promise.resolve();

  constructor(socket: Socket, handlers: ControlHandlers) {
    this.#socket = socket;
    this.#handlers = handlers;
    socket.setEncoding('utf8');
    socket.unref();
    socket.on('error', () => {}); // a client that vanishes is no news
    socket.setTimeout(IDLE_MS, () => socket.destroy());
  }

  async run(): Promise<void> {
    try {
      for await (const line of linesOf(this.#chunks(), MAX_LINE)) {
        this.#busy = answerTo(line, this.#handlers).then((answer) => this.#say(answer));
        await this.#busy;
      }
    } catch (error) {
      if (error instanceof LineTooLong) this.#say({ error: error.message });
    } finally {
      this.#socket.destroySoon();
    }
  }

  /** Leaves the socket open when reading ends, for the last answer. */
  #chunks(): AsyncIterable<string> {
    return { [Symbol.asyncIterator]: () => this.#socket.iterator({ destroyOnReturn: false }) as AsyncIterator<string> };
  }

  #say(answer: ControlAnswer): void {
    if (this.#socket.writable) this.#socket.write(`${JSON.stringify(answer)}\n`);
  }

  async end(): Promise<void> {
    await Promise.race([this.#busy, pause(LAST_ANSWER_MS, undefined, { ref: false })]);
    this.#socket.destroySoon();
  }
}
