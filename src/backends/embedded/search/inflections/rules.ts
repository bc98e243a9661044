/** How the rules of a language are written down. */
export interface Paradigm {
  readonly endings: ReadonlySet<string>;
  /** Endings before which the stem may have a vowel that it has nowhere else. */
  readonly fleeting: ReadonlySet<string>;
  /** What the end of the stem becomes before some endings. */
  readonly changes: readonly Change[];
  /** Stems that the paradigm is for; all when there is none. */
  readonly stem?: RegExp | undefined;
  /** Only for stems of a list. */
  readonly isListed?: boolean | undefined;
  /** Only for words without what stands before or within them. */
  readonly isHidden?: boolean | undefined;
  /** Forms belong to those of this paradigm. */
  readonly as?: string | undefined;
}

export interface Change {
  readonly before: ReadonlySet<string>;
  readonly pairs: readonly (readonly [hard: string, soft: string])[];
}

export interface Rules {
  readonly paradigms: Readonly<Record<string, Paradigm>>;
  readonly consonants: string;
  /** Vowels that come and go between the last two consonants. */
  readonly vowels: string;
  /** Stems of one word, a line each, by the paradigm that their endings are of. */
  readonly families?: Readonly<Record<string, string>>;
  /** What may stand before the stems of families. */
  readonly prefixes?: string;
  /** Whole words that are forms of one, a line each. */
  readonly words?: string;
  /** The word without what stands before or within some forms, to be read as of a paradigm. */
  readonly undressed?: (word: string) => readonly { readonly text: string; readonly paradigm: string }[];
  /** Beginnings with what stands before or within some forms. */
  readonly dressed?: (stem: string) => readonly string[];
  /** The stem in one spelling where its vowel changes, and in all of them. */
  readonly plain?: (stem: string) => string;
  readonly spellings?: (stem: string) => readonly string[];
}

export const LATIN_CONSONANTS = 'bcdfghjklmnpqrstvwxz';

interface Details extends Pick<Paradigm, 'stem' | 'isListed' | 'isHidden' | 'as'> {
  readonly fleeting?: string;
  /** Endings, then pairs such as k/c. */
  readonly changes?: readonly (readonly [before: string, pairs: string])[];
}

export const paradigm = (endings: string, { fleeting = '', changes = [], ...rest }: Details = {}): Paradigm => ({
  ...rest,
  endings: setOf(endings),
  fleeting: setOf(fleeting),
  changes: changes.map(([before, pairs]) => ({ before: setOf(before), pairs: pairsOf(pairs) })),
});

const pairsOf = (text: string): [string, string][] => text.split(' ').map((pair) => pair.split('/') as [string, string]);

/** A minus stands for no ending. */
const setOf = (endings: string): Set<string> =>
  new Set(
    endings
      .split(/\s+/)
      .filter(Boolean)
      .map((each) => (each === '-' ? '' : each)),
  );

/** Each of some beginnings with each of some ends. */
export const crossed = (beginnings: string, ends: string): string =>
  beginnings
    .split(' ')
    .flatMap((beginning) => ends.split(' ').map((end) => (beginning === '-' ? '' : beginning) + (end === '-' ? '' : end) || '-'))
    .join(' ');
