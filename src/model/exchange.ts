/**
 * Exchange: one request and what came back, exactly as the archive keeps it.
 *
 * Made by fetch/, read by read/, written by formats/warc/. A response is kept twice over only
 * when it has to be: `wire` is what stood on the connection after the head, `body` the same without
 * the transfer coding (chunked). Without a transfer coding both are the same object.
 * Neither is content-decoded: gzip and friends stay as sent until a reader needs the plain bytes.
 */
export interface Exchange {
  /** WHATWG form without fragment: what was requested. */
  readonly url: string;
  readonly method: string;
  /** Wall-clock milliseconds since 1970. */
  readonly startedAt: number;
  /** From sending the request to the last byte of the answer. */
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
  /** Fields in the order, case and number they were sent. */
  readonly headers: readonly HeaderField[];
  readonly wire: Bytes;
  readonly body: Bytes;
  /** Why the body is shorter than the server meant it to be, in the words of WARC-Truncated. */
  readonly truncated: 'length' | 'time' | 'disconnect' | null;
}

export type HeaderField = readonly [name: string, value: string];

/** Small bodies stay in memory; larger ones wait in a temporary file that whoever consumes the exchange removes. */
export type Bytes = Uint8Array | SpooledFile;

export interface SpooledFile {
  readonly path: string;
  readonly length: number;
}

export interface TlsVerdict {
  readonly protocol: string; // 'TLSv1.3'; empty where a setting had https: spoken without TLS
  readonly cipher: string;
  readonly authorized: boolean;
  /** OpenSSL's word for what is wrong, such as CERT_HAS_EXPIRED; null when nothing is. */
  readonly problem: string | null;
  readonly subject: string | null;
  readonly issuer: string | null;
  readonly validTo: string | null;
}

export const isSpooled = (bytes: Bytes): bytes is SpooledFile => !(bytes instanceof Uint8Array);

export const lengthOf = (bytes: Bytes): number => bytes.length;

/** The first value of a field, whatever its case. */
export function headerOf(headers: readonly HeaderField[], name: string): string | null {
  const wanted = name.toLowerCase();
  for (const [field, value] of headers) if (field.toLowerCase() === wanted) return value;
  return null;
}

/** All values of a field, joined as HTTP allows. */
export function headerListOf(headers: readonly HeaderField[], name: string): string | null {
  const wanted = name.toLowerCase();
  const values = headers.filter(([field]) => field.toLowerCase() === wanted).map(([, value]) => value);
  return values.length ? values.join(', ') : null;
}
