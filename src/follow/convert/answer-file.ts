/** What the answer of a converter is called, and what it is. */
import { createHash } from 'node:crypto';
import { fileIdentifier } from '../../formats/document-groups/index.js';
import { markedName } from '../../model/index.js';
import type { DepositedFile, NewConversion } from '../../store/index.js';
import { endingOf } from '../outbox/index.js';
import type { ConversionRow, KeptAnswer } from './conversion-book.js';

export interface AnswerRules {
  /** Of the conversion: another one may make another file of the same source. */
  readonly name: string;
  /** What its name ends in; left out: .converted and an ending by type. */
  readonly suffix?: string | undefined;
  /** Instead of what the converter says. */
  readonly type?: string | undefined;
}

type Named = Pick<DepositedFile, 'name' | 'identifier'>;

const TYPES: Readonly<Record<string, string>> = {
  xml: 'application/xml',
  akn: 'application/akn+xml',
  html: 'text/html',
  json: 'application/json',
  txt: 'text/plain',
  md: 'text/markdown',
  pdf: 'application/pdf',
};

/** `beside`: the files it lies beside. `sourceSha256`: of what it was made of. */
export function answerFile(
  row: ConversionRow,
  { bytes, type: said }: KeptAnswer,
  rules: AnswerRules,
  { beside, sourceSha256 }: { readonly beside: readonly Named[]; readonly sourceSha256: string },
): NewConversion['file'] {
  const identifier = fileIdentifier(row.crawler, row.key, `converted/${rules.name}/${row.name}`);
  const type = rules.type ?? said ?? TYPES[rules.suffix?.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  const others = beside.filter((file) => file.identifier !== identifier);
  const name = uniqueName(nameOf(row.name, type, rules.suffix), others);
  return {
    name,
    role: 'converted',
    operation: 'Add',
    url: row.url,
    type,
    md5: createHash('md5').update(bytes).digest('hex'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    length: bytes.length,
    identifier,
    member: null,
    compared: sourceSha256,
  };
}

function nameOf(source: string, type: string, suffix: string | undefined): string {
  const stem = source.replace(/(?<=.)\.[\w-]{1,16}$/, '');
  return `${stem}${suffix ?? `.converted.${endingOf(type)}`}`;
}

/** Not that of a file of the document: an answer never stands in the place of what was had. */
function uniqueName(name: string, taken: readonly Named[]): string {
  const names = new Set(taken.map((file) => file.name.toLowerCase()));
  let unique = name;
  for (let number = 2; names.has(unique.toLowerCase()); number++) unique = markedName(name, number);
  return unique;
}
