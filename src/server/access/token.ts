/** The token that opens the server: given, or kept in a file that only its owner can read. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { WinnowError } from '../../model/index.js';

const SHORTEST = 16;

export class TokenError extends WinnowError {
  override readonly name = 'UsageError';
  constructor(message: string, options?: ErrorOptions) {
    super('TOKEN_UNUSABLE', message, options);
  }
}

/** A token that can be guessed protects nothing. */
export function checkToken(token: string): string {
  if (token.length >= SHORTEST && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new TokenError(
    `A token has at least ${SHORTEST} characters, letters, digits and signs without spaces. Let one be made: --token-file FILE.`,
  );
}

/** The token in a file; made on first use. */
export function tokenInFile(path: string): { token: string; made: boolean } {
  const read = readToken(path);
  if (read !== null) return { token: checkToken(read), made: false };
  const token = randomBytes(24).toString('base64url');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${token}\n`, { mode: 0o600, flag: 'wx' });
  return { token, made: true };
}

function readToken(path: string): string | null {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) return null;
  if (process.platform !== 'win32' && (file.mode & 0o077) !== 0)
    throw new TokenError(`Others can read the token in ${path}. Make it yours alone: chmod 600 ${path}`);
  return readFileSync(path, 'utf8').trim();
}

/** True for `Bearer TOKEN`, and for `Basic` with the token as password, which is how a browser asks for it. Takes the same time whatever is wrong. */
export function opens(token: string, authorization: string | undefined): boolean {
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(authorization ?? '') ?? [];
  const given = scheme.toLowerCase() === 'basic' ? passwordIn(value) : scheme.toLowerCase() === 'bearer' ? value : '';
  return timingSafeEqual(digest(given), digest(token));
}

const passwordIn = (value: string): string =>
  Buffer.from(value, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
/** Digests have one length, which timingSafeEqual wants, and hide the length of the token. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
