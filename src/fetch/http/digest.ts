/**
 * HTTP Digest authentication (RFC 7616): reads challenges, computes answers.
 *
 * Pure but for the client nonce. Supports MD5, SHA-256 and SHA-512-256, each with -sess, qop=auth
 * and the old form without qop. auth-int would need the body before the head and is not offered by any server we know.
 */
import { createHash, randomBytes } from 'node:crypto';

export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | null;
  readonly algorithm: string;
  readonly qop: 'auth' | null;
  readonly stale: boolean;
  readonly userhash: boolean;
}

const HASHES: Readonly<Record<string, string>> = { md5: 'md5', 'sha-256': 'sha256', 'sha-512-256': 'sha512-256' };
/** Strongest first. */
const PREFERENCE = ['sha-512-256', 'sha-256', 'md5'];

const MAX_CHALLENGE = 8_192;

/** The strongest Digest challenge of the WWW-Authenticate values that we can answer; null when there is none. */
export function strongestChallenge(values: readonly string[]): DigestChallenge | null {
  const challenges = values
    .flatMap((value) => splitChallenges(value.slice(0, MAX_CHALLENGE)))
    .map(toDigest)
    .filter((challenge) => challenge !== null);
  const rank = ({ algorithm }: DigestChallenge) => PREFERENCE.indexOf(algorithm.toLowerCase().replace(/-sess$/, ''));
  return challenges.sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

interface RawChallenge {
  readonly scheme: string;
  readonly parameters: Map<string, string>;
}

const TOKEN = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/y;

/** One field may contain several challenges, and their commas look like those between parameters: a word followed by `=` is a parameter. */
function splitChallenges(text: string): RawChallenge[] {
  const challenges: RawChallenge[] = [];
  let at = 0;
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < text.length) {
    const word = read(TOKEN)?.[0];
    if (word === undefined) {
      at++;
      continue;
    }
    if (!read(/\s*=\s*/y)) {
      challenges.push({ scheme: word.toLowerCase(), parameters: new Map() });
      continue;
    }
    const value = read(QUOTED)?.[1]?.replace(/\\(.)/g, '$1') ?? read(TOKEN)?.[0] ?? '';
    challenges.at(-1)?.parameters.set(word.toLowerCase(), value);
  }
  return challenges;
}

function toDigest({ scheme, parameters }: RawChallenge): DigestChallenge | null {
  const nonce = parameters.get('nonce');
  const algorithm = parameters.get('algorithm') ?? 'MD5';
  const qops = parameters
    .get('qop')
    ?.toLowerCase()
    .split(/[\s,]+/);
  const known = algorithm.toLowerCase().replace(/-sess$/, '') in HASHES;
  if (scheme !== 'digest' || nonce === undefined || !known || (qops && !qops.includes('auth'))) return null;
  return {
    realm: parameters.get('realm') ?? '',
    nonce,
    opaque: parameters.get('opaque') ?? null,
    algorithm,
    qop: qops ? 'auth' : null,
    stale: parameters.get('stale')?.toLowerCase() === 'true',
    userhash: parameters.get('userhash')?.toLowerCase() === 'true',
  };
}

export interface DigestRequest {
  readonly method: string;
  /** The request target as it stands in the request line. */
  readonly target: string;
  readonly user: string;
  readonly password: string;
  /** How many requests were made with this nonce, this one included. */
  readonly count: number;
  readonly cnonce?: string;
}

/** The value of the Authorization field. */
export function digestAuthorization(challenge: DigestChallenge, request: DigestRequest): string {
  const { realm, nonce, opaque, algorithm, qop } = challenge;
  const { user, password, method, target, count } = request;
  const hash = hasher(algorithm);
  const cnonce = request.cnonce ?? randomBytes(16).toString('hex');
  const nc = count.toString(16).padStart(8, '0');
  const secret = hash(`${user}:${realm}:${password}`);
  const a1 = algorithm.toLowerCase().endsWith('-sess') ? hash(`${secret}:${nonce}:${cnonce}`) : secret;
  const a2 = hash(`${method}:${target}`);
  const response = hash(qop ? `${a1}:${nonce}:${nc}:${cnonce}:${qop}:${a2}` : `${a1}:${nonce}:${a2}`);
  const fields = [
    challenge.userhash ? `username="${hash(`${user}:${realm}`)}"` : `username=${quote(user)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(target)}`,
    `algorithm=${algorithm}`,
    `response="${response}"`,
    ...(opaque === null ? [] : [`opaque=${quote(opaque)}`]),
    ...(qop ? [`qop=${qop}`, `nc=${nc}`, `cnonce="${cnonce}"`] : []),
    ...(challenge.userhash ? ['userhash=true'] : []),
  ];
  return `Digest ${fields.join(', ')}`;
}

function hasher(algorithm: string): (text: string) => string {
  const name = HASHES[algorithm.toLowerCase().replace(/-sess$/, '')] ?? 'md5';
  return (text) => createHash(name).update(text, 'utf8').digest('hex');
}

/** The nonce comes from the server; a quote in it must not end the field. Header bytes are Latin-1. */
const quote = (text: string): string => `"${Buffer.from(text, 'utf8').toString('latin1').replace(/[\\"]/g, '\\$&')}"`;
