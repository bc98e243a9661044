/** A few turns of the damage campaign (npm run test:damage has the many), and what users are told. */
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../damage/ask.js';
import { DamageCampaign, TARGETS } from '../damage/campaign.js';
import { crawling } from '../support/crawling.js';

describe('flips and cuts', () => {
  const campaign = new DamageCampaign();
  beforeAll(() => campaign.prepare(['harbour-news'], 12));
  afterAll(() => campaign.close());

  it.each(TARGETS)('in %s change no answer in silence', async (target) => {
    const tally = await campaign.run(target, 4, 21);
    expect({ ...tally, unaware: [...tally.unaware.keys()] }).toMatchObject({ damages: 4, silent: [], crashed: [], unaware: [] });
  });
});

describe('a damaged workspace', () => {
  const open = crawling();

  async function crawled(): Promise<string> {
    const pages = Object.fromEntries(
      ['/', '/a', '/b', '/c'].map((path) => [
        path,
        `<title>${path}</title><p>Words of ${path}</p><a href="/a">a</a> <a href="/b">b</a> <a href="/c">c</a>`,
      ]),
    );
    const web = await open.fixture({ 'a.test': pages });
    const to = open.workspace();
    await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
    return to.workspace;
  }

  const archived = (workspace: string, end: string): string =>
    join(workspace, 'archive', readdirSync(join(workspace, 'archive')).find((name) => name.endsWith(end)) ?? '');

  const flip = (file: string, at: number): void => {
    const bytes = readFileSync(file);
    bytes[at] = (bytes[at] as number) ^ 4;
    writeFileSync(file, bytes);
  };

  it('is neither read nor written until its damage is accepted', async () => {
    const workspace = await crawled();
    expect(await ask(['doctor', '--deep', '-w', workspace])).toMatchObject({
      exit: 'ok',
      out: expect.stringContaining('Nothing is damaged'),
    });
    const file = join(workspace, 'core.db');
    flip(file, readFileSync(file).lastIndexOf('Words of') + 2);
    for (const words of [['export', 'pages'], ['status'], ['journal'], ['traps']])
      expect((await ask([...words, '-w', workspace])).said, words.join(' ')).toContain(`${file} is damaged: page `);
    expect(await ask(['doctor', '--deep', '-w', workspace])).toMatchObject({
      exit: 'found',
      out: expect.stringContaining(`${file}: page`),
    });
    expect((await ask(['doctor', '--accept-damage', '-w', workspace])).said).toBe('');
    expect(await ask(['status', '-w', workspace])).toMatchObject({ exit: 'ok', said: '' });
  });

  it('whose archive has a bad record is listed on, with the place named', async () => {
    const workspace = await crawled();
    const file = archived(workspace, '.warc.gz');
    const lines = (await ask(['archive', 'list', '--json', '-w', workspace])).out.trim().split('\n');
    const records = lines.map((line) => JSON.parse(line) as { offset: number; length: number });
    for (const bad of [0, 2, records.length - 1]) {
      const { offset, length } = records[bad] as (typeof records)[0];
      const at = bad === 0 ? 0 : offset + Math.floor(length / 2);
      flip(file, at);
      const { out, said, exit } = await ask(['archive', 'list', '--json', '-w', workspace]);
      expect(out.trim().split('\n')).toEqual(lines.filter((_, index) => index !== bad));
      expect(said).toContain(`:${offset}  damaged: `);
      expect(exit).toBe('found');
      flip(file, at);
    }
  });

  it('whose index is damaged has it written anew by the command that is named', async () => {
    const workspace = await crawled();
    const index = archived(workspace, '.cdxj');
    const whole = readFileSync(index, 'utf8');
    truncateSync(index, whole.length - 30);
    const { out, exit } = await ask(['doctor', '--deep', '-w', workspace]);
    expect(exit).toBe('found');
    expect(out).toContain(`winnow archive index -w ${workspace}`);
    expect(await ask(['archive', 'check', '-w', workspace])).toMatchObject({ exit: 'found', out: expect.stringContaining('.cdxj') });
    await ask(['archive', 'index', '-w', workspace]);
    expect(readFileSync(index, 'utf8')).toBe(whole);
    expect(await ask(['archive', 'check', '-w', workspace])).toMatchObject({ exit: 'ok' });
  });
});
