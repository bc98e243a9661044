/**
 * Recognises what a container is: a ZIP may be an office file, a book or a web archive; an OLE file a Word document, a
 * sheet or a mail. The list of entries tells; where the file is cut off, the names near its beginning.
 */
import { inflateRawSync } from 'node:zlib';
import { CompoundFile } from './files/cfb.js';
import { type ZipEntry, zipDirectory } from './files/zip-package.js';

const OPENXML = 'application/vnd.openxmlformats-officedocument';

/** Content type of the main part → type of the file. In lower case, as all types are. */
const MAIN_PARTS: readonly (readonly [part: string, type: string])[] = [
  ['wordprocessingml.document.main+xml', `${OPENXML}.wordprocessingml.document`],
  ['wordprocessingml.template.main+xml', `${OPENXML}.wordprocessingml.template`],
  ['ms-word.document.macroenabled.main+xml', 'application/vnd.ms-word.document.macroenabled.12'],
  ['ms-word.template.macroenabledtemplate.main+xml', 'application/vnd.ms-word.template.macroenabled.12'],
  ['spreadsheetml.sheet.main+xml', `${OPENXML}.spreadsheetml.sheet`],
  ['spreadsheetml.template.main+xml', `${OPENXML}.spreadsheetml.template`],
  ['ms-excel.sheet.macroenabled.main+xml', 'application/vnd.ms-excel.sheet.macroenabled.12'],
  ['ms-excel.template.macroenabled.main+xml', 'application/vnd.ms-excel.template.macroenabled.12'],
  ['ms-excel.addin.macroenabled.main+xml', 'application/vnd.ms-excel.addin.macroenabled.12'],
  ['ms-excel.sheet.binary.macroenabled.main', 'application/vnd.ms-excel.sheet.binary.macroenabled.12'],
  ['presentationml.presentation.main+xml', `${OPENXML}.presentationml.presentation`],
  ['presentationml.slideshow.main+xml', `${OPENXML}.presentationml.slideshow`],
  ['presentationml.template.main+xml', `${OPENXML}.presentationml.template`],
  ['ms-powerpoint.presentation.macroenabled.main+xml', 'application/vnd.ms-powerpoint.presentation.macroenabled.12'],
  ['ms-powerpoint.slideshow.macroenabled.main+xml', 'application/vnd.ms-powerpoint.slideshow.macroenabled.12'],
  ['ms-powerpoint.template.macroenabled.main+xml', 'application/vnd.ms-powerpoint.template.macroenabled.12'],
  ['ms-visio.drawing.main+xml', 'application/vnd.ms-visio.drawing'],
  ['xps-fixeddocumentsequence+xml', 'application/vnd.ms-xpsdocument'],
];

/** Folders that tell the type when the list of content types cannot be read. */
const FOLDERS: readonly (readonly [marker: string, type: string])[] = [
  ['word/', `${OPENXML}.wordprocessingml.document`],
  ['xl/', `${OPENXML}.spreadsheetml.sheet`],
  ['ppt/', `${OPENXML}.presentationml.presentation`],
];

/** Entries that only one kind of archive contains. */
const TELLING: readonly (readonly [entry: string, type: string])[] = [
  ['meta-inf/container.xml', 'application/epub+zip'],
  ['androidmanifest.xml', 'application/vnd.android.package-archive'],
  ['meta-inf/manifest.mf', 'application/java-archive'],
  ['doc.kml', 'application/vnd.google-earth.kmz'],
  ['datapackage.json', 'application/wacz'],
];

const LOOK = 262_144;
const LARGEST_LIST = 1024 * 1024;
const CONTENT_TYPES = '[content_types].xml';

/** Null: an ordinary archive. */
export function zipKind(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return storedType(buffer, 0) ?? byDirectory(buffer) ?? byNames(buffer);
}

/** OpenDocument and EPUB begin with an entry that contains only their type. */
function storedType(bytes: Buffer, at: number): string | null {
  if (bytes.length < at + 38 || bytes.readUInt16LE(at + 26) !== 8 || bytes.toString('latin1', at + 30, at + 38) !== 'mimetype') return null;
  const start = at + 38 + bytes.readUInt16LE(at + 28);
  return /^[a-z]+\/[a-z0-9.+-]+?(?=PK|[\s\0]|$)/.exec(bytes.toString('latin1', start, start + 100))?.[0] ?? null;
}

function byDirectory(bytes: Buffer): string | null {
  const entries = directoryOf(bytes);
  if (entries === null) return null;
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  const mimetype = byName.get('mimetype');
  const manifest = byName.get('meta-inf/manifest.xml');
  const list = byName.get(CONTENT_TYPES);
  const stored = mimetype ? TYPE.exec(contentOf(bytes, mimetype).trim())?.[0] : undefined;
  if (stored !== undefined) return stored;
  if (list) return byMainPart(contentOf(bytes, list)) ?? byFolder([...byName.keys()]);
  // An OpenDocument file that lost its first entry still names its type in the manifest.
  const office = manifest && byName.has('content.xml') ? OPENDOCUMENT.exec(contentOf(bytes, manifest))?.[0] : undefined;
  return office ?? TELLING.find(([entry]) => byName.has(entry))?.[1] ?? null;
}

const TYPE = /^[a-z]+\/[a-z0-9.+-]+/;
const OPENDOCUMENT = /application\/vnd\.oasis\.opendocument\.[a-z-]+/;

function directoryOf(bytes: Buffer): ZipEntry[] | null {
  try {
    return zipDirectory(bytes);
  } catch {
    return null; // more entries than a document has
  }
}

function contentOf(bytes: Buffer, { offset, packed, method }: ZipEntry): string {
  if (offset < 0 || offset + 30 > bytes.length) return ''; // the directory may say anything
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const body = bytes.subarray(start, start + packed);
  try {
    return (method === 0 ? body : inflateRawSync(body, { maxOutputLength: LARGEST_LIST }))
      .toString('latin1')
      .replaceAll('\0', '')
      .toLowerCase();
  } catch {
    return '';
  }
}

const byMainPart = (list: string): string | null => MAIN_PARTS.find(([part]) => list.includes(part))?.[1] ?? null;

const byFolder = (names: readonly string[]): string | null =>
  FOLDERS.find(([folder]) => names.some((name) => name.startsWith(folder)))?.[1] ?? null;

/** Reads entry names of a file that was cut off and has no list. */
function byNames(bytes: Buffer): string | null {
  const text =
    bytes.toString('latin1', 0, LOOK) + (bytes.length > LOOK ? bytes.toString('latin1', Math.max(LOOK, bytes.length - LOOK)) : '');
  if (!text.includes('[Content_Types].xml')) return null;
  return FOLDERS.find(([folder]) => text.includes(folder))?.[1] ?? null;
}

/** Streams that only one kind of file contains. Encrypted packages do not tell their content. */
const STREAMS: readonly (readonly [stream: string, type: string])[] = [
  ['worddocument', 'application/msword'],
  ['workbook', 'application/vnd.ms-excel'],
  ['book', 'application/vnd.ms-excel'],
  ['powerpoint document', 'application/vnd.ms-powerpoint'],
  ['pp97_dualstorage', 'application/vnd.ms-powerpoint'],
  ['__properties_version1.0', 'application/vnd.ms-outlook'],
  ['__nameid_version1.0', 'application/vnd.ms-outlook'],
  ['visiodocument', 'application/vnd.visio'],
  ['quill', 'application/x-mspublisher'],
  ['matost', 'application/vnd.ms-works'],
  ['hwpsummaryinformation', 'application/x-hwp'],
  ['props9', 'application/vnd.ms-project'],
  ['props12', 'application/vnd.ms-project'],
  ['props14', 'application/vnd.ms-project'],
];

/** Null: the directory cannot be read or tells nothing. */
export function oleKind(bytes: Uint8Array): string | null {
  try {
    const names = new Set(new CompoundFile(bytes).names().map((name) => name.replace(/^\x05/, '').toLowerCase()));
    return STREAMS.find(([stream]) => names.has(stream))?.[1] ?? null;
  } catch {
    return null;
  }
}
