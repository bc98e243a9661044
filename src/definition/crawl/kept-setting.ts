/**
 * Changes that outlive the process that made them. A run that was stopped, paused or killed goes on with what was changed
 * while it ran, field by field, unless somebody has changed the definition of that field since: then that counts.
 */
import { changeDefinition, changesBetween, ownTextAt } from './change.js';
import { isObject } from './fields.js';
import { valueAt } from './layers.js';
import { readPlace } from './place.js';
import { setAt } from './read-words.js';
import type { Definition } from './schema.js';

/** One value that was changed, as it was given, and what it was before in words. */
export interface KeptSetting {
  readonly site: string | null;
  readonly path: string;
  readonly before: string | null;
  readonly value: unknown;
}

/** What is worth keeping of a change from one definition to another: the `settings` given that made a difference. */
export function keptSettings(before: Definition, after: Definition, settings: unknown): KeptSetting[] {
  return changesBetween(before, after).flatMap(({ site, path }) => {
    const value = valueAt(site === null ? settings : entryFor(settings, site), path.split('.'));
    return value === undefined ? [] : [{ site, path, before: ownTextAt(before, site, path), value }];
  });
}

function entryFor(settings: unknown, site: string): unknown {
  const sites = valueAt(settings, ['sites']);
  const isMeant = (entry: unknown) => isObject(entry) && readPlace(String(entry['for']))?.name === readPlace(site)?.name;
  return Array.isArray(sites) ? sites.findLast(isMeant) : undefined;
}

/** `definition` with the kept values on top, in their order. One that makes no sense any more is left out. */
export function replaySettings(definition: Definition, kept: readonly KeptSetting[]): Definition {
  return kept.reduce(replay, definition);
}

function replay(definition: Definition, { site, path, before, value }: KeptSetting): Definition {
  try {
    if (ownTextAt(definition, site, path) !== before) return definition;
    const settings: Record<string, unknown> = {};
    setAt(settings, path.split('.'), value);
    return changeDefinition(definition, site === null ? settings : { sites: [{ for: site, ...settings }] });
  } catch {
    return definition;
  }
}
