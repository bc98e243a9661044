/**
 * Examines a description: is it XML, is it valid in a profile, and what does it say.
 *
 * The schema decides what it can; what it cannot say is checked here. The message may be in the namespace of the schema,
 * with or without a prefix, or in none. The tree lives outside the heap and is given back before anything is returned.
 */
import type { ParseOption, XmlDocument, XmlElement, XmlLibError } from 'libxml2-wasm';
import type { DocumentGroup, GroupDocument, Operation } from '../group.js';
import { METAINFO_LIMITS, type MetaInfoLimits, refusalOf, tooManyDocuments } from './before-parsing.js';
import { readDateTime } from './date-time.js';
import { languageCode } from './languages.js';
import { type Fault, fault, MetaInfoError } from './metainfo-error.js';
import { quoteBareValues } from './repair.js';
import { type Leave, loadLibrary, NAMESPACE, type Profile, validatorOf } from './schemas.js';

export interface MetaInfoOptions extends Leave {
  readonly profile?: Profile;
  readonly limits?: Partial<MetaInfoLimits>;
}

export interface Examined {
  /** Null where faults were found. */
  readonly group: DocumentGroup | null;
  readonly faults: readonly Fault[];
  /** What is allowed and yet odd: for the log. */
  readonly notes: readonly string[];
}

type Library = Awaited<ReturnType<typeof loadLibrary>>;

/** The group of a description, or MetaInfoError. */
export async function readMetaInfo(
  text: string,
  options: MetaInfoOptions = {},
): Promise<{ group: DocumentGroup; notes: readonly string[] }> {
  const { group, faults, notes } = await examineMetaInfo(text, options);
  if (!group) throw new MetaInfoError(faults);
  return { group, notes };
}

/** All faults that can be found at once, also in a text that is not well-formed for want of quotes. */
export async function examineMetaInfo(text: string, options: MetaInfoOptions = {}): Promise<Examined> {
  const limits = { ...METAINFO_LIMITS, ...options.limits };
  const refusal = refusalOf(text, limits);
  if (refusal) return refused([refusal]);
  const library = await loadLibrary();
  const parsed = parse(library, text);
  if ('document' in parsed) return examineTree(library, parsed.document, { ...options, limits });
  const repaired = quoteBareValues(text);
  if (repaired.found.length === 0) return refused(parsed.faults);
  const again = parse(library, repaired.text);
  const further = 'document' in again ? examineTree(library, again.document, { ...options, limits }).faults : again.faults;
  return refused([...repaired.found.map(({ message, line }) => fault(message, line)), ...further]);
}

const refused = (faults: readonly Fault[]): Examined => ({ group: null, faults, notes: [] });

function parse(library: Library, text: string): { document: XmlDocument } | { faults: Fault[] } {
  const { ParseOption, XmlDocument, XmlLibError } = library;
  // The text is decoded already: what its declaration says of an encoding (`utf-16`, from a client's strings) no longer holds.
  const option = (ParseOption.XML_PARSE_IGNORE_ENC | ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE) as ParseOption;
  try {
    return { document: XmlDocument.fromString(text.replace(/^\uFEFF/, ''), { option }) };
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    return { faults: faultsOf(error, 'MetaInfo is not well-formed XML.') };
  }
}

const faultsOf = (error: XmlLibError, otherwise: string): Fault[] => {
  const faults = error.details.map(({ message, line }) => fault(message, line > 0 ? line : null));
  return faults.length > 0 ? faults : [fault(error.message || otherwise)];
};

function examineTree(library: Library, document: XmlDocument, options: MetaInfoOptions & { limits: MetaInfoLimits }): Examined {
  try {
    dropForeignAttributes(document);
    const faults = [...schemaFaults(library, document, options), ...codeFaults(document.root, options.limits)];
    if (faults.length > 0) return refused(faults);
    const group = groupOf(document.root);
    return { group, faults: [], notes: notesOn(group) };
  } finally {
    document.dispose();
  }
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** xsi:* and xml:* are ignored; left in, xsi:schemaLocation and xsi:type would be followed by the validator. */
function dropForeignAttributes(document: XmlDocument): void {
  for (const node of document.find(`//@*[namespace-uri()='${XSI}' or namespace-uri()='${XML}']`)) node.remove();
}

function schemaFaults(library: Library, document: XmlDocument, options: MetaInfoOptions): Fault[] {
  const validator = validatorOf(library, options.profile ?? 'published', document.root.namespaceUri === NAMESPACE, options);
  try {
    validator.validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof library.XmlLibError)) throw error;
    return faultsOf(error, 'MetaInfo does not follow the schema.');
  }
}

/** What the schema cannot say. */
function codeFaults(root: XmlElement, limits: MetaInfoLimits): Fault[] {
  const faults: Fault[] = [];
  const [filename, file] = [valueOf(root, 'filename'), valueOf(root, 'file')];
  if (filename === null && file === null)
    faults.push(fault("Element 'documentgroup': The attribute 'filename' is required but missing.", root.line));
  if (filename !== null && file !== null && filename !== file)
    faults.push(fault(`Element 'documentgroup': The attributes 'filename' and 'file' differ: '${filename}' and '${file}'.`, root.line));
  const date = valueOf(root, 'date');
  if (date !== null && /^\S*\d{5}-|^\s*-/.test(date))
    faults.push(fault(`Element 'documentgroup', attribute 'date': '${date}' is out of range.`, root.line));
  return [...faults, ...documentFaults(root, limits)];
}

function documentFaults(root: XmlElement, limits: MetaInfoLimits): Fault[] {
  const documents = elementsOf(root);
  if (documents.length > limits.documents) return [fault(tooManyDocuments(limits))];
  const known = new Set<string>();
  return documents.flatMap((element) => {
    const identifier = valueOf(element, 'identifier')?.toLowerCase();
    if (identifier === undefined || !known.has(identifier)) {
      if (identifier !== undefined) known.add(identifier);
      return [];
    }
    return [fault(`Element 'document', attribute 'identifier': '${identifier}' is used by another document of the group.`, element.line)];
  });
}

function groupOf(root: XmlElement): DocumentGroup {
  const type = valueOf(root, 'type');
  return {
    date: readDateTime(required(root, 'date')) ?? new Date(0),
    crawler: required(root, 'crawler'),
    lang: required(root, 'lang'),
    format: required(root, 'format').replaceAll('\\', '/'),
    filename: valueOf(root, 'filename') ?? required(root, 'file'),
    identifier: required(root, 'identifier'),
    operation: required(root, 'operation') as Operation,
    type: type === null ? null : (Number(type) as 1 | 2 | 3),
    documents: elementsOf(root).map(documentOf),
  };
}

const documentOf = (element: XmlElement): GroupDocument => ({
  format: required(element, 'format'),
  file: required(element, 'file'),
  identifier: required(element, 'identifier'),
  operation: required(element, 'operation') as Operation,
  url: required(element, 'url'),
  md5: required(element, 'md5'),
});

const required = (element: XmlElement, name: string): string => valueOf(element, name) ?? '';
const valueOf = (element: XmlElement, name: string): string | null => element.attr(name)?.value ?? null;
const elementsOf = (root: XmlElement): XmlElement[] => root.find("*[local-name()='document']") as XmlElement[];

const HEX_DIGITS = /^[a-f0-9-]*$/i;

function notesOn(group: DocumentGroup): string[] {
  const notes = HEX_DIGITS.test(group.identifier) ? [] : [`The group's identifier ${group.identifier} is not hexadecimal.`];
  if (languageCode(group.lang) === null) notes.push(`The language ${group.lang} is none we know.`);
  for (const { md5, file } of group.documents) if (!HEX_DIGITS.test(md5)) notes.push(`The MD5 of ${file} is not hexadecimal: ${md5}.`);
  return notes;
}
