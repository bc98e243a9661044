/** Changes in the text of a connector: only the words that differ, so that comments, anchors and layout stay as they are. */
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, parse, parseDocument } from 'yaml';
import type { Expression } from '../../../definition/connector/index.js';
import type { Path } from '../../../definition/crawl/index.js';

export interface YamlChange {
  /** In the file. */
  readonly path: Path;
  readonly before: Expression;
  readonly after: Expression;
}

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Two rules that are one by an anchor are changed once. */
export function changeYaml(text: string, changes: readonly YamlChange[]): string {
  const document = parseDocument(text, { merge: true });
  const splices = new Map<number, Splice>();
  for (const { path, before, after } of changes)
    for (const splice of splicesFor({ document, text }, path, before, after))
      if (!splices.has(splice.start)) splices.set(splice.start, splice);
  return [...splices.values()]
    .toSorted((one, other) => other.start - one.start)
    .reduce((changed, { start, end, text: put }) => changed.slice(0, start) + put + changed.slice(end), text);
}

interface Source {
  readonly document: Document.Parsed;
  readonly text: string;
}

function splicesFor(source: Source, path: Path, before: unknown, after: unknown): Splice[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const steps = stepsOf(before, after);
  if (steps) return steps.flatMap(([step, one, other]) => splicesFor(source, [...path, step], one, other));
  const [start, end] = nodeAt(source.document, path)?.range ?? [];
  if (start === undefined || end === undefined) return [];
  // A block ends with the line end after it, which stays.
  const written = source.text.slice(start, end).trimEnd();
  return [{ start, end: start + written.length, text: plainAs(written, before, after) ?? flowText(after) }];
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of two values of one shape, what stands at the same places; null where their shapes differ. */
function stepsOf(one: unknown, other: unknown): [string | number, unknown, unknown][] | null {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length ? one.map((each: unknown, index) => [index, each, other[index] as unknown]) : null;
  if (!isMapping(one) || !isMapping(other) || Object.keys(one).join() !== Object.keys(other).join()) return null;
  return Object.keys(one).map((name) => [name, one[name], other[name]]);
}

/** Without quotation marks where the text before did without them, and the new one can. */
function plainAs(written: string, before: unknown, after: unknown): string | null {
  if (typeof after !== 'string' || written !== before || after.includes(': ') || after.includes(' #')) return null;
  const isFlowSafe = !/[,[\]{}]/.test(after) || /[,[\]{}]/.test(written);
  return isFlowSafe && /^[\p{L}./]/u.test(after) && parse(after) === after ? after : null;
}

function nodeAt(document: Document.Parsed, path: Path): Node | null {
  let node: unknown = document.contents;
  for (const step of path) {
    node = plain(node, document);
    if (isSeq(node)) node = node.items[Number(step)];
    else if (isMap(node)) node = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))?.value;
    else return null;
  }
  return plain(node, document) as Node | null;
}

const plain = (node: unknown, document: Document): unknown => (isAlias(node) ? node.resolve(document) : node);

/** On one line, with as few quotation marks as YAML allows. */
export function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (isMapping(value)) {
    const entries = Object.entries(value).map(([name, each]) => `${flowText(name)}: ${flowText(each)}`);
    return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}';
  }
  const text = String(value);
  const isPlain = typeof value !== 'string' || (/^[\p{L}./][\p{L}\p{N} ./_+>-]*$/u.test(text) && parse(text) === text);
  return isPlain && text.trim() === text ? text : `'${text.replaceAll("'", "''")}'`;
}

/** A connector of its own that says what one says together with what is changed in what it extends. */
export function standaloneYaml(
  own: string,
  id: string,
  base: string | null,
  inherited: readonly { readonly path: Path; readonly value: unknown }[],
): string {
  const document = parseDocument(own, { merge: true });
  if (base !== null) document.set('extends', base);
  if (!document.has('id')) document.set('id', id);
  for (const { path, value } of inherited) document.setIn(path, document.createNode(value));
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/** What a family says at the list a change stands in, with the change made. */
export function inheritedValue(text: string, path: Path): { readonly path: Path; readonly value: unknown } {
  const list = path.findIndex((step) => typeof step === 'number');
  const place = list < 0 ? path : path.slice(0, list);
  const value = place.reduce<unknown>((here, step) => (here as Record<string, unknown>)[step], parse(text, { merge: true }));
  return { path: place, value };
}
