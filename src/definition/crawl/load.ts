/**
 * Makes one definition, complete, checked and frozen, from a file, the environment and flags.
 *
 * Each layer overrides the one before: defaults, what `extends` names (a profile or files, the farthest first), the file
 * itself, the environment, flags. Every problem of every layer is reported at once, at the place that wrote it.
 */
import { dirname, resolve } from 'node:path';
import { nearest, withoutLogin } from '../../model/index.js';
import { type Environment, environmentLayer, unknownVariables } from './environment.js';
import { type Path, pathOf, pathText } from './fields.js';
import { type Finding, inWords, validate } from './findings.js';
import { applyFlags, type FlagValues } from './flags.js';
import { freeze } from './freeze.js';
import { type Layer, layerOf, mergeLayers, type Origin, originsOf } from './layers.js';
import { liftLogins } from './logins.js';
import { DefinitionError, type Place, type Problem, problemAt } from './problem.js';
import { PROFILES } from './profiles/index.js';
import { isDefinitionFile, readDefinitionFile, shownName } from './read-file.js';
import type { Definition, DefinitionInput } from './schema.js';
import { completeTexts, hideSecretLines } from './text-values.js';

export interface LoadOptions {
  /** Path of the definition file, relative to `directory`; left out when flags and environment are enough. */
  readonly file?: string;
  /** Options as the command-line parser returns them; see applyFlags. */
  readonly flags?: FlagValues;
  readonly environment?: Environment;
  /** Relative file names, also in flags, start here. */
  readonly directory?: string;
}

export interface LoadedDefinition {
  /** Complete and deeply frozen. Contains secrets: print withoutSecrets() of it. */
  readonly definition: Definition;
  /** Where each value came from, by field path. */
  readonly origins: ReadonlyMap<string, Origin>;
  /** Absolute path of the definition file; null when there was none. */
  readonly file: string | null;
  /** Problems that do not stop a crawl: unknown variables with our prefix. */
  readonly problems: readonly Problem[];
  /** A problem found later (a pattern that does not compile, an unknown plug-in), placed where the field was written. */
  problemAt(path: string, message: string, suggestion?: string): Problem;
}

/** Throws DefinitionError. */
export async function loadDefinition(options: LoadOptions): Promise<LoadedDefinition> {
  const directory = resolve(options.directory ?? '.');
  const file = options.file === undefined ? null : resolve(directory, options.file);
  const own = file === null ? [] : [await fileLayer(file, directory)];
  return assemble(own, file, directory, options);
}

/** A definition made by a program, with the same defaults and checks as a file. Throws DefinitionError. */
export async function definitionFromInput(input: DefinitionInput, options: Omit<LoadOptions, 'file'> = {}): Promise<LoadedDefinition> {
  const directory = resolve(options.directory ?? '.');
  const layer: Layer = {
    kind: 'command line',
    value: input as Record<string, unknown>,
    directory,
    placeOf: () => ({ text: 'definition' }),
  };
  return assemble([layer], null, directory, options);
}

/** A definition of URLs alone, named after the host of the first. Throws DefinitionError. */
export async function definitionFromUrls(urls: readonly string[], options: Omit<LoadOptions, 'file'> = {}): Promise<LoadedDefinition> {
  const directory = resolve(options.directory ?? '.');
  const place: Place = { text: 'command line' };
  const hosts = urls.map(hostOf);
  const broken = urls.filter((_, index) => hosts[index] === null);
  if (urls.length === 0) throw new DefinitionError([problemAt(place, 'seeds', 'there is no URL to start from.')]);
  if (broken.length > 0)
    throw new DefinitionError(
      broken.map((url) => problemAt(place, 'seeds', `\`${withoutLogin(url)}\` is not a URL, nor a definition file.`)),
    );
  const value = { name: hosts[0], seeds: urls };
  return assemble([{ kind: 'command line', value, directory, placeOf: () => place }], null, directory, options);
}

/** A crawl's name allows fewer characters than a host: [::1] loses its colons. */
function hostOf(url: string): string | null {
  const absolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`;
  if (/\s/.test(url.trim()) || !URL.canParse(absolute)) return null;
  const name = new URL(absolute).hostname
    .replace(/^www\./, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  return name === '' ? null : name.slice(0, 100);
}

async function assemble(own: readonly Layer[], file: string | null, directory: string, options: LoadOptions): Promise<LoadedDefinition> {
  const environment = options.environment ?? process.env;
  const over = [environmentLayer(environment, directory), applyFlags(options.flags ?? {}, directory)];
  const layers = [...(await baseLayers([...own, ...over], file, directory)), ...own, ...over];
  const merged = mergeAll(layers);
  const completed = completeTexts(merged, layers, environment);
  const checked = validate(completed.value);
  const findings = 'findings' in checked ? checked.findings.map((finding) => problemOf(finding, layers)) : [];
  if ('findings' in checked || completed.problems.length > 0) {
    throw new DefinitionError(hideSecretLines(inOrder([...completed.problems, ...findings]), merged));
  }
  return {
    definition: freeze(liftLogins(checked.definition)),
    origins: originsOf(layers, checked.definition),
    file,
    problems: unknownVariables(environment),
    problemAt: (path, message, suggestion) => problemAt(placeOf(layers, pathOf(path), 'value'), path, message, suggestion),
  };
}

function mergeAll(layers: readonly Layer[]): Record<string, unknown> {
  try {
    return mergeLayers(layers);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const place = layers.find(({ kind }) => kind === 'file')?.placeOf([], 'key') ?? { text: 'definition' };
    throw new DefinitionError([problemAt(place, '', `${cause.message}.`)], { cause });
  }
}

const problemOf = ({ path, part, message, suggestion }: Finding, layers: readonly Layer[]): Problem =>
  problemAt(placeOf(layers, path, part), pathText(path), message, suggestion);

/** The place that wrote a path. A field nobody wrote has the place of the whole definition. */
function placeOf(layers: readonly Layer[], path: Path, part: 'key' | 'value'): Place {
  const layer = layerOf(layers, path) ?? layerOf(layers, path.slice(0, 1)) ?? layers.findLast(({ kind }) => kind === 'file');
  return layer?.placeOf(path, part) ?? { text: 'definition' };
}

/** Sorted as a reader meets them: file by file from top to bottom, then what stands in no file. */
function inOrder(problems: readonly Problem[]): Problem[] {
  const files = [...new Set(problems.map(({ file }) => file ?? ''))].sort((left, right) => Number(left === '') - Number(right === ''));
  const rank = ({ file = '', line = 0, column = 0 }: Problem) => [files.indexOf(file), line, column] as const;
  return [...problems].sort((left, right) => {
    const [one, other] = [rank(left), rank(right)];
    return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
  });
}

// ---- what a definition extends

/** More steps than anybody can follow. A ring of files is recognised and named as such. */
const MAX_CHAIN = 10;

/** The layers below the given ones, farthest first. The last layer with `extends` decides. */
async function baseLayers(layers: readonly Layer[], file: string | null, directory: string): Promise<Layer[]> {
  const chain: Layer[] = [];
  const seen = file === null ? [] : [file];
  for (let next = extension(layers); next; next = extension(chain.slice(0, 1))) {
    const target = isFileName(next.name) ? resolve(next.layer.directory, next.name) : next.name;
    const ring = seen.includes(target) ? [...seen.slice(seen.indexOf(target)), target].map((each) => shownName(each, directory)) : [];
    if (ring.length > 0) refuseExtension(next, `definitions extend one another in a ring: ${ring.join(' → ')}.`);
    if (seen.push(target) > MAX_CHAIN) refuseExtension(next, `definitions extend one another more than ${MAX_CHAIN} times in a row.`);
    chain.unshift(await baseLayer(next, target, directory));
  }
  return chain;
}

interface Extension {
  readonly layer: Layer;
  readonly name: string;
}

const isFileName = (name: string) => isDefinitionFile(name) || name.includes('/');

async function baseLayer(extension: Extension, target: string, directory: string): Promise<Layer> {
  if (!isFileName(extension.name)) return profileLayer(extension);
  return fileLayer(target, directory).catch((error: unknown) => {
    // A file that cannot be read is a fault of the line that names it; faults inside the file have their own lines.
    const [problem] = error instanceof DefinitionError ? error.problems : [];
    if (!problem || problem.line) throw error;
    return refuseExtension(extension, `\`${problem.where}\`: ${problem.message}`, problem.suggestion);
  });
}

function refuseExtension({ layer }: Extension, message: string, suggestion?: string): never {
  throw new DefinitionError([problemAt(layer.placeOf(['extends'], 'value'), 'extends', message, suggestion)]);
}

function profileLayer(extension: Extension): Layer {
  const { name } = extension;
  const value = PROFILES.get(name);
  if (!value) {
    const known = `Profiles are ${inWords([...PROFILES.keys()], 'and')}; a file is named with its ending.`;
    return refuseExtension(extension, `there is no profile \`${name}\`. ${known}`, nearest(name, PROFILES.keys()) ?? undefined);
  }
  return { kind: 'profile', value, directory: '.', placeOf: () => ({ text: `profile ${name}` }) };
}

function extension(layers: readonly Layer[]): Extension | null {
  const layer = layers.findLast(({ value }) => value['extends'] !== undefined && value['extends'] !== null);
  const name = layer?.value['extends'];
  // Validation describes a wrong kind of value better, so leave it.
  return layer && typeof name === 'string' && name !== '' ? { layer, name } : null;
}

async function fileLayer(file: string, directory: string): Promise<Layer> {
  const { value, placeOf: place } = await readDefinitionFile(file, directory);
  return { kind: 'file', value: value as Record<string, unknown>, directory: dirname(file), placeOf: place };
}
