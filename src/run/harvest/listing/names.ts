/**
 * What the templates of a step may name: the turn it is at (window, page, token), fields of the row it starts from,
 * parameters, and the names the connector sets; the nearest wins.
 */
import type { Connector } from '../../../definition/connector/index.js';
import type { Values } from '../port.js';
import { filled } from './template.js';

export type Lookup = (name: string) => readonly string[] | undefined;

/** Names of the connector may be made of others, but not in circles. */
const MAX_NESTING = 4;

export interface Cursor {
  readonly from: string;
  readonly until: string;
}

/** Names that hold for the whole listing. */
export function listingNames(connector: Connector, parameters: Values, today: string, cursor: Cursor | null): Values {
  return {
    lang: connector.languages.slice(0, 1),
    ...parameters,
    today: [today.slice(0, 10)],
    ...(cursor && { 'cursor.from': [cursor.from], 'cursor.until': [cursor.until] }),
  };
}

/** `{name}` alone stands for all values of a parameter or field. */
export function valuesOf(values: string | readonly string[], lookup: Lookup): readonly string[] {
  if (typeof values !== 'string') return values;
  const name = /^\{([^{}|]+)\}$/.exec(values)?.[1];
  if (name !== undefined) return lookup(name) ?? [];
  const text = filled(values, lookup);
  return text === null ? [] : [text];
}

export function lookupIn(connector: Connector, ...layers: readonly Values[]): Lookup {
  return withSet(connector, layers, 0);
}

function withSet(connector: Connector, layers: readonly Values[], nesting: number): Lookup {
  return (name) => {
    for (const layer of layers) {
      const values = Object.hasOwn(layer, name) ? layer[name] : undefined;
      if (values?.length) return values;
    }
    const template = Object.hasOwn(connector.set, name) ? connector.set[name] : undefined;
    if (template === undefined || nesting > MAX_NESTING) return undefined;
    const text = filled(template, withSet(connector, layers, nesting + 1));
    return text === null ? undefined : [text];
  };
}
