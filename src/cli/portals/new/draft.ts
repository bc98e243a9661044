/** What is known of a new portal before its connector is written: from its first page, from flags, from answers on the terminal. */
import { domainOf } from '../../../model/index.js';
import type { Look, Recognised } from './recognise.js';

export const CONTENTS = ['legislation', 'case-law', 'articles'] as const;
export const TERMS = ['free', 'inferred', 'licence', 'prohibited'] as const;

export interface Draft {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly language: string;
  readonly content: (typeof CONTENTS)[number];
  readonly formats: readonly string[];
  /** Null: nobody has looked yet. */
  readonly terms: (typeof TERMS)[number] | null;
  readonly because: string | null;
}

/** As good a guess as the page allows. */
export function draftOf(page: Look, recognised: Recognised): Draft {
  return {
    id: idOf(page.url),
    title: titleOf(page) || new URL(page.url).hostname,
    url: page.url,
    language: /<html[^<>]{0,300}\slang=["']?([a-z]{2})\b/i.exec(page.text.slice(0, 5000))?.[1]?.toLowerCase() ?? 'en',
    content: recognised.content ?? 'legislation',
    formats: recognised.formats.length > 0 ? recognised.formats : ['text/html'],
    terms: null,
    because: null,
  };
}

/** The journal's own word in its address, or the name of its host. */
export function idOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  const own = pathname.split('/').filter((part) => /^[a-z][a-z0-9-]{2,30}$/i.test(part) && !COMMON.test(part));
  const word = own.at(-1) ?? domainOf(hostname)?.split('.')[0] ?? hostname;
  const id = word
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|(?<!-)-+$/g, '');
  return id === '' ? 'portal' : id;
}

/** Words that many addresses share. */
const COMMON =
  /^(index|home|start|en|de|fr|it|bg|ojs|oai|journal|journals|archive|issue|article|view|about|request|server|api|feed|dataset)$/i;

/** In XML a title is that of the first document. */
const titleOf = ({ text, type }: Look): string =>
  decoded(!/html/.test(type) ? '' : (/<title[^<>]{0,200}>([^<]{1,300})/i.exec(text.slice(0, 100_000))?.[1] ?? ''))
    .replace(/\s+/g, ' ')
    .trim();

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', nbsp: ' ', '#39': "'" };
const decoded = (text: string): string => text.replace(/&(amp|quot|lt|gt|nbsp|#39);/g, (_all, name: string) => ENTITIES[name] ?? '');
