/** How often a step is done: once for each window and each combination of the values it goes over. */
import type { Step } from '../../../definition/connector/index.js';
import { HarvestError, type Item, type Values } from '../port.js';
import { type Lookup, lookupIn, valuesOf } from './names.js';
import type { Prepared, Turn } from './room.js';
import { filled } from './template.js';
import { boundOf, type Window, windowNames, windowsOf, withOverlap } from './windows.js';

/** Windows of a step, oldest first; a single null where it has none. */
export function* windowsFor({ step, rule, room }: Prepared, item: Item): Generator<Window | null> {
  const { windows } = step;
  if (!windows) return yield null;
  const lookup = lookupIn(room.connector, item.fields, room.names);
  const bound = (side: 'from' | 'until'): string => {
    const text = filled(windows[side], lookup);
    const day = text === null ? null : boundOf(text, side, room.today);
    if (day === null) {
      const what = text === null ? `a name in ${windows[side]} has no value` : `${text} is no year, month or day`;
      throw new HarvestError('definition', what, { rule: `${rule}.windows.${side}` });
    }
    return day;
  };
  for (const window of windowsOf(windows.by, bound('from'), bound('until'))) yield withOverlap(window, windows.overlap);
}

export function* turnsIn({ step, room }: Prepared, item: Item, window: Window | null): Generator<Turn> {
  const lookup = lookupIn(room.connector, item.fields, room.names);
  for (const names of combinations(step.over ?? {}, lookup)) yield { item, names: { ...names, ...(window && windowNames(window)) } };
}

function* combinations(over: NonNullable<Step['over']>, lookup: Lookup): Generator<Values> {
  const [first, ...rest] = Object.entries(over);
  if (!first) return yield {};
  const [name, values] = first;
  for (const value of new Set(valuesOf(values, lookup))) {
    for (const others of combinations(Object.fromEntries(rest), lookup)) yield { [name]: [value], ...others };
  }
}
