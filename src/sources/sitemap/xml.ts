/**
 * XML events for the format readers: saxes, made forgiving where sitemaps go wrong and strict where it matters.
 *
 * Faults of spelling (a bare `&`, an undefined entity, a stray character) are noted and read over. Faults of
 * structure end the reading. Entities are never expanded, nothing is ever fetched, depth is bounded.
 */
import { SaxesParser } from 'saxes';

export interface Element {
  /** Local name in lower case: `lastMod` occurs. */
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
  /** By local name. */
  attribute(name: string): string | null;
  attributes(): readonly (readonly [name: string, value: string])[];
  /** 1 for the root. */
  readonly depth: number;
}

export interface XmlReader {
  open(element: Element): void;
  text(text: string): void;
  close(element: Element): void;
  /** A declared but never expanded entity stood in the text. */
  entity(): void;
}

/** How the document ended: read to its end, cut off, or broken in the middle. */
export interface XmlEnd {
  readonly state: 'complete' | 'truncated' | 'broken';
  readonly fault: string | null;
}

export class XmlRefusal extends Error {}

const CHUNK = 65_536;
const STRUCTURAL = /^(?:unexpected close tag|unmatched closing tag|documents may contain only one root|weird empty close tag)/;

/** `doctype` is called with what stands in `<!DOCTYPE …>`; it may throw to refuse the document. */
export function readXml(text: string, reader: XmlReader, doctype: (declaration: string) => void, maxDepth: number, notes: string[]): XmlEnd {
  const parser = new SaxesParser({ xmlns: true, position: true, resolvePrefix: (prefix) => `unbound:${prefix}` });
  const open: Element[] = [];
  const spelling = new Map<string, number>();
  let declared = false;
  let ending = false;
  let fault: string | null = null;

  parser.on('error', ({ message }) => {
    const [, what = message] = /^[\d:]+:?\s*(.*)$/s.exec(message) ?? [];
    if (ending || STRUCTURAL.test(what)) throw new Fault(message);
    if (what.startsWith('undefined entity') && declared) reader.entity();
    const name = what.slice(0, 80).replace(/\.$/, '');
    spelling.set(name, (spelling.get(name) ?? 0) + 1);
  });
  parser.on('doctype', (declaration) => {
    declared = true;
    doctype(declaration);
  });
  parser.on('opentag', (tag) => {
    if (open.length >= maxDepth) throw new XmlRefusal(`elements nest deeper than ${maxDepth}`);
    const attributes = Object.values(tag.attributes).map(({ local, value }) => [local, value] as const);
    const element: Element = {
      name: tag.local.toLowerCase(),
      prefix: tag.prefix,
      namespace: tag.uri,
      attribute: (name) => attributes.find(([local]) => local === name)?.[1] ?? null,
      attributes: () => attributes,
      depth: open.length + 1,
    };
    open.push(element);
    reader.open(element);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element) reader.close(element);
  });
  parser.on('text', (piece) => reader.text(piece));
  parser.on('cdata', (piece) => reader.text(piece));

  try {
    const source = escapeBareAmpersands(text, spelling);
    for (let at = 0; at < source.length; at += CHUNK) parser.write(source.slice(at, at + CHUNK));
    ending = true;
    parser.close();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    fault = error.message;
  }
  for (const [what, count] of spelling) notes.push(`read over: ${what}${count > 1 ? ` (${count} times)` : ''}`);
  if (fault === null) return { state: 'complete', fault };
  // Text that the cut left unfinished still belongs to the element it stood in.
  return { state: ending ? 'truncated' : 'broken', fault };
}

class Fault extends Error {}

const REFERENCE = /&(?:[A-Za-z_][\w.-]{0,63}|#\d{1,7}|#[xX][\da-fA-F]{1,6});/y;
const CDATA = '<![CDATA[';

/**
 * `?a=1&b=2` unescaped is the commonest fault of sitemaps. The parser would take everything up to the next semicolon for
 * the name of an entity, tags included, so it is mended before. CDATA keeps its ampersands.
 */
function escapeBareAmpersands(text: string, spelling: Map<string, number>): string {
  const pieces: string[] = [];
  let done = 0;
  let cdata = text.indexOf(CDATA);
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at)) {
    while (cdata >= 0 && cdata < at) {
      const end = text.indexOf(']]>', cdata);
      if (end < 0) at = text.length;
      else if (end > at) at = end;
      cdata = end < 0 ? -1 : text.indexOf(CDATA, end);
    }
    if (text.charCodeAt(at) !== 38) continue; // moved past a CDATA section: look for the next one
    REFERENCE.lastIndex = at;
    if (!REFERENCE.test(text)) {
      pieces.push(text.slice(done, at), '&amp;');
      done = at + 1;
    }
    at++;
  }
  if (pieces.length === 0) return text;
  spelling.set('ampersand that stands alone', pieces.length / 2);
  pieces.push(text.slice(done));
  return pieces.join('');
}
