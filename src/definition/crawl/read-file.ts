/**
 * Reads one definition file by its ending: YAML, JSON, or a module with a default export. Whatever is wrong before the
 * first field is checked becomes a DefinitionError here.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { nearest } from '../../model/index.js';
import { isObject } from './fields.js';
import { importModule, ModuleError } from './import-module.js';
import { parseJson } from './parse-json.js';
import { parseYaml } from './parse-yaml.js';
import { DefinitionError, problemAt } from './problem.js';
import { placeIn, SourceText, type WrittenDefinition } from './source-tree.js';

const TEXT_FORMATS = { '.yaml': parseYaml, '.yml': parseYaml, '.json': parseJson } as const;
const MODULES = ['.ts', '.mts', '.js', '.mjs', '.cjs'];
const ENDINGS = [...Object.keys(TEXT_FORMATS), ...MODULES];
const MAX_BYTES = 1_000_000;

/** Whether a word on the command line names a definition file rather than a URL. */
export const isDefinitionFile = (text: string): boolean => ENDINGS.includes(extname(text).toLowerCase()) && !text.includes('://');

/** `file` is absolute; messages show it relative to `directory` when that is shorter. */
export async function readDefinitionFile(file: string, directory: string): Promise<WrittenDefinition> {
  const shown = shownName(file, directory);
  await refuseUnreadable(file, shown);
  const ending = extname(file).toLowerCase();
  if (MODULES.includes(ending)) return readModule(file, shown);
  const parse = TEXT_FORMATS[ending as keyof typeof TEXT_FORMATS];
  if (!parse) fail(shown, `a definition ends in ${ENDINGS.slice(0, -1).join(', ')} or ${ENDINGS.at(-1)}, so that its format is known.`);
  const source = new SourceText(shown, await readText(file, shown));
  if (source.text.trim() === '')
    fail(shown, 'the file is empty. A definition needs at least a list of seeds: `seeds: [https://example.org]`.');
  const { value, root } = parse(source);
  refuseOtherThanMapping(value, source);
  return { file, value: withoutSchema(value), placeOf: (path, part) => placeIn(source, root, path, part) };
}

/** A JSON definition may name its schema for the editor, as YAML does in a comment. */
function withoutSchema(value: unknown): unknown {
  const { $schema: _schema, ...fields } = value as Record<string, unknown>;
  return fields;
}

export function shownName(file: string, directory: string): string {
  const short = relative(directory, file);
  return short !== '' && !short.startsWith('..') ? short : file;
}

function fail(file: string, message: string, options?: { suggestion?: string; cause?: unknown; line?: number | null }): never {
  const line = options?.line ?? undefined;
  const place = { text: line ? `${file}:${line}` : file, file, line };
  throw new DefinitionError([problemAt(place, '', message, options?.suggestion)], { cause: options?.cause });
}

async function refuseUnreadable(file: string, shown: string): Promise<void> {
  const found = await stat(file).catch((cause: NodeJS.ErrnoException) => missing(file, shown, cause));
  if (found.isDirectory()) fail(shown, 'this is a folder, not a definition file.');
  if (!found.isFile()) fail(shown, 'this is not a regular file.');
  if (found.size > MAX_BYTES) {
    const size = `${Math.round(found.size / 100_000) / 10} MB`;
    fail(
      shown,
      `the file has ${size}; a definition has at most ${MAX_BYTES / 1_000_000} MB. Long lists of URLs go into a text file, named as a seed: \`{ file: urls.txt }\`.`,
    );
  }
}

async function missing(file: string, shown: string, cause: NodeJS.ErrnoException): Promise<never> {
  if (cause.code === 'EACCES') return fail(shown, 'the file may not be read: permission denied.', { cause });
  if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR') return fail(shown, `the file cannot be read: ${cause.message}.`, { cause });
  const folder = dirname(file);
  const names = await readdir(folder).catch(() => null);
  if (!names) return fail(shown, `there is no folder ${folder}.`, { cause });
  const meant = likelyName(basename(file), names);
  return fail(shown, 'there is no such file.', { cause, suggestion: meant ? join(dirname(shown), meant) : undefined });
}

/** Suggests the same name with an ending (`demo.yaml` for `demo`), else the nearest spelling. */
function likelyName(name: string, names: readonly string[]): string | null {
  const definitions = names.filter((each) => ENDINGS.includes(extname(each)));
  const stem = basename(name, extname(name));
  return definitions.find((each) => basename(each, extname(each)) === stem) ?? nearest(name, definitions);
}

async function readText(file: string, shown: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => missing(file, shown, cause));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) fail(shown, 'the file is encoded as UTF-16; save it as UTF-8.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    return fail(shown, 'the file is not UTF-8 text; save it as UTF-8.', { cause });
  }
}

/** YAML reads `seeds:[a]` without the space as one long text, so a file that is no mapping often has that slip. */
function refuseOtherThanMapping(value: unknown, source: SourceText): void {
  if (isObject(value)) return;
  const start = Math.max(0, source.text.search(/\S/));
  const lacksSpace = typeof value === 'string' && /^[^\S\r\n]*\w+:\S/m.test(value);
  const advice = lacksSpace
    ? 'After each colon a space is needed: `seeds: [https://example.org]`.'
    : 'A definition is a mapping of fields, such as `seeds: [https://example.org]`.';
  throw new DefinitionError([problemAt(source.place(start), '', `this is ${describeKind(value)}, not a definition. ${advice}`)]);
}

function describeKind(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return value === null || value === undefined ? 'a file of comments only' : 'plain text';
}

async function readModule(file: string, shown: string): Promise<WrittenDefinition> {
  const place = { text: shown, file: shown };
  const module = await importModule(file).catch((cause: unknown) => {
    if (!(cause instanceof ModuleError)) throw cause;
    return fail(shown, `the module does not load: ${cause.message}`, { cause, line: cause.line });
  });
  const value = module['default'];
  if (!isObject(value)) {
    const message = 'default' in module ? 'the default export is not an object.' : 'the module has no default export.';
    throw new DefinitionError([
      problemAt(place, '', `${message} Write \`export default defineCrawl({ seeds: ['https://example.org'] })\`.`),
    ]);
  }
  return { file, value, placeOf: () => place };
}
