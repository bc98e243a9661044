/** The listing of an FTP folder as a web server would show it: a table of links, with sizes and times. */
import type { FileInfo } from 'basic-ftp';
import { readableBytes, writtenBytes } from './ftp-url.js';

/** Names that would lead elsewhere, or that no command can carry, are not files of this folder. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a line break in a name would be a second command
const UNUSABLE = /[/\\\u0000-\u001f\u007f]|^\.{0,2}$/;

export function folderPage(path: string, entries: readonly FileInfo[]): Uint8Array {
  const title = `Index of /${shown(path.replace(/^\/+|(?<!\/)\/+$/g, ''))}`;
  const rows = entries
    .filter(({ name }) => !UNUSABLE.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(rowOf);
  return new TextEncoder().encode(
    `<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>${title}</title></head>\n<body><h1>${title}</h1>\n<table>\n${rows.join('')}</table></body></html>\n`,
  );
}

function rowOf({ name, isDirectory, size, modifiedAt, rawModifiedAt }: FileInfo): string {
  const end = isDirectory ? '/' : '';
  const when = modifiedAt ? modifiedAt.toISOString() : rawModifiedAt;
  return `<tr><td><a href="./${writtenBytes(name)}${end}">${shown(name)}${end}</a></td><td>${isDirectory ? '-' : size}</td><td>${shown(when)}</td></tr>\n`;
}

const shown = (bytes: string): string =>
  readableBytes(bytes).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
