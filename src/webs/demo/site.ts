/**
 * Site: what a demo site is made of, as data.
 *
 * A site is a list of resources for a given day. A resource answers requests and, beside that, says
 * what a crawler should make of it: title, language, text, links. The truth (truth.ts) is computed
 * from those statements and never from parsed HTML, so it can disagree with a faulty reader.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

export interface World {
  /** 0 is the first day. */
  readonly day: number;
  /** Whether pages that cost a crawler time or memory are linked; they answer either way. */
  readonly hostile: boolean;
}

export interface Site {
  readonly name: string;
  readonly host: string;
  /** Further hosts that serve the same content. */
  readonly aliases?: readonly string[];
  /** Last octet of its loopback address; sites with the same number share one. */
  readonly address: number;
  readonly purpose: string;
  /** Paths a crawl starts from. None: the site is only to be found, or not to be found. */
  readonly seeds: readonly string[];
  /** Why no page of this host may ever be requested. */
  readonly forbidden?: string;
  /** Milliseconds before any answer. */
  readonly slowMs?: number;
  /** `/a` and `/a/` are the same page. */
  readonly lenientSlash?: boolean;
  /** Hosts below it that resolve to somewhere no answer comes from. */
  readonly ghosts?: readonly Ghost[];
  /** Credentials a crawl needs to see more than the front page. */
  readonly credentials?: Credentials;
  /** How its name fails on a day: by leading to a port where nobody listens, or by not being known. */
  nameFails?(day: number): 'refused' | 'unknown' | null;
  build(world: World): readonly Resource[];
}

export interface Ghost {
  readonly host: string;
  /** Address and port, as the resolve table has them. */
  readonly address: string;
  readonly note: string;
}

export type Credentials =
  | { readonly scheme: 'basic' | 'digest'; readonly user: string; readonly password: string }
  | { readonly scheme: 'bearer'; readonly token: string };

/**
 * page, file: wanted. missing: answers 404 or 410, or 200 with the words of an error page.
 * failing: some other trouble. extra: may be fetched or not (style sheets, feeds, matters of taste).
 * trap: no end of pages below its path. robots, sitemap: what they are called.
 */
export type ResourceKind = 'page' | 'file' | 'redirect' | 'missing' | 'failing' | 'extra' | 'trap' | 'robots' | 'sitemap';

export interface Resource {
  /** Path with query, in the WHATWG form of its URL. */
  readonly path: string;
  readonly kind: ResourceKind;
  /** Answers for every path that starts with its own. */
  readonly below?: boolean;
  answer(visit: Visit): Answer;
  readonly title?: string;
  readonly language?: string;
  /** The part of the page that is not furniture, without its heading and its tables. */
  readonly text?: string;
  /** What stands above the text; not always the title. */
  readonly heading?: string;
  /** Rows of all tables of data, one a line. */
  readonly tables?: string;
  /** What the head says of this page alone. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly links?: readonly Link[];
  /** What links are relative to; the page itself when absent. */
  readonly base?: string;
  /** Media type a good reader finds, where the label says otherwise. */
  readonly realType?: string;
  /** Status the server sends where it is not 200; null when no whole head comes. */
  readonly status?: number | null;
  /** What is wrong or special, in words. */
  readonly note?: string;
  /** The site's robots.txt forbids it. */
  readonly disallowed?: boolean;
  /** Title, text and links are there only after its scripts have run. */
  readonly scripted?: boolean;
  /** Linked only in a hostile world. */
  readonly hostile?: boolean;
  /** What a request must carry to get it. */
  readonly needs?: 'basic' | 'digest' | 'bearer' | 'cookie';
  /**
   * No evidence of anything. `disguise`: a login, challenge, maintenance or parking page, which says what it is.
   * `held back`: too much of the site changes at once to be believed; an anomaly for a person to look at.
   */
  readonly anomaly?: 'disguise' | 'held back';
}

export type LinkKind = 'a' | 'area' | 'iframe' | 'refresh' | 'onclick' | 'sitemap';

export interface Link {
  readonly href: string;
  readonly text: string;
  readonly kind?: LinkKind;
  readonly rel?: string;
}

export interface Visit {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** How often this URL was requested before, since the day began. */
  readonly earlier: number;
  /** Multiplies every pause of the server. */
  readonly delayFactor: number;
}

export type Answer = PlainAnswer | RawAnswer;

export interface PlainAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | (() => Readable);
  /** Serve with ETag and Last-Modified, and answer 304 when they match. */
  readonly lastModified?: Date;
  /** Compress with br or gzip when the request accepts it. */
  readonly compress?: boolean;
  /** How the end of the body is marked; by its length unless said otherwise. */
  readonly framing?: 'length' | 'chunked' | 'close';
  readonly pauseMs?: number;
}

/** Full control of the connection, for answers that break the protocol. `status` is what the log says. */
export interface RawAnswer {
  readonly status: number | null;
  speak(socket: Socket, delayFactor: number): void;
}

/** Monday morning of the first day. All dates of the web hang on it. */
const FIRST_MORNING = Date.UTC(2026, 2, 2, 6, 0, 0);

export const morningOf = (day: number): Date => new Date(FIRST_MORNING + day * 86_400_000);

/** 2026-03-02 for the first day. */
export const dateOf = (day: number): string => morningOf(day).toISOString().slice(0, 10);
