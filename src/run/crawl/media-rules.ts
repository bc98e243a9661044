/**
 * Which images and files are taken besides pages: by the definition, by site, and by the ending of their path. What an
 * ending does not tell is fetched; its type is known only then.
 */
import { type Definition, siteCapture } from '../../definition/crawl/index.js';
import { remembering } from '../../model/index.js';

export interface MediaRules {
  /** Whether the images of a page are fetched. */
  takesImagesOf(page: string): boolean;
  /** False for an image whose ending says that nobody wants it. */
  takesImage(url: string): boolean;
  /** Why a link is not followed: it leads to a file. */
  objectionTo(url: string, site: string): { readonly by: string; readonly reason: string } | null;
}

/** Endings of documents and packages: what a person saves rather than reads in the browser. */
const FILES: ReadonlySet<string> = new Set(
  'pdf doc docx docm dot dotx rtf odt ppt pptx pptm pps ppsx odp xls xlsx xlsm xlsb ods csv zip rar 7z gz tgz tar bz2 xz epub ps eps dwg dxf'.split(
    ' ',
  ),
);
const IMAGES: ReadonlySet<string> = new Set('png jpg jpeg jpe gif svg webp avif bmp ico tif tiff heic jxl'.split(' '));
const SITES_REMEMBERED = 10_000;

export function mediaRules(definition: Pick<Definition, 'capture' | 'sites'>): MediaRules {
  const { capture, sites } = definition;
  const fileTypes = wanted(capture.fileTypes);
  const imageTypes = wanted(capture.imageTypes);
  const of = remembering(SITES_REMEMBERED, (site) => siteCapture(definition, site));
  const anyImages = capture.images || sites.some((overlay) => overlay.capture.images);
  const allFiles = capture.files && fileTypes === null && !sites.some((overlay) => overlay.capture.files === false);
  return {
    takesImagesOf: (page) => anyImages && URL.canParse(page) && of(new URL(page).origin).images,
    takesImage: (url) => imageTypes === null || !IMAGES.has(endingOf(url)) || imageTypes.has(endingOf(url)),
    objectionTo: (url, site) => {
      if (allFiles) return null;
      const ending = endingOf(url);
      if (!FILES.has(ending)) return null;
      if (!of(site).files) return { by: 'capture.files', reason: `the definition wants no files, and .${ending} is one` };
      return fileTypes === null || fileTypes.has(ending)
        ? null
        : { by: 'capture.fileTypes', reason: `.${ending} is not among the files the definition wants` };
    },
  };
}

/** Null: all. JPEG has three endings. */
function wanted(types: readonly string[]): ReadonlySet<string> | null {
  const names = types.map((type) => type.toLowerCase().replace(/^\./, ''));
  if (names.includes('*')) return null;
  const isJpeg = names.some((name) => /^jpe?g?$/.test(name));
  return new Set(isJpeg ? [...names, 'jpg', 'jpeg', 'jpe'] : names);
}

/** Without parsing: this is asked for every link. */
function endingOf(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') && path.length - dot <= 6 ? path.slice(dot + 1).toLowerCase() : '';
}
