/** What a parser needs to be tried. */
export interface Target {
  readonly name: string;
  readonly seeds: readonly Uint8Array[];
  run(bytes: Buffer): unknown;
  /** Names of errors that say what is wrong with an input. */
  readonly throws?: readonly string[];
}

export const URL_OF_PAGE = 'https://page.example/folder/page';

export const bytesOf = (...texts: readonly string[]): Uint8Array[] => texts.map((text) => Buffer.from(text));

export const text = (work: (written: string) => unknown) => (bytes: Buffer) => work(bytes.toString('utf8'));

/** The first that throws does not keep the others from the input: the last error is that of all. */
export function each(bytes: Buffer, names: readonly string[], ...works: readonly ((bytes: Buffer) => unknown)[]): void {
  for (const work of works) {
    try {
      work(bytes);
    } catch (error) {
      if (!names.includes((error as Error).name)) throw error;
    }
  }
}
