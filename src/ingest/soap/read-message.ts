/** A SOAP message as it arrives, plain or MTOM: its envelope read, its ZIP on disk. */
import type { Readable } from 'node:stream';
import { descriptionXml } from '../description.js';
import type { IngestLimits } from '../limits.js';
import type { Submission } from '../port.js';
import { Decoder, isReadCharset } from '../receive/decoder.js';
import { readMediaType } from '../receive/media-type.js';
import { type Part, readParts } from '../receive/read-parts.js';
import type { Spool, Spooled } from '../receive/spool.js';
import { MessageTooLarge } from '../receive/too-large.js';
import { Refusal } from '../rules.js';
import { Base64 } from './base64.js';
import { type Envelope, EnvelopeReader, type TypedDescription } from './envelope.js';
import { actionOf, OPERATIONS, type SoapOperation } from './names.js';
import { SoapFault } from './soap-fault.js';

/** How the message came, and so how the answer goes. */
export type Encoding = 'text' | 'mtom';

export interface SoapMessage extends Pick<Submission, 'metaInfo' | 'data' | 'dataLength'> {
  readonly operation: SoapOperation;
}

export interface SoapRequest {
  readonly body: Readable;
  readonly contentType: string | undefined;
  readonly action: string | undefined;
}

export const encodingOf = (contentType: string | undefined): Encoding =>
  readMediaType(contentType).type === 'multipart/related' ? 'mtom' : 'text';

/** What base64 and its line breaks add, with room to spare: white space without end is too large as well. */
const TEXT_FACTOR = 1.5;

/** Rejects with SoapFault for what is no message, with Refusal for one that is too large. */
export class MessageReader {
  readonly #spool: Spool;
  readonly #limits: IngestLimits;
  readonly #envelope: EnvelopeReader;
  #inline: Spooled | null = null;
  readonly #attached = new Map<string, Spooled>();

  constructor(spool: Spool, limits: IngestLimits) {
    this.#spool = spool;
    this.#limits = limits;
    // Every character may be written as a reference of six.
    this.#envelope = new EnvelopeReader(2 * limits.description, isReadCharset);
  }

  /** Once it is known, a refusal can be answered as an operation answers. */
  get operation(): SoapOperation | null {
    return this.#envelope.operation;
  }

  async read({ body, contentType, action }: SoapRequest): Promise<SoapMessage> {
    const { type, parameters } = readMediaType(contentType);
    if (type === 'multipart/related') await this.#readMtom(body, parameters);
    else if (type === 'text/xml') await this.#readEnvelope(body as AsyncIterable<Buffer>, parameters['charset']);
    else
      throw new SoapFault(
        `Send text/xml, or multipart/related with type="application/xop+xml", not "${type.slice(0, 100)}".`,
        'Client',
        415,
      );
    const envelope = this.#envelope.end();
    mustAgree(envelope, action);
    const data = this.#dataOf(envelope);
    return { operation: envelope.operation, metaInfo: descriptionOf(envelope), data: data?.content ?? null, dataLength: data?.length ?? 0 };
  }

  async #readEnvelope(body: AsyncIterable<Buffer>, charset: string | undefined): Promise<void> {
    const decoder = asFault(() => new Decoder(charset));
    const file = this.#spool.file();
    let left = TEXT_FACTOR * this.#limits.message;
    for await (const bytes of body) {
      left -= bytes.length;
      if (left < 0) throw new MessageTooLarge(this.#limits.message);
      for (const data of this.#envelope.feed(asFault(() => decoder.write(bytes)))) await file.write(data);
    }
    for (const data of this.#envelope.feed(asFault(() => decoder.end()))) await file.write(data);
    if (file.length) this.#inline = await file.end();
  }

  async #readMtom(body: Readable, parameters: Readonly<Record<string, string>>): Promise<void> {
    const { boundary, start, type = 'application/xop+xml' } = parameters;
    if (!boundary || type.toLowerCase() !== 'application/xop+xml')
      throw new SoapFault('The message is no MTOM message: it needs a boundary and type="application/xop+xml".', 'Client', 415);
    let hasRoot = false;
    await readParts(body, { boundary, most: this.#limits.message }, async (part) => {
      const id = contentId(part.headers['content-id']);
      const isRoot = !hasRoot && (start === undefined || id === contentId(start));
      if (!isRoot) return this.#attach(id, part);
      hasRoot = true;
      return this.#readEnvelope(part.body, readMediaType(part.headers['content-type']).parameters['charset']);
    }).catch((error: unknown) => {
      // What is too large was a message all the same.
      throw error instanceof Refusal && this.operation === null ? new SoapFault(error.message) : error;
    });
    if (!hasRoot) throw new SoapFault('The message has no root part.');
  }

  async #attach(id: string, { headers, body }: Part): Promise<void> {
    if (id === '' || this.#attached.has(id)) throw new SoapFault('The message has a part without a Content-ID, or two of the same.');
    const encoding = headers['content-transfer-encoding']?.trim().toLowerCase() ?? 'binary';
    if (!['binary', '8bit', '7bit', 'base64'].includes(encoding))
      throw new SoapFault(`The transfer encoding ${encoding.slice(0, 40)} is not read here.`);
    this.#attached.set(id, await this.#spool.keep(encoding === 'base64' ? decoded(body) : body));
  }

  #dataOf({ include }: Envelope): Spooled | null {
    if (include === null) return this.#inline;
    const part = this.#attached.get(include);
    if (!part || this.#inline) throw new Refusal(`xop:Include names no part of this message: ${include.slice(0, 200)}`, 'unreadable');
    return part;
  }
}

async function* decoded(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const base64 = new Base64();
  for await (const bytes of body) yield base64.write(bytes.toString('latin1'));
  base64.end();
}

const contentId = (header: string | undefined): string => (header ?? '').trim().replace(/^<(.*)>$/, '$1');

/** The action may be left out, or be empty; another operation than that of the body it must not be. */
function mustAgree({ operation }: Envelope, action = ''): void {
  const named = action.trim().replace(/^"(.*)"$/, '$1');
  if (named === '' || named === actionOf(operation)) return;
  const known = OPERATIONS.map(actionOf).join(', ');
  throw new SoapFault(`The action ${named.slice(0, 200)} is not that of the message's body. Actions: ${known}`);
}

const GROUP_NAMES: Readonly<Record<string, string>> = {
  Crawler: 'crawler',
  Date: 'date',
  FileName: 'filename',
  Format: 'format',
  Identifier: 'identifier',
  Lang: 'lang',
  Operation: 'operation',
};
const DOCUMENT_NAMES: Readonly<Record<string, string>> = {
  File: 'file',
  Format: 'format',
  Identifier: 'identifier',
  Md5: 'md5',
  Operation: 'operation',
  Url: 'url',
};

const descriptionOf = ({ metaInfo, typed }: Envelope): string | null => (typed ? typedXml(typed) : metaInfo);

function typedXml({ group, documents }: TypedDescription): string {
  return descriptionXml(
    renamed(group, GROUP_NAMES),
    documents.map((document) => renamed(document, DOCUMENT_NAMES)),
  );
}

const renamed = (values: Readonly<Record<string, string>>, names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (names[name] ? [[names[name], value]] : [])));

/** Text in another charset is no message. */
function asFault<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof Refusal ? new SoapFault(error.message) : error;
  }
}
