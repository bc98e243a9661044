/**
 * What may not come from a page: values that are wrong, and what reaches beyond the folder of the service. Whoever may start a
 * run may say what is fetched and where below that folder it goes; not which program runs, nor which other file is written.
 */
import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type CompleteConnector,
  type Parameter,
  ParameterError,
  RUN_PARAMETERS,
  type RunParameter,
  resolveParameters,
} from '../../../definition/connector/index.js';
import { openRoutes, ReuseRefused } from '../../../run/harvest/index.js';
import type { FormValues } from '../../../server/index.js';
import { plannedRun, type WorkOptions } from './run-worker.js';
import { said } from './worker-values.js';

interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

export async function checkValues(connector: CompleteConnector, values: FormValues, options: WorkOptions): Promise<FieldProblem[]> {
  const { parameters, run } = values;
  const wrong = [
    ...problemsOf('parameters', connector.parameters, said(parameters)),
    ...problemsOf('run', RUN_PARAMETERS, said(run)),
    ...filesElsewhere(connector, parameters, options.root),
    ...outside(run, options.root),
  ];
  if (wrong.length > 0) return wrong;
  const refused = refusal(connector, run['accept'] === true || run['accept'] === 'true');
  return refused.length > 0 ? refused : unplanned(() => plannedRun(connector, values, options));
}

/** What only shows when everything is put together. */
const unplanned = (plan: () => Promise<unknown>): Promise<FieldProblem[]> =>
  plan().then(
    () => [],
    (error: Error) => [{ field: 'run', message: error.message }],
  );

type Values = FormValues['parameters'];

function problemsOf(section: string, parameters: Readonly<Record<string, Parameter>>, values: Values): FieldProblem[] {
  try {
    resolveParameters(parameters, values);
    return [];
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    const named = (problem: string) => Object.keys(parameters).find((name) => problem.startsWith(`${name} `));
    return error.problems.map((message) => ({ field: [section, named(message)].filter(Boolean).join('.'), message }));
  }
}

/** It is told before anything has begun. */
function refusal(connector: CompleteConnector, isAccepted: boolean): FieldProblem[] {
  try {
    openRoutes(connector, isAccepted);
    return [];
  } catch (error) {
    if (!(error instanceof ReuseRefused)) throw error;
    const message = error.message.replace(/ Confirm it with --accept[^.]{0,50}\.accepted in the definition\./, ' Confirm it with accept.');
    return [{ field: error.needsConfirmation ? 'run.accept' : 'portal', message }];
  }
}

/** Some portals are read from copies: what lies elsewhere on this machine is none of a page's business. What the connector says itself may stand. */
function* filesElsewhere({ parameters: described }: CompleteConnector, values: Values, root: string): Generator<FieldProblem> {
  for (const [name, value] of Object.entries(values))
    for (const text of [value].flat().flatMap((each) => String(each).split(','))) {
      const path = pathIn(text.trim());
      const isOwn = [described[name]?.default ?? []].flat().map(String).includes(text.trim());
      if (path === null || isOwn || isBelow(path, root)) continue;
      const message = `${name}: ${text.trim()} is not below the folder the service was started in. Put a copy there, or use the command line.`;
      yield { field: `parameters.${name}`, message };
    }
}

/** The path a value names; null where it names none: a file URL, a path from the root or upwards, one that is there. */
function pathIn(text: string): string | null {
  if (/^file:/i.test(text)) return URL.canParse(text) ? safePath(new URL(text)) : '/';
  if (/^~|^\.\.(?:[\\/]|$)|[\\/]\.\.(?:[\\/]|$)/.test(text) && !/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return resolve('/', text);
  return isAbsolute(text) && existsSync(text) ? text : null;
}

const safePath = (url: URL): string => {
  try {
    return fileURLToPath(url);
  } catch {
    return '/';
  }
};

const FOLDERS: readonly RunParameter[] = ['workspace', 'packagesFolder', 'sentFolder', 'errorFolder', 'convertFolder'];
const URL_OR_FOLDER = /^https?:\/\//i;

function* outside(run: Values, root: string): Generator<FieldProblem> {
  const texts = (name: RunParameter): string[] => [run[name] ?? []].flat().map(String).filter(Boolean);
  for (const name of FOLDERS) for (const folder of texts(name)) if (!isBelow(folder, root)) yield beyond(name, folder);
  for (const to of texts('deliver')) if (!URL_OR_FOLDER.test(to) && !isBelow(to, root)) yield beyond('deliver', to);
  for (const to of texts('convert'))
    if (!URL_OR_FOLDER.test(to)) yield { field: 'run.convert', message: `convert is an http or https address here, not ${to}.` };
  for (const to of texts('mailServer'))
    if (!/^smtps?:\/\//i.test(to)) yield { field: 'run.mailServer', message: `mailServer is written smtp://host:25, not ${to}.` };
  for (const next of texts('next'))
    if (!/^[a-z][a-z0-9-]*$/.test(next))
      yield { field: 'run.next', message: 'next is the id of a portal here; programs and files are named on the command line.' };
}

const beyond = (name: string, folder: string): FieldProblem => ({
  field: `run.${name}`,
  message: `${name}: ${folder} is not below the folder the service was started in. Name one that is, or use the command line.`,
});

function isBelow(folder: string, root: string): boolean {
  const way = relative(root, resolve(root, folder));
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
