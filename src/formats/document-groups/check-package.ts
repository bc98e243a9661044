/** Checks a package against its description: every file that is not gone is in the ZIP, with the bytes its MD5 stands for. */
import { createHash } from 'node:crypto';
import type { DocumentGroup, GroupDocument } from './group.js';
import { openPackage, type Package, type PackageLimits } from './package/open-package.js';
import { PackageError } from './package/package-error.js';

/** What is wrong, a sentence each; empty when nothing is. */
export async function checkPackage(group: DocumentGroup, zip: string, limits: Partial<PackageLimits> = {}): Promise<string[]> {
  const problems: string[] = [];
  try {
    const opened = await openPackage(zip, limits);
    try {
      for (const document of group.documents) problems.push(...(await problemsOf(document, opened)));
    } finally {
      opened.close();
    }
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    problems.push(error.message);
  }
  return problems;
}

async function problemsOf({ file, identifier, md5, operation }: GroupDocument, opened: Package): Promise<string[]> {
  if (operation === 'Del') return [];
  const entry = opened.find(file);
  if (!entry) return [`Zip archive does not contain file: ${file}, document identifier: ${identifier}`];
  const sum = createHash('md5');
  for await (const piece of await opened.read(entry)) sum.update(piece as Buffer);
  const found = sum.digest('hex');
  return found === md5.toLowerCase() ? [] : [`${file} has the MD5 ${found}; its description says ${md5}.`];
}
