/** Selectors, in a language that is named or in the language of the content. */
import type { AnyNode } from 'domhandler';
import { type Content, contentOf, NO_NAMESPACES, parseContent } from '../content.js';
import { type Found, isTree, JsonNode, Pair, sourceOf } from '../found.js';
import { AttributeNode, collapse, type TreeNode } from '../tree/nodes.js';
import { compileCss, refuseEarlyEnding } from './css.js';
import { compileJsonPath } from './json-path.js';
import { isNodes, type XValue } from './xpath/values.js';
import { compileXPath, type XPathQuery } from './xpath/xpath.js';

export type Language = 'css' | 'xpath' | 'json';
export type Selector = (node: Found) => readonly Found[];

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** A selector in the language of the content. With `as`, mistakes are found before anything is read. */
export function compileSelector(source: string, where: string, as?: Content['as']): Selector {
  refuseEarlyEnding(source, where);
  const css = once(() => selectorOf('css', source, where));
  const xpath = once(() => selectorOf('xpath', source, where));
  const json = once(() => selectorOf('json', source, where));
  if (as === 'html') css();
  if (as === 'xml' || as === 'feed') xpath();
  if (as === 'json') json();
  return (node) => {
    if (typeof node === 'string' || node instanceof Pair) return [node];
    if (node instanceof JsonNode) return json()(node);
    if (node instanceof AttributeNode) return [node];
    return (contentOf(node)?.as === 'html' ? css() : xpath())(node);
  };
}

/** A selector in a named language. Applied to a text, it parses the text as JSON, XML or HTML first. */
export function selectorOf(language: Language, source: string, where: string): Selector {
  if (language === 'json') return jsonSelector(source, where);
  return language === 'css' ? cssSelector(source, where) : xpathSelector(source, where);
}

function jsonSelector(source: string, where: string): Selector {
  const query = compileJsonPath(source, where);
  return (node) => query(jsonOf(node)).map((value) => new JsonNode(value));
}

/** Parses a text that begins like JSON: some services put their answer into a string. */
function jsonOf(node: Found): unknown {
  if (node instanceof JsonNode && !(typeof node.value === 'string' && /^\s*[{[]/.test(node.value))) return node.value;
  return parseContent(sourceOf(node), { as: 'json' }).json;
}

function cssSelector(source: string, where: string): Selector {
  const query = compileCss(source, where);
  return (found) => {
    const node = treeOf(found, 'html');
    const content = contentOf(node);
    return query(node, content?.nodes ?? 0, content?.as !== 'html');
  };
}

function xpathSelector(source: string, where: string): Selector {
  compileXPath(source, where);
  const byNamespaces = new WeakMap<object, { html?: XPathQuery; xml?: XPathQuery }>();
  return (found) => {
    const node = found instanceof AttributeNode ? found : treeOf(found, 'xml');
    const content = contentOf(node instanceof AttributeNode ? node.owner : node);
    const known = cached(byNamespaces, content?.namespaces ?? NO_NAMESPACES);
    const isHtml = content?.as === 'html';
    const kind = isHtml ? 'html' : 'xml';
    known[kind] ??= compileXPath(source, where, { namespaces: content?.namespaces ?? NO_NAMESPACES, isHtml });
    return foundIn(known[kind](node, content?.nodes ?? 0));
  };
}

function cached<T extends object>(byKey: WeakMap<object, T>, key: object): T {
  const known = byKey.get(key) ?? ({} as T);
  byKey.set(key, known);
  return known;
}

/** False and NaN are no value: a condition that does not hold yields nothing. */
function foundIn(value: XValue): readonly Found[] {
  if (isNodes(value)) return value as readonly TreeNode[];
  if (value === false || (typeof value === 'number' && Number.isNaN(value))) return [];
  return [collapse(String(value))];
}

function treeOf(found: Found, as: 'html' | 'xml'): AnyNode {
  if (isTree(found)) return found;
  return parseContent(sourceOf(found), { as }).root as AnyNode;
}
