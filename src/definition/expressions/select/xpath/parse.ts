/** Parses XPath 1.0 into a syntax tree. */
import { ExpressionError } from '../../content-error.js';
import { isOperatorNext, type Token, tokens } from './tokens.js';

export type Axis =
  | 'ancestor'
  | 'ancestor-or-self'
  | 'attribute'
  | 'child'
  | 'descendant'
  | 'descendant-or-self'
  | 'following'
  | 'following-sibling'
  | 'parent'
  | 'preceding'
  | 'preceding-sibling'
  | 'self';

export const AXES: ReadonlySet<string> = new Set<Axis>([
  'ancestor',
  'ancestor-or-self',
  'attribute',
  'child',
  'descendant',
  'descendant-or-self',
  'following',
  'following-sibling',
  'parent',
  'preceding',
  'preceding-sibling',
  'self',
]);

/** `name`: `*`, `prefix:*`, `prefix:local` or `local`; `type`: node(), text(), comment(), processing-instruction(). */
export type NodeTest = { readonly name: string } | { readonly type: 'node' | 'text' | 'comment' | 'processing-instruction' };

export interface Step {
  readonly axis: Axis;
  readonly test: NodeTest;
  readonly predicates: readonly Syntax[];
}

export type Syntax =
  | { readonly kind: 'literal'; readonly value: string | number }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Syntax; readonly right: Syntax }
  | { readonly kind: 'negate'; readonly of: Syntax }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Syntax[] }
  | { readonly kind: 'filter'; readonly of: Syntax; readonly predicates: readonly Syntax[] }
  /** When `from` is null the path starts at the current node, or at the root if it is absolute. */
  | { readonly kind: 'path'; readonly absolute: boolean; readonly from: Syntax | null; readonly steps: readonly Step[] };

const NODE_TYPES: ReadonlySet<string> = new Set(['node', 'text', 'comment', 'processing-instruction']);
const MAX_NESTING = 64;
const ANY_NODE: Step = { axis: 'descendant-or-self', test: { type: 'node' }, predicates: [] };

/** From the operator that binds least to the one that binds most. */
const BINARY: readonly (readonly string[])[] = [['or'], ['and'], ['=', '!='], ['<', '<=', '>', '>='], ['+', '-'], ['*', 'div', 'mod']];

export function parseXPath(source: string, where: string): Syntax {
  return new XPathParser(source, where).parse();
}

class XPathParser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #nesting = 0;
  readonly #source: string;
  readonly #where: string;

  constructor(source: string, where: string) {
    this.#source = source;
    this.#where = where;
    const read = tokens(source);
    if (typeof read === 'number') this.#fail(`character ${read + 1} is not expected there`);
    this.#tokens = read as readonly Token[];
  }

  parse(): Syntax {
    const syntax = this.#expression();
    if (this.#at < this.#tokens.length) this.#fail(`"${this.#peek()}" is not expected there`);
    return syntax;
  }

  #expression(): Syntax {
    if (++this.#nesting > MAX_NESTING) this.#fail('it is nested too deeply');
    const syntax = this.#binary(0);
    this.#nesting--;
    return syntax;
  }

  #binary(level: number): Syntax {
    const operators = BINARY[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    while (operators.includes(this.#peek()) && isOperatorNext(this.#tokens, this.#at)) {
      const operator = this.#take();
      left = { kind: 'binary', operator, left, right: this.#binary(level + 1) };
    }
    return left;
  }

  #unary(): Syntax {
    let minuses = 0;
    while (this.#accept('-')) minuses++;
    const syntax = this.#union();
    return minuses === 0 ? syntax : { kind: 'negate', of: minuses % 2 ? syntax : { kind: 'negate', of: syntax } };
  }

  #union(): Syntax {
    let left = this.#path();
    while (this.#accept('|')) left = { kind: 'binary', operator: '|', left, right: this.#path() };
    return left;
  }

  #path(): Syntax {
    const primary = this.#primary();
    if (primary === null) return this.#location();
    const predicates = this.#predicates();
    const from: Syntax = predicates.length ? { kind: 'filter', of: primary, predicates } : primary;
    if (this.#peek() !== '/' && this.#peek() !== '//') return from;
    return { kind: 'path', absolute: false, from, steps: this.#steps(this.#slashes()) };
  }

  #location(): Syntax {
    const absolute = this.#peek() === '/' || this.#peek() === '//';
    const before = absolute ? this.#slashes() : [];
    if (absolute && !before.length && !this.#stepFollows()) return { kind: 'path', absolute, from: null, steps: [] };
    return { kind: 'path', absolute, from: null, steps: this.#steps(before) };
  }

  #steps(before: Step[]): Step[] {
    const steps = [...before, this.#step()];
    while (this.#peek() === '/' || this.#peek() === '//') steps.push(...this.#slashes(), this.#step());
    return steps;
  }

  #slashes(): Step[] {
    return this.#take() === '//' ? [ANY_NODE] : [];
  }

  #stepFollows(): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && (token.kind === 'name' || ['.', '..', '@', '*'].includes(token.text));
  }

  #step(): Step {
    if (this.#accept('.')) return { axis: 'self', test: { type: 'node' }, predicates: [] };
    if (this.#accept('..')) return { axis: 'parent', test: { type: 'node' }, predicates: [] };
    const axis = this.#axis();
    return { axis, test: this.#test(), predicates: this.#predicates() };
  }

  #axis(): Axis {
    if (this.#accept('@')) return 'attribute';
    if (this.#tokens[this.#at + 1]?.text !== '::') return 'child';
    const name = this.#take();
    if (!AXES.has(name)) this.#fail(`there is no axis ${name}`);
    this.#take();
    return name as Axis;
  }

  #test(): NodeTest {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'name' && token?.text !== '*')
      return this.#fail(token ? `"${token.text}" is not expected there` : 'it ends too early');
    this.#at++;
    if (!NODE_TYPES.has(token.text) || !this.#accept('(')) return { name: token.text };
    if (this.#tokens[this.#at]?.kind === 'literal') this.#at++;
    this.#expect(')');
    return { type: token.text as 'node' };
  }

  #predicates(): Syntax[] {
    const predicates: Syntax[] = [];
    while (this.#accept('[')) {
      predicates.push(this.#expression());
      this.#expect(']');
    }
    return predicates;
  }

  /** Null when a location path begins instead. */
  #primary(): Syntax | null {
    const token = this.#tokens[this.#at];
    if (token?.kind === 'literal' || token?.kind === 'number') {
      this.#at++;
      return { kind: 'literal', value: token.kind === 'number' ? Number(token.text) : token.text };
    }
    if (token?.text === '(') return this.#parenthesised();
    if (token?.text === '$') this.#fail('variables are not known; use functions around the path instead');
    const isCall = token?.kind === 'name' && !NODE_TYPES.has(token.text) && this.#tokens[this.#at + 1]?.text === '(';
    return isCall ? this.#call() : null;
  }

  #parenthesised(): Syntax {
    this.#take();
    const syntax = this.#expression();
    this.#expect(')');
    return syntax;
  }

  #call(): Syntax {
    const name = this.#take();
    this.#expect('(');
    const args: Syntax[] = [];
    while (!this.#accept(')')) {
      if (args.length) this.#expect(',');
      args.push(this.#expression());
    }
    return { kind: 'call', name, args };
  }

  #peek(): string {
    const token = this.#tokens[this.#at];
    return token === undefined || token.kind === 'literal' ? '' : token.text;
  }

  #take(): string {
    return this.#tokens[this.#at++]?.text ?? '';
  }

  #accept(text: string): boolean {
    if (this.#peek() !== text) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#accept(text))
      this.#fail(`"${text}" is missing ${this.#at < this.#tokens.length ? `before "${this.#peek()}"` : 'at the end'}`);
  }

  #fail(message: string): never {
    throw new ExpressionError(this.#where, `${this.#source} is no XPath: ${message}`);
  }
}
