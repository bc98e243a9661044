import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConsumerFile } from '../consumers/consumer-file.js';
import type { Notice } from './notice.js';
import { type Delivery, Outbox } from './outbox.js';
import { signatureOf } from './webhook.js';

let folder = '';
let file: ConsumerFile;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-outbox-'));
  file = new ConsumerFile({ name: 'hook', kind: 'webhook', file: join(folder, 'hook.db'), lists: ['failures'] });
});
afterEach(() => {
  file.close();
  rmSync(folder, { recursive: true, force: true });
});

const notice = (at: number, size = 10): Notice => ({ at, event: 'run-failed', failure: { message: 'x'.repeat(size), at: 'then' } });
const batch = (items: readonly Notice[], after = 0) => ({ items, after, through: items.at(-1)?.at ?? after, mark: null });
const never = new AbortController().signal;

function sending(fail: () => boolean = () => false): { outbox: Outbox; sent: Delivery[] } {
  const sent: Delivery[] = [];
  const send = async (delivery: Delivery): Promise<void> => {
    sent.push(delivery);
    if (fail()) throw new Error('lost on the way');
  };
  return { outbox: new Outbox(file, 'failures', { send, close: async () => {} }), sent };
}

const placesOf = (sent: readonly Delivery[]) => sent.map(({ notices }) => notices.map(({ at }) => at));

describe('the outbox', () => {
  it('splits what is too large for one delivery; a single notice that is too large goes alone', async () => {
    const { outbox, sent } = sending();
    await outbox.apply(batch([notice(1, 400_000), notice(2, 400_000), notice(3, 400_000), notice(4, 2_000_000), notice(5)]), never);
    expect(placesOf(sent)).toEqual([[1, 2], [3], [4], [5]]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(4);
    expect(outbox.position().at).toBe(5);
  });

  it('keeps what was taken when a later part is lost, and sends that one again as it was', async () => {
    let attempts = 0;
    const { outbox, sent } = sending(() => ++attempts === 2);
    const large = [notice(1, 600_000), notice(2, 600_000)];
    await expect(outbox.apply(batch(large), never)).rejects.toThrow('lost on the way');
    expect(outbox.position().at).toBe(1);
    await outbox.apply(batch([notice(2, 600_000), notice(3), notice(4)], 1), never);
    expect(placesOf(sent)).toEqual([[1], [2], [2], [3, 4]]);
    expect(sent[2]?.id).toBe(sent[1]?.id);
  });

  it('sends nothing when everything was filtered out, and moves on', async () => {
    const { outbox, sent } = sending();
    await outbox.apply({ items: [], after: 0, through: 900, mark: null }, never);
    expect({ sent, at: outbox.position().at }).toEqual({ sent: [], at: 900 });
  });
});

it('signs as the specification of Standard Webhooks does in its example', () => {
  const body = Buffer.from('{"test": 2432232314}');
  expect(signatureOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, body)).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});
