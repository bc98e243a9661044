/**
 * The numbers of lists in a Word document since 2007. They are not in the paragraphs: `numbering.xml` defines them, and
 * the paragraph or its style refers to it.
 */
import { readXmlEvents, type XmlAttributes } from '../xml-events.js';
import { ListCounters, type ListLevel, MOST_LEVELS } from './list-labels.js';
import { valueOf } from './opc.js';

const MOST_LISTS = 20_000;

interface Place {
  list: string | null;
  level: number;
}

interface WordList {
  abstract: string;
  /** Levels that start with another number than in the abstract list. */
  readonly starts: Map<number, number>;
  /** Levels that are redefined. */
  readonly levels: Map<number, ListLevel>;
}

export class DocxLists {
  readonly #abstracts = new Map<string, ListLevel[]>();
  readonly #lists = new Map<string, WordList>();
  readonly #styles = new Map<string, Place>();
  readonly #counters = new ListCounters();

  constructor(numbering: string | null, styles: string | null) {
    if (numbering === null) return;
    this.#readNumbering(numbering);
    if (styles !== null) this.#readStyles(styles);
  }

  /** Empty for a paragraph in no list; list `0` removes one from the list of its style. */
  labelOf(style: string | null, list: string | null, level: number | null): string {
    const styled = style === null ? undefined : this.#styles.get(style);
    const number = list ?? styled?.list ?? null;
    const own = number === null ? undefined : this.#lists.get(number);
    const levels = own && this.#abstracts.get(own.abstract);
    if (!own || !levels || number === null) return '';
    const told = own.levels.size === 0 ? levels : Array.from({ length: MOST_LEVELS }, (_, at) => own.levels.get(at) ?? levels[at]);
    const counted = { key: `list ${number}`, base: own.abstract, levels: told, starts: own.starts };
    return this.#counters.next(counted, level ?? styled?.level ?? 0);
  }

  #readNumbering(source: string): void {
    let levels: ListLevel[] | null = null;
    let list: WordList | null = null;
    let level = -1;
    const change = (part: Partial<ListLevel>): void => {
      if (level < 0 || level >= MOST_LEVELS) return;
      if (levels) levels[level] = { ...(levels[level] ?? PLAIN), ...part };
      else if (list) list.levels.set(level, { ...(list.levels.get(level) ?? PLAIN), ...part });
    };
    readXmlEvents(source, {
      done: () => this.#abstracts.size + this.#lists.size > MOST_LISTS,
      open: (name, attributes) => {
        if (name === 'abstractNum') this.#abstracts.set(named(attributes, 'abstractNumId'), (levels = []));
        else if (name === 'num')
          this.#lists.set(named(attributes, 'numId'), (list = { abstract: '', starts: new Map(), levels: new Map() }));
        else if (name === 'abstractNumId' && list) list.abstract = valueOf(attributes) ?? '';
        else if (name === 'lvl' || name === 'lvlOverride') level = levelOf(named(attributes, 'ilvl'));
        else if (name === 'start') change({ start: countOf(valueOf(attributes)) });
        else if (name === 'startOverride') list?.starts.set(level, countOf(valueOf(attributes)));
        else if (name === 'numFmt') change({ format: valueOf(attributes) ?? 'decimal' });
        else if (name === 'isLgl') change({ isLegal: isOn(valueOf(attributes)) });
        else if (name === 'lvlRestart') change({ restartAfter: countOf(valueOf(attributes)) });
        else if (name === 'lvlText') change({ pattern: valueOf(attributes) ?? '' });
      },
      close: (name) => {
        if (name === 'abstractNum') levels = null;
        else if (name === 'num') list = null;
      },
    });
  }

  #readStyles(source: string): void {
    let style: Place | null = null;
    readXmlEvents(source, {
      done: () => this.#styles.size > MOST_LISTS,
      open: (name, attributes) => {
        if (name === 'style') this.#styles.set(named(attributes, 'styleId'), (style = { list: null, level: 0 }));
        else if (name === 'numId' && style) style.list = valueOf(attributes);
        else if (name === 'ilvl' && style) style.level = levelOf(valueOf(attributes));
      },
    });
  }
}

/** The start defaults to 0. */
const PLAIN: ListLevel = { start: 0, format: 'decimal', pattern: '' };

export function levelOf(written: string | null): number {
  const level = Number(written);
  return Number.isInteger(level) && level >= 0 && level < MOST_LEVELS ? level : 0;
}

const countOf = (written: string | null): number => {
  const count = Number(written);
  return Number.isInteger(count) && count >= 0 && count < 1_000_000 ? count : 1;
};

const isOn = (written: string | null): boolean => written === null || !/^(?:0|false|off)$/.test(written);

function named(attributes: XmlAttributes, name: string): string {
  for (const [key, value] of attributes) if (key === name || key.endsWith(`:${name}`)) return value;
  return '';
}
