/**
 * Finds what is wrong with a connector beyond its shape, without asking a portal: selectors, functions and patterns that
 * do not compile, templates that are broken or use a name that nothing sets.
 */
import { compileExpression, compileTemplate, ExpressionError } from '../expressions/index.js';
import type { CompleteConnector, CompleteRoute } from './complete.js';
import type { DocumentRule, Expression, FileRule, RequestTemplate, Step } from './schema.js';
import { compileConnectorTemplate } from './template.js';

export interface Slip {
  /** list[0].fields.title */
  readonly path: string;
  readonly message: string;
}

type Found =
  | { readonly path: string; readonly expression: Expression; readonly as?: Step['read'] }
  | { readonly path: string; readonly template: string };

export function findSlips(connector: CompleteConnector): Slip[] {
  return connector.routes.flatMap((route, index) => {
    const prefix = connector.list.length + connector.changes.length > 0 ? '' : `routes[${index}].`;
    const names = namesIn(connector, route);
    return [...partsOf(route)].flatMap((part) => slipIn(part, prefix, names, connector.sets) ?? []);
  });
}

function slipIn(part: Found, prefix: string, names: ReadonlySet<string> | null, sets: CompleteConnector['sets']): Slip | null {
  const path = `${prefix}${part.path}`;
  try {
    if ('expression' in part) compileExpression(part.expression, path, { sets, ...(part.as && { as: part.as }) });
    else if (names) compileConnectorTemplate(part.template, path, names);
    else compileTemplate(part.template, path);
    return null;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { path, message: error.message };
  }
}

// ---- names

/** Kinds of steps whose rows have fields that no connector writes. */
const GIVES_NO_FIELDS: ReadonlySet<string> = new Set(['list']);

/** All names that templates may use; null when some come from elsewhere, so that nobody can say a name is missing. */
function namesIn(connector: CompleteConnector, { list, changes, document, snapshot }: CompleteRoute): Set<string> | null {
  const steps = [...list, ...changes, ...(snapshot?.list ?? []), ...(snapshot?.rest ?? [])];
  // Named groups of patterns become fields too.
  const isOpen =
    steps.some(({ kind }) => !GIVES_NO_FIELDS.has(kind)) || /"pairs"|"regex"|\(\?P?</.test(JSON.stringify({ steps, document }));
  if (isOpen) return null;
  const choices = Object.values(connector.parameters).flatMap(({ choices: each = {} }) =>
    Object.values(each).flatMap((set) => Object.keys(set)),
  );
  const files = document.files.flatMap(({ fields, unpack }) => [
    ...Object.keys(fields),
    ...unpack.flatMap((member) => Object.keys(member.fields)),
  ]);
  const own = steps.flatMap(({ fields, set, over = {} }) => [...Object.keys(fields), ...Object.keys(set), ...Object.keys(over)]);
  const split = steps.flatMap(({ windows }) => (windows?.split ?? []).flatMap((each) => (typeof each === 'string' ? [] : [each.over])));
  return new Set([
    ...Object.keys(connector.set),
    ...Object.keys(connector.parameters),
    ...choices,
    ...files,
    ...own,
    ...split,
    ...Object.keys(document.fields),
  ]);
}

// ---- where expressions and templates stand

function* partsOf({ list, changes, document, snapshot }: CompleteRoute): Generator<Found> {
  yield* stepsParts(list, 'list');
  yield* stepsParts(changes, 'changes');
  yield* documentParts(document);
  if (!snapshot) return;
  yield* stepsParts(snapshot.list, 'snapshot.list');
  yield* stepsParts(snapshot.rest, 'snapshot.rest');
  for (const part of documentParts(snapshot.document)) yield { ...part, path: `snapshot.${part.path}` };
}

function* stepsParts(steps: readonly Step[], at: string): Generator<Found> {
  for (const [index, step] of steps.entries()) yield* stepParts(step, `${at}[${index}]`);
}

function* stepParts(step: Step, at: string): Generator<Found> {
  for (const name of ['each', 'error', 'count', 'gone', 'doubt'] as const) yield* expressionAt(`${at}.${name}`, step[name], step.read);
  yield* expressionsIn(`${at}.fields`, step.fields, step.read);
  yield* templatesIn(`${at}.set`, step.set);
  yield* templateAt(`${at}.stamp`, step.stamp);
  yield* requestParts(`${at}.request`, step.request);
  const next = (step.next ?? {}) as Readonly<Record<string, Expression | undefined>>;
  for (const name of ['link', 'token', 'shown'] as const) yield* expressionAt(`${at}.next.${name}`, next[name]);
}

function* documentParts(document: DocumentRule): Generator<Found> {
  for (const name of ['key', 'title', 'date', 'language', 'url'] as const) yield* templateAt(`document.${name}`, document[name]);
  yield* templatesIn('document.fields', document.fields);
  yield* templatesIn('document.identifiers', document.identifiers);
  for (const [index, alias] of document.aliases.entries()) yield* templateAt(`document.aliases[${index}]`, alias);
  for (const [index, file] of document.files.entries()) yield* fileParts(file, `document.files[${index}]`);
}

function* fileParts(file: FileRule, at: string): Generator<Found> {
  yield* templateAt(`${at}.name`, file.name);
  yield* requestParts(`${at}.request`, file.request);
  for (const [index, other] of file.otherwise.entries()) yield* requestParts(`${at}.otherwise[${index}]`, other);
  yield* expressionAt(`${at}.inner`, file.inner);
  yield* expressionAt(`${at}.select`, file.select);
  yield* expressionsIn(`${at}.fields`, file.fields);
  for (const [index, { links }] of file.files.entries()) yield* expressionAt(`${at}.files[${index}].links`, links);
  for (const [index, { fields }] of file.unpack.entries()) yield* expressionsIn(`${at}.unpack[${index}].fields`, fields);
}

function* requestParts(at: string, request: RequestTemplate | undefined): Generator<Found> {
  if (typeof request === 'string') yield* templateAt(at, request);
  if (typeof request !== 'object') return;
  for (const name of ['url', 'body', 'accept', 'acceptLanguage'] as const) yield* templateAt(`${at}.${name}`, request[name]);
  for (const name of ['query', 'form', 'headers'] as const) yield* templatesIn(`${at}.${name}`, request[name] ?? {});
}

/** Checks an expression. Where the step says what it reads, selectors are checked in that language. */
function* expressionAt(path: string, expression: Expression | undefined, as?: Step['read']): Generator<Found> {
  if (expression !== undefined) yield { path, expression, as };
}

function* expressionsIn(at: string, fields: Readonly<Record<string, Expression>>, as?: Step['read']): Generator<Found> {
  for (const [name, expression] of Object.entries(fields)) yield { path: `${at}.${name}`, expression, as };
}

function* templateAt(path: string, template: string | undefined): Generator<Found> {
  if (template !== undefined) yield { path, template };
}

function* templatesIn(at: string, templates: Readonly<Record<string, string | undefined>>): Generator<Found> {
  for (const [name, template] of Object.entries(templates)) yield* templateAt(`${at}.${name}`, template);
}
