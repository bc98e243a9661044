/**
 * The sites as they stand on one day, and which resource answers a URL. Shared by the server and
 * the truth, so that both mean the same page by the same URL.
 */
import type { Resource, Site, World } from './site.js';

export interface BuiltSite {
  readonly site: Site;
  readonly origin: string;
  readonly resources: readonly Resource[];
  find(path: string): Resource | undefined;
}

export interface BuiltWeb {
  readonly world: World;
  readonly sites: readonly BuiltSite[];
  byHost(host: string): BuiltSite | undefined;
}

export function buildWeb(sites: readonly Site[], world: World): BuiltWeb {
  const built = sites.map((site) => buildSite(site, world));
  const hosts = new Map(built.flatMap((one) => [one.site.host, ...(one.site.aliases ?? [])].map((host) => [host, one] as const)));
  return { world, sites: built, byHost: (host) => hosts.get(host) };
}

function buildSite(site: Site, world: World): BuiltSite {
  const resources = site.build(world);
  const exact = new Map(resources.map((resource) => [resource.path, resource]));
  const loose = new Map(resources.map((resource) => [looseForm(resource.path, site), resource]));
  const open = resources.filter((resource) => resource.below);
  const find = (path: string): Resource | undefined =>
    exact.get(path) ?? loose.get(looseForm(path, site)) ?? open.find((resource) => path.startsWith(resource.path));
  return { site, origin: `http://${site.host}`, resources, find };
}

/** What real servers forgive: tracking parameters, other escapes of the same query, on some sites a slash at the end. */
function looseForm(path: string, site: Site): string {
  const [pathname, query] = splitOnce(path, '?');
  const kept = query.split('&').filter((parameter) => parameter !== '' && !/^(utm_\w+|fbclid)=/.test(parameter));
  const bare = site.lenientSlash && pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return kept.length > 0 ? `${bare}?${kept.map(unescape).join('&')}` : bare;
}

function unescape(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
