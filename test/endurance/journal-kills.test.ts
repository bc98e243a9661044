/** Consumers of the journal, killed again and again: each entry has its effect once, and in order. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { type Random, seededRandom } from '../crash/random.js';
import { makeSyntheticJournal } from '../support/synthetic-journal.js';

/** In small; `JOURNAL_KILLS=100 npm test -- endurance` goes through a hundred thousand entries. */
const KILLS = Number(process.env['JOURNAL_KILLS'] ?? 25);
const ENTRIES = 1000 * KILLS;
const DOCUMENTS = 160 * KILLS;
const PROGRAM = new URL('../support/mirroring-process.mjs', import.meta.url).pathname;

it(`a consumer killed ${KILLS} times at random while reading ${ENTRIES} entries applies each once, in order`, async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const random = seededRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'winnow-kills-'));
  const journal = makeSyntheticJournal(folder, DOCUMENTS);
  journal.append(ENTRIES);
  journal.close();
  const lives = new Lives(folder);
  try {
    const began = performance.now();
    const { kills, busyMs } = await killAtRandom(lives, random);
    console.log(`seed ${seed}: ${kills} kills in ${Math.round(busyMs)} ms of work, ${Math.round(performance.now() - began)} ms in all`);
    expect(kills, `seed ${seed}`).toBe(KILLS);
    expect(await lives.next().toEnd()).toBe(true);
    expect(ledgerOf(folder), `seed ${seed}`).toEqual({ rows: ENTRIES, inOrder: ENTRIES, asWritten: ENTRIES });
    expect(mirrorOf(folder), `seed ${seed}`).toEqual(truthOf(folder));
  } finally {
    lives.end();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A moment of the time a life is at work, so that all of them together go through the whole journal. */
async function killAtRandom(lives: Lives, random: Random): Promise<{ kills: number; busyMs: number }> {
  let [kills, busyMs, at] = [0, 0, 0];
  while (kills < KILLS) {
    const perMs = (at + 2000) / (busyMs + 200); // before anything is known: ten
    const mean = (ENTRIES - at) / perMs / (KILLS - kills + 4);
    const life = lives.next();
    const lived = await life.killAfter(2 * random.fraction() * mean);
    busyMs += lived.ms;
    at = Math.max(at, lived.at);
    if (lived.done) break;
    kills++;
  }
  return { kills, busyMs };
}

/** Processes that wait for their turn: the next one starts while the last one is at work. */
class Lives {
  readonly #waiting: Life[] = [];
  constructor(private readonly folder: string) {
    this.#waiting.push(new Life(folder), new Life(folder));
  }
  next(): Life {
    this.#waiting.push(new Life(this.folder));
    return this.#waiting.shift() as Life;
  }
  end(): void {
    for (const life of this.#waiting) life.child.kill('SIGKILL');
  }
}

class Life {
  readonly child: ChildProcess;
  readonly #ready: Promise<unknown>;
  #said = '';

  constructor(folder: string) {
    this.child = spawn(process.execPath, [PROGRAM, folder, join(folder, 'mirror.db')], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.stdin?.on('error', () => {}); // it may be dead before it has read
    this.#ready = once(this.child.stdout as NodeJS.ReadableStream, 'data');
    this.child.stdout?.on('data', (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString()).slice(-100);
    });
  }

  async killAfter(ms: number): Promise<{ at: number; ms: number; done: boolean }> {
    await this.#ready;
    const ended = once(this.child, 'close');
    const began = performance.now();
    this.child.stdin?.write('go\n');
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.child.kill('SIGKILL');
    const lived = performance.now() - began;
    await ended;
    const at = Number(this.#said.match(/(\d+)\n(?!.*\d)/s)?.[1] ?? 0);
    return { at, ms: lived, done: this.#said.includes('done') };
  }

  async toEnd(): Promise<boolean> {
    await this.#ready;
    const ended = once(this.child, 'close');
    this.child.stdin?.write('go\n');
    const [code] = await ended;
    return code === 0 && this.#said.includes('done');
  }
}

function ledgerOf(folder: string): unknown {
  return reading(join(folder, 'mirror.db'), (db) => {
    db.prepare('ATTACH ? AS core').run(join(folder, 'core.db'));
    return db
      .prepare(
        `SELECT count(*) AS rows, sum(l.id = l.sequence) AS inOrder, sum(j.document = l.document AND j.version = l.version) AS asWritten
         FROM ledger l JOIN core.journal j ON j.sequence = l.sequence`,
      )
      .get();
  });
}

const mirrorOf = (folder: string) =>
  reading(join(folder, 'mirror.db'), (db) => ({
    operations: db.prepare('SELECT name, entries FROM operation ORDER BY name').all(),
    latest: db.prepare('SELECT document, version, sequence FROM latest ORDER BY document').raw().all(),
  }));

/** What the journal itself says the mirror should hold. */
const truthOf = (folder: string) =>
  reading(join(folder, 'core.db'), (db) => ({
    operations: db.prepare('SELECT operation AS name, count(*) AS entries FROM journal GROUP BY operation ORDER BY operation').all(),
    latest: db.prepare('SELECT document, version, max(sequence) FROM journal GROUP BY document ORDER BY document').raw().all(),
  }));

function reading<T>(file: string, look: (db: Database.Database) => T): T {
  const db = new Database(file, { fileMustExist: true });
  try {
    return look(db);
  } finally {
    db.close();
  }
}
