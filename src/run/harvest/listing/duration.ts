/** Durations as connectors write them: 500ms, 2s, 10m, 8h, 30d, 2w, 1y. */
const UNITS: Record<string, number> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
};

export function durationMs(text: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(text) ?? [];
  const factor = UNITS[unit];
  if (amount === undefined || factor === undefined) throw new RangeError(`${text} is no duration: write 500ms, 2s, 10m, 8h or 30d`);
  return Number(amount) * factor;
}
