/** Keeps what a portal answers, so that it can be played back. */
import { decodeBody } from '../../../fetch/index.js';
import { type Exchange, headerListOf, headerOf, isSpooled } from '../../../model/index.js';

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** One of the two. */
  readonly text?: string;
  readonly base64?: string;
}

export interface Asked {
  readonly url: string;
  /** `GET https://…` */
  readonly key: string;
  readonly answer: RecordedAnswer;
}

/** What a client goes by; the rest of a head changes from answer to answer. */
const KEPT = ['content-type', 'location', 'etag', 'last-modified', 'retry-after', 'set-cookie'];
const MOST_BYTES = 2 * 2 ** 20;

export class Recorder {
  readonly #asked = new Map<string, Asked>();

  /** Large answers are left out: a fixture is to be read. */
  keep(exchange: Exchange): void {
    const body = contentOf(exchange);
    const key = `${exchange.method} ${exchange.url}`;
    if (!body || this.#asked.has(key) || body.length > MOST_BYTES) return;
    const headers = Object.fromEntries(KEPT.flatMap((name) => pairOf(name, headerOf(exchange.headers, name))));
    this.#asked.set(key, { url: exchange.url, key, answer: { status: exchange.status, headers, ...written(body) } });
  }

  get asked(): readonly Asked[] {
    return [...this.#asked.values()];
  }
}

const pairOf = (name: string, value: string | null): [string, string][] => (value === null ? [] : [[name, value]]);

/** Without its coding, so that people can edit it; null where it is too large, or is not what it says. */
function contentOf({ body, headers, url }: Exchange): Uint8Array | null {
  if (isSpooled(body)) return null;
  try {
    return decodeBody(body, headerListOf(headers, 'content-encoding'), { maxBytes: MOST_BYTES, maxRatio: 1000 }, url);
  } catch {
    return null;
  }
}

function written(body: Uint8Array): { text: string } | { base64: string } {
  const text = Buffer.from(body).toString('utf8');
  return Buffer.from(text).equals(Buffer.from(body)) && !text.includes('\0') ? { text } : { base64: Buffer.from(body).toString('base64') };
}
