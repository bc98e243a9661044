/**
 * What all readers of files share: they get bytes and a place for lines, metadata and links. A failure becomes a note of
 * the page, which keeps what was read until then. No content of a file can make this throw.
 */
import { z } from 'zod';
import { type Link, type LinkKind, messageOf, type Page } from '../../model/index.js';
import { defineReader, type ReaderPlugin, type ReadInput } from '../../plugins/index.js';
import { foldSpace } from '../html/html-text.js';
import { linksLeftOut } from '../html/most-links.js';
import { pageOf } from '../page-of.js';
import { UrlResolver } from '../url-resolver.js';
import { Metadata } from './metadata.js';
import { TextLines } from './text-lines.js';
import { Unreadable } from './unreadable.js';

const MAX_LINKS = 100_000;
const MAX_NOTES = 20;
const options = z.strictObject({ agent: z.string().min(1).max(100).default('winnow') });

/** What a reader fills in. */
export class FileFindings {
  readonly lines = new TextLines();
  readonly metadata = new Metadata();
  /** A heading in the document, for files whose metadata have no title. */
  heading: string | null = null;
  readonly #links: Link[] = [];
  #left = 0;
  readonly #notes = new Set<string>();
  readonly #urls: UrlResolver;

  constructor(readonly url: string) {
    this.#urls = new UrlResolver(url);
  }

  note(words: string): void {
    if (this.#notes.size < MAX_NOTES) this.#notes.add(words);
  }

  link(written: string, anchor: string, kind: LinkKind = 'a', paragraph: readonly [number, number] | null = null): void {
    const resolved = this.#urls.resolve(written);
    if (typeof resolved !== 'object') return;
    if (this.#links.length >= MAX_LINKS) return void this.#left++;
    this.#links.push({ url: resolved.url, kind, anchor: foldSpace(anchor).slice(0, 500), rel: [], nofollow: false, paragraph, path: '' });
  }

  page(input: ReadInput, agent: string): Page {
    const { text, content } = this.lines;
    return pageOf(input, agent, {
      charset: null,
      text,
      title: this.#title(),
      metadata: this.metadata.values(),
      facts: this.metadata.facts(),
      links: this.#links,
      notes: [...this.#notes, ...this.lines.notes, ...(this.#left ? [linksLeftOut(this.#left, MAX_LINKS)] : [])],
      declaredLanguage: this.metadata.first('dc.language'),
      ...(content ? { content } : {}),
      ...(text === '' ? { language: null } : {}),
    });
  }

  #title(): string | null {
    const written = this.metadata.first('dc.title');
    const named = written !== null && NO_TITLE.test(written) && (this.heading ?? this.lines.first) !== null ? null : written;
    return (named ?? this.heading ?? this.lines.firstWords)?.slice(0, named ? 2000 : 200) ?? null;
  }
}

/** Texts that programs fill in when nobody wrote a title. */
const NO_TITLE =
  /^(?:PowerPoint[ -]\S+|(?:Slide|Folie|Diapositive|Document|Book|Sheet|Workbook) ?\d*|(?:Untitled|Unbenannt|Sans titre).*)$/i;

export interface FileReaderSpec {
  readonly name: string;
  readonly about: string;
  readonly types: readonly string[];
  /** The name of such a file in a note: `the PDF file`. */
  readonly what: string;
  read(input: ReadInput, found: FileFindings): void | Promise<void>;
}

export function fileReader({ name, about, types, what, read }: FileReaderSpec): ReaderPlugin<typeof options> {
  return defineReader({
    name,
    about,
    types,
    options,
    read(input, { agent }) {
      const found = new FileFindings(input.url);
      const failed = (error: unknown): void => found.note(inWords(what, error));
      try {
        const reading = read(input, found);
        if (reading instanceof Promise) return reading.catch(failed).then(() => found.page(input, agent));
      } catch (error) {
        failed(error);
      }
      return found.page(input, agent);
    },
  });
}

/** Our own messages are shown as they are; those of a library or of the engine are only a hint. */
function inWords(what: string, error: unknown): string {
  if (error instanceof Unreadable) return `${what} ${error.message}`;
  return `${what} is damaged or unusual and was not read to its end: ${messageOf(error).slice(0, 200)}`;
}
