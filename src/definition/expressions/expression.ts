/**
 * Expressions: a selector, a list of alternatives, a function or a pipeline, nested at will and compiled once.
 *
 * A result is always a list. An empty text is no value. Compiling finds every mistake that can be found without a page,
 * and says where it is.
 */
import { nearest } from '../../model/index.js';
import type { Content } from './content.js';
import { ContentError, ExpressionError } from './content-error.js';
import { type Found, textOf } from './found.js';
import type { Arguments, Compiler, FieldFunction } from './functions/function.js';
import { FUNCTIONS } from './functions/table.js';
import { type Context, type Evaluate, firstThatYields, PageNeeded, type Scope, scopeOf } from './scope.js';
import { compileSelector } from './select/select.js';

/** As a connector writes it. */
export type Expression = string | { readonly [name: string]: unknown } | readonly Expression[];

export interface ExpressionOptions {
  /** What the expression will query, if known: selectors are then checked at once. */
  readonly as?: Content['as'];
  /** Sets of patterns by name. */
  readonly sets?: Readonly<Record<string, readonly string[]>>;
  /** The sets are not known here, so names of sets are not checked. */
  readonly anySet?: boolean;
}

export interface Compiled {
  values(context: Context): string[];
  /** Finds rows, each to be passed as `node` of another context. */
  nodes(context: Context): Found[];
  /** The same for expressions that may contain the function `fetch`. */
  valuesAsync(context: Context): Promise<string[]>;
  nodesAsync(context: Context): Promise<Found[]>;
  /** Finds values without resolving pairs of name and value. */
  found(context: Context, fetched?: Map<string, Content | null>): readonly Found[];
}

const MAX_NESTING = 50;
const MAX_FETCHES = 50;
const MAX_VALUES = 100_000;

export function compileExpression(expression: Expression, where: string, options: ExpressionOptions = {}): Compiled {
  return new CompiledExpression(new ExpressionCompiler(where, options, 0).expression(expression), where);
}

class CompiledExpression implements Compiled {
  readonly #evaluate: Evaluate;
  readonly #where: string;

  constructor(evaluate: Evaluate, where: string) {
    this.#evaluate = evaluate;
    this.#where = where;
  }

  values(context: Context): string[] {
    return textsOf(this.found(context));
  }

  nodes(context: Context): Found[] {
    return [...this.#run(scopeOf(context, true))];
  }

  found(context: Context, fetched?: Map<string, Content | null>): readonly Found[] {
    return this.#run(scopeOf(context, false, fetched));
  }

  async valuesAsync(context: Context): Promise<string[]> {
    return textsOf(await withPages(context, (fetched) => this.#run(scopeOf(context, false, fetched))));
  }

  async nodesAsync(context: Context): Promise<Found[]> {
    return [...(await withPages(context, (fetched) => this.#run(scopeOf(context, true, fetched))))];
  }

  #run(scope: Scope): readonly Found[] {
    try {
      return this.#evaluate(scope).slice(0, MAX_VALUES);
    } catch (error) {
      throw error instanceof ContentError ? new ContentError(`${this.#where}: ${error.message}`, { cause: error }) : error;
    }
  }
}

const textsOf = (found: readonly Found[]): string[] => found.map(textOf).filter((text) => text !== '');

/** Evaluates; when a page is missing, fetches it and evaluates again. Pages are few, and evaluating is quick. */
export async function withPages<T>(context: Context, evaluate: (fetched: Map<string, Content | null>) => T): Promise<T> {
  const fetched = new Map<string, Content | null>();
  for (;;) {
    try {
      return evaluate(fetched);
    } catch (error) {
      if (!(error instanceof PageNeeded) || !context.fetch) throw error;
      if (fetched.size >= MAX_FETCHES) throw new ContentError(`the function fetch asked for more than ${MAX_FETCHES} pages`);
      fetched.set(error.url, await context.fetch(error.url));
    }
  }
}

class ExpressionCompiler implements Compiler {
  readonly where: string;
  readonly options: ExpressionOptions;
  readonly #depth: number;

  constructor(where: string, options: ExpressionOptions, depth: number) {
    this.where = where;
    this.options = options;
    this.#depth = depth;
    if (depth > MAX_NESTING) this.fail('it is nested too deeply');
  }

  fail(message: string): never {
    throw new ExpressionError(this.where, message);
  }

  inside(step: string): ExpressionCompiler {
    return new ExpressionCompiler(`${this.where}${step}`, this.options, this.#depth + 1);
  }

  expression(expression: unknown): Evaluate {
    if (typeof expression === 'function') return expression as Evaluate;
    if (typeof expression === 'string') return this.#selector(expression);
    if (typeof expression === 'number' || typeof expression === 'boolean') return () => [String(expression)];
    if (Array.isArray(expression)) return this.#alternatives(expression);
    if (typeof expression !== 'object' || expression === null)
      return this.fail('an expression is a selector, a list or a function; nothing stands here');
    return 'from' in expression ? this.#pipeline(expression as Arguments) : this.#function(expression as Arguments);
  }

  /** The expression under `of`; left out, what the function is applied to. */
  of(args: Arguments): Evaluate {
    return args.of === undefined ? (scope) => [scope.node] : this.inside('.of').expression(args.of);
  }

  #selector(source: string): Evaluate {
    const select = compileSelector(source, this.where, this.options.as);
    return (scope) => select(scope.node);
  }

  #alternatives(expressions: readonly unknown[]): Evaluate {
    const compiled = expressions.map((each, at) => this.inside(`[${at}]`).expression(each));
    return (scope) => firstThatYields(compiled, scope);
  }

  #function(expression: Arguments): Evaluate {
    const names = Object.keys(expression);
    const [name = ''] = names;
    if (names.length !== 1)
      this.fail(`a function is one name with its values; here are ${names.length ? names.join(', ') : 'none'}${hintFor(names)}`);
    return this.inside(`.${name}`).call(name, expression[name], this.where);
  }

  #pipeline(expression: Arguments): Evaluate {
    const { from, then, ...others } = expression;
    if (Object.keys(others).length) this.fail(`a pipeline has from and then; ${Object.keys(others).join(', ')} is not expected there`);
    let current = this.inside('.from').expression(from);
    for (const [at, step] of (Array.isArray(then) ? then : then === undefined ? [] : [then]).entries())
      current = this.inside(`.then[${at}]`).#pipeStep(step, current);
    return current;
  }

  #pipeStep(step: unknown, before: Evaluate): Evaluate {
    if (typeof step === 'string') return this.call(step, { of: before }, this.where);
    const entries = typeof step === 'object' && step !== null && !Array.isArray(step) ? Object.entries(step) : [];
    const [name, given] = entries[0] ?? [];
    if (entries.length !== 1 || name === undefined)
      return this.fail('a step of a pipeline is the name of a function, or one function with its values');
    const entry = this.#entry(name, this.where);
    return this.inside(`.${name}`).#compiled(entry, { ...asArguments(entry.name, given), of: before });
  }

  call(name: string, given: unknown, where: string): Evaluate {
    const entry = this.#entry(name, where);
    return this.#compiled(entry, asArguments(entry.name, given));
  }

  #entry(name: string, where: string): FieldFunction {
    const entry = FUNCTIONS.get(name);
    if (entry) return entry;
    const meant = nearest(name, FUNCTIONS.keys());
    throw new ExpressionError(where, `there is no function "${name}"${meant ? `; did you mean ${meant}?` : ''}`);
  }

  #compiled(entry: FieldFunction, args: Arguments): Evaluate {
    const checked = entry.takes.safeParse(args);
    if (!checked.success) {
      const { path, message } = checked.error.issues[0] ?? { path: [], message: 'wrong' };
      this.fail(
        `${[...path.map(String), message].join(': ')}. ${entry.name} takes ${Object.keys(entry.takes.shape).join(', ') || 'nothing'}.`,
      );
    }
    return entry.compile(checked.data as Arguments, this);
  }
}

/** `{trim: x}` is short for `{trim: {of: x}}`. Each function has its own short form. */
export function asArguments(name: string, given: unknown): Arguments {
  if (isArguments(given)) return given;
  return given === null || given === undefined ? {} : { [FUNCTIONS.get(name)?.short ?? 'of']: given };
}

/** An object that is not an expression itself. */
function isArguments(given: unknown): given is Arguments {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || ('from' in given && 'then' in given)) return false;
  const names = Object.keys(given);
  return !(names.length === 1 && FUNCTIONS.has(names[0] ?? ''));
}

const hintFor = (names: readonly string[]): string =>
  names.includes('then')
    ? ' (a pipeline begins with from)'
    : names.length > 1 && FUNCTIONS.has(names[0] ?? '')
      ? `. Write { ${names[0]}: { … } } and put the others inside`
      : '';
