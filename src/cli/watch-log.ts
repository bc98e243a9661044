/** The scheduler's log: a line of JSON for every step, kept below a size by putting the older half aside. */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const LARGEST = 10_000_000;

export function openWatchLog(file: string): (event: object) => void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return (event) => {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) renameSync(file, `${file}.1`);
    appendFileSync(file, `${JSON.stringify(event)}\n`);
  };
}
