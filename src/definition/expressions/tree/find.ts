/** Finds the first elements of a name, without a selector. */
import { type AnyNode, type Element, isTag } from 'domhandler';
import { childrenOf } from './nodes.js';

export function findFirst(top: AnyNode, name: string): Element | null {
  for (const element of elementsIn(top)) if (element.name === name) return element;
  return null;
}

/** Elements below a node, in the order of the document. */
export function* elementsIn(top: AnyNode): Generator<Element> {
  const waiting: AnyNode[] = childrenOf(top).toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!isTag(node)) continue;
    yield node;
    for (const child of childrenOf(node).toReversed()) waiting.push(child);
  }
}
