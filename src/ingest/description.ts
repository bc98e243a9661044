/** Descriptions that come as something else than XML become the XML they stand for, so that one set of rules judges all. */
import { escapeXml } from '../formats/document-groups/index.js';
import { Refusal } from './rules.js';

export type Attributes = Readonly<Record<string, string>>;

export function descriptionXml(group: Attributes, documents: readonly Attributes[]): string {
  const children = documents.map((document) => `<document${attributes(document)}/>`);
  return `<documentgroup${attributes(group)}>${children.join('')}</documentgroup>`;
}

const NAME = /^[A-Za-z_][\w.-]*$/;

function attributes(values: Attributes): string {
  return Object.entries(values)
    .map(([name, value]) => {
      if (!NAME.test(name)) throw invalid(`"${name.slice(0, 100)}" is no attribute of a description.`);
      return ` ${name}="${escapeXml(value)}"`;
    })
    .join('');
}

/** `{ date, crawler, …, documents: [{ … }] }`: names and values are those of the attributes. */
export function descriptionOfJson(text: string): string {
  const value = parseObject(text);
  const { documents = [], ...group } = value;
  if (!Array.isArray(documents)) throw invalid('documents is no list.');
  return descriptionXml(
    texts(group),
    documents.map((document) => texts(asObject(document))),
  );
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text));
  } catch (error) {
    throw error instanceof Refusal ? error : invalid(`The description is no JSON: ${(error as Error).message}`);
  }
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid('A group and each of its documents are objects.');
}

/** Null is an attribute that is not there. */
function texts(values: Record<string, unknown>): Record<string, string> {
  const said = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(
    said.map(([name, value]) => {
      if (typeof value === 'string' || typeof value === 'number') return [name, String(value)];
      throw invalid(`${name.slice(0, 100)} is neither a text nor a number.`);
    }),
  );
}

/** With the three lines of the contract, for what is found before the XML is looked at. */
export const invalid = (message: string): Refusal =>
  new Refusal(`***XML Validation error\nSeverity: Error\nMessage: ${message}`, 'description');
