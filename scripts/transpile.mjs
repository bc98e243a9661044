// Strips the types off every module of src/ into dist/, and takes out of dist/ what no source stands behind any more.
// Types are checked by `npm test` (static); declarations are made where the package is built. So a test that follows an
// edit waits for a second, not for the compiler.
//   node scripts/transpile.mjs src dist
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

/** The pages' scripts are bundled from their source (bundle.mjs). */
const IS_MODULE = /(?<!\.(?:test|contract|d))\.ts$/;
const FOR_BROWSERS = /^server[\\/]browser[\\/]/;

export async function transpile(src, dist) {
  const modules = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => IS_MODULE.test(file) && !FOR_BROWSERS.test(file),
  );
  await build({
    entryPoints: modules.map((file) => join(src, file)),
    outdir: dist,
    outbase: src,
    platform: 'node',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  });
  dropOrphans(src, dist);
}

function dropOrphans(src, dist) {
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const module = /^(?!chunks[\\/])(.*)\.(?:js|js\.map|d\.ts)$/.exec(file)?.[1];
    if (module && !existsSync(join(src, `${module}.ts`))) rmSync(join(dist, file));
  }
}

await transpile(resolve(process.argv[2]), resolve(process.argv[3]));
