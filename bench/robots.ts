/**
 * Robots decisions per second on one core: `npx tsx bench/robots.ts`.
 *
 * Each row is a kind of file and one list of URLs; files are parsed before the clock starts, as in a crawl.
 */
import { parseRobots } from '../src/frontier/robots/index.js';

const AGENT = 'winnow';
const SECONDS = 1;

/** Processor time, not wall-clock: what else runs on the machine is no part of the figure. */
const cpuSeconds = (): number => process.cpuUsage().user / 1e6;

const words = ['news', 'archive', 'tag', 'user', 'search', 'img', 'print', 'kataster', 'gesetz', 'data'];
const word = (n: number): string => words[n % words.length] ?? '';
const urls = Array.from(
  { length: 1000 },
  (_, n) => `https://www.example.org/${word(n)}/${word(n >> 3)}-${n}/page${n % 97}.html?id=${n}&sort=${word(n >> 5)}`,
);
const escaped = urls.map((url, n) => url.replace('/page', `/%C3%A4%7e${n}/page`));

const list = (length: number, line: (n: number) => string): string =>
  `User-agent: *\n${Array.from({ length }, (_, n) => line(n)).join('\n')}\n`;

const cases: [name: string, robots: string, urls: string[]][] = [
  ['small file', list(20, (n) => `Disallow: /${word(n)}/${n}/`), urls],
  ['small file, escaped URLs', list(20, (n) => `Disallow: /${word(n)}/${n}/`), escaped],
  ['5,000 plain rules', list(5000, (n) => `${n % 3 ? 'Disallow' : 'Allow'}: /${word(n)}/${word(n >> 2)}-${n}/`), urls],
  ['5,000 rules /*word', list(5000, (n) => `Disallow: /*${word(n)}_${n}*.html$`), urls],
  ['5,000 rules /dir/*.ext$', list(5000, (n) => `Disallow: /${word(n)}/${n}/*.html$`), urls],
  ['1,000 rules ending alike', list(1000, (n) => `Disallow: /*/${word(n)}${n}.html`), urls],
];

for (const [name, file, targets] of cases) {
  const robots = parseRobots(file);
  for (const url of targets) robots.decide(AGENT, url);
  const start = cpuSeconds();
  let decisions = 0;
  while (cpuSeconds() - start < SECONDS) {
    for (const url of targets) robots.decide(AGENT, url);
    decisions += targets.length;
  }
  const perSecond = decisions / (cpuSeconds() - start);
  console.log(`${name.padEnd(28)} ${Math.round(perSecond).toLocaleString('en-US').padStart(12)} decisions/s`);
}

const start = cpuSeconds();
const rounds = 5000;
for (let round = 0; round < rounds; round++) parseRobots(cases[0]?.[1] ?? '').decide(AGENT, 'https://www.example.org/');
console.log(`${'parse a small file'.padEnd(28)} ${(((cpuSeconds() - start) / rounds) * 1000).toFixed(3).padStart(12)} ms`);
