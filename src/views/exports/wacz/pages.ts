/**
 * The lists of pages in a WACZ: `pages.jsonl` is what a player shows first, `extraPages.jsonl` everything else.
 *
 * Seeds are shown first; where none of them was selected, all pages are.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SelectedCapture } from '../../../store/index.js';

export interface PageFiles {
  readonly pages: string;
  readonly extraPages: string | null;
  /** Address and time of the first page, which players open at. */
  readonly main: { readonly url: string; readonly ts: string } | null;
}

const LONGEST_TITLE = 1000;

export class PageLists {
  readonly #folder: string;
  readonly #textOf: ((version: number) => string) | null;
  #seeds: string[] = [];
  #others = 0;
  #main: PageFiles['main'] = null;
  readonly #rest: ReturnType<typeof open>;

  /** With `textOf`, each page's text is written too. */
  constructor(folder: string, textOf: ((version: number) => string) | null) {
    this.#folder = folder;
    this.#textOf = textOf;
    this.#rest = open(join(folder, 'others'), 'w');
  }

  async add(capture: SelectedCapture): Promise<void> {
    if (!isPage(capture)) return;
    const line = this.#lineOf(capture);
    const isSeed = capture.page?.depth === 0 && this.#seeds.length < MOST_SEEDS;
    if (isSeed) {
      this.#seeds.push(line);
      if (this.#seeds.length === 1) this.#main = nameOf(capture);
      return;
    }
    if (this.#seeds.length === 0 && this.#main === null) this.#main = nameOf(capture);
    this.#others += 1;
    await (await this.#rest).write(`${line}\n`);
  }

  async finish(): Promise<PageFiles> {
    await (await this.#rest).close();
    const hasText = this.#textOf !== null;
    const [pages, extraPages] = [join(this.#folder, 'pages.jsonl'), join(this.#folder, 'extraPages.jsonl')];
    if (this.#seeds.length === 0) {
      await writeList(pages, headOf('pages', 'All pages', hasText), linesIn(join(this.#folder, 'others')));
      return { pages, extraPages: null, main: this.#main };
    }
    await writeList(pages, headOf('pages', 'Seeds', hasText), this.#seeds);
    if (this.#others > 0)
      await writeList(extraPages, headOf('extra-pages', 'Further pages', hasText), linesIn(join(this.#folder, 'others')));
    return { pages, extraPages: this.#others > 0 ? extraPages : null, main: this.#main };
  }

  #lineOf(capture: SelectedCapture): string {
    const { title = null, version = 0 } = capture.page ?? {};
    const { url, ts } = nameOf(capture);
    // Named by what it is, so that the same export is the same file.
    const id = createHash('sha256').update(`${ts} ${url}`).digest('hex').slice(0, 32);
    const text = this.#textOf ? { text: this.#textOf(version) } : {};
    return JSON.stringify({ id, url, ts, title: title?.slice(0, LONGEST_TITLE) ?? url, ...text });
  }
}

/** More seeds than this are a list of pages, not a way in. */
const MOST_SEEDS = 10_000;

const PAGE_TYPES: ReadonlySet<string | null> = new Set(['text/html', 'application/xhtml+xml']);

const isPage = ({ page, status, original, type }: SelectedCapture): boolean =>
  page !== null && (original?.status ?? status) === 200 && PAGE_TYPES.has(original?.type ?? type);

const nameOf = ({ url, startedAt }: SelectedCapture): { url: string; ts: string } => ({ url, ts: new Date(startedAt).toISOString() });

const headOf = (id: string, title: string, hasText: boolean): string => JSON.stringify({ format: 'json-pages-1.0', id, title, hasText });

/** A generator, so that nothing is read before somebody listens: readline drops what comes earlier, its end included. */
async function* linesIn(path: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
}

async function writeList(path: string, head: string, lines: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.write(`${head}\n`);
    for await (const line of lines) await file.write(`${line}\n`);
  } finally {
    await file.close();
  }
}
