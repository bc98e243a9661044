/** Exchanges for tests of the archive: what a fetch would have made, without a fetch. */
import type { Bytes, Exchange, HeaderField } from '../../src/model/index.js';

export interface SampleParts extends Partial<Omit<Exchange, 'headers' | 'wire' | 'body'>> {
  readonly headers?: readonly HeaderField[];
  readonly body?: Bytes | string;
  /** Only when it differs from the body. */
  readonly wire?: Bytes | string;
}

const bytes = (value: Bytes | string): Bytes => (typeof value === 'string' ? Buffer.from(value) : value);

export function sampleExchange({
  body = '<p>Guten Tag</p>',
  wire,
  headers = [['Content-Type', 'text/html']],
  ...rest
}: SampleParts = {}): Exchange {
  const whole = bytes(body);
  const status = rest.status ?? 200;
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return {
    url: 'https://example.org/a?b=c',
    method: 'GET',
    startedAt: Date.UTC(2026, 10, 15, 12, 30, 45, 678),
    durationMs: 12.6,
    firstByteMs: 5,
    status,
    statusText: 'OK',
    protocol: 'http/1.1',
    remoteAddress: '192.0.2.7',
    tls: null,
    requestHead: Buffer.from('GET /a?b=c HTTP/1.1\r\nHost: example.org\r\nUser-Agent: winnow/0.1 (+mailto:a@example.org)\r\n\r\n'),
    requestBody: null,
    responseHead: Buffer.from(`HTTP/1.1 ${status} OK\r\n${lines}\r\n`, 'latin1'),
    headers,
    truncated: null,
    ...rest,
    body: whole,
    wire: wire === undefined ? whole : bytes(wire),
  };
}

/** The body as chunks of this size, and the end of it. */
export function chunked(body: Uint8Array, size: number): Buffer {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
