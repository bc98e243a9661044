/**
 * Metadata records: how a capture was found and what its reader made of it, as application/warc-fields.
 *
 * `via`, `hopsFromSeed` and `fetchTimeMs` are the words of the standard; the other names are the ones crawlers agree on.
 */
import type { Exchange } from '../../model/index.js';
import { fieldLines, type WarcField } from './header.js';

/** All optional: what is not known is not written. */
export interface CaptureMetadata {
  /** The page that led here. */
  readonly via?: string | null;
  /** One letter per hop: L link, E embedded, R redirect, M sitemap, P prerequisite; empty for a seed. */
  readonly hopsFromSeed?: string | null;
  readonly charset?: string | null;
  readonly language?: string | null;
  readonly title?: string | null;
  /** Written when the definition asks for links. */
  readonly outlinks?: readonly { readonly url: string; readonly kind: string }[];
}

const LONGEST_TITLE = 1000;

export function metadataBlock(exchange: Exchange, metadata: CaptureMetadata, withLinks: boolean): Buffer {
  const fields: WarcField[] = [
    ['via', metadata.via],
    ['hopsFromSeed', metadata.hopsFromSeed],
    ['fetchTimeMs', Math.round(exchange.durationMs)],
    ['charset', metadata.charset],
    ['language', metadata.language],
    ['title', metadata.title?.slice(0, LONGEST_TITLE)],
    ['tlsProblem', exchange.tls?.problem],
  ];
  if (withLinks) for (const { url, kind } of metadata.outlinks ?? []) fields.push(['outlink', `${url} ${kind}`]);
  return Buffer.from(fieldLines(fields));
}
