/** A harvest that is killed in the middle, again and again, and started anew: nothing is lost, and nothing happens twice. */
import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readWorkspace } from '../../src/backends/index.js';
import { type FixtureServer, type PortalFixture, serveFixtures } from '../../src/webs/portals/index.js';
import { seededRandom } from '../crash/random.js';
import { folderWith, lawConnector, lawPortal } from '../support/law-portal.js';
import { startCli } from '../support/run-cli.js';

const PORTAL = { id: 'lampland', host: 'law.lampland.test', laws: 60 };
const KILLS = 2;

let server: FixtureServer;
let folder = '';
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Told of every law before it is answered. */
function watched(onLaw: (path: string) => void): PortalFixture {
  const portal = lawPortal(PORTAL);
  const open: PortalFixture['open'] = (day) => {
    const answer = portal.open(day);
    return (request) => {
      if (request.url.pathname.startsWith('/law/')) onLaw(request.url.pathname);
      return answer(request);
    };
  };
  return { ...portal, open };
}

it(`killed ${KILLS} times in the middle, a harvest has every document once and asks for hardly any twice`, async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const random = seededRandom(seed);
  const asked: string[] = [];
  // Somewhere in each stretch, while an answer is on its way.
  const stretch = PORTAL.laws / (KILLS + 1);
  const moments = new Set(Array.from({ length: KILLS }, (_, at) => Math.ceil(stretch * (at + 0.1 + 0.8 * random.fraction()))));
  let harvester: ChildProcess | null = null;
  const fixture = watched((path) => {
    asked.push(path);
    if (moments.has(asked.length)) harvester?.kill('SIGKILL');
  });
  server = await serveFixtures([fixture], 1);
  folder = await folderWith({ lampland: lawConnector(PORTAL) });
  const here = ['--resolve', `${PORTAL.host}=${server.at}`, '--allow-addresses', '127.0.0.1', '--contact', 'a@b.test', '--json', '-q'];
  const live = async () => {
    const { child, ended, said } = startCli(['portals', 'run', 'lampland', ...here], folder);
    harvester = child;
    return { code: await ended, ...said };
  };

  for (let kill = 0; kill < KILLS; kill++) expect((await live()).code, `seed ${seed}`).toBeNull();
  const last = await live();
  expect([last.code, last.err], `seed ${seed}`).toEqual([0, '']);
  expect(JSON.parse(last.out), `seed ${seed}`).toMatchObject({ run: 1, resumed: true, state: 'finished', failed: 0, isSuspicious: false });

  const { repository, close } = readWorkspace(join(folder, 'crawls', 'lampland'));
  try {
    const keys = Array.from({ length: PORTAL.laws }, (_, at) => String(at + 1));
    const stored = [...repository.deposits.all('lampland')];
    expect(stored.map(({ key }) => key).sort(), `seed ${seed}`).toEqual([...keys].sort());
    for (const { key, files } of stored)
      for (const file of files)
        expect(Buffer.from(await repository.deposits.read(file)).toString(), `seed ${seed}`).toContain(`have ${key} lamps`);
    const operations = [...repository.rows('journal')].map(({ operation }) => operation);
    expect(operations, `seed ${seed}`).toEqual(keys.map(() => 'Add'));
    // What was under way when it was killed, and what was answered but not yet stored.
    expect(asked.length - new Set(asked).size, `seed ${seed}`).toBeLessThanOrEqual(4 * KILLS);
  } finally {
    close();
  }
});
