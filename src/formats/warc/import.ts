/**
 * Foreign WARC files as exchanges, so that they go the way of a fetch: read, decided, committed.
 *
 * Two passes: the first finds which request belongs to which response and what revisits stand for, the second yields.
 * Works for 1.0 and 1.1, plain and gzip, requests before or behind their responses. Damaged records are
 * passed over and reported, as are those whose bytes do not fit the digests that stand with them. Bodies over a limit are spooled; whoever takes an exchange calls disposeExchange.
 */
import { type Exchange, withoutLogin } from '../../model/index.js';
import { dateProblem, parseCaptureDate } from './reading/capture-date.js';
import { type CaptureIndex, captureIndex } from './reading/capture-index.js';
import { collectMessage, type HttpMessage } from './reading/collect-message.js';
import { WarcDamage } from './reading/damage.js';
import { parseMessageHead } from './reading/http-message.js';
import { isHttpMessage } from './reading/payload.js';
import { type ReadRecord, RecordReader } from './reading/record-reader.js';
import { RecordDigests } from './record-digests.js';
import { disposeExchange } from './records.js';

export interface ImportOptions {
  /** Where large bodies wait. */
  readonly spoolFolder: string;
  /** Bodies beyond this many bytes are spooled. */
  readonly spoolOver?: number;
  /** The present: captures are refused when their date cannot be. Absent, dates do not matter, and one that is none is 0. */
  readonly now?: () => number;
  /** Told about records that could not be read or are refused; the import goes on behind them. */
  readonly onProblem?: (problem: ImportProblem) => void;
}

export interface ImportProblem {
  /** `digest` and `date`: the record can be read, but is not what it says. */
  readonly kind: 'damage' | 'digest' | 'date';
  readonly offset: number;
  readonly problem: string;
}

export interface ImportedCapture {
  readonly exchange: Exchange;
  /** Where it comes from. */
  readonly record: { readonly offset: number; readonly id: string | null; readonly type: CaptureType };
  /** Media type the archive found by looking, if it says so. */
  readonly identifiedType: string | null;
  /** For a revisit: the capture it stands for. `resolved`: its body was found in this file and is in the exchange. */
  readonly original: OriginalCapture | null;
  /** Digests of the record that could not be compared: unknown algorithms, for one. */
  readonly uncheckedDigests: number;
}

/** What a record holds, with its digests compared. */
interface CheckedMessage extends HttpMessage {
  readonly uncheckedDigests: number;
}

export interface OriginalCapture {
  readonly url: string | null;
  readonly date: string | null;
  readonly resolved: boolean;
}

type CaptureType = 'response' | 'revisit' | 'resource';

const SPOOL_OVER = 1 << 20;
const LARGEST_REQUEST = 16 << 20;

export async function* importWarc(file: string, options: ImportOptions): AsyncGenerator<ImportedCapture> {
  const importer = new Importer(file, await captureIndex(file), options);
  const reader = await RecordReader.open(file);
  try {
    for (;;) {
      const capture = await importer.next(reader);
      if (!capture) return;
      yield capture;
    }
  } finally {
    await reader.close();
  }
}

class Importer {
  constructor(
    private readonly file: string,
    private readonly index: CaptureIndex,
    private readonly options: ImportOptions,
  ) {}

  /** The next capture; null at the end of the file. */
  async next(reader: RecordReader): Promise<ImportedCapture | null> {
    for (;;) {
      try {
        const record = await reader.next();
        const capture = record && (await this.#capture(record));
        if (capture || !record) return capture;
      } catch (error) {
        if (!(error instanceof WarcDamage)) throw error;
        this.options.onProblem?.({ kind: 'damage', offset: error.offset, problem: error.problem });
        if (!(await reader.recover(error))) return null;
      }
    }
  }

  /** null: a record that is no capture, or is refused. */
  async #capture(record: ReadRecord): Promise<ImportedCapture | null> {
    const type = captureTypeOf(record);
    const url = targetOf(record);
    if (!type || !url || !this.#hasPossibleDate(record)) return null;
    const own = await this.#collect(record, (problem) => this.#refuse('digest', record, problem));
    if (!own) return null;
    const { message, original } = await this.#messageOf(record, type, own);
    const request = await this.#requestOf(record);
    return {
      exchange: { ...request, ...exchangeOf(record, url, message), truncated: original?.resolved ? null : truncationOf(record) },
      record: { offset: record.offset, id: record.fields.uri('warc-record-id'), type },
      identifiedType: record.fields.get('warc-identified-payload-type'),
      original,
      uncheckedDigests: own.uncheckedDigests,
    };
  }

  #hasPossibleDate(record: ReadRecord): boolean {
    const { now } = this.options;
    const problem = now ? dateProblem(record.fields.get('warc-date'), now()) : null;
    if (problem) this.#refuse('date', record, problem);
    return problem === null;
  }

  #refuse(kind: ImportProblem['kind'], { offset, fields }: ReadRecord, problem: string): void {
    const type = fields.get('warc-type');
    const url = withoutLogin(fields.uri('warc-target-uri') ?? '');
    this.options.onProblem?.({ kind, offset, problem: `the ${type} record of ${url} is not taken in: ${problem}` });
  }

  async #messageOf(
    record: ReadRecord,
    type: CaptureType,
    own: HttpMessage,
  ): Promise<{ message: HttpMessage; original: OriginalCapture | null }> {
    if (type === 'resource') return { message: { ...own, head: headForResource(record, own.body.length) }, original: null };
    if (type === 'response') return { message: own, original: null };
    const found = isNotModified(record) ? null : await this.#readAt(this.index.originals.get(record.offset), (at) => this.#collect(at)); // refused in its own place
    const { fields } = record;
    const original = { url: fields.uri('warc-refers-to-target-uri'), date: fields.get('warc-refers-to-date'), resolved: found !== null };
    return { message: found ? { ...found, head: own.head.length > 0 ? own.head : found.head } : own, original };
  }

  async #requestOf(record: ReadRecord): Promise<Pick<Exchange, 'method' | 'requestHead' | 'requestBody'>> {
    const request = await this.#readAt(this.index.requests.get(record.offset), async (found) =>
      found.contentLength <= LARGEST_REQUEST
        ? this.#collect(found, (problem) => this.#refuse('digest', found, problem), LARGEST_REQUEST)
        : null,
    );
    if (!request) return { method: 'GET', requestHead: new Uint8Array(0), requestBody: null };
    const method = /^[A-Z]{1,20}(?= )/.exec(parseMessageHead(request.head).startLine)?.[0] ?? 'GET';
    return { method, requestHead: request.head, requestBody: request.wire.length > 0 ? (request.wire as Uint8Array) : null };
  }

  /** null: its bytes do not fit its digests. */
  async #collect(
    record: ReadRecord,
    onProblem?: (problem: string) => void,
    spoolOver = this.options.spoolOver ?? SPOOL_OVER,
  ): Promise<CheckedMessage | null> {
    const digests = new RecordDigests(record);
    const message = await collectMessage(record, this.options.spoolFolder, spoolOver, digests);
    const { problem, unchecked } = await digests.verdict(message);
    if (problem === null) return { ...message, uncheckedDigests: unchecked };
    disposeExchange(message);
    onProblem?.(problem);
    return null;
  }

  /** A record elsewhere in the file; null when there is none or it turns out to be damaged. */
  async #readAt<T>(offset: number | undefined, read: (record: ReadRecord) => Promise<T | null>): Promise<T | null> {
    if (offset === undefined) return null;
    const reader = await RecordReader.open(this.file, { offset });
    try {
      const record = await reader.next();
      return record && (await read(record));
    } catch (error) {
      if (error instanceof WarcDamage) return null;
      throw error;
    } finally {
      await reader.close();
    }
  }
}

export function captureTypeOf(record: ReadRecord): CaptureType | null {
  const type = record.fields.get('warc-type');
  if (type === 'resource' || type === 'revisit') return type;
  return type === 'response' && isHttpMessage(record) ? type : null;
}

/** The address as we would request it; null for what is no resource of the Web, such as `dns:` and `urn:` records. */
export function targetOf(record: ReadRecord): string | null {
  const uri = record.fields.uri('warc-target-uri') ?? '';
  if (!/^(?:https?|ftps?):/i.test(uri) || !URL.canParse(uri)) return null;
  const url = new URL(uri);
  url.hash = '';
  return url.href;
}

/** A resource has no HTTP head, so it gets the plainest one that says what it is. */
export function headForResource(record: ReadRecord, length: number): Uint8Array {
  const type = record.fields.get('content-type') ?? 'application/octet-stream';
  return Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`, 'latin1');
}

const isNotModified = (record: ReadRecord): boolean => /server-not-modified/i.test(record.fields.get('warc-profile') ?? '');

export function exchangeOf({ fields }: ReadRecord, url: string, message: HttpMessage) {
  const { startLine, fields: headers } = parseMessageHead(message.head);
  const [, version = '1.1', status = '0', statusText = ''] = /^HTTP\/(\S+)\s+(\d{3})\s*(?!\s)(.*)$/s.exec(startLine) ?? [];
  return {
    url,
    startedAt: parseCaptureDate(fields.get('warc-date')) ?? 0,
    durationMs: 0,
    firstByteMs: 0,
    status: Number(status),
    statusText,
    protocol: fields.all('warc-protocol').find((word) => !/^(?:tls|ssl)/i.test(word)) ?? `http/${version}`,
    remoteAddress: fields.get('warc-ip-address'),
    tls: null,
    responseHead: message.head,
    headers,
    wire: message.wire,
    body: message.body,
  };
}

/** Archives may give reasons we have no word for; what matters then is that something is missing. */
export function truncationOf(record: ReadRecord): Exchange['truncated'] {
  const reason = record.fields.get('warc-truncated')?.toLowerCase() ?? null;
  return reason === null || reason === 'time' || reason === 'disconnect' ? reason : 'length';
}
