/** A small web that changes between the runs of one crawl, and what each run wrote into the journal. */

import type { DefinitionInput } from '../../src/definition/crawl/index.js';
import type { CrawlEnd } from '../../src/run/crawl/index.js';
import type { FixturePage, FixtureWeb, TestWorkspace } from '../../src/testing/index.js';
import type { Crawling } from './crawling.js';

export const HOST = 'law.example';

export interface ChangingWeb {
  readonly web: FixtureWeb;
  readonly made: TestWorkspace;
  /** Path → page; change it between two runs. */
  readonly pages: Record<string, FixturePage>;
  /** One run; answers with its journal as `operation path`, sorted, suspicions as `suspected path` and `cleared path`. */
  run(definition?: Partial<DefinitionInput>): Promise<string[]>;
  end(): CrawlEnd;
  operations(): Readonly<Record<string, number>>;
}

export async function changingWeb(open: Crawling, pages: Record<string, FixturePage>): Promise<ChangingWeb> {
  const web = await open.fixture({ [HOST]: pages });
  const made = open.workspace();
  let last: CrawlEnd | null = null;
  const run = async (definition: Partial<DefinitionInput> = {}): Promise<string[]> => {
    const { fetch, politeness, ...rest } = definition;
    last = await made.crawl({
      seeds: [`http://${HOST}/`],
      budget: { keepFree: 0 },
      ...rest,
      politeness: { maxDelay: '100ms', ...politeness }, // a site in trouble is spared for no longer
      fetch: { retries: 0, ...web.fetch, ...fetch },
    } as never);
    return journalOf(made, last.run);
  };
  const end = (): CrawlEnd => last as CrawlEnd;
  return { web, made, pages, run, end, operations: () => made.read((repository) => repository.summary(end().run).operations) };
}

/** The entries of one run. */
export const journalOf = (made: TestWorkspace, run: number): string[] =>
  made
    .rows('journal')
    .filter((row) => row['run'] === run)
    .map(
      ({ operation, url, suspicion }) => `${operation === 'None' ? String(suspicion) : String(operation)} ${new URL(String(url)).pathname}`,
    )
    .sort();

/** A page with a text of its own, some paragraphs long. */
export const article = (name: string, ...more: string[]): string =>
  `<!doctype html><html lang="en"><title>${name}</title><h1>${name}</h1>
<p>This is the article about ${name}, which says what has to be said about ${name} and nothing else.</p>
${more.map((text) => `<p>${text}</p>`).join('\n')}</html>`;

/** A page that lists these. */
export const listOf = (...paths: string[]): string =>
  `<!doctype html><html lang="en"><title>Contents</title><h1>Contents</h1><ul>${paths.map((path) => `<li><a href="${path}">${path}</a></li>`).join('\n')}</ul></html>`;

/** A page with a validator: 304 to whoever has it already. `repeats`: also the 304 names it. */
export function tagged(body: string, tag: string, repeats = true): FixturePage {
  return (request) => {
    const headers: Record<string, string> = { 'Content-Type': 'text/html; charset=utf-8', ETag: tag };
    if (request.headers['if-none-match'] !== tag) return { headers, body };
    return repeats ? { status: 304, headers } : { status: 304, headers: {} };
  };
}
