/** Our own service, over REST: a form of two parts, and a question by which a lost answer is made good. */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { isOk } from './answers.js';
import { type Answer, type Connection, exchange, type Posted } from './http-exchange.js';
import { type KnownDocuments, type Parcel, type Receipt, type Receiver, UnavailableError } from './receiver.js';
import { statusWords } from './status-words.js';
import { closing } from './under-way.js';

export function restReceiver(connection: Connection): Receiver {
  const { host } = connection.url;
  const { track, close } = closing(connection);
  const groups = groupsPath(connection.url);
  return {
    name: host,
    send: (parcel, signal) => track(async () => receiptOf(await exchange(connection, formOf(parcel, groups), signal), host)),
    known: (identifier, signal) =>
      track(async () => {
        const path = `${groups}/${encodeURIComponent(identifier)}`;
        return knownOf(await exchange(connection, { method: 'GET', path, headers: { accept: 'application/json' } }, signal), host);
      }),
    close,
  };
}

/** The address of the server will do; so does the full one. */
const groupsPath = ({ pathname }: URL): string =>
  /\/ingest\/groups\/?$/.test(pathname) ? pathname.replace(/\/$/, '') : `${pathname.replace(/\/$/, '')}/ingest/groups`;

function formOf({ metaInfo, data, length, filename }: Parcel, path: string): Posted {
  const boundary = `winnow-${randomBytes(16).toString('hex')}`;
  const part = (name: string, rest: string): string => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`;
  const safeName = filename.replace(/[^\w.-]/g, '_');
  const head = Buffer.from(
    `${part('metaInfo', '\r\nContent-Type: text/xml; charset=utf-8')}${metaInfo}\r\n` +
      (data === null ? '' : part('data', `; filename="${safeName}"\r\nContent-Type: application/zip`)),
  );
  const tail = Buffer.from(`${data === null ? '' : '\r\n'}--${boundary}--\r\n`);
  return {
    method: 'POST',
    path,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'application/json' },
    length: head.length + (data === null ? 0 : length) + tail.length,
    async *body() {
      yield head;
      if (data !== null) yield* createReadStream(data) as AsyncIterable<Buffer>;
      yield tail;
    },
  };
}

/** Statuses by which a service says that it will not have this package, now or later. */
const REFUSALS: ReadonlySet<number> = new Set([400, 409, 410, 413, 415, 422]);

function receiptOf(answer: Answer, host: string): Receipt {
  const words = wordsIn(answer);
  if (answer.status >= 200 && answer.status < 300) {
    if (/html/i.test(answer.type)) throw statusWords(answer, host, 'it answers with a page of HTML, so this address takes no packages');
    if (words === null || isOk(words)) return { isTaken: true, answer: words ?? 'OK' };
    return { isTaken: false, answer: words };
  }
  const isRefused = REFUSALS.has(answer.status) || (answer.status === 403 && words !== null); // the group is another sender's
  if (isRefused) return { isTaken: false, answer: words ?? `${host} answered ${answer.status}` };
  throw answer.status >= 500 && words !== null
    ? new UnavailableError(`${host} failed: ${words}`)
    : statusWords(answer, host, 'it cannot take packages now');
}

function knownOf(answer: Answer, host: string): KnownDocuments | null {
  if (answer.status === 404) return null;
  const json = answer.status === 200 ? jsonOf(answer) : null;
  if (!json) throw statusWords(answer, host, 'it does not say what it has');
  if (json['isDeleted'] === true || !Array.isArray(json['documents'])) return null;
  const documents = json['documents'] as Record<string, unknown>[];
  return new Map(documents.map(({ identifier, md5 }) => [String(identifier).toLowerCase(), String(md5).toLowerCase()]));
}

/** What is said in words; null where nothing is, or only data. */
function wordsIn(answer: Answer): string | null {
  if (/^text\/plain\b/i.test(answer.type)) return answer.body.toString('utf8').trim().slice(0, LONGEST_WORDS) || null;
  const value = jsonIn(answer);
  const json = asObject(value);
  const words = typeof value === 'string' ? value : (json?.['answer'] ?? json?.['message'] ?? json?.['error']);
  return typeof words === 'string' ? words.slice(0, LONGEST_WORDS) : null;
}

const LONGEST_WORDS = 4000;

const jsonOf = (answer: Answer): Record<string, unknown> | null => asObject(jsonIn(answer));

const asObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;

function jsonIn({ body, type }: Answer): unknown {
  if (!/json/i.test(type)) return null;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
