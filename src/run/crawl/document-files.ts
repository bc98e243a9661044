/** Which links of a page are files of its document, by the definition's `documents`. */
import type { Definition } from '../../definition/crawl/index.js';
import { compileGlob } from '../../frontier/scope/index.js';

/** Null for pages whose documents have no further files. */
export type FilesOf = (page: string) => ((url: string) => boolean) | null;

export function documentFiles(rules: Definition['documents']): FilesOf {
  const compiled = rules.map(({ page, files }) => ({ page: anyOf(page), files: anyOf(files) }));
  return (page) => {
    const matching = compiled.filter((rule) => rule.page(page));
    return matching.length === 0 ? null : (url) => matching.some((rule) => rule.files(url));
  };
}

function anyOf(globs: readonly string[]): (url: string) => boolean {
  const compiled = globs.map(compileGlob);
  return (url) => compiled.some((matches) => matches(url));
}
