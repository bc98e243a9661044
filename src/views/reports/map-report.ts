/** What a crawl found of a web: pages, images, files, duplicates and sites, in numbers. Goes through everything once; keeps a bit a resource. */
import type { FingerprintOf, MapLinks, MapResource, WebMapRows } from '../../store/index.js';
import { FILE_TYPES, type FileType, fileTypeOf, imageName, imageTypeOf, isHeld, pageKindOf } from '../exports/index.js';

export interface MapReport {
  readonly sites: number;
  readonly pages: {
    /** Visited. */
    readonly visited: number;
    readonly html: number;
    readonly binary: number;
    readonly duplicates: number;
    /** Asked for, never answered. */
    readonly unanswered: number;
    /** Known and not visited. */
    readonly waiting: number;
  };
  readonly images: {
    readonly count: number;
    readonly pagesWithImages: number;
    /** On pages that have at least one; null when there is none. */
    readonly meanPerPage: number | null;
    readonly mostOnPage: { readonly url: string; readonly count: number } | null;
  };
  readonly files: {
    readonly count: number;
    readonly types: readonly { readonly type: FileType; readonly count: number; readonly share: number }[];
  };
  /** Bodies as they were sent. */
  readonly bytes: readonly { readonly kind: ByteKind; readonly count: number; readonly bytes: number }[];
}

export const BYTE_KINDS = ['HTML', 'images', 'PDF', 'Word', 'PowerPoint', 'other'] as const;
export type ByteKind = (typeof BYTE_KINDS)[number];

export interface MapReportOptions {
  readonly fingerprintOf: FingerprintOf;
  /** Images that count: `png`, `jpg`, …; `*` for all. */
  readonly images: readonly string[];
  readonly urlOf: (resource: number) => string | null;
}

export function mapReport(map: WebMapRows, { fingerprintOf, images, urlOf }: MapReportOptions): MapReport {
  const tally = new Tally(images);
  for (const resource of map.resources()) tally.count(resource);
  for (const links of map.links(fingerprintOf)) tally.countImages(links);
  return tally.report(new Set(map.sites().map(({ origin }) => new URL(origin).host.replace(/^www\./, ''))).size, urlOf);
}

class Tally {
  readonly #kinds = { html: 0, binary: 0, duplicate: 0, frontier: 0, unanswered: 0 };
  readonly #files = new Map<FileType, number>();
  readonly #bytes = new Map<ByteKind, { count: number; bytes: number }>();
  readonly #wanted: ReadonlySet<string>;
  readonly #held = new Bits();
  #images = 0;
  #shown = 0;
  #pagesWithImages = 0;
  #most: { page: number; count: number } | null = null;

  constructor(images: readonly string[]) {
    this.#wanted = new Set(images.map(imageName));
  }

  count(resource: MapResource): void {
    const page = pageKindOf(resource);
    if (page) this.#kinds[page.kind ?? 'unanswered']++;
    if (!isHeld(resource)) return;
    const file = fileTypeOf(resource);
    const image = imageTypeOf(resource);
    if (file) this.#files.set(file, (this.#files.get(file) ?? 0) + 1);
    else if (image !== null && (this.#wanted.has('*') || this.#wanted.has(image))) {
      this.#images++;
      this.#held.set(resource.id);
    } else if (!page || image !== null) return;
    this.#countBytes(file ? OFFICE[file] : image !== null ? 'images' : page?.kind === 'binary' ? 'other' : 'HTML', resource.bytes);
  }

  #countBytes(kind: ByteKind, bytes: number): void {
    const sum = this.#bytes.get(kind) ?? { count: 0, bytes: 0 };
    this.#bytes.set(kind, { count: sum.count + 1, bytes: sum.bytes + bytes });
  }

  countImages({ from, links }: MapLinks): void {
    const count = links.filter(({ to, kind }) => kind === 'img' && this.#held.has(to)).length;
    if (count === 0) return;
    this.#shown += count;
    this.#pagesWithImages++;
    if (count > (this.#most?.count ?? 0)) this.#most = { page: from, count };
  }

  report(sites: number, urlOf: (resource: number) => string | null): MapReport {
    const { html, binary, duplicate, frontier, unanswered } = this.#kinds;
    const files = [...this.#files.values()].reduce((sum, count) => sum + count, 0);
    const share = (type: FileType) => ({
      type,
      count: this.#files.get(type) ?? 0,
      share: files ? (this.#files.get(type) ?? 0) / files : 0,
    });
    return {
      sites,
      pages: { visited: html + binary + duplicate + unanswered, html, binary, duplicates: duplicate, unanswered, waiting: frontier },
      images: {
        count: this.#images,
        pagesWithImages: this.#pagesWithImages,
        meanPerPage: this.#pagesWithImages ? this.#shown / this.#pagesWithImages : null,
        mostOnPage: this.#most && { url: urlOf(this.#most.page) ?? '', count: this.#most.count },
      },
      files: { count: files, types: FILE_TYPES.map(share) },
      bytes: BYTE_KINDS.map((kind) => ({ kind, ...(this.#bytes.get(kind) ?? { count: 0, bytes: 0 }) })),
    };
  }
}

const OFFICE: Readonly<Record<FileType, ByteKind>> = { PDF: 'PDF', DOC: 'Word', DOCX: 'Word', PPT: 'PowerPoint', PPTX: 'PowerPoint' };

/** A bit for each number from 0. */
class Bits {
  #bytes = new Uint8Array(1024);

  set(number: number): void {
    const at = number >> 3;
    if (at >= this.#bytes.length) {
      const larger = new Uint8Array(Math.max(at + 1, 2 * this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[at] = (this.#bytes[at] ?? 0) | (1 << (number & 7));
  }

  has(number: number): boolean {
    return ((this.#bytes[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }
}
