/** What a document says as RDF, as its readers hand it on and as it is stored. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Quad } from '@rdfjs/types';

/** Parsed once; every consumer sees the same quads. */
export interface Statements {
  /** Media type of the syntax; of several in one page, separated by commas. */
  readonly syntax: string;
  readonly quads: readonly Quad[];
  /** What is wrong with them, in words for their publisher. */
  readonly problems: readonly string[];
  /** Lines of N-Quads, in the order of the quads. */
  readonly lines: readonly string[];
  /** Those that are compared to tell whether the document changed; null: what else is compared covers them. */
  readonly compared: readonly string[] | null;
  /** Contexts of JSON-LD that nobody has a copy of yet: what needs them could not be read. */
  readonly awaits?: readonly string[];
}

/** Shorter ones are not compressed: setting up a compressor takes longer than reading the page's statements. */
const LONGEST_STORED = 2048;

/** Raw deflate, whatever their length. */
export function packLines(lines: readonly string[]): Uint8Array {
  const bytes = Buffer.from(lines.join('\n'));
  return bytes.length <= LONGEST_STORED ? storedBlock(bytes) : new Uint8Array(deflateRawSync(bytes));
}

/** Bytes as they are, in one last block of deflate: its length, and its length again with every bit turned over. */
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
