/**
 * Numbers for the templates of each site. A site that has more than a few hundred is one whose URLs fold badly; the
 * rest of its pages share one number, so that memory stays bounded whatever a site does.
 */
import { urlTemplate } from '../../model/index.js';

const MOST_PER_SITE = 300;
const OTHERS = '(others)';

export class TemplateNumbers {
  readonly #bySite = new Map<number, Map<string, number>>();
  readonly #names: { site: number; template: string }[] = [];

  numberOf(site: number, url: string): number {
    const own = this.#templatesOf(site);
    const template = urlTemplate(url).slice(0, 200);
    const known = own.get(template);
    if (known !== undefined) return known;
    const name = own.size < MOST_PER_SITE ? template : OTHERS;
    const number = own.get(name) ?? this.#names.length;
    if (number === this.#names.length) this.#names.push({ site, template: name });
    own.set(name, number);
    return number;
  }

  nameOf(number: number): string {
    return this.#names[number]?.template ?? OTHERS;
  }

  #templatesOf(site: number): Map<string, number> {
    const known = this.#bySite.get(site);
    if (known) return known;
    const made = new Map<string, number>();
    this.#bySite.set(site, made);
    return made;
  }
}
