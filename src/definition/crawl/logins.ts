/**
 * Moves log-ins out of seed URLs: they become credentials of their site, which are kept secret. Credentials written for
 * the site take precedence; of two log-ins the first counts.
 */
import { loginOf, type UrlLogin, withoutLogin } from '../../model/index.js';
import type { Definition } from './schema.js';

type SeedSetting = Definition['seeds'][number];

export function liftLogins(definition: Definition): Definition {
  const logins = definition.seeds.flatMap((seed) => loginOf(standard(addressOf(seed))) ?? []);
  if (logins.length === 0) return definition;
  return { ...withLogins(definition, logins), seeds: definition.seeds.map(withoutOne) };
}

/** Adds log-ins from elsewhere, such as a seed file, to a definition. */
export function withLogins(definition: Definition, logins: readonly UrlLogin[]): Definition {
  const credentials = [...definition.fetch.credentials];
  for (const { site, user, password } of logins)
    if (!credentials.some((known) => siteOf(known.site) === site)) credentials.push({ site, scheme: 'basic', user, password });
  return { ...definition, fetch: { ...definition.fetch, credentials } };
}

function withoutOne(seed: SeedSetting): SeedSetting {
  if (typeof seed === 'string') return withoutLogin(seed);
  if ('sitemap' in seed) return { ...seed, sitemap: withoutLogin(seed.sitemap) };
  return 'url' in seed ? { ...seed, url: withoutLogin(seed.url) } : seed;
}

function addressOf(seed: SeedSetting): string {
  if (typeof seed === 'string') return seed;
  return 'sitemap' in seed ? seed.sitemap : 'url' in seed ? seed.url : '';
}

const standard = (url: string): string => (URL.canParse(url) ? new URL(url).href : '');

/** The site in the form loginOf writes it. */
const siteOf = (site: string): string => standard(site).replace(/\/$/, '');
