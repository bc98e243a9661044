/** Has new versions converted as a definition says, beside a run, while its workspace is open. A converter that is away ends nothing. */
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type Definition, ownEnvironment } from '../definition/crawl/index.js';
import {
  type ConversionReport,
  type Converter,
  httpConverter,
  type OpenConversionOptions,
  openConversion,
  programConverter,
  type RunningConversion,
} from '../follow/convert/index.js';
import { receiveFile } from '../ingest/index.js';
import type { Workspace } from '../store/index.js';

export interface ConvertingOptions {
  readonly definition: Definition;
  /** Folder that paths are relative to. */
  readonly folder: string;
  readonly workspace: Pick<Workspace, 'folder' | 'repository' | 'addConverted'>;
  /** Name of the crawl, where its pages are the documents. */
  readonly pagesOf?: string;
  readonly onRemark: (remark: string) => void;
  /** How long a converter that fails is left alone. */
  readonly retry?: OpenConversionOptions['retry'];
}

type Wish = Definition['convert'][number];

/** How long converting goes on for a run that was stopped; what is left waits. */
const HURRIED_MS = 500;

/** The work, which says when its run has begun, and what became of its new versions. */
export async function converting<End extends { readonly state: string }>(
  options: ConvertingOptions,
  work: (begun: () => void) => Promise<End>,
): Promise<{ end: End; conversions: readonly ConversionReport[] }> {
  let begin = (_hasBegun: boolean): void => {};
  const begun = new Promise<boolean>((resolve) => {
    begin = resolve;
  });
  const running = openAll(options, begun);
  let withinMs: number | undefined = HURRIED_MS;
  try {
    const end = await work(() => begin(true));
    if (end.state !== 'stopped') withinMs = undefined;
    begin(false);
    return { end, conversions: await finishAll(running, withinMs) };
  } finally {
    begin(false); // of no effect where it has
    await finishAll(running, withinMs); // again, where the work failed: those that have ended say so
  }
}

const finishAll = (running: RunningConversion[], withinMs: number | undefined): Promise<ConversionReport[]> =>
  Promise.all(running.splice(0).map((conversion) => conversion.finish(withinMs)));

/** One that cannot even be opened must not keep the run from beginning. */
function openAll(options: ConvertingOptions, begun: Promise<boolean>): RunningConversion[] {
  return options.definition.convert.flatMap((wish) => {
    const name = wish.name ?? nameOf(wish);
    try {
      return [openOne(wish, name, options, begun)];
    } catch (error) {
      options.onRemark(`${name}: nothing is converted in this run: ${(error as Error).message}`);
      return [];
    }
  });
}

function openOne(wish: Wish, name: string, options: ConvertingOptions, begun: Promise<boolean>): RunningConversion {
  const { workspace, pagesOf = null, onRemark, retry } = options;
  const { roles, types, suffix, type, attempts, concurrency } = wish;
  return openConversion({
    name,
    workspace: workspace.folder,
    repository: workspace.repository,
    converter: converterOf(wish, options),
    rules: { roles, types, pagesOf, archive: join(workspace.folder, 'archive') },
    store: storing(options),
    folder: wish.folder === undefined ? null : resolve(options.folder, wish.folder),
    fromStart: wish.from === 'start',
    suffix,
    type,
    attempts,
    concurrency,
    onRemark,
    begun,
    ...(retry ? { retry } : {}),
  });
}

function converterOf(wish: Wish, { folder }: ConvertingOptions): Converter {
  const { to, program, timeout: timeoutMs, headers, user, password, token, insecureTls, maxAnswer, suffix = '' } = wish;
  if (to !== undefined) return httpConverter({ to, timeoutMs, headers, user, password, token, insecureTls, maxAnswer });
  return programConverter({ argv: program ?? [], folder, environment: ownEnvironment(), timeoutMs, maxAnswer, ending: suffix });
}

/** Into the archive as a resource record, named by the identifier of the file: nobody was asked for it. */
function storing({ workspace, definition }: ConvertingOptions): OpenConversionOptions['store'] {
  const archive = { ...definition.archive, except: [] };
  return async ({ version, file }, bytes) => {
    const { type: format, identifier, length, md5, sha256, name } = file;
    const received = { format, identifier, length, md5, sha256, name, bytes, path: '', url: '' };
    const { url, fetch } = await receiveFile(received, Date.now(), archive);
    const answer = { url, site: 'urn:converted:files', fetch: { ...fetch, method: 'CONVERTED' } };
    return workspace.addConverted({ version, file, answer });
  };
}

/** From the address or the program, so that it is the same each time and a new one begins anew. */
function nameOf({ to, program = [] }: Wish): string {
  const said = to ?? JSON.stringify(program);
  const shown = to === undefined ? (program[0]?.split('/').at(-1) ?? '') : new URL(to).hostname;
  return `convert-${shown.replace(/[^\w.-]/g, '').slice(0, 40)}-${createHash('sha256').update(said).digest('hex').slice(0, 8)}`;
}
