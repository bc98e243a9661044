/**
 * Queries made to take all time or memory, with the limits as they ship (60 s, 512 MB a process): how each ends, what its
 * processes hold at most, and how long another asker waits meanwhile.
 *
 *   npx tsx bench/sparql-killers.ts [SECONDS]
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SparqlError, SparqlService } from '../src/views/sparql/index.js';

const OPENER = new URL('../test/support/knowledge/memory-opener.mjs', import.meta.url).href;
/** Every node leads to every other one. */
const NODES = 60;
const each = Array.from({ length: NODES }, (_, node) => node);
const DENSE = each.flatMap((from) => each.map((to) => `<urn:n${from}> <urn:to> <urn:n${to}> .`)).join('\n');

const doubled = (times: number, text = 'xxxxxxxx'): string =>
  `BIND("${text}" AS ?v0) ${Array.from({ length: times }, (_, at) => `BIND(CONCAT(?v${at}, ?v${at}) AS ?v${at + 1})`).join(' ')}`;
const PAIR = '?a ?b ?c . ?d ?e ?f';
const TRIPLE = `${PAIR} . ?g ?h ?i`;
const LONG = `${doubled(9)} ${PAIR} BIND(CONCAT(?v9, STR(?a), STR(?c), STR(?d), STR(?f)) AS ?k)`;
const TO = '<urn:to>';

const KILLERS: Readonly<Record<string, string>> = {
  'a product, counted': `SELECT (COUNT(?d) AS ?n) { ${TRIPLE} FILTER(?a != ?d) }`,
  'a product, sorted': 'SELECT * { { ?a ?b ?c } { ?d ?e ?f } } ORDER BY ?f',
  'a product, each once': `SELECT DISTINCT * { ${PAIR} }`,
  'a product of three, sorted': `SELECT * { ${TRIPLE} } ORDER BY ?a`,
  'a product without an answer': `ASK { ${TRIPLE} FILTER(?a = "x" || ?d = "y" || ?g = "z") }`,
  'a product behind OPTIONAL': `SELECT (COUNT(*) AS ?n) { ?a ?b ?c OPTIONAL { ?d ?e ?f OPTIONAL { ?g ?h ?i FILTER(?g = ?x) } } }`,
  'a product behind MINUS': `SELECT (COUNT(*) AS ?n) { ${PAIR} MINUS { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?c != ?i) } }`,
  'NOT EXISTS for each row': `SELECT (COUNT(*) AS ?n) { ${PAIR} FILTER NOT EXISTS { ?g ?h ?i FILTER(?g = ?x && ?i = ?a) } }`,
  'brackets without end': `SELECT * { FILTER(${'('.repeat(800_000)}1) }`,
  'groups without end': `SELECT * ${'{'.repeat(400_000)}`,
  'unions by the thousand': `SELECT (COUNT(*) AS ?n) { ${Array(3000).fill('{ ?a ?b ?c }').join(' UNION ')} }`,
  'unions within unions': `SELECT * { ${'{ { ?a ?b ?c } UNION '.repeat(150)}{ ?a ?b ?c }${' }'.repeat(150)} } ORDER BY ?a`,
  'a text that doubles': `SELECT * { ${doubled(40)} }`,
  'a text of many parts': `SELECT (CONCAT(${Array(1000).fill('?v16').join(', ')}) AS ?x) { ${doubled(16)} }`,
  'many texts in one row': `SELECT ?v16 { ${doubled(16)} ${Array.from({ length: 300 }, (_, n) => `BIND(CONCAT(?v16, "${n}") AS ?w${n})`).join(' ')} }`,
  'a long row': `SELECT * { ${doubled(18)} ${Array.from({ length: 30 }, (_, n) => `BIND(?v18 AS ?w${n})`).join(' ')} }`,
  'REPLACE of each character': `SELECT (REPLACE(?v12, "x", ?v12) AS ?x) { ${doubled(12)} }`,
  'REPLACE with what was found': `SELECT (REPLACE(?v18, ".*x", "${'$0'.repeat(100)}") AS ?x) { ${doubled(18)} }`,
  ENCODE_FOR_URI: `SELECT (ENCODE_FOR_URI(?v18) AS ?x) { ${doubled(18, '€€€€€€€€')} }`,
  UCASE: `SELECT (UCASE(?v19) AS ?x) { ${doubled(19, 'ΐΐΐΐΐΐΐΐ')} }`,
  IRI: `SELECT (IRI(CONCAT("urn:", ?v18)) AS ?x) { ${doubled(18)} BIND(IRI(CONCAT("urn:", ?v18, ?v18, ?v18)) AS ?y) }`,
  'a pattern of megabytes': `SELECT * { ${doubled(16)} FILTER(REGEX("x", ?v16)) }`,
  'a pattern that counts': `SELECT * { ${PAIR} FILTER(REGEX(STR(?a), "((x{1,99}){1,99}){1,99}")) }`,
  'a pattern on long texts': `SELECT (COUNT(*) AS ?n) { ${LONG} FILTER(REGEX(?k, "(x*)*(x*)*y")) }`,
  GROUP_CONCAT: `SELECT (GROUP_CONCAT(CONCAT(STR(?a), STR(?d))) AS ?x) { ${PAIR} }`,
  'long keys of groups': `SELECT ?k (COUNT(*) AS ?n) { ${LONG} } GROUP BY ?k`,
  'long texts that are the greatest': `SELECT (MAX(?k) AS ?m) { ${LONG} } GROUP BY ?a ?c ?d ?f`,
  'long texts, each once': `SELECT DISTINCT ?k { ${LONG} } OFFSET 100000000`,
  'rows, each counted once': `SELECT (COUNT(DISTINCT *) AS ?n) { ${PAIR} }`,
  'long texts in order': `SELECT ?k { ${LONG} } ORDER BY ?k`,
  'lists of values': `SELECT * { ${[1, 2, 3, 4, 5].map((n) => `VALUES ?a${n} { ${'1 2 3 4 5 6 7 8 9 0 '.repeat(9)} }`).join(' ')} } ORDER BY ?a1`,
  'sub-queries': `SELECT * { { SELECT ?a ?k { ${LONG} } } { SELECT ?g { ?g ?h ?i } } } ORDER BY ?g`,
  'paths beside paths': `SELECT (COUNT(DISTINCT *) AS ?n) { ?a ${TO}* ?b . ?c ${TO}+ ?d }`,
  'closures of closures': `SELECT (COUNT(*) AS ?n) { ?a ((${TO}*)*/(${TO}|^${TO})+)* ?x . ?x (!<urn:y>)* ?z }`,
  'steps by the dozen': `SELECT (COUNT(*) AS ?n) { ?a ${Array(30).fill(TO).join('/')} ?b }`,
  'a template': `CONSTRUCT { ?a <urn:p> ?k } { ${LONG} }`,
};

const seconds = Number(process.argv[2] ?? 60);
const folder = mkdtempSync(join(tmpdir(), 'winnow-killers-'));
for (const [name, data] of [
  ['dense', DENSE],
  ['people', '<urn:ann> <urn:name> "Ann" .'],
] as const) {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'knowledge.trig'), data);
}
const service = new SparqlService({ opener: OPENER, limits: { time: seconds * 1000 } });
let faults = 0;
for (const [name, text] of Object.entries(KILLERS)) {
  const [started, watch] = [performance.now(), watched()];
  const end = await endOf(text);
  const [most, waited] = await watch.end();
  const took = (performance.now() - started) / 1000;
  // What cannot look at the clock itself is ended a second later; a busy machine may take some more to say so.
  const isBad = end.startsWith('fault') || took > seconds + 15;
  if (isBad) faults++;
  process.stdout.write(
    `${isBad ? 'BAD ' : ''}${name.padEnd(34)} ${took.toFixed(1).padStart(6)} s  ${most.toFixed(0).padStart(5)} MB  other ${waited.toFixed(1)} s  ${end}\n`,
  );
}
process.stdout.write(`${Object.keys(KILLERS).length} queries, ${faults} bad\n`);
await service.close();
rmSync(folder, { recursive: true });
process.exitCode = faults > 0 ? 1 : 0;

async function endOf(text: string): Promise<string> {
  try {
    let length = 0;
    for await (const piece of (
      await service.ask({ folder: join(folder, 'dense'), text, kind: 'query', wish: { accept: '*/*' } }, { asker: 'killer' })
    ).pieces)
      length += piece.length;
    return `answered with ${length} characters`;
  } catch (error) {
    return error instanceof SparqlError ? error.code : `fault: ${String(error)}`;
  }
}

/** Somebody else asks again and again meanwhile, and memory is looked at. */
function watched(): { end(): Promise<[mostMb: number, longestWait: number]> } {
  let [isOver, most, longest] = [false, 0, 0];
  const looking = setInterval(() => (most = Math.max(most, largestChild())), 100);
  const asking = (async () => {
    do {
      const asked = performance.now();
      for await (const _ of (
        await service.ask(
          { folder: join(folder, 'people'), text: 'SELECT * { ?s ?p ?o }', kind: 'query', wish: { accept: '*/*' } },
          { asker: 'other' },
        )
      ).pieces);
      longest = Math.max(longest, (performance.now() - asked) / 1000);
      await new Promise((resolve) => setTimeout(resolve, 200));
    } while (!isOver);
  })();
  return {
    async end() {
      isOver = true;
      await asking;
      clearInterval(looking);
      return [most, longest];
    },
  };
}

/** Megabytes; 0 where the system does not tell. */
function largestChild(): number {
  try {
    return Math.max(
      0,
      ...readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(residentOf),
    );
  } catch {
    return 0;
  }
}

function residentOf(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    if (!status.includes(`PPid:\t${process.pid}\n`)) return 0;
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
