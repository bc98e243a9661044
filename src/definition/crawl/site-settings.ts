/**
 * The settings of one site: the crawl's own values, overridden by the entries of `sites` that include it, from its
 * widest domain down to the site itself. The most specific entry wins, field by field; of two for the same place, the
 * later one.
 *
 * Pure. Called when a site is opened and after every change, never for each request.
 */
import { namesHoldingFor, readPlace } from './place.js';
import type { Definition } from './schema.js';

export interface SiteSettings {
  /** Milliseconds. */
  readonly delay: number;
  /** Milliseconds. */
  readonly maxDelay: number;
  readonly perSite: number;
  readonly responseFactor: number;
  /** Most pages of this site; null: no limit. */
  readonly pages: number | null;
  readonly render: Definition['capture']['render'];
  /** Where each value came from: `crawl`, or the `for` of an entry. */
  readonly from: Readonly<Record<SiteField, string>>;
}

export type SiteField = 'delay' | 'maxDelay' | 'perSite' | 'responseFactor' | 'pages' | 'render';
type Overlay = Definition['sites'][number];

/** `site` is scheme, host and port, the key of its queue: https://www.gov.si. */
export function siteSettings(definition: Settings, site: string): SiteSettings {
  return settingsUnder(definition, namesHoldingFor(site));
}

/** The settings of a place, wider entries included. Entries for parts of the place may override them. */
export function settingsOfPlace(definition: Settings, place: string): SiteSettings {
  const read = readPlace(place);
  if (read?.kind === 'host') return settingsUnder(definition, namesHoldingFor(`http://${read.name}`).slice(0, -1));
  return siteSettings(definition, read?.name ?? place);
}

type Settings = Pick<Definition, 'politeness' | 'budget' | 'capture' | 'sites'>;

/** `names` from the widest to the most specific. */
function settingsUnder(definition: Settings, names: readonly string[]): SiteSettings {
  const { delay, maxDelay, perSite, responseFactor } = definition.politeness;
  const { render } = definition.capture;
  const values: Record<SiteField, unknown> = {
    delay,
    maxDelay,
    perSite,
    responseFactor,
    pages: definition.budget.perSite.pages ?? null,
    render,
  };
  const from = Object.fromEntries(Object.keys(values).map((field) => [field, CRAWL])) as Record<SiteField, string>;
  for (const overlay of overlaysFor(definition.sites, names)) {
    for (const [field, value] of Object.entries({ ...overlay.politeness, ...overlay.budget, ...overlay.capture }) as [
      SiteField,
      unknown,
    ][]) {
      if (value === undefined) continue;
      values[field] = value;
      from[field] = overlay.for;
    }
  }
  return { ...(values as Omit<SiteSettings, 'from'>), from };
}

/** Which images, files and rendering a site gets, beside its pages. */
export function siteCapture({ capture, sites }: Pick<Definition, 'capture' | 'sites'>, site: string): { files: boolean; images: boolean } {
  const { files, images } = capture;
  return overlaysFor(sites, namesHoldingFor(site)).reduce((taken, overlay) => ({ ...taken, ...definedIn(overlay.capture) }), {
    files,
    images,
  });
}

const definedIn = (values: Overlay['capture']): Partial<{ files: boolean; images: boolean }> =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined));

const CRAWL = 'crawl';

function overlaysFor(sites: readonly Overlay[], names: readonly string[]): Overlay[] {
  if (sites.length === 0) return [];
  const byName = indexes.get(sites) ?? indexOf(sites);
  indexes.set(sites, byName);
  return names.flatMap((name) => byName.get(name) ?? []);
}

/** An index, because a definition may name thousands of sites and a crawl opens thousands: each look-up takes one hash per label. */
const indexes = new WeakMap<readonly Overlay[], ReadonlyMap<string, readonly Overlay[]>>();

function indexOf(sites: readonly Overlay[]): ReadonlyMap<string, readonly Overlay[]> {
  const byName = new Map<string, Overlay[]>();
  for (const overlay of sites) {
    const name = readPlace(overlay.for)?.name ?? overlay.for;
    byName.set(name, [...(byName.get(name) ?? []), overlay]);
  }
  return byName;
}
