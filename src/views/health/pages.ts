/** Pages of earlier runs, out of the archive and parsed as their reader parses them. */

import { type Content, type ContentKind, parseContent } from '../../definition/expressions/index.js';
import { decodeText, detectCharset, mediaType } from '../../read/index.js';
import type { PageSample } from '../../run/harvest/index.js';
import type { DepositedFile, KeptAnswer, Repository } from '../../store/index.js';
import type { Reader } from './repair/reader.js';

export interface KeptPage extends KeptAnswer {
  readonly sample: PageSample;
}

/** What is longer is no page that somebody wrote a selector for. */
const LONGEST = 8_000_000;

/** Those that are in the archive. */
export function keptPages(repository: Repository, samples: readonly PageSample[]): KeptPage[] {
  const kept = repository.captures.remembered(samples.map(({ url, at }) => ({ url, startedAt: at })));
  return samples.flatMap((sample, index) => {
    const answer = kept[index];
    return answer ? [{ ...answer, sample }] : [];
  });
}

/** Parsed; what cannot be is left out. */
export async function contentsOf(repository: Repository, pages: readonly KeptPage[], reader: Reader): Promise<Content[]> {
  const contents: Content[] = [];
  for (const page of pages) {
    const content = await contentOf(repository, page, reader).catch(() => null); // damaged, or of another kind than it was
    if (content) contents.push(content);
  }
  return contents;
}

async function contentOf(repository: Repository, { fetch, url, sample }: KeptPage, reader: Reader): Promise<Content | null> {
  const file = { fetch, name: url, member: sample.member ?? null, length: -1 } as unknown as DepositedFile;
  const bytes = await repository.deposits.read(file);
  if (bytes.length > LONGEST) return null;
  const type = mediaType(bytes, sample.member === undefined ? (sample.type?.split(';')[0]?.trim() ?? null) : null);
  const text = decodeText(bytes, reader.charset ?? detectCharset(bytes, sample.type, type).charset);
  const as = reader.read ?? kindOf(type);
  return as === 'text' ? null : parseContent(text, { as, url, namespaces: reader.namespaces });
}

function kindOf(type: string): ContentKind {
  if (/^application\/(atom|rss|rdf)\+xml$/.test(type)) return 'feed';
  if (/[/+]json$/.test(type)) return 'json';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  return /[/+]xml$/.test(type) ? 'xml' : 'text';
}
