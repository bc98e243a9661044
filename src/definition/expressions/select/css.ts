/**
 * CSS selectors with an ending: `a.next@href` is an attribute, `div::html` the source inside the element, without the
 * element itself. In XML, names are local names. Within a row a selector finds descendants; `:scope` is the row, and an
 * ending alone (`@href`) applies to the row itself.
 */

import { compile, selectAll } from 'css-select';
import { type AnyNode, type Element, isTag } from 'domhandler';
import * as DomUtils from 'domutils';
import { messageOf } from '../../../model/index.js';
import { spend, withBudget } from '../budget.js';
import { ExpressionError } from '../content-error.js';
import { AttributeNode, attributeOf, localPart } from '../tree/nodes.js';
import { innerHtml } from '../tree/serialize.js';

export type CssFound = AnyNode | AttributeNode | string;
export type CssQuery = (node: AnyNode, nodes: number, isXml: boolean) => CssFound[];

const ENDING = /^(.*?)(?:@([\p{L}_][\p{L}\p{N}_:.-]*)|::(html|text))$/su;

/** Text in quotation marks or brackets is no ending. */
const QUOTED = /"(?:[^"\\]|\\.)*(?:"|\\?$)|'(?:[^'\\]|\\.)*(?:'|\\?$)|\[[^\]]*(?:\]|$)/gs;
/** Recognises an ending in the wrong place. No path into XML or JSON looks like this: there, an attribute follows a slash or a bracket. */
const EARLY = /(?<=[\p{L}\p{N}_\])*-])(@[\p{L}_][\p{L}\p{N}_:.-]*|::(?:html|text))\s*(?=,)/gu;

/** An ending stands once, after the whole selector. Before a comma it would become part of a name that nothing has. */
export function refuseEarlyEnding(source: string, where: string): void {
  const bare = source.replace(QUOTED, (quoted) => '_'.repeat(quoted.length));
  const early = [...bare.matchAll(EARLY)];
  if (early.length === 0) return;
  const last = /(?:@[\p{L}_][\p{L}\p{N}_:.-]*|::(?:html|text))$/u.exec(source.trim())?.[0];
  const [first = ''] = early.map(([, ending]) => ending ?? '');
  const isOne = early.every(([, ending]) => ending === last);
  const meant = early.reduceRight((text, { index, 0: ending }) => text.slice(0, index) + text.slice(index + ending.length), source);
  const advice = isOne
    ? `Write it once, for all of them: ${meant}`
    : 'Write a list of selectors, of which the first that finds something counts: [a@href, b@src]';
  throw new ExpressionError(where, `${source}: ${first} stands before a comma, where nothing would be found. ${advice}`);
}

export function compileCss(source: string, where: string): CssQuery {
  refuseEarlyEnding(source, where);
  const [, selector = source, attribute, ending] = ENDING.exec(source.trim()) ?? [];
  const select = compileSelector(selector.trim(), where, source);
  const finish = finisher(attribute, ending);
  return (node, nodes, isXml) => withBudget(`the selector ${source}`, nodes, () => select(node, isXml).flatMap(finish));
}

function finisher(attribute: string | undefined, ending: string | undefined): (node: AnyNode) => CssFound[] {
  if (attribute !== undefined) return (node) => attributeNode(node, attribute);
  if (ending === 'html') return (node) => [innerHtml(node)];
  return (node) => [node];
}

function attributeNode(node: AnyNode, name: string): AttributeNode[] {
  if (!isTag(node)) return [];
  const spelled = attributeOf(node, name) === null ? name.toLowerCase() : name;
  return attributeOf(node, spelled) === null ? [] : [new AttributeNode(node, spelled)];
}

type Select = (node: AnyNode, isXml: boolean) => AnyNode[];

function compileSelector(selector: string, where: string, source: string): Select {
  if (selector === '' || selector === ':scope' || selector === '.') return (node) => [node];
  const html = tryCompile(selector, HTML, where, source);
  const xml = tryCompile(selector, XML, where, source);
  // A selector that refers to the row must be compiled for each row.
  if (/:scope|^\s*[>+~]|,\s*[>+~]/.test(selector))
    return (node, isXml) => selectAll(selector, node as Element, { ...(isXml ? XML : HTML), context: [node as Element] });
  return (node, isXml) => selectAll(isXml ? xml : html, node as Element, isXml ? XML : HTML);
}

function tryCompile(selector: string, options: typeof HTML, where: string, source: string) {
  try {
    return compile<AnyNode, Element>(selector, options);
  } catch (error) {
    const hint = /^\(?\.?\//.test(selector) ? ' (for XPath write { xpath: … })' : '';
    throw new ExpressionError(where, `${source} is no CSS selector: ${messageOf(error)}${hint}`, {
      cause: error,
    });
  }
}

/** The tree as css-select needs it; counts the nodes it visits. */
const adapter = {
  ...DomUtils,
  isTag,
  getName: (element: Element) => element.name,
  getParent(node: AnyNode) {
    spend(1);
    return node.parent;
  },
  getChildren(node: AnyNode) {
    const children = DomUtils.getChildren(node);
    spend(children.length);
    return children;
  },
  getSiblings(node: AnyNode) {
    const siblings = DomUtils.getSiblings(node);
    spend(siblings.length);
    return siblings;
  },
  getText(node: AnyNode) {
    const text = DomUtils.textContent(node);
    spend(1 + text.length / 16);
    return text;
  },
};

const HTML = { adapter, xmlMode: false } as unknown as { adapter: typeof DomUtils; xmlMode: boolean };
const XML = { adapter: { ...adapter, getName: (element: Element) => localPart(element.name) }, xmlMode: true } as unknown as typeof HTML;
