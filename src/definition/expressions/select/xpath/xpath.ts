/**
 * XPath 1.0 on our tree, compiled into closures once and run often.
 *
 * An own implementation because no library does what portals need: a name without a prefix matches in any namespace
 * (feeds and notices put everything into one), a query is bounded by the nodes it visits, and HTML is queried in the
 * same way. An undeclared prefix stands for the same prefix in the document.
 */
import { type AnyNode, isTag, isText } from 'domhandler';
import { nearest } from '../../../../model/index.js';
import { spend, withBudget } from '../../budget.js';
import { ExpressionError } from '../../content-error.js';
import { AttributeNode, localPart, namespaceAt, orderOf, prefixPart, rootOf, type TreeNode } from '../../tree/nodes.js';
import { REVERSE, walk } from './axes.js';
import { type Focus, FUNCTIONS } from './functions.js';
import { type Axis, type NodeTest, parseXPath, type Step, type Syntax } from './parse.js';
import { compare, isNodes, toBoolean, toNumber, type XValue } from './values.js';

type Evaluate = (focus: Focus) => XValue;
type Matches = (node: TreeNode) => boolean;

export interface XPathOptions {
  readonly namespaces?: Readonly<Record<string, string>>;
  /** Names match in any case. */
  readonly isHtml?: boolean;
}

export type XPathQuery = (node: TreeNode, nodes: number) => XValue;

export function compileXPath(source: string, where: string, options: XPathOptions = {}): XPathQuery {
  const evaluate = new XPathCompiler(where, source, options).compile(parseXPath(source, where));
  return (node, nodes) => withBudget(`the XPath ${source}`, nodes, () => evaluate({ node, position: 1, size: 1 }));
}

const ARITHMETIC: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  div: (left, right) => left / right,
  mod: (left, right) => left % right,
};

class XPathCompiler {
  constructor(
    private readonly where: string,
    private readonly source: string,
    private readonly options: XPathOptions,
  ) {}

  compile(syntax: Syntax): Evaluate {
    switch (syntax.kind) {
      case 'literal':
        return () => syntax.value;
      case 'negate':
        return this.negate(syntax.of);
      case 'binary':
        return this.binary(syntax.operator, this.compile(syntax.left), this.compile(syntax.right));
      case 'call':
        return this.call(syntax.name, syntax.args);
      case 'filter':
        return this.filter(syntax.of, syntax.predicates);
      case 'path':
        return this.path(syntax);
    }
  }

  private negate(of: Syntax): Evaluate {
    const evaluate = this.compile(of);
    return (focus) => -toNumber(evaluate(focus));
  }

  private binary(operator: string, left: Evaluate, right: Evaluate): Evaluate {
    if (operator === 'or') return (focus) => toBoolean(left(focus)) || toBoolean(right(focus));
    if (operator === 'and') return (focus) => toBoolean(left(focus)) && toBoolean(right(focus));
    if (operator === '|') return (focus) => inOrder(distinct([...nodesOf(left(focus)), ...nodesOf(right(focus))]));
    const arithmetic = ARITHMETIC[operator];
    if (arithmetic) return (focus) => arithmetic(toNumber(left(focus)), toNumber(right(focus)));
    return (focus) => compare(operator, left(focus), right(focus));
  }

  private call(name: string, args: readonly Syntax[]): Evaluate {
    const known = FUNCTIONS.get(name);
    if (!known) {
      const meant = nearest(name, FUNCTIONS.keys());
      throw new ExpressionError(this.where, `${this.source}: XPath has no function ${name}()${meant ? `; did you mean ${meant}()?` : ''}`);
    }
    if (args.length < known.least || args.length > known.most)
      throw new ExpressionError(
        this.where,
        `${this.source}: ${name}() takes ${known.least === known.most ? known.least : `${known.least} to ${known.most}`} values, not ${args.length}`,
      );
    const compiled = args.map((each) => this.compile(each));
    return (focus) =>
      known.call(
        compiled.map((evaluate) => evaluate(focus)),
        focus,
      );
  }

  private filter(of: Syntax, predicates: readonly Syntax[]): Evaluate {
    const evaluate = this.compile(of);
    const compiled = predicates.map((predicate) => this.compile(predicate));
    return (focus) => compiled.reduce<readonly TreeNode[]>(keep, nodesOf(evaluate(focus)));
  }

  private path({ absolute, from, steps }: Extract<Syntax, { kind: 'path' }>): Evaluate {
    const start = from ? this.compile(from) : null;
    const compiled = joined(steps).map((step) => this.step(step));
    return (focus) => {
      let nodes = start ? nodesOf(start(focus)) : [absolute ? rootNode(focus.node) : focus.node];
      for (const step of compiled) nodes = step(nodes);
      return nodes;
    };
  }

  private step({ axis, test, predicates }: Step): (nodes: readonly TreeNode[]) => readonly TreeNode[] {
    const matches = this.test(test, axis);
    const compiled = predicates.map((predicate) => this.compile(predicate));
    const from = (node: TreeNode): readonly TreeNode[] => {
      const found: TreeNode[] = [];
      walk(axis, node, (each) => matches(each) && found.push(each));
      return compiled.reduce<readonly TreeNode[]>(keep, found);
    };
    if (axis === 'self') return (nodes) => nodes.flatMap(from);
    return (nodes) => (nodes.length === 1 && !REVERSE.has(axis) ? from(nodes[0] as TreeNode) : inOrder(distinct(nodes.flatMap(from))));
  }

  private test(test: NodeTest, axis: Axis): Matches {
    if ('type' in test) return TYPE_TESTS[test.type];
    const isAttribute = axis === 'attribute';
    const isPrincipal: Matches = isAttribute
      ? (node) => node instanceof AttributeNode
      : (node) => !(node instanceof AttributeNode) && isTag(node);
    if (test.name === '*') return isPrincipal;
    return this.nameTest(test.name, isPrincipal);
  }

  private nameTest(written: string, isPrincipal: Matches): Matches {
    const name = this.options.isHtml ? written.toLowerCase() : written;
    const [prefix, local] = [prefixPart(name), localPart(name)];
    const isLocal = (node: TreeNode) => local === '*' || hasLocalName((node as { name: string }).name, local);
    if (!prefix) return (node) => isPrincipal(node) && isLocal(node);
    const uri = this.options.namespaces?.[prefix];
    if (uri === undefined) return (node) => isPrincipal(node) && isLocal(node) && prefixPart((node as { name: string }).name) === prefix;
    return (node) => isPrincipal(node) && isLocal(node) && uriOf(node) === uri;
  }
}

/** Compares local names without splitting the name of every node. */
const hasLocalName = (name: string, local: string): boolean =>
  name === local || (name.endsWith(local) && name.at(-1 - local.length) === ':');

const TYPE_TESTS: Record<'node' | 'text' | 'comment' | 'processing-instruction', Matches> = {
  node: (node) => node instanceof AttributeNode || isShown(node),
  text: (node) => !(node instanceof AttributeNode) && isText(node),
  comment: (node) => !(node instanceof AttributeNode) && node.type === 'comment',
  'processing-instruction': (node) => !(node instanceof AttributeNode) && node.type === 'directive' && isShown(node),
};

/** The doctype and the XML declaration are no nodes of XPath. */
function isShown(node: AnyNode): boolean {
  return node.type !== 'directive' || (node.name.startsWith('?') && node.name !== '?xml');
}

function uriOf(node: TreeNode): string | null {
  if (!(node instanceof AttributeNode)) return isTag(node) ? (node.namespace ?? null) : null;
  const prefix = prefixPart(node.name);
  return prefix ? namespaceAt(node.owner, prefix) : null;
}

/** The standard makes `//name` two steps; as one it is many times faster, and gives the same when no predicate counts positions. */
function joined(steps: readonly Step[]): Step[] {
  const result: Step[] = [];
  for (const step of steps) {
    const last = result.at(-1);
    const isShort = last?.axis === 'descendant-or-self' && 'type' in last.test && last.test.type === 'node' && !last.predicates.length;
    if (isShort && step.axis === 'child' && !step.predicates.some(countsPositions)) result.splice(-1, 1, { ...step, axis: 'descendant' });
    else result.push(step);
  }
  return result;
}

/** Whether a predicate is a number, may be one, or uses the position. */
function countsPositions(syntax: Syntax): boolean {
  if (syntax.kind === 'path') return false;
  if (syntax.kind === 'binary') return ARITHMETIC[syntax.operator] !== undefined || asksPosition(syntax);
  if (syntax.kind === 'call') return !BOOLEAN_CALLS.has(syntax.name) || asksPosition(syntax);
  return true;
}

const BOOLEAN_CALLS: ReadonlySet<string> = new Set([
  'contains',
  'starts-with',
  'ends-with',
  'not',
  'boolean',
  'matches',
  'true',
  'false',
  'lang',
]);

function asksPosition(syntax: Syntax): boolean {
  if (syntax.kind === 'call') return syntax.name === 'position' || syntax.name === 'last' || syntax.args.some(asksPosition);
  if (syntax.kind === 'binary') return asksPosition(syntax.left) || asksPosition(syntax.right);
  return syntax.kind === 'negate' || syntax.kind === 'filter';
}

/** The nodes for which a predicate holds; a number holds at its own position. */
function keep(nodes: readonly TreeNode[], predicate: Evaluate): readonly TreeNode[] {
  const size = nodes.length;
  spend(size);
  return nodes.filter((node, at) => {
    const value = predicate({ node, position: at + 1, size });
    return typeof value === 'number' ? value === at + 1 : toBoolean(value);
  });
}

const nodesOf = (value: XValue): readonly TreeNode[] => (isNodes(value) ? value : []);

const rootNode = (node: TreeNode): AnyNode => rootOf(node instanceof AttributeNode ? node.owner : node) as AnyNode;

/** Removes repeated nodes. Each walk creates attribute nodes anew, so attributes are compared by element and name. */
function distinct(nodes: readonly TreeNode[]): TreeNode[] {
  const seen = new Set<TreeNode>();
  const names = new Map<AnyNode, Set<string>>();
  return nodes.filter((node) => {
    if (!(node instanceof AttributeNode)) return !seen.has(node) && seen.add(node);
    const known = names.get(node.owner) ?? new Set();
    names.set(node.owner, known);
    return !known.has(node.name) && known.add(node.name);
  });
}

const placeOf = (node: TreeNode): number => (node instanceof AttributeNode ? orderOf(node.owner) + 0.5 : orderOf(node));

function inOrder(nodes: TreeNode[]): TreeNode[] {
  const isSorted = nodes.every((node, at) => at === 0 || placeOf(nodes[at - 1] as TreeNode) <= placeOf(node));
  return isSorted ? nodes : nodes.sort((left, right) => placeOf(left) - placeOf(right));
}
