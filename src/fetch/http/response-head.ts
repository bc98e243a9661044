/**
 * The head of an HTTP/1 answer: where it ends, what it says, how long the body is.
 *
 * Accepts what browsers accept: bare line feeds, folded lines, lines without a colon and blanks before it, since the
 * exact bytes of the head are stored beside the parsed fields. Bytes are read as Latin-1, one character each, so nothing
 * is lost.
 */
import type { HeaderField } from '../../model/index.js';

export interface ResponseHead {
  readonly bytes: Uint8Array;
  readonly version: 'http/1.0' | 'http/1.1';
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly HeaderField[];
}

const LF = 10;
const CR = 13;

/** Index after the blank line that ends the head, or -1. Bytes before `from` were searched already. */
export function endOfHead(bytes: Uint8Array, length: number, from: number): number {
  let lf = bytes.indexOf(LF, from);
  while (lf !== -1 && lf < length) {
    if (lf + 1 < length && bytes[lf + 1] === LF) return lf + 2;
    if (lf + 2 < length && bytes[lf + 1] === CR && bytes[lf + 2] === LF) return lf + 3;
    lf = bytes.indexOf(LF, lf + 1);
  }
  return -1;
}

/** Blank lines that some servers leave over from the previous answer. */
export function leadingBlanks(bytes: Uint8Array, length: number): number {
  let at = 0;
  while (at < length && (bytes[at] === CR || bytes[at] === LF)) at++;
  return at;
}

/** Whether these first bytes can still become `HTTP/…`: recognises a mail or SSH banner without waiting for a blank line. */
export function looksLikeHttp(bytes: Uint8Array, length: number): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, 5)).toString('latin1').toUpperCase();
  return 'HTTP/'.startsWith(start);
}

const STATUS_LINE = /^HTTP\/(\d+)(?:\.(\d+))?[ \t]+(\d{3})(?:[ \t]+(?![ \t])(.*))?$/is;

/** Null when the first line is not a status line. */
export function parseResponseHead(bytes: Uint8Array): ResponseHead | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const firstEnd = text.indexOf('\n');
  const match = STATUS_LINE.exec(text.slice(0, firstEnd).trimEnd());
  if (!match) return null;
  const status = Number(match[3]);
  if (status < 100) return null;
  const version = match[1] === '1' && match[2] === '0' ? 'http/1.0' : 'http/1.1';
  return { bytes, version, status, statusText: match[4] ?? '', headers: parseFields(text, firstEnd + 1) };
}

function parseFields(text: string, from: number): HeaderField[] {
  const fields: HeaderField[] = [];
  for (let start = from; start < text.length; ) {
    const lf = text.indexOf('\n', start);
    const end = lf === -1 ? text.length : lf;
    addLine(fields, text, start, end);
    start = end + 1;
  }
  return fields;
}

function addLine(fields: HeaderField[], text: string, start: number, end: number): void {
  const first = text.charCodeAt(start);
  const previous = fields[fields.length - 1];
  if ((first === 32 || first === 9) && previous) {
    const more = trim(text, start, end);
    if (more !== '') fields[fields.length - 1] = [previous[0], previous[1] === '' ? more : `${previous[1]} ${more}`];
    return;
  }
  const colon = text.indexOf(':', start);
  if (colon === -1 || colon >= end) return;
  const name = trim(text, start, colon);
  if (name !== '') fields.push([name, trim(text, colon + 1, end)]);
}

/** Removes blanks, tabs and the carriage return; other control characters stay, since the server sent them. */
function trim(text: string, start: number, end: number): string {
  let from = start;
  let to = end;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 13;

export type Framing =
  | { readonly kind: 'none' | 'chunked' | 'until-close' }
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'impossible'; readonly why: string };

interface Framed {
  readonly framing: Framing;
  /** The connection may carry another exchange afterwards. */
  readonly persistent: boolean;
}

const NO_BODY: Framing = { kind: 'none' };
const CHUNKED: Framing = { kind: 'chunked' };
const UNTIL_CLOSE: Framing = { kind: 'until-close' };

/** How the body behind this head is delimited (RFC 9112, section 6.3). */
export function framingOf(head: ResponseHead, method: string): Framed {
  let transfer = '';
  let connection = '';
  const lengths: string[] = [];
  for (const [name, value] of head.headers) {
    if (name.length === 14 && name.toLowerCase() === 'content-length') lengths.push(value);
    else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') transfer += `${value.toLowerCase()},`;
    else if (name.length === 10 && name.toLowerCase() === 'connection') connection += `${value.toLowerCase()},`;
  }
  const bodiless = method === 'HEAD' || head.status === 204 || head.status === 304;
  const framing = bodiless ? NO_BODY : bodyFraming(transfer, lengths);
  const wanted = head.version === 'http/1.1' ? !connection.includes('close') : connection.includes('keep-alive');
  // Servers that send a body after HEAD would answer the next request with it.
  return { framing, persistent: wanted && framing.kind !== 'until-close' && method !== 'HEAD' };
}

function bodyFraming(transfer: string, lengths: readonly string[]): Framing {
  if (/\b(?:x-)?(?:gzip|compress|deflate)\b/.test(transfer)) return { kind: 'impossible', why: 'a transfer coding that was not asked for' };
  if (transfer.includes('chunked')) return CHUNKED;
  const stated = new Set(
    lengths
      .join(',')
      .split(',')
      .map((length) => length.trim())
      .filter((length) => /^\d{1,15}$/.test(length)),
  );
  if (stated.size > 1) return { kind: 'impossible', why: `contradicting lengths: ${[...stated].join(' and ')}` };
  const [length] = stated;
  // Without a usable length, the end of the connection ends the body.
  return length === undefined ? UNTIL_CLOSE : { kind: 'length', length: Number(length) };
}
