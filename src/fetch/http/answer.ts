/** What a connection gets to do and what it returns: the part of a fetch that does not depend on the protocol. */
import { type Bytes, type HeaderField, headerOf, type TlsVerdict } from '../../model/index.js';
import type { Watch } from './watch.js';

export interface Call {
  readonly url: string;
  readonly method: string;
  readonly origin: URL;
  /** Path and query, or the whole URL for a proxy. */
  readonly target: string;
  readonly fields: readonly HeaderField[];
  /** The fields as HTTP/1.1 writes them, request line and blank line included. */
  readonly head: Uint8Array;
  readonly body: Uint8Array | null;
  readonly maxBytes: number;
  /** The limit for answers that are pages by their type. */
  readonly maxPageBytes: number;
  readonly maxHead: number;
  readonly spoolFolder: string;
  readonly onLarge?: (() => void) | undefined;
}

/** The most bytes of a body to keep: a film may be long, a page of that length is not a page. */
export function mostBytes({ maxBytes, maxPageBytes }: Call, headers: readonly HeaderField[]): number {
  return PAGE.test(headerOf(headers, 'content-type') ?? '') ? Math.min(maxBytes, maxPageBytes) : maxBytes;
}

const PAGE = /^\s{0,9}(?:text\/html|application\/xhtml\+xml)\b/i;

export interface Answer {
  readonly protocol: string;
  readonly status: number;
  readonly statusText: string;
  readonly head: Uint8Array;
  readonly headers: readonly HeaderField[];
  readonly wire: Bytes;
  readonly body: Bytes;
  readonly truncated: 'length' | null;
}

/** The other end of a connection. */
export interface Peer {
  /** Null behind a proxy, which does not tell the server's address. */
  readonly remoteAddress: string | null;
  readonly tls: TlsVerdict | null;
}

/** An open connection, HTTP/1 or HTTP/2. */
export interface Connection {
  readonly peer: Peer;
  /** It has carried an exchange before, so the server may have closed it meanwhile. */
  readonly reused: boolean;
  /** It accepts no further exchange. */
  readonly spent: boolean;
  exchange(call: Call, watch: Watch): Promise<Answer>;
  destroy(): void;
}
