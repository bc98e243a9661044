/**
 * The query language, as people know it from the Web: words, "phrases", -not, OR, begin*, field:value, parentheses.
 *
 * Everything that is typed means something: a quote that is not closed ends at the end, a colon after an unknown word
 * is part of it, OR at an edge is left out. Only what can mean nothing at all is refused, with a sentence.
 */
import { SearchError } from './port.js';

export const FIELDS = ['title', 'url', 'site', 'type', 'language', 'after', 'before'] as const;
export type TextField = 'any' | 'title' | 'url';

export type QueryNode =
  | { readonly kind: 'all' }
  /** Words as they were typed; several belong together in this order. */
  | { readonly kind: 'text'; readonly field: TextField; readonly text: string; readonly exact: boolean; readonly prefix: boolean }
  | { readonly kind: 'value'; readonly field: 'site' | 'type' | 'language'; readonly value: string }
  /** Milliseconds since 1970: from `from` on, before `until`. */
  | { readonly kind: 'dates'; readonly from: number | null; readonly until: number | null }
  | { readonly kind: 'not'; readonly node: QueryNode }
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly QueryNode[] };

const LONGEST = 2000;
const MOST_PARTS = 64;
const DEEPEST = 20;

const ALIASES: Readonly<Record<string, (typeof FIELDS)[number]>> = { lang: 'language', intitle: 'title', inurl: 'url', since: 'after' };

/** Further conditions, as flags and parameters give them. */
export interface QueryFilter {
  readonly site?: string | undefined;
  readonly language?: string | undefined;
  readonly type?: string | undefined;
  /** Dates such as 2024, 2024-05 or 2024-05-17. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** Throws SearchError where something cannot be understood. */
export function parseQuery(text: string, filter: QueryFilter = {}): QueryNode {
  if (text.length > LONGEST) throw refused(`The query is too long: ${text.length} characters, at most ${LONGEST}.`);
  const typed = new Parser(lexed(text)).parse();
  const given = (['site', 'language', 'type', 'after', 'before'] as const).flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [valueNode(name, value)];
  });
  const nodes = [...(typed ? [typed] : []), ...given];
  if (nodes.length === 0) throw refused('There is nothing to look for: give a word, a "phrase", or a field such as site:example.org.');
  return nodes.length === 1 ? (nodes[0] as QueryNode) : { kind: 'and', nodes };
}

type Lexeme = { readonly kind: '(' | ')' | 'or' | 'and' | 'not' } | { readonly kind: 'part'; readonly node: QueryNode };

const refused = (message: string): SearchError => new SearchError('SEARCH_BAD_QUERY', message);

/** A field with its colon, then a phrase or a word; or what stands for itself. */
const TOKEN = /\s*(?:([()|])|(-)(?=\S)|(?:([a-z]+):)?(?:"([^"]*)"?(\*?)|([^\s()"|]+)))/iy;

function lexed(text: string): Lexeme[] {
  const lexemes: Lexeme[] = [];
  const plain = text.replace(/[“”„«»]/g, '"').trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < plain.length) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(plain);
    if (!match) {
      TOKEN.lastIndex = from + 1; // a colon or the like that stands alone
      continue;
    }
    const [, sign, minus, field, phrase, star, word] = match;
    if (sign) lexemes.push({ kind: sign === '|' ? 'or' : (sign as '(' | ')') });
    else if (minus) lexemes.push({ kind: 'not' });
    else if (phrase !== undefined) lexemes.push(...part(field, phrase, { exact: true, prefix: star === '*' }));
    else if (word !== undefined) lexemes.push(...wordPart(field, word));
    if (lexemes.length > MOST_PARTS) throw refused(`The query has too many parts: at most ${MOST_PARTS}.`);
  }
  return lexemes;
}

function wordPart(field: string | undefined, word: string): Lexeme[] {
  if (field === undefined && word === 'OR') return [{ kind: 'or' }];
  if (field === undefined && word === 'AND') return [{ kind: 'and' }];
  if (field === undefined && word === 'NOT') return [{ kind: 'not' }];
  const prefix = word.endsWith('*');
  return part(field, prefix ? word.replace(/(?<!\*)\*+$/, '') : word, { exact: false, prefix });
}

/** A field that is none belongs to the words. */
function part(field: string | undefined, text: string, how: { exact: boolean; prefix: boolean }): Lexeme[] {
  const name = field === undefined ? undefined : known(field);
  if (field !== undefined && name === undefined) return part(undefined, `${field}:${text}`, how);
  if (!/[\p{L}\p{N}]/u.test(text)) return []; // a dash between words, a bullet, a picture
  if (name === undefined || name === 'title' || name === 'url')
    return [{ kind: 'part', node: { kind: 'text', field: name ?? 'any', text, ...how } }];
  return [{ kind: 'part', node: valueNode(name, text) }];
}

function known(field: string): (typeof FIELDS)[number] | undefined {
  const name = field.toLowerCase();
  return Object.hasOwn(ALIASES, name) ? ALIASES[name] : FIELDS.find((each) => each === name);
}

function valueNode(field: 'site' | 'type' | 'language' | 'after' | 'before', value: string): QueryNode {
  if (field === 'after') return { kind: 'dates', from: startOf(value, field), until: null };
  if (field === 'before') return { kind: 'dates', from: null, until: startOf(value, field) };
  return { kind: 'value', field, value: value.trim().toLowerCase() };
}

/** Where a year, a month or a day begins: `after:2023 before:2024` is the year 2023. */
function startOf(text: string, field: string): number {
  const match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text.trim());
  const [year = 0, month = 1, day = 1] = (match?.slice(1) ?? []).map((digits) => (digits === undefined ? undefined : Number(digits)));
  const start = new Date(Date.UTC(year, month - 1, day));
  if (match !== null && start.getUTCMonth() === month - 1 && start.getUTCDate() === day) return start.getTime();
  throw refused(`${field}:${text} is no date. Write a year, a month or a day: ${field}:2024, ${field}:2024-05, ${field}:2024-05-17.`);
}

/** OR binds its two neighbours, as on the Web: `a b OR c` is a and one of b, c. */
class Parser {
  #at = 0;
  #depth = 0;

  constructor(private readonly lexemes: readonly Lexeme[]) {}

  parse(): QueryNode | null {
    const nodes: QueryNode[] = [];
    while (this.#at < this.lexemes.length) {
      const node = this.#sequence();
      if (node) nodes.push(node);
      if (this.#at < this.lexemes.length) this.#at++; // a parenthesis that closes nothing
    }
    return joined('and', nodes);
  }

  #sequence(): QueryNode | null {
    const nodes: QueryNode[] = [];
    for (let kind = this.#kind(); kind !== undefined && kind !== ')'; kind = this.#kind()) {
      const node = this.#alternatives();
      if (node) nodes.push(node);
    }
    return joined('and', nodes);
  }

  #alternatives(): QueryNode | null {
    const nodes: QueryNode[] = [];
    do {
      while (this.#kind() === 'or' || this.#kind() === 'and') this.#at++;
      const node = this.#one();
      if (node) nodes.push(node);
    } while (this.#kind() === 'or');
    return joined('or', nodes);
  }

  #one(): QueryNode | null {
    const lexeme = this.lexemes[this.#at];
    if (!lexeme || lexeme.kind === ')') return null;
    this.#at++;
    if (lexeme.kind === 'part') return lexeme.node;
    if (++this.#depth > DEEPEST) throw refused(`The query is nested too deeply: at most ${DEEPEST} levels.`);
    try {
      return lexeme.kind === 'not' ? negated(this.#one()) : this.#inParentheses();
    } finally {
      this.#depth--;
    }
  }

  #inParentheses(): QueryNode | null {
    const node = this.#sequence();
    if (this.#kind() === ')') this.#at++;
    return node;
  }

  #kind(): Lexeme['kind'] | undefined {
    return this.lexemes[this.#at]?.kind;
  }
}

const negated = (node: QueryNode | null): QueryNode | null => (node ? { kind: 'not', node } : null);

function joined(kind: 'and' | 'or', nodes: readonly QueryNode[]): QueryNode | null {
  return nodes.length <= 1 ? (nodes[0] ?? null) : { kind, nodes };
}
