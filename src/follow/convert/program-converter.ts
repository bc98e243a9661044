/**
 * A program that converts: from its standard input to its standard output, or from one file to another where its arguments
 * name them as {source} and {answer}. These lie in a folder of their own, which is removed afterwards.
 */
import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { inDraftFolder, ProgramError, type ProgramOptions, runProgram } from '../../platform/index.js';
import { ConversionError, type ConversionSource, type Converted, type Converter } from './converter.js';

export interface ProgramConverterOptions extends Pick<ProgramOptions, 'argv' | 'folder' | 'environment' | 'timeoutMs'> {
  readonly maxAnswer: number;
  /** What the file of the answer ends in: some programs go by that. */
  readonly ending: string;
}

export function programConverter(options: ProgramConverterOptions): Converter {
  const [name = ''] = options.argv;
  const usesFiles = options.argv.some((argument) => /\{(source|answer)\}/.test(argument));
  return {
    name,
    convert: async (source, signal) => {
      const bytes = await (usesFiles ? withFiles(options, source, signal) : throughPipes(options, source, signal));
      return bytes.length === 0 ? null : { bytes, type: null };
    },
    close: async () => {},
  };
}

const variablesOf = ({ name, type, url, id }: ConversionSource): Record<string, string> => ({
  WINNOW_RUN_FILE: name,
  WINNOW_RUN_TYPE: type,
  WINNOW_RUN_URL: url,
  WINNOW_RUN_CONVERSION: id,
});

async function throughPipes(options: ProgramConverterOptions, source: ConversionSource, signal: AbortSignal): Promise<Converted['bytes']> {
  return run(options, { input: await source.stream(), maxOutput: options.maxAnswer }, source, signal);
}

function withFiles(options: ProgramConverterOptions, source: ConversionSource, signal: AbortSignal): Promise<Converted['bytes']> {
  return inDraftFolder(join(tmpdir(), 'convert'), async (folder) => {
    const [from, to] = [join(folder, `source${endingOf(source.name)}`), join(folder, `answer${options.ending}`)];
    await pipeline(await source.stream(), createWriteStream(from));
    const argv = options.argv.map((argument) => argument.replaceAll('{source}', from).replaceAll('{answer}', to));
    const writesFile = options.argv.some((argument) => argument.includes('{answer}'));
    const said = await run({ ...options, argv }, { input: null, ...(writesFile ? {} : { maxOutput: options.maxAnswer }) }, source, signal);
    return writesFile ? answerIn(to, options.maxAnswer) : said;
  });
}

async function run(
  { argv, folder, environment, timeoutMs }: ProgramConverterOptions,
  pipes: Pick<ProgramOptions, 'input' | 'maxOutput'>,
  source: ConversionSource,
  signal: AbortSignal,
): Promise<Converted['bytes']> {
  try {
    const { failure, output, said } = await runProgram({
      argv,
      folder,
      timeoutMs,
      environment: { ...environment, ...variablesOf(source) },
      signal,
      ...pipes,
    });
    if (failure === null) return output;
    const isTooLong = failure.startsWith('its answer is longer');
    throw new ConversionError(isTooLong ? 'refused' : 'failed', `${argv[0]}: ${failure}${said === '' ? '' : `: ${said.slice(-300)}`}`);
  } catch (error) {
    throw error instanceof ProgramError ? new ConversionError('away', error.message) : error;
  }
}

/** None is an answer too: there was nothing to make of it. */
async function answerIn(path: string, most: number): Promise<Uint8Array> {
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : 0),
    () => 0,
  );
  if (size > most) throw new ConversionError('refused', `its answer is longer than ${most} bytes`);
  return size === 0 ? new Uint8Array() : readFile(path);
}

const endingOf = (name: string): string => /\.[\w-]{1,16}$/.exec(name)?.[0] ?? '';
