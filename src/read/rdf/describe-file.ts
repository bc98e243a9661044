/** A picture or a PDF file as RDF: what its reader found, and the XMP packet as it stands. */
import { type FileMetadata, readFileMetadata, readXmpPacket } from './file-metadata.js';
import { QuadList, TooManyQuads } from './quad-list.js';
import type { RdfReading } from './read-rdf.js';

export const describesItself = (type: string): boolean => type.startsWith('image/') || type === 'application/pdf';

/** A broken packet is no reason to lose the rest. */
export async function describeFile(bytes: Uint8Array, metadata: FileMetadata, url: string, most: number): Promise<RdfReading> {
  const list = new QuadList(most);
  const problems: string[] = [];
  try {
    readFileMetadata(metadata, url, list);
    await readXmpPacket(bytes, url, list);
  } catch (error) {
    problems.push(
      error instanceof TooManyQuads ? `it has more than ${most} statements; the rest was left out` : `XMP: ${(error as Error).message}`,
    );
  }
  const { quads } = list;
  return { syntax: quads.length > 0 || problems.length > 0 ? 'metadata' : '', quads, own: [], problems, failure: null };
}
