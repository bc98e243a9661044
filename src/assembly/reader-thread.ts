/** Entry of a reader thread: the same plug-ins and rules as every other, made from the definition it is given. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { ExchangeReader, makePipeline, type ReaderThreadData, serveReader } from '../crawl/index.js';
import { loadRegistry } from './registry.js';

const { definition, folder, secret, seedHosts, packs, contexts } = workerData as ReaderThreadData;
const registry = await loadRegistry(definition.plugins, folder);
serveReader(
  parentPort as MessagePort,
  new ExchangeReader(definition, makePipeline({ definition, registry, secret, seedHosts, contexts }), packs),
);
