/** The request itself was wrong: nothing was done, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
