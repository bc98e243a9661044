/**
 * Which pages are rendered: learned for each site and shape of URL, from what rendering really brought.
 *
 * A page of a shape not yet known is rendered when its source has signs that scripts may matter; what came of it decides
 * about the next ones. Where it brought nothing, a page in fifty is tried again; where it does, every try is measured anyway,
 * and when it stops bringing anything it ends. Sites whose scripts never bring anything are soon left alone altogether, so
 * an ordinary site costs a handful of tries and no more. Asked for every page: the common answer is two look-ups.
 */
import type { ScriptSigns } from './script-signs.js';

export type RenderMode = 'auto' | 'always' | 'never';

/** What is known of a shape of URL at a site; kept in the repository. */
export interface Learned {
  readonly template: string;
  /** Pages rendered, and those of them that had more text or links after it. */
  readonly tried: number;
  readonly gained: number;
  /** Of the last ones tried, newest first: 1 gained, 0 not. */
  readonly recent: string;
  /** What the last one brought, in words. */
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
  /** Tries that brought nothing, and any that did. */
  idle: number;
  gained: number;
  /** Pages of unknown shapes without a sign in a row. */
  silent: number;
  /** Pages with signs that were left alone since rendering never brought anything here. */
  left: number;
}

const RECENT = 10;
/** Pages of a shape that is not rendered between two looks. */
const LOOK_EVERY = 50;
/** Pages without a sign after which a shape counts as plain, and after which a whole site is looked at less often. */
const SILENT_TEMPLATE = 2;
const SILENT_SITE = 30;
const SILENT_LOOK = 10;
/** Tries without any gain at a site before it takes more than a possibility, and before it takes a lot. */
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

  /** Whether pages of this shape are known to need rendering; asked before the page is fetched. */
  isRendered(site: string, template: string): boolean {
    const known = this.#sites.get(site)?.templates.get(template);
    return known !== undefined && known.tried > 0 && isWorthRendering(known);
  }

  /** `signs` is asked for only where it matters. */
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

  /** Takes what a try brought, and returns what is to be remembered. */
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

/** At half of the last ones it brought something: one odd page changes nothing. */
export function isWorthRendering({ recent }: Pick<Learned, 'recent'>): boolean {
  const gains = [...recent].filter((outcome) => outcome === '1').length;
  return gains > 0 && 2 * gains >= recent.length;
}

const isSettled = ({ tried, plain }: Template): boolean => tried > 0 || plain >= SILENT_TEMPLATE;

/** What is remembered of a shape, as a clause: for `explain` too. */
export function inWords({ tried, gained, recent, because }: Omit<Learned, 'template'>): string {
  const brought = `rendering brought more at ${gained} of ${tried} pages like it (last: ${because})`;
  return isWorthRendering({ recent })
    ? brought
    : gained > 0
      ? `${brought}, but not lately`
      : `rendering brought nothing at ${tried} pages like it`;
}
