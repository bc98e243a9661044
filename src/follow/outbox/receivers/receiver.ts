/**
 * A receiver takes document groups: a service that speaks SOAP or REST, or a folder.
 *
 * What it answers is one of two things, taken or refused; that it could not be asked, or failed, is an error that says so.
 * The difference decides what becomes of a package: refused for good, or kept and sent again.
 */

/** A package ready to go. */
export interface Parcel {
  readonly metaInfo: string;
  /** Path of the ZIP; null where there is none (Del). */
  readonly data: string | null;
  /** Bytes of the ZIP. */
  readonly length: number;
  /** Name of the ZIP as the description has it. */
  readonly filename: string;
}

export type Receipt = { readonly isTaken: true; readonly answer: string } | { readonly isTaken: false; readonly answer: string };

/** MD5 of each document of a group, by identifier; both in small letters. */
export type KnownDocuments = ReadonlyMap<string, string>;

export interface Receiver {
  /** For messages: the host, never a password. */
  readonly name: string;
  send(parcel: Parcel, signal?: AbortSignal): Promise<Receipt>;
  /** What the receiver has of a group; null: nothing. Left out where it cannot be asked. */
  known?(identifier: string, signal?: AbortSignal): Promise<KnownDocuments | null>;
  close(): Promise<void>;
}

/** In milliseconds. */
export interface TimeOuts {
  /** Until the connection stands. */
  readonly open: number;
  /** For a whole exchange, from its first byte to the end of the answer. */
  readonly send: number;
  /** Silence while the answer is waited for. */
  readonly receive: number;
  /** How long closing waits for what is under way. */
  readonly close: number;
}

const TEN_MINUTES = 600_000;
export const TIME_OUTS: TimeOuts = { open: TEN_MINUTES, send: TEN_MINUTES, receive: TEN_MINUTES, close: TEN_MINUTES };

/** The receiver could not be asked, or failed over it: nothing is known about the package, and it may be sent again. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';

  constructor(
    message: string,
    /** How long it asked to be left alone. */
    readonly retryAfterMs = 0,
    options?: ErrorOptions,
    /** False where there was no connection: then nothing was sent. */
    readonly mayHaveArrived = true,
  ) {
    super(message, options);
  }
}
