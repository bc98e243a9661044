/** Types of files people sort by, with the media types that servers send for them. */
export const FILE_MEDIA_TYPES = {
  PDF: ['application/pdf', 'application/x-pdf'],
  DOC: ['application/msword', 'application/vnd.ms-word'],
  DOCX: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  PPT: ['application/vnd.ms-powerpoint', 'application/mspowerpoint'],
  PPTX: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Media types that servers send for files they cannot identify. */
export const VAGUE_MEDIA_TYPES: readonly string[] = [
  '',
  'application/octet-stream',
  'application/xdownload',
  'application/x-download',
  'application/force-download',
  'application/zip',
  'application/x-zip-compressed',
  'application/x-ole-storage',
  'application/x-cfb',
  'application/binary',
  'application/unknown',
  'binary/octet-stream',
];
