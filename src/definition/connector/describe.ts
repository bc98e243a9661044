/** A connector as data for people: `winnow portals show`, and the page of each portal. */
import { expressionInWords } from '../expressions/index.js';
import type { CompleteConnector, CompleteRoute } from './complete.js';
import type { Expression, FileRule, RequestTemplate, Reuse, Step } from './schema.js';

export interface FieldOrigin {
  readonly field: string;
  /** `list[0]`, `document`, `document.files[1]`. */
  readonly where: string;
  /** The expression or template as it is written. */
  readonly from: string;
  /** The same as a sentence; backticks surround what the connector writes. */
  readonly words: string;
}

export interface DescribedRoute {
  readonly name: string;
  readonly approach: string;
  readonly because: string | null;
  readonly reuse: Reuse;
  /** Kinds of the route's steps, in order. */
  readonly steps: readonly string[];
  /** How changes are found, for portals that list them. */
  readonly changes: readonly string[];
  readonly key: string;
  readonly fields: readonly FieldOrigin[];
  readonly files: readonly { readonly role: string; readonly from: string; readonly accept: readonly string[] }[];
}

export interface DescribedConnector {
  readonly id: string;
  readonly number: number | null;
  readonly title: string;
  readonly url: string | null;
  readonly names: readonly string[];
  readonly content: readonly string[];
  readonly formats: readonly string[];
  readonly languages: readonly string[];
  readonly mode: string;
  readonly schedule: string | null;
  /** Hosts that the connector sends requests to. */
  readonly hosts: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly about: string;
    readonly type: string;
    readonly default: string | null;
    readonly choices: readonly string[];
    readonly required: boolean;
  }[];
  readonly routes: readonly DescribedRoute[];
}

export function describeConnector(connector: CompleteConnector): DescribedConnector {
  const { id, number = null, title, url = null, names, content, formats, languages, mode, schedule = null } = connector;
  return {
    id,
    number,
    title,
    url,
    names,
    content,
    formats,
    languages,
    mode,
    schedule,
    hosts: hostsOf(connector),
    parameters: Object.entries(connector.parameters).map(([name, parameter]) => ({
      name,
      about: parameter.about,
      type: parameter.type,
      default: parameter.default === undefined ? null : String(parameter.default),
      choices: Object.keys(parameter.choices ?? {}),
      required: parameter.required,
    })),
    routes: connector.routes.map(describeRoute),
  };
}

function describeRoute(route: CompleteRoute): DescribedRoute {
  const { name, approach, because = null, reuse, document } = route;
  return {
    name,
    approach,
    because,
    reuse,
    steps: route.list.map(({ kind }) => kind),
    changes: route.changes.map(({ kind }) => kind),
    key: document.key,
    fields: [...fieldsOf(route)],
    files: document.files.map((file) => ({
      role: file.role,
      from: sourceOf(file),
      accept: file.accept,
    })),
  };
}

function* fieldsOf({ list, changes, document }: CompleteRoute): Generator<FieldOrigin> {
  for (const [index, step] of list.entries()) yield* stepFields(step, `list[${index}]`);
  for (const [index, step] of changes.entries()) yield* stepFields(step, `changes[${index}]`);
  for (const name of ['key', 'title', 'date', 'language', 'url'] as const)
    if (document[name] !== undefined) yield originOf(name, 'document', document[name]);
  yield* origins(document.fields, 'document.fields');
  yield* origins(document.identifiers, 'document.identifiers');
  for (const [index, file] of document.files.entries()) {
    yield* origins(file.fields, `document.files[${index}]`);
    for (const [at, member] of file.unpack.entries()) yield* origins(member.fields, `document.files[${index}].unpack[${at}]`);
  }
}

function* stepFields(step: Step, where: string): Generator<FieldOrigin> {
  yield* origins(step.fields, where);
  yield* origins(step.set, `${where}.set`);
  for (const [at, branch] of branchesOf(step).entries())
    for (const [index, inner] of branch.entries()) yield* stepFields(inner, `${where}.branches[${at}][${index}]`);
}

const branchesOf = (step: Step): readonly (readonly Step[])[] =>
  step.kind === 'branches' ? step.branches : step.kind === 'join' ? [step.with] : [];

/** All steps, those inside branches included. */
const allSteps = (steps: readonly Step[]): Step[] => steps.flatMap((step) => [step, ...allSteps(branchesOf(step).flat())]);

function* origins(fields: Readonly<Record<string, Expression | undefined>>, where: string): Generator<FieldOrigin> {
  for (const [field, expression] of Object.entries(fields)) if (expression !== undefined) yield originOf(field, where, expression);
}

const originOf = (field: string, where: string, expression: Expression): FieldOrigin => ({
  field,
  where,
  from: writtenOf(expression),
  words: expressionInWords(expression),
});

const writtenOf = (expression: Expression): string => (typeof expression === 'string' ? expression : JSON.stringify(expression));

function sourceOf({ request, step, item }: FileRule): string {
  if (request !== undefined) return urlOf(request);
  return step ? `the answer of step ${step}` : item ? `the row as ${item}` : '';
}

const urlOf = (request: RequestTemplate): string => (typeof request === 'string' ? request : request.url);

// ---- hosts

/** Every host in an address the connector writes, and the hosts that addresses moved from and to. */
export function hostsOf(connector: CompleteConnector): string[] {
  const texts = [connector.url ?? '', ...Object.values(connector.set), ...textsIn(connector.routes)];
  const found = texts.flatMap((text) =>
    [...text.matchAll(/\b(?:https?|ftps?):\/\/([a-z0-9.-]+\.[a-z0-9-]+)/gi)].map(([, host = '']) => host.toLowerCase()),
  );
  const moved = Object.entries(connector.hosts)
    .flat()
    .map((place) => place.split('/')[0] ?? '');
  return [...new Set([...found, ...moved])].filter((host) => host !== '');
}

/** The texts that requests are made of. Other texts do not count: namespaces and prefixes look like addresses too. */
function* textsIn(routes: readonly CompleteRoute[]): Generator<string> {
  for (const { list, changes, document, snapshot } of routes) {
    for (const step of allSteps([...list, ...changes, ...(snapshot?.list ?? []), ...(snapshot?.rest ?? [])]))
      yield* requestTexts(step as unknown as Record<string, unknown>);
    for (const file of document.files) {
      if (file.request !== undefined) yield urlOf(file.request);
      for (const other of file.otherwise) yield urlOf(other);
    }
  }
}

function* requestTexts(step: Record<string, unknown>): Generator<string> {
  const { request, base, endpoint, seeds, session, submit, next } = step;
  for (const each of [request, base, endpoint, submit, next, isOpened(session) ? session.open : null])
    if (typeof each === 'string') yield each;
    else if (typeof each === 'object' && each !== null && 'url' in each && typeof each.url === 'string') yield each.url;
  if (Array.isArray(seeds)) yield* seeds.filter((seed) => typeof seed === 'string');
}

const isOpened = (session: unknown): session is { open: unknown } => typeof session === 'object' && session !== null && 'open' in session;
