/**
 * Changes a definition while its crawl runs: one more layer on top of all others.
 *
 * Only fields that the running parts read again may change; for others the error says what to do instead. Entries of
 * `sites` are joined by their place, so that changing one value keeps the others. Null resets a field to its value
 * without the change. Pure: the crawl carries the change out.
 */
import { written } from './explain.js';
import { definitionFields, isObject, type Path, pathText } from './fields.js';
import { type Finding, validate } from './findings.js';
import { freeze } from './freeze.js';
import { valueAt } from './layers.js';
import { readPlace } from './place.js';
import { DefinitionError, problemAt } from './problem.js';
import { type Definition, definitionSchema } from './schema.js';
import { type SiteField, settingsOfPlace } from './site-settings.js';

/** Fields that a running crawl reads again; a section stands for all of its fields. */
export const CHANGEABLE: readonly string[] = ['politeness', 'sites', 'budget', 'fetch.concurrency', 'fetch.retries'];

/** One value that has changed. */
export interface AppliedChange {
  /** The `for` of a site setting; null when the change is for the whole crawl. */
  readonly site: string | null;
  /** Path of the field, relative to the site setting if there is one. */
  readonly path: string;
  /** As a user would write it: `3s`; null when it was not set. */
  readonly before: string | null;
  readonly after: string | null;
}

/** `settings` are as a user writes them: durations as text, null to unset a value. Throws DefinitionError. */
export function changeDefinition(definition: Definition, settings: unknown): Definition {
  if (!isObject(settings)) throw refusal([{ path: [], part: 'value', message: 'a change is a mapping of fields to values.' }]);
  const checked = validate(withoutNulls(settings));
  const findings = 'findings' in checked ? checked.findings : [];
  const all = [...findings, ...fixedFields(settings)];
  if (all.length > 0 || !('definition' in checked)) throw refusal(all);
  const { sites, ...sections } = settings;
  const changed = joinWritten(definition, sections, checked.definition, []) as Definition;
  return freeze(sites === undefined ? changed : { ...changed, sites: joinSites(definition.sites, sites, checked.definition.sites) });
}

const refusal = (findings: readonly Finding[]) =>
  new DefinitionError(findings.map(({ path, message, suggestion }) => problemAt({ text: 'change' }, pathText(path), message, suggestion)));

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, withoutNulls(item)]),
  );
}

function fixedFields(settings: Record<string, unknown>): Finding[] {
  const fixed = definitionFields().filter(({ path }) => valueAt(settings, path.split('.')) !== undefined && !isChangeable(path));
  const ofSites = Array.isArray(settings['sites']) && settings['sites'].some((site) => isObject(site) && site['capture'] !== undefined);
  return [...fixed.map(({ path }) => path), ...(ofSites ? ['sites.capture'] : [])].map((path) => ({
    path: path.split('.'),
    part: 'key',
    message: `\`${path}\` cannot change while a crawl runs. Stop it, change the definition and start it again: it goes on where it was.`,
  }));
}

const isChangeable = (path: string) => CHANGEABLE.some((field) => path === field || path.startsWith(`${field}.`));

/**
 * `base` with the values of `checked` wherever `given` sets one. Needs both, because a number of seconds in `given` is
 * milliseconds in `checked`.
 */
function joinWritten(base: unknown, given: Record<string, unknown>, checked: unknown, path: Path): unknown {
  const joined = new Map(Object.entries(isObject(base) ? base : {}));
  for (const [key, value] of Object.entries(given)) {
    const here = [...path, key];
    const next = valueAt(checked, [key]);
    if (value === null) putBack(joined, here);
    else joined.set(key, isObject(value) && isObject(next) ? joinWritten(joined.get(key), value, next, here) : next);
  }
  return Object.fromEntries(joined);
}

function putBack(values: Map<string, unknown>, path: Path): void {
  const key = String(path.at(-1));
  const fallback = valueAt(untouched(), path);
  if (fallback === undefined) values.delete(key);
  else values.set(key, fallback);
}

/** Computed on first use: few commands change a definition. */
const untouched = (): Definition => (everyDefault ??= definitionSchema.parse({}));

let everyDefault: Definition | undefined;

type Overlay = Definition['sites'][number];

/** When `given` is null, all entries are removed. */
function joinSites(base: readonly Overlay[], given: unknown, checked: readonly Overlay[]): Overlay[] {
  if (!Array.isArray(given)) return [];
  const joined = new Map<string, Overlay>();
  const put = (overlay: Overlay, as: unknown) => {
    // Values of an entry have no defaults: an unset value is inherited again.
    const both = joinWritten(joined.get(nameOf(overlay)), as as Record<string, unknown>, overlay, ['sites', 0]) as Overlay;
    joined.set(nameOf(overlay), { ...both, politeness: both.politeness ?? {}, budget: both.budget ?? {}, capture: both.capture ?? {} });
  };
  for (const overlay of base) put(overlay, overlay);
  for (const [index, overlay] of checked.entries()) put(overlay, given[index]);
  return [...joined.values()];
}

const nameOf = (overlay: Overlay): string => readPlace(overlay.for)?.name ?? overlay.for;

/** The changeable fields that differ between two definitions; for site settings, the values that now apply there. */
export function changesBetween(before: Definition, after: Definition): AppliedChange[] {
  const fields = definitionFields().filter(({ path }) => path !== 'sites' && isChangeable(path));
  const places = new Map([...before.sites, ...after.sites].map((overlay) => [nameOf(overlay), overlay.for]));
  const all = [
    ...fields.map(({ path }) => ({ site: null, path })),
    ...[...places.values()].flatMap((site) => ownFields(site, before, after).map((path) => ({ site, path }))),
  ];
  return all
    .map(({ site, path }) => ({ site, path, before: textAt(before, site, path), after: textAt(after, site, path) }))
    .filter((each) => each.before !== each.after);
}

const SITE_FIELDS: ReadonlyMap<string, SiteField> = new Map([
  ['politeness.delay', 'delay'],
  ['politeness.maxDelay', 'maxDelay'],
  ['politeness.perSite', 'perSite'],
  ['politeness.responseFactor', 'responseFactor'],
  ['budget.pages', 'pages'],
  ['capture.render', 'render'],
]);

/** The fields a place sets itself. Inherited ones are reported once, where they were changed. */
function ownFields(place: string, before: Definition, after: Definition): string[] {
  const [was, is] = [settingsOfPlace(before, place), settingsOfPlace(after, place)];
  return [...SITE_FIELDS].filter(([, field]) => isSame(was.from[field], place) || isSame(is.from[field], place)).map(([path]) => path);
}

const isSame = (place: string, other: string) => readPlace(place)?.name === readPlace(other)?.name;

/** A value as a user would write it, for the crawl or for a place; null when it is not set. */
export function textAt(definition: Definition, site: string | null, path: string): string | null {
  const field = SITE_FIELDS.get(path);
  const value = site === null || !field ? valueAt(definition, path.split('.')) : settingsOfPlace(definition, site)[field];
  const at: Path = site === null ? path.split('.') : ['sites', 0, ...path.split('.')];
  return value === undefined || value === null ? null : written(value, at);
}

/** The same, but an inherited value counts as not set. */
export function ownTextAt(definition: Definition, site: string | null, path: string): string | null {
  const field = SITE_FIELDS.get(path);
  const isInherited = site !== null && field && !isSame(settingsOfPlace(definition, site).from[field], site);
  return isInherited ? null : textAt(definition, site, path);
}
