/** Work for the same key, one piece after the other; for others, side by side. */
export class KeyTurns {
  readonly #underWay = new Map<string, Promise<void>>();

  async take(key: string, work: () => Promise<void>): Promise<void> {
    const before = this.#underWay.get(key);
    const mine = before ? before.then(work) : work();
    this.#underWay.set(key, mine);
    try {
      await mine;
    } finally {
      if (this.#underWay.get(key) === mine) this.#underWay.delete(key);
    }
  }
}
