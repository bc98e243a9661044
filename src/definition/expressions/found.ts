/** What an expression finds: nodes of a tree, values of JSON, texts, and pairs of a name and a value. */
import type { AnyNode } from 'domhandler';
import { contentOf } from './content.js';
import { AttributeNode, plainText, readableText, type TreeNode } from './tree/nodes.js';
import { outerHtml, outerXml } from './tree/serialize.js';

/** A value inside JSON. */
export class JsonNode {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** A value with a name: a named group, an argument of a script. */
export class Pair {
  readonly name: string;
  readonly value: string;
  readonly text: string;

  constructor(name: string, value: string, text = value) {
    this.name = name;
    this.value = value;
    this.text = text;
  }
}

export type Found = TreeNode | JsonNode | Pair | string;

export const isTree = (found: Found): found is AnyNode =>
  typeof found !== 'string' && !(found instanceof AttributeNode) && !(found instanceof JsonNode) && !(found instanceof Pair);

/** The text a reader sees; empty when there is none. */
export function textOf(found: Found): string {
  if (typeof found === 'string') return found;
  if (found instanceof Pair) return found.text;
  if (found instanceof JsonNode) return jsonText(found.value);
  if (found instanceof AttributeNode) return found.value.trim();
  return readableText(found, contentOf(found)?.as === 'html');
}

/** The text of an object that stands for an XML element with attributes; the JSON of any other object. */
function jsonText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value).trim();
  const inner = (value as Record<string, unknown>)['#text'];
  return typeof inner === 'string' || typeof inner === 'number' ? String(inner).trim() : jsonSource(value);
}

function jsonSource(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return ''; // nested beyond what the stack holds: nobody wants that as a text
  }
}

/** The text as it stands in the source, for functions that parse it: text with its line ends, JSON as JSON. */
export function sourceOf(found: Found): string {
  if (found instanceof JsonNode) return typeof found.value === 'string' ? found.value : jsonSource(found.value);
  if (typeof found === 'string' || found instanceof Pair) return textOf(found);
  return plainText(found);
}

/** A row as a separate file. */
export function serialize(found: Found): { readonly as: 'json' | 'xml' | 'html' | 'text'; readonly text: string } {
  if (found instanceof JsonNode) return { as: 'json', text: JSON.stringify(found.value, null, 2) };
  if (!isTree(found)) return { as: 'text', text: textOf(found) };
  return contentOf(found)?.as === 'html' ? { as: 'html', text: outerHtml(found) } : { as: 'xml', text: outerXml(found) };
}
