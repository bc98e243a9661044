/** Turns parts of a tree back into source. */
import render from 'dom-serializer';
import { type AnyNode, type Element, isTag } from 'domhandler';
import { childrenOf, namespaceAt, prefixPart } from './nodes.js';

export const innerHtml = (node: AnyNode): string =>
  render(childrenOf(node) as AnyNode[], { decodeEntities: false, encodeEntities: 'utf8' });

export const outerHtml = (node: AnyNode): string => render(node, { encodeEntities: 'utf8' });

/** Declares the namespaces it uses on the element, so that the result stands alone. */
export function outerXml(node: AnyNode): string {
  if (!isTag(node)) return render(node, { xmlMode: true, encodeEntities: 'utf8' });
  const own = node.attribs;
  const missing = [...prefixesIn(node)].flatMap((prefix) => declarationOf(node, prefix));
  node.attribs = { ...Object.fromEntries(missing), ...own };
  try {
    return render(node, { xmlMode: true, encodeEntities: 'utf8' });
  } finally {
    node.attribs = own;
  }
}

function declarationOf(element: Element, prefix: string): [string, string][] {
  const uri = prefix === 'xml' || prefix === 'xmlns' ? null : namespaceAt(element, prefix);
  return uri ? [[prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri]] : [];
}

function prefixesIn(element: Element, found = new Set<string>()): Set<string> {
  found.add(prefixPart(element.name));
  for (const name of Object.keys(element.attribs)) if (name.includes(':')) found.add(prefixPart(name));
  for (const child of element.children) if (isTag(child)) prefixesIn(child, found);
  return found;
}
