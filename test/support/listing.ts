/** A listing of one connector over a portal made of a function. */
import { type ConnectorInput, connectorSchema } from '../../src/definition/connector/index.js';
import type { Item, ListingEnd, Values } from '../../src/run/harvest/index.js';
import { type ListingOptions, openListing } from '../../src/run/harvest/index.js';
import { askerOf, type Portal } from './asker.js';

export interface Listed {
  readonly items: readonly Item[];
  /** First values of a field. */
  values(field: string): string[];
  readonly end: ListingEnd;
  readonly log: readonly string[];
}

type Given = Partial<Pick<ListingOptions, 'cursor' | 'today' | 'resumeAt' | 'onWindow'>> & { parameters?: Values; changes?: boolean };

export async function listed(connector: ConnectorInput, portal: Portal, given: Given = {}): Promise<Listed> {
  const { parameters = {}, changes = false, ...options } = given;
  const parsed = connectorSchema.parse(connector);
  const asker = askerOf(portal);
  const route = { changes: parsed.changes, document: undefined };
  const steps = changes ? parsed.changes : parsed.list;
  const listing = openListing({ connector: parsed, route, steps, parameters, asker, today: '2026-11-17', ...options });
  const items: Item[] = [];
  for await (const item of listing) items.push(item);
  return { items, values: (field) => items.map(({ fields }) => fields[field]?.[0] ?? ''), end: listing.end(), log: asker.log };
}
