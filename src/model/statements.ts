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

export const packLines = (lines: readonly string[]): Uint8Array => new Uint8Array(deflateRawSync(lines.join('\n')));

/** N-Quads, one statement a line. */
export const unpackLines = (packed: Uint8Array): string => inflateRawSync(packed).toString('utf8');
