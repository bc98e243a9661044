/** The axes of XPath: the nodes on one side of a node, in the order of the axis. */
import { type AnyNode, type Element, isTag } from 'domhandler';
import { spend } from '../../budget.js';
import { AttributeNode, childrenOf, type TreeNode } from '../../tree/nodes.js';
import type { Axis } from './parse.js';

type Visit = (node: TreeNode) => void;

export const REVERSE: ReadonlySet<Axis> = new Set<Axis>(['ancestor', 'ancestor-or-self', 'preceding', 'preceding-sibling']);

export function walk(axis: Axis, node: TreeNode, visit: Visit): void {
  if (node instanceof AttributeNode) return walkFromAttribute(axis, node, visit);
  WALKERS[axis](node, visit);
}

const WALKERS: Record<Axis, (node: AnyNode, visit: Visit) => void> = {
  self: (node, visit) => visit(node),
  child: (node, visit) => each(childrenOf(node), visit),
  parent: (node, visit) => node.parent && visit(node.parent),
  attribute: (node, visit) => isTag(node) && attributes(node, visit),
  descendant,
  'descendant-or-self': (node, visit) => {
    visit(node);
    descendant(node, visit);
  },
  ancestor: (node, visit) => upwards(node.parent, visit),
  'ancestor-or-self': (node, visit) => upwards(node, visit),
  'following-sibling': (node, visit) => sideways(node, 'next', visit),
  'preceding-sibling': (node, visit) => sideways(node, 'prev', visit),
  following(node, visit) {
    for (let from: AnyNode | null = node; from; from = from.parent)
      sideways(from, 'next', (sibling) => {
        visit(sibling);
        descendant(sibling as AnyNode, visit);
      });
  },
  preceding(node, visit) {
    for (let from: AnyNode | null = node; from; from = from.parent)
      sideways(from, 'prev', (sibling) => backwards(sibling as AnyNode, visit));
  },
};

function walkFromAttribute(axis: Axis, node: AttributeNode, visit: Visit): void {
  if (axis === 'self' || axis === 'descendant-or-self' || axis === 'ancestor-or-self') visit(node);
  if (axis === 'parent') visit(node.owner);
  if (axis === 'ancestor' || axis === 'ancestor-or-self') upwards(node.owner, visit);
}

function each(nodes: readonly AnyNode[], visit: Visit): void {
  spend(1 + nodes.length);
  for (const node of nodes) visit(node);
}

/** Follows links between nodes instead of keeping a stack: half the time. */
function descendant(top: AnyNode, visit: Visit): void {
  let node: AnyNode | null = childrenOf(top)[0] ?? null;
  while (node) {
    spend(1);
    visit(node);
    node = childrenOf(node)[0] ?? nextOutside(node, top);
  }
}

function nextOutside(node: AnyNode, top: AnyNode): AnyNode | null {
  for (let from: AnyNode | null = node; from && from !== top; from = from.parent) if (from.next) return from.next;
  return null;
}

function backwards(node: AnyNode, visit: Visit): void {
  spend(1);
  for (const child of childrenOf(node).toReversed()) backwards(child, visit);
  visit(node);
}

function upwards(from: AnyNode | null, visit: Visit): void {
  for (let node = from; node; node = node.parent) {
    spend(1);
    visit(node);
  }
}

function sideways(from: AnyNode, way: 'next' | 'prev', visit: Visit): void {
  for (let node: AnyNode | null = from[way]; node; node = node[way]) {
    spend(1);
    visit(node);
  }
}

function attributes(element: Element, visit: Visit): void {
  spend(1);
  for (const name of Object.keys(element.attribs))
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) visit(new AttributeNode(element, name));
}
