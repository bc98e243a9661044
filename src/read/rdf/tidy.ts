/**
 * Makes well-formed XHTML of whatever a page is: stylesheets take nothing else. Elements are closed, head and body are where
 * they belong, and what XML cannot hold is left out.
 */
import { DomHandler, Parser } from 'htmlparser2';

type Node = DomHandler['root']['children'][number];
type Element = Extract<Node, { readonly attribs: unknown }>;

export const XHTML = 'http://www.w3.org/1999/xhtml';

const NAME = /^[a-z_][\w.-]*$/i;
/** Deeper elements are left out; what they hold stays. */
const DEEPEST = 200;
/** The parser takes time by the square of it. */
const MOST_OPEN = 5000;
/** Elements that end others when they begin. */
const ENDED_BY: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  p: ['p'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  option: ['option'],
};
const OF_TEXT: ReadonlySet<string> = new Set('a abbr b big cite code em font i kbd s small span strike strong sub sup tt u'.split(' '));
const HEAD: ReadonlySet<string> = new Set(['title', 'base', 'meta', 'link', 'script', 'style', 'noscript', 'object', 'template']);

export interface TidyPage {
  readonly xhtml: string;
  /** Profiles that its head names. */
  readonly profiles: readonly string[];
  /** What it links to as its transformations, as written. */
  readonly transformations: readonly string[];
}

/** Throws for a page that is nested beyond reason. */
export function tidy(page: string): TidyPage {
  const top = parsed(page);
  const html = top.filter(isElement).find(({ name }) => name === 'html');
  const { head, body, headAttributes, bodyAttributes } = sorted(html ? html.children : top);
  const writer = new XhtmlWriter();
  writer.open('html', { ...html?.attribs, xmlns: XHTML });
  writer.part('head', headAttributes, head);
  writer.part('body', bodyAttributes, body);
  writer.close('html');
  return { xhtml: writer.text, profiles: wordsIn(headAttributes['profile']), transformations: writer.transformations };
}

function parsed(page: string): Node[] {
  const handler = new TidyHandler();
  new Parser(handler).end(page);
  return handler.root.children;
}

/** The parser closes `<li>` before `<li>`, but not where text of some kind is open in between: `<li><b>one<li>two`. */
class TidyHandler extends DomHandler {
  /** What the parser holds to be open. */
  readonly #open: { readonly name: string; isClosed: boolean }[] = [];

  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.#open.length >= MOST_OPEN) throw new Error(`Elements are nested deeper than ${MOST_OPEN} levels.`);
    this.#endOthers(name);
    this.#open.push({ name, isClosed: false });
    super.onopentag(name, attributes);
  }

  override onclosetag(): void {
    if (this.#open.pop()?.isClosed === false) super.onclosetag();
  }

  #endOthers(name: string): void {
    const ended = ENDED_BY[name];
    if (!ended) return;
    const at = this.#open.findLastIndex((each) => !each.isClosed && !OF_TEXT.has(each.name));
    if (!ended.includes(this.#open[at]?.name ?? '')) return;
    for (const each of this.#open.slice(at)) {
      if (!each.isClosed) super.onclosetag();
      each.isClosed = true;
    }
  }
}

const isElement = (node: Node): node is Element => 'attribs' in node;
const wordsIn = (value: string | undefined): string[] => value?.split(/\s+/).filter((word) => word !== '') ?? [];

const isBlank = (node: Node): boolean => 'data' in node && node.data.trim() === '';

/** Many pages never close their head, or have none. */
function sorted(nodes: readonly Node[]) {
  const head: Node[] = [];
  const body: Node[] = [];
  const attributes: Record<'head' | 'body', Record<string, string>> = { head: {}, body: {} };
  const put = (node: Node): void => {
    const belongs = body.length === 0 && (isElement(node) ? HEAD.has(node.name) : node.type !== 'text' || isBlank(node));
    (belongs ? head : body).push(node);
  };
  for (const node of nodes) {
    const part = isElement(node) && (node.name === 'head' || node.name === 'body') ? node : null;
    if (part) Object.assign(attributes[part.name as 'head' | 'body'], part.attribs);
    if (part?.name === 'body') for (const each of part.children) body.push(each);
    else for (const each of part?.children ?? [node]) put(each);
  }
  return { head, body, headAttributes: attributes.head, bodyAttributes: attributes.body };
}

class XhtmlWriter {
  readonly transformations: string[] = [];
  readonly #pieces: string[] = [];
  readonly #prefixes = new Set<string>(['xml']);

  get text(): string {
    return this.#pieces.join('');
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const written = Object.entries(attributes).filter(([key]) => this.#canStand(key, name));
    this.#pieces.push(`<${name}${written.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')}>`);
  }

  close(name: string): void {
    this.#pieces.push(`</${name}>`);
  }

  part(name: string, attributes: Readonly<Record<string, string>>, nodes: readonly Node[]): void {
    this.open(name, attributes);
    this.#nodes(nodes);
    this.close(name);
  }

  /** With a list of its own, as pages may be deeper than calls. */
  #nodes(nodes: readonly Node[]): void {
    const todo: (Node | string)[] = [...nodes].reverse();
    let depth = 0;
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if (typeof next === 'string') {
        this.close(next);
        depth--;
      } else if (isElement(next)) {
        const name = plainName(next.name);
        if (name !== null && depth < DEEPEST) {
          this.#note(next);
          this.open(name, next.attribs);
          todo.push(name);
          depth++;
        }
        for (let at = next.children.length - 1; at >= 0; at--) todo.push(next.children[at] as Node);
      } else if (next.type === 'text' && 'data' in next) this.#pieces.push(escaped(next.data));
      else if (next.type === 'cdata') for (const child of next.children.toReversed()) todo.push(child);
    }
  }

  #note({ name, attribs }: Element): void {
    const isLink = name === 'link' || name === 'a';
    if (isLink && attribs['href'] && wordsIn(attribs['rel']?.toLowerCase()).includes('transformation'))
      this.transformations.push(attribs['href']);
  }

  /** Namespaces are said once, at the root, or not at all. */
  #canStand(key: string, element: string): boolean {
    const [first = '', second] = key.split(':', 2);
    if (second === undefined) return NAME.test(first) && (first !== 'xmlns' || element === 'html');
    if (!NAME.test(first) || !NAME.test(second) || key.split(':').length > 2) return false;
    if (first !== 'xmlns') return this.#prefixes.has(first);
    if (element !== 'html' || second === 'xml' || second === 'xmlns') return false;
    this.#prefixes.add(second);
    return true;
  }
}

/** Without a prefix: nobody says what it stands for. Null for what cannot be a name. */
function plainName(name: string): string | null {
  const local = name.slice(name.lastIndexOf(':') + 1);
  return NAME.test(local) ? local : null;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML cannot hold
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '');
}
