/** Options and help of the workers before, as a user types them: processes of their own, in folders of their own. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type FixtureServer, type PortalFixture, serveFixtures } from '../../src/webs/portals/index.js';
import { folderWith, lawConnector, lawPortal } from '../support/law-portal.js';
import { runCli, startCli } from '../support/run-cli.js';
import { until } from '../support/until.js';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const LAMPLAND = { id: 'lampland', host: 'law.lampland.test', laws: 3 };

async function folder(parameters: string): Promise<string> {
  const made = await folderWith({ lampland: lawConnector(LAMPLAND, `parameters: ${parameters}`) });
  open.push({ close: () => rm(made, { recursive: true, force: true }) });
  return made;
}

async function served(portal: PortalFixture): Promise<FixtureServer> {
  const server = await serveFixtures([portal], 1);
  open.push(server);
  return server;
}

const here = (at: string): string[] => `--resolve ${LAMPLAND.host}=${at} --allow-addresses 127.0.0.1 --contact a@b.test`.split(' ');

it('E-56 one description makes a parameter appear in the form and in the help, whose two sections any word for help shows', async () => {
  const at = await folder("{ Courts: { about: 'Which courts are asked', type: list, default: [high] } }");
  const [asked, spelt, form] = await Promise.all([
    runCli(['portals', 'run', 'lampland', '-?'], at),
    runCli(['portals', 'run', 'lampland', '-Help'], at),
    runCli(['portals', 'show', 'lampland', '--form'], at),
  ]);
  expect(asked.code).toBe(0);
  expect(asked.out).toMatch(
    /\nOptions:\n[\s\S]*--workspace <folder>[\s\S]*\nParameters of Laws of lampland:\n +--Courts <list> +Which courts are asked \(default: high\)/,
  );
  expect(spelt.out).toBe(asked.out);
  const { sections } = JSON.parse(form.out) as { sections: { name: string; fields: object[] }[] };
  expect(sections[0]?.fields).toMatchObject([{ name: 'Courts', about: 'Which courts are asked', default: ['high'], takesSeveral: true }]);
  expect(sections[1]?.fields).toContainEqual(expect.objectContaining({ name: 'workspace' }));
});

it('E-57 takes the options of the workers before: silent, parameters, log file and levels, configuration', async () => {
  const at = await folder('{ StartYear: { about: First year, type: year } }');
  const server = await served(lawPortal(LAMPLAND));
  const worker = '<LamplandParameters><CrawlerParameters><StartYear>2001</StartYear></CrawlerParameters></LamplandParameters>';
  writeFileSync(join(at, 'worker.xml'), worker);
  const configuration =
    '<appSettings><add key="MaxDegreeOfParallelism" value="2"/><add key="DestinationFolder" value="kept"/></appSettings>';
  writeFileSync(join(at, 'app.config'), configuration);
  const options = ['-s', '-p', 'worker.xml', '-l', 'logs/run-{0}.log', '--log-level', 'DEBUG'];
  const levels = ['--custom-log-levels', 'document,ERROR;Unito.EUCases,DEBUG', '--app-config', 'app.config'];
  const run = await runCli(['portals', 'run', ...options, ...levels, ...here(server.at)], at);
  expect(run, run.err).toMatchObject({ code: 0 });
  expect(run.out).toMatch(/documents +3: 3 new/);
  expect(run.err).not.toMatch(/re-use|Beginning run/); // silent
  const [log = ''] = readdirSync(join(at, 'logs'));
  expect(log).toMatch(/^run-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.log$/);
  const said = readFileSync(join(at, 'logs', log), 'utf8');
  expect(said).toMatch(/"level":"debug","part":"request","message":"GET https:\/\/law\.lampland\.test\/law\/1 200/);
  expect(said).not.toContain('"part":"document"');
  expect(run.err).toContain('The log has no part Unito.EUCases');
  expect(readdirSync(at)).toContain('kept');
});

it('E-57 the interrupt key cancels a run cleanly: the same command goes on', async () => {
  const at = await folder('{}');
  const portal = lawPortal(LAMPLAND);
  const state = { isSlow: true, asked: 0 };
  const slow: PortalFixture = {
    ...portal,
    open: (day) => {
      const answer = portal.open(day);
      return async (request) => {
        if (request.url.pathname.startsWith('/law/')) state.asked++;
        return { ...(await answer(request)), ...(state.isSlow && request.url.pathname === '/law/2' ? { after: 60_000 } : {}) };
      };
    },
  };
  const server = await served(slow);
  const { child, ended, said } = startCli(['portals', 'run', 'lampland', '-s', '--json', ...here(server.at)], at);
  await until(() => state.asked >= 2);
  child.kill('SIGINT');
  expect(await ended, said.err).toBe(130);
  const stopped = JSON.parse(said.out) as { state: string; operations: { Add: number } };
  expect(stopped.state).toBe('stopped');
  state.isSlow = false;
  const again = await runCli(['portals', 'run', 'lampland', '-s', '--json', ...here(server.at)], at);
  expect(JSON.parse(again.out)).toMatchObject({ state: 'finished', resumed: true, operations: { Add: 3 - stopped.operations.Add } });
});
