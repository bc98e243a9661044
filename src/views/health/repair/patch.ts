/** Proposals as changes of files: a patch of what is written, and a connector of its own that has them already. */
import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import type { LoadedConnector } from '../../../definition/connector/index.js';
import type { Path } from '../../../definition/crawl/index.js';
import { placeOfRule, writtenAt } from '../rule-place.js';
import { changeYaml, inheritedValue, standaloneYaml, type YamlChange } from './change-yaml.js';
import type { Proposal } from './propose.js';
import { unifiedDiff } from './unified-diff.js';

interface ChangedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly paths: readonly Path[];
}

/** Whether a rule stands in a file that other portals read too. */
export const isShared =
  (loaded: LoadedConnector) =>
  (route: string, rule: string): boolean => {
    const place = placeOfRule(loaded.connector, route, rule);
    const written = place && writtenAt(loaded, place);
    return written !== null && written.file !== loaded.file;
  };

/** For `patch -p1` in the folder it is named relative to. */
export async function patchOf(loaded: LoadedConnector, proposals: readonly Proposal[], folder: string): Promise<string> {
  const files = await changedFiles(loaded, proposals);
  return files.map(({ file, before, after }) => unifiedDiff(nameIn(folder, file), before, after)).join('');
}

function nameIn(folder: string, file: string): string {
  const below = relative(folder, file);
  return below.startsWith('..') ? file.replace(/^\/+/, '') : below;
}

/** The whole connector under its own id; what is changed in a family is written out in it, and the family stays as it is. */
export async function repairedConnector(loaded: LoadedConnector, proposals: readonly Proposal[]): Promise<string> {
  const files = await changedFiles(loaded, proposals);
  const own = files.find(({ file }) => file === loaded.file)?.after ?? (await readFile(loaded.file, 'utf8'));
  const inherited = files
    .filter(({ file }) => file !== loaded.file)
    .flatMap(({ after, paths }) => paths.map((path) => inheritedValue(after, path)));
  const base = /^extends:\s*(['"]?)(\.[^'"\s]+)\1\s*$/m.exec(own)?.[2];
  return standaloneYaml(own, loaded.connector.id, base === undefined ? null : resolve(dirname(loaded.file), base), inherited);
}

async function changedFiles(loaded: LoadedConnector, proposals: readonly Proposal[]): Promise<ChangedFile[]> {
  const byFile = new Map<string, YamlChange[]>();
  for (const { route, changes } of proposals)
    for (const { rule, before, after } of changes) {
      const place = placeOfRule(loaded.connector, route, rule);
      const written = place && writtenAt(loaded, place);
      if (written) byFile.set(written.file, [...(byFile.get(written.file) ?? []), { path: written.path, before, after }]);
    }
  return Promise.all(
    [...byFile].map(async ([file, changes]) => {
      const before = await readFile(file, 'utf8');
      return { file, before, after: changeYaml(before, changes), paths: changes.map(({ path }) => path) };
    }),
  );
}
