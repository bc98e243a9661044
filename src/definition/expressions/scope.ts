/** What surrounds an expression while it is evaluated. */
import type { Content } from './content.js';
import { type Found, JsonNode, textOf } from './found.js';

export type Values = Readonly<Record<string, readonly string[]>>;

export interface Context {
  readonly content: Content;
  /** A row that `nodes` returned; left out: the whole content. */
  readonly node?: Found;
  /** Fields of the item found so far. */
  readonly fields?: Values;
  readonly parameters?: Values | ((name: string) => readonly string[] | string | null | undefined);
  /** Brings a page for the function `fetch`, or null when there is none. Only with valuesAsync, nodesAsync and readAsync. */
  readonly fetch?: (url: string) => Promise<Content | null>;
  /** Called with a sentence for everything that was given up. */
  readonly note?: (message: string) => void;
}

export interface Scope {
  readonly context: Context;
  /** The node that selectors start from. */
  readonly node: Found;
  /** Rows are wanted, so nodes without text count. */
  readonly wantsRows: boolean;
  readonly fetched: Map<string, Content | null>;
}

export type Evaluate = (scope: Scope) => readonly Found[];

export const scopeOf = (context: Context, wantsRows: boolean, fetched = new Map<string, Content | null>()): Scope => ({
  context,
  node: context.node ?? wholeOf(context.content),
  wantsRows,
  fetched,
});

export function wholeOf(content: Content): Found {
  if (content.root) return content.root;
  return content.as === 'json' ? new JsonNode(content.json) : content.source;
}

/** The values of a field of the item, or of a parameter. */
export function valuesNamed(context: Context, name: string): readonly string[] {
  const { fields = {}, parameters = {} } = context;
  if (Object.hasOwn(fields, name)) return fields[name] ?? [];
  const found = typeof parameters === 'function' ? parameters(name) : Object.hasOwn(parameters, name) ? parameters[name] : null;
  return typeof found === 'string' ? [found] : (found ?? []);
}

/** Thrown when a page is needed that has not been fetched: the evaluation fetches it and starts again. */
export class PageNeeded extends Error {
  override readonly name = 'PageNeeded';
  readonly url: string;

  constructor(url: string) {
    super(`the function fetch needs ${url}, and this place cannot wait for it`);
    this.url = url;
  }
}

export function firstThatYields(expressions: readonly Evaluate[], scope: Scope): readonly Found[] {
  for (const evaluate of expressions) {
    const found = evaluate(scope);
    if (found.some((each) => (scope.wantsRows && typeof each !== 'string') || textOf(each) !== '')) return found;
  }
  return [];
}
