/**
 * Runs under plain Node in a process of its own: the test runner loads TypeScript by itself, which would prove nothing.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'import-module-')));
const program = join(folder, 'program');
const user = join(folder, 'user');

beforeAll(() => {
  mkdirSync(program);
  mkdirSync(user);
  const source = readFileSync(new URL('import-module.ts', import.meta.url), 'utf8');
  writeFileSync(join(program, 'import-module.js'), transformSync(source, { loader: 'ts', format: 'esm' }).code);
  writeFileSync(join(program, 'own.js'), "export const defineCrawl = (it) => ({ ...it, by: 'the running program' });");
  writeFileSync(join(program, 'package.json'), JSON.stringify({ name: 'winnow-crawler', type: 'module', exports: './own.js' }));
  symlinkSync(join(process.cwd(), 'node_modules'), join(program, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What `importModule` makes of a module of this text: its default export, or message and line of the error. */
async function load(name: string, text: string, ...flags: string[]): Promise<unknown> {
  writeFileSync(join(user, name), text);
  const script = `
    import { importModule } from ${JSON.stringify(join(program, 'import-module.js'))};
    const result = await importModule(process.argv[1]).then((it) => it.default, ({ name, message, line }) => ({ name, message, line }));
    console.log(JSON.stringify(result));`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...flags, '--input-type=module', '-e', script, join(user, name)]);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** As the oldest Node that runs the program does it. */
const WITHOUT_TYPES = process.allowedNodeEnvironmentFlags.has('--no-strip-types') ? '--no-strip-types' : '--no-experimental-strip-types';

describe('importModule', () => {
  it('loads TypeScript, and the TypeScript it imports', async () => {
    writeFileSync(join(user, 'shared.ts'), "export type Seed = string;\nexport const seed: Seed = 'https://a.example';\n");
    const text =
      "import { seed, type Seed } from './shared.ts';\nconst seeds: Seed[] = [seed] satisfies string[];\nexport default { seeds };\n";
    expect(await load('crawl.ts', text)).toEqual({ seeds: ['https://a.example'] });
    expect(await load('crawl.ts', text, WITHOUT_TYPES)).toEqual({ seeds: ['https://a.example'] });
  });

  it('loads plain modules', async () => {
    expect(await load('crawl.mjs', 'export default { name: "m" };')).toEqual({ name: 'm' });
    expect(await load('crawl.cjs', 'module.exports = { name: "c" };')).toEqual({ name: 'c' });
  });

  it.each(['winnow-crawler', 'winnow'])('lets a module anywhere import the running program by name: %s', async (own) => {
    const text = `import { defineCrawl } from '${own}';\nexport default defineCrawl({ name: 'x' as string });\n`;
    expect(await load('ours.ts', text)).toEqual({ name: 'x', by: 'the running program' });
  });

  it.each([
    ['syntax error', 'broken.ts', 'export default {\n  name: = 1,\n};\n', 2, /./],
    ['syntax error in a plain module', 'broken.mjs', 'export default {\n  name: = 1,\n};\n', 2, /Unexpected token/],
    ['syntax that makes code', 'enum.ts', '\nenum A { B }\nexport default {};\n', 2, /enum/i],
    ['error while running', 'throws.ts', 'const a: number = 1;\n\nthrow new Error("no luck");\n', 3, /^no luck\.$/],
    ['missing package', 'lost.mjs', 'import "no-such-package";\n', null, /^it imports 'no-such-package', which is not there\.$/],
  ])('says what is wrong and where: %s', async (_case, name, text, line, message) => {
    for (const flags of [[], [WITHOUT_TYPES]])
      expect(await load(name, text, ...flags)).toEqual({ name: 'ModuleError', message: expect.stringMatching(message), line });
  });
});
