/** Looks at a portal before there is a connector for it: a few polite questions, robots.txt first, each answer handed on as it came. */
import type { Definition } from '../../../definition/crawl/index.js';
import type { Exchange } from '../../../model/index.js';
import type { Fetcher } from '../../../plugins/index.js';
import { decodeText, detectCharset } from '../../../read/index.js';
import { HarvestError } from '../port.js';
import { PoliteAsker } from './polite-asker.js';

export interface PortalLook {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export interface LookOptions {
  readonly definition: Definition;
  /** Closed with the looks. */
  readonly fetcher: Fetcher;
  readonly delayMs: number;
  readonly stop: AbortSignal;
  /** Told of every answer, robots.txt included. */
  readonly onAnswer: (exchange: Exchange) => void;
  readonly onRemark: (remark: string) => void;
}

export interface PortalLooks {
  /** Null where it may not be asked for, or nobody answers. */
  ask(url: string): Promise<PortalLook | null>;
  close(): Promise<void>;
}

const MOST_TEXT = 4 * 2 ** 20;

export function openLooks({ definition, fetcher, delayMs, stop, onAnswer, onRemark }: LookOptions): PortalLooks {
  const asker = new PoliteAsker({
    fetcher,
    definition,
    turns: null,
    now: Date.now,
    stop,
    hosts: [],
    moved: {},
    timeoutMs: null,
    pace: { delayMs, concurrency: 1, backoffMs: 1000 },
    onExchange: onAnswer,
    keep: () => {},
    onRemark,
  });
  const ask = async (url: string): Promise<PortalLook | null> => {
    const answered = await asker
      .ask({ url, method: 'GET', headers: [], body: null, jar: 'look', purpose: 'list' })
      .catch((error: unknown) => unusable(error, onRemark));
    if (!answered) return null;
    const { charset } = detectCharset(answered.bytes, answered.declaredType);
    const text = decodeText(answered.bytes.subarray(0, MOST_TEXT), charset);
    return { url: answered.url, status: answered.status, type: answered.type, text };
  };
  return {
    ask,
    close: async () => {
      asker.close();
      await fetcher.close();
    },
  };
}

function unusable(error: unknown, onRemark: (remark: string) => void): null {
  if (!(error instanceof HarvestError)) throw error;
  onRemark(error.message);
  return null;
}
