/**
 * What zod cannot say about a field: whether it holds a secret, names a file, or counts time or bytes. Validation does
 * not use marks; layers, flags, explain and error texts do.
 */
import { z } from 'zod';

export interface Mark {
  /** May contain a secret: ${NAME} is replaced from the environment, and the value is never printed. */
  readonly secret?: boolean;
  /** Of a secret URL only the host may be shown: its path may be a token. */
  readonly hostOnly?: boolean;
  /** Names a file. Relative names start from the file that contains them. */
  readonly file?: 'path' | 'module';
  /** A time (stored as milliseconds) or a size in bytes. */
  readonly quantity?: 'duration' | 'size';
  /** Entries may contain commas, so a flag is repeated, not split. */
  readonly whole?: boolean;
  /** A short name of the flag; false: no flag at all. */
  readonly flag?: string | false;
  /** What error texts call one such value: "a seed". */
  readonly noun?: string;
}

export const marks = z.registry<Mark>();
