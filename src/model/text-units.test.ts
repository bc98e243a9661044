import { expect, it } from 'vitest';
import { TextUnits } from './text-units.js';

it.each([
  ['nothing', ''],
  ['ASCII', 'plain words'],
  ['several scripts and half a character', 'čaša 漢字 𝒳 \ud800'],
  ['more than is kept', 'é'.repeat(1_500_000)],
])('%s', (_case, text) => {
  const units = new TextUnits();
  units.of('something longer that was there before');
  expect([...units.of(text)].map((unit) => String.fromCharCode(unit)).join('')).toBe(text);
});
