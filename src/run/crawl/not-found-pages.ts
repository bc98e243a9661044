/**
 * What the error pages of sites look like, learned from their own 404 answers (a missing robots.txt gives one for nothing).
 *
 * Kept by the main thread for all readers, bounded, and rebuilt simply by seeing 404s again. A site whose home page looks like its error
 * page (one shell for everything, filled in by scripts) teaches nothing.
 */

import { asUrl } from '../../model/index.js';
import type { PageSignature } from '../../read/index.js';

const MOST_SITES = 2000;
/** A site has few kinds of error page. */
export const MOST_A_SITE = 3;

export class NotFoundPages {
  readonly #sites = new Map<string, PageSignature[]>();

  learn(url: string, signature: PageSignature): void {
    const site = siteOf(url);
    const known = this.#sites.get(site) ?? [];
    if (known.length >= MOST_A_SITE) return;
    if (!this.#sites.has(site) && this.#sites.size >= MOST_SITES) this.#sites.delete(this.#sites.keys().next().value as string);
    this.#sites.set(site, [...known, signature]);
  }

  of(url: string): readonly PageSignature[] {
    return this.#sites.get(siteOf(url)) ?? NONE;
  }

  /** The same words are shown where there is a page. */
  unlearn(url: string): void {
    this.#sites.set(
      siteOf(url),
      Array.from({ length: MOST_A_SITE }, () => NOTHING),
    );
  }
}

const NONE: readonly PageSignature[] = [];
/** Like no page: it has no blocks. */
const NOTHING: PageSignature = { title: null, blocks: [] };

const siteOf = (url: string): string => asUrl(url)?.origin ?? '';

export const isHome = (url: string): boolean => asUrl(url)?.pathname === '/';
