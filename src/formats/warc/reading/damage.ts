/** Something at this offset is no intact record. Expected when reading what crashed, decayed or came from elsewhere. */
export class WarcDamage extends Error {
  override readonly name = 'WarcDamage';
  constructor(
    readonly offset: number,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(`${problem} (at offset ${offset})`, options);
  }
}
