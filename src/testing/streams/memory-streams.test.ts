import { type Rows, type StreamWorld, streamsContract } from '../../store/streams/streams.contract.js';
import { memoryStreams } from './memory-streams.js';
import { sampleRows } from './sample-rows.js';

/** Columns are told by the first row, so the lists are there from the beginning. */
async function openInMemory(): Promise<StreamWorld> {
  const lists: Rows = sampleRows();
  const streams = memoryStreams(lists);
  for (const list of Object.values(lists)) list.length = 0;
  return {
    streams,
    put: async (rows) => {
      for (const name of Object.keys(rows) as (keyof Rows)[]) (lists[name] as unknown[]).push(...(rows[name] ?? []));
    },
    removeFetch: async (id) =>
      void lists.fetches.splice(
        lists.fetches.findIndex((row) => row.id === id),
        1,
      ),
    close: async () => {},
  };
}

streamsContract('in memory', openInMemory);
