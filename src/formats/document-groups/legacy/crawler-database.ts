/**
 * CrawlerDatabase.xml: what a crawler before this one knew, an id and the MD5 of its text for each document, written as one
 * large document group. Read as a stream, since it may hold hundreds of thousands.
 */
import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import { LegacySettingsError } from './settings-error.js';

export const CRAWLER_DATABASE = 'CrawlerDatabase.xml';

export interface FormerDocument {
  readonly id: string;
  /** In small letters; null where there is none that is one. */
  readonly md5: string | null;
}

const MOST_DOCUMENTS = 5_000_000;
const LONGEST_ID = 1000;

/** The last that is said of an id holds. */
export async function* readCrawlerDatabase(file: string): AsyncGenerator<FormerDocument> {
  const found: FormerDocument[] = [];
  const state = { isRooted: false, count: 0 };
  const parser = openParser(state, (document) => found.push(document));
  try {
    for await (const piece of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 18 })) {
      parser.write(piece as string);
      yield* found.splice(0);
    }
    parser.close();
    yield* found;
  } catch (error) {
    throw new LegacySettingsError(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

function openParser(state: { isRooted: boolean; count: number }, take: (document: FormerDocument) => void): SaxesParser {
  const parser = new SaxesParser({ position: true });
  parser.on('doctype', () => {
    throw new Error('it has a document type declaration; none is read.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.split(':').at(-1)?.toLowerCase();
    if (!state.isRooted && local !== 'documentgroup')
      throw new Error(`it is no ${CRAWLER_DATABASE}: its root is <${name}>, not <documentgroup>.`);
    state.isRooted = true;
    if (local !== 'document') return;
    if (++state.count > MOST_DOCUMENTS) throw new Error(`it has more than ${MOST_DOCUMENTS} documents.`);
    const document = documentOf(attributes as Readonly<Record<string, string>>);
    if (document) take(document);
  });
  parser.on('error', (error) => {
    throw new Error(`it is not well-formed XML: ${error.message}`);
  });
  return parser;
}

function documentOf(attributes: Readonly<Record<string, string>>): FormerDocument | null {
  const named = new Map(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const id = named.get('file') || named.get('identifier') || '';
  if (id === '' || id.length > LONGEST_ID) return null;
  const md5 = named.get('md5')?.toLowerCase() ?? '';
  return { id, md5: /^[0-9a-f]{32}$/.test(md5) ? md5 : null };
}
