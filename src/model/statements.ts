/** What a document says as RDF, as readers return it and as the repository stores it. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Quad } from '@rdfjs/types';

/** Parsed once; every consumer sees the same quads. */
export interface Statements {
  /** Media type of the syntax; several in one page are separated by commas. */
  readonly syntax: string;
  readonly quads: readonly Quad[];
  /** What is wrong with the statements, in words for their publisher. */
  readonly problems: readonly string[];
  /** Lines of N-Quads, in the order of the quads. */
  readonly lines: readonly string[];
  /** The lines that are compared to tell whether the document changed; null when other compared fields already cover them. */
  readonly compared: readonly string[] | null;
  /** JSON-LD contexts of which there is no copy yet: the parts that need them could not be read. */
  readonly awaits?: readonly string[];
}

/** Shorter texts are stored uncompressed: setting up a compressor takes longer than reading the statements of a page. */
const LONGEST_STORED = 2048;

/** Raw deflate, for texts of any length. */
export function packLines(lines: readonly string[]): Uint8Array {
  const bytes = Buffer.from(lines.join('\n'));
  return bytes.length <= LONGEST_STORED ? storedBlock(bytes) : new Uint8Array(deflateRawSync(bytes));
}

/** The bytes unchanged in a single block of deflate: the length, then the length with every bit inverted, then the bytes. */
function storedBlock(bytes: Uint8Array): Uint8Array {
  const block = new Uint8Array(5 + bytes.length);
  const view = new DataView(block.buffer);
  view.setUint8(0, 1);
  view.setUint16(1, bytes.length, true);
  view.setUint16(3, ~bytes.length & 0xffff, true);
  block.set(bytes, 5);
  return block;
}

/** N-Quads, one statement a line. */
export const unpackLines = (packed: Uint8Array): string => inflateRawSync(packed).toString('utf8');
