/** Stylesheets that turn documents into RDF, as they are configured. Each is read when it is first wanted, from its file. */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { RE2JS } from 're2js';
import { Xslt } from './xslt.js';

/** As in the definition's block `rdf`. */
export interface TransformationOptions {
  readonly file: string;
  /** Where documents say it is, or the profile they name. */
  readonly url?: string | undefined;
  /** Documents it is applied to without being named: URL or media type, a glob, or a regular expression between slashes. */
  readonly match?: string | undefined;
}

/** One that can be applied. */
export interface Transformation {
  readonly name: string;
  /** What comes out, in whatever syntax. Throws an error that says what is wrong. */
  apply(document: string, url: string): Promise<string>;
}

export interface Transformations {
  /** Null when there is no copy of it. */
  named(url: string): Transformation | null;
  /** Those meant for a document, whatever it says. */
  matching(url: string, type: string): readonly Transformation[];
}

const LARGEST_FILE = 5_000_000;

/** Throws for a pattern that is none. */
export function transformationsOf(options: readonly TransformationOptions[]): Transformations {
  const xslt = new Xslt();
  const all = options.map(({ file, url, match }) => ({
    key: url === undefined ? null : keyOf(url),
    isMeant: match === undefined ? () => false : matcherOf(match),
    transformation: fromFile(file, url, xslt),
  }));
  return {
    named: (url) => all.find(({ key }) => key !== null && key === keyOf(url))?.transformation ?? null,
    matching: (url, type) => all.filter(({ isMeant }) => isMeant(url) || isMeant(type)).map(({ transformation }) => transformation),
  };
}

function fromFile(file: string, url: string | undefined, xslt: Xslt): Transformation {
  let stylesheet: string | null = null;
  const stylesheetUrl = url ?? `http://stylesheet.invalid/${encodeURIComponent(basename(file))}`;
  return {
    name: url ?? file,
    apply(document, documentUrl) {
      stylesheet ??= contentsOf(file);
      return xslt.apply({ stylesheet, stylesheetUrl, document, url: documentUrl });
    },
  };
}

function contentsOf(file: string): string {
  if (statSync(file).size > LARGEST_FILE) throw new Error(`${file} is larger than ${LARGEST_FILE} bytes.`);
  return readFileSync(file, 'utf8');
}

/** http or https: people write both. */
const keyOf = (url: string): string =>
  url
    .trim()
    .replace(/^https?:/i, '')
    .replace(/#.*$/s, '');

export function matcherOf(match: string): (text: string) => boolean {
  const written = /^\/(.+)\/$/s.exec(match)?.[1];
  const pattern = RE2JS.compile(written ?? `^${match.split('*').map(RE2JS.quote).join('.*')}$`, RE2JS.DOTALL);
  return (text) => pattern.matcher(text).find();
}
