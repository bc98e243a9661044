/** Names of files in a document: plain, short, with an ending that says what they are, and each of them once. */
import { asUrl } from '../../../model/index.js';

const ENDINGS: Readonly<Record<string, string>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'xhtml',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'application/akn+xml': 'xml',
  'application/rdf+xml': 'rdf',
  'application/atom+xml': 'xml',
  'application/json': 'json',
  'application/ld+json': 'jsonld',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/rtf': 'rtf',
  'text/rtf': 'rtf',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif',
};
const LONGEST = 120;
/** An ending as people know it; `2016R0679` after a dot is none. */
const ENDING = /\.[a-z][a-z0-9]{1,4}$/i;

export const endingOf = (type: string): string | null => ENDINGS[type.split(';')[0]?.trim().toLowerCase() ?? ''] ?? null;

/** The last part of a path that says something, with an ending by type where it has none. */
export function fileNameOf(address: string, type: string): string {
  const path = asUrl(address)?.pathname ?? address.split('!').at(-1) ?? address;
  const last = decoded(path.split('/').findLast((part) => part !== '') ?? '');
  return withEnding(plainName(last) || 'document', type);
}

export function withEnding(name: string, type: string): string {
  const ending = endingOf(type);
  return ENDING.test(name) || ending === null ? name : `${name}.${ending}`;
}

/** No folders, no control characters, nothing a file system or an archive trips over. */
export function plainName(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/;jsessionid=[^;]*$/i, '')
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, '-')
    .replace(/^[\s.-]+|(?<![\s.-])[\s.-]+$/g, '');
  if (plain.length <= LONGEST) return plain;
  const ending = ENDING.exec(plain)?.[0] ?? '';
  return `${plain.slice(0, LONGEST - ending.length)}${ending}`;
}

/** A second file of the same name is called name-2.pdf. */
export function uniqueName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name.toLowerCase())) return name;
  const ending = ENDING.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length);
  for (let number = 2; ; number++) {
    const other = `${stem}-${number}${ending}`;
    if (!taken.has(other.toLowerCase())) return other;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
