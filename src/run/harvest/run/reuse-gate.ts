/** Whether a portal may be harvested, before anything is asked: its terms of re-use, and what the user has to confirm. */

import { existsSync } from 'node:fs';
import { type CompleteConnector, type CompleteRoute, ParameterError } from '../../../definition/connector/index.js';
import { WinnowError } from '../../../model/index.js';
import { pathOfCopy } from '../asking/supplied-copy.js';
import { lookupIn } from '../listing/names.js';
import { filled } from '../listing/template.js';
import type { Values } from '../port.js';

/** It may not be harvested, and why; nothing was requested. */
export class ReuseRefused extends WinnowError {
  override readonly name = 'ReuseRefused';
  readonly connector: string;
  /** True where confirming the terms would open it. */
  readonly needsConfirmation: boolean;

  constructor(connector: string, message: string, needsConfirmation = false) {
    super('REUSE_REFUSED', message);
    this.connector = connector;
    this.needsConfirmation = needsConfirmation;
  }
}

export interface OpenRoutes {
  readonly routes: readonly CompleteRoute[];
  /** Why routes were left out. */
  readonly remarks: readonly string[];
}

/** The routes that may be used, in order. Throws ReuseRefused where there is none. */
export function openRoutes(connector: CompleteConnector, isAccepted: boolean): OpenRoutes {
  const { id, title, reuse, mode } = connector;
  if (mode === 'refused' || reuse.terms === 'prohibited')
    throw new ReuseRefused(id, `${title} may not be harvested: ${reuse.because}. Nothing was requested.`);
  const objections = connector.routes.map((route) => ({ route, objection: objectionTo(route, isAccepted) }));
  const routes = objections.filter(({ objection }) => objection === null).map(({ route }) => route);
  const [first] = objections;
  if (routes.length === 0)
    throw new ReuseRefused(
      id,
      `${title}: ${first?.objection ?? 'it has no route'} Nothing was requested.`,
      Boolean(first?.route.reuse.confirm),
    );
  const remarks = objections.flatMap(({ route, objection }) =>
    objection === null ? [] : [`The route ${route.name} is left out: ${objection}`],
  );
  return { routes, remarks };
}

/** Where the copy lies that stands for the portal; null where the portal itself is asked. Throws ReuseRefused where none was supplied, ParameterError where it is not there. */
export function placeOfCopy(connector: CompleteConnector, parameters: Values): string | null {
  const { id, title, reuse, copy } = connector;
  if (copy === undefined) return null;
  const place = filled(copy, lookupIn(connector, parameters));
  const [name = 'Archive'] = /\{(\w+)/.exec(copy)?.slice(1) ?? [];
  if (place !== null && !existsSync(pathOfCopy(place))) throw new ParameterError([`${name}: there is no file or folder ${place}.`]);
  if (place !== null) return place;
  const advice = `Supply a copy of it (a folder, a ZIP or tar archive, or WARC and WACZ files) with --${name} FILE.`;
  throw new ReuseRefused(id, `${title} is never asked itself. ${reuse.because}. ${advice} Nothing was requested.`);
}

function objectionTo({ reuse }: CompleteRoute, isAccepted: boolean): string | null {
  if (reuse.terms === 'prohibited') return `it is prohibited: ${reuse.because}.`;
  if (reuse.confirm !== undefined && !isAccepted)
    return `it needs your confirmation: ${reuse.confirm} Confirm it with --accept, or portal.accepted in the definition.`;
  return null;
}
