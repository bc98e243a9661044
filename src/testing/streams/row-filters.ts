/** What the filters of the streams mean, told by the columns of a row: for streams in memory and for the contract. */
import type { OneOf, Stream, Streams } from '../../store/index.js';

export type RowOf<Name extends keyof Streams> =
  Streams[Name] extends Stream<infer Row, infer _K, infer _F, infer _O, infer _H> ? Row : never;
export type FilterOf<Name extends keyof Streams> =
  Streams[Name] extends Stream<infer _R, infer _K, infer Filter, infer _O, infer _H> ? Filter : never;

export type IsMet<Row, Filter> = {
  readonly [Name in keyof Filter]-?: (row: Row, wanted: NonNullable<Filter[Name]>) => boolean;
};

const oneOf =
  <Row, Value>(read: (row: Row) => unknown) =>
  (row: Row, wanted: OneOf<Value>): boolean => {
    const value = JSON.stringify(read(row));
    const list: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
    return value === JSON.stringify(wanted) || list.some((each) => JSON.stringify(each) === value);
  };

const holds =
  <Row>(isSo: (row: Row) => boolean) =>
  (row: Row, wanted: boolean): boolean =>
    isSo(row) === wanted;

const atLeast =
  <Row>(read: (row: Row) => number) =>
  (row: Row, wanted: number): boolean =>
    read(row) >= wanted;

export const FILTERS: { readonly [Name in keyof Streams]: IsMet<RowOf<Name>, FilterOf<Name>> } = {
  runs: {
    state: oneOf(({ state }) => state),
    endedAfter: ({ endedAt }, wanted) => endedAt !== null && endedAt > wanted,
  },
  sites: {
    origin: oneOf(({ origin }) => origin),
    domain: oneOf(({ domain }) => domain),
    address: oneOf(({ address }) => address),
    robotsExpiredBy: ({ robotsExpiresAt }, wanted) => robotsExpiresAt !== null && robotsExpiresAt <= wanted,
  },
  resources: {
    kind: oneOf(({ kind }) => kind),
    state: oneOf(({ state }) => state),
    site: oneOf(({ site }) => site),
    link: oneOf(({ link }) => link),
    run: oneOf(({ run }) => run),
    via: oneOf(({ via }) => via),
    fingerprint: oneOf(({ fingerprint }) => fingerprint),
  },
  queue: { site: oneOf(({ site }) => site) },
  rejections: { filter: oneOf(({ filter }) => filter), run: oneOf(({ run }) => run) },
  fetches: {
    resource: oneOf(({ resource }) => resource),
    run: oneOf(({ run }) => run),
    site: oneOf(({ site }) => site),
    since: atLeast(({ startedAt }) => startedAt),
    url: oneOf(({ url }) => url),
    kind: oneOf(({ kind }) => kind),
    segment: oneOf(({ segment }) => segment),
    archived: holds(({ segment }) => segment !== null),
    answered: holds(({ error }) => error === null),
    failed: holds(({ failed }) => failed),
  },
  segments: { closed: holds(({ closed }) => closed) },
  documents: {
    state: oneOf(({ state }) => state),
    resource: oneOf(({ resource }) => resource),
    identifier: oneOf(({ identifier }) => identifier),
    site: oneOf(({ site }) => site),
    origin: oneOf(({ origin }) => origin),
    language: oneOf(({ language }) => language),
    type: ({ type }, wanted) => type.startsWith(wanted),
    text: ({ identifier, title }, wanted) => `${identifier}\n${title ?? ''}`.toLowerCase().includes(wanted.toLowerCase()),
    isDuplicate: holds(({ duplicateOf }) => duplicateOf !== null),
  },
  versions: { document: oneOf(({ document }) => document), current: holds(({ current }) => current) },
  bodies: { document: oneOf(({ document }) => document), current: holds(({ current }) => current) },
};
