/**
 * Loads a dump into a store: N-Quads, TriG, N-Triples or Turtle, plain or gzip, as its name says.
 *
 * A graph that the file has replaces what was there under its name. The file is read as it comes and written in batches;
 * when it is broken somewhere, what stood before that is loaded, and the error says where.
 */

import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Quad } from '@rdfjs/types';
import { StreamParser } from 'n3';
import { WinnowError } from '../../../model/index.js';
import type { KnowledgeStore } from '../../../store/index.js';

const FORMATS: Readonly<Record<string, string>> = {
  nq: 'application/n-quads',
  nquads: 'application/n-quads',
  trig: 'application/trig',
  nt: 'application/n-triples',
  ttl: 'text/turtle',
};

export class DatasetError extends WinnowError {
  override readonly name = 'DatasetError';
  constructor(message: string, options?: ErrorOptions) {
    super('DATASET_UNREADABLE', message, options);
  }
}

export interface LoadedDataset {
  readonly quads: number;
  readonly sources: number;
}

export interface LoadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (quads: number) => void;
}

const BATCH = 10_000;

export async function loadDataset(store: KnowledgeStore, file: string, options: LoadOptions = {}): Promise<LoadedDataset> {
  const loading = new Loading(store, options.onProgress);
  const [format, isPacked] = formatOf(file);
  // Labels are the file's own: they must not be taken for nodes of the store that look alike.
  const parser = new StreamParser({ format, blankNodePrefix: `_:d${randomBytes(6).toString('hex')}_`, baseIRI: 'urn:winnow:dataset' });
  const unpack = isPacked ? [createGunzip()] : [];
  try {
    await pipeline([createReadStream(file), ...unpack, parser, (quads: AsyncIterable<Quad>) => loading.take(quads)] as never, {
      signal: options.signal as never,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new DatasetError(
      `${file} could not be read to its end: ${(error as Error).message}. ${loading.quads} statements before that are loaded.`,
      {
        cause: error,
      },
    );
  }
  return { quads: loading.quads, sources: loading.sources };
}

function formatOf(file: string): [format: string, isPacked: boolean] {
  const [, end = '', packed] = /\.(\w+?)(\.gz)?$/i.exec(basename(file)) ?? [];
  const format = FORMATS[end.toLowerCase()];
  if (!format)
    throw new DatasetError(`How is ${file} to be read? Name a file that ends in ${Object.keys(FORMATS).join(', ')}; .gz may follow.`);
  return [format, packed !== undefined];
}

/** What has been read and not yet written, and what has been seen. */
class Loading {
  quads = 0;
  readonly #store: KnowledgeStore;
  readonly #onProgress: ((quads: number) => void) | undefined;
  readonly #graphs = new Set<string>();
  #batch: Quad[] = [];

  constructor(store: KnowledgeStore, onProgress: ((quads: number) => void) | undefined) {
    this.#store = store;
    this.#onProgress = onProgress;
  }

  get sources(): number {
    return this.#graphs.size - Number(this.#graphs.has(''));
  }

  async take(quads: AsyncIterable<Quad>): Promise<void> {
    try {
      for await (const quad of quads) {
        this.#batch.push(quad);
        if (this.#batch.length >= BATCH) this.#write();
      }
    } finally {
      this.#write();
    }
  }

  #write(): void {
    const batch = this.#batch;
    this.#batch = [];
    this.#store.write((write) => {
      for (const graph of new Set(batch.map((quad) => quad.graph.value))) {
        if (graph !== '' && !this.#graphs.has(graph)) write.removeGraph(graph);
        this.#graphs.add(graph);
      }
      this.quads += write.add(batch);
    });
    this.#onProgress?.(this.quads);
  }
}
