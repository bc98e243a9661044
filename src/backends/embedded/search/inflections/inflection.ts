/**
 * Forms of words of languages whose endings are many: a word may be read as a stem with an ending of any paradigm, and
 * two words are forms of one when they share a stem in the same paradigm. Written for folded words (š is s, đ is d).
 *
 * No ending is taken off for good, so `osnov` is a form of `osnova` although -ov is an ending too. What no ending tells
 * stands in lists: stems that belong together (ging, gang, geh), and whole words (war, ist, sein).
 */
import type { Paradigm, Rules } from './rules.js';

export interface Inflection {
  /** What two forms of a word have in common: at least one of these. */
  keys(word: string): readonly string[];
  /** How the forms of the word may begin. */
  beginnings(word: string): readonly string[];
  /** Forms that begin with none of these. */
  others(word: string): readonly string[];
}

/** Shorter stems belong to too many words; only those of a list may be, or with an ending as short as they are. */
const SHORTEST = 3;
const SHORT_STEM = 2;
const SHORT_ENDING = 3;

/** A word as stem and ending. */
interface Reading {
  readonly key: string;
  readonly stem: string;
  /** All stems of its family, where it has one. */
  readonly family?: readonly string[];
  /** All forms, where the stem is so short that too many words begin like it. */
  readonly forms?: readonly string[];
}

interface Family {
  readonly head: string;
  readonly stems: readonly string[];
}

export function inflectionOf(rules: Rules): Inflection {
  const reader = new Reader(rules);
  const groups = groupsOf(rules.words ?? '');
  const whole = (word: string): readonly string[] => groups.get(word) ?? [];
  return {
    keys: (word) => [...new Set([...reader.read(word).map(({ key }) => key), ...whole(word).slice(0, 1)])],
    beginnings: (word) => outermost(reader.read(word).flatMap((reading) => reader.beginningsOf(reading))),
    others: (word) =>
      [...new Set([...whole(word), ...reader.read(word).flatMap(({ forms }) => forms ?? [])])].filter((other) => other !== word),
  };
}

/** Word → the line it stands in, with a key of its own as the first. */
function groupsOf(lines: string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const line of linesOf(lines)) for (const word of line) groups.set(word, [...(groups.get(word) ?? [`word:${line[0]}`]), ...line]);
  return groups;
}

const linesOf = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) => line.trim().split(/\s+/).filter(Boolean))
    .filter(({ length }) => length > 0);

class Reader {
  readonly #rules: Rules;
  readonly #byEnding = new Map<string, [name: string, paradigm: Paradigm][]>();
  readonly #families = new Map<string, Map<string, Family[]>>();
  readonly #fleeting: RegExp;
  readonly #cluster: RegExp;
  readonly #prefixes: ReadonlySet<string>;
  #longest = 0;
  #last = '';
  #readings: readonly Reading[] = [];

  constructor(rules: Rules) {
    this.#rules = rules;
    const { consonants, vowels } = rules;
    this.#fleeting = new RegExp(`^(.*[${consonants}])[${vowels}]([${consonants}]j?)$`);
    this.#cluster = new RegExp(`[${consonants}]{2}j?$`);
    this.#prefixes = new Set(['', ...(rules.prefixes ?? '').split(/\s+/)]);
    for (const [name, paradigm] of Object.entries(rules.paradigms)) this.#enter(name, paradigm);
    for (const [name, lines] of Object.entries(rules.families ?? {})) this.#families.set(name, familiesIn(lines));
  }

  #enter(name: string, paradigm: Paradigm): void {
    for (const ending of paradigm.endings) {
      const readers = this.#byEnding.get(ending) ?? [];
      readers.push([name, paradigm]);
      this.#byEnding.set(ending, readers);
      this.#longest = Math.max(this.#longest, ending.length);
    }
  }

  /** The last one is kept: keys and beginnings are asked for one after the other. */
  read(word: string): readonly Reading[] {
    if (word === this.#last) return this.#readings;
    const readings = this.#cut(word, null);
    for (const { text, paradigm } of this.#rules.undressed?.(word) ?? []) readings.push(...this.#cut(text, paradigm));
    this.#last = word;
    this.#readings = readings;
    return readings;
  }

  #cut(text: string, only: string | null): Reading[] {
    const found: Reading[] = [];
    for (let cut = 0; cut <= Math.min(this.#longest, text.length - 1); cut++) {
      const ending = text.slice(text.length - cut);
      for (const [name, paradigm] of this.#byEnding.get(ending) ?? [])
        if (only === null ? !paradigm.isHidden : name === only)
          this.#readAs(name, paradigm, text.slice(0, text.length - cut), ending, found);
    }
    return found;
  }

  #readAs(name: string, paradigm: Paradigm, own: string, ending: string, found: Reading[]): void {
    const as = paradigm.as ?? name;
    const families = this.#families.get(as);
    for (const stem of this.#stemsBefore(own, ending, paradigm)) {
      if (!paradigm.isListed && (paradigm.stem?.test(stem) ?? true)) found.push(...this.#unlisted(as, paradigm, stem, ending));
      if (families) found.push(...this.#inFamilies(families, stem, as));
    }
  }

  #unlisted(as: string, { endings }: Paradigm, stem: string, ending: string): Reading[] {
    const key = `${as}:${this.#plain(stem)}`;
    if (stem.length >= SHORTEST) return [{ key, stem }];
    if (stem.length < SHORT_STEM || ending.length > SHORT_ENDING) return [];
    return [{ key, stem, forms: [...endings].filter(({ length }) => length <= SHORT_ENDING).map((each) => stem + each) }];
  }

  #stemsBefore(stem: string, ending: string, { fleeting, changes }: Paradigm): string[] {
    const stems = [stem];
    if (fleeting.has(ending)) stems.push(stem.replace(this.#fleeting, '$1$2'));
    for (const { before, pairs } of changes)
      if (before.has(ending))
        for (const [hard, soft] of pairs) if (stem.endsWith(soft)) stems.push(stem.slice(0, stem.length - soft.length) + hard);
    return [...new Set(stems)];
  }

  /** A stem of a list, alone or after a prefix. */
  #inFamilies(families: ReadonlyMap<string, readonly Family[]>, stem: string, as: string): Reading[] {
    const found: Reading[] = [];
    for (let at = 0; at < stem.length; at++) {
      const prefix = stem.slice(0, at);
      if (!this.#prefixes.has(prefix)) continue;
      for (const { head, stems } of families.get(stem.slice(at)) ?? [])
        found.push({ key: `${as}=${prefix}${head}`, stem, family: stems.map((each) => prefix + each) });
    }
    return found;
  }

  #plain = (stem: string): string => this.#rules.plain?.(stem) ?? stem;
  #spellings = (stem: string): readonly string[] => this.#rules.spellings?.(stem) ?? [stem];

  beginningsOf({ stem, family, forms }: Reading): string[] {
    if (forms) return [];
    const stems = family ?? this.#spellings(this.#beginningOf(stem));
    return stems.flatMap((each) => [each, ...(this.#rules.dressed?.(each) ?? [])]);
  }

  /** What all forms share: without the last consonant where it changes or a vowel may come before it. */
  #beginningOf(stem: string): string {
    let length = stem.length - (this.#cluster.exec(stem)?.[0].length ?? 1) + 1;
    for (const { changes } of Object.values(this.#rules.paradigms))
      for (const { pairs } of changes)
        for (const [hard, soft] of pairs) if (stem.endsWith(hard)) length = Math.min(length, stem.length - hard.length + alike(hard, soft));
    return stem.slice(0, length);
  }
}

function alike(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

function familiesIn(lines: string): Map<string, Family[]> {
  const families = new Map<string, Family[]>();
  for (const stems of linesOf(lines)) {
    const family = { head: stems[0] as string, stems };
    for (const stem of stems) families.set(stem, [...(families.get(stem) ?? []), family]);
  }
  return families;
}

/** Without those that begin with another one. */
const outermost = (beginnings: readonly string[]): string[] => {
  const sorted = [...new Set(beginnings)].toSorted();
  const kept: string[] = [];
  for (const each of sorted) if (kept.length === 0 || !each.startsWith(kept.at(-1) as string)) kept.push(each);
  return kept;
};
