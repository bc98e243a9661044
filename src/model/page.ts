import type { Statements } from './statements.js';

/**
 * Page: what a reader makes of the bytes of one resource, in one pass.
 *
 * Made by read/, stored by the repository, shown by `winnow inspect page`. Plain data only, so that it crosses
 * threads and prints as JSON.
 */
export interface Page {
  /** Media type found by looking at the content, without parameters: `text/html`. */
  readonly type: string;
  /** WHATWG name in lower case (`utf-8`, `windows-1252`); null when the content is not text. */
  readonly charset: string | null;
  readonly title: string | null;
  /** Visible text: blocks separated by line feeds, white space folded inside a block. */
  readonly text: string;
  /** Where the content stands in `text`; left out when all of it is content and each line is a block. */
  readonly content?: PageContent;
  /** Where the main part stands in `text`, as pairs of start and end; null or left out when no part is clearly the main one. */
  readonly main?: readonly number[] | null;
  /** ISO 639-1 where there is one; null when the text is too short to tell. */
  readonly language: string | null;
  readonly languageConfidence: number;
  /** Meta tags, Open Graph, Dublin Core and the like: lower-case name → values in document order. */
  readonly metadata: Readonly<Record<string, readonly string[]>>;
  /** What the page says about its document; null or left out when it says nothing. */
  readonly facts?: PageFacts | null;
  readonly canonical: string | null;
  readonly directives: Directives;
  /** Is there a form that asks for a password? */
  readonly asksPassword?: boolean;
  readonly links: readonly Link[];
  /** What the page says as RDF; left out when nobody looked or there was nothing. */
  readonly statements?: Statements;
  /** What the reader had to skip or repair, in words a user understands. */
  readonly notes: readonly string[];
}

/**
 * What is left of `text` without navigation, banners, footers and clocks: a pair of start and end for each block, in
 * document order. Rows of data tables are kept apart, a pair for each row.
 */
export interface PageContent {
  readonly text: readonly number[];
  readonly tables: readonly number[];
}

/** Dates are in ISO 8601, as exact as the page states them. */
export interface PageFacts {
  /** The title without the site's name. */
  readonly title: string | null;
  readonly author: string | null;
  readonly description: string | null;
  readonly published: string | null;
  readonly modified: string | null;
  readonly siteName: string | null;
  /** Address of the picture that represents the page. */
  readonly image: string | null;
}

/** What the publisher asks robots to do with this page (meta robots, X-Robots-Tag, TDM reservation). */
export interface Directives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
  readonly noarchive: boolean;
  /** tdm-reservation of the TDM Reservation Protocol. */
  readonly tdmReserved: boolean;
}

/** How a link stands in its page. `requisite` kinds are needed to show the page, the others lead to other pages. */
export type LinkKind =
  | 'a'
  | 'onclick'
  | 'area'
  | 'frame'
  | 'iframe'
  | 'link'
  | 'canonical'
  | 'alternate'
  | 'refresh'
  | 'form'
  | 'redirect'
  | 'sitemap'
  | 'seed'
  | 'img'
  | 'script'
  | 'css'
  | 'icon'
  | 'media'
  | 'object'
  | 'rdf';

const REQUISITE_KINDS: ReadonlySet<LinkKind> = new Set(['img', 'script', 'css', 'icon', 'media', 'object']);

/** Page requisites: images, styles, scripts and the like, without which an archived page does not show as it was. */
export const isRequisite = (kind: LinkKind): boolean => REQUISITE_KINDS.has(kind);

export interface Link {
  /** Absolute, in WHATWG form; the fragment is kept as the page wrote it. */
  readonly url: string;
  readonly kind: LinkKind;
  /** Text of the anchor or `alt` of an image; white space folded, cut at 500 characters. */
  readonly anchor: string;
  /** The `rel` words in lower case. */
  readonly rel: readonly string[];
  /** The publisher asks not to follow the link, by rel, by meta robots or by header. */
  readonly nofollow: boolean;
  /** Range of the block of `Page.text` that contains the link; null for links outside visible text. */
  readonly paragraph: readonly [start: number, end: number] | null;
  /** Elements from the root, each with its id or first class: `html>body>div#main>p>a`. */
  readonly path: string;
}

export const NO_DIRECTIVES: Directives = { noindex: false, nofollow: false, noarchive: false, tdmReserved: false };
