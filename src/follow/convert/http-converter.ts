/**
 * A service that converts: the file is the body of a POST, the body of the answer is the further file.
 *
 * Redirects are not followed: documents go where the operator said and nowhere else.
 */

import type { Readable } from 'node:stream';
import { messageOf, retryAfterMs } from '../../model/index.js';
import { type Answer, type ConnectionOptions, connectionTo, exchange, UnavailableError } from '../outbox/index.js';
import { ConversionError, type ConversionSource, type Converted, type Converter } from './converter.js';

export interface HttpConverterOptions extends Pick<ConnectionOptions, 'user' | 'password' | 'token'> {
  readonly to: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly insecureTls: boolean;
  readonly timeoutMs: number;
  readonly maxAnswer: number;
}

export function httpConverter({ timeoutMs, headers, ...options }: HttpConverterOptions): Converter {
  const timeOuts = { open: timeoutMs, send: timeoutMs, receive: timeoutMs, close: 0 };
  const connection = connectionTo({ ...options, timeOuts });
  const { host } = connection.url;
  return {
    name: host,
    async convert(source, signal) {
      // The stream is opened before the request, so that bytes that are not there are no trouble of the service.
      const stream = await source.stream();
      const posted = {
        method: 'POST',
        headers: { ...headers, ...headersOf(source) },
        length: source.length,
        body: () => again(stream, source),
      } as const;
      try {
        return convertedIn(await exchange(connection, posted, signal), host);
      } catch (error) {
        throw asTrouble(error, host, options.maxAnswer);
      } finally {
        stream.destroy();
      }
    },
    close: async () => connection.agent.destroy(),
  };
}

function headersOf({ id, name, type, url }: ConversionSource): Record<string, string> {
  return {
    'content-type': type,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'idempotency-key': id,
    ...(/^[\x21-\x7e]{1,2000}$/.test(url) ? { 'content-location': url } : {}),
  };
}

/** A second attempt, on a connection that was gone, reads from the beginning. */
async function* again(first: Readable, source: ConversionSource): AsyncIterable<Uint8Array> {
  const stream = first.readableDidRead || first.destroyed ? await source.stream() : first;
  yield* stream as AsyncIterable<Uint8Array>;
}

/** Statuses that say of the service that it is away, and of the file that it will not do. */
const AWAY: ReadonlySet<number> = new Set([401, 403, 404, 407, 429, 502, 503]);

function convertedIn({ status, body, type, retryAfter }: Answer, host: string): Converted | null {
  const words = `${host} answered ${status}`;
  if (status === 204 || (status >= 200 && status < 300 && body.length === 0)) return null;
  if (status >= 200 && status < 300) return { bytes: body, type: type.split(';')[0]?.trim().toLowerCase() || null };
  if (status >= 300 && status < 400)
    throw new ConversionError('away', `${words}: redirects are not followed. Write the final address into the definition`);
  if (AWAY.has(status)) throw new ConversionError('away', words, retryAfterMs(retryAfter, Date.now()) ?? 0);
  const said = /^text\/|json/.test(type) ? body.subarray(0, 300).toString().replace(/\s+/g, ' ').trim() : '';
  throw new ConversionError(status >= 500 || status === 408 ? 'failed' : 'refused', said === '' ? words : `${words}: ${said}`);
}

function asTrouble(error: unknown, host: string, most: number): ConversionError {
  if (error instanceof ConversionError) return error;
  const words = messageOf(error);
  if (words.includes(`longer than ${most} bytes`))
    return new ConversionError('refused', `the answer of ${host} is longer than ${most} bytes`);
  if (error instanceof UnavailableError) return new ConversionError(error.mayHaveArrived ? 'failed' : 'away', words, error.retryAfterMs);
  return new ConversionError('failed', `${host}: ${words}`);
}
