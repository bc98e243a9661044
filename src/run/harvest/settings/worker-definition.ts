/** A worker file as a definition: for runs that begin without a command line of their own. */
import { loadConnector, RUN_PARAMETERS, translateOlder } from '../../../definition/connector/index.js';
import { type Definition, definitionFromInput } from '../../../definition/crawl/index.js';
import { readWorkerFile } from '../../../formats/document-groups/index.js';
import { type RunSettings, settleRun } from './settle-run.js';

export interface WorkerDefinition {
  readonly definition: Definition;
  readonly workspace: string;
}

/** Folders in it are relative to `folder`, connectors of one's own lie in the folder of that name below. */
export async function workerDefinition(file: string, folder: string): Promise<WorkerDefinition> {
  const { portal, parameters: written, settings } = await readWorkerFile(file, { settings: Object.keys(RUN_PARAMETERS) });
  const connectors = [`${folder}/connectors`];
  const { connector } = await loadConnector(portal ?? '', { folders: connectors });
  const {
    workspace,
    accepted,
    downloadAll,
    onlyNew,
    definition: said,
  } = await settleRun(connector, settings as RunSettings, { folder, connectors });
  const { parameters } = translateOlder(connector.parameters, written);
  const wanted = { id: connector.id, parameters: { ...parameters } as never, accepted, downloadAll, onlyNew };
  const { definition } = await definitionFromInput({ ...said, name: connector.id, portal: wanted }, { directory: folder });
  return { definition, workspace };
}
