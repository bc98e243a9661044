/**
 * Entities that a document declares itself, written out: the parser takes the value of each as it stands, so that one that
 * names another would stay text. Everything is bounded: a few lines can stand for more text than there is memory.
 */

/** Characters of one entity, and of all that a document makes of them. */
const LONGEST_VALUE = 65_536;
const MOST_EXPANDED = 10_000_000;
/** Entities within entities. */
const DEEPEST = 16;
const MOST_ENTITIES = 1000;

const DECLARED = /<!ENTITY\s{1,20}([\w.:-]{1,100})\s{1,20}(?:"([^"'<]{0,2000})"|'([^"'<]{0,2000})')\s{0,20}>/g;
const REFERENCE = /&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|[A-Za-z_][\w.:-]{0,99});/g;
const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

/** The same document with entities that need no others. Throws where they name each other in a circle or grow too long. */
export function withPlainEntities(text: string): string {
  const subset = subsetOf(text);
  if (subset === null) return text;
  const declared = declaredIn(text.slice(subset.start, subset.end));
  if (declared.size === 0) return text;
  const values = new Map<string, string>();
  for (const name of declared.keys()) values.set(name, valueOf(name, declared, []));
  checkUse(text.slice(subset.end), values);
  const plain = [...values].map(([name, value]) => `<!ENTITY ${name} "${value}">`).join(' ');
  const rest = text.slice(subset.start, subset.end).replace(DECLARED, '');
  return `${text.slice(0, subset.start)}${plain}${rest}${text.slice(subset.end)}`;
}

function subsetOf(text: string): { start: number; end: number } | null {
  const doctype = text.indexOf('<!DOCTYPE');
  const root = text.indexOf('<rdf:RDF');
  const start = doctype < 0 ? -1 : text.indexOf('[', doctype);
  if (start < 0 || (root >= 0 && root < start)) return null;
  const end = text.indexOf(']', start);
  return end < 0 ? null : { start: start + 1, end };
}

/** The first declaration of a name counts. */
function declaredIn(subset: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of subset.matchAll(DECLARED)) {
    if (!found.has(name)) found.set(name, double ?? single ?? '');
    if (found.size > MOST_ENTITIES) throw new Error(`More than ${MOST_ENTITIES} entities are declared.`);
  }
  return found;
}

function valueOf(name: string, declared: ReadonlyMap<string, string>, within: readonly string[]): string {
  if (within.includes(name)) throw new Error(`The entity ${name} contains itself.`);
  if (within.length > DEEPEST) throw new Error(`Entities are nested more than ${DEEPEST} levels deep.`);
  const parts: string[] = [];
  let length = 0;
  const add = (part: string): void => {
    length += part.length;
    if (length > LONGEST_VALUE) throw new Error(`The entity ${name} stands for more than ${LONGEST_VALUE} characters.`);
    parts.push(part);
  };
  const value = declared.get(name) ?? '';
  let at = 0;
  for (const { 0: written, 1: inner = '', index } of value.matchAll(REFERENCE)) {
    add(value.slice(at, index));
    add(characterOf(inner) ?? (declared.has(inner) ? valueOf(inner, declared, [...within, name]) : written));
    at = index + written.length;
  }
  add(value.slice(at));
  return parts.join('');
}

/** Quotation marks stay as they are written: they would end the value. */
function characterOf(name: string): string | null {
  if (!name.startsWith('#')) return PREDEFINED[name] ?? null;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code === 0x22 || code === 0x27 || code > 0x10ffff ? null : String.fromCodePoint(code);
}

/** A short name may be written millions of times. */
function checkUse(body: string, values: ReadonlyMap<string, string>): void {
  let length = 0;
  for (const [, name = ''] of body.matchAll(REFERENCE)) {
    length += values.get(name)?.length ?? 0;
    if (length > MOST_EXPANDED) throw new Error(`The entities of the document stand for more than ${MOST_EXPANDED} characters.`);
  }
}
