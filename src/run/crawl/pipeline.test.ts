import { expect, it } from 'vitest';
import { loadRegistry } from '../../assembly/index.js';
import { definitionFromInput } from '../../definition/crawl/index.js';
import { makePipeline } from './pipeline.js';

const PAGE = '<title>t</title><meta name="sifter" content="nofollow"><p>Text</p>';

async function directivesFor(agent: string) {
  const { definition } = await definitionFromInput({ seeds: ['https://a.example/'], fetch: { agent } }, { environment: {} });
  const pipeline = makePipeline({
    definition,
    registry: await loadRegistry([], '.'),
    secret: new Uint8Array(16),
    seedHosts: ['a.example'],
  });
  const input = { url: 'https://a.example/', bytes: Buffer.from(PAGE), type: 'text/html', contentType: 'text/html', headers: [] };
  return (await pipeline.read(input))?.directives;
}

it('a page that speaks to the agent by its name is heard, under whatever name the crawl goes', async () => {
  expect(await directivesFor('Sifter')).toMatchObject({ nofollow: true });
  expect(await directivesFor('Winnow')).toMatchObject({ nofollow: false });
});
