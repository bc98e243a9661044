/** A settings file of the original that cannot be used; the message says what to change in it. */
import { WinnowError } from '../../../model/index.js';
export class LegacySettingsError extends WinnowError {
  override readonly name = 'LegacySettingsError';
  constructor(message: string, options?: ErrorOptions) {
    super('SETTINGS_UNREADABLE', message, options);
  }
}
