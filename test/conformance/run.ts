/**
 * Runs the public test suites of a folder and prints a score each: npm run conformance -- FOLDER
 * Fails when a score is below its floor (floors.json), so that what was reached is kept.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as boilerplate from './boilerplate.js';
import * as encoding from './encoding.js';
import * as hostile from './hostile.js';
import * as oai from './oai.js';
import * as psl from './psl.js';
import * as rdf from './rdf.js';
import * as robots from './robots.js';
import type { Score } from './score.js';
import * as sitemaps from './sitemaps.js';
import * as sparql from './sparql.js';
import * as url from './url.js';
import * as xsd from './xsd.js';

const floors = JSON.parse(readFileSync(new URL('./floors.json', import.meta.url), 'utf8')) as Record<string, number>;
const folder = process.argv[2];
const verbose = process.argv.includes('--verbose');
if (!folder || !existsSync(join(folder, 'robots'))) {
  console.error(`npm run conformance -- FOLDER: ${folder ?? 'nothing'} is not a folder of conformance suites.`);
  process.exit(2);
}

const scores: Score[] = [];
for (const suite of [robots, url, psl, sitemaps, oai, encoding, boilerplate, hostile, rdf, sparql, xsd])
  scores.push(...(await suite.run(folder)));

const below: string[] = [];
for (const { suite, passed, total, failures } of scores) {
  const floor = floors[suite];
  const short = floor === undefined || passed < floor;
  if (short) below.push(suite);
  console.log(
    `${suite.padEnd(34)} ${String(passed).padStart(5)} of ${String(total).padStart(5)}   floor ${floor ?? 'not set'}${short ? '   BELOW' : ''}`,
  );
  if (short || verbose) for (const failure of failures.slice(0, 20)) console.log(`    ${failure}`);
}
for (const suite of Object.keys(floors)) if (!scores.some((score) => score.suite === suite)) below.push(`${suite} (did not run)`);
if (below.length) {
  console.error(`\nBelow the recorded floor: ${below.join(', ')}`);
  process.exit(1);
}
console.log(`\n${scores.length} passed, 0 failed`);
