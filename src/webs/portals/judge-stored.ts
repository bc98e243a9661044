/** What is stored of documents, to the last field and file, held against what is known to be right. Bytes of pages vary by the visit: see judgeWords. */
import type { StoredDays } from './fixture.js';

/** A document as it lies in the workspace. */
export interface StoredDocument {
  readonly key: string;
  readonly title: string | null;
  readonly language: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly aliases: readonly string[];
  readonly files: readonly { readonly name: string; readonly type: string }[];
}

const SEPARATOR = ' | ';

/** One line, so that a difference is seen where it is. */
export function storedForm({ title, language, url, fields, aliases, files }: StoredDocument): string {
  const told = Object.entries(fields).map(([name, values]) => `${name}=${values.join(' + ')}`);
  const kept = files.map(({ name, type }) => `file ${name} ${type}`);
  return [language, title ?? '', url, ...told.toSorted(), ...aliases.map((alias) => `alias ${alias}`).toSorted(), ...kept.toSorted()].join(
    SEPARATOR,
  );
}

/** Each difference a sentence. Documents that nobody planted are judged by their keys. */
export function judgeStored(planted: StoredDays | undefined, day: 1 | 2, documents: readonly StoredDocument[]): string[] {
  if (!planted) return [];
  return documents.flatMap((document) => {
    const wanted = (day === 2 ? planted[2][document.key] : undefined) ?? planted[1][document.key];
    return wanted === undefined ? [] : differencesOf(document.key, wanted, storedForm(document));
  });
}

function differencesOf(key: string, wanted: string, seen: string): string[] {
  if (wanted === seen) return [];
  const [should, has] = [wanted.split(SEPARATOR), seen.split(SEPARATOR)];
  const lost = should.filter((part) => !has.includes(part)).map((part) => `${key} lacks ${JSON.stringify(part)}`);
  const found = has.filter((part) => !should.includes(part)).map((part) => `${key} has ${JSON.stringify(part)}, which was not planted`);
  return lost.length + found.length > 0 ? [...lost, ...found] : [`${key} holds the same in another order`];
}
