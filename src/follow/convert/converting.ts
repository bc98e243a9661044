/** Has new versions converted as a definition says, beside a run, while its workspace is open. A converter that is away ends nothing. */
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type Definition, ownEnvironment } from '../../definition/crawl/index.js';
import { type Companion, patience } from '../../run/lifecycle/index.js';
import type { Workspace } from '../../store/index.js';
import { type Converter } from './converter.js';
import { httpConverter } from './http-converter.js';
import { type ConversionReport, type OpenConversionOptions, openConversion, type RunningConversion } from './open-conversion.js';
import { programConverter } from './program-converter.js';

export interface ConvertingOptions {
  readonly definition: Definition;
  /** Folder that paths are relative to. */
  readonly folder: string;
  readonly workspace: Pick<Workspace, 'folder' | 'repository'>;
  /** Keeps what was made of a version. */
  readonly store: OpenConversionOptions['store'];
  /** Name of the crawl, where its pages are the documents. */
  readonly pagesOf?: string;
  readonly onRemark: (remark: string) => void;
  /** How long a converter that fails is left alone. */
  readonly retry?: OpenConversionOptions['retry'];
}

type Wish = Definition['convert'][number];

export interface Conversions extends Companion {
  /** What became of the run's new versions; there when it has ended. */
  readonly reports: readonly ConversionReport[];
}

export function openConversions(options: ConvertingOptions): Conversions {
  let begin = (_hasBegun: boolean): void => {};
  const begun = new Promise<boolean>((resolve) => {
    begin = resolve;
  });
  const running = openAll(options, begun);
  const reports: ConversionReport[] = [];
  return {
    reports,
    begun: () => begin(true),
    async finish(ending) {
      begin(false); // of no effect where it has begun
      const withinMs = patience(ending, undefined);
      reports.push(...(await Promise.all(running.map((conversion) => conversion.finish(withinMs)))));
    },
  };
}

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
  const { workspace, pagesOf = null, onRemark, retry, store } = options;
  const { roles, types, suffix, type, attempts, concurrency } = wish;
  return openConversion({
    name,
    workspace: workspace.folder,
    repository: workspace.repository,
    converter: converterOf(wish, options),
    rules: { roles, types, pagesOf, archive: join(workspace.folder, 'archive') },
    store,
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

/** From the address or the program, so that it is the same each time and a new one begins anew. */
function nameOf({ to, program = [] }: Wish): string {
  const said = to ?? JSON.stringify(program);
  const shown = to === undefined ? (program[0]?.split('/').at(-1) ?? '') : new URL(to).hostname;
  return `convert-${shown.replace(/[^\w.-]/g, '').slice(0, 40)}-${createHash('sha256').update(said).digest('hex').slice(0, 8)}`;
}
