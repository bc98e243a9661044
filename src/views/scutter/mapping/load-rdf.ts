/** Reads RDF by its URI: from disk where a mapping says so, from the network otherwise. */
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type RdfReading, readRdf } from '../../../read/rdf/index.js';
import { looksLikeXml, ScutterError } from '../read-fragment.js';
import type { LocationMapping } from './location-mapping.js';

export interface Fetched {
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
}

export interface LoadOptions {
  readonly mapping?: LocationMapping;
  /** Asks the network; left out, it is off and only what is mapped can be read. Throws when there is no good answer. */
  readonly network?: (uri: string) => Promise<Fetched>;
}

export interface LoadedRdf extends RdfReading {
  /** Where it was read: the URI itself, or that of a file. */
  readonly from: string;
}

const MAX_BYTES = 256 * 1024 * 1024;

/** Throws ScutterError. */
export async function loadRdf(uri: string, { mapping, network }: LoadOptions): Promise<LoadedRdf> {
  const local = mapping?.get(uri) ?? mapping?.get(uri.split('#', 1)[0] as string);
  if (local !== undefined) return { ...(await read(uri, { bytes: await bytesOf(local), contentType: null })), from: local };
  if (!network) throw new ScutterError(`${uri} is not mapped to a file, and the network is off.`);
  return { ...(await read(uri, await network(uri))), from: uri };
}

async function read(uri: string, { bytes, contentType }: Fetched): Promise<RdfReading> {
  try {
    return await readRdf({ bytes, contentType: contentType ?? typeByLook(bytes), url: uri });
  } catch (cause) {
    throw new ScutterError(`${uri} cannot be read as RDF: ${(cause as Error).message}`, { cause });
  }
}

/** A file says no more of its type than it looks like. */
function typeByLook(bytes: Uint8Array): string | null {
  const start = new TextDecoder().decode(bytes.subarray(0, 100_000));
  return looksLikeXml(start) && !/<html/i.test(start) ? 'application/rdf+xml' : null;
}

async function bytesOf(uri: string): Promise<Uint8Array> {
  try {
    const path = fileURLToPath(uri);
    if ((await stat(path)).size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES / 1024 / 1024} MB`);
    return await readFile(path);
  } catch (cause) {
    throw new ScutterError(`The copy ${uri} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
