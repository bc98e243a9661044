/**
 * Brings answers into the archive: reads them in the reader threads, which make their records, and hands these to the workspace.
 *
 * Answers that are no document's own are archived as they come, each once; a document's own go with its deposit, in the same
 * transaction. Reading a main file also brings the text that is searched.
 */

import { asUrl, type Exchange, type HeaderField, isSpooled } from '../../model/index.js';
import type { Answer, Workspace } from '../../store/index.js';
import type { Reading, ReadTask } from '../crawl/index.js';

/** The reader threads; in tests a reader of this thread. */
export interface Readers {
  read(task: ReadTask): Promise<Reading>;
}

/** Answers on their way into the archive, at most: a slow disk slows the harvest down. */
const MOST_UNDER_WAY = 32;
const TASK = { depth: 0, redirects: 0, link: 'harvest', trail: null, via: null, previous: null } as const;

export class AnswerKeeper {
  readonly #readers: Readers;
  readonly #workspace: Pick<Workspace, 'keepAnswers'>;
  readonly #kept = new WeakMap<Exchange, Promise<number>>();
  readonly #underWay = new Set<Promise<unknown>>();
  #failure: unknown = null;

  constructor(readers: Readers, workspace: Pick<Workspace, 'keepAnswers'>) {
    this.#readers = readers;
    this.#workspace = workspace;
  }

  /** Archives answers that are no document's own. Resolves at once while few are under way. */
  keep(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) void this.fetchOf(exchange).catch(() => undefined);
  }

  /** The number of the fetch under which an answer is archived; archives it when nobody has. */
  fetchOf(exchange: Exchange): Promise<number> {
    const known = this.#kept.get(exchange);
    if (known) return known;
    const number = this.#archive(exchange);
    this.#kept.set(exchange, number);
    const work = number
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
    return number;
  }

  /** To be awaited before the next answer is asked for. */
  async ready(): Promise<void> {
    while (this.#underWay.size >= MOST_UNDER_WAY) await Promise.race(this.#underWay);
    if (this.#failure) throw this.#failure;
  }

  async drain(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    if (this.#failure) throw this.#failure;
  }

  /** An answer as a deposit takes it along. */
  async answerOf(exchange: Exchange): Promise<Answer> {
    return (await this.readPage(exchange, 'requisite')).answer;
  }

  /** The same, read as a page: with its text, title and language. */
  async readPage(exchange: Exchange, kind: ReadTask['kind'] = 'page'): Promise<{ answer: Answer; reading: Reading }> {
    const reading = await this.#readers.read({ ...TASK, exchange: ownCopy(exchange), kind });
    return { answer: { url: exchange.url, site: siteIn(exchange.url), fetch: reading.fetch }, reading };
  }

  async #archive(exchange: Exchange): Promise<number> {
    const [number] = await this.#workspace.keepAnswers([await this.answerOf(exchange)]);
    if (number === undefined) throw new Error(`the answer of ${exchange.url} was not archived`);
    return number;
  }
}

/** Buffers change hands on their way to a reader thread: what is still needed here stays here. */
const ownCopy = (exchange: Exchange): Exchange => {
  const body = isSpooled(exchange.body) ? exchange.body : new Uint8Array(exchange.body);
  const wire = exchange.wire === exchange.body ? body : isSpooled(exchange.wire) ? exchange.wire : new Uint8Array(exchange.wire);
  return { ...exchange, body, wire, responseHead: new Uint8Array(exchange.responseHead) };
};

export function siteIn(url: string): string {
  const parsed = asUrl(url);
  return parsed?.host ? `${parsed.protocol}//${parsed.host}` : 'urn:local';
}

/** Bytes that came as a part of something else (a member of an archive, a row of a list), as an exchange that can be read. */
export function exchangeOfBytes(url: string, bytes: Uint8Array, type: string, startedAt: number): Exchange {
  const headers: HeaderField[] = [['Content-Type', type]];
  return {
    url,
    method: 'GET',
    startedAt,
    durationMs: 0,
    firstByteMs: 0,
    status: 200,
    statusText: 'OK',
    protocol: 'resource',
    remoteAddress: null,
    tls: null,
    requestHead: new Uint8Array(),
    requestBody: null,
    responseHead: new Uint8Array(),
    headers,
    wire: bytes,
    body: bytes,
    truncated: null,
  };
}
