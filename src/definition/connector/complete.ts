/** A connector with every default filled in, as it runs and as it is shown. Short forms are expanded and each route is complete. */
import type { z } from 'zod';
import { isMapping, type Mapping, mergeMappings } from './merge.js';
import { type Connector, connectorSchema, type DocumentRule, type Reuse, type Route } from './schema.js';

export interface CompleteRoute extends Route {
  /** `crawl` or `bulk 2`, for reports. */
  readonly name: string;
  readonly document: DocumentRule;
  readonly reuse: Reuse;
  readonly snapshot?: (NonNullable<Route['snapshot']> & { readonly document: DocumentRule }) | undefined;
}

export interface CompleteConnector extends Connector {
  readonly id: string;
  readonly title: string;
  readonly reuse: Reuse;
  /** In the order in which they are tried; empty when the portal may not be harvested. */
  readonly routes: CompleteRoute[];
}

export interface Lack {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The complete connector, or the fields it lacks. `raw` has passed the schema. */
export function completeConnector(raw: Mapping, id: string): { connector: CompleteConnector } | { lacks: Lack[] } {
  const lacks = [...lacksOf(raw)];
  if (lacks.length > 0) return { lacks };
  const parsed = connectorSchema.safeParse({ ...raw, id, routes: routesOf(raw) });
  if (!parsed.success) return { lacks: parsed.error.issues.map((issue) => lackOf(issue, raw)) };
  const { routes, ...rest } = parsed.data;
  return {
    connector: {
      ...rest,
      id,
      title: rest.title ?? id,
      reuse: rest.reuse as Reuse,
      routes: nameRoutes(routes as Omit<CompleteRoute, 'name'>[]),
    },
  };
}

function* lacksOf(raw: Mapping): Generator<Lack> {
  if (!isMapping(raw['reuse']))
    yield { path: [], message: '`reuse` is missing: say under which terms the portal may be harvested, and why (terms, because).' };
  if (isRefused(raw)) return;
  const routes = routesOf(raw);
  if (routes.length === 0) yield { path: [], message: '`list` is missing: a connector says how its documents are found.' };
  for (const [index, route] of routes.entries()) {
    const where = Array.isArray(raw['routes']) && raw['routes'].length > 0 ? ['routes', index] : [];
    if (!isMapping(route['document']))
      yield { path: where, message: '`document` is missing: a connector says what a document is made of.' };
    if (stepsIn(route, 'list') + stepsIn(route, 'changes') === 0)
      yield { path: where, message: 'a route has a `list`, or `changes`, to find its documents by.' };
  }
}

const isRefused = (raw: Mapping): boolean => {
  const reuse = raw['reuse'];
  return raw['mode'] === 'refused' || (isMapping(reuse) && reuse['terms'] === 'prohibited');
};

const stepsIn = (route: Mapping, name: string): number => (Array.isArray(route[name]) ? route[name].length : 0);

/** Merges before the schema fills anything in: otherwise a default of the route would hide what the connector says. */
function routesOf(raw: Mapping): Mapping[] {
  const routes = Array.isArray(raw['routes']) ? raw['routes'].filter(isMapping) : [];
  const short = stepsIn(raw, 'list') + stepsIn(raw, 'changes') > 0 ? [pick(raw, ['approach', 'list', 'changes', 'overlap', 'sweep'])] : [];
  return (routes.length > 0 ? routes : short).map((route) => {
    const document = joined(raw['document'], route['document']);
    return { approach: 'crawl', ...route, reuse: joined(raw['reuse'], route['reuse']), document, ...snapshotOf(route, document) };
  });
}

function snapshotOf({ snapshot }: Mapping, document: unknown): Mapping {
  return isMapping(snapshot) ? { snapshot: { ...snapshot, document: joined(document, snapshot['document']) } } : {};
}

const joined = (base: unknown, over: unknown): unknown => (isMapping(base) && isMapping(over) ? mergeMappings(base, over) : (over ?? base));

const pick = (raw: Mapping, names: readonly string[]): Mapping =>
  Object.fromEntries(names.filter((name) => raw[name] !== undefined).map((name) => [name, raw[name]]));

const lackOf = (issue: z.core.$ZodIssue, raw: Mapping): Lack => ({
  path: Array.isArray(raw['routes']) ? (issue.path as (string | number)[]) : (issue.path as (string | number)[]).slice(2),
  message: `${issue.path.join('.')}: ${issue.message}.`,
});

function nameRoutes(routes: readonly Omit<CompleteRoute, 'name'>[]): CompleteRoute[] {
  return routes.map((route, index) => {
    const before = routes.slice(0, index).filter(({ approach }) => approach === route.approach).length;
    return { ...route, name: before === 0 ? route.approach : `${route.approach} ${before + 1}` };
  });
}
