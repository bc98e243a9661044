/**
 * The damage campaign: a crawl of the demo web, its files damaged one at a time, and every command that reads them asked again.
 *
 * What may come of it: the same answer, or the damage named, by the command itself or by `winnow doctor --deep`.
 * What must not: another answer without a word, or a crash.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { makeTestWorkspace } from '../../src/testing/index.js';
import { demoDefinition, startDemoWeb } from '../../src/webs/demo/index.js';
import { type Answer, ask } from './ask.js';
import { type Damage, damagesOf, inflict } from './damages.js';

export type Target = 'core.db' | 'cdxj' | 'search.db' | 'warc';
export const TARGETS: readonly Target[] = ['core.db', 'cdxj', 'search.db', 'warc'];

export interface Tally {
  readonly target: Target;
  damages: number;
  /** Every answer as before, and nothing to say. */
  harmless: number;
  /** Named by each command whose answer would have been another. */
  named: number;
  /** Another answer, named by the doctor only. */
  byDoctor: number;
  /** By which commands another answer was given then, and how often. */
  readonly unaware: Map<string, number>;
  readonly silent: string[];
  readonly crashed: string[];
}

type Asked = readonly (readonly string[])[];

export class DamageCampaign {
  readonly #folder = mkdtempSync(join(tmpdir(), 'winnow-damage-'));
  readonly #whole = join(this.#folder, 'whole');
  readonly #workspace = join(this.#folder, 'crawl');
  #url = '';

  /** Crawls a part of the demo web and has it indexed. */
  async prepare(sites: readonly string[], pages: number): Promise<void> {
    const web = await startDemoWeb({ delayFactor: 0.02, sites });
    const to = makeTestWorkspace();
    try {
      await to.crawl({ ...demoDefinition(web), politeness: { delay: 0 }, budget: { pages } });
      this.#url = web.sites[0]?.seeds[0] ?? '';
      cpSync(to.workspace, this.#whole, { recursive: true });
    } finally {
      to.remove();
      await web.close();
    }
    this.#restore();
    await ask(['search', 'the', '-w', this.#workspace]); // makes the index
    cpSync(this.#workspace, this.#whole, { recursive: true, force: true });
  }

  async run(target: Target, count: number, seed: number, onDamage?: (done: number) => void): Promise<Tally> {
    const tally: Tally = { target, damages: 0, harmless: 0, named: 0, byDoctor: 0, unaware: new Map(), silent: [], crashed: [] };
    this.#restore();
    const before = await this.#askAll(target);
    mustBeSteady(before, await this.#askAll(target), this.#askedOf(target));
    for (const damage of damagesOf(this.#filesOf(target), count, seed)) {
      this.#restore();
      inflict(damage, join(this.#workspace, damage.file.slice(this.#whole.length)));
      await this.#judge(damage, target, before, tally);
      tally.damages++;
      onDamage?.(tally.damages);
    }
    return tally;
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #judge(damage: Damage, target: Target, before: readonly Answer[], tally: Tally): Promise<void> {
    const asked = this.#askedOf(target);
    const after = await this.#askAll(target);
    const name = basename(damage.file);
    const where = `${damage.kind} ${name}:${damage.at}.${damage.bit}`;
    const isNamed = ({ said, out, exit }: Answer): boolean =>
      `${said}\n${out}`.includes(name) && (exit === 'found' || /damage|missing|not what/i.test(`${said}\n${out}`));
    const doctor = after.at(-1) as Answer;
    const others = after
      .slice(0, -1)
      .map((answer, at) => ({ answer, words: asked[at]?.join(' ') ?? '', same: isSame(answer, before[at]) }));
    for (const { answer, words } of others) if (answer.crash) tally.crashed.push(`${where}, ${words}: ${answer.crash}`);
    const changed = others.filter(({ answer, same }) => !same && !isNamed(answer));
    if (changed.length === 0) tally[isNamed(doctor) || others.some(({ answer }) => isNamed(answer)) ? 'named' : 'harmless']++;
    else if (isNamed(doctor)) {
      tally.byDoctor++;
      for (const { words } of changed)
        tally.unaware.set(words.replace(/ -w .*| http.*/, ''), (tally.unaware.get(words.replace(/ -w .*| http.*/, '')) ?? 0) + 1);
    } else tally.silent.push(`${where}: ${changed.map(({ words }) => words).join('; ')}`);
  }

  async #askAll(target: Target): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const words of this.#askedOf(target)) answers.push(await ask(words));
    return answers;
  }

  /** The doctor last. */
  #askedOf(target: Target): Asked {
    const place = ['-w', this.#workspace];
    const doctor = ['doctor', '--deep', '--json', ...place];
    const search = ['the', 'harbour', 'law', 'page'].map((word) => ['search', word, '--json', ...place]);
    const archive = [['list'], ['check', '--json'], ['cat', this.#url]].map((words) => ['archive', ...words, ...place]);
    const exports = ['pages', 'links', 'journal', 'fetches', 'resources'].map((what) => ['export', what, ...place]);
    const views = [
      ['status', '--json'],
      ['report', '--json'],
      ['journal', '--json'],
      ['history', this.#url, '--json'],
      ['explain', this.#url, '--json'],
    ];
    const core = [...views.map((words) => [...words, ...place]), ...exports, ...search.slice(0, 1), ...archive.slice(0, 1)];
    const wacz = ['export', 'wacz', '-o', join(this.#folder, 'all.wacz'), ...place];
    return {
      'core.db': [...core, doctor],
      cdxj: [...archive.slice(1, 2), doctor],
      'search.db': [...search, doctor],
      warc: [...archive, wacz, doctor],
    }[target];
  }

  #filesOf(target: Target): string[] {
    const archive = readdirSync(join(this.#whole, 'archive')).sort();
    const inArchive = (end: string) => archive.filter((name) => name.endsWith(end)).map((name) => join(this.#whole, 'archive', name));
    if (target === 'cdxj') return inArchive('.cdxj');
    return target === 'warc' ? inArchive('.warc.gz') : [join(this.#whole, target)];
  }

  #restore(): void {
    rmSync(this.#workspace, { recursive: true, force: true });
    cpSync(this.#whole, this.#workspace, { recursive: true });
  }
}

/** What is asked of the whole workspace must be answered, and the same twice; else nothing could be told from it. */
function mustBeSteady(before: readonly Answer[], again: readonly Answer[], asked: Asked): void {
  for (const [at, answer] of again.entries())
    if (answer.exit !== 'ok' || !isSame(answer, before[at])) throw new Error(`${asked[at]?.join(' ')} is no steady answer: ${answer.said}`);
}

const isSame = (answer: Answer, before: Answer | undefined): boolean => answer.out === before?.out && answer.exit === before?.exit;
