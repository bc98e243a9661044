/** The package as others get it: packed, installed in an empty folder, run on each line of Node, used from TypeScript. */
import { type ExecFileOptions, execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linking } from '../../src/testing/index.js';
import { ROOT } from '../support/compose.js';
import { crawling } from '../support/crawling.js';

const { dependencyFolder, testedNodes } = createRequire(import.meta.url)('../../scripts/nodes-for-tests.mjs') as {
  dependencyFolder: string;
  testedNodes: () => [version: string, program: string][];
};
const { fixture, workspace } = crawling();
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'package-')));
const installed = join(folder, 'node_modules', 'winnow-crawler');
afterAll(() => rmSync(folder, { recursive: true }));

const run = async (command: string, args: readonly string[], options: ExecFileOptions = {}): Promise<string> =>
  (await promisify(execFile)(command, [...args], { cwd: folder, encoding: 'utf8', ...options })).stdout as string;

beforeAll(async () => {
  await run(process.execPath, [join(ROOT, 'scripts', 'build.mjs')], { cwd: ROOT }); // as before packing
  const [tarball = ''] = (await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT })).split(
    '\n',
  );
  cpSync(join(dependencyFolder, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--no-package-lock'];
  await run('npm', ['install', '--offline', ...quiet, join(folder, tarball)]);
  rmSync(join(folder, tarball));
});

function bytesIn(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

describe('the package', () => {
  it('holds the program and no tests, maps or tools, and takes less than 60 MB with all it needs', () => {
    expect(bytesIn(join(folder, 'node_modules'))).toBeLessThan(60e6);
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.map$|\.test\.|^scripts|^src|^test/.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'NOTICE', 'README.md', 'bin/winnow.cjs', 'dist/index.d.ts']));
  });

  it('is built before it is packed, and asks of those who install it for nothing it does not need', () => {
    const { scripts, overrides } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;
    expect(scripts?.['prepack']).toBe(scripts?.['build']);
    expect(overrides).toBeUndefined();
  });

  it('passes on the text of every licence', () => {
    const licences = readFileSync(join(installed, 'dist', 'chunks', 'LICENSES.txt'), 'utf8').split(`\n${'-'.repeat(100)}\n\n`);
    expect(licences.length).toBeGreaterThan(50);
    for (const licence of licences) {
      const [name, ...text] = licence.split('\n');
      expect([name, text.join(' ')]).toEqual([name, expect.stringMatching(/\bcopyright\b|public domain/i)]);
      expect([name, text.join('').length > 500]).toEqual([name, true]);
    }
  });

  it.each(testedNodes())('runs on Node %s', async (version, node) => {
    const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH']}` };
    const winnow = join(folder, 'node_modules', '.bin', 'winnow'); // by its first line, as a shell does
    const { version: own } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
    expect(await run(winnow, ['--version'], { env })).toBe(`${own}\n`);
    const use = "import { defineFilter } from 'winnow-crawler'; console.log(process.version, typeof defineFilter);";
    expect(await run(node, ['--input-type=module', '--eval', use])).toBe(`v${version} function\n`);

    const web = await fixture({ 'a.test': { '/': linking('/b', '/c'), '/b': '<p>b', '/c': '<p>c' } });
    const { define, workspace: to, folder: place } = workspace();
    const definition = define({ seeds: ['http://a.test/'], politeness: { delay: '1ms' }, fetch: web.fetch });
    await run(winnow, ['crawl', definition, '--workspace', to], { env: { ...env, WINNOW_STATE: join(place, 'state') } });
    expect((await run(winnow, ['export', 'pages', '--workspace', to], { env })).trim().split('\n')).toHaveLength(3);
  });

  it('has types that check as they are, without skipLibCheck', async () => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
    const compilerOptions = { strict: true, module: 'nodenext', target: 'es2023', noEmit: true, skipLibCheck: false, types: ['node'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
    writeFileSync(join(folder, 'use.ts'), USE);
    await run(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')]).catch((error) => expect(error.stdout).toBe(''));
    writeFileSync(join(folder, 'use.ts'), USE.replace("'a print version'", '42')); // they are looked at indeed
    await expect(run(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')])).rejects.toThrow('tsc');
  });
});

const USE = `
import { type Definition, defineCrawl, defineFilter, readWorkspace, runCrawl, z } from 'winnow-crawler';
export const noPrint = defineFilter({
  name: 'no-print',
  about: 'Leaves out print versions of pages.',
  options: z.strictObject({ word: z.string().default('print') }),
  prepare: ({ word }) => ({ url }) => (url.includes(\`/\${word}/\`) ? 'a print version' : null),
});
export default defineCrawl({ name: 'x', seeds: ['https://example.org/'] });
export const parts: [Definition | null, typeof runCrawl, typeof readWorkspace] = [null, runCrawl, readWorkspace];
`;
