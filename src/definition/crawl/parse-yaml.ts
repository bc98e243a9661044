/**
 * YAML text → value and places, or problems in words that a newcomer can act on.
 *
 * The file is bounded before the parser sees it: nesting (the parser recurses until the process dies), aliases (a few
 * lines can expand to gigabytes) and, in read-file, size. Repeated keys are found here, because the parser's own check
 * takes seconds for some thousands of keys.
 */
import {
  type Alias,
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  Parser,
  visit,
  type YAMLParseError,
} from 'yaml';
import { DefinitionError, type Problem, problemAt } from './problem.js';
import { NO_PARTS, type SourceNode, type SourcePart, type SourceText } from './source-tree.js';

const MAX_NESTING = 100;
const MAX_ALIASES = 100;
const MAX_ERRORS = 20;
/** Tokens by which the lexer marks document, end of flow and scalar; they are not part of the text. */
const MARKERS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

export function parseYaml(source: SourceText): { value: unknown; root: SourceNode } {
  refuseDeepNesting(source);
  const document = parseDocument(source);
  refuse(syntaxProblems(document, source));
  refuse([...aliasProblems(document, source), ...repeatedKeys(document, source), ...tagProblems(document, source)]);
  return { value: valueOf(document, source), root: treeOf(document.contents, document, new Map()) };
}

const refuse = (problems: readonly Problem[]) => {
  if (problems.length > 0) throw new DefinitionError(problems);
};

function parseDocument(source: SourceText): Document.Parsed {
  // SourceText computes line numbers, so the parser need not write its own, slower error texts.
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, merge: true });
  const documents = [...composer.compose(new Parser().parse(source.text), true, source.text.length)];
  const [first, second] = documents;
  if (second) {
    throw new DefinitionError([
      problemAt(source.place(first?.range[2] ?? 0), '', 'a file holds one definition; `---` may stand only at its top.'),
    ]);
  }
  return first as Document.Parsed;
}

/** Tokens with their offsets. A quoted text and a comment are one token each. */
function* tokensOf(source: SourceText): Generator<{ token: string; offset: number }> {
  let offset = 0;
  for (const token of new Lexer().lex(source.text)) {
    if (MARKERS.has(token)) continue;
    yield { token, offset };
    offset += token.length;
  }
}

/** Counts nesting by brackets, by dashes in a row and by indentation. */
function refuseDeepNesting(source: SourceText): void {
  let brackets = 0;
  let dashes = 0;
  for (const { token, offset } of tokensOf(source)) {
    if (token === '[' || token === '{') brackets++;
    else if (token === ']' || token === '}') brackets--;
    else if (token === '-' || token === '?') dashes++;
    else if (token.endsWith('\n')) dashes = 0;
    const indent = dashes === 0 && /^ +$/.test(token) ? token.length : 0;
    if (brackets <= MAX_NESTING && dashes <= MAX_NESTING && indent <= MAX_NESTING * 4) continue;
    throw new DefinitionError([
      problemAt(source.place(offset), '', `this is nested more than ${MAX_NESTING} levels deep, which no definition needs.`),
    ]);
  }
}

/** At most one problem per line: after its first error the parser reports follow-up errors. */
function syntaxProblems(document: Document.Parsed, source: SourceText): Problem[] {
  const byLine = new Map<number, Problem>();
  for (const error of document.errors.slice(0, MAX_ERRORS)) {
    const { start, end, message } = syntaxFault(error, source);
    const line = source.lineOf(start);
    if (!byLine.has(line)) byLine.set(line, problemAt(source.place(start, end), '', message));
  }
  return [...byLine.values()];
}

interface Fault {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

/** An unclosed bracket or quote is reported where it opens; the parser only reports where it gave up. */
function syntaxFault(error: YAMLParseError, source: SourceText): Fault {
  const [start, end] = error.pos;
  const missing = /end with a ([\]}])/.exec(error.message)?.[1];
  if (error.code === 'BAD_INDENT' && missing) {
    const open = openBracket(source, start, missing === ']' ? '[' : '{');
    return { start: open, end: open + 1, message: `\`${missing}\` is missing: what opens here is not closed.` };
  }
  if (error.code === 'MISSING_CHAR' && error.message.includes('quote')) {
    const open = openQuote(source);
    return { start: open, end: open + 1, message: 'this quotation mark is never closed.' };
  }
  return { start, end, message: syntaxSentence(error, source.text.slice(start, end)) };
}

/** The innermost bracket of this kind that is still open at an offset. */
function openBracket(source: SourceText, before: number, bracket: '[' | '{'): number {
  const open: { token: string; offset: number }[] = [];
  for (const { token, offset } of tokensOf(source)) {
    if (offset >= before) break;
    if (token === '[' || token === '{') open.push({ token, offset });
    else if (token === ']' || token === '}') open.pop();
  }
  return open.findLast(({ token }) => token === bracket)?.offset ?? before;
}

function openQuote(source: SourceText): number {
  for (const { token, offset } of tokensOf(source)) {
    const [quote = ''] = token;
    if ((quote === '"' || quote === "'") && (token.length === 1 || !token.endsWith(quote))) return offset;
  }
  return source.text.length;
}

function syntaxSentence(error: YAMLParseError, text: string): string {
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return 'YAML is indented with spaces; this line starts with a tab.';
    case 'BAD_INDENT':
      return 'this line is indented differently from the lines it belongs to; fields of one section start in the same column.';
    case 'MISSING_CHAR':
    case 'MULTILINE_IMPLICIT_KEY':
      return /^-\S/.test(text)
        ? 'an entry of a list needs a space after its dash: `- entry`.'
        : 'a field needs a colon and a space after its name: `name: value`.';
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'this value contains a colon followed by a space, which starts a new field; put the value in quotes.';
    case 'BAD_SCALAR_START':
      return `a value cannot start with \`${text}\` in YAML; put it in quotes.`;
    default:
      return `this is not valid YAML: ${error.message.replace(/\.?$/, '.')}`;
  }
}

/** A glob starts with `*`, which is an alias in YAML: the most common slip in a scope. */
function aliasProblems(document: Document.Parsed, source: SourceText): Problem[] {
  const problems: Problem[] = [];
  visit(document, {
    Alias(_key, alias) {
      const [start, end] = alias.range ?? [0, 0];
      if (alias.resolve(document)) return;
      const message =
        'in YAML a value that starts with `*` refers to an anchor, and there is none of that name. For a pattern, put it in quotes.';
      problems.push(problemAt(source.place(start, end), '', message, `'${source.text.slice(start, end)}'`));
    },
  });
  return problems;
}

function repeatedKeys(document: Document.Parsed, source: SourceText): Problem[] {
  const problems: Problem[] = [];
  visit(document, {
    Map(_key, map) {
      const seen = new Map<string, number>();
      for (const pair of map.items) {
        const { name, start, end } = keyOf(pair as Pair<Node, Node>);
        const earlier = seen.get(name);
        if (earlier === undefined) seen.set(name, start);
        else if (name !== '<<') {
          problems.push(
            problemAt(source.place(start, end), name, `\`${name}\` is given twice; it is already on line ${source.lineOf(earlier)}.`),
          );
        }
      }
    },
  });
  return problems;
}

function tagProblems(document: Document.Parsed, source: SourceText): Problem[] {
  return document.warnings.map(({ pos: [start, end] }) => {
    return problemAt(
      source.place(start, end),
      '',
      `a definition has no use for YAML tags such as \`${source.text.slice(start, end)}\`; put the value in quotes if it is text.`,
    );
  });
}

function valueOf(document: Document.Parsed, source: SourceText): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    const message = `the file refers to its anchors so often that it would grow out of all bounds (more than ${MAX_ALIASES} times).`;
    throw new DefinitionError([problemAt(source.place(0), '', message)], { cause });
  }
}

function treeOf(node: Node | null, document: Document.Parsed, done: Map<Node, SourceNode>): SourceNode {
  if (!node) return { start: 0, end: 0, parts: NO_PARTS };
  const known = done.get(node);
  if (known) return known;
  const [start, end] = node.range ?? [0, 0];
  const parts = new Map<string | number, SourcePart>();
  const made: SourceNode = { start, end, parts };
  done.set(node, made);
  if (isAlias(node)) return aliasTree(node, made, document, done);
  for (const [step, part] of partsOf(node, document, done)) parts.set(step, part);
  return made;
}

/** The place of the alias, the parts of the anchor: an error inside is shown where it is written. */
function aliasTree(alias: Alias, own: SourceNode, document: Document.Parsed, done: Map<Node, SourceNode>): SourceNode {
  const target = alias.resolve(document);
  return target ? { ...own, parts: treeOf(target as Node, document, done).parts } : own;
}

function* partsOf(node: Node, document: Document.Parsed, done: Map<Node, SourceNode>): Generator<[string | number, SourcePart]> {
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      const tree = treeOf(item as Node, document, done);
      yield [index, { keyStart: tree.start, keyEnd: tree.end, node: tree }];
    }
  } else if (isMap(node)) {
    for (const pair of node.items as Pair<Node, Node>[]) {
      const { name, start, end } = keyOf(pair);
      const tree = treeOf(pair.value, document, done);
      if (name === '<<') yield* tree.parts;
      const empty = tree.start === tree.end;
      yield [name, { keyStart: start, keyEnd: end, node: empty ? { start, end, parts: tree.parts } : tree }];
    }
  }
}

function keyOf(pair: Pair<Node, Node>): { name: string; start: number; end: number } {
  const [start, end] = pair.key?.range ?? [0, 0];
  return { name: isScalar(pair.key) ? String(pair.key.value) : String(pair.key), start, end };
}
