/** The functions of XPath 1.0, and four popular ones of XPath 2: ends-with, lower-case, upper-case, matches. */
import { isTag } from 'domhandler';
import { compileRe2 } from '../../../../model/index.js';
import { AttributeNode, localPart, namespaceAt, prefixPart, type TreeNode } from '../../tree/nodes.js';
import { isNodes, nodeText, toBoolean, toNumber, toText, type XValue } from './values.js';

/** The node and position at which an expression is evaluated. */
export interface Focus {
  readonly node: TreeNode;
  readonly position: number;
  readonly size: number;
}

type XFunction = (args: readonly XValue[], focus: Focus) => XValue;
interface Entry {
  readonly least: number;
  readonly most: number;
  readonly call: XFunction;
}

const text = (args: readonly XValue[], at: number): string => toText(args[at] ?? '');
const own = (args: readonly XValue[], focus: Focus): XValue => args[0] ?? [focus.node];
const entry = (least: number, most: number, call: XFunction): Entry => ({ least, most, call });

export const FUNCTIONS: ReadonlyMap<string, Entry> = new Map(
  Object.entries({
    last: entry(0, 0, (_, focus) => focus.size),
    position: entry(0, 0, (_, focus) => focus.position),
    count: entry(1, 1, ([nodes]) => (nodes !== undefined && isNodes(nodes) ? nodes.length : 0)),
    'local-name': entry(0, 1, (args, focus) => localPart(nameOf(own(args, focus)))),
    name: entry(0, 1, (args, focus) => nameOf(own(args, focus))),
    'namespace-uri': entry(0, 1, (args, focus) => namespaceOf(own(args, focus))),
    string: entry(0, 1, (args, focus) => toText(own(args, focus))),
    concat: entry(2, 99, (args) => args.map(toText).join('')),
    'starts-with': entry(2, 2, (args) => text(args, 0).startsWith(text(args, 1))),
    'ends-with': entry(2, 2, (args) => text(args, 0).endsWith(text(args, 1))),
    contains: entry(2, 2, (args) => text(args, 0).includes(text(args, 1))),
    'substring-before': entry(2, 2, (args) => before(text(args, 0), text(args, 1))),
    'substring-after': entry(2, 2, (args) => after(text(args, 0), text(args, 1))),
    substring: entry(2, 3, substring),
    'string-length': entry(0, 1, (args, focus) => [...toText(own(args, focus))].length),
    'normalize-space': entry(0, 1, (args, focus) =>
      toText(own(args, focus))
        .replace(/[ \t\r\n]+/g, ' ')
        .trim(),
    ),
    translate: entry(3, 3, (args) => translate(text(args, 0), text(args, 1), text(args, 2))),
    'lower-case': entry(1, 1, (args) => text(args, 0).toLowerCase()),
    'upper-case': entry(1, 1, (args) => text(args, 0).toUpperCase()),
    matches: entry(2, 2, (args) => compileRe2(text(args, 1)).test(text(args, 0))),
    boolean: entry(1, 1, (args) => toBoolean(args[0] ?? false)),
    not: entry(1, 1, (args) => !toBoolean(args[0] ?? false)),
    true: entry(0, 0, () => true),
    false: entry(0, 0, () => false),
    lang: entry(1, 1, (args, focus) => isLanguage(focus.node, text(args, 0))),
    number: entry(0, 1, (args, focus) => toNumber(own(args, focus))),
    sum: entry(1, 1, ([nodes]) => (nodes !== undefined && isNodes(nodes) ? sum(nodes) : Number.NaN)),
    floor: entry(1, 1, (args) => Math.floor(toNumber(args[0] ?? ''))),
    ceiling: entry(1, 1, (args) => Math.ceil(toNumber(args[0] ?? ''))),
    round: entry(1, 1, (args) => Math.round(toNumber(args[0] ?? ''))),
  }),
);

const sum = (nodes: readonly TreeNode[]): number => nodes.reduce((total, node) => total + toNumber(nodeText(node)), 0);

function nameOf(value: XValue): string {
  const node = isNodes(value) ? value[0] : undefined;
  if (node instanceof AttributeNode) return node.name;
  return node !== undefined && isTag(node) ? node.name : '';
}

function namespaceOf(value: XValue): string {
  const node = isNodes(value) ? value[0] : undefined;
  if (node instanceof AttributeNode) return node.name.includes(':') ? (namespaceAt(node.owner, prefixPart(node.name)) ?? '') : '';
  return node !== undefined && isTag(node) ? (node.namespace ?? '') : '';
}

function before(value: string, mark: string): string {
  const at = value.indexOf(mark);
  return at < 0 ? '' : value.slice(0, at);
}

function after(value: string, mark: string): string {
  const at = value.indexOf(mark);
  return at < 0 ? '' : value.slice(at + mark.length);
}

/** Positions count from 1, are rounded, and may lie outside the text. */
function substring(args: readonly XValue[]): string {
  const from = Math.round(toNumber(args[1] ?? ''));
  const until = args[2] === undefined ? Number.POSITIVE_INFINITY : from + Math.round(toNumber(args[2]));
  return [...text(args, 0)].filter((_, at) => at + 1 >= from && at + 1 < until).join('');
}

function translate(value: string, from: string, to: string): string {
  const wanted = [...to];
  const table = new Map<string, string>();
  for (const [at, letter] of [...from].entries()) if (!table.has(letter)) table.set(letter, wanted[at] ?? '');
  return [...value].map((letter) => table.get(letter) ?? letter).join('');
}

function isLanguage(start: TreeNode, wanted: string): boolean {
  for (let node = start instanceof AttributeNode ? start.owner : start; node; node = node.parent as typeof node) {
    const language = isTag(node) ? (node.attribs['xml:lang'] ?? node.attribs['lang']) : undefined;
    if (language !== undefined)
      return language.toLowerCase() === wanted.toLowerCase() || language.toLowerCase().startsWith(`${wanted.toLowerCase()}-`);
  }
  return false;
}
