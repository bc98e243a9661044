import { afterEach, expect, it, vi } from 'vitest';
import { loadConnector } from '../../definition/connector/index.js';
import { wishesOf } from './wishes.js';

const NO_FILES = { settings: null, worker: null };
const wished = async (today: string) => wishesOf((await loadConnector('gesetze-im-internet')).connector, { today }, NO_FILES);

afterEach(() => void vi.useRealTimers());

it('takes it to be the day that is asked for, at the time of day it is, and goes on from there', async () => {
  const { connector } = await loadConnector('gesetze-im-internet');
  vi.useFakeTimers({ now: new Date('2026-07-08T23:59:30Z'), toFake: ['Date'] });
  const { now } = await wishesOf(connector, { today: '2031-02-01' }, NO_FILES);
  expect(now?.().toISOString()).toBe('2031-02-01T23:59:30.000Z');
  vi.setSystemTime(new Date('2026-07-09T00:00:10Z'));
  expect(now?.().toISOString()).toBe('2031-02-02T00:00:10.000Z');
});

it.each(['2031-02-30', 'tomorrow', '2031-2-1', '2031-13-01'])('refuses %s', async (today) => {
  await expect(wished(today)).rejects.toThrow('--today is a day such as 2031-02-01');
});
