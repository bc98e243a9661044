/** The XSD files of the two profiles, compiled once each for messages with and without the namespace. */
import { readFileSync } from 'node:fs';
import type { XsdValidator } from 'libxml2-wasm';

export const PROFILES = ['published', 'strict'] as const;
export type Profile = (typeof PROFILES)[number];

export const NAMESPACE = 'xsdDocumentgroup';

/** What a message may say beyond the schema as it ships. */
export interface Leave {
  /** Media types of documents besides those of the contract. */
  readonly extraFormats?: readonly string[];
  /** Allows `type="3"`, journal articles. */
  readonly articles?: boolean;
}

/** The library holds a megabyte of compiled code: loaded by the first message that is checked. */
export const loadLibrary = (): Promise<typeof import('libxml2-wasm')> => import('libxml2-wasm');
type Library = Awaited<ReturnType<typeof loadLibrary>>;

/** Text of a profile's XSD, with what is allowed besides. */
export function schemaText(profile: Profile, { extraFormats = [], articles = false }: Leave = {}): string {
  const text = readFileSync(new URL(`./${profile}.xsd`, import.meta.url), 'utf8');
  const formats = extraFormats.map((format) => `      <xs:enumeration value="${escapeValue(format)}" />\n`).join('');
  const withFormats = text.replace(/(<xs:enumeration value="text\/xml" \/>\n)/, (line) => line + formats);
  return articles
    ? withFormats.replace(/(<xs:enumeration value="2" \/>\n)/, (line) => `${line}      <xs:enumeration value="3" />\n`)
    : withFormats;
}

const compiled = new Map<string, XsdValidator>();

const MOST_COMPILED = 32;

/** Kept for the life of the process: there are as many as there are settings, and no more than a few. */
export function validatorOf(library: Library, profile: Profile, isNamespaced: boolean, leave: Leave): XsdValidator {
  const name = JSON.stringify([profile, isNamespaced, (leave.extraFormats ?? []).toSorted(), leave.articles ?? false]);
  const known = compiled.get(name) ?? compile(library, schemaText(profile, leave), isNamespaced);
  if (!compiled.has(name) && compiled.size >= MOST_COMPILED) forgetOldest();
  compiled.set(name, known);
  return known;
}

function forgetOldest(): void {
  const [name, validator] = compiled.entries().next().value ?? [];
  validator?.dispose();
  if (name !== undefined) compiled.delete(name);
}

function compile({ XmlDocument, XsdValidator }: Library, text: string, isNamespaced: boolean): XsdValidator {
  const plain = text.replace(` targetNamespace="${NAMESPACE}"`, '').replace(` xmlns="${NAMESPACE}"`, '');
  const schema = XmlDocument.fromString(isNamespaced ? text : plain);
  try {
    return XsdValidator.fromDoc(schema);
  } finally {
    schema.dispose();
  }
}

const escapeValue = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
