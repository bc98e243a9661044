/** How much one call may bring. Everything that arrives is counted while it arrives. */
export interface IngestLimits {
  /** Bytes of one document, unpacked. */
  readonly document: number;
  /** Bytes of all documents of a group, unpacked. */
  readonly unpacked: number;
  /** Bytes of a whole message. */
  readonly message: number;
  /** Characters of a description. */
  readonly description: number;
  /** Documents in a description. */
  readonly documents: number;
  /** Entries of a ZIP. */
  readonly entries: number;
  /** How many times its size a ZIP may unpack to. */
  readonly ratio: number;
}

const MB = 1 << 20;

export const DEFAULT_LIMITS: IngestLimits = {
  document: 512 * MB,
  unpacked: 2048 * MB,
  message: 2048 * MB,
  description: 16_000_000,
  documents: 10_000,
  entries: 20_000,
  ratio: 200,
};
