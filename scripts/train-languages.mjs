// Makes src/read/language/languages.bin, the table the language recogniser reads at run time (src/read/language/language-table.ts
// explains its layout and must agree with it), from a folder of texts:
//
//   node scripts/train-languages.mjs FOLDER
//
// FOLDER holds a file for each language, `de.txt`, with a sentence a line; a code with a script (`sr-latn.txt`) is
// another class of the same language. NOTICE names the texts the committed file was made from.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = new URL('../src/read/language/languages.bin', import.meta.url);
/** "WLT3", little-endian. */
const MAGIC = 0x33544c57;
const BUCKET_BITS = 15;
const LONGEST_GRAM = 4;
const LONGEST_WORD = 24;
/** Characters taken of a language, so that none is better known for being larger. */
const MOST_TEXT = 1_200_000;
/** Sequences kept; with them the file stays below two megabytes. */
const MOST_GRAMS = 115_000;
const MOST_POSTINGS = 480_000;
/** What a sequence never seen counts for, and the finest step of a weight. */
const FLOOR = 1e-5;
const STEP = 0.02;
const ROUNDS = 4;

const SPACE = 0x20;
const isLetter = (unit) => /[\p{L}\p{M}]/u.test(String.fromCharCode(unit)) || (unit >= 0xd800 && unit <= 0xdfff);
const LETTERS = Uint8Array.from({ length: 0x10000 }, (_, unit) => (isLetter(unit) ? 1 : 0));

/** The same steps as in language-table.ts. */
const grow = (hash, unit) => Math.imul(hash ^ unit, 0x9e3779b1) ^ (hash >>> 15);
const seal = (hash) => {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
};

/** Calls back with the hash of every sequence of up to four units and of every longer word, and its order: its length, 5 for words. */
function eachGram(text, found) {
  const lower = text.toLowerCase();
  let at = 0;
  while (at < lower.length) {
    while (at < lower.length && LETTERS[lower.charCodeAt(at)] === 0) at++;
    const start = at;
    while (at < lower.length && LETTERS[lower.charCodeAt(at)] === 1) at++;
    if (at > start) wordGrams(lower, start, at, found);
  }
}

function wordGrams(text, start, end, found) {
  for (let from = start - 1; from < end; from++) {
    let hash = 0;
    for (let length = 1; length <= LONGEST_GRAM && from + length <= end + 1; length++) {
      const at = from + length - 1;
      hash = grow(hash, at < start || at >= end ? SPACE : text.charCodeAt(at));
      if (length > 1) found(seal(hash), length);
    }
  }
  if (end - start + 2 <= LONGEST_GRAM || end - start > LONGEST_WORD) return;
  let hash = grow(0, SPACE);
  for (let at = start; at < end; at++) hash = grow(hash, text.charCodeAt(at));
  found(seal(grow(hash, SPACE)), LONGEST_GRAM + 1);
}

/** Languages that are not written in Latin letters: what is Latin in their texts are names and leftovers. */
const OTHER_SCRIPTS = new Set(['ar', 'be', 'bg', 'el', 'fa', 'he', 'hi', 'mk', 'mr', 'ne', 'ps', 'ru', 'uk', 'ur']);
/** Texts of programs hold sentences that nobody translated. */
const ENGLISH = /(?<![\p{L}'])(?:the|of|and|is|are|this|that|with|from|you|your|not|for|be|can|which)(?![\p{L}'])/giu;

function inOwnScript(language, line) {
  if (OTHER_SCRIPTS.has(language)) return line.replace(/\p{Script=Latin}+/gu, ' ').replace(/^[^\p{L}]+$/u, '');
  if (language === 'en') return line;
  const words = line.split(/\s+/).length;
  return (line.match(ENGLISH)?.length ?? 0) > Math.max(1, 0.2 * words) ? '' : line;
}

function load(folder) {
  return readdirSync(folder)
    .filter((name) => /^[a-z]{2,3}(-[a-z]+)?\.txt$/.test(name))
    .sort()
    .map((name) => {
      const lines = readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .map((line) => inOwnScript(name.slice(0, 2), line))
        .filter((line) => line.length > 4);
      const step = 0.61803398875;
      const order = lines.map((line, at) => [(at * step) % 1, line]).sort((a, b) => a[0] - b[0]);
      const taken = [];
      let size = 0;
      for (const [, line] of order) {
        if (size > MOST_TEXT) break;
        taken.push(line.slice(0, 400));
        size += line.length;
      }
      return { name: name.slice(0, -4), lines: taken };
    });
}

function count(languages) {
  const counts = new Map();
  const totals = languages.map(() => new Float64Array(LONGEST_GRAM + 2));
  languages.forEach(({ lines }, language) => {
    const own = new Map();
    for (const line of lines)
      eachGram(line, (hash, order) => {
        const entry = own.get(hash);
        if (entry) entry.n++;
        else own.set(hash, { n: 1, order });
        totals[language][order]++;
      });
    for (const [hash, { n, order }] of own) {
      if (n < 3) continue;
      const share = n / totals[language][order];
      if (share < FLOOR) continue;
      const entry = counts.get(hash);
      if (entry) entry.shares.push([language, share]);
      else counts.set(hash, { order, shares: [[language, share]] });
    }
  });
  return counts;
}

/** By what a sequence tells apart: all languages, and each from those most like it. */
function select(counts, size) {
  const grams = [];
  for (const [hash, { order, shares }] of counts) {
    const mean = shares.reduce((sum, [, share]) => sum + share, 0) / size;
    let worth = 0;
    for (const [, share] of shares) worth = Math.max(worth, share * Math.log(share / (mean + FLOOR / 4)));
    const sorted = shares.map(([, share]) => share).sort((a, b) => b - a);
    // A sequence that two languages share and their neighbours lack tells less than one of a single language.
    const lead = sorted[0] * Math.log(sorted[0] / ((sorted[1] ?? 0) + FLOOR / 4));
    grams.push({ hash, order, shares, worth: worth + lead });
  }
  grams.sort((a, b) => b.worth - a.worth);
  const kept = [];
  let postings = 0;
  for (const gram of grams) {
    if (kept.length >= MOST_GRAMS || postings + gram.shares.length > MOST_POSTINGS) break;
    kept.push(gram);
    postings += gram.shares.length;
  }
  console.log(`${grams.length} sequences, ${kept.length} kept, ${postings} postings`);
  return kept;
}

/** Weights by counting, then improved sentence by sentence where the table is wrong or unsure. */
function weigh(kept, languages) {
  const index = new Map(kept.map((gram, at) => [gram.hash, at]));
  const first = new Uint32Array(kept.length + 1);
  kept.forEach(({ shares }, at) => {
    first[at + 1] = first[at] + shares.length;
  });
  const language = new Uint8Array(first[kept.length]);
  const weight = new Float32Array(first[kept.length]);
  kept.forEach(({ shares }, at) =>
    shares.forEach(([lang, share], place) => {
      language[first[at] + place] = lang;
      weight[first[at] + place] = Math.log(share / FLOOR) + 0.1;
    }),
  );
  const model = { index, first, language, weight };
  train(model, languages);
  return model;
}

function featuresOf(model, line) {
  const features = [];
  eachGram(line, (hash) => {
    const at = model.index.get(hash);
    if (at !== undefined) features.push(at);
  });
  return features;
}

function totalsOf(model, features, totals) {
  totals.fill(0);
  for (const at of features)
    for (let place = model.first[at]; place < model.first[at + 1]; place++) totals[model.language[place]] += model.weight[place];
}

function train(model, languages) {
  const samples = [];
  const most = 6000;
  languages.forEach(({ lines }, language) => {
    for (let at = 0; at < most; at++) {
      const line = lines[at % lines.length];
      if (at >= lines.length && at >= most / 2) break;
      // Half of them cut short: few words are the hard case.
      const words = line.split(' ');
      const from = at % 2 === 0 ? 0 : Math.floor(((at * 0.7548776662) % 1) * Math.max(1, words.length - 5));
      const text = at % 2 === 0 ? line : words.slice(from, from + 5).join(' ');
      samples.push([featuresOf(model, text), language]);
    }
  });
  const totals = new Float64Array(languages.length);
  for (let round = 0; round < ROUNDS; round++) {
    let wrong = 0;
    let seed = 12345 + round;
    for (let at = samples.length - 1; at > 0; at--) {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      const other = seed % (at + 1);
      [samples[at], samples[other]] = [samples[other], samples[at]];
    }
    const rate = 0.5 / (1 + round);
    for (const [features, truth] of samples) {
      if (features.length === 0) continue;
      totalsOf(model, features, totals);
      const scale = 1 / Math.sqrt(features.length) / 2;
      let best = 0;
      for (let l = 1; l < totals.length; l++) if (totals[l] > totals[best]) best = l;
      if (best !== truth) wrong++;
      const top = totals[best];
      let sum = 0;
      for (let l = 0; l < totals.length; l++) sum += totals[l] = Math.exp((totals[l] - top) * scale);
      if (totals[truth] / sum > 0.98) continue;
      const step = rate * scale;
      for (const feature of features)
        for (let place = model.first[feature]; place < model.first[feature + 1]; place++) {
          const l = model.language[place];
          const p = totals[l] / sum;
          if (p < 0.002 && l !== truth) continue;
          model.weight[place] += step * ((l === truth ? 1 : 0) - p);
        }
    }
    console.log(`round ${round + 1}: ${((100 * wrong) / samples.length).toFixed(2)} % of ${samples.length} samples wrong`);
  }
}

/**
 * What a text has to say more for a language that has a far more common neighbour, in steps: without it, every few words
 * of Croatian would be Serbian in Latin letters half of the time.
 */
const HANDICAPS = { 'sr-latn': 500, gl: 220, mk: 110, no: 140, ca: 60, az: 100, ku: 100, tl: 100, sq: 60, eu: 60, cy: 60, yo: 100 };

function pack(kept, { first, language, weight }, names) {
  const order = kept.map((_, at) => at).sort((a, b) => (kept[a].hash >>> 0) - (kept[b].hash >>> 0));
  const entries = [];
  const buckets = new Uint32Array((1 << BUCKET_BITS) + 1);
  for (const at of order) {
    const { hash } = kept[at];
    const postings = [];
    for (let from = first[at]; from < first[at + 1]; from++) {
      const steps = Math.min(1023, Math.max(0, Math.round(weight[from] / STEP)));
      if (steps > 0) postings.push((steps << 6) | language[from]);
    }
    entries.push(hash & 0xffff, ((hash >>> 16) & 1) | (postings.length << 1), ...postings);
    buckets[(hash >>> (32 - BUCKET_BITS)) + 1] = entries.length;
  }
  for (let at = 1; at < buckets.length; at++) buckets[at] = Math.max(buckets[at], buckets[at - 1]);
  const letters = new Uint8Array(0x10000 / 8);
  for (let unit = 0; unit < 0x10000; unit++) if (LETTERS[unit] === 1) letters[unit >> 3] |= 1 << (unit & 7);
  const codes = Buffer.from(names.join(' '), 'latin1');
  return Buffer.concat([
    bytesOf(Uint32Array.of(MAGIC, names.length, codes.length, entries.length)),
    bytesOf(buckets),
    bytesOf(Uint16Array.from(entries)),
    bytesOf(letters),
    bytesOf(Int16Array.from(names, (name) => -(HANDICAPS[name] ?? 0))),
    codes,
  ]);
}

const bytesOf = ({ buffer }) => Buffer.from(buffer);

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of texts: node scripts/train-languages.mjs FOLDER');
const languages = load(folder);
if (languages.length > 64) throw new Error('More than 64 classes do not fit.');
const kept = select(count(languages), languages.length);
const packed = pack(
  kept,
  weigh(kept, languages),
  languages.map(({ name }) => name),
);
writeFileSync(FILE, packed);
console.log(`${languages.length} classes, ${packed.length} bytes`);
