/**
 * From what was gathered to what is handed to the workspace: operations by file, archive records, the text that is searched.
 *
 * A file that is the same keeps the bytes it has in the archive, whatever came this time: what is compared is the same.
 */

import { type DocumentDecision, decideDocument } from '../../../decide/index.js';
import type { CompleteConnector } from '../../../definition/connector/index.js';
import { documentIdentifier, fileIdentifier } from '../../../formats/document-groups/index.js';
import type { Exchange } from '../../../model/index.js';
import type { Answer, Deposited, DepositedFile, DepositRows, NewDeposit, NewFile, NewVersion } from '../../../store/index.js';
import type { Reading } from '../../crawl/index.js';
import { type AnswerKeeper, exchangeOfBytes } from '../answer-keeper.js';
import type { Described } from './describe-document.js';
import { plainName } from './file-name.js';
import type { Gathered, HadFile } from './gathered.js';

export interface DepositParts {
  readonly connector: CompleteConnector;
  readonly key: string;
  readonly known: Deposited | null;
  readonly gathered: Gathered;
  readonly described: Described;
  readonly stamp: string | null;
  readonly keeper: AnswerKeeper;
  readonly deposits: Pick<DepositRows, 'read'>;
  readonly now: number;
}

/** Files with their operations, null where the document is not there yet or no longer. */
export function decisionOf(known: Deposited | null, { had, standing, missing }: Gathered): DocumentDecision {
  const before = known && !known.isDeleted ? known.files.filter(({ operation }) => operation !== 'Del') : null;
  const names = new Set(had.map(({ name }) => name));
  const asTheyWere = new Set(standing.map(({ name }) => name));
  // What could not be had this time says nothing: files of the same address are as they were.
  const troubled = new Set(missing.filter(({ kind }) => kind !== 'absent').map(({ url }) => url));
  for (const file of before ?? []) if (!names.has(file.name) && troubled.has(file.url)) asTheyWere.add(file.name);
  const unseen = [...asTheyWere].filter((name) => !names.has(name)).map((name) => ({ name, md5: null, compared: null }));
  return decideDocument(before?.map(({ name, md5, compared = null }) => ({ name, md5, compared })) ?? null, [...had, ...unseen]);
}

export async function makeDeposit(parts: DepositParts, decision: DocumentDecision): Promise<NewDeposit> {
  const { connector, key, known, described, gathered, stamp, now } = parts;
  const answers = new DepositAnswers(parts.keeper);
  const isChange = decision.operation === 'Add' || decision.operation === 'Upd';
  const version = isChange ? await versionOf(parts, decision, answers) : null;
  const files = isChange ? await filesOf(parts, decision, answers) : revalidatedFiles(parts);
  // Rows are in the archive with the list they stood in.
  if (!isChange) parts.keeper.keep(gathered.exchanges.filter(({ protocol }) => protocol !== 'resource'));
  else await answers.addRest(gathered.exchanges);
  return {
    identifier: documentIdentifier(connector.id, key),
    key,
    crawler: connector.id,
    kind: kindOf(connector, described),
    language: described.language,
    url: described.url ?? known?.url ?? mainOf(gathered)?.url ?? `urn:uuid:${documentIdentifier(connector.id, key)}`,
    operation: decision.operation,
    reason: decision.reason,
    changed: decision.changed,
    fields: described.fields,
    aliases: [...new Set([...(known?.aliases ?? []), ...described.aliases, ...gathered.aliases])],
    stamp,
    date: now,
    at: now,
    fileName: `${plainName(key) || documentIdentifier(connector.id, key)}.zip`,
    version,
    files,
    answers: answers.list,
    sender: null,
  };
}

/** A document that is gone, or of which there are signs. */
export function goneDeposit(
  known: Deposited,
  operation: 'Del' | 'None',
  reason: string,
  evidence: readonly string[],
  now: number,
): NewDeposit {
  const { identifier, key, crawler, kind, language, url, fields, fileName } = known;
  const files = operation === 'Del' ? known.files.map((file) => standingFile(file, 'Del')) : [];
  return {
    identifier,
    key,
    crawler,
    kind,
    language,
    url,
    operation,
    reason,
    changed: [],
    evidence,
    fields,
    stamp: operation === 'Del' ? null : known.stamp,
    date: now,
    at: now,
    fileName,
    version: null,
    files,
    answers: [],
    sender: null,
  };
}

/** It was seen, and is as it was. */
export function sameDeposit(known: Deposited, reason: string, stamp: string | null, now: number): NewDeposit {
  const { evidence: _none, ...rest } = goneDeposit(known, 'None', reason, [], now);
  return { ...rest, stamp };
}

const KINDS = { legislation: 1, 'case-law': 2, articles: 3 } as const;

/** What the document says of itself (a field called content), else what the portal has. */
function kindOf({ content }: CompleteConnector, { fields }: Described): 1 | 2 | 3 | null {
  const said = fields['content']?.[0] as keyof typeof KINDS | undefined;
  const [first] = content;
  return (said && KINDS[said]) ?? (first ? KINDS[first] : null);
}

const mainOf = ({ had }: Gathered): HadFile | undefined => had.find(({ role }) => role === 'main') ?? had[0];

// ---- answers, each once

class DepositAnswers {
  readonly list: Answer[] = [];
  readonly #keeper: AnswerKeeper;
  readonly #places = new Map<Exchange, number>();

  constructor(keeper: AnswerKeeper) {
    this.#keeper = keeper;
  }

  add(exchange: Exchange, answer: Answer): number {
    const place = this.list.push(answer) - 1;
    this.#places.set(exchange, place);
    return place;
  }

  async placeOf(exchange: Exchange): Promise<number> {
    return this.#places.get(exchange) ?? this.add(exchange, await this.#keeper.answerOf(exchange));
  }

  /** Redirects on the way, answers that brought nothing: they belong to the story of the document. */
  async addRest(exchanges: readonly Exchange[]): Promise<void> {
    for (const exchange of exchanges) await this.placeOf(exchange);
  }
}

async function filesOf(
  { connector, key, known, gathered, keeper }: DepositParts,
  decision: DocumentDecision,
  answers: DepositAnswers,
): Promise<NewFile[]> {
  const before = new Map((known && !known.isDeleted ? known.files : []).map((file) => [file.name, file]));
  const files: NewFile[] = [];
  for (const file of gathered.had) {
    const operation = decision.files.get(file.name) ?? 'Add';
    const same = before.get(file.name);
    before.delete(file.name);
    if (operation === 'None' && same) files.push({ ...standingFile(same, 'None'), ...validatorsOf(file) });
    else
      files.push({ ...newFile(file, fileIdentifier(connector.id, key, file.name)), operation, ...(await placeOf(file, keeper, answers)) });
  }
  for (const file of before.values())
    if (file.operation !== 'Del') files.push(standingFile(file, decision.files.get(file.name) === 'None' ? 'None' : 'Del'));
  return files;
}

/** Files that are the same but came with other validators: with these they cost no body next time. */
function revalidatedFiles({ known, gathered }: DepositParts): NewFile[] {
  return gathered.had.flatMap((file) => {
    const same = known?.files.find(({ name }) => name === file.name);
    const isNew = same && (file.etag !== (same.etag ?? null) || file.lastModified !== (same.lastModified ?? null));
    return isNew ? [{ ...standingFile(same, 'None'), ...validatorsOf(file) }] : [];
  });
}

const validatorsOf = ({ etag, lastModified }: HadFile) => ({ etag, lastModified });

async function placeOf({ source }: HadFile, keeper: AnswerKeeper, answers: DepositAnswers): Promise<Pick<NewFile, 'answer' | 'fetch'>> {
  if (source.isKept) return { answer: null, fetch: await keeper.fetchOf(source.exchange) };
  return { answer: await answers.placeOf(source.exchange) };
}

function newFile(file: HadFile, identifier: string): Omit<NewFile, 'operation' | 'answer'> {
  const { name, role, url, type, md5, sha256, bytes, member, compared, etag, lastModified } = file;
  return { name, role, url, type, md5, sha256, length: bytes.length, identifier, member, compared, etag, lastModified };
}

function standingFile(file: DepositedFile, operation: 'None' | 'Del'): NewFile {
  const { fetch: _fetch, ...rest } = file;
  return { ...rest, operation, answer: null };
}

// ---- the version: text of the main file, fields as metadata

async function versionOf(parts: DepositParts, decision: DocumentDecision, answers: DepositAnswers): Promise<NewVersion> {
  const { described, key } = parts;
  const read = (await readMain(parts, answers)) ?? EMPTY_VERSION;
  const { operation, reason, changed } = decision;
  const title = described.title ?? read.title ?? key;
  return { ...read, operation, reason, changed, title, language: described.language, metadata: metadataOf(read, described) };
}

async function readMain({ gathered, known, keeper, deposits, now }: DepositParts, answers: DepositAnswers): Promise<NewVersion | null> {
  const main = mainOf(gathered);
  if (main?.role === 'main' || (main && !known)) {
    // A whole answer that says what it is needs no second reading.
    if (main.member === null && main.charset === null && !main.source.isKept) return readAnswer(main, keeper, answers);
    return readBytes(main.url, main.bytes, contentType(main), keeper, now);
  }
  const before = known?.files.find(({ role, operation }) => role === 'main' && operation !== 'Del');
  return before ? readBytes(before.url, await deposits.read(before), before.type, keeper, now) : null;
}

async function readAnswer({ source }: HadFile, keeper: AnswerKeeper, answers: DepositAnswers): Promise<NewVersion | null> {
  const { answer, reading } = await keeper.readPage(source.exchange);
  answers.add(source.exchange, answer);
  return reading.version;
}

async function readBytes(url: string, bytes: Uint8Array, type: string, keeper: AnswerKeeper, now: number): Promise<NewVersion | null> {
  const { reading }: { reading: Reading } = await keeper.readPage(exchangeOfBytes(url, bytes, type, now));
  return reading.version;
}

const contentType = ({ type, charset }: HadFile): string => (charset === null ? type : `${type}; charset=${charset}`);

/** What the page says of itself, and over it what the connector found. */
function metadataOf({ metadata }: Pick<NewVersion, 'metadata'>, { fields }: Described): Uint8Array {
  const own = metadata.length > 0 ? (JSON.parse(Buffer.from(metadata).toString('utf8')) as Record<string, unknown>) : {};
  return new TextEncoder().encode(JSON.stringify({ ...own, ...fields }));
}

const NOTHING = new Uint8Array();
const EMPTY_VERSION: Omit<NewVersion, 'operation' | 'reason' | 'changed'> = {
  type: 'application/octet-stream',
  charset: null,
  title: null,
  language: null,
  languageConfidence: 0,
  md5: '',
  sha256: '',
  digests: '{}',
  text: NOTHING,
  metadata: NOTHING,
  links: NOTHING,
  directives: '',
  notes: '',
  score: null,
};
