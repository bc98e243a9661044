import type { FileFindings } from './file-reader.js';

/** The first size counts: thumbnails come later. */
export function addSize({ metadata }: FileFindings, width: number, height: number): void {
  if (metadata.first('image.width') !== null || !(width > 0 && height > 0)) return;
  metadata.add('image.width', width);
  metadata.add('image.height', height);
}
