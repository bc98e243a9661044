/**
 * What only the whole program can check about a definition: that its scope compiles, its plug-ins exist and take their
 * options, its schedule is one. Found before anything is fetched, and said at the line where it was written.
 */
import { existsSync } from 'node:fs';
import { DefinitionError, type LoadedDefinition, type Problem } from '../../definition/crawl/index.js';
import { parseSchedule, ScheduleError } from '../../definition/schedule/index.js';
import { compilePattern, compileScope, ScopeError } from '../../frontier/scope/index.js';
import { PluginError, type PluginKind, type Registry, type Use } from '../../plugins/index.js';
import { expandName, matcherOf } from '../../read/rdf/index.js';

const LISTS = [
  ['fetchers', 'fetcher'],
  ['readers', 'reader'],
  ['filters', 'filter'],
  ['consumers', 'consumer'],
  ['analysers', 'analyser'],
  ['extractors', 'extractor'],
  ['scanners', 'scanner'],
] as const satisfies readonly (readonly [string, PluginKind])[];

/** Throws DefinitionError with every problem found. */
export function checkDefinition(loaded: LoadedDefinition, registry: Registry): void {
  const problems = [
    ...scopeProblems(loaded),
    ...pluginProblems(loaded, registry),
    ...rdfProblems(loaded),
    ...transformationProblems(loaded),
    ...scheduleProblems(loaded),
  ];
  if (problems.length) throw new DefinitionError(problems);
}

function scopeProblems({ definition, problemAt }: LoadedDefinition): Problem[] {
  return caught(
    () => compileScope(definition.scope, []),
    (error) => (error instanceof ScopeError ? problemAt(error.where, error.detail) : null),
  );
}

function pluginProblems({ definition, problemAt }: LoadedDefinition, registry: Registry): Problem[] {
  return LISTS.flatMap(([list, kind]) =>
    definition[list].flatMap((use, index) =>
      caught(
        () => registry.choose(kind, use as Use),
        (error) => (error instanceof PluginError ? problemAt(`${list}[${index}]`, error.message) : null),
      ),
    ),
  );
}

function rdfProblems({ definition, problemAt }: LoadedDefinition): Problem[] {
  const { follow, followMatching } = definition.rdf;
  const unknown = follow.flatMap((name, index) =>
    expandName(name) === null
      ? [problemAt(`rdf.follow[${index}]`, `${name} is no property: write an IRI, or a name with a known prefix such as rdfs:seeAlso`)]
      : [],
  );
  if (!followMatching) return unknown;
  const wrong = caught(
    () => compilePattern(followMatching.regex),
    (error) => problemAt('rdf.followMatching.regex', (error as Error).message),
  );
  return [...unknown, ...wrong];
}

function transformationProblems({ definition, problemAt }: LoadedDefinition): Problem[] {
  return definition.rdf.transformations.flatMap(({ file, match }, index) => {
    const where = `rdf.transformations[${index}]`;
    const absent = existsSync(file) ? [] : [problemAt(`${where}.file`, `there is no file ${file}`)];
    const wrong = caught(
      () => match !== undefined && matcherOf(match),
      (error) => problemAt(`${where}.match`, (error as Error).message),
    );
    return [...absent, ...wrong];
  });
}

function scheduleProblems({ definition, problemAt }: LoadedDefinition): Problem[] {
  const { schedule } = definition;
  if (schedule === undefined) return [];
  return caught(
    () => parseSchedule(schedule),
    (error) => (error instanceof ScheduleError ? problemAt('schedule', error.message) : null),
  );
}

function caught(attempt: () => unknown, asProblem: (error: unknown) => Problem | null): Problem[] {
  try {
    attempt();
    return [];
  } catch (error) {
    const problem = asProblem(error);
    if (!problem) throw error;
    return [problem];
  }
}
