/**
 * How good and how fast the language recogniser is on texts of one's own: one folder with a file a language, a text a line.
 *
 *   npm run bench:language -- FOLDER
 *
 * Files are named by language (`de.txt`; what follows a hyphen is passed over). Texts the table was trained on would flatter it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectLanguage } from '../src/read/index.js';
import { neededFolder } from './needed-folder.js';

const UNION = 'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(' ');

const WANTED = `a file of plain text for each language, named by its code (de.txt, fr.txt), with a text a line.
No texts come with the program. Sentences of Tatoeba or of the Leipzig Corpora Collection do, cut to one a line; so do your own.
NOTICE names those that the recogniser learned from: with them it looks better than it is.`;

const folder = neededFolder('npm run bench:language --', WANTED);
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .sort()
  .map((name) => ({ language: name.slice(0, 2), lines: linesOf(join(folder, name)) }));

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 3);
}

if (texts.length === 0) {
  console.error(`There is no file that ends in .txt in ${folder}.\nThe folder holds ${WANTED}`);
  process.exit(2);
}

const shares = texts.map(({ language, lines }) => {
  const right = lines.filter((line) => detectLanguage(line).language === language).length;
  console.log(`${language}  ${((100 * right) / lines.length).toFixed(2).padStart(6)} % of ${lines.length}`);
  return { language, share: right / lines.length };
});
const official = shares.filter(({ language }) => UNION.includes(language));
const mean = official.reduce((sum, { share }) => sum + share, 0) / Math.max(official.length, 1);
console.log(`mean over ${official.length} official languages of the Union: ${(100 * mean).toFixed(2)} %`);

const all = texts.flatMap(({ lines }) => lines.slice(0, 500));
for (const longest of [40, 80, 1000]) {
  const cut = all.map((line) => line.slice(0, longest));
  const characters = Math.round(cut.reduce((sum, line) => sum + line.length, 0) / cut.length);
  const best = Math.max(...Array.from({ length: 5 }, () => speed(cut)));
  console.log(`${Math.round(best)} texts of ${characters} characters a second of CPU`);
}

function speed(lines: readonly string[]): number {
  const before = process.cpuUsage();
  for (const line of lines) detectLanguage(line);
  const { user, system } = process.cpuUsage(before);
  return (1e6 * lines.length) / (user + system);
}
