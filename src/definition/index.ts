export { readAssignments } from './assignments.js';
export { type AppliedChange, changeDefinition, changesBetween } from './change.js';
export { type Environment, ownEnvironment } from './environment.js';
export { type ExplainedValue, type Explanation, explainDefinition } from './explain.js';
export { type Path, pathOf, pathText } from './fields.js';
export { type Finding, findingsOf } from './findings.js';
export { definitionFlags, type Flag, type FlagValues } from './flags.js';
export { freeze } from './freeze.js';
export { importModule } from './import-module.js';
export { type KeptSetting, keptSettings, replaySettings } from './kept-setting.js';
export type { LayerKind, Origin } from './layers.js';
export { definitionFromInput, definitionFromUrls, type LoadedDefinition, type LoadOptions, loadDefinition } from './load.js';

export { DefinitionError, formatProblems, type Place, type Problem, problemAt } from './problem.js';

export { formatDuration, parseDuration, parseSize } from './quantities.js';
export { isDefinitionFile, readDefinitionFile } from './read-file.js';
export { definitionJsonSchema, referencePage } from './reference.js';
export { type Definition, type DefinitionInput, defineCrawl, definitionSchema } from './schema.js';
export { type SiteField, type SiteSettings, siteCapture, siteSettings } from './site-settings.js';
export { type WrittenDefinition } from './source-tree.js';
export { withoutSecrets } from './text-values.js';
export { writeReference } from './write-reference.js';
