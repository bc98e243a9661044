/**
 * The memory of a crawl as a graph, kept up to date from its rows: resources, then fetches, then what documents link to,
 * then what was left out. Each step writes a slice of one list; what is written is what changed and nothing else.
 */
import type { Quad } from '@rdfjs/types';
import type {
  KnowledgeFeed,
  KnowledgeWriting,
  MemoryExclusion,
  MemoryFetch,
  MemoryRows,
  MemoryStamp,
  MemoryVersion,
} from '../../../store/index.js';
import { KnownSources } from './known-sources.js';
import { MemoryReading } from './memory-reading.js';
import { newestFetches } from './newest-fetches.js';
import { skipReason } from './reasons.js';
import { because, fetched, fetchNode, inMemory, origin, representation, representationOf, skipNode } from './statements.js';
import * as word from './vocabulary.js';

/** How far each list has been read, and how the workspace is known again. */
interface Cursor {
  readonly resource: number;
  readonly fetch: number;
  readonly version: number;
  readonly mark: string | null;
  readonly takedowns: number;
  /** How the workspace stood when what was left out was looked at, and how far the look has come; null: it is over. */
  readonly stamp: MemoryStamp;
  readonly excluded: { readonly since: number; readonly after: number } | null;
}

const BEGINNING: Cursor = { resource: 0, fetch: 0, version: 0, mark: null, takedowns: 0, stamp: { run: 0, settled: 0 }, excluded: null };
const SLICE = 2000;
/** Documents may have many links: fewer of them at a time. */
const SLICE_OF_VERSIONS = 200;

export function memoryFeed(rows: MemoryRows): KnowledgeFeed {
  const sources = new KnownSources();
  return {
    name: 'memory',
    next(write, cursor) {
      if (cursor === null) begin(write, sources);
      const at = cursor === null ? { ...BEGINNING, takedowns: rows.takedowns() } : (JSON.parse(cursor) as Cursor);
      const next =
        takeResources(rows, write, at) ??
        takeFetches(rows, write, at) ??
        takeVersions(rows, write, at, sources) ??
        takeExcluded(rows, write, at);
      return next && JSON.stringify(next);
    },
    isOf(cursor) {
      const { fetch, mark, takedowns } = JSON.parse(cursor) as Cursor;
      return rows.takedowns() === takedowns && (fetch === 0 || rows.markAt(fetch) === mark);
    },
  };
}

function begin(write: KnowledgeWriting, sources: KnownSources): void {
  write.removeGraph(word.MEMORY_GRAPH);
  sources.clear();
}

function takeResources(rows: MemoryRows, write: KnowledgeWriting, at: Cursor): Cursor | null {
  const slice = rows.resources(at.resource, SLICE);
  const last = slice.at(-1);
  if (!last) return null;
  write.add(slice.flatMap(({ url, via }) => [...representation(url), ...(via === null ? [] : [origin(url, via)])]));
  return { ...at, resource: last.id };
}

function takeFetches(rows: MemoryRows, write: KnowledgeWriting, at: Cursor): Cursor | null {
  const slice = rows.fetches(at.fetch, SLICE);
  const last = slice.at(-1);
  if (!last) return null;
  const memory = new MemoryReading(write);
  const newest = newestFetches(slice, memory);
  write.remove(newest.flatMap(({ url }) => memory.replaced(url)));
  write.add([...slice.flatMap(fetched), ...newest.flatMap(latest)]);
  return { ...at, fetch: last.id, mark: rows.markAt(last.id) };
}

/** What holds of a source now is what its newest fetch says. */
function latest(fetch: MemoryFetch): Quad[] {
  const node = representationOf(fetch.url);
  const skip = skipReason(fetch);
  return [
    inMemory(node, word.LATEST_FETCH, fetchNode(fetch.id)),
    ...(skip === null ? [] : because(node, word.SKIP, skipNode(fetch.url), skip, fetch.startedAt)),
  ];
}

function takeVersions(rows: MemoryRows, write: KnowledgeWriting, at: Cursor, sources: KnownSources): Cursor | null {
  const slice = rows.versions(at.version, SLICE_OF_VERSIONS);
  const last = slice.at(-1);
  if (!last) return null;
  const memory = new MemoryReading(write);
  write.remove(slice.flatMap(({ url }) => memory.problems(url))); // they are those of the version before
  const newest = [...new Map(slice.map((version) => [version.url, version])).values()];
  write.add([...slice.flatMap((version) => originsOf(version, memory, sources)), ...newest.flatMap(problemsOf)]);
  return { ...at, version: last.id };
}

function originsOf({ url, links }: MemoryVersion, memory: MemoryReading, sources: KnownSources): Quad[] {
  const targets = new Set((JSON.parse(links) as [string, ...unknown[]][]).map(([target]) => withoutFragment(target)));
  targets.delete(url);
  return [...targets].filter((target) => sources.takesOrigin(memory, target)).map((target) => origin(target, url));
}

const withoutFragment = (url: string): string => url.replace(/#.*$/s, '');

const problemsOf = ({ fetch, startedAt, problems }: MemoryVersion): Quad[] =>
  (JSON.parse(problems) as string[]).flatMap((problem, index) =>
    because(fetchNode(fetch), word.PROBLEM, word.blank(`p${fetch}x${index}`), problem, startedAt),
  );

/** Those of the runs since the last look: what was left out before has not changed. */
function takeExcluded(rows: MemoryRows, write: KnowledgeWriting, at: Cursor): Cursor | null {
  const now = at.excluded === null ? rows.stamp() : at.stamp;
  if (at.excluded === null && now.settled === at.stamp.settled && now.run === at.stamp.run) return null;
  const since = at.excluded?.since ?? at.stamp.run;
  const slice = rows.excluded(since, at.excluded?.after ?? 0, SLICE);
  const memory = new MemoryReading(write);
  write.remove(slice.flatMap(({ url }) => memory.skip(url)));
  write.add(slice.flatMap(leftOut));
  const last = slice.length < SLICE ? undefined : slice.at(-1);
  return { ...at, stamp: now, excluded: last ? { since, after: last.id } : null };
}

const leftOut = ({ url, reason, at }: MemoryExclusion): Quad[] => [
  ...representation(url),
  ...because(representationOf(url), word.SKIP, skipNode(url), reason, at),
];
