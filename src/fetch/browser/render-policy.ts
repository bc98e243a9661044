/**
 * Decides which pages are rendered, learning for each site and URL shape from what rendering brought.
 *
 * A page of an unknown shape is rendered when its source has signs that scripts may matter; the result decides about the
 * next ones. Where rendering brought nothing, one page in fifty is tried again. Where it helps, every page is measured,
 * and rendering stops when it no longer helps. A site whose scripts never bring anything is soon left alone, so an
 * ordinary site costs a handful of tries. Called for every page; the common answer takes two look-ups.
 */
import type { ScriptSigns } from './script-signs.js';

export type RenderMode = 'auto' | 'always' | 'never';

/** What is known of one URL shape at one site; stored in the repository. */
export interface Learned {
  readonly template: string;
  /** Pages rendered, and how many of them had more text or links afterwards. */
  readonly tried: number;
  readonly gained: number;
  /** Results of the last tries, newest first: 1 gained, 0 did not. */
  readonly recent: string;
  /** What the last try brought, in words. */
  readonly because: string;
}

export interface Choice {
  readonly render: boolean;
  readonly because: string;
}

interface Template {
  tried: number;
  gained: number;
  recent: string;
  because: string;
  /** Pages seen without being rendered. */
  plain: number;
}

interface Site {
  readonly templates: Map<string, Template>;
  /** Tries that brought nothing, and tries that helped. */
  idle: number;
  gained: number;
  /** Pages in a row of unknown shapes without a sign. */
  silent: number;
  /** Pages with signs that were not rendered because rendering never helped at this site. */
  left: number;
}

const RECENT = 10;
/** A shape that is not rendered is tried again after this many pages. */
const LOOK_EVERY = 50;
/** Pages without a sign after which a shape counts as plain, and after which a whole site is examined less often. */
const SILENT_TEMPLATE = 2;
const SILENT_SITE = 30;
const SILENT_LOOK = 10;
/** Tries without gain at a site after which only likely pages are rendered, and after which hardly any are. */
const IDLE_POSSIBLE = 4;
const IDLE_LIKELY = 12;
const MOST_TEMPLATES = 2000;
const MOST_SITES = 20_000;

export class RenderPolicy {
  readonly #sites = new Map<string, Site>();

  /** What earlier runs learned. */
  restore(site: string, rows: Iterable<Learned>): void {
    const known = this.#siteOf(site);
    for (const { template, tried, gained, recent, because } of rows) {
      known.templates.set(template, { tried, gained, recent, because, plain: 0 });
      known.gained += gained;
      known.idle += tried - gained;
    }
  }

  /** Whether pages of this shape are known to need rendering. Called before the page is fetched. */
  isRendered(site: string, template: string): boolean {
    const known = this.#sites.get(site)?.templates.get(template);
    return known !== undefined && known.tried > 0 && isWorthRendering(known);
  }

  /** Calls `signs` only when the result matters. */
  choose(site: string, template: string, signs: () => ScriptSigns): Choice {
    const known = this.#siteOf(site);
    const page = known.templates.get(template);
    if (page && page.tried > 0 && isWorthRendering(page)) return { render: true, because: inWords(page) };
    if (page && isSettled(page)) return this.#lookAgain(page, signs);
    if (known.silent >= SILENT_SITE && ++known.silent % SILENT_LOOK !== 0) return NOT_LOOKED_AT;
    const { chance, because } = signs();
    if (chance === 'none') {
      known.silent++;
      this.#templateOf(known, template).plain++;
      return { render: false, because };
    }
    known.silent = 0;
    const isIdle = known.gained === 0 && known.idle >= (chance === 'likely' ? IDLE_LIKELY : IDLE_POSSIBLE);
    if (isIdle && ++known.left % LOOK_EVERY !== 0)
      return { render: false, because: `${because}, but rendering brought nothing at ${known.idle} pages of this site` };
    return { render: true, because };
  }

  /** Records the result of a try and returns what to store. */
  learn(site: string, template: string, gained: boolean, because: string): Learned {
    const known = this.#siteOf(site);
    const page = this.#templateOf(known, template);
    page.tried++;
    page.because = because;
    page.recent = `${gained ? 1 : 0}${page.recent}`.slice(0, RECENT);
    if (gained) {
      page.gained++;
      known.gained++;
    } else known.idle++;
    const { tried, recent } = page;
    return { template, tried, gained: page.gained, recent, because };
  }

  #lookAgain(page: Template, signs: () => ScriptSigns): Choice {
    const because = page.tried > 0 ? inWords(page) : 'pages like it have no scripts that add to them';
    if (++page.plain % LOOK_EVERY !== 0) return { render: false, because };
    const now = signs();
    return now.chance === 'none' ? { render: false, because } : { render: true, because: `to check whether still ${because}` };
  }

  #siteOf(site: string): Site {
    const known = this.#sites.get(site);
    if (known) return known;
    if (this.#sites.size >= MOST_SITES) this.#sites.delete(this.#sites.keys().next().value as string);
    const made: Site = { templates: new Map(), idle: 0, gained: 0, silent: 0, left: 0 };
    this.#sites.set(site, made);
    return made;
  }

  #templateOf({ templates }: Site, name: string): Template {
    const known = templates.get(name);
    if (known) return known;
    if (templates.size >= MOST_TEMPLATES) templates.delete(templates.keys().next().value as string);
    const made: Template = { tried: 0, gained: 0, recent: '', because: '', plain: 0 };
    templates.set(name, made);
    return made;
  }
}

const NOT_LOOKED_AT: Choice = { render: false, because: 'pages of this site have no scripts that add to them' };

/** Rendering helped at half of the last tries: a single odd page changes nothing. */
export function isWorthRendering({ recent }: Pick<Learned, 'recent'>): boolean {
  const gains = [...recent].filter((outcome) => outcome === '1').length;
  return gains > 0 && 2 * gains >= recent.length;
}

const isSettled = ({ tried, plain }: Template): boolean => tried > 0 || plain >= SILENT_TEMPLATE;

/** What is known of a shape, as a clause, also for `explain`. */
export function inWords({ tried, gained, recent, because }: Omit<Learned, 'template'>): string {
  const brought = `rendering brought more at ${gained} of ${tried} pages like it (last: ${because})`;
  return isWorthRendering({ recent })
    ? brought
    : gained > 0
      ? `${brought}, but not lately`
      : `rendering brought nothing at ${tried} pages like it`;
}
