/** A settings file of the original that cannot be used; the message says what to change in it. */
export class LegacySettingsError extends Error {
  override readonly name = 'LegacySettingsError';
}
