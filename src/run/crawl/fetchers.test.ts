import { httpScene } from '../../../test/support/fetcher-scenes.js';
import { definitionFromInput } from '../../definition/crawl/index.js';
import { fetcherContract } from '../../fetch/fetcher.contract.js';
import { httpFetcher } from '../../fetch/index.js';
import { type Plugin, Registry } from '../../plugins/index.js';
import { FetcherSet } from './fetchers.js';

fetcherContract('a set of fetchers', () =>
  httpScene(async (options) => {
    const { spoolFolder, ...fetch } = options as { spoolFolder: string };
    const input = { seeds: ['http://127.0.0.1/'], fetch: { contact: 'me@example.org', ...fetch } };
    const { definition } = await definitionFromInput(input, { environment: {} });
    return new FetcherSet(definition, new Registry([httpFetcher as unknown as Plugin]), [], spoolFolder, spoolFolder);
  }),
);
