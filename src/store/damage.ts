/** A file of a workspace is not what was written to it: what no program may pass over in silence. */
export class DamageFound extends Error {
  override readonly name = 'DamageFound';
  /** Survives the way out of a thread, where only message and code cross. */
  readonly code = 'DAMAGED';
  constructor(
    readonly file: string,
    /** Where in the file, in words. */
    readonly place: string,
    /** What to do about it: whole sentences. */
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(`${file} is damaged: ${place}. ${remedy}`, options);
  }
}
