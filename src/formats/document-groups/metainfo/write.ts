/** Writes a group's description, in the dialect the receiver understands. */
import type { DocumentGroup } from '../group.js';
import { writeDateTime } from './date-time.js';
import { NAMESPACE } from './schemas.js';

/** text: without namespace and with `type`, as the original's text and clients have it; printed-schema: as its schema has it. */
export type Dialect = 'text' | 'printed-schema';

export interface WriteOptions {
  readonly dialect?: Dialect;
  /** Writes `type="3"` for articles, which only our own service knows; else articles go without `type`. */
  readonly articles?: boolean;
}

export function writeMetaInfo(group: DocumentGroup, { dialect = 'text', articles = false }: WriteOptions = {}): string {
  const hasType = dialect === 'text' && group.type !== null && (group.type !== 3 || articles);
  const head = attributes({
    ...(dialect === 'printed-schema' ? { xmlns: NAMESPACE } : {}),
    date: writeDateTime(group.date),
    crawler: group.crawler,
    lang: group.lang,
    format: group.format,
    filename: group.filename,
    identifier: group.identifier,
    operation: group.operation,
    ...(hasType ? { type: String(group.type) } : {}),
  });
  const documents = group.documents.map(({ format, file, identifier, operation, url, md5 }) => {
    return `  <document${attributes({ format, file, identifier, operation, url, md5 })} />\n`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>\n<documentgroup${head}>\n${documents.join('')}</documentgroup>\n`;
}

const attributes = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('');

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Also for element content. White space is written as references, or a parser would make spaces of it; what XML cannot hold is replaced. */
export const escapeXml = (value: string): string =>
  value
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML 1.0 cannot hold.
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
    .replace(/[&<>"]/g, (character) => NAMED[character] ?? character)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
