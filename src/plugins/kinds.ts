/**
 * The plug-in kinds. A plug-in is a value: a name, a schema of its options and one function.
 * The engine knows these shapes and no plug-in by name; assembly/ registers the built-in ones and
 * loads those a definition names.
 */
import type { z } from 'zod';
import type { Exchange, HeaderField, Page } from '../model/index.js';

interface Named<Kind extends string, Options extends z.ZodType> {
  readonly kind: Kind;
  readonly name: string;
  /** One sentence for `winnow doctor` and the reference page. */
  readonly about: string;
  readonly options: Options;
}

/** One thing to fetch. The engine fills in what it knows; a fetcher ignores what its protocol lacks. */
export interface FetchRequest {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT';
  readonly headers?: readonly HeaderField[];
  readonly body?: Uint8Array;
  /** Content negotiation; the fetcher's default when left out. */
  readonly accept?: string;
  /** Sent as If-None-Match and If-Modified-Since. */
  readonly validators?: { readonly etag?: string | null; readonly lastModified?: string | null };
  /** Upper bound of the body for this request; the fetcher's limit when left out. */
  readonly maxBytes?: number;
  /** Longest wait for the next byte, where the server is slower than the fetcher's limit. */
  readonly timeoutMs?: number;
  /** Cookies kept apart under this name; null: none are sent or kept. Left out: those of the fetcher. */
  readonly jar?: string | null;
  /** Called when the body turns out to be larger than a page is, while the rest of it is still to come. */
  readonly onLarge?: (() => void) | undefined;
  readonly signal?: AbortSignal;
}

/** An open fetcher. It fetches once, never follows a redirect by itself, and throws FetchError. See fetcher.contract.ts in fetch/. */
export interface Fetcher {
  fetch(request: FetchRequest): Promise<Exchange>;
  /** The address a request for this URL would go to; null when that is not known or does not matter. Never rejects. */
  addressOf(url: string, signal?: AbortSignal): Promise<string | null>;
  /** Throws away the cookies of a jar. The next request with it carries none. */
  forget(jar: string): Promise<void>;
  close(): Promise<void>;
}

export interface FetcherPlugin<Options extends z.ZodType = z.ZodType> extends Named<'fetcher', Options> {
  /** URL schemes without colon. */
  readonly schemes: readonly string[];
  open(options: z.output<Options>): Promise<Fetcher>;
}

/** What a reader is given: bytes without content coding, and what the server said about them. */
export interface ReadInput {
  readonly url: string;
  readonly bytes: Uint8Array;
  /** Media type found by content; decides which reader is asked. */
  readonly type: string;
  /** The declared Content-Type, parameters included. */
  readonly contentType: string | null;
  readonly headers: readonly HeaderField[];
}

export interface ReaderPlugin<Options extends z.ZodType = z.ZodType> extends Named<'reader', Options> {
  /** Media types it reads; `text/*` and `*` stand for many, the most exact match wins. */
  readonly types: readonly string[];
  /** A promise only where it must be one: pages that are read at once pass through without waiting. */
  read(input: ReadInput, options: z.output<Options>): Page | Promise<Page>;
}

/** A link or seed that may become an entry of the frontier. */
export interface Candidate {
  readonly url: string;
  readonly host: string;
  readonly key: string;
  readonly depth: number;
  /** Kind of the link that led here. */
  readonly via: string;
  readonly anchor: string;
  /** Pages from a seed down to the page the link stands on; empty for seeds. */
  readonly trail: readonly TrailStep[];
}

export interface TrailStep {
  readonly url: string;
  readonly via: string;
  readonly language: string | null;
}

/** null means: no objection. All filters must agree; the first objection is logged with its reason. */
export interface FilterPlugin<Options extends z.ZodType = z.ZodType> extends Named<'filter', Options> {
  /** Called once per thread; the returned function is called once per candidate. */
  prepare(options: z.output<Options>): (candidate: Candidate) => string | null;
}

/** One fetched and read resource on its way through the consumers, in the configured order. */
export interface Result {
  readonly url: string;
  readonly depth: number;
  readonly exchange: Exchange;
  /** Null when no reader takes this type. Made once; every consumer sees the same object. */
  readonly page: Page | null;
  /** What earlier consumers left for later ones and for the repository: consumer name → JSON value. */
  readonly notes: Record<string, unknown>;
}

export interface ConsumerPlugin<Options extends z.ZodType = z.ZodType> extends Named<'consumer', Options> {
  /** Takes the result; what it returns is stored with the document under its name. */
  consume(result: Result, options: z.output<Options>): unknown;
}

export interface Score {
  /** 0..1 */
  readonly value: number;
  readonly because: string;
}

/** null means no opinion, which is not zero. */
export interface AnalyserPlugin<Options extends z.ZodType = z.ZodType> extends Named<'analyser', Options> {
  analyse(page: Page, options: z.output<Options>): Score | null;
  /** One score for each of `page.links`, in their order. Without it, each link has the score of its page. */
  analyseLinks?(page: Page, options: z.output<Options>): readonly (Score | null)[];
}

export interface ExtractorPlugin<Options extends z.ZodType = z.ZodType> extends Named<'extractor', Options> {
  /** Fields for the document's metadata. `input` is what the page was read from. */
  extract(page: Page, options: z.output<Options>, input?: ReadInput): Readonly<Record<string, string | readonly string[]>>;
}

/** Finds further links in what was read: in the text, or in the statements of RDF. */
export interface ScannerPlugin<Options extends z.ZodType = z.ZodType> extends Named<'scanner', Options> {
  /** `relation` says by what a link was found: a property, for instance. What is no absolute URL is passed over. */
  scan(page: Page, options: z.output<Options>): Iterable<{ readonly url: string; readonly relation?: string }>;
}

/** Yields URLs for the frontier from something already fetched (sitemap) or given (seed file). */
export interface SourcePlugin<Options extends z.ZodType = z.ZodType> extends Named<'source', Options> {
  /** Media types or file kinds it understands are its own business; null: not mine. */
  yields(input: ReadInput, options: z.output<Options>): FoundUrls | null;
  /**
   * The same for lists of any length: hands on what it finds in pieces and waits until each is taken. Null: not mine. A
   * source without it is asked only about what fits in memory.
   */
  streams?(input: ListInput, options: z.output<Options>, take: (found: readonly FoundUrl[]) => Promise<void>): Promise<ListEnd | null>;
}

/** A list on its way in, piece by piece, without content coding. */
export interface ListInput {
  readonly url: string;
  readonly contentType: string | null;
  /** Bytes as sent. */
  readonly length: number;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Bytes after all unpacking, and URLs, beyond which nothing more is to be taken. */
  readonly maxBytes: number;
  readonly maxUrls: number;
}

export interface ListEnd {
  /** It could not be read to its end. */
  readonly incomplete: boolean;
  /** What was odd, forgiven or left out, one sentence each. */
  readonly notes: readonly string[];
}

/** Marked when the list could not be read to its end: then what it does not name may be on it all the same. */
export type FoundUrls = readonly FoundUrl[] & { readonly incomplete?: boolean };

export interface FoundUrl {
  readonly url: string;
  readonly kind: 'page' | 'sitemap';
  readonly lastModified?: string | null;
}

/** Writes documents out of the workspace: one open file or connection, records in, closed at the end. */
export interface SinkPlugin<Options extends z.ZodType = z.ZodType> extends Named<'sink', Options> {
  write(
    records: AsyncIterable<Readonly<Record<string, unknown>>> | Iterable<Readonly<Record<string, unknown>>>,
    options: z.output<Options>,
  ): Promise<number>;
}

export interface PluginByKind {
  fetcher: FetcherPlugin;
  reader: ReaderPlugin;
  filter: FilterPlugin;
  consumer: ConsumerPlugin;
  analyser: AnalyserPlugin;
  extractor: ExtractorPlugin;
  scanner: ScannerPlugin;
  source: SourcePlugin;
  sink: SinkPlugin;
}

export type PluginKind = keyof PluginByKind;
export type Plugin = PluginByKind[PluginKind];

type Spec<P> = Omit<P, 'kind'>;

export const defineFetcher = <O extends z.ZodType>(spec: Spec<FetcherPlugin<O>>): FetcherPlugin<O> => ({ kind: 'fetcher', ...spec });
export const defineReader = <O extends z.ZodType>(spec: Spec<ReaderPlugin<O>>): ReaderPlugin<O> => ({ kind: 'reader', ...spec });
export const defineFilter = <O extends z.ZodType>(spec: Spec<FilterPlugin<O>>): FilterPlugin<O> => ({ kind: 'filter', ...spec });
export const defineConsumer = <O extends z.ZodType>(spec: Spec<ConsumerPlugin<O>>): ConsumerPlugin<O> => ({ kind: 'consumer', ...spec });
export const defineAnalyser = <O extends z.ZodType>(spec: Spec<AnalyserPlugin<O>>): AnalyserPlugin<O> => ({ kind: 'analyser', ...spec });
export const defineExtractor = <O extends z.ZodType>(spec: Spec<ExtractorPlugin<O>>): ExtractorPlugin<O> => ({
  kind: 'extractor',
  ...spec,
});
export const defineScanner = <O extends z.ZodType>(spec: Spec<ScannerPlugin<O>>): ScannerPlugin<O> => ({ kind: 'scanner', ...spec });
export const defineSource = <O extends z.ZodType>(spec: Spec<SourcePlugin<O>>): SourcePlugin<O> => ({ kind: 'source', ...spec });
export const defineSink = <O extends z.ZodType>(spec: Spec<SinkPlugin<O>>): SinkPlugin<O> => ({ kind: 'sink', ...spec });
