/** Which bodies are files whose readers do much with few bytes, told without decoding anything: by their first bytes, else by what the server says. */
import { type Exchange, headerOf, isSpooled } from '../../model/index.js';

/** PDF, ZIP (and with it modern office files and books), OLE (older office files), RTF. */
const STARTS: readonly string[] = ['%PDF', 'PK\x03\x04', '\xd0\xcf\x11\xe0', '{\\rt'];
const DECLARED = /pdf|msword|ms-?excel|ms-?powerpoint|officedocument|opendocument|epub|rtf/i;

export function isHeavyFile({ body, headers }: Pick<Exchange, 'body' | 'headers'>): boolean {
  if (!isSpooled(body) && STARTS.includes(startOf(body))) return true;
  const declared = headerOf(headers, 'content-type');
  return declared !== null && body.length > 0 && DECLARED.test(declared);
}

const startOf = (body: Uint8Array): string => String.fromCharCode(body[0] ?? 0, body[1] ?? 0, body[2] ?? 0, body[3] ?? 0);
