/**
 * Exchange: one request and its response, exactly as the archive stores them.
 *
 * Made by fetch/, read by read/, written by formats/warc/. `wire` is what stood on the connection after the head;
 * `body` is the same without the transfer coding (chunked). Without a transfer coding both are the same object. Neither
 * is content-decoded: gzip and the like stay as sent until a reader needs the plain bytes.
 */
export interface Exchange {
  /** What was requested, in WHATWG form without fragment. */
  readonly url: string;
  readonly method: string;
  /** Wall-clock milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds from sending the request to the last byte of the answer. */
  readonly durationMs: number;
  readonly firstByteMs: number;
  readonly status: number;
  readonly statusText: string;
  readonly protocol: string; // 'http/1.0' | 'http/1.1' | 'h2' | a plug-in's own word
  readonly remoteAddress: string | null;
  readonly tls: TlsVerdict | null;
  /** Head of the request as sent, blank line included, secrets replaced by `[redacted]`. */
  readonly requestHead: Uint8Array;
  readonly requestBody: Uint8Array | null;
  /** Head of the answer byte for byte, blank line included; synthesised for HTTP/2. */
  readonly responseHead: Uint8Array;
  /** Header fields in the order, case and number in which they were sent. */
  readonly headers: readonly HeaderField[];
  readonly wire: Bytes;
  readonly body: Bytes;
  /** Why the body is shorter than the server intended, as WARC-Truncated names it. */
  readonly truncated: 'length' | 'time' | 'disconnect' | null;
}

export type HeaderField = readonly [name: string, value: string];

/** Small bodies stay in memory; larger ones lie in a temporary file, which the consumer of the exchange removes. */
export type Bytes = Uint8Array | SpooledFile;

export interface SpooledFile {
  readonly path: string;
  readonly length: number;
}

export interface TlsVerdict {
  readonly protocol: string; // 'TLSv1.3'; empty when a setting had an https: URL asked without TLS
  readonly cipher: string;
  readonly authorized: boolean;
  /** OpenSSL's name for what is wrong, such as CERT_HAS_EXPIRED; null when nothing is. */
  readonly problem: string | null;
  readonly subject: string | null;
  readonly issuer: string | null;
  readonly validTo: string | null;
}

export const isSpooled = (bytes: Bytes): bytes is SpooledFile => !(bytes instanceof Uint8Array);

export const lengthOf = (bytes: Bytes): number => bytes.length;

/** The first value of a header field; the case of `name` does not matter. */
export function headerOf(headers: readonly HeaderField[], name: string): string | null {
  const wanted = name.toLowerCase();
  for (const [field, value] of headers) if (field.toLowerCase() === wanted) return value;
  return null;
}

/** All values of a header field, joined by commas as HTTP allows. */
export function headerListOf(headers: readonly HeaderField[], name: string): string | null {
  const wanted = name.toLowerCase();
  const values = headers.filter(([field]) => field.toLowerCase() === wanted).map(([, value]) => value);
  return values.length ? values.join(', ') : null;
}
