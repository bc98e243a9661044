/**
 * What a reader thread does with one exchange: decode, read once, consume, find links, decide, build archive records.
 *
 * Everything that costs CPU and needs no state of the crawl happens here. Nothing throws for what a server sent, nor for
 * what a reader makes of it: the exchange is archived in any case. What could not be decoded is said in the fetch's `error`
 * and `detail`, what could not be read in the notes of the version.
 */
import { hash } from 'node:crypto';
import { sketchedParts, type TextSample, textSample, textSketch } from '../../analyse/likeness/index.js';
import { type Decision, decide, type FieldDigests, fieldDigests, storedDigests } from '../../decide/index.js';
import type { Definition } from '../../definition/crawl/index.js';
import { redirectTarget } from '../../fetch/index.js';
import { buildRecords, type RecordSet } from '../../formats/warc/index.js';
import type { EntryKind, PreviousVisit } from '../../frontier/queue/index.js';
import { trapShape } from '../../frontier/traps/index.js';
import {
  type Exchange,
  headerOf,
  type Link,
  LOGIN_NOTE,
  lengthOf,
  messageOf,
  type Page,
  packedMain,
  packLines,
  withoutLogin,
} from '../../model/index.js';
import { collectGarbage } from '../../platform/index.js';
import type { ReadInput, Result } from '../../plugins/index.js';
import { md5Of, type PageSign, type PageSignature, pageSignature, recognisePage, unreadPage } from '../../read/index.js';
import type { FileState, NewFetch, NewTriples, NewVersion, Rejection } from '../../store/index.js';
import { type Meaning, meaningOf } from './answer.js';
import { type Content, contentOf, decodedChunks, listContent, unreadContent } from './content.js';
import { documentFiles } from './document-files.js';
import { type FoundEntry, type FoundLink, LinkFollower } from './found-links.js';
import { ListedNames } from './listed-names.js';
import { mediaRules } from './media-rules.js';
import { isHome, MOST_A_SITE } from './not-found-pages.js';
import type { List, Pipeline } from './pipeline.js';
import { isShortage } from './reader-handle.js';
import { choosePage, type Gain, type RenderedInput } from './rendered-page.js';

/** One exchange on its way to a reader thread. */
export interface ReadTask {
  readonly exchange: Exchange;
  readonly kind: EntryKind;
  readonly depth: number;
  readonly redirects: number;
  readonly link: string;
  readonly trail: string | null;
  /** What the queue had it by; a redirect goes on with it. */
  readonly score?: number | null;
  /** URL of the page that led here. */
  readonly via: string | null;
  readonly previous: PreviousVisit | null;
  /** Whether to say which text the page has: see TrapWatch. */
  readonly wantsText?: boolean;
  /** Error pages of its site, as far as they are known; left out where nothing is to be learned of them. */
  readonly notFound?: readonly PageSignature[];
  /** Why its content is not to be read, in words: a reader failed, or a thread died or ran away over it. */
  readonly unread?: string;
  /** It is a requisite of a requisite of a requisite: what it asks for is left out. */
  readonly isNested?: boolean;
  /** The page after its scripts; left out where it was not rendered. */
  readonly rendered?: RenderedInput;
}

export interface Reading {
  readonly meaning: Meaning;
  /** An error page of the site that was not known yet. */
  readonly errorPage: PageSignature | null;
  /** What was taken for error pages of the site is shown at its home page too. */
  readonly misled: boolean;
  readonly fetch: NewFetch;
  readonly version: NewVersion | null;
  readonly found: readonly FoundEntry[];
  readonly rejected: readonly Rejection[];
  /** URL whose content this page says it is, when that differs from its own in the query alone. */
  readonly alias: FoundEntry | null;
  /** What the page shows instead of its document: an error, a login, a challenge; null for everything else. */
  readonly sign: PageSign | null;
  /** The files of its document that the page links to; null when it was not read. */
  readonly files: readonly FoundEntry[] | null;
  /** What a visit to such a file brought. */
  readonly file: FileState | 'gone' | null;
  /** Some of the page's text, from which one can tell how much of it is new; null where that says nothing. */
  readonly sample: TextSample | null;
  /** Fingerprints of all that a sitemap names, when it was read to its end. */
  readonly listing: Uint8Array | null;
  /** What of a sitemap was left out or mended, in words; null where there is nothing to say. */
  readonly remark: string | null;
  /** Plain bytes of robots.txt, for the main thread. */
  readonly content: Uint8Array | null;
  /** What rendering brought; null where nothing was rendered. */
  readonly gain: Gain | null;
}

export class ExchangeReader {
  readonly #definition: Definition;
  readonly #pipeline: Pipeline;
  readonly #follower: LinkFollower;
  readonly #packs: boolean;

  /** Unless it `packs`, archive records are handed on uncompressed, and sketches of texts are left to whoever stores them. */
  constructor(definition: Definition, pipeline: Pipeline, packs = true) {
    this.#packs = packs;
    this.#definition = definition;
    this.#pipeline = pipeline;
    const { capture, documents } = definition;
    const shape = definition.traps.shapes ? (url: string, from: string) => trapShape(url, from, Date.now()) : undefined;
    this.#follower = new LinkFollower(capture, pipeline.identify, pipeline.judge, documentFiles(documents), shape, mediaRules(definition));
  }

  /** Whatever a reader throws, the bytes are kept: then it is as if nobody had read them. Only a lack of means is none of their fault. */
  async read(task: ReadTask, handOn?: HandOn): Promise<Reading> {
    try {
      return await this.#read(task, handOn);
    } catch (error) {
      if (task.unread !== undefined || isShortage((error as NodeJS.ErrnoException)?.code)) throw error;
      return this.#read({ ...task, unread: messageOf(error) }, handOn);
    }
  }

  async #read(task: ReadTask, handOn?: HandOn): Promise<Reading> {
    const { exchange } = task;
    const meaning = meaningOf(exchange, this.#definition.capture.acceptedStatus);
    let content = await this.#contentOf(task);
    const errorPage = meaning === 'refused' ? this.#errorPageOf(task, content) : null;
    if (meaning !== 'content') content = { ...content, bytes: EMPTY };
    const choosing = this.#pageChosen(task, content);
    // Awaited only where there is something to wait for: most pages are read by now.
    const chosen = choosing instanceof Promise ? await choosing : choosing;
    const result = this.#consumed(task, content, chosen);
    if (isGiant(task)) {
      content = { ...content, bytes: EMPTY };
      collectGarbage(); // its tree is let go by now too
    }
    const alias = this.#aliasOf(exchange.url, result.page, task);
    const { found, rejected, files, listing, remark } = await this.#followed(task, meaning, content, result, alias?.key, handOn);
    const set = await this.#recordsOf(task, content, result.page, chosen);
    const version = this.#versionOf(task, meaning, content, result, set, chosen);
    const seen = version?.operation === 'None' ? null : this.#signOf(task, meaning, result.page);
    // A home page that looks like the error page: the site shows one shell for everything.
    const misled = seen?.kind === 'soft-404' && Boolean(task.notFound?.length) && isHome(exchange.url);
    const sign = misled ? null : seen;
    return {
      meaning,
      errorPage,
      misled,
      fetch: { ...fetchRow(exchange, content, set, result.page?.statements?.quads.length ?? null), ...unreadList(task, meaning) },
      version: sign ? null : version,
      found,
      rejected,
      alias: alias?.entry ?? null,
      sign,
      files: task.kind === 'page' && meaning === 'content' && !sign && this.#definition.documents.length > 0 ? files : null,
      file: task.link === 'file' ? fileOf(exchange, meaning, content, set) : null,
      sample: task.wantsText && meaning === 'content' && result.page && !isData(result.page) ? textSample(result.page, exchange.url) : null,
      listing,
      remark,
      content: task.kind === 'robots' ? ownBytes(content.bytes) : null,
      gain: chosen.gain,
    };
  }

  /** robots.txt is read by others: where there is no telling what it says, nothing is made up. */
  async #contentOf({ exchange, kind, unread }: ReadTask): Promise<Content> {
    const { maxDecodedSize } = this.#definition.fetch;
    try {
      return kind === 'sitemap' ? await listContent(exchange, maxDecodedSize) : contentOf(exchange, maxDecodedSize);
    } catch (error) {
      if (unread === undefined || kind === 'robots') throw error;
      return unreadContent(exchange, unread);
    }
  }

  /** What was not read is not consumed either: that may be what ended the thread. */
  #consumed({ exchange, depth, unread }: ReadTask, content: Content, { page, rendered }: Chosen): Result {
    const result = { url: exchange.url, depth, exchange, page, notes: {} };
    if (unread !== undefined) return result;
    return this.#pipeline.consume(
      result,
      inputOf(exchange, rendered ? { ...content, bytes: rendered.bytes, declared: RENDERED_TYPE } : content),
    );
  }

  #readable({ kind, link, isNested }: ReadTask, { bytes, type }: Content): boolean {
    if (bytes.length === 0 || type === null) return false;
    return kind === 'page' || (!isNested && (type === 'text/css' || (type === 'text/html' && isFrame(kind, link))));
  }

  #pageChosen(task: ReadTask, content: Content): Chosen | Promise<Chosen> {
    const plain = this.#readable(task, content) ? this.#pageOf(task, content) : null;
    if (plain instanceof Promise) return plain.then(plainly);
    return task.rendered ? this.#renderedOr(plain, task, task.rendered, content) : plainly(plain);
  }

  async #renderedOr(plain: Page | null, task: ReadTask, input: RenderedInput, content: Content): Promise<Chosen> {
    const { html } = input;
    const after = html && plain ? await this.#pageOf(task, { ...content, bytes: html, declared: RENDERED_TYPE }) : null;
    const { page, rendered, gain } = choosePage(task.exchange.url, plain, after, input);
    return { page, plain, rendered: rendered && html ? { bytes: html, digest: `sha256:${hash('sha256', html)}` } : null, gain };
  }

  #pageOf({ exchange, unread }: ReadTask, content: Content): Page | Promise<Page> | null {
    if (unread !== undefined) return unreadPage(content.type as string, unread);
    return this.#pipeline.read(inputOf(exchange, content));
  }

  /** A page that is no document makes none; a known one that looks like this is as it was, as far as anybody can tell. */
  #signOf(task: ReadTask, meaning: Meaning, page: Page | null): PageSign | null {
    const { exchange, kind, previous, unread } = task;
    if (kind !== 'page' || meaning !== 'content' || !page || unread !== undefined) return null;
    const { url, status } = exchange;
    const known = Boolean(previous?.digests);
    const sign = recognisePage({ page, status, url, known, notFound: task.notFound ?? [] });
    return sign && (known || sign.kind === 'soft-404' || sign.kind === 'challenge') ? sign : null;
  }

  /** What the site shows for what it does not have, as long as there is something to learn about that. */
  #errorPageOf(task: ReadTask, content: Content): PageSignature | null {
    const { status } = task.exchange;
    if ((status !== 404 && status !== 410) || (task.kind !== 'page' && task.kind !== 'robots')) return null;
    if (!task.notFound || task.notFound.length >= MOST_A_SITE || task.unread !== undefined) return null;
    if (content.type !== 'text/html' || content.bytes.length === 0 || content.bytes.length > LARGEST_LEARNED) return null;
    const page = this.#pageOf(task, content);
    return page && !(page instanceof Promise) ? pageSignature(page) : null;
  }

  /** Links become entries here. More than a piece of them is handed on as it is found, where somebody takes it. */
  async #followed(
    task: ReadTask,
    meaning: Meaning,
    content: Content,
    result: Result,
    alias: string | undefined,
    handOn: HandOn | undefined,
  ): Promise<Followed> {
    const { exchange } = task;
    const { page } = result;
    const scores = meaning === 'content' && task.kind === 'page' ? this.#pipeline.linkScores(result) : null;
    const origin = { ...task, url: exchange.url, language: page?.language ?? null, scores };
    const isList = task.kind === 'sitemap' && meaning === 'content' && !content.problem && task.unread === undefined;
    const names = isList ? new ListedNames() : null;
    const gathered = new GatheredLinks(handOn);
    const known = alias === undefined ? [] : [alias];
    const follow = async (links: readonly FoundLink[]): Promise<void> => {
      for (let at = 0; at < links.length; at += MOST_A_PIECE) {
        await gathered.take(this.#follower.follow(links.slice(at, at + MOST_A_PIECE), origin, known, names?.add));
        if (at % MOST_UNCOLLECTED === MOST_UNCOLLECTED - MOST_A_PIECE) collectGarbage();
      }
    };
    if (!names) await follow(this.#linksOf(task, meaning, page));
    const end = names && (await this.#pipeline.sitemapLinks(this.#listOf(exchange, content), follow));
    const isWhole = end?.incomplete === false && exchange.truncated === null;
    return { ...gathered, listing: names && isWhole ? names.bytes() : null, remark: end?.notes.length ? end.notes.join('; ') : null };
  }

  #linksOf(task: ReadTask, meaning: Meaning, page: Page | null): readonly FoundLink[] {
    const target = headerOf(task.exchange.headers, 'location') ? redirectTarget(task.exchange) : null;
    const redirect: FoundLink[] = target && task.kind !== 'robots' ? [{ url: target, kind: 'redirect', anchor: '', nofollow: false }] : [];
    if (meaning !== 'content') return meaning === 'redirect' ? redirect : [];
    return page && task.kind !== 'sitemap' ? redirect.concat(page.links) : redirect;
  }

  #listOf(exchange: Exchange, { type, declared }: Content): List {
    const { fetch, capture } = this.#definition;
    const { url, body } = exchange;
    return {
      url,
      contentType: declared,
      length: lengthOf(body),
      maxBytes: fetch.maxSize,
      maxUrls: capture.maxSitemapUrls,
      chunks: () => decodedChunks(exchange, fetch.maxDecodedSize),
      whole: () => inputOf(exchange, { ...contentOf(exchange, fetch.maxDecodedSize), type }),
    };
  }

  #recordsOf(task: ReadTask, content: Content, page: Page | null, { rendered }: Chosen): Promise<RecordSet> {
    const { previous, exchange } = task;
    const metadata = {
      via: task.via,
      hopsFromSeed: null,
      charset: page?.charset,
      language: page?.language,
      title: page?.title,
      outlinks: page?.links ?? [],
    };
    const omitBody = this.#definition.capture.obeyNoarchive && page?.directives.noarchive === true;
    return buildRecords(
      exchange,
      {
        warcinfoId: null,
        identifiedType: content.type,
        previous: previous && { ...previous, url: exchange.url },
        omitBody,
        metadata,
        // What looks as it did is in the archive already.
        rendered: rendered && previous?.digests && storedDigests(previous.digests).content === rendered.digest ? null : rendered,
      },
      this.#definition.archive,
      this.#packs,
    );
  }

  /** Only pages become documents; robots.txt, sitemaps and requisites are resources with fetches. */
  #versionOf(
    task: ReadTask,
    meaning: Meaning,
    content: Content,
    { page, notes }: Result,
    set: RecordSet,
    { plain, rendered }: Chosen,
  ): NewVersion | null {
    if (task.kind !== 'page' || content.problem) return null;
    if (meaning === 'not-modified') return task.previous?.digests ? { ...EMPTY_VERSION, ...decide(null, { notModified: true }) } : null;
    if (meaning !== 'content') return null;
    const payload = set.records[0]?.payloadDigest ?? '';
    const { headers } = task.exchange;
    const text = utf8(page?.text ?? '');
    const read = rendered
      ? {
          ...fieldDigests(page, rendered.digest, headers, text),
          plain: { ...fieldDigests(plain, payload, headers, utf8(plain?.text ?? '')), blocks: null },
        }
      : fieldDigests(page, payload, headers, text);
    const digests: FieldDigests = task.unread === undefined ? read : { ...read, unread: true };
    const known = task.previous?.digests ? { digests: storedDigests(task.previous.digests) } : null;
    const shown = rendered ? { ...content, md5: () => md5Of(rendered.bytes) } : content;
    const decision = decide(known, { digests });
    const isDoor = decision.operation === 'Add' && page !== null && isLoginPage(page, task.exchange);
    const seen = isDoor ? { ...page, notes: [LOGIN_NOTE, ...page.notes] } : page;
    const version = versionOf(decision, digests, shown, seen, text, notes, this.#likenessOf(decision, page));
    const renews = known?.digests.rules !== digests.rules || Boolean(known.digests.plain) !== Boolean(digests.plain);
    return version.operation === 'None' && renews ? { ...version, renews } : version;
  }

  /** What duplicates are found by; nothing for a version that is not stored. */
  #likenessOf({ operation }: Decision, page: Page | null): Likeness {
    const { find } = this.#definition.duplicates;
    if (!page || operation === 'None' || find === 'off') return LIKE_NOTHING;
    const signature = find === 'lsh' ? this.#pipeline.signature(page.text) : null;
    return this.#packs
      ? { sketch: textSketch(page), sketchParts: null, signature }
      : { sketch: null, sketchParts: sketchedParts(page), signature };
  }

  /**
   * A page that names a canonical URL differing from its own in the query alone has been fetched under that name too.
   * Other canonical URLs are followed like links: too many sites point all their pages at the home page.
   */
  #aliasOf(url: string, page: Page | null, { kind, depth, redirects }: ReadTask): { key: string; entry: FoundEntry } | null {
    if (!page?.canonical || page.canonical === url || page.canonical.split('?')[0] !== url.split('?')[0]) return null;
    const identity = this.#pipeline.identify(page.canonical);
    if (!identity || identity.key === this.#pipeline.identify(url)?.key) return null;
    const { key, fingerprint, site } = identity;
    return { key, entry: { url: identity.url, fingerprint, site, kind, depth, redirects, link: 'canonical', trail: null } };
  }
}

/** Frames of other hosts are read for what they need themselves; a redirect may have led to one. */
const isFrame = (kind: EntryKind, link: string): boolean => kind === 'requisite' && /^(?:i?frame|redirect)$/.test(link);

/** Pages that leave so much garbage that it is not to wait for V8. */
export const isGiant = ({ kind, exchange }: ReadTask): boolean => kind === 'page' && lengthOf(exchange.body) >= GIANT;

const GIANT = 4 * 1024 * 1024;

/** Takes links of a visit before its reading is there, and is waited for. */
export type HandOn = (links: LinkPiece) => Promise<void>;

export interface LinkPiece {
  readonly found: readonly FoundEntry[];
  readonly rejected: readonly Rejection[];
}

interface Followed extends LinkPiece {
  readonly files: readonly FoundEntry[];
  readonly listing: Uint8Array | null;
  readonly remark: string | null;
}

/** So many cross threads and are committed at one go. */
const MOST_A_PIECE = 5000;

/** After so many links of one page their entries are garbage worth collecting. */
const MOST_UNCOLLECTED = 10 * MOST_A_PIECE;

/** What was found and is not handed on yet: without anybody to take it, all there is. */
class GatheredLinks {
  found: FoundEntry[] = [];
  rejected: Rejection[] = [];
  files: FoundEntry[] = [];
  readonly #fileUrls = new Set<string>();
  readonly #handOn: HandOn | undefined;

  constructor(handOn: HandOn | undefined) {
    this.#handOn = handOn;
  }

  async take({ found, rejected, files }: { found: FoundEntry[]; rejected: Rejection[]; files: FoundEntry[] }): Promise<void> {
    this.found = this.found.concat(found);
    this.rejected = this.rejected.concat(rejected);
    for (const file of files) if (!this.#fileUrls.has(file.url)) this.files.push(file);
    for (const { url } of files) this.#fileUrls.add(url);
    if (!this.#handOn || this.found.length + this.rejected.length < MOST_A_PIECE) return;
    const piece = { found: this.found, rejected: this.rejected };
    [this.found, this.rejected] = [[], []];
    await this.#handOn(piece);
  }
}

/** Nothing but RDF: its words are the same in every document of a vocabulary, and what is new stands in its names. */
const isData = ({ statements, type }: Page): boolean => Boolean(statements?.quads.length) && !type.includes('html');

/** The page of a visit, and where it was rendered what it was before and after. */
const plainly = (page: Page | null): Chosen => ({ page, plain: page, rendered: null, gain: null });

interface Chosen {
  readonly page: Page | null;
  readonly plain: Page | null;
  /** Null: the page is the one that was sent. */
  readonly rendered: { readonly bytes: Uint8Array; readonly digest: string } | null;
  readonly gain: Gain | null;
}

/** A list that could not be read leads nowhere: its visit has failed, though its bytes are kept. */
function unreadList({ kind, unread }: ReadTask, meaning: Meaning): Partial<Pick<NewFetch, 'error' | 'detail'>> {
  return kind === 'sitemap' && meaning === 'content' && unread !== undefined ? { error: 'READ_FAILED', detail: unread } : {};
}

/** As readers and extractors are given it. */
const inputOf = ({ url, headers }: Exchange, { bytes, type, declared }: Content): ReadInput => ({
  url,
  bytes,
  type: type ?? '',
  contentType: declared,
  headers,
});

const RENDERED_TYPE = 'text/html; charset=utf-8';
const EMPTY = new Uint8Array();
/** Error pages beyond this are not looked at. */
const LARGEST_LEARNED = 512 * 1024;

const EMPTY_VERSION = {
  type: '',
  charset: null,
  title: null,
  language: null,
  languageConfidence: 0,
  md5: '',
  sha256: '',
  digests: '',
  text: EMPTY,
  metadata: EMPTY,
  links: EMPTY,
  directives: '',
  notes: '',
  score: null,
} as const;

type Likeness = Required<Pick<NewVersion, 'sketch' | 'sketchParts' | 'signature'>>;

const LIKE_NOTHING: Likeness = { sketch: null, sketchParts: null, signature: null };

/** As one it is a document all the same, since some are wanted; who gets nothing else is told. */
const isLoginPage = (page: Page, { url, status }: Exchange): boolean => recognisePage({ page, status, url, known: true })?.kind === 'login';

/** One literal with every field by name: spreads would cost more than all the rest of it. */
function versionOf(
  decision: Decision,
  digests: FieldDigests,
  content: Content,
  page: Page | null,
  text: Uint8Array,
  notes: Result['notes'],
  { sketch, sketchParts, signature }: Likeness,
): NewVersion {
  const { score, ...others } = notes as { score?: { value: number | null } };
  return {
    operation: decision.operation,
    reason: decision.reason,
    changed: decision.changed,
    type: page?.type ?? content.type ?? 'application/octet-stream',
    charset: page?.charset ?? null,
    title: page?.title ?? null,
    language: page?.language ?? null,
    languageConfidence: page?.languageConfidence ?? 0,
    md5: content.md5(),
    sha256: digests.content.replace('sha256:', ''),
    digests: JSON.stringify(digests),
    text,
    metadata: utf8(JSON.stringify({ ...page?.metadata, ...others })),
    links: linksJson(page?.links ?? []),
    content: page && packedMain(page),
    facts: page?.facts ? JSON.stringify(page.facts) : null,
    directives: page ? directiveWords(page) : '',
    notes: page?.notes.join('\n') ?? content.unread ?? '',
    score: score?.value ?? null,
    sketch,
    sketchParts,
    signature,
    triples: decision.operation === 'None' ? null : triplesOf(page),
  };
}

function triplesOf(page: Page | null): NewTriples | null {
  if (!page?.statements) return null;
  const { syntax, lines, problems } = page.statements;
  return { syntax, count: lines.length, quads: packLines(lines), problems: JSON.stringify(problems) };
}

/** One array a link, in the order of the view `link`: short names would cost a third of the bytes. A piece at a time, since a page may have very many. */
function linksJson(links: readonly Link[]): Uint8Array {
  if (links.length <= MOST_A_TEXT) return utf8(JSON.stringify(links.map(linkRow)));
  // Twice: a second time the work, but never all pieces and the whole at once.
  let length = 0;
  for (const piece of linkPieces(links)) length += Buffer.byteLength(piece);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of linkPieces(links)) at += encoder.encodeInto(piece, bytes.subarray(at)).written;
  return bytes;
}

function* linkPieces(links: readonly Link[]): Generator<string> {
  for (let at = 0; at < links.length; at += MOST_A_TEXT) {
    const rows = JSON.stringify(links.slice(at, at + MOST_A_TEXT).map(linkRow));
    yield `${at === 0 ? '[' : ','}${rows.slice(1, -1)}`;
  }
  yield ']';
}

/** Texts of more links than this lie among V8's large objects, and those are collected late. */
const MOST_A_TEXT = 250;

const linkRow = (l: Link): unknown[] => [l.url, l.kind, l.anchor, l.rel.join(' '), Number(l.nofollow), l.path, ...(l.paragraph ?? [])];

function directiveWords({ directives }: Page): string {
  return Object.entries(directives)
    .filter(([, on]) => on)
    .map(([word]) => word.toLowerCase())
    .join(' ');
}

function fileOf({ status }: Exchange, meaning: Meaning, content: Content, set: RecordSet): FileState | 'gone' | null {
  if (status === 404 || status === 410) return 'gone';
  if (meaning !== 'content' || content.problem) return null;
  const sha256 = (set.records[0]?.payloadDigest ?? '').replace('sha256:', '');
  return { type: content.type ?? 'application/octet-stream', md5: content.md5(), sha256 };
}

function fetchRow(exchange: Exchange, content: Content, set: RecordSet, triples: number | null): NewFetch {
  const location = headerOf(exchange.headers, 'location');
  const { url, method, startedAt, durationMs, firstByteMs, status, headers, body } = exchange;
  return {
    url,
    method,
    owed: null,
    startedAt,
    durationMs,
    firstByteMs,
    status,
    type: content.type,
    declaredType: content.declared,
    bodyLength: body.length,
    etag: headerOf(headers, 'etag'),
    lastModified: headerOf(headers, 'last-modified'),
    location: location === null ? null : withoutLogin(location),
    address: exchange.remoteAddress,
    protocol: exchange.protocol,
    tls: exchange.tls && JSON.stringify(exchange.tls),
    truncated: exchange.truncated,
    error: content.problem?.code ?? null,
    detail: content.problem?.detail ?? null,
    payloadDigest: set.records[0]?.payloadDigest ?? null,
    set,
    triples,
  };
}

const encoder = new TextEncoder();

/** In memory of its own, so that it can be handed to another thread without a copy. */
const utf8 = (text: string): Uint8Array => encoder.encode(text);

const ownBytes = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);
