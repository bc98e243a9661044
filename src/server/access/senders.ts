/**
 * Who hands a group over: by name and password, by a bearer token, or by its address where a client can send neither.
 *
 * On loopback nothing is asked, unless the server has a token or knows senders.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.js';
import { challenge } from './challenge.js';
import type { RateLimit } from './rate-limit.js';
import { checkToken, opens, TokenError } from './token.js';

export interface SenderOptions {
  /** Passwords by name; each is a bearer token as well. */
  readonly senders?: ReadonlyMap<string, string>;
  /** Addresses or networks (192.0.2.0/24) whose SOAP messages are taken without either. */
  readonly allow?: readonly string[];
}

/** Lines of name:password in a file that only its owner can read; # begins a remark. */
export function sendersInFile(path: string): Map<string, string> {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new TokenError(`Others can read the passwords in ${path}. Make it yours alone: chmod 600 ${path}`);
  const senders = new Map<string, string>();
  for (const [index, line] of readFileSync(path, 'utf8').split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name = '', password = ''] = /^\s*([^:\s]+):(\S+)\s*$/.exec(line) ?? [];
    if (name === '') throw new TokenError(`Line ${index + 1} of ${path} is no name:password.`);
    senders.set(name, checkToken(password));
  }
  return senders;
}

export class Senders {
  readonly #token: string | null;
  readonly #senders: ReadonlyMap<string, string>;
  readonly #allowed = new BlockList();
  readonly #wrong: RateLimit;
  /** Whether anybody has to say who they are. */
  readonly isAsked: boolean;

  constructor(token: string | null, { senders = new Map(), allow = [] }: SenderOptions, wrong: RateLimit) {
    this.#token = token;
    this.#senders = senders;
    this.#wrong = wrong;
    for (const network of allow) addNetwork(this.#allowed, network);
    this.isAsked = token !== null || senders.size > 0 || allow.length > 0;
  }

  /** Name and address of whoever asks; throws for those who may not. */
  identify(request: FastifyRequest, reply: FastifyReply, isSoap: boolean): string {
    const address = plainAddress(request.ip);
    if (!this.isAsked) return address;
    const { authorization } = request.headers;
    const name = this.#nameOf(authorization);
    if (name !== null) return `${name}@${address}`;
    if (authorization === undefined && isSoap && this.#allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return address;
    throw this.#refusal(request, reply);
  }

  #nameOf(authorization: string | undefined): string | null {
    if (authorization === undefined) return null;
    if (this.#token !== null && opens(this.#token, authorization)) return 'token';
    const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(authorization) ?? [];
    const isBasic = scheme.toLowerCase() === 'basic';
    const [, user = '', password = ''] = isBasic ? (/^([^:]*):(.*)$/s.exec(Buffer.from(value, 'base64').toString('utf8')) ?? []) : [];
    let found: string | null = null;
    // All are compared, so that the time taken says nothing.
    for (const [name, secret] of this.#senders) {
      const isRight = isBasic ? same(secret, password) && same(name, user) : scheme.toLowerCase() === 'bearer' && same(secret, value);
      if (isRight) found = name;
    }
    return found;
  }

  #refusal(request: FastifyRequest, reply: FastifyReply): ApiError {
    const wait = request.headers.authorization ? this.#wrong.take(request.ip) : 0;
    if (wait > 0) {
      reply.header('retry-after', String(Math.ceil(wait)));
      return new ApiError(429, 'too-many-requests', `Too many wrong credentials from this address. Try again in ${Math.ceil(wait)} s.`);
    }
    challenge(reply, 'Winnow ingest');
    return new ApiError(401, 'no-credentials', 'Say who you are: Authorization: Basic (name and password) or Bearer (token).');
  }
}

function addNetwork(list: BlockList, network: string): void {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
  const family = isIP(address);
  if (family === 0 || Number(bits ?? 0) > (family === 6 ? 128 : 32))
    throw new TokenError(`"${network}" is no address and no network. Write 192.0.2.7 or 192.0.2.0/24.`);
  const type = family === 6 ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, type);
  else list.addSubnet(address, Number(bits), type);
}

/** IPv4 as itself, also where a socket for both families gives it in IPv6. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.)/i, '');

const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
