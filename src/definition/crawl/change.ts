/**
 * Changes of a definition while its crawl runs: one more layer, on top of all others.
 *
 * Only fields that the running parts read anew may change; the rest is refused with what to do instead. Entries of
 * `sites` are joined by their place, so that a later change of one value keeps the others. A value of null takes a field
 * back to what it is without being written. Pure; carrying a change out is the crawl's business.
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

/** Fields that a running crawl reads anew; a section stands for all of its fields. */
export const CHANGEABLE: readonly string[] = ['politeness', 'sites', 'budget', 'fetch.concurrency', 'fetch.retries'];

/** One value that is different now. */
export interface AppliedChange {
  /** The `for` of a site setting; null: for the whole crawl. */
  readonly site: string | null;
  /** Path of the field, inside the site setting when it belongs to one. */
  readonly path: string;
  /** As a user would write it: `3s`; null: not set. */
  readonly before: string | null;
  readonly after: string | null;
}

/** `settings` as a user writes them: durations as text, null to take a value back. Throws DefinitionError. */
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
 * `base` with the values of `checked` wherever `given` writes one. Two trees, because a number of seconds in what was
 * given is milliseconds in what was checked.
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

/** Made when it is first wanted: hardly any command changes a definition. */
const untouched = (): Definition => (everyDefault ??= definitionSchema.parse({}));

let everyDefault: Definition | undefined;

type Overlay = Definition['sites'][number];

/** `given` null: no entries any more. */
function joinSites(base: readonly Overlay[], given: unknown, checked: readonly Overlay[]): Overlay[] {
  if (!Array.isArray(given)) return [];
  const joined = new Map<string, Overlay>();
  const put = (overlay: Overlay, as: unknown) => {
    // Values of an entry have no defaults: taken back, they vanish and are inherited again.
    const both = joinWritten(joined.get(nameOf(overlay)), as as Record<string, unknown>, overlay, ['sites', 0]) as Overlay;
    joined.set(nameOf(overlay), { ...both, politeness: both.politeness ?? {}, budget: both.budget ?? {}, capture: both.capture ?? {} });
  };
  for (const overlay of base) put(overlay, overlay);
  for (const [index, overlay] of checked.entries()) put(overlay, given[index]);
  return [...joined.values()];
}

const nameOf = (overlay: Overlay): string => readPlace(overlay.for)?.name ?? overlay.for;

/** What is different between two definitions, among the fields that may change. For site settings, what holds there now. */
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

/** Those a place sets itself: what it inherits is told once, where it was changed. */
function ownFields(place: string, before: Definition, after: Definition): string[] {
  const [was, is] = [settingsOfPlace(before, place), settingsOfPlace(after, place)];
  return [...SITE_FIELDS].filter(([, field]) => isSame(was.from[field], place) || isSame(is.from[field], place)).map(([path]) => path);
}

const isSame = (place: string, other: string) => readPlace(place)?.name === readPlace(other)?.name;

/** A value as a user would write it, for the crawl or for a place; null: not set. */
export function textAt(definition: Definition, site: string | null, path: string): string | null {
  const field = SITE_FIELDS.get(path);
  const value = site === null || !field ? valueAt(definition, path.split('.')) : settingsOfPlace(definition, site)[field];
  const at: Path = site === null ? path.split('.') : ['sites', 0, ...path.split('.')];
  return value === undefined || value === null ? null : written(value, at);
}

/** The same, but what a place only inherits counts as not set. */
export function ownTextAt(definition: Definition, site: string | null, path: string): string | null {
  const field = SITE_FIELDS.get(path);
  const isInherited = site !== null && field && !isSame(settingsOfPlace(definition, site).from[field], site);
  return isInherited ? null : textAt(definition, site, path);
}
