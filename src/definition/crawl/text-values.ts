/**
 * Changes the texts of a definition in place: inserts secrets, makes file names absolute, hides what must not be
 * printed. The schema says which texts these are; for the free options of a plug-in, the option's name decides.
 */
import { resolve } from 'node:path';
import type { z } from 'zod';
import { withoutLogin } from '../../model/index.js';
import { type Environment, environmentName } from './environment.js';
import { definitionFields, isObject, markOf, type Path, pathText, settle, shapeOf } from './fields.js';
import { type Layer, layerOf } from './layers.js';
import type { Mark } from './marks.js';
import { type Problem, problemAt } from './problem.js';
import { type Definition, definitionSchema } from './schema.js';

const SECRET_NAME = /pass|pwd|secret|token|api-?_?key|credential|authorization/i;
export const HIDDEN = '(hidden)';

type Change = (text: string, path: Path, mark: Mark) => string;

function changeTexts(schema: z.ZodType | null, value: unknown, path: Path, mark: Mark, change: Change): unknown {
  if (typeof value === 'string') return change(value, path, mark);
  const settled = schema && settle(schema, value);
  if (Array.isArray(value)) return value.map((item, index) => changePart(settled, item, [...path, index], mark, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changePart(settled, item, [...path, key], mark, change)]));
}

function changePart(parent: z.ZodType | null, value: unknown, path: Path, above: Mark, change: Change): unknown {
  const step = path.at(-1) ?? '';
  const shape = parent && shapeOf(parent);
  const schema =
    shape?.kind === 'object' ? (shape.fields.get(String(step)) ?? null) : shape?.kind === 'list' || shape?.kind === 'map' ? shape.of : null;
  const secret = above.secret || (typeof step === 'string' && SECRET_NAME.test(step));
  const own = schema ? markOf(settle(schema, value)) : {};
  return changeTexts(schema, value, path, { ...own, secret: own.secret || (schema ? false : secret) }, change);
}

const changeAll = (value: unknown, change: Change) => changeTexts(definitionSchema, value, [], {}, change);

/** Replaces ${NAME} and makes file names absolute. Returns a problem for each variable that is not set. */
export function completeTexts(
  merged: unknown,
  layers: readonly Layer[],
  environment: Environment,
): { value: unknown; problems: Problem[] } {
  const problems: Problem[] = [];
  const value = changeAll(merged, (text, path, mark) => {
    const layer = layerOf(layers, path);
    if (!layer) return text;
    const report = (message: string) => problems.push(problemAt(layer.placeOf(path, 'value'), pathText(path), message));
    // The shell has already expanded variables in what it or the environment hands over.
    const written = layer.kind === 'file' ? fillIn(text, path, mark, environment, report) : text;
    return mark.file ? absolute(written, mark.file, layer.directory) : written;
  });
  return { value, problems };
}

const REFERENCE = /(\$?)\$\{([A-Za-z_]\w{0,200})\}/g;

/** `$${NAME}` stands for the text `${NAME}` itself. */
function fillIn(text: string, path: Path, mark: Mark, environment: Environment, report: (message: string) => void): string {
  if (!mark.secret) return refuseReference(text, path, report);
  return text.replace(REFERENCE, (whole, escaped: string, name: string) => {
    if (escaped) return whole.slice(1);
    const value = environment[name];
    if (value === undefined) report(`\`${pathText(path)}\` needs the environment variable ${name}, which is not set.`);
    return value ?? '';
  });
}

/**
 * Refuses `${MAIL}` where nothing replaces it: in a contact it would be sent to every site. Patterns and options of
 * plug-ins may contain it.
 */
function refuseReference(text: string, path: Path, report: (message: string) => void): string {
  const field = pathText(path);
  const reference = [...text.matchAll(REFERENCE)].find(([, escaped]) => !escaped)?.[0];
  const isField = definitionFields().some((known) => known.path === field);
  if (reference && isField) {
    report(
      `\`${reference}\` is filled in only where a secret may stand: passwords, tokens, the proxy and headers. ` +
        `To set \`${field}\` from the environment, use ${environmentName(field)}.`,
    );
  }
  return text;
}

function absolute(text: string, kind: 'path' | 'module', directory: string): string {
  const isFile = kind === 'path' || /^[./]/.test(text) || /\.[cm]?[jt]s$/.test(text);
  return isFile ? resolve(directory, text) : text;
}

/** Removes the source line from every problem whose line shows a secret, even a neighbour's. References such as ${NAME} may be shown. */
export function hideSecretLines(problems: readonly Problem[], written: unknown): Problem[] {
  const paths = new Set<string>();
  const pieces = new Set<string>();
  changeAll(numbersAsText(written), (text, path, mark) => {
    if (!mark.secret || text.includes('${')) return text;
    paths.add(pathText(path));
    for (const piece of piecesOf(text)) pieces.add(piece);
    return text;
  });
  return problems.map((problem) => {
    const { excerpt = '', ...rest } = problem;
    return paths.has(problem.path) || [...pieces].some((piece) => excerpt.includes(piece)) ? rest : problem;
  });
}

/** A file may write quotes, escapes and line breaks in its own way, so compare the stretches between them. */
const piecesOf = (text: string) => text.split(/[\s"'\\]+/).filter((piece) => piece.length >= SHORTEST_SECRET);

/** Shorter secrets occur in every other line, and are easily guessed anyway. */
const SHORTEST_SECRET = 4;

/** YAML reads a password of digits without quotes as a number. */
const numbersAsText = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, item: unknown) => (typeof item === 'number' || typeof item === 'bigint' ? String(item) : item)));

/** A copy that may be printed, logged or stored, without passwords, tokens and header values. */
export const withoutSecrets = (definition: Definition): Definition => hideSecrets(definition) as Definition;

export function hideSecrets(value: unknown): unknown {
  return changeAll(value, (text, _path, mark) => (mark.secret ? hide(text, mark) : hideLogin(text)));
}

/** The address of a receiver or store may contain a log-in although the field is not secret. */
const hideLogin = (text: string): string => (/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(text) ? withoutLogin(text) : text);

/** Of a secret URL, only the user and the password are secret. */
function hide(text: string, { hostOnly }: Mark): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return HIDDEN;
  const url = new URL(text);
  if (hostOnly) return `${url.origin}/${HIDDEN}`;
  return url.username || url.password ? `${url.protocol}//${HIDDEN}@${url.host}` : text;
}
