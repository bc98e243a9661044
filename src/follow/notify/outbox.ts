/**
 * Outbox: the consumer that sends notices to a target and moves its cursor when they have been taken.
 *
 * Before a delivery is sent, the file notes how far it reaches. Sent again after a crash or an answer that got lost, it
 * holds the same notices under the same id, by which a receiver can tell that it has them already.
 */
import { markOf } from '../../store/index.js';
import type { Batch, Consumer, ConsumerFile, Position } from '../consumers/index.js';
import type { Notice, NoticeList } from './notice.js';

export interface Delivery {
  /** The same for every attempt at the same notices. */
  readonly id: string;
  readonly notices: readonly Notice[];
}

export interface Target {
  /** Resolves when the notices have been taken; else throws a sentence that holds no secret. */
  send(delivery: Delivery, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A target that did not take what it was sent. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  constructor(
    message: string,
    /** How long the target asked to be left alone. */
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}

/** Bytes of notices in one delivery; a single notice that is larger goes alone. */
const MAX_BYTES = 1_000_000;

export class Outbox implements Consumer<Notice> {
  readonly name: string;

  constructor(
    private readonly file: ConsumerFile,
    private readonly list: NoticeList['name'],
    private readonly target: Target,
  ) {
    this.name = file.name;
  }

  position(): Position {
    return this.file.position(this.list);
  }

  async apply(batch: Batch<Notice>, signal: AbortSignal): Promise<void> {
    let after = batch.after;
    for (const part of this.#parts(batch)) {
      if (part.items.length) await this.#send(part.items, signal);
      this.file.apply({ ...part, after }, () => {}, this.list);
      after = part.through;
    }
  }

  async #send(notices: readonly Notice[], signal: AbortSignal): Promise<void> {
    const [first, last] = [notices[0], notices.at(-1)] as [Notice, Notice];
    this.file.noteSending(this.list, last.at);
    await this.target.send({ id: `${this.file.token}-${this.list}-${first.at}-${last.at}`, notices }, signal);
  }

  /** What has been on its way before comes first, as it was; the rest in parts that are not too large. */
  *#parts({ items, through, mark }: Batch<Notice>): Generator<Batch<Notice>> {
    const underWay = this.file.sending(this.list);
    for (let rest = items; ; ) {
      const count = underWay !== null && rest === items ? rest.filter(({ at }) => at <= underWay).length : fitting(rest);
      if (count >= rest.length) return yield { after: 0, items: rest, through, mark };
      const part = rest.slice(0, count);
      const last = part.at(-1) as Notice;
      yield { after: 0, items: part, through: last.at, mark: 'entry' in last ? markOf(last.entry) : null };
      rest = rest.slice(count);
    }
  }
}

function fitting(notices: readonly Notice[]): number {
  let bytes = 0;
  const first = notices.findIndex((notice) => (bytes += Buffer.byteLength(JSON.stringify(notice))) > MAX_BYTES);
  return first < 0 ? notices.length : Math.max(1, first);
}
