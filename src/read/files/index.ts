/** The readers of files, in no particular order: each names its types exactly. */
import type { ReaderPlugin } from '../../plugins/index.js';
import { docReader } from './doc.js';
import { docxReader } from './docx.js';
import { epubReader } from './epub.js';
import { imageReader } from './image.js';
import { flatOdfReader, odfReader } from './odf.js';
import { oleReader } from './ole.js';
import { pdfReader } from './pdf.js';
import { pptReader } from './ppt.js';
import { pptxReader } from './pptx.js';
import { rtfReader } from './rtf.js';
import { xlsReader } from './xls.js';
import { xlsxReader } from './xlsx.js';

export const FILE_READERS = [
  pdfReader,
  docxReader,
  xlsxReader,
  pptxReader,
  odfReader,
  flatOdfReader,
  epubReader,
  docReader,
  xlsReader,
  pptReader,
  oleReader,
  rtfReader,
  imageReader,
] as unknown as readonly ReaderPlugin[];
