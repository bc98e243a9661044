/**
 * Sessions of a step: which cookies a request carries, and what happens when the portal has forgotten them.
 *
 * A conversation is one list from its first page to its last, or one row's request with the form that follows it. With
 * `fresh` each has an empty jar of its own, because some portals repeat the first answer of a session for ever.
 */
import type { SessionRule } from '../../../definition/connector/index.js';
import type { Answered, Asker, Downloaded, Question } from '../port.js';
import { HarvestError } from '../port.js';

/** The portal no longer knows the session: it is opened anew, and the page asked for again. */
export class SessionLost extends Error {}

export interface Conversation {
  ask(question: Question): Promise<Answered>;
  download(question: Question): Promise<Downloaded>;
  /** Throws the cookies away and opens the session anew. */
  renew(): Promise<void>;
  end(): Promise<void>;
}

type Opening = () => Question | null;

export class StepSession {
  readonly #asker: Asker;
  readonly #rule: SessionRule;
  readonly #name: string;
  #conversations = 0;
  #asked = 0;
  #isOpen = false;

  constructor(asker: Asker, session: SessionRule, name: string) {
    this.#asker = asker;
    this.#rule = session;
    this.#name = name;
  }

  /** Texts that give away that the session is over. */
  get expired(): readonly string[] {
    return typeof this.#rule === 'string' ? [] : this.#rule.expired;
  }

  async begin(opening: Opening): Promise<Conversation> {
    this.#conversations++;
    const jar = this.#jar();
    if (this.#isWornOut()) await this.#renew(jar, opening);
    else await this.#open(jar, opening);
    return {
      ask: (question) => this.#ask(question, jar),
      download: (question) => this.#download(question, jar),
      renew: () => this.#renew(jar, opening),
      end: async () => {
        if (this.#rule === 'fresh' && jar !== null) await this.#asker.forget(jar);
      },
    };
  }

  #jar(): string | null {
    if (this.#rule === 'none') return null;
    return this.#rule === 'fresh' ? `${this.#name} ${this.#conversations}` : this.#name;
  }

  #ask(question: Question, jar: string | null): Promise<Answered> {
    this.#asked++;
    return this.#asker.ask({ ...question, jar });
  }

  async #download(question: Question, jar: string | null): Promise<Downloaded> {
    this.#asked++;
    if (this.#asker.download) return this.#asker.download({ ...question, jar });
    const { url, status, bytes } = await this.#asker.ask({ ...question, jar });
    return { url, status, body: bytes, dispose: async () => undefined };
  }

  #isWornOut(): boolean {
    return typeof this.#rule !== 'string' && this.#rule.maxRequests !== undefined && this.#asked >= this.#rule.maxRequests;
  }

  async #renew(jar: string | null, opening: Opening): Promise<void> {
    if (jar !== null) await this.#asker.forget(jar);
    this.#isOpen = false;
    this.#asked = 0;
    await this.#open(jar, opening);
  }

  async #open(jar: string | null, opening: Opening): Promise<void> {
    if (typeof this.#rule === 'string' || this.#isOpen) return;
    const rule = `${this.#name}.session.open`;
    const question = opening();
    if (!question) throw new HarvestError('definition', 'a name in the address that opens the session has no value', { rule });
    const { status, url } = await this.#asker.ask({ ...question, jar });
    if (status >= 400) throw new HarvestError('session', `the session could not be opened: status ${status}`, { url, rule });
    this.#isOpen = true;
  }
}
