/**
 * Remote knowledge: a store somewhere else that speaks SPARQL 1.1.
 *
 * Not a QuadSource, on purpose. That port is for the engine in this process, which asks thousands of small questions and
 * must not wait for a network with each; a remote store has an engine of its own, so it is sent whole questions and whole
 * graphs, and everything may take a while.
 */
import type { Quad } from '@rdfjs/types';
import type { Term } from './port.js';

export interface RemoteKnowledge {
  /** All in one request: a store that keeps to its requests never shows half a graph. */
  replaceGraph(graph: string, quads: Iterable<Quad>, signal?: AbortSignal): Promise<void>;
  removeGraph(graph: string, signal?: AbortSignal): Promise<void>;
  /** Any SELECT. */
  select(query: string, signal?: AbortSignal): Promise<RemoteRows>;
  close(): Promise<void>;
}

export interface RemoteRows {
  readonly variables: readonly string[];
  readonly rows: readonly (readonly (Term | undefined)[])[];
}

/** Sends a request to the store and gives its answer, whatever its status. Credentials are its own affair. */
export interface RemoteTransport {
  post(request: RemoteRequest, signal?: AbortSignal): Promise<RemoteAnswer>;
  close(): Promise<void>;
}

export interface RemoteRequest {
  readonly kind: 'query' | 'update';
  readonly body: string;
  readonly accept: string;
}

export interface RemoteAnswer {
  readonly status: number;
  readonly body: string;
  /** How long the store asked to be left alone. */
  readonly retryAfterMs: number;
}
