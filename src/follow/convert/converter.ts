/** A converter makes a further file of a file: a service that is posted to, or a program. */
import type { Readable } from 'node:stream';

export interface ConversionSource {
  readonly name: string;
  readonly type: string;
  readonly length: number;
  /** Where it was had from. */
  readonly url: string;
  /** The same for every attempt at the same version. */
  readonly id: string;
  /** Its bytes, from their beginning each time. */
  stream(): Promise<Readable>;
}

export interface Converted {
  readonly bytes: Uint8Array;
  /** As the converter says; null: it does not. */
  readonly type: string | null;
}

export interface Converter {
  /** For messages: never a password. */
  readonly name: string;
  /** Null: there is nothing to make of it. Throws ConversionError. */
  convert(source: ConversionSource, signal: AbortSignal): Promise<Converted | null>;
  close(): Promise<void>;
}

/** away: nobody was reached, which says nothing of the file; failed: it may work another time; refused: it never will. */
export type ConversionTrouble = 'away' | 'failed' | 'refused';

export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  constructor(
    readonly trouble: ConversionTrouble,
    message: string,
    /** How long it asked to be left alone. */
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}
