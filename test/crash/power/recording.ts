/** The shim's record of a process: every operation on its files, in order, and the marks it set itself. */
import { readFileSync } from 'node:fs';

export type Operation =
  | { readonly is: 'open'; readonly fd: number; readonly path: string; readonly flags: number; readonly existed: boolean }
  | { readonly is: 'close'; readonly fd: number }
  | { readonly is: 'write'; readonly fd: number; readonly at: number; readonly bytes: Buffer }
  | { readonly is: 'truncate'; readonly fd: number; readonly length: number }
  | { readonly is: 'sync'; readonly fd: number; readonly failed: boolean }
  | { readonly is: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly is: 'unlink' | 'mkdir' | 'rmdir'; readonly path: string }
  | { readonly is: 'mark'; readonly text: string };

/** In the order of `enum entry` in shim.c. */
const KINDS = ['', 'open', 'close', 'write', 'truncate', 'sync', 'rename', 'unlink', 'mkdir', 'rmdir', 'link', 'mark'] as const;
const HEAD = 28;

export function readRecording(file: string): Operation[] {
  const bytes = readFileSync(file);
  const operations: Operation[] = [];
  for (let at = 0; at < bytes.length; ) {
    const pathLength = bytes.readUInt32LE(at + 20);
    const end = at + HEAD + pathLength + bytes.readUInt32LE(at + 24);
    operations.push(readOne(bytes.subarray(at, end), pathLength));
    at = end;
  }
  return operations;
}

function readOne(bytes: Buffer, pathLength: number): Operation {
  const is = KINDS[bytes.readInt32LE(0)] || 'close';
  const fd = bytes.readInt32LE(4);
  const result = bytes.readInt32LE(8);
  const number = Number(bytes.readBigInt64LE(12));
  const path = bytes.toString('utf8', HEAD, HEAD + pathLength);
  const data = bytes.subarray(HEAD + pathLength);
  switch (is) {
    case 'open':
      return { is, fd, path, flags: number, existed: result === 1 };
    case 'close':
      return { is, fd };
    case 'write':
      return { is, fd, at: number, bytes: data };
    case 'truncate':
      return { is, fd, length: number };
    case 'sync':
      return { is, fd, failed: result !== 0 };
    case 'rename':
    case 'link':
      return { is, path, to: data.toString('utf8') };
    case 'mark':
      return { is, text: data.toString('utf8') };
    default:
      return { is, path };
  }
}
