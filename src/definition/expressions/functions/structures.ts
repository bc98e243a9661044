/** Functions for the odd shapes of rows: blocks without an end, arguments of scripts, meta tags that belong together. */
import { type AnyNode, cloneNode, Document, isTag, type NodeWithChildren } from 'domhandler';
import { z } from 'zod';
import { type Content, contentOf, register } from '../content.js';
import { type Found, isTree, Pair, sourceOf } from '../found.js';
import { selectorOf } from '../select/select.js';
import { compileTemplate } from '../template.js';
import { elementsIn } from '../tree/find.js';
import { attributeOf, childrenOf, orderOf, setOrder } from '../tree/nodes.js';
import { defineFunction, type FieldFunction, of } from './function.js';

const MAX_BLOCKS = 20_000;
const MAX_PAIRS = 1000;

/** ['name','value'] as scripts pass them, in either quotation mark, with escapes. */
const PAIR = /\[\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*,\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([\w.+-]+))\s*\]/g;
/** name: 'value' or 'name': value of an object, or name=value of a query. */
const ENTRY = /(?:^|[{,\s])["']?([\p{L}_$][\p{L}\p{N}_$.:-]*)["']?\s*:\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([\w.+-]+))/gu;

function pairsIn(script: string): Pair[] {
  const text = script.slice(0, 1_000_000);
  const lists = [...text.matchAll(PAIR)].map(([, a, b, c, d, e]) => [a ?? b ?? '', c ?? d ?? e ?? ''] as const);
  const found = lists.length ? lists : [...text.matchAll(ENTRY)].map(([, name = '', a, b, c]) => [name, a ?? b ?? c ?? ''] as const);
  const pairs = found.length ? found : queryPairs(text);
  return pairs.slice(0, MAX_PAIRS).map(([name, value]) => pairOf(unescaped(name), unescaped(value)));
}

function queryPairs(text: string): (readonly [string, string])[] {
  const query = text.includes('?') ? text.slice(text.indexOf('?') + 1) : text;
  return query.includes('=') ? [...new URLSearchParams(query.replace(/#.*$/s, '').trim())] : [];
}

const pairOf = (name: string, value: string): Pair => new Pair(name, value, `${name}=${value}`);

const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gis, (_, wide?: string, narrow?: string, letter?: string) =>
    letter === undefined ? String.fromCharCode(Number.parseInt(wide ?? narrow ?? '', 16)) : letter === 'n' ? '\n' : letter,
  );

/** Copies each block, from one start to the next, into a document of its own. */
function blocksIn(top: AnyNode, starts: readonly AnyNode[], ends: readonly AnyNode[]): Found[] {
  const content = contentOf(top);
  const isStart = new Set(starts.slice(0, MAX_BLOCKS));
  const lifted = new Set([...isStart].map((start) => liftedStart(start, isStart)));
  const stops = new Set([...lifted, ...ends]);
  return [...lifted].map((start) => blockOf(start, stops, content));
}

/** A start may be wrapped in a paragraph. The block begins at the highest ancestor that contains no other start. */
function liftedStart(start: AnyNode, starts: ReadonlySet<AnyNode>): AnyNode {
  let node = start;
  for (let parent = node.parent; parent?.parent && isTag(parent); parent = parent.parent) {
    if (countIn(parent, starts) > 1) break;
    node = parent;
  }
  return node;
}

function countIn(parent: NodeWithChildren, starts: ReadonlySet<AnyNode>): number {
  let count = 0;
  for (const element of elementsIn(parent as AnyNode)) if (starts.has(element) && ++count > 1) break;
  return count;
}

function blockOf(start: AnyNode, stops: ReadonlySet<AnyNode>, content: Content | null): Document {
  const members: AnyNode[] = [start];
  for (let node = start.next; node && !holds(node, stops); node = node.next) members.push(node);
  const root = new Document(members.map((node) => cloneNode(node, true)) as Document['children']);
  const children = root.children;
  for (const [index, child] of children.entries()) {
    child.parent = root;
    child.prev = children[index - 1] ?? null;
    child.next = children[index + 1] ?? null;
  }
  number(root, orderOf(start));
  register({ ...(content as Content), root });
  return root;
}

function holds(node: AnyNode, stops: ReadonlySet<AnyNode>): boolean {
  if (stops.has(node)) return true;
  for (const element of elementsIn(node)) if (stops.has(element)) return true;
  return false;
}

function number(root: AnyNode, from: number): void {
  let order = from;
  const walk = (node: AnyNode): void => {
    setOrder(node, order++);
    for (const child of childrenOf(node)) walk(child);
  };
  walk(root);
}

/** Groups meta tags in their order: each tag named `start` begins a group, and the tags after it belong to it. */
function metaGroups(top: AnyNode, start: string, wanted: readonly string[]): Record<string, string[]>[] {
  const groups: Record<string, string[]>[] = [];
  for (const element of elementsIn(top)) {
    const name = element.name === 'meta' ? (attributeOf(element, 'name') ?? attributeOf(element, 'property') ?? '').toLowerCase() : '';
    const value = name ? (attributeOf(element, 'content') ?? '').trim() : '';
    if (name === start && value) groups.push({ [start]: [value] });
    const group = groups.at(-1);
    if (group && value && wanted.includes(name)) (group[name] ??= []).push(value);
  }
  return groups;
}

export const STRUCTURES: readonly FieldFunction[] = [
  defineFunction({
    name: 'pairs',
    about:
      "Names and values out of a script, an object or a query: [['a','1']], {a: 1}, a=1. With `name` the values of that name; under a field called * each becomes a field of its own name.",
    takes: { ...of, name: z.string().optional() },
    example: {
      expression: { pairs: { of: 'a@onclick', name: 'idObj' } },
      on: `<a onclick="return oamSubmitForm('f','f:0',null,[['broi_','19'],['idObj','90001']]);">x</a>`,
      gives: ['90001'],
    },
    compile(args, compiler) {
      const all = compiler.of(args);
      return (scope) => {
        const pairs = all(scope).flatMap((found) => pairsIn(sourceOf(found)));
        return args.name === undefined ? pairs : pairs.filter((pair) => pair.name === args.name).map((pair) => pair.value);
      };
    },
  }),
  defineFunction({
    name: 'blocks',
    about: 'For `each`: rows that begin at an element and go up to the next such element, or to `until`.',
    takes: { ...of, start: z.string(), until: z.string().optional(), within: z.string().optional() },
    short: 'start',
    example: {
      expression: { 'for-each': { of: { blocks: { start: 'p > a' } }, do: { concat: ['a', { const: ': ' }, 'p:contains(DOI)'] } } },
      on: '<h3>Issue</h3><p><a href=1>One</a></p><p>DOI: 1</p><p><a href=2>Two</a></p><p>DOI: 2</p>',
      gives: ['One: DOI: 1', 'Two: DOI: 2'],
    },
    compile(args, compiler) {
      const all = compiler.of(args);
      const start = selectorOf('css', args.start, compiler.where);
      const until = args.until === undefined ? () => [] : selectorOf('css', args.until, compiler.where);
      const within = args.within === undefined ? (found: Found) => [found] : selectorOf('css', args.within, compiler.where);
      return (scope) =>
        all(scope)
          .flatMap((found) => within(found))
          .flatMap((top) => (isTree(top) ? blocksIn(top, start(top) as AnyNode[], until(top) as AnyNode[]) : []));
    },
  }),
  defineFunction({
    name: 'meta-groups',
    about:
      'Meta tags that belong together: each tag called `start` with those of `with` that follow it, written by `form`. Without them, the first alone.',
    takes: { ...of, start: z.string(), with: z.union([z.string(), z.array(z.string())]).default([]), form: z.string().optional() },
    short: 'start',
    example: {
      expression: { 'meta-groups': { start: 'citation_author', with: 'citation_author_institution' } },
      on: '<meta name=citation_author content="Ada"><meta name=citation_author_institution content="Uni A"><meta name=citation_author content="Bo">',
      gives: ['Ada (Uni A)', 'Bo'],
    },
    compile(args, compiler) {
      const [all, start] = [compiler.of(args), args.start.toLowerCase()];
      const wanted = [args.with].flat().map((name) => name.toLowerCase());
      const form = compileTemplate(args.form ?? `{${start}}${wanted.map((name) => ` ({${name}|join:; })`).join('')}`, compiler.where);
      const say = (group: Record<string, string[]>) => form.render((name) => group[name.toLowerCase()]) ?? group[start]?.[0] ?? '';
      return (scope) => all(scope).flatMap((found) => (isTree(found) ? metaGroups(found, start, wanted).map(say) : []));
    },
  }),
];
