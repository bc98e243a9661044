/**
 * Gives values to variables of a query that somebody else wrote.
 *
 * They come in as VALUES at the start of the WHERE part, so that they narrow the search from its beginning; in each
 * sub-select that begins a group too, since a variable inside is not the one outside.
 */
import { ScutterError } from '../read-fragment.js';

export function bindParameters(query: string, parameters: Readonly<Record<string, string>>): string {
  const named = Object.entries(parameters);
  if (named.length === 0) return query;
  const values = named.map(([name, value]) => `VALUES ?${checkedName(name, query)} { ${termOf(value)} }`).join(' ');
  const places = groupsOf(query);
  if (places.length === 0) throw new ScutterError('The query has no WHERE part that parameters could be given to.');
  let bound = query;
  for (const place of places.toReversed()) bound = `${bound.slice(0, place)} ${values} ${bound.slice(place)}`;
  return bound;
}

function checkedName(name: string, query: string): string {
  if (!/^\w+$/.test(name)) throw new ScutterError(`"${name}" cannot be the name of a variable.`);
  const known = [...new Set([...query.matchAll(/[?$](\w+)/g)].map(([, each]) => each as string))];
  if (known.includes(name)) return name;
  throw new ScutterError(
    `The query has no variable ?${name}.${known.length ? ` It has: ${known.map((each) => `?${each}`).join(', ')}.` : ''}`,
  );
}

/** Comments, texts and IRIs are passed over, whatever stands in them. */
const TOKENS = /#[^\n]*|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|<[^<>"{}|^`\\\s]*>|[?$]\w+|\w+|[{}]/g;

/** Right after the brace that begins the WHERE part of each SELECT, unless a SELECT stands there itself: that one has its own. */
function groupsOf(query: string): number[] {
  const places: number[] = [];
  let waits = true;
  let template = false;
  let opened: number | null = null;
  for (const { 0: token, index } of query.matchAll(TOKENS)) {
    if (token.startsWith('#')) continue;
    if (opened !== null) {
      if (!/^select$/i.test(token)) places.push(opened);
      opened = null;
    }
    if (/^(select|ask|describe|where)$/i.test(token)) [waits, template] = [true, false];
    else if (/^construct$/i.test(token)) [waits, template] = [false, true];
    else if (token === '{' && waits && !template) [opened, waits] = [index + 1, false];
  }
  return places;
}

/** `<iri>` and `"text"` as in SPARQL; else a number, an IRI, or a text, by how it looks. */
function termOf(value: string): string {
  const iri = /^<([^<>"{}|^`\\\s]*)>$/.exec(value)?.[1] ?? (/^[A-Za-z][A-Za-z0-9+.-]*:\S+$/.test(value) ? value : null);
  if (iri !== null) return `<${iri.replace(/[<>"{}|^`\\]/g, (character) => encodeURIComponent(character))}>`;
  if (/^[+-]?\d+(\.\d+)?$/.test(value)) return value;
  return JSON.stringify(/^"[\s\S]*"$/.test(value) ? value.slice(1, -1) : value);
}
