/** Entry of a reader thread: the same plug-ins and rules as every other, made from the definition it is given. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { ExchangeReader, makePipeline, serveReader } from '../run/crawl/index.js';
import { loadRegistry } from './registry.js';

serveReader(parentPort as MessagePort, async ({ definition, folder, secret, seedHosts, packs, contexts }) => {
  const registry = await loadRegistry(definition.plugins, folder);
  return new ExchangeReader(definition, makePipeline({ definition, registry, secret, seedHosts, contexts }), packs);
});
