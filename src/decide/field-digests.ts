/**
 * Field digests: what is compared to tell whether a document changed, one SHA-256 per part a reader of it would name.
 *
 * Pure. The bytes' own digest comes from the archive, which computes it anyway; the others are of what was read, so a
 * page whose markup moved but whose words stayed can be told from one that says something new.
 */
import { createHash } from 'node:crypto';
import type { Link, Page } from '../model/index.js';

/** In the form `sha256:<lower-case hex>`; null where there is nothing to compare, as in a picture. */
export interface FieldDigests {
  /** Of the body as stored. */
  readonly content: string;
  readonly title: string | null;
  /** Of the visible text. */
  readonly text: string | null;
  readonly metadata: string | null;
  readonly links: string | null;
}

export type Field = keyof FieldDigests;

export function fieldDigests(page: Page | null, content: string): FieldDigests {
  if (!page) return { content, title: null, text: null, metadata: null, links: null };
  return {
    content,
    title: page.title === null ? null : digest(page.title),
    text: page.text === '' ? null : digest(page.text),
    metadata: digestOfMetadata(page.metadata),
    links: digestOfLinks(page.links),
  };
}

/** Servers mint these anew for every request; they say nothing of the document. */
const VOLATILE = /csrf|xsrf|nonce|token|session|request-?id/;

/** In the order of names, since two templates may print the same fields in different places. */
function digestOfMetadata(metadata: Page['metadata']): string | null {
  const stable = Object.entries(metadata).filter(([name]) => !VOLATILE.test(name));
  if (stable.length === 0) return null;
  return digest(JSON.stringify(stable.sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** As a set: where a link stands, and how often, is layout. */
function digestOfLinks(links: readonly Link[]): string | null {
  if (links.length === 0) return null;
  return digest([...new Set(links.map(({ kind, url }) => `${kind} ${url}`))].sort().join('\n'));
}

const digest = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
