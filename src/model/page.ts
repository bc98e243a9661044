import type { Statements } from './statements.js';

/**
 * Page: what a reader makes of the bytes of one resource, in one parse.
 *
 * Made by read/, stored by the repository, shown by `winnow inspect page`. Plain data only, so
 * that it crosses threads and prints as JSON.
 */
export interface Page {
  /** Media type found by looking at the content, without parameters: `text/html`. */
  readonly type: string;
  /** WHATWG name in lower case (`utf-8`, `windows-1252`); null when the content is no text. */
  readonly charset: string | null;
  readonly title: string | null;
  /** Visible text: blocks separated by line feeds, white space folded inside a block. */
  readonly text: string;
  /** Where in `text` the content stands; left out when all of it is content, each line a block. */
  readonly content?: PageContent;
  /** Where in `text` the main part stands, pairs of start and end; null or left out where no part is clearly the main one. */
  readonly main?: readonly number[] | null;
  /** ISO 639-1 where there is one; null when the text is too short to tell. */
  readonly language: string | null;
  readonly languageConfidence: number;
  /** Meta tags, Open Graph, Dublin Core and the like: lower-case name → values in document order. */
  readonly metadata: Readonly<Record<string, readonly string[]>>;
  /** What the page says of its document; null or left out when it says nothing. */
  readonly facts?: PageFacts | null;
  readonly canonical: string | null;
  readonly directives: Directives;
  /** Is there a form that asks for a password? */
  readonly asksPassword?: boolean;
  readonly links: readonly Link[];
  /** What it says as RDF; left out when nobody looked, or there was nothing to see. */
  readonly statements?: Statements;
  /** What the reader had to leave out or mend, in words a user understands. */
  readonly notes: readonly string[];
}

/**
 * What is left of `text` without furniture (navigation, banners, footers, clocks): pairs of start and end, a pair a block,
 * in document order. What stands in tables of data is apart, a pair a row.
 */
export interface PageContent {
  readonly text: readonly number[];
  readonly tables: readonly number[];
}

/** Dates in ISO 8601, as exact as the page tells them. */
export interface PageFacts {
  /** Without the site's name. */
  readonly title: string | null;
  readonly author: string | null;
  readonly description: string | null;
  readonly published: string | null;
  readonly modified: string | null;
  readonly siteName: string | null;
  /** Address of the picture that stands for the page. */
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
  /** Absolute, WHATWG form, fragment kept as written in the page. */
  readonly url: string;
  readonly kind: LinkKind;
  /** Text of the anchor, `alt` of an image; white space folded, cut at 500 characters. */
  readonly anchor: string;
  /** The `rel` words in lower case. */
  readonly rel: readonly string[];
  /** By rel, by meta robots or by header: the publisher asks not to follow. */
  readonly nofollow: boolean;
  /** Range of the block of `Page.text` the link stands in; null for links outside visible text. */
  readonly paragraph: readonly [start: number, end: number] | null;
  /** Elements from the root, with id or first class where present: `html>body>div#main>p>a`. */
  readonly path: string;
}

export const NO_DIRECTIVES: Directives = { noindex: false, nofollow: false, noarchive: false, tdmReserved: false };
