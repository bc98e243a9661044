/**
 * The FTP fetcher: answers ftp: and ftps: URLs as if a small web server stood in front of the FTP server.
 *
 * An address that ends in a slash is a folder and gets a page of links; a missing file is 404, an unchanged one 304.
 * Guard, limits and time-outs are those of the HTTP fetcher. A transfer that breaks off is an error, but the bytes that
 * arrived are kept, and the next attempt fetches the rest.
 */
import { join } from 'node:path';
import { type FileInfo, FTPError } from 'basic-ftp';
import { z } from 'zod';
import { type Bytes, type Exchange, type HeaderField, momentOf, recordedSpan } from '../../model/index.js';
import { defineFetcher, type Fetcher, type FetchRequest } from '../../plugins/index.js';
import type { Internals } from '../http/connector.js';
import { FetchError } from '../http/errors.js';
import { httpOptions } from '../http/options.js';
import { Resolution } from '../http/resolution.js';
import { type Watch, Watchman } from '../http/watch.js';
import { folderPage } from './folder-page.js';
import { FtpPool } from './ftp-pool.js';
import type { FtpSession } from './ftp-session.js';
import { type FtpAddress, parseFtpUrl, readableBytes } from './ftp-url.js';
import { PartialFiles } from './partial-files.js';
import { transfer } from './transfer.js';

const ftpOptions = httpOptions.extend({
  partialFolder: z.string().optional().describe('Folder for partly transferred files; left out: the spool folder.'),
});

type FtpOptions = z.output<typeof ftpOptions>;

/** Bytes of a listing, at most: about 400,000 files. */
const MAX_LISTING = 40 * 1024 * 1024;

export const ftpFetcher = defineFetcher({
  name: 'ftp',
  about: 'Fetches ftp and ftps: folders as pages of links, files with resumption; public addresses only unless allowed.',
  schemes: ['ftp', 'ftps'],
  options: ftpOptions,
  open: async (options) => openFtpFetcher(options),
});

/** Opens the fetcher directly, with replaceable internals. */
export function openFtpFetcher(options: FtpOptions, internals: Internals = {}): Fetcher {
  return new FtpFetcher(options, internals);
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers?: readonly HeaderField[];
  readonly body?: Bytes;
  readonly truncated?: 'length' | null;
}

class FtpFetcher implements Fetcher {
  readonly #options: FtpOptions;
  readonly #watchman: Watchman;
  readonly #resolution: Resolution;
  readonly #pool: FtpPool;
  readonly #partials: PartialFiles;

  constructor(options: FtpOptions, { lookup, ca }: Internals) {
    this.#options = options;
    this.#watchman = new Watchman(options);
    this.#resolution = new Resolution(options, lookup);
    const { insecureTls, maxSize, spoolFolder, partialFolder } = options;
    const maxListing = Math.min(MAX_LISTING, maxSize);
    this.#pool = new FtpPool({ resolution: this.#resolution, insecureTls, maxListing, ...(ca ? { ca } : {}) });
    this.#partials = new PartialFiles(partialFolder ?? join(spoolFolder, 'partial'), spoolFolder);
  }

  async fetch(request: FetchRequest): Promise<Exchange> {
    const { credentials, contact = 'anonymous@' } = this.#options;
    const address = parseFtpUrl(request.url, credentials, contact.replace(/[^\x21-\x7e]/g, ''));
    this.#refuse(request, address);
    const { timeoutMs: timeout, signal } = request;
    return this.#watchman.guard(address.shown, signal, { timeout }, (watch) => this.#visit(request, address, watch));
  }

  async addressOf(url: string, signal?: AbortSignal): Promise<string | null> {
    try {
      const { site } = parseFtpUrl(url, [], '');
      const endpoints = await this.#watchman.guard(url, signal, {}, (watch) => this.#resolution.endpoints(site, watch));
      return endpoints[0]?.address ?? null;
    } catch {
      return null;
    }
  }

  /** FTP knows no cookies. */
  async forget(): Promise<void> {}

  async close(): Promise<void> {
    this.#watchman.stop();
    this.#pool.close();
  }

  #refuse({ method = 'GET' }: FetchRequest, { shown }: FtpAddress): void {
    if (method !== 'GET' && method !== 'HEAD') throw new FetchError('FETCH_BAD_URL', shown, `FTP knows no ${method}`);
    if (this.#options.proxy !== undefined)
      throw new FetchError('FETCH_SCHEME_UNKNOWN', shown, 'FTP does not go through an HTTP proxy; leave fetch.proxy out to ask directly');
  }

  async #visit(request: FetchRequest, address: FtpAddress, watch: Watch): Promise<Exchange> {
    const began = performance.now();
    let session: FtpSession | null = null;
    const told = (answer: Answer): Exchange => {
      const span = recordedSpan(momentOf(began), momentOf(performance.now()));
      const firstByteMs = watch.firstByteAt > 0 ? Math.min(span.durationMs, watch.firstByteAt - began) : span.durationMs;
      return exchangeOf(request, address, answer, session, { ...span, firstByteMs });
    };
    try {
      session = await this.#pool.take(address, watch);
      const exchange = told(await this.#answer(request, address, session, watch));
      this.#pool.give(address, session);
      return exchange;
    } catch (error) {
      if (error instanceof FTPError && session) this.#pool.give(address, session);
      else session?.close();
      if (error instanceof FTPError) return told(refusal(error));
      throw asFetchError(error, address, watch);
    }
  }

  #answer(request: FetchRequest, address: FtpAddress, session: FtpSession, watch: Watch): Promise<Answer> {
    return address.isFolder ? folder(address, session, watch) : this.#file(request, address, session, watch);
  }

  async #file(request: FetchRequest, address: FtpAddress, session: FtpSession, watch: Watch): Promise<Answer> {
    try {
      return await this.#read(request, address, session, watch);
    } catch (error) {
      if (!(error instanceof FTPError) || error.code !== NOT_AVAILABLE) throw error;
      return notAvailable(error, address, session, watch);
    }
  }

  async #read(request: FetchRequest, address: FtpAddress, session: FtpSession, watch: Watch): Promise<Answer> {
    const size = await session.size(address.path, watch);
    const modified = await session.modified(address.path, watch);
    const headers = [...typeOf(address.path), ...headersOf(size, modified)];
    if (isUnchanged(request, headers)) return { status: 304, text: 'Not Modified', headers };
    if (request.method === 'HEAD') return { status: 200, text: 'OK', headers };
    const { spoolFolder, maxSize } = this.#options;
    const maxBytes = request.maxBytes ?? maxSize;
    const wanted = { url: address.shown, path: address.path, size, modified, maxBytes, spoolFolder };
    return { status: 200, text: 'OK', headers, ...(await transfer(session, wanted, this.#partials, watch)) };
  }
}

/** The reply for everything that is not available, for whatever reason. */
const NOT_AVAILABLE = 550;

async function folder({ path }: FtpAddress, session: FtpSession, watch: Watch): Promise<Answer> {
  try {
    const entries = await session.list(path, watch);
    return { status: 200, text: 'OK', headers: [['Content-Type', 'text/html; charset=utf-8']], body: folderPage(path, entries) };
  } catch (error) {
    if (error instanceof FTPError && error.code === NOT_AVAILABLE) return { status: 404, text: error.message };
    throw error;
  }
}

/**
 * The reply is the same for a missing file, a hidden file and a folder. So ask the parent folder: only what it does not
 * list is missing.
 */
async function notAvailable({ message }: FTPError, address: FtpAddress, session: FtpSession, watch: Watch): Promise<Answer> {
  if (await session.isFolder(address.path, watch))
    return { status: 301, text: 'Moved Permanently', headers: [['Location', `${address.shown}/`]] };
  const at = address.path.lastIndexOf('/') + 1;
  const siblings = await session.list(address.path.slice(0, at), watch).catch(noneIfReplied);
  const isListed = siblings.some(({ name }) => name === address.path.slice(at));
  return { status: isListed ? 403 : 404, text: message };
}

function noneIfReplied(error: unknown): FileInfo[] {
  if (error instanceof FTPError && error.code === NOT_AVAILABLE) return [];
  throw error;
}

/** The type by the ending, as web servers send it: bytes alone cannot always tell XML and text. */
const TYPES: Readonly<Record<string, string>> = {
  xml: 'application/xml',
  akn: 'application/xml',
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  txt: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  pdf: 'application/pdf',
  rtf: 'application/rtf',
};

function typeOf(path: string): HeaderField[] {
  const type = TYPES[/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''];
  return type === undefined ? [] : [['Content-Type', type]];
}

function headersOf(size: number | null, modified: Date | null): HeaderField[] {
  const headers: HeaderField[] = size === null ? [] : [['Content-Length', String(size)]];
  if (modified === null) return headers;
  headers.push(['Last-Modified', modified.toUTCString()]);
  // Times have seconds: a file written twice within one second usually has another size.
  if (size !== null) headers.push(['ETag', `"${size}-${modified.getTime()}"`]);
  return headers;
}

function isUnchanged({ validators }: FetchRequest, headers: readonly HeaderField[]): boolean {
  const now = new Map(headers);
  if (validators?.etag) return validators.etag === now.get('ETag');
  return Boolean(validators?.lastModified) && validators?.lastModified === now.get('Last-Modified');
}

/** 4xx is temporary; 530 needs another log-in; anything else is an error of the server or of ours. */
function refusal({ code, message }: FTPError): Answer {
  if (code < 500) return { status: 503, text: message };
  if (code === 530 || code === 532) return { status: /too many|busy|later|limit/i.test(message) ? 503 : 401, text: message };
  return { status: code === NOT_AVAILABLE ? 404 : 500, text: message };
}

function asFetchError(error: unknown, { shown }: FtpAddress, watch: Watch): unknown {
  if (error instanceof FetchError) return error;
  if (watch.error || !(error instanceof Error)) return watch.error ?? error;
  return new FetchError('FETCH_RESET', shown, `the connection broke off: ${error.message}`, { cause: error });
}

type Times = Pick<Exchange, 'startedAt' | 'durationMs' | 'firstByteMs'>;

/** A file is archived as itself; every other answer gets the head a web server would send. */
function exchangeOf(
  request: FetchRequest,
  { shown, site }: FtpAddress,
  answer: Answer,
  session: FtpSession | null,
  times: Times,
): Exchange {
  const { status, headers = [], truncated = null } = answer;
  const text = readableBytes(answer.text).replace(/\s+/g, ' ').slice(0, 200);
  const body = answer.body ?? new Uint8Array(0);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return {
    url: shown,
    method: request.method ?? 'GET',
    ...times,
    status,
    statusText: text,
    protocol: site.protocol.slice(0, -1),
    remoteAddress: session?.peer.remoteAddress ?? null,
    tls: session?.peer.tls ?? null,
    requestHead: new Uint8Array(0),
    requestBody: null,
    responseHead: status === 200 ? new Uint8Array(0) : new TextEncoder().encode(`HTTP/1.1 ${status} ${text}\r\n${lines}\r\n`),
    headers,
    wire: body,
    body,
    truncated,
  };
}
