/** All streams of a workspace over lists in memory: for tests that want to say what is known, and as a second back end of the contract. */
import { orderOf } from '../../frontier/queue/index.js';
import type { DocumentId, FetchId, ResourceId, RunId, SiteId, VersionId } from '../../model/index.js';
import { type Fingerprint, ListStream, type Streams } from '../../store/index.js';
import { FILTERS, type RowOf } from './row-filters.js';

export type RowLists = { readonly [Name in keyof Streams]: readonly RowOf<Name>[] };

/** The lists are read anew for each question: who changes them changes the streams. */
export function memoryStreams(rows: RowLists): Streams {
  return {
    runs: new ListStream({ ...byId<'runs', RunId>('runs', rows), orders: { newest: { by: ({ id }) => [id], descending: true } } }),
    sites: new ListStream({ ...byId<'sites', SiteId>('sites', rows), heavy: ['robots'] }),
    resources: new ListStream({ ...byId<'resources', ResourceId>('resources', rows), heavy: ['trail'] }),
    queue: new ListStream({
      ...listed('queue', rows),
      keyOf: ({ resource }) => [resource],
      placeOf: (resource: ResourceId) => [resource],
      by: (row) => [row.site, orderOf(row as Parameters<typeof orderOf>[0], 'score'), row.resource],
    }),
    rejections: new ListStream({
      ...listed('rejections', rows),
      keyOf: ({ fingerprint }) => fingerprint,
      placeOf: (fingerprint: Fingerprint) => fingerprint,
    }),
    fetches: new ListStream({
      ...byId<'fetches', FetchId>('fetches', rows),
      heavy: ['tls'],
      orders: { newest: { by: ({ id }) => [id], descending: true }, started: { by: ({ startedAt, id }) => [startedAt, id] } },
    }),
    segments: new ListStream({ ...listed('segments', rows), keyOf: ({ name }) => [name], placeOf: (name: string) => [name] }),
    documents: new ListStream({
      ...byId<'documents', DocumentId>('documents', rows),
      orders: { changed: { by: ({ lastChanged, id }) => [lastChanged, id], descending: true } },
    }),
    versions: new ListStream({
      ...byId<'versions', VersionId>('versions', rows),
      heavy: ['digests'],
      orders: { newest: { by: ({ id }) => [id], descending: true } },
    }),
    bodies: new ListStream({
      ...listed('bodies', rows),
      keyOf: ({ version }) => [version],
      placeOf: (version: VersionId) => [version],
      heavy: ['text', 'content', 'metadata', 'facts', 'links'],
    }),
  };
}

function listed<Name extends keyof Streams>(name: Name, rows: RowLists) {
  const columns = Object.keys(rows[name][0] ?? {}) as (keyof RowOf<Name>)[];
  return { name, columns, rows: (): readonly RowOf<Name>[] => rows[name], isMet: FILTERS[name] };
}

function byId<Name extends keyof Streams, Key extends number>(name: Name, rows: RowLists) {
  return { ...listed(name, rows), keyOf: (row: RowOf<Name>) => [(row as { id: Key }).id], placeOf: (id: Key) => [id] };
}
