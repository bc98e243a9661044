/**
 * Translates parameters from worker files of older crawlers for a connector of today: other names, addresses that no
 * longer exist, years left at 0, and {0} and {1} for the first and the last year.
 */
import type { GivenParameters } from './parameters.js';
import type { Parameter } from './schema.js';

export interface TranslatedParameters {
  readonly parameters: GivenParameters;
  /** What was changed on the way, in sentences. */
  readonly notes: readonly string[];
}

type Given = readonly [name: string, values: readonly string[]];

/** Unknown names are left as they are: resolveParameters refuses them and suggests the nearest one. */
export function translateOlder(
  parameters: Readonly<Record<string, Parameter>>,
  written: Readonly<Record<string, string | readonly string[]>>,
  year = new Date().getUTCFullYear(),
): TranslatedParameters {
  const notes: string[] = [];
  const given: Given[] = Object.entries(written).map(([name, value]) => [nameIn(parameters, name), [value].flat()]);
  const years: Years = { first: yearOf('StartYear', parameters, given), last: yearOf('EndYear', parameters, given) ?? String(year) };
  const kept = given.flatMap(([name, values]) => {
    const parameter = parameters[name];
    const note = parameter ? leftOut(name, parameter, values) : unknownAddress(name, values);
    if (note !== null) notes.push(note);
    return note === null ? [[name, oneOrMore(values.map((value) => withYears(value, years)))] as const] : [];
  });
  return { parameters: Object.fromEntries(kept), notes };
}

function nameIn(parameters: Readonly<Record<string, Parameter>>, written: string): string {
  const wanted = written.toLowerCase();
  const own = Object.keys(parameters).find((name) => name.toLowerCase() === wanted);
  const older = Object.entries(parameters).find(([, { names = [] }]) => names.some((name) => name.toLowerCase() === wanted));
  return own ?? older?.[0] ?? written;
}

/** Older crawlers wrote unset numbers as 0. */
const UNSET = /^(start|end)(year|month)$|^max/i;

function leftOut(name: string, { type, former = [] }: Parameter, [value = '', ...more]: readonly string[]): string | null {
  if (more.length > 0) return null;
  if (value === '0' && (type === 'year' || (type === 'number' && UNSET.test(name)))) return `${name} is 0, as if it were left out.`;
  const isGone = former.some((start) => value.toLowerCase().startsWith(start.toLowerCase()));
  return isGone ? `${name}: ${value} is an address of the portal that is no more; that of the connector holds.` : null;
}

/** An address without use in the connector is no mistake of the user's: the connector knows its own. */
function unknownAddress(name: string, [value = '']: readonly string[]): string | null {
  const isAddress = /^url/i.test(name) && /^https?:\/\//i.test(value);
  return isAddress ? `${name}: ${value} is not used: the connector has addresses of its own.` : null;
}

interface Years {
  readonly first: string | undefined;
  readonly last: string;
}

function yearOf(name: string, parameters: Readonly<Record<string, Parameter>>, given: readonly Given[]): string | undefined {
  const [value] = given.find(([each]) => each === name)?.[1] ?? [];
  const fallback = parameters[name]?.default;
  return value !== undefined && value !== '0' ? value : fallback === undefined ? undefined : String(fallback);
}

const withYears = (value: string, { first, last }: Years): string =>
  /^https?:\/\//i.test(value) ? value.replaceAll('{0}', first ?? '{0}').replaceAll('{1}', last) : value;

const oneOrMore = (values: readonly string[]): string | readonly string[] => (values.length === 1 ? (values[0] as string) : values);
