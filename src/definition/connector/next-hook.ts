/**
 * The run that follows a run, by whatever a user calls it: a portal, a definition, a worker file, the program of an older
 * worker, any other program.
 */
import { resolve } from 'node:path';
import { SHIPPED_CONNECTORS } from './find.js';
import { loadConnector } from './load.js';

export interface NextOptions {
  /** Folder that files are relative to. */
  readonly folder: string;
  /** Folders of connectors beside the shipped ones. */
  readonly connectors: readonly string[];
}

/** A hook of a definition. */
export async function nextHook(named: string, options: NextOptions): Promise<object> {
  if (/\.(ya?ml|json|xml|[cm]?[jt]s)$/i.test(named)) return { next: resolve(options.folder, named) };
  const portal = await portalNamed(workerName(named), options);
  return portal === null ? { program: [named], when: 'success' } : { next: { portal } };
}

/** Older workers were programs of their own: C:\Workers\Crawlers.NormattivaWorker.exe harvests Normattiva. */
const workerName = (named: string): string =>
  /\.exe$/i.test(named) ? (/(?<![^\\/.])([^\\/.]+?)(?:worker)?\.exe$/i.exec(named.trim())?.[1] ?? named) : named;

/** A connector of the user's own by its file: whoever runs it next looks for it elsewhere. */
const portalNamed = (name: string, { connectors }: NextOptions): Promise<string | null> =>
  loadConnector(name, { folders: connectors }).then(
    ({ connector, file }) => (file.startsWith(SHIPPED_CONNECTORS) ? connector.id : file),
    () => null,
  );
