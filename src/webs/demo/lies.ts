/**
 * Answers no honest server gives. They write to the socket themselves, since node:http would mend
 * most of what is wrong with them. Every timer ends with its socket.
 */
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { PlainAnswer, RawAnswer } from './site.js';

const HTML_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n';
const MEGABYTE = 1 << 20;

/** The connection goes before a byte has come. */
export const reset = (): RawAnswer => ({ status: null, speak: (socket) => void socket.resetAndDestroy() });

/** Announces more than it sends. */
export const truncated = (html: string, announced: number): RawAnswer => ({
  status: 200,
  speak: (socket) => void socket.end(`${HTML_HEAD}Content-Length: ${announced}\r\n\r\n${html}`),
});

/** Announces less than it sends, so that the rest reads like a second answer. */
export const overlong = (html: string, announced: number): RawAnswer => truncated(html, announced);

export const malformedHead = (): RawAnswer => ({ status: null, speak: (socket) => void socket.end('HTTP/9.9 maybe\r\n: nothing\r\n\r\n') });

export const hugeHeader = (bytes: number): RawAnswer => ({
  status: 200,
  speak: (socket) => void socket.end(`${HTML_HEAD}X-Padding: ${'x'.repeat(bytes)}\r\nContent-Length: 2\r\n\r\nok`),
});

/** One byte at a time, for ever. */
export const drip = (everyMs: number): RawAnswer => ({
  status: 200,
  speak: (socket, delayFactor) => {
    socket.write(`${HTML_HEAD}\r\n<!doctype html><title>Drip</title><p>`);
    const timer = setInterval(() => socket.write('.'), Math.max(1, everyMs * delayFactor));
    socket.once('close', () => clearInterval(timer));
  },
});

/** As fast as the client reads, for ever. */
export const endless = (): RawAnswer => ({
  status: 200,
  speak: (socket) => {
    socket.write(`${HTML_HEAD}\r\n<!doctype html><title>Endless</title>`);
    pump(socket, Buffer.from('<p>And so the story goes on and on.</p>\n'.repeat(1600)));
  },
});

function pump(socket: Socket, chunk: Buffer): void {
  const write = (): void => {
    // One chunk per turn keeps a client that reads greedily from starving the rest of the web.
    if (socket.destroyed) return;
    if (socket.write(chunk)) setImmediate(write);
    else socket.once('drain', write);
  };
  write();
}

/** About a thousand times smaller on the wire than in memory. */
export function gzipBomb(megabytes: number): PlainAnswer {
  function* zeros(): Generator<Buffer> {
    const block = Buffer.alloc(MEGABYTE, ' ');
    for (let i = 0; i < megabytes; i++) yield block;
  }
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'gzip' };
  const body = (): Readable => {
    const source = Readable.from(zeros());
    const packed = source.pipe(createGzip({ level: 9 }));
    packed.once('close', () => source.destroy());
    return packed;
  };
  return { status: 200, headers, body };
}

/** More open elements than any stack of calls survives. */
export function nested(depth: number): PlainAnswer {
  const head = '<!doctype html><title>Deep</title>';
  const body = Buffer.concat([Buffer.from(head), Buffer.alloc(depth * 5, '<div>'), Buffer.from('<a href="/">up</a>')]);
  return { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body };
}

/** Says nothing for a minute, which is longer than anybody waits, and hangs up. */
export const hang = (): RawAnswer => ({
  status: null,
  speak: (socket, delayFactor) => {
    const timer = setTimeout(() => socket.destroy(), 60_000 * delayFactor);
    socket.once('close', () => clearTimeout(timer));
  },
});
