/** winnow demo: starts the bundled web on loopback, crawls it end to end, shows the report and serves a live page. */
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { readAtOnce, runCrawl, VERSION, workspaceSigns } from '../../assembly/index.js';
import { definitionFromInput } from '../../definition/crawl/index.js';
import { stateFolder } from '../../platform/index.js';
import { type RunningServer, startServer } from '../../server/index.js';
import { govEndLine } from '../../views/reports/index.js';
import { DEMO_PORT, type DemoWeb, demoDefinition, GOV_SITES, offlineDefinition, startDemoWeb } from '../../webs/demo/index.js';
import type { Exit } from '../exit-codes.js';
import { type Keepers, openKeepers } from '../keepers.js';
import { LICENCE_NOTICE } from '../licence-notice.js';
import { folded } from '../lines.js';
import { printReport } from '../print-report.js';
import { showProgress, stopOnInterrupt } from '../progress.js';
import type { Terminal } from '../terminal.js';

interface DemoFlags {
  readonly workspace?: string;
  readonly profile?: string;
  readonly port: string;
  readonly day: string;
  readonly once?: boolean;
}

export function demoCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('demo')
    .description('Crawl the bundled demo web end to end and show what came of it')
    .option('-w, --workspace <folder>', `where the crawl is kept (default: ${join('crawls', 'demo')}, or the name of the profile)`)
    .addOption(
      new Option('--profile <name>', 'instead of the demo web, a government web in small: real names of hosts, invented content').choices([
        'gov-2',
        'gov-9',
      ]),
    )
    .option('--port <number>', 'port of the live page; 0 takes any', '7700')
    .option('--day <number>', 'the demo web as it is on a later day: pages appear, change and go', '0')
    .option('--once', 'end after the report')
    .addHelpText(
      'after',
      '\nExamples:\n  winnow demo               crawl, then keep the live page until Ctrl-C\n  winnow demo --once        crawl, print the report, end\n  winnow demo --day 1       the next day: run it after the first\n  winnow demo --profile gov-9 --once   the map of a government web, offline',
    )
    .action(async (flags: DemoFlags) => exit(await demo(flags, terminal)));
}

async function demo(flags: DemoFlags, terminal: Terminal): Promise<Exit> {
  const workspace = flags.workspace ?? join('crawls', flags.profile ?? 'demo');
  const keepers = openKeepers(terminal);
  const page = await servePage({ ...flags, workspace }, keepers, terminal);
  const interrupts = stopOnInterrupt(terminal);
  let web: DemoWeb | null = null;
  try {
    terminal.remark(`${folded(LICENCE_NOTICE, terminal.width).join('\n')}\n`);
    web = await startWeb(flags, terminal);
    terminal.remark(
      `A small web of ${web.sites.length} sites is up on loopback. Winnow crawls it now, politely: a page at a time per site.`,
    );
    terminal.remark(`  live page   ${page.url}\n  workspace   ${workspace}\n  definition  ${definitionWords(flags, web)}\n`);
    const { definition } = await definitionFromInput(flags.profile ? offlineDefinition(flags.profile, web) : demoDefinition(web));
    const end = await runCrawl({
      state: stateFolder(process.env),
      definition,
      folder: process.cwd(),
      workspace: resolve(workspace),
      stop: interrupts.stop,
      onProgress: showProgress(terminal),
    });
    terminal.live('');
    const report = await printReport(workspace, terminal);
    if (report.profile === 'gov') terminal.print(govEndLine(report.visited, report.seconds));
    if (end.state === 'stopped') return 'interrupted';
    interrupts.idle();
    if (!flags.once) await keepShowing(page.url, workspace, terminal, interrupts.stop);
    return 'ok';
  } finally {
    interrupts.release();
    await page.close();
    await keepers.close();
    await web?.close();
  }
}

/** A web that stays up is where examples/demo.yaml looks for it, unless another one is there already. */
async function startWeb({ day, profile, once: ends }: DemoFlags, terminal: Terminal): Promise<DemoWeb> {
  const wanted = { day: Number(day), ...(profile ? { sites: GOV_SITES } : {}) };
  if (ends || profile) return startDemoWeb(wanted);
  try {
    return await startDemoWeb({ ...wanted, port: DEMO_PORT });
  } catch (error) {
    if (((error as Error).cause as NodeJS.ErrnoException | undefined)?.code !== 'EADDRINUSE') throw error;
    terminal.remark(`Another program uses port ${DEMO_PORT}, so this web is on other ports: examples/demo.yaml does not lead to it.`);
    return startDemoWeb(wanted);
  }
}

function definitionWords({ profile, once: ends }: DemoFlags, web: DemoWeb): string {
  if (profile) return `profile ${profile}`;
  const isThere = Object.values(web.resolve).some((at) => at.endsWith(`:${DEMO_PORT}`));
  return ends || !isThere ? 'as examples/demo.yaml, on other ports' : 'examples/demo.yaml says the same as a file';
}

async function keepShowing(url: string, workspace: string, terminal: Terminal, stop: AbortSignal): Promise<void> {
  terminal.remark(
    `\nThe live page stays on ${url} until Ctrl-C, and so does the API: ${url}docs. Try meanwhile, in another terminal (in a checkout by npx winnow):\n  winnow export pages -w ${workspace} | head -3\n  winnow search harbour -w ${workspace}\n  winnow report list-mimetypes -w ${workspace}\n  winnow archive check -w ${workspace}`,
  );
  if (!stop.aborted) await once(stop, 'abort');
}

function servePage(
  { workspace, port, once: ends }: DemoFlags & { readonly workspace: string },
  keepers: Keepers,
  terminal: Terminal,
): Promise<RunningServer> {
  return startServer({
    workspaces: [resolve(workspace)],
    below: '',
    host: '127.0.0.1',
    port: ends ? 0 : Number(port),
    token: null,
    version: VERSION,
    open: readAtOnce,
    signs: workspaceSigns,
    ...keepers.parts,
    onError: (error) => terminal.remark(`The live page: ${(error as Error).message}`),
  });
}
