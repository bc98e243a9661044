/**
 * Kills the service, its database and its clients while groups are sent, and looks afterwards: is each group there once, with
 * its bytes, and does the log have every call that was answered?
 */
import { mkdirSync } from 'node:fs';
import { Agent } from 'node:http';
import { type IngestProcess, inParallel, startIngestProcess, upload } from './ingest-process.js';
import { makeGroup, type TestGroup } from './ingesting.js';
import type { TestPostgres } from './postgres.js';

export interface CampaignOptions {
  readonly folder: string;
  /** Of `winnow ingest`, besides its workspace and its port. */
  readonly args: readonly string[];
  /** Killed as well; null: there is none. */
  readonly server: TestPostgres | null;
  readonly groups: number;
  readonly kills: number;
  readonly clients: number;
}

export interface CampaignReport {
  readonly groups: number;
  readonly kills: Readonly<Record<Victim, number>>;
  /** Attempts that got no answer, and were repeated. */
  readonly unanswered: number;
  /** What is wrong: nothing should be. */
  readonly missing: readonly string[];
  readonly wrong: readonly string[];
  readonly notLoggedOnce: readonly string[];
  readonly unloggedErrors: number;
}

/** A database that was killed takes its time to come back. */
const PATIENCE_MS = 90_000;

type Victim = 'service' | 'database' | 'client';

export async function killCampaign(options: CampaignOptions): Promise<CampaignReport> {
  mkdirSync(options.folder, { recursive: true });
  const campaign = new Campaign(options);
  try {
    return await campaign.run();
  } finally {
    await campaign.end();
  }
}

class Campaign {
  readonly #options: CampaignOptions;
  readonly #killed: Record<Victim, number> = { service: 0, database: 0, client: 0 };
  #service: Promise<IngestProcess>;
  #agent = new Agent({ keepAlive: true });
  #unanswered = 0;
  #answeredErrors = 0;
  #sent = 0;

  constructor(options: CampaignOptions) {
    this.#options = options;
    this.#service = this.#start();
  }

  async run(): Promise<CampaignReport> {
    const { groups: count, clients } = this.#options;
    const groups = await Promise.all(
      Array.from({ length: count }, (_, n) => makeGroup('Add', [{ file: 'a.pdf', content: `text ${n} `.repeat(100) }])),
    );
    const killing = this.#killNowAndThen();
    await inParallel(groups, clients, (group) => this.#deliver(group));
    await killing;
    return this.#judge(groups);
  }

  async end(): Promise<void> {
    this.#agent.destroy();
    await (await this.#service).stop();
  }

  #start(): Promise<IngestProcess> {
    return startIngestProcess(['--port', '0', '-w', 'groups', '--no-text', ...this.#options.args], this.#options.folder);
  }

  /** As a client does that wants it delivered: until the service has it. */
  async #deliver(group: TestGroup): Promise<void> {
    for (const startedAt = Date.now(); Date.now() - startedAt < PATIENCE_MS; ) {
      try {
        const { port } = await this.#service;
        const answer = await upload(port, group, this.#agent);
        if (answer !== 'OK') this.#answeredErrors++;
        if (answer === 'OK' || answer.includes('There is a document identifier')) {
          this.#sent++;
          return;
        }
      } catch {
        this.#unanswered++;
      }
      await pause(20);
    }
    throw new Error(`${group.group.identifier} could not be delivered`);
  }

  /** One after the other, spread over the campaign by how far it has come. */
  async #killNowAndThen(): Promise<void> {
    const { kills, groups, server } = this.#options;
    const victims: Victim[] = server ? ['service', 'database', 'client'] : ['service', 'client'];
    for (let kill = 0; kill < kills; kill++) {
      while (this.#sent < ((kill + 0.5) / kills) * groups * 0.95) await pause(2);
      const victim = victims[kill % victims.length] as Victim;
      await this.#kill(victim);
      this.#killed[victim]++;
    }
  }

  async #kill(victim: Victim): Promise<void> {
    if (victim === 'client') return this.#cutConnections();
    if (victim === 'database') {
      await this.#options.server?.kill();
      return this.#options.server?.start();
    }
    const dying = await this.#service;
    // Whoever sends from now on waits for the next one.
    this.#service = dying.kill().then(() => this.#start());
    await this.#service;
  }

  /** What the service sees of a client that is killed: its connections end in the middle. */
  async #cutConnections(): Promise<void> {
    const cut = this.#agent;
    this.#agent = new Agent({ keepAlive: true });
    cut.destroy();
  }

  async #judge(groups: readonly TestGroup[]): Promise<CampaignReport> {
    const { port } = await this.#service;
    const missing: string[] = [];
    const wrong: string[] = [];
    await inParallel(groups, 8, async ({ group }) => {
      const answer = await fetch(`http://127.0.0.1:${port}/ingest/groups/${group.identifier}`);
      if (answer.status !== 200) return void missing.push(`${group.identifier}: ${answer.status} ${await answer.text()}`);
      const { documents } = (await answer.json()) as { documents: { md5: string }[] };
      if (documents.length !== 1 || documents[0]?.md5 !== group.documents[0]?.md5) wrong.push(group.identifier);
    });
    const { added, errors } = await readLog(port);
    const notLoggedOnce = groups.map(({ group }) => group.identifier).filter((identifier) => added.get(identifier) !== 1);
    const unloggedErrors = Math.max(0, this.#answeredErrors - errors);
    return { groups: groups.length, kills: this.#killed, unanswered: this.#unanswered, missing, wrong, notLoggedOnce, unloggedErrors };
  }
}

/** How often each group was added, and how many calls were refused or failed. */
async function readLog(port: number): Promise<{ added: Map<string, number>; errors: number }> {
  const added = new Map<string, number>();
  let errors = 0;
  for (let after: number | null = 0; after !== null; ) {
    const answer: Response = await fetch(`http://127.0.0.1:${port}/ingest/log?limit=1000&after=${after}`);
    const page = (await answer.json()) as { rows: { group: string; result: string }[]; next: number | null };
    for (const { group, result } of page.rows)
      if (result === 'OK') added.set(group, (added.get(group) ?? 0) + 1);
      else errors++;
    after = page.next;
  }
  return { added, errors };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
