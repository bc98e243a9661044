/** Benchmarks over data that does not come with the program: what they want is said in words, not in a stack trace. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A site written down by whoever wants to measure with it; what bench/read.ts, reader.ts and duplicates.ts go through. */
export const GENERATED_SITE = `a site, written down in two files:
  blob.bin    all bodies, one after the other
  index.tsv   a line for each: number of the host, path, status, Content-Type, three columns that are not looked at,
              offset in blob.bin, length; separated by tabs
No such site comes with the program. Pages of your own do, HTML of 8 KB and more; figures of two sites cannot be compared.`;

/** The folder that was named, if it holds what is wanted; otherwise the program ends here. */
export function neededFolder(command: string, wanted: string, files: readonly string[] = []): string {
  const folder = process.argv[2];
  if (folder === undefined) return giveUp(`Name a folder: ${command} FOLDER`, wanted);
  const missing = [folder, ...files.map((file) => join(folder, file))].find((path) => !existsSync(path));
  return missing === undefined ? folder : giveUp(`There is no ${missing}.`, wanted);
}

function giveUp(why: string, wanted: string): never {
  console.error(`${why}\nThe folder holds ${wanted}`);
  process.exit(2);
}
