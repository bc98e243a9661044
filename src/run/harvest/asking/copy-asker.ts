/** Asks a copy of the portal instead of the portal: the same addresses and answers, and not one request. */
import { mediaType } from '../../../read/index.js';
import type { Workspace } from '../../../store/index.js';
import { type AnswerKeeper, exchangeOfBytes } from '../answer-keeper.js';
import type { Answered, Asker, Question } from '../port.js';
import { movedUrl } from './polite-asker.js';
import { openCopy, type SuppliedCopy } from './supplied-copy.js';

export interface CopyAskerOptions {
  /** Path or file: address of the copy. */
  readonly place: string;
  readonly workspace: Pick<Workspace, 'spoolFolder'>;
  /** Host → host it moved to. */
  readonly moved: Readonly<Record<string, string>>;
  /** ISO moment. */
  readonly now: () => string;
  /** What was read is counted; nothing was requested. */
  readonly tally: { bytes: number };
  /** Takes answers that are no document's own. */
  readonly keeper: Pick<AnswerKeeper, 'keep'>;
}

/** What names say of types that bytes do not. */
const BY_ENDING: Readonly<Record<string, string>> = { htm: 'text/html', html: 'text/html', shtml: 'text/html', xml: 'application/xml' };

export class CopyAsker implements Asker {
  readonly #options: CopyAskerOptions;
  #copy: Promise<SuppliedCopy> | null = null;

  constructor(options: CopyAskerOptions) {
    this.#options = options;
  }

  async ask(question: Question): Promise<Answered> {
    const { place, workspace, moved, now, tally, keeper } = this.#options;
    const url = movedUrl(question.url, moved);
    this.#copy ??= openCopy(place, workspace.spoolFolder);
    const bytes = await (await this.#copy).find(url);
    if (bytes === null) return { ...NOTHING, question, url };
    tally.bytes += bytes.length;
    const type = typeOf(bytes, url);
    const exchange = exchangeOfBytes(url, new Uint8Array(bytes), type, Date.parse(now()));
    if (question.purpose !== 'file') keeper.keep([exchange]);
    return { question, url, status: 200, headers: exchange.headers, bytes, type, declaredType: null, exchanges: [exchange] };
  }

  async forget(): Promise<void> {}
}

const NOTHING = { status: 404, headers: [], bytes: new Uint8Array(), type: 'text/plain', declaredType: null, exchanges: [] } as const;

function typeOf(bytes: Uint8Array, url: string): string {
  const ending = /\.([a-z]+)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '';
  return mediaType(bytes, BY_ENDING[ending] ?? null) ?? 'application/octet-stream';
}
