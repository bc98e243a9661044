/**
 * Learns which kinds of URLs of a site lead nowhere, while the crawl goes on.
 *
 * A kind is paused when its pages keep leading to more of it and their text has ceased to be new. Both must hold: a
 * catalogue that is listed elsewhere ends by itself, and a chain of pages with something to say is no trap. Pages without
 * words, and pages of figures, say nothing either way. What is learned is bounded: of the kinds that were met least
 * recently it is forgotten.
 */
import { remembering, WinnowError } from '../../model/index.js';
import { type SampledText, SeenText } from './seen-text.js';
import { kindOfUrl, type UrlKind } from './url-kind.js';

/** A kind of URL of one site that is, or was, left out. */
export interface Trap {
  readonly id: number;
  /** Scheme, host and port. */
  readonly site: string;
  readonly pattern: string;
  /** What gave it away, in a sentence. */
  readonly reason: string;
  readonly examples: readonly string[];
  /** Pages of it that had been fetched. */
  readonly fetched: number;
  /** Share of their text that was new, of the last ones; null when somebody else decided. */
  readonly newText: number | null;
  readonly state: 'paused' | 'released';
  readonly by: 'winnow' | 'user';
}

/** What is noted at a URL that is left out: it begins with the number, by which it is found when the trap is released. */
export const leftOutBy = ({ id, pattern, reason }: Trap): string => `trap ${id}: ${pattern} is paused, ${reason}`;

/** There is no such trap, or no such site. */
export class NoSuchTrap extends WinnowError {
  override readonly name = 'NoSuchTrap';
  constructor(message: string) {
    super('NO_SUCH_TRAP', message);
  }
}

/** One visit, as far as traps are concerned. */
export interface WatchedVisit {
  readonly site: string;
  readonly url: string;
  readonly sample: SampledText | null;
  readonly found: Iterable<{ readonly site: string; readonly url: string; readonly kind: string }>;
}

/** When a kind is paused: so many pages with words, of the last so many of them at most this share of the text new. */
interface Rule {
  readonly pages: number;
  readonly last: number;
  readonly newText: number;
}

/** Dates and identifiers in the URL are what nearly all traps count with. */
const COUNTING: Rule = { pages: 32, last: 24, newText: 0.03 };
const ANY: Rule = { pages: 160, last: 120, newText: 0.01 };
/** The same kind is a trap at another site. */
const KNOWN: Rule = { pages: 8, last: 6, newText: 0.03 };
/** Share of a kind's URLs that were found on pages of its own part of the site. */
const SELF_FED = 0.8;
const FEWEST_FOUND = 10;

/** Kinds that are remembered over all sites. */
const MOST_KINDS = 2000;
const EXAMPLES = 3;
const VISITS_UNDER_WAY = 256;

export class TrapWatch {
  readonly #kinds = new Map<string, Learned>();
  readonly #traps = new Map<string, Trap>();
  readonly #patterns = new Set<string>();
  /** Each is asked for when a visit begins, when its page is read and when it is over. */
  readonly #kindOf = remembering(VISITS_UNDER_WAY, kindOfUrl);
  #lastId = 0;

  constructor(known: Iterable<Trap> = []) {
    for (const trap of known) this.set(trap);
  }

  all(): Trap[] {
    return [...this.#traps.values()];
  }

  /** A trap as it is from now on. */
  set(trap: Trap): void {
    this.#traps.set(keyOf(trap.site, trap.pattern), trap);
    this.#lastId = Math.max(this.#lastId, trap.id);
    if (trap.state === 'paused') this.#patterns.add(trap.pattern);
  }

  /** The trap a URL belongs to; null when it may be visited. */
  trapOf(site: string, url: string): Trap | null {
    if (this.#patterns.size === 0) return null;
    const trap = this.#traps.get(keyOf(site, this.#kindOf(url).pattern));
    return trap?.state === 'paused' ? trap : null;
  }

  /** Somebody wants this kind left out. */
  pause(site: string, pattern: string, reason: string): Trap {
    const known = this.#traps.get(keyOf(site, pattern));
    const learned = this.#kinds.get(keyOf(site, pattern));
    const trap: Trap = {
      id: known?.id ?? this.#lastId + 1,
      site,
      pattern,
      reason,
      examples: learned?.examples ?? [],
      fetched: learned?.fetched ?? 0,
      newText: null,
      state: 'paused',
      by: 'user',
    };
    this.set(trap);
    return trap;
  }

  /** The trap with this number, as it is once it is released. Throws when there is none to release. */
  released(id: number): Trap {
    const trap = this.all().find((each) => each.id === id);
    if (!trap) throw new NoSuchTrap(`There is no trap ${id}. See: winnow traps`);
    if (trap.state === 'released') throw new NoSuchTrap(`Trap ${id} is released already.`);
    return { ...trap, state: 'released', by: 'user' };
  }

  /** Whether the text of a URL's page matters: that of most kinds does not, and sampling it takes time. */
  wantsText(site: string, url: string): boolean {
    const { pattern, month, opaque } = this.#kindOf(url);
    return month !== null || opaque || this.#patterns.has(pattern) || this.#kinds.get(keyOf(site, pattern))?.isSelfFed === true;
  }

  /** Takes a visit in. Returns the trap it gave away, when it did. */
  take({ site, url, sample, found }: WatchedVisit): Trap | null {
    const kind = this.#kindOf(url);
    this.#countFound(kind, site, found);
    const learned = this.#learned(site, kind);
    learned.visited(url, sample);
    const known = this.#traps.get(keyOf(site, kind.pattern));
    if (known || !sample) return null; // what somebody released stays so
    const newText = this.#isTrap(kind, learned);
    if (newText === null) return null;
    const { fetched, examples } = learned;
    const trap: Trap = {
      id: this.#lastId + 1,
      site,
      pattern: kind.pattern,
      reason: sentence(learned, newText),
      examples,
      fetched,
      newText,
      state: 'paused',
      by: 'winnow',
    };
    this.set(trap);
    return trap;
  }

  #countFound(from: UrlKind, site: string, found: WatchedVisit['found']): void {
    for (const link of found) {
      if (link.kind !== 'page' || link.site !== site) continue;
      const kind = kindOfUrl(link.url);
      this.#learned(site, kind).found(kind.family === from.family);
    }
  }

  /** The share of new text when it is one, null otherwise. */
  #isTrap(kind: UrlKind, learned: Learned): number | null {
    if (!learned.isSelfFed) return null;
    const rules = [ANY, ...(kind.month !== null || kind.opaque ? [COUNTING] : []), ...(this.#patterns.has(kind.pattern) ? [KNOWN] : [])];
    for (const { pages, last, newText } of rules) {
      const share = learned.pages >= pages ? learned.newTextOf(last) : 1;
      if (share <= newText) return share;
    }
    return null;
  }

  /** Moved to the end, so that what is met least recently stands first. */
  #learned(site: string, { pattern }: UrlKind): Learned {
    const key = keyOf(site, pattern);
    const learned = this.#kinds.get(key) ?? new Learned();
    this.#kinds.delete(key);
    this.#kinds.set(key, learned);
    if (this.#kinds.size > MOST_KINDS) this.#kinds.delete(this.#kinds.keys().next().value as string);
    return learned;
  }
}

/** What is known of one kind. */
class Learned {
  fetched = 0;
  /** Those that said something. */
  pages = 0;
  readonly examples: string[] = [];
  #own = 0;
  #others = 0;
  #text: SeenText | null = null;
  readonly #last: { readonly counted: number; readonly fresh: number }[] = [];

  found(byItsOwn: boolean): void {
    if (byItsOwn) this.#own++;
    else this.#others++;
  }

  get urls(): number {
    return this.#own + this.#others;
  }

  get isSelfFed(): boolean {
    return this.urls >= FEWEST_FOUND && this.#own >= SELF_FED * this.urls;
  }

  visited(url: string, sample: SampledText | null): void {
    this.fetched++;
    if (this.examples.length < EXAMPLES) this.examples.push(url);
    if (!sample) return;
    this.pages++;
    this.#text ??= new SeenText();
    this.#last.push(this.#text.take(sample));
    if (this.#last.length > ANY.last) this.#last.shift();
  }

  /** Share of new text in the last pages that said something. */
  newTextOf(last: number): number {
    let [counted, fresh] = [0, 0];
    for (const page of this.#last.slice(-last)) {
      counted += page.counted;
      fresh += page.fresh;
    }
    return counted === 0 ? 1 : fresh / counted;
  }
}

const keyOf = (site: string, pattern: string): string => `${site} ${pattern}`;

function sentence({ pages, urls }: Learned, newText: number): string {
  const share = `${(100 * newText).toFixed(1)} %`;
  return `${share} new text lately in ${pages} pages, and nearly all of its ${urls} URLs were found on pages of their own part of the site`;
}
