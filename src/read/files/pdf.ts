/**
 * PDF: text in reading order, form values, links, and metadata (information dictionary and XMP).
 *
 * The first PDF loads the parser (pdf.js as unpdf packs it). It runs in this thread, where nobody can interrupt it
 * during a page: the time is checked between pages, and the thread's watchman ends what takes too long. Pictures are
 * never decoded.
 */
import { type FileFindings, fileReader } from './file-reader.js';
import { isoOfPdf } from './moments.js';
import { inColumns } from './pdf-columns.js';
import { type FieldAnnotation, withFields } from './pdf-fields.js';
import { blocksOf, headingOf, linesOf, type TextPiece } from './pdf-layout.js';
import { checkStreams } from './pdf-streams.js';
import { Unreadable } from './unreadable.js';
import { readXmp } from './xmp.js';

const MAX_PAGES = 5000;
/** Most milliseconds for a file; what was read until then is kept. */
const MAX_MS = 20_000;
const MAX_PIECES = 200_000;
const MAX_FAILURES = 20;
const MAX_LINKS_A_PAGE = 5000;

export const pdfReader = fileReader({
  name: 'pdf',
  about: 'Reads PDF: text in reading order, links, document information and XMP.',
  types: ['application/pdf'],
  what: 'the PDF file',
  read: ({ bytes }, found) => readPdf(bytes, found),
});

type Unpdf = typeof import('unpdf');
type PdfDocument = Awaited<ReturnType<Unpdf['getDocumentProxy']>>;
type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

async function readPdf(bytes: Uint8Array, found: FileFindings): Promise<void> {
  checkStreams(bytes);
  const document = await opened(bytes);
  try {
    await readInformation(document, found);
    await readPages(document, found);
  } finally {
    await document.loadingTask.destroy().catch(() => undefined);
  }
}

async function opened(bytes: Uint8Array): Promise<PdfDocument> {
  const { getDocumentProxy } = await import('unpdf');
  try {
    // A copy: the parser detaches its bytes, and the archive still needs them.
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      stopAtErrors: false,
      maxImageSize: 1,
    });
  } catch (error) {
    if ((error as Error).name === 'PasswordException') throw new Unreadable('is encrypted and asks for a password');
    throw new Unreadable(`is damaged: ${(error as Error).message.slice(0, 200)}`);
  }
}

const INFORMATION: Readonly<Record<string, string>> = {
  Title: 'dc.title',
  Author: 'dc.creator',
  Subject: 'dc.description',
  Keywords: 'keywords',
  Creator: 'generator',
  Producer: 'producer',
  Language: 'dc.language',
};

async function readInformation(document: PdfDocument, found: FileFindings): Promise<void> {
  const { metadata } = found;
  const { info, metadata: xmp } = await document.getMetadata();
  const fields = info as Readonly<Record<string, unknown>>;
  metadata.add('pages', document.numPages);
  metadata.add('pdf.version', textIn(fields, 'PDFFormatVersion'));
  for (const [field, name] of Object.entries(INFORMATION)) {
    const value = textIn(fields, field);
    metadata.add(name, field === 'Title' ? realTitle(value) : value);
  }
  metadata.add('dcterms.created', isoOfPdf(textIn(fields, 'CreationDate') ?? ''));
  metadata.add('dcterms.modified', isoOfPdf(textIn(fields, 'ModDate') ?? ''));
  const packet: unknown = (xmp as { getRaw?(): unknown } | null)?.getRaw?.();
  if (typeof packet === 'string') readXmp(packet, metadata);
}

function textIn(fields: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
}

/** Programs that print to PDF put their own name, or that of a file, in place of a title. */
function realTitle(written: string | null): string | null {
  const title = written?.replace(/^Microsoft (?:Office )?(?:Word|PowerPoint|Excel) - /, '').trim() ?? '';
  return title === '' || /^(?:untitled|unbenannt|sans titre|document\d*|.*\.(?:docx?|pptx?|xlsx?|indd|qxd|dvi|tex|ps|eps))$/i.test(title)
    ? null
    : title;
}

async function readPages(document: PdfDocument, found: FileFindings): Promise<void> {
  const until = performance.now() + MAX_MS;
  const last = Math.min(document.numPages, MAX_PAGES);
  let failures = 0;
  for (let number = 1; number <= last && !found.lines.full; number++) {
    if (performance.now() > until)
      return found.note(`only the first ${number - 1} of ${document.numPages} pages were read, for lack of time`);
    const read = await readPage(document, number, found).catch(() => false);
    if (!read && ++failures > MAX_FAILURES) return found.note('the PDF file is damaged: many of its pages cannot be read');
  }
  if (failures > 0) found.note(`${failures} of ${document.numPages} pages could not be read`);
  if (document.numPages > MAX_PAGES) found.note(`only the first ${MAX_PAGES} of ${document.numPages} pages were read`);
  if (found.lines.first === null && failures === 0) found.note('the PDF file holds no text; it may be a scan');
}

async function readPage(document: PdfDocument, number: number, found: FileFindings): Promise<boolean> {
  const page = await document.getPage(number);
  try {
    const annotations = (await page.getAnnotations()) as readonly Annotation[];
    const pieces = withFields(inColumns(await piecesOf(page)), annotations);
    const lines = linesOf(pieces);
    if (found.lines.first === null) found.heading ??= headingOf(lines);
    for (const block of blocksOf(lines)) found.lines.add(block);
    readLinks(annotations, pieces, found);
    return true;
  } finally {
    page.cleanup();
  }
}

async function piecesOf(page: PdfPage): Promise<TextPiece[]> {
  const { items } = await page.getTextContent();
  const pieces: TextPiece[] = [];
  for (const item of items.slice(0, MAX_PIECES)) {
    if (!('str' in item)) continue;
    const [a = 1, b = 0, , , x = 0, y = 0] = item.transform as number[];
    pieces.push({ text: item.str, x, y, width: item.width, size: Math.hypot(a, b) || item.height, ends: item.hasEOL });
  }
  return pieces;
}

interface Annotation extends FieldAnnotation {
  readonly url?: string;
  readonly unsafeUrl?: string;
}

function readLinks(annotations: readonly Annotation[], pieces: readonly TextPiece[], found: FileFindings): void {
  for (const { url, unsafeUrl, rect } of annotations.slice(0, MAX_LINKS_A_PAGE)) {
    const target = url ?? unsafeUrl;
    if (typeof target === 'string') found.link(target, rect && annotations.length < 500 ? textWithin(pieces, rect) : '');
  }
}

function textWithin(pieces: readonly TextPiece[], [left = 0, bottom = 0, right = 0, top = 0]: readonly number[]): string {
  const inside = pieces.filter(({ x, y, width }) => y >= bottom - 2 && y <= top && x + width / 2 >= left && x + width / 2 <= right);
  return inside.map(({ text }) => text).join(' ');
}
