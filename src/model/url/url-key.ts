/**
 * UrlKey: when two URLs are the same resource.
 *
 * A policy is a pure function from URL to key. Keys are compared and stored, never requested (except under the gov
 * profile, which asks for that). Every policy accepts any string without throwing, and the key of a key is that key.
 */
import { defaultKey, defaultKeyOf } from './policies/default.js';
import { type GovOptions, govKey } from './policies/gov.js';
import { aggressiveKey, semanticKey, semanticPreciseKey } from './policies/semantic.js';
import { type W3libOptions, w3libKey } from './policies/w3lib.js';
import { whatwgKey } from './policies/whatwg.js';

export const URL_POLICIES = ['default', 'whatwg', 'semantic', 'semantic-precise', 'aggressive', 'gov', 'w3lib'] as const;

export type UrlPolicy = (typeof URL_POLICIES)[number];

export interface UrlKeyOptions {
  /** Policy gov: how many path segments are kept. */
  readonly maxSegments?: number;
  /** Policy gov: hosts that answer only with `www.`, written with or without it. */
  readonly keepWww?: readonly string[];
  readonly w3lib?: W3libOptions;
}

export type UrlKey = (url: string) => string;

export function urlKey(policy: UrlPolicy = 'default', options: UrlKeyOptions = {}): UrlKey {
  switch (policy) {
    case 'default':
      return defaultKey;
    case 'whatwg':
      return (url) => whatwgKey(url);
    case 'semantic':
      return semanticKey;
    case 'semantic-precise':
      return semanticPreciseKey;
    case 'aggressive':
      return aggressiveKey;
    case 'gov': {
      const rules = govOptions(options);
      return (url) => govKey(url, rules);
    }
    case 'w3lib':
      return (url) => w3libKey(url, options.w3lib);
  }
}

/** The same for a URL in standard form without fragment, where a policy can then skip parsing it again. */
export function standardUrlKey(policy: UrlPolicy, options: UrlKeyOptions = {}): UrlKey {
  if (policy === 'default') return defaultKeyOf;
  if (policy === 'whatwg') return (url) => url;
  return urlKey(policy, options);
}

function govOptions({ maxSegments = 10, keepWww = [] }: UrlKeyOptions): GovOptions {
  return { maxSegments, keepWww: new Set(keepWww.map((host) => host.toLowerCase())) };
}
