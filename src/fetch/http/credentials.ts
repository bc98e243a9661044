/**
 * Credentials: which request gets which Authorization field.
 *
 * They are bound to origins: nothing is sent to another scheme, host or port than the configured one, so a redirect
 * elsewhere loses them. Basic and bearer are sent at once. Digest answers a challenge, then reuses its nonce until the
 * server calls it stale.
 */
import type { HeaderField } from '../../model/index.js';
import { type DigestChallenge, digestAuthorization, strongestChallenge } from './digest.js';
import type { Credential } from './options.js';

interface DigestState {
  readonly challenge: DigestChallenge;
  count: number;
}

export interface Addressed {
  readonly url: URL;
  readonly method: string;
  readonly target: string;
}

export class Credentials {
  readonly #byOrigin = new Map<string, Credential>();
  readonly #digests = new Map<string, DigestState>();

  constructor(credentials: readonly Credential[]) {
    for (const credential of credentials) this.#byOrigin.set(new URL(credential.site).origin, checked(credential));
  }

  /** All texts that must never be stored or shown. */
  secrets(): string[] {
    return [...this.#byOrigin.values()].flatMap(({ password, token }) => [password ?? '', token ?? '']).filter((secret) => secret !== '');
  }

  /** What to send before the server asks; null for digest without a known nonce. */
  authorization({ url, method, target }: Addressed): string | null {
    const credential = this.#byOrigin.get(url.origin);
    if (!credential) return embedded(url);
    if (credential.scheme === 'basic') return basic(credential.user ?? '', credential.password ?? '');
    if (credential.scheme === 'bearer') return `Bearer ${credential.token ?? ''}`;
    const state = this.#digests.get(url.origin);
    if (!state) return null;
    const { user = '', password = '' } = credential;
    return digestAuthorization(state.challenge, { method, target, user, password, count: ++state.count });
  }

  /**
   * Reads the challenge of a 401; true when the request should be repeated. `answered` means that the refused request
   * already had a digest: then only a stale nonce is a reason to try again, a wrong password is not.
   */
  challenged(url: URL, headers: readonly HeaderField[], answered: boolean): boolean {
    if (this.#byOrigin.get(url.origin)?.scheme !== 'digest') return false;
    const values = headers.filter(([name]) => name.toLowerCase() === 'www-authenticate').map(([, value]) => value);
    const challenge = strongestChallenge(values);
    if (!challenge) return false;
    const known = this.#digests.get(url.origin)?.challenge;
    this.#digests.set(url.origin, { challenge, count: 0 });
    // Areas of one site may share a nonce and still differ in realm or algorithm: that makes it a new challenge.
    const same = known?.nonce === challenge.nonce && known.realm === challenge.realm && known.algorithm === challenge.algorithm;
    return !answered || challenge.stale || !same;
  }
}

export const basic = (user: string, password: string): string => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** `https://user:password@host/`: the credentials are used for this URL only. */
function embedded(url: URL): string | null {
  if (url.username === '' && url.password === '') return null;
  return basic(decode(url.username), decode(url.password));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function checked(credential: Credential): Credential {
  const missing = credential.scheme === 'bearer' ? credential.token === undefined && 'token' : credential.user === undefined && 'user';
  if (missing) throw new Error(`credentials for ${credential.site}: ${credential.scheme} needs \`${missing}\``);
  return credential;
}
