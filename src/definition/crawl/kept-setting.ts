/**
 * Changes that outlive the process that made them. A run that was stopped, paused or killed continues with the values
 * that were changed while it ran. A field whose definition somebody has changed since then takes the definition's value.
 */
import { changeDefinition, changesBetween, ownTextAt } from './change.js';
import { isObject } from './fields.js';
import { valueAt } from './layers.js';
import { readPlace } from './place.js';
import { setAt } from './read-words.js';
import type { Definition } from './schema.js';

/** One changed value as it was given, and its earlier value as text. */
export interface KeptSetting {
  readonly site: string | null;
  readonly path: string;
  readonly before: string | null;
  readonly value: unknown;
}

/** The part of `settings` that made a difference between two definitions. */
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

/** `definition` with the kept values applied in order. A value that is no longer valid is left out. */
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
