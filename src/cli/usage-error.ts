/** The request itself was wrong: nothing was done, exit code 2. */
import { WinnowError } from '../model/index.js';
export class UsageError extends WinnowError {
  override readonly name = 'UsageError';
  constructor(message: string, options?: ErrorOptions) {
    super('USAGE', message, options);
  }
}
