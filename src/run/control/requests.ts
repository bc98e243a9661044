/**
 * What may be asked of a running crawl: one JSON object a line, one JSON object a line back, either { ok } or { error }.
 * The shape is checked here, before a handler sees it; what settings may say is the definition's business.
 */
import { z } from 'zod';
import { type AppliedChange, DefinitionError, type Problem } from '../../definition/crawl/index.js';
import { BEST_PRECEDENCE, messageOf, WORST_PRECEDENCE } from '../../model/index.js';

const MAX_ENTRIES = 10_000;
const MAX_URL = 8192;

const entry = z.strictObject({
  url: z.string().min(1).max(MAX_URL),
  score: z.number().min(0).max(1).optional(),
  /** Instead of a score: 1 is fetched first, 127 last. */
  priority: z.number().int().min(BEST_PRECEDENCE).max(WORST_PRECEDENCE).optional(),
  /** Before everything else that is queued at its site. */
  immediate: z.boolean().optional(),
  /** Never to be fetched; taken out of the queue if it is in there. */
  blacklist: z.boolean().optional(),
  depth: z.number().int().min(0).optional(),
});

const request = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('change'), settings: z.unknown() }),
  z.strictObject({ do: z.literal('add'), entries: z.array(entry).min(1).max(MAX_ENTRIES) }),
  z.strictObject({ do: z.literal('stop') }),
  z.strictObject({ do: z.literal('pause') }),
  z.strictObject({ do: z.literal('go-on') }),
  z.strictObject({ do: z.literal('status') }),
  z.strictObject({ do: z.literal('traps') }),
  z.strictObject({ do: z.literal('release-trap'), trap: z.number().int().min(1) }),
  z.strictObject({ do: z.literal('pause-trap'), site: z.string().min(1).max(MAX_URL), pattern: z.string().min(1).max(MAX_URL) }),
]);

export type ControlRequest = z.input<typeof request>;
/** A URL somebody outside wants queued. */
export type AddedUrl = z.output<typeof entry>;

/** What became of added URLs. */
export interface AddedCounts {
  readonly accepted: number;
  /** Were queued already; their score was updated. */
  readonly updated: number;
  readonly blacklisted: number;
  /** No URL, out of scope, or fetched already. */
  readonly refused: number;
}

/** The crawl's side. A handler that throws has its message sent back. */
export interface ControlHandlers {
  /** `settings` as changeDefinition takes them. */
  change(settings: unknown): Promise<readonly AppliedChange[]> | readonly AppliedChange[];
  /** Returns at once; the crawl then ends by itself. */
  stop(): Promise<void> | void;
  /** Nothing new is begun until it is to go on. */
  pause(): Promise<void> | void;
  goOn(): Promise<void> | void;
  /** Anything JSON can say. */
  status(): unknown;
  /** Kinds of URLs that are left out: see src/frontier/traps. */
  readonly traps: {
    list(): unknown;
    release(id: number): Promise<unknown>;
    pause(site: string, pattern: string): Promise<unknown>;
  };
  add(entries: readonly AddedUrl[]): Promise<AddedCounts> | AddedCounts;
}

export type ControlAnswer = { readonly ok: unknown } | { readonly error: string; readonly problems?: readonly Problem[] };

/** Never rejects: whatever is wrong becomes the answer. */
export async function answerTo(line: string, handlers: ControlHandlers): Promise<ControlAnswer> {
  try {
    return { ok: (await handle(readRequest(line), handlers)) ?? null };
  } catch (error) {
    const message = messageOf(error);
    return error instanceof DefinitionError ? { error: message, problems: error.problems } : { error: message };
  }
}

function handle(wanted: z.output<typeof request>, handlers: ControlHandlers): unknown {
  switch (wanted.do) {
    case 'change':
      return handlers.change(wanted.settings);
    case 'add':
      return handlers.add(wanted.entries);
    case 'stop':
      return handlers.stop();
    case 'pause':
      return handlers.pause();
    case 'go-on':
      return handlers.goOn();
    case 'status':
      return handlers.status();
    case 'traps':
      return handlers.traps.list();
    case 'release-trap':
      return handlers.traps.release(wanted.trap);
    case 'pause-trap':
      return handlers.traps.pause(wanted.site, wanted.pattern);
  }
}

function readRequest(line: string): z.output<typeof request> {
  const read = request.safeParse(parseJson(line));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  throw new Error(
    `this is no request${where}: ${issue?.message ?? 'unknown'}. Requests are {"do": "change" | "add" | "stop" | "pause" | "go-on" | "status" | "traps" | "release-trap" | "pause-trap", …}.`,
  );
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch (cause) {
    throw new Error('this is no JSON; a request is one JSON object on one line.', { cause });
  }
}
