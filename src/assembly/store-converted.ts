import type { Definition } from '../definition/crawl/index.js';
import type { OpenConversionOptions } from '../follow/convert/index.js';
import { receiveFile } from '../ingest/index.js';
import type { Workspace } from '../store/index.js';

/** Stores what a conversion made in the archive as a resource record, named by the identifier of the file: nobody was asked for it. */
export function storeConverted(workspace: Workspace, definition: Definition): OpenConversionOptions['store'] {
  const archive = { ...definition.archive, except: [] };
  return async ({ version, file }, bytes) => {
    const { type: format, identifier, length, md5, sha256, name } = file;
    const received = { format, identifier, length, md5, sha256, name, bytes, path: '', url: '' };
    const { url, fetch } = await receiveFile(received, Date.now(), archive);
    const answer = { url, site: 'urn:converted:files', fetch: { ...fetch, method: 'CONVERTED' } };
    return workspace.addConverted({ version, file, answer });
  };
}
