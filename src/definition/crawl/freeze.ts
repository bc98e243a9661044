/** Freezes a value and everything in it. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) freeze(part as unknown);
  return Object.freeze(value);
}
