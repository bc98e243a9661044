/** What a connection is asked to do, and what it brings back: the protocol-independent middle of a fetch. */
import { type Bytes, type HeaderField, headerOf, type TlsVerdict } from '../../model/index.js';
import type { Watch } from './watch.js';

export interface Call {
  readonly url: string;
  readonly method: string;
  readonly origin: URL;
  /** Path and query, or the whole URL when a proxy is asked. */
  readonly target: string;
  readonly fields: readonly HeaderField[];
  /** The fields as HTTP/1.1 writes them, request line and blank line included. */
  readonly head: Uint8Array;
  readonly body: Uint8Array | null;
  readonly maxBytes: number;
  /** The same for what says that it is a page. */
  readonly maxPageBytes: number;
  readonly maxHead: number;
  readonly spoolFolder: string;
  readonly onLarge?: (() => void) | undefined;
}

/** Bytes of a body that are taken: a film may have many, a page that has as many is none. */
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

/** Who is at the other end of a connection. */
export interface Peer {
  /** Null behind a proxy: the server's address is the proxy's secret. */
  readonly remoteAddress: string | null;
  readonly tls: TlsVerdict | null;
}

/** An open connection, HTTP/1 or HTTP/2. */
export interface Connection {
  readonly peer: Peer;
  /** It has carried an exchange before, so the server may have dropped it meanwhile. */
  readonly reused: boolean;
  /** No further exchange may be given to it. */
  readonly spent: boolean;
  exchange(call: Call, watch: Watch): Promise<Answer>;
  destroy(): void;
}
