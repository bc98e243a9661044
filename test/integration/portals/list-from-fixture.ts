/** Lists of a connector read from a fixture, without a network in between. */
import { type GivenParameters, loadConnector, resolveParameters } from '../../../src/definition/connector/index.js';
import { openListing } from '../../../src/run/harvest/listing/open-listing.js';
import type { Answered, Asker, Item, ListingEnd, Question } from '../../../src/run/harvest/port.js';
import type { FixtureRequest, FixtureResponse } from '../../../src/webs/portals/index.js';

export interface Listed {
  readonly items: readonly Item[];
  readonly end: ListingEnd;
  readonly asked: readonly URL[];
}

export interface ListOptions {
  readonly portal: (request: FixtureRequest) => FixtureResponse | Promise<FixtureResponse>;
  readonly parameters: GivenParameters;
  readonly today: string;
  /** Changes since then; left out: everything. */
  readonly since?: string;
}

export async function listFromFixture(id: string, { portal, parameters, today, since }: ListOptions): Promise<Listed> {
  const { connector } = await loadConnector(id);
  const [route] = connector.routes;
  if (!route) throw new Error(`${id} has no route`);
  const asked: URL[] = [];
  const listing = openListing({
    connector,
    route,
    steps: since === undefined ? route.list : route.changes,
    parameters: resolveParameters(connector.parameters, parameters),
    asker: askerOf(portal, asked),
    cursor: since === undefined ? null : { from: since, until: today.slice(0, 10) },
    today,
  });
  const items: Item[] = [];
  for await (const item of listing) items.push(item);
  return { items, end: listing.end(), asked };
}

const askerOf = (portal: ListOptions['portal'], asked: URL[]): Asker => ({
  forget: async () => undefined,
  async ask(question: Question): Promise<Answered> {
    const url = new URL(question.url);
    asked.push(url);
    const headers = Object.fromEntries([
      ['user-agent', 'winnow (+https://example.test)'],
      ['accept', question.accept ?? '*/*'],
      ...question.headers,
    ]);
    const form = new URLSearchParams(Buffer.from(question.body ?? '').toString('utf8'));
    const answer = await portal({ method: question.method, url, headers, body: question.body ?? new Uint8Array(), form, cookies: {} });
    const declaredType = String(answer.headers?.['content-type'] ?? 'text/plain');
    const type = /json/.test(declaredType) ? 'application/json' : (declaredType.split(';')[0] ?? '');
    const bytes = Buffer.from((answer.body ?? '') as Uint8Array);
    return { question, url: url.href, status: answer.status ?? 200, headers: [], bytes, type, declaredType, exchanges: [] };
  },
});
