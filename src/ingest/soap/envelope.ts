/**
 * Reads a SOAP 1.1 envelope while it arrives. The base64 of `Data` never becomes one text: it goes past the parser, from the
 * element's start tag to the next tag, and comes out decoded.
 *
 * Elements count by namespace and name. What is not of the contract is passed over, as the original's serialiser does.
 */
import { type SaxesAttributeNSIncomplete, SaxesParser, type SaxesTagNS } from 'saxes';
import { Refusal } from '../rules.js';
import { Base64 } from './base64.js';
import { DESCRIPTION, GROUP, OPERATIONS, SERVICE, SOAP, SOAP_12, type SoapOperation, XSI } from './names.js';
import { SoapFault } from './soap-fault.js';

export interface Envelope {
  readonly operation: SoapOperation;
  /** As text; null: none, or typed. */
  readonly metaInfo: string | null;
  /** As objects: values by the names of the contract. */
  readonly typed: TypedDescription | null;
  /** Content-ID of the part that holds the ZIP; null: inline, or none. */
  readonly include: string | null;
}

export interface TypedDescription {
  readonly group: Readonly<Record<string, string>>;
  readonly documents: readonly Readonly<Record<string, string>>[];
}

const DEEPEST = 24;
const qualified = (uri: string, local: string): string => `{${uri}}${local}`;

const ENVELOPE = qualified(SOAP, 'Envelope');
const HEADER = [ENVELOPE, qualified(SOAP, 'Header')].join('/');
const BODY = [ENVELOPE, qualified(SOAP, 'Body')].join('/');

/** Ways to what is read, from the element of the operation on. */
const DATA = [qualified(SERVICE, 'document'), qualified(GROUP, 'Data')].join('/');
const META_INFO = [qualified(SERVICE, 'document'), qualified(GROUP, 'MetaInfo')].join('/');
const TYPED_DOCUMENT = [META_INFO, qualified(DESCRIPTION, 'Document'), qualified(DESCRIPTION, 'XmlDocumentMetaInfo')].join('/');

export class EnvelopeReader {
  readonly #parser = new SaxesParser({ xmlns: true, position: false });
  readonly #path: string[] = [];
  #left: number;
  #isPastProlog = false;
  #prolog = '';
  #operation: SoapOperation | null = null;
  #data: Base64 | null = null;
  #hasData = false;
  #include: string | null = null;
  #text: string | null = null;
  #metaInfo: string | null = null;
  #group: Record<string, string> | null = null;
  readonly #documents: Record<string, string>[] = [];

  /** `most` characters besides those of Data. */
  constructor(
    most: number,
    private readonly isEncodingKnown: (encoding: string) => boolean,
  ) {
    this.#left = most;
    this.#parser.on('error', (error) => {
      throw new SoapFault(`The message is no well-formed XML: ${error.message}`);
    });
    this.#parser.on('doctype', () => {
      throw doctype();
    });
    this.#parser.on('xmldecl', ({ encoding }) => {
      if (encoding !== undefined && !this.isEncodingKnown(encoding))
        throw new SoapFault(`The message says that it is in ${encoding.slice(0, 40)}. Send UTF-8.`);
    });
    this.#parser.on('opentag', (tag) => this.#open(tag));
    this.#parser.on('closetag', () => this.#close());
    for (const event of ['text', 'cdata'] as const) this.#parser.on(event, (text) => this.#read(text));
  }

  /** Known as soon as its element has begun: an answer can be given in its name. */
  get operation(): SoapOperation | null {
    return this.#operation;
  }

  /** Whether the message has inline data. */
  get hasInlineData(): boolean {
    return this.#hasData;
  }

  /** Takes a piece of the message; returns what it held of Data, decoded. */
  feed(piece: string): Buffer[] {
    const decoded: Buffer[] = [];
    let at = 0;
    while (at < piece.length) {
      const isData = this.#data !== null;
      const end = isData ? endOf(piece, '<', at, 0) : endOf(piece, '>', at, 1);
      if (isData) decoded.push(this.#dataOf(piece.slice(at, end)));
      else this.#parse(piece.slice(at, end));
      // The next tag ends the run of digits; the parser goes on with it.
      if (isData && end < piece.length) this.#endData();
      at = end;
    }
    return decoded.filter(({ length }) => length > 0);
  }

  end(): Envelope {
    this.#parser.close();
    if (this.#path.length || !this.#operation) throw new SoapFault(`The message has no operation that is known: ${OPERATIONS.join(', ')}.`);
    const typed = this.#group && { group: this.#group, documents: this.#documents };
    return { operation: this.#operation, metaInfo: this.#metaInfo, typed, include: this.#include };
  }

  #dataOf(digits: string): Buffer {
    const bytes = (this.#data as Base64).write(digits);
    if (bytes.length) this.#hasData = true;
    return bytes;
  }

  #endData(): void {
    this.#data?.end();
    this.#data = null;
  }

  #parse(piece: string): void {
    this.#left -= piece.length;
    if (this.#left < 0) throw new SoapFault('The message is too long beside its Data.');
    if (!this.#isPastProlog) this.#lookForDoctype(piece);
    this.#parser.write(piece);
  }

  /** Before the parser sees it. */
  #lookForDoctype(piece: string): void {
    this.#prolog = (this.#prolog + piece).slice(-20);
    if (/<!doctype/i.test(this.#prolog) || /<!doctype/i.test(piece)) throw doctype();
  }

  #open(tag: SaxesTagNS): void {
    this.#isPastProlog = true;
    this.#text = null;
    if (this.#path.length >= DEEPEST) throw new SoapFault('The message is nested too deeply.');
    if (!this.#path.length) mustBeEnvelope(tag);
    if (this.#path.join('/') === HEADER) mustNotMatter(tag);
    this.#path.push(qualified(tag.uri, tag.local));
    this.#enter(tag);
  }

  #enter(tag: SaxesTagNS): void {
    const below = this.#below();
    if (below === null) return;
    if (below.length === 1) this.#operation = this.#operationOf(tag);
    else if (wayOf(below) === DATA) this.#enterData(tag);
    else if (tag.local === 'Include' && wayOf(below.slice(0, -1)) === DATA)
      this.#include = cidOf(tag); // some toolkits miss its namespace
    else if (wayOf(below) === META_INFO) this.#enterMetaInfo(tag);
    else if (wayOf(below) === TYPED_DOCUMENT) this.#documents.push({});
    else if (this.#valueName(below) !== null && !isNil(tag)) this.#text = '';
  }

  #close(): void {
    const below = this.#below();
    const text = this.#text;
    if (below !== null && text !== null) {
      const name = this.#valueName(below);
      if (wayOf(below) === META_INFO) this.#metaInfo = text;
      else if (name !== null && below.length === 4) (this.#group as Record<string, string>)[name] = text;
      else if (name !== null) (this.#documents.at(-1) as Record<string, string>)[name] = text;
    }
    this.#text = null;
    this.#path.pop();
  }

  #read(text: string): void {
    if (this.#text !== null) this.#text += text;
    else if (text.trim() !== '' && wayOf(this.#below() ?? []) === DATA)
      throw new Refusal('Data is interrupted: send its base64 in one piece.', 'unreadable');
  }

  /** Names of elements below the body, the operation first; null outside of it. */
  #below(): string[] | null {
    return this.#path.length > 2 && this.#path.slice(0, 2).join('/') === BODY ? this.#path.slice(2) : null;
  }

  #operationOf(tag: SaxesTagNS): SoapOperation {
    const operation = OPERATIONS.find((name) => tag.uri === SERVICE && tag.local === name);
    if (!operation || this.#operation)
      throw new SoapFault(`The message asks for ${tag.local.slice(0, 100)}; one operation is known at a time: ${OPERATIONS.join(', ')}.`);
    return operation;
  }

  #enterData(tag: SaxesTagNS): void {
    if (this.#hasData || this.#include !== null) throw new SoapFault('The message has Data twice.');
    if (!isNil(tag) && !tag.isSelfClosing) this.#data = new Base64();
  }

  #enterMetaInfo(tag: SaxesTagNS): void {
    if (isNil(tag)) return;
    if (this.#operation === 'UploadFile') this.#text = '';
    else this.#group = {};
  }

  /** Of a typed description: which value the innermost element is. */
  #valueName(below: readonly string[]): string | null {
    if (this.#operation !== 'UploadFileComplex' || !this.#group) return null;
    const name = below.at(-1)?.startsWith(`{${DESCRIPTION}}`) ? (below.at(-1) as string).slice(DESCRIPTION.length + 2) : null;
    if (name === null || !VALUES.has(name)) return null;
    const around = wayOf(below.slice(0, -1));
    return around === META_INFO || around === TYPED_DOCUMENT ? name : null;
  }
}

const wayOf = (below: readonly string[]): string => below.slice(1).join('/');

const VALUES = new Set(['Crawler', 'Date', 'FileName', 'Format', 'Identifier', 'Lang', 'Operation', 'File', 'Md5', 'Url']);

function endOf(text: string, sign: string, from: number, more: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at + more;
}

function mustBeEnvelope({ uri, local }: SaxesTagNS): void {
  if (uri === SOAP && local === 'Envelope') return;
  if (uri === SOAP_12) throw new SoapFault('The message is SOAP 1.2; this service speaks SOAP 1.1.', 'VersionMismatch');
  throw new SoapFault('The message is no SOAP 1.1 envelope.', local === 'Envelope' ? 'VersionMismatch' : 'Client');
}

/** Headers may be sent, but none that insists on being understood. */
function mustNotMatter({ attributes, local }: SaxesTagNS): void {
  const insists = Object.values(attributes).some(
    (attribute) => attribute.uri === SOAP && attribute.local === 'mustUnderstand' && isTrue(attribute),
  );
  if (insists) throw new SoapFault(`The header ${local.slice(0, 100)} is not understood.`, 'MustUnderstand');
}

const isTrue = ({ value }: Pick<SaxesAttributeNSIncomplete, 'value'>): boolean => /^\s*(1|true)\s*$/.test(value);

const isNil = ({ attributes }: SaxesTagNS): boolean =>
  Object.values(attributes).some((attribute) => attribute.uri === XSI && attribute.local === 'nil' && isTrue(attribute));

/** Parts of the same message, and nothing else: no file, no address. */
function cidOf({ attributes }: SaxesTagNS): string {
  const href = attributes['href']?.value ?? '';
  if (!/^cid:./.test(href)) throw new Refusal('xop:Include names no part of this message: its href must begin with cid:.', 'unreadable');
  try {
    return decodeURIComponent(href.slice(4));
  } catch {
    return href.slice(4);
  }
}

const doctype = (): SoapFault => new SoapFault('The message has a document type declaration (<!DOCTYPE); none is allowed.');
