/**
 * What zod cannot say about a field: whether it holds a secret, names a file, counts time or bytes.
 * Validation never looks here; layers, flags, explain and error texts do.
 */
import { z } from 'zod';

export interface Mark {
  /** May hold a secret: ${NAME} is filled in from the environment, and the value is never printed. */
  readonly secret?: boolean;
  /** Of a secret URL only the host may be seen: its path may be a token. */
  readonly hostOnly?: boolean;
  /** Names a file. Relative names count from the file they are written in. */
  readonly file?: 'path' | 'module';
  /** Read as time (out: milliseconds) or as bytes. */
  readonly quantity?: 'duration' | 'size';
  /** Entries may contain commas, so a flag is repeated rather than split. */
  readonly whole?: boolean;
  /** Further, shorter name of the flag; false: no flag at all. */
  readonly flag?: string | false;
  /** Noun for one such value in error texts: "a seed". */
  readonly noun?: string;
}

export const marks = z.registry<Mark>();
