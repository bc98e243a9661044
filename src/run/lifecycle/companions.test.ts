import { describe, expect, it } from 'vitest';
import { accompanied, type Companion, type Ending, patience } from './companions.js';

const told: string[] = [];
const companion = (name: string, more: Partial<Companion> = {}): Companion => ({
  begun: () => void told.push(`${name} begun`),
  finish: async ({ how }) => void told.push(`${name} ${how}`),
  ...more,
});
const two = [() => companion('outer'), async () => companion('inner')];

describe('accompanied', () => {
  it.each([
    ['finished', 'done'],
    ['stopped', 'stopped'],
    ['limited', 'done'],
  ])('a run that is %s ends its companions, the last one first', async (state, how) => {
    told.length = 0;
    expect(await accompanied(two, async (begun) => (begun(), told.push('work'), { state }))).toEqual({ state });
    expect(told).toEqual(['outer begun', 'inner begun', 'work', `inner ${how}`, `outer ${how}`]);
  });

  it('work that fails ends them too, tells them why, and fails', async () => {
    told.length = 0;
    const endings: Ending[] = [];
    const error = new Error('no disk');
    const noting = () => companion('noting', { finish: async (ending) => void endings.push(ending) });
    await expect(accompanied([...two, noting], () => Promise.reject(error))).rejects.toThrow('no disk');
    expect(endings).toEqual([{ how: 'failed', error }]);
    expect(told).toEqual(['inner failed', 'outer failed']);
  });

  it('one that cannot be opened ends those before it, and nothing is begun', async () => {
    told.length = 0;
    const broken = () => Promise.reject(new Error('no address'));
    await expect(accompanied([...two, broken], async () => (told.push('work'), { state: 'finished' }))).rejects.toThrow('no address');
    expect(told).toEqual(['inner failed', 'outer failed']);
  });

  it('one that fails at its end keeps none of the others from ending', async () => {
    told.length = 0;
    const broken = () => companion('broken', { finish: () => Promise.reject(new Error('it broke')) });
    await expect(accompanied([...two, broken], async () => ({ state: 'finished' }))).rejects.toThrow('it broke');
    expect(told).toEqual(['inner done', 'outer done']);
  });
});

it('who stopped a run waits for nobody', () => {
  expect(patience({ how: 'done' }, 10_000)).toBe(10_000);
  expect(patience({ how: 'done' }, undefined)).toBeUndefined();
  expect(patience({ how: 'stopped' }, undefined)).toBe(500);
  expect(patience({ how: 'failed' }, 10_000)).toBe(500);
});
