/** A file of a workspace is not what was written to it: what no program may pass over in silence. */
import { WinnowError } from '../model/index.js';
export class DamageFound extends WinnowError {
  override readonly name = 'DamageFound';
  constructor(
    readonly file: string,
    /** Where in the file, in words. */
    readonly place: string,
    /** What to do about it: whole sentences. */
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super('DAMAGED', `${file} is damaged: ${place}. ${remedy}`, options);
  }
}
