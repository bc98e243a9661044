/**
 * Where the owner of a workspace listens: control.sock in the workspace, or, where that cannot be (the path is too long
 * for a socket, the file system knows none), in a private folder for temporary files. control.json says where.
 *
 * control.json is a hint left for others, never proof: its process may be long dead.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Bytes of a socket's path: 104 on macOS, 108 on Linux, the final zero included. */
const MAX_PATH = 103;
const SOCKET = 'control.sock';

export interface ControlPlace {
  readonly path: string;
  readonly pid: number;
}

const noteIn = (folder: string) => join(folder, 'control.json');

/** In the workspace itself; null where that is too long. Windows has names of its own for this. */
export function placeInWorkspace(folder: string): string | null {
  const whole = resolve(folder);
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\winnow-${createHash('sha256').update(whole.toLowerCase()).digest('hex').slice(0, 32)}`;
  const path = join(whole, SOCKET);
  return Buffer.byteLength(path) <= MAX_PATH ? path : null;
}

/** In a folder nobody else can enter. */
export const placeElsewhere = (): string => join(mkdtempSync(join(tmpdir(), 'winnow-')), SOCKET);

export const notePlace = (folder: string, place: ControlPlace): void =>
  writeFileSync(noteIn(folder), `${JSON.stringify(place)}\n`, { mode: 0o600 });

/** Null when nobody left a note, or none that can be read. */
export function notedPlace(folder: string): ControlPlace | null {
  try {
    const { path, pid } = JSON.parse(readFileSync(noteIn(folder), 'utf8')) as Partial<ControlPlace>;
    return typeof path === 'string' && typeof pid === 'number' ? { path, pid } : null;
  } catch {
    return null;
  }
}

/** Forgets a place: the socket, the note, and the private folder if there was one. */
export function clearPlace(folder: string, path: string): void {
  rmSync(noteIn(folder), { force: true });
  if (process.platform === 'win32') return;
  rmSync(path, { force: true });
  if (path !== placeInWorkspace(folder)) rmSync(dirname(path), { recursive: true, force: true });
}
