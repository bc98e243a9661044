/**
 * Snapshots: everything a portal had on a day, handed over and imported once; what came after that day is asked for.
 *
 * An import is a run of its own, before the one that asks for changes: what the snapshot holds and the portal has changed
 * since is a change like any other then. A snapshot is older than all that was harvested after its day, and never overrules it.
 */
import { fileURLToPath } from 'node:url';
import type { CompleteConnector, CompleteRoute } from '../../../definition/connector/index.js';
import type { Definition } from '../../../definition/crawl/index.js';
import type { Deposited } from '../../../store/index.js';
import { localAddress } from '../listing/kinds/folder.js';
import { type Lookup, lookupIn, valuesOf } from '../listing/names.js';
import { filled } from '../listing/template.js';
import { HarvestError, type Values } from '../port.js';
import type { HarvestMemory } from './progress-file.js';

/** A route that is gone once, for what a snapshot holds or lacks. */
export interface ImportRoute extends CompleteRoute {
  readonly imports: {
    /** As what it is remembered. */
    readonly name: string;
    /** Day of the snapshot. */
    readonly date: string;
    /** The snapshot itself, not what it lacks: it says what was there on its day. */
    readonly isSnapshot: boolean;
  };
}

export const isImport = (route: CompleteRoute): route is ImportRoute => 'imports' in route;

/** What is still to be imported for a route. Throws where a snapshot is given without its day. */
export function importsDue(route: CompleteRoute, connector: CompleteConnector, parameters: Values, memory: HarvestMemory): ImportRoute[] {
  const { snapshot, since } = route;
  const lookup = lookupIn(connector, parameters);
  if (!snapshot || filled(snapshot.given, lookup) === null) return [];
  const date = since === undefined ? null : filled(since, lookup);
  if (date === null)
    throw new HarvestError('definition', `say of which day the snapshot is: ${since ?? 'the route has no `since`'}`, { rule: 'since' });
  const { since: _since, snapshot: _snapshot, ...bare } = route;
  const part = (name: string, more: Pick<CompleteRoute, 'list' | 'document'>, isSnapshot: boolean): ImportRoute => ({
    ...bare,
    ...more,
    name: `${route.name} ${name}`,
    changes: [],
    imports: { name: `${route.name} ${name}`, date, isSnapshot },
  });
  const parts = [part('snapshot', { list: snapshot.list, document: snapshot.document }, true)];
  if (snapshot.rest.length > 0) parts.push(part('rest', { list: snapshot.rest, document: route.document }, false));
  return parts.filter(({ imports }) => memory.snapshots[imports.name] !== date);
}

/** Files and folders of this machine that are given as a snapshot may be read, since whoever gives them says so. */
export function withGivenFiles(definition: Definition, routes: readonly CompleteRoute[], lookup: Lookup): Definition {
  const given = routes.flatMap(({ snapshot }) => (snapshot ? valuesOf(snapshot.given, lookup) : []));
  const folders = given
    .map(localAddress)
    .filter((address) => address.startsWith('file:'))
    .map((address) => fileURLToPath(address));
  const isSet = definition.fetchers.some((each) => (typeof each === 'string' ? each : each.use) === 'file');
  return folders.length === 0 || isSet ? definition : { ...definition, fetchers: [...definition.fetchers, { use: 'file', folders }] };
}

const DAY_MS = 86_400_000;

/** Harvested after the day of the snapshot: what it says of the document is not news. */
export function isKnownBetter(found: Deposited | null, route: CompleteRoute): boolean {
  return found !== null && isImport(route) && route.imports.isSnapshot && found.date >= Date.parse(route.imports.date) + DAY_MS;
}
