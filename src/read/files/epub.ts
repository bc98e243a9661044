/** Books: the chapters in reading order, each read like a page, and the metadata of the package. */
import type { Page } from '../../model/index.js';
import { htmlReader } from '../html/html-reader.js';
import { readXmlEvents } from '../xml-events.js';
import { type FileFindings, fileReader } from './file-reader.js';
import { partName } from './opc.js';
import { Unreadable } from './unreadable.js';
import { ZipPackage } from './zip-package.js';

const MAX_CHAPTERS = 5000;
/** Chapters have no address; a link that resolves to this host leads to another part of the book. */
const INSIDE = 'https://book.invalid/';

export const epubReader = fileReader({
  name: 'epub',
  about: 'Reads books (EPUB): chapters in reading order, links out of the book, metadata.',
  types: ['application/epub+zip'],
  what: 'the book',
  read({ bytes }, found) {
    const zip = new ZipPackage(bytes);
    if (zip.damaged) found.note('the book is cut off; the part that is there was read');
    const opf = packagePart(zip);
    const { chapters, toc } = readPackage(zip.text(opf) ?? '', found);
    if (/<(?:\w+:)?EncryptedData/.test(zip.text('META-INF/encryption.xml') ?? '') && zip.has('META-INF/rights.xml'))
      throw new Unreadable('is encrypted');
    const folder = opf.slice(0, opf.lastIndexOf('/') + 1);
    if (chapters.length === 0) found.note('the book names no chapters');
    for (const chapter of chapters.slice(0, MAX_CHAPTERS)) {
      if (chapter === toc && chapters.length > 1) continue;
      readChapter(zip, partName(folder, unescaped(chapter)), found);
      if (found.lines.full) break;
    }
  },
});

function packagePart(zip: ZipPackage): string {
  let part: string | undefined;
  readXmlEvents(zip.text('META-INF/container.xml') ?? '', {
    open(name, attributes) {
      if (name === 'rootfile') part ??= attributes.get('full-path');
    },
  });
  const named = part ?? zip.names().find((name) => name.toLowerCase().endsWith('.opf'));
  if (named === undefined || !zip.has(named)) throw new Unreadable('lacks its package');
  return named;
}

const DUBLIN_CORE: Readonly<Record<string, string>> = {
  title: 'dc.title',
  creator: 'dc.creator',
  subject: 'dc.subject',
  description: 'dc.description',
  language: 'dc.language',
  publisher: 'dc.publisher',
  identifier: 'dc.identifier',
  rights: 'dc.rights',
  contributor: 'dc.contributor',
  date: 'dc.date',
};

function readPackage(source: string, found: FileFindings): { chapters: string[]; toc: string | null } {
  const items = new Map<string, string>();
  const spine: string[] = [];
  let toc: string | null = null;
  let element = '';
  let property: string | undefined;
  let inMetadata = false;
  readXmlEvents(source, {
    open(name, attributes) {
      element = name;
      property = name === 'meta' ? attributes.get('property') : undefined;
      if (name === 'metadata') inMetadata = true;
      else if (name === 'item' && items.size < 20_000) {
        items.set(attributes.get('id') ?? '', attributes.get('href') ?? '');
        if (/(?:^|\s)nav(?:\s|$)/.test(attributes.get('properties') ?? '')) toc = attributes.get('href') ?? null;
      } else if (name === 'itemref' && spine.length < 20_000) spine.push(attributes.get('idref') ?? '');
    },
    text(text) {
      if (!inMetadata) return;
      if (Object.hasOwn(DUBLIN_CORE, element)) found.metadata.add(DUBLIN_CORE[element] as string, text);
      else if (property === 'dcterms:modified') found.metadata.add('dcterms.modified', text);
    },
    close(name) {
      element = '';
      if (name === 'metadata') inMetadata = false;
    },
  });
  return { chapters: spine.flatMap((id) => items.get(id) ?? []), toc };
}

const INSIDE_OPTIONS = htmlReader.options.parse({});

function readChapter(zip: ZipPackage, part: string, found: FileFindings): void {
  const bytes = zip.read(part);
  if (bytes === null) {
    found.note(`the book lacks a chapter: ${part.slice(0, 100)}`);
    return;
  }
  const type = 'application/xhtml+xml';
  const page = htmlReader.read({ url: INSIDE + encodeURI(part), bytes, type, contentType: type, headers: [] }, INSIDE_OPTIONS) as Page;
  found.lines.add(page.text);
  for (const { url, kind, anchor } of page.links)
    if (kind === 'a' && /^https?:/.test(url) && !url.startsWith(INSIDE)) found.link(url, anchor);
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name.split('#')[0] ?? '');
  } catch {
    return name;
  }
}
