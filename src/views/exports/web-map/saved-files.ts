/** Which resources are saved as files, and where: one rule for the files themselves and for what tells of them. */
import type { MapResource } from '../../../store/index.js';
import { type FileType, fileTypeOf, imageName, imageTypeOf, isHeld } from './kinds.js';
import type { PathBook } from './path-book.js';

export interface FileChoice {
  readonly types: readonly FileType[];
  /** `png`, `jpg`, …; `*` for all. */
  readonly images: readonly string[];
}

export interface ChosenFile {
  readonly kind: FileType | 'image';
  /** Below the folder that is written to: files/PDF/example.org/a.pdf. */
  readonly path: string;
}

export function fileChooser({ types, images }: FileChoice, book: PathBook): (resource: MapResource) => ChosenFile | null {
  const wanted = new Set(images.map(imageName));
  return (resource) => {
    if (!isHeld(resource)) return null;
    const type = fileTypeOf(resource);
    if (type) return types.includes(type) ? { kind: type, path: book.pathFor(type, resource.url, type.toLowerCase()) } : null;
    const image = imageTypeOf(resource);
    if (image === null || !(wanted.has('*') || wanted.has(image))) return null;
    return { kind: 'image', path: book.pathFor('images', resource.url, image === 'jpeg' ? 'jpg' : image) };
  };
}
