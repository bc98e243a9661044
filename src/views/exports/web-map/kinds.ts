/**
 * What is a page, a file or an image, and of which type. Pure; one place, so that exports, saved files and reports agree.
 *
 * The type the server declares decides, as people who sort by Content-Type expect; where it says nothing of use
 * (nothing at all, any bytes, some ZIP), the content and at last the name do.
 */
import { extname } from 'node:path';
import { FILE_MEDIA_TYPES, VAGUE_MEDIA_TYPES } from '../../../model/index.js';
import type { MapResource } from '../../../store/index.js';

export const FILE_TYPES = Object.keys(FILE_MEDIA_TYPES) as readonly (keyof typeof FILE_MEDIA_TYPES)[];
export type FileType = (typeof FILE_TYPES)[number];

/** How a resource stands in a map of the web; null: it was asked for and never answered. */
export type PageKind = 'html' | 'binary' | 'duplicate' | 'frontier' | null;

const BY_MEDIA_TYPE: ReadonlyMap<string, FileType> = new Map(
  FILE_TYPES.flatMap((type) => FILE_MEDIA_TYPES[type].map((media) => [media, type])),
);

const VAGUE: ReadonlySet<string> = new Set(VAGUE_MEDIA_TYPES);

const HTML: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

export type Typed = Pick<MapResource, 'type' | 'declaredType' | 'url'>;

/** Null for what is none of these five. */
export function fileTypeOf({ type, declaredType, url }: Typed): FileType | null {
  const declared = mediaTypeIn(declaredType);
  const told = BY_MEDIA_TYPE.get(declared) ?? BY_MEDIA_TYPE.get(type ?? '');
  if (told) return told;
  return VAGUE.has(declared) && VAGUE.has(type ?? '') ? (FILE_TYPES.find((name) => name === endingOf(url).toUpperCase()) ?? null) : null;
}

/** `png`, `jpeg`, `svg`, … in the one spelling of each; null for what is no image. */
export function imageTypeOf({ type, declaredType }: Typed): string | null {
  const media = [mediaTypeIn(declaredType), type ?? ''].find((each) => each.startsWith('image/'));
  return media === undefined ? null : imageName(media.slice('image/'.length));
}

/** Names people give to image types → the one spelling of each. */
export function imageName(name: string): string {
  const plain = name.toLowerCase().replace(/^x-|\+xml$/g, '');
  return (
    ({ jpg: 'jpeg', pjpeg: 'jpeg', jpe: 'jpeg', 'vnd.microsoft.icon': 'ico', icon: 'ico', tif: 'tiff' } as Record<string, string>)[plain] ??
    plain
  );
}

export const isHtml = ({ type }: Typed): boolean => HTML.has(type ?? '');

/** What was found, or only seen to be there. Null for requisites and for what robots.txt closes: nobody visited them as pages. */
export function pageKindOf(resource: MapResource): { readonly kind: PageKind } | null {
  const { state } = resource;
  if (!isPage(resource) || state === 'excluded') return null;
  if (state === 'queued') return { kind: 'frontier' };
  if (resource.status === null) return { kind: null };
  if (resource.duplicateOf !== null) return { kind: 'duplicate' };
  return { kind: isHtml(resource) || resource.bytes === 0 ? 'html' : 'binary' };
}

/** Files of a document are fetched along with it, yet are files like any other. */
const isPage = ({ kind, link }: MapResource): boolean => kind === 'page' || link === 'file';

/** Did an answer come that holds what was asked for? */
export const isHeld = ({ state, place, bytes }: MapResource): boolean => state === 'done' && place !== null && bytes > 0;

/** Ending of the last segment of the path, without its dot. */
export function endingOf(url: string): string {
  const ending = extname(URL.canParse(url) ? new URL(url).pathname : '').slice(1);
  return /^[a-z0-9]{1,8}$/i.test(ending) ? ending.toLowerCase() : '';
}

const mediaTypeIn = (field: string | null): string => (field ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
