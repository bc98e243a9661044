/** The four kinds of XPath value and the conversions between them. */

import { spend } from '../../budget.js';
import { plainText, type TreeNode } from '../../tree/nodes.js';

export type XValue = readonly TreeNode[] | string | number | boolean;

export const isNodes = (value: XValue): value is readonly TreeNode[] => typeof value === 'object';

export function nodeText(node: TreeNode): string {
  const text = plainText(node);
  spend(1 + text.length / 16);
  return text;
}

export function toText(value: XValue): string {
  if (isNodes(value)) return value[0] === undefined ? '' : nodeText(value[0]);
  return String(value);
}

export function toNumber(value: XValue): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const text = toText(value).trim();
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

export function toBoolean(value: XValue): boolean {
  if (isNodes(value)) return value.length > 0;
  return typeof value === 'number' ? value !== 0 && !Number.isNaN(value) : Boolean(value);
}

type Comparison = (left: number | string | boolean, right: number | string | boolean) => boolean;

const COMPARE: Record<string, Comparison> = {
  '=': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

/** A comparison with a set of nodes is true when it is true for one of them. */
export function compare(operator: string, left: XValue, right: XValue): boolean {
  const holds = COMPARE[operator] as Comparison;
  const isOrder = operator !== '=' && operator !== '!=';
  if (isNodes(left) && isNodes(right)) return compareSets(left, right, holds, isOrder);
  if (isNodes(left)) return compareSet(left, right as string, (a, b) => holds(a, b), isOrder);
  if (isNodes(right)) return compareSet(right, left, (a, b) => holds(b, a), isOrder);
  if (isOrder) return holds(toNumber(left), toNumber(right));
  if (typeof left === 'boolean' || typeof right === 'boolean') return holds(toBoolean(left), toBoolean(right));
  if (typeof left === 'number' || typeof right === 'number') return holds(toNumber(left), toNumber(right));
  return holds(left, right);
}

function compareSets(left: readonly TreeNode[], right: readonly TreeNode[], holds: Comparison, isOrder: boolean): boolean {
  const read = (node: TreeNode) => (isOrder ? toNumber(nodeText(node)) : nodeText(node));
  const others = right.map(read);
  return left.map(read).some((each) => {
    spend(others.length);
    return others.some((other) => holds(each, other));
  });
}

function compareSet(nodes: readonly TreeNode[], value: string | number | boolean, holds: Comparison, isOrder: boolean): boolean {
  if (typeof value === 'boolean') return isOrder ? holds(nodes.length ? 1 : 0, Number(value)) : holds(nodes.length > 0, value);
  if (isOrder || typeof value === 'number') return nodes.some((node) => holds(toNumber(nodeText(node)), toNumber(value)));
  return nodes.some((node) => holds(nodeText(node), value));
}
