/** Text to algebra. Nothing is looked at twice that is too long or too deep: the parser recurses, and so do we. */
import { toAlgebra } from '@traqula/algebra-sparql-1-1';
import type { Algebra } from '@traqula/algebra-transformations-1-1';
import { Parser } from '@traqula/parser-sparql-1-1';
import { checkWords, positionAt, tamePatterns } from './lexer.js';
import type { SparqlLimits } from './limits.js';
import { SparqlError, type SparqlPosition } from './sparql-error.js';

export interface ParsedSparql {
  readonly kind: 'query' | 'update';
  readonly algebra: Algebra.Operation;
  /** As the text declares them, for whoever writes the answer as Turtle. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** What relative IRIs are resolved against while the query runs. */
  readonly base: string | null;
  /** SELECT *: the variables have no order of their own. */
  readonly isWild: boolean;
}

export interface ParseOptions {
  readonly base?: string | undefined;
  /** Prefixes that need not be declared; what the text declares wins. */
  readonly prefixes?: Readonly<Record<string, string>> | undefined;
}

type Ast = ReturnType<Parser['parse']>;

/** Made once: putting the grammar together takes a while. */
let parser: Parser | null = null;

export function parseSparql(text: string, limits: SparqlLimits, { base, prefixes }: ParseOptions = {}): ParsedSparql {
  checkSize(text, limits);
  parser ??= makeParser();
  const withBase = base === undefined ? {} : { baseIRI: base };
  try {
    checkWords(text);
    const known = prefixes === undefined ? {} : { prefixes: { ...prefixes } };
    const ast = parser.parse(text, { ...withBase, ...known });
    const algebra = toAlgebra(ast, { quads: ast.type === 'update', ...withBase, ...known });
    return { kind: ast.type, algebra, prefixes: prefixesOf(ast), base: baseOf(ast) ?? base ?? null, isWild: isWild(ast) };
  } catch (error) {
    throw asSparqlError(error, text);
  }
}

/** Its type leaves out the handler of errors, which it passes on to the builder of parsers all the same. */
function makeParser(): Parser {
  tamePatterns();
  const options = { lexerConfig: { positionTracking: 'full' }, errorHandler: throwFirst } as const;
  return new Parser(options as ConstructorParameters<typeof Parser>[0]);
}

function checkSize(text: string, { length, depth }: SparqlLimits): void {
  if (text.length > length)
    throw new SparqlError('too-long', `The query has ${text.length} characters; at most ${length} are allowed. Ask for less at a time.`);
  if (depthOf(text) > depth)
    throw new SparqlError('too-deep', `The query has more than ${depth} brackets within brackets. Take some of them away.`);
}

/** Counts brackets in texts and comments too: more than enough is still more than anyone needs. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x28 || char === 0x5b || char === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (char === 0x29 || char === 0x5d || char === 0x7d) depth = Math.max(0, depth - 1);
  }
  return deepest;
}

interface Mistake {
  readonly message: string;
  readonly token: { readonly image: string; readonly startLine?: number; readonly startColumn?: number };
}

function throwFirst(mistakes: readonly Mistake[]): never {
  const { message, token } = mistakes[0] as Mistake;
  const { image, startLine, startColumn } = token;
  const isKnown = startLine !== undefined && startColumn !== undefined && !Number.isNaN(startLine);
  const position = isKnown ? { line: startLine, column: startColumn } : null;
  throw new SparqlError('syntax', `${image === '' ? 'it ends too early' : `“${image}” is not expected here`}; ${expectedIn(message)}`, {
    position,
  });
}

/** The parser lists every token there is; some of them tell enough. */
const MOST_NAMED = 8;

function expectedIn(message: string): string {
  const names = [...message.matchAll(/\d\. \[([^[\]]*)\]/g)].map(([, name]) => name);
  const [, single] = /type -->\s*(\S+)\s*<--/.exec(message) ?? [];
  if (names.length) return `expected ${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? ', …' : ''}`;
  return single ? `expected ${single}` : (message.split('\n')[0] ?? '');
}

function asSparqlError(error: unknown, text: string): SparqlError {
  if (error instanceof SparqlError && error.position) return withPlace(error, error.position, text);
  if (error instanceof SparqlError) return new SparqlError('syntax', `The query is not SPARQL: ${error.message}.`, { cause: error });
  if (error instanceof RangeError)
    return new SparqlError('too-deep', 'The query is nested too deeply, or a part of it is too long. Take some of it away.', {
      cause: error,
    });
  const { message } = error as Error;
  const offset = /at offset: (\d+)/.exec(message)?.[1] ?? placeOfName(message, text);
  if (offset === null) return new SparqlError('syntax', `The query is not SPARQL: ${message}`, { cause: error });
  return withPlace(
    new SparqlError('syntax', message.replace(/ at offset.*/s, ''), { cause: error }),
    positionAt(text, Number(offset)),
    text,
  );
}

/** Errors about a prefix name it, but not where it stands. */
function placeOfName(message: string, text: string): number | null {
  const prefix = /^Unknown prefix: (.*)$/.exec(message)?.[1];
  if (prefix === undefined) return null;
  const at = text.indexOf(`${prefix}:`);
  return at < 0 ? null : at;
}

const WIDEST_SHOWN = 160;

/** The line itself is shown with a mark below, unless it is too long to be of help. */
function withPlace(error: SparqlError, position: SparqlPosition, text: string): SparqlError {
  const { line, column } = position;
  const shown = text.split('\n')[line - 1] ?? '';
  const picture = shown.length > WIDEST_SHOWN ? '' : `\n${shown}\n${' '.repeat(column - 1)}^`;
  return new SparqlError('syntax', `The query is not SPARQL: line ${line}, column ${column}: ${error.message}.${picture}`, {
    cause: error,
    position,
  });
}

const contextsOf = (ast: Ast) => (ast.type === 'query' ? ast.context : ast.updates.flatMap(({ context }) => context));

function prefixesOf(ast: Ast): Record<string, string> {
  const found: Record<string, string> = {};
  for (const each of contextsOf(ast)) if (each.subType === 'prefix' && /^\w*$/.test(each.key)) found[each.key] = each.value.value;
  return found;
}

function baseOf(ast: Ast): string | null {
  const declared = contextsOf(ast).findLast((each) => each.subType === 'base');
  return declared?.subType === 'base' ? declared.value.value : null;
}

const isWild = (ast: Ast): boolean =>
  ast.type === 'query' && ast.subType === 'select' && ast.variables.some(({ type }) => type === 'wildcard');
