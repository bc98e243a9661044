/**
 * Who hands a group over: by name and password, by a bearer token, or by its address where a client can send neither.
 *
 * On loopback nothing is asked, unless the server has a token or knows senders.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.js';
import { callerOf, Networks, plainAddress } from './address.js';
import { challenge } from './challenge.js';
import type { RateLimit } from './rate-limit.js';
import { checkToken, opens, TokenError } from './token.js';

export interface SenderOptions {
  /** Passwords by name; each is a bearer token as well. */
  readonly senders?: ReadonlyMap<string, string>;
  /** Names of those who may change and see what others have sent. */
  readonly administrators?: ReadonlySet<string>;
  /** Addresses or networks (192.0.2.0/24) whose SOAP messages are taken without either. */
  readonly allow?: readonly string[];
}

/** Whoever brings or asks for groups. */
export interface Sender {
  /** Name and address, for the log. */
  readonly logged: string;
  readonly isAdministrator: boolean;
}

export interface KnownSenders {
  readonly senders: ReadonlyMap<string, string>;
  readonly administrators: ReadonlySet<string>;
}

/** What whoever brings the server's token is called. */
const TOKEN_NAME = 'token';

/** Lines of name:password, or name:password administrator, in a file that only its owner can read; # begins a remark. */
export function sendersInFile(path: string): KnownSenders {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new TokenError(`Others can read the passwords in ${path}. Make it yours alone: chmod 600 ${path}`);
  const senders = new Map<string, string>();
  const administrators = new Set<string>();
  for (const [index, line] of readFileSync(path, 'utf8').split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name = '', password = '', role] = /^\s*([^:\s]+):(\S+)(?:\s+(administrator))?\s*$/.exec(line) ?? [];
    const where = `Line ${index + 1} of ${path}`;
    if (name === '') throw new TokenError(`${where} is no name:password, nor name:password administrator.`);
    if (name === TOKEN_NAME || isIP(name)) throw new TokenError(`${where}: ${name} cannot be the name of a sender. Choose another.`);
    if (senders.has(name)) throw new TokenError(`${where}: ${name} is there already. A sender has one password.`);
    senders.set(name, checkToken(password));
    if (role) administrators.add(name);
  }
  return { senders, administrators };
}

export class Senders {
  readonly #token: string | null;
  readonly #senders: ReadonlyMap<string, string>;
  readonly #administrators: ReadonlySet<string>;
  readonly #allowed: Networks;
  readonly #wrong: RateLimit;
  /** Whether anybody has to say who they are. */
  readonly isAsked: boolean;

  constructor(token: string | null, { senders = new Map(), administrators = new Set(), allow = [] }: SenderOptions, wrong: RateLimit) {
    this.#token = token;
    this.#senders = senders;
    this.#administrators = administrators;
    this.#wrong = wrong;
    this.#allowed = new Networks(allow);
    this.isAsked = token !== null || senders.size > 0 || allow.length > 0;
  }

  /** Throws for those who may not come in. Where nobody is asked who they are, all are the owner of this machine. */
  identify(request: FastifyRequest, reply: FastifyReply, isSoap: boolean): Sender {
    const address = plainAddress(request.ip);
    if (!this.isAsked) return { logged: address, isAdministrator: true };
    const { authorization } = request.headers;
    if (this.#token !== null && opens(this.#token, authorization)) return { logged: `${TOKEN_NAME}@${address}`, isAdministrator: true };
    const name = this.#nameOf(authorization);
    if (name !== null) return { logged: `${name}@${address}`, isAdministrator: this.#administrators.has(name) };
    if (authorization === undefined && isSoap && this.#allowed.has(address)) return { logged: address, isAdministrator: false };
    throw this.#refusal(request, reply);
  }

  #nameOf(authorization: string | undefined): string | null {
    if (authorization === undefined) return null;
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
    const wait = request.headers.authorization ? this.#wrong.take(callerOf(request.ip)) : 0;
    if (wait > 0) {
      reply.header('retry-after', String(Math.ceil(wait)));
      return new ApiError(429, 'too-many-requests', `Too many wrong credentials from this address. Try again in ${Math.ceil(wait)} s.`);
    }
    challenge(reply, 'Winnow ingest');
    return new ApiError(401, 'no-credentials', 'Say who you are: Authorization: Basic (name and password) or Bearer (token).');
  }
}

const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
