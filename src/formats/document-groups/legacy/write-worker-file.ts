/** Writes worker files: with the names of the original where it has one, with our own where it has none. */
import { escapeXml } from '../metainfo/write.js';
import { PARAMETER } from './worker-file.js';
import type { WorkerSettings } from './worker-keys.js';

export interface WorkerToWrite {
  /** Id of the connector. */
  readonly portal: string;
  readonly parameters: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Settings of the run, by the names of its flags. */
  readonly settings: WorkerSettings;
}

type Value = WorkerToWrite['parameters'][string] | undefined;
type Lines = readonly (readonly [name: string, value: Value])[];

/** What it says is read back the same. */
export function writeWorkerFile({ portal, parameters, settings }: WorkerToWrite): string {
  const root = `${pascal(portal)}Parameters`;
  const { run, uploader, mail, conversion } = sorted(settings);
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<${root} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">`,
    ...element('CrawlerName', portal, '  '),
    ...section('CrawlerParameters', [...Object.entries(parameters), ...run]),
    ...section('UploaderParameters', uploader),
    ...section('EmailParameters', mail),
    ...section('AkomaNtosoParameters', conversion),
    ...element('DestinationFolder', settings['workspace'], '  '),
    `</${root}>`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Settings that have another name in the original. */
const ORIGINAL: Readonly<Record<string, string>> = { packagesFolder: 'OutputFolder', sentFolder: 'SentFolder' };

function sorted(settings: WorkerSettings): Readonly<Record<'run' | 'uploader' | 'mail' | 'conversion', Lines>> {
  const { workspace: _root, onlyNew, deliver, mailTo, mailFrom, mailServer, randomWait, next, convert, convertFolder, ...rest } = settings;
  const [service, ...further] = listOf(deliver);
  const seconds = /^([1-9]\d*)s$/.exec(String(randomWait ?? ''))?.[1];
  return {
    run: [
      ['MaxRandomWait', seconds],
      ['CallNext', next],
    ],
    uploader: [
      ['EUCasesServiceURL', service],
      ['CheckIfTheFileHasToBeRenewed', onlyNew === undefined ? undefined : onlyNew !== 'true'],
      ...Object.entries(rest).map(([name, value]) => [ORIGINAL[name] ?? name, value] as const),
      ['deliver', further],
      ['randomWait', seconds === undefined ? randomWait : undefined],
    ],
    mail: [
      ['SenderEmail', mailFrom],
      ['DestinationEmail', mailTo && listOf(mailTo).join(';')],
      ['SmtpHost', mailServer],
    ],
    conversion: [
      ['UseAkomaNtosoService', convert && 'true'],
      ['AkomaServicePath', convert],
      ['DocumentsDestinationPath', convertFolder],
    ],
  };
}

function section(name: string, values: Lines): string[] {
  const lines = values.flatMap(([each, value]) => element(each, value, '    '));
  return lines.length === 0 && name !== 'CrawlerParameters' ? [] : [`  <${name}>`, ...lines, `  </${name}>`];
}

function element(name: string, value: Value, indent: string): string[] {
  const isName = /^[A-Za-z_][\w.-]*$/.test(name);
  const [tag, start] = isName ? [name, name] : [PARAMETER, `${PARAMETER} name="${escapeXml(name)}"`];
  return listOf(value).map((each) => `${indent}<${start}>${escapeXml(each)}</${tag}>`);
}

const listOf = (value: Value): string[] => (value === undefined ? [] : typeof value === 'object' ? [...value] : [String(value)]);

const pascal = (id: string): string =>
  id
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .replace(/^(?=\d)/, 'Portal');
