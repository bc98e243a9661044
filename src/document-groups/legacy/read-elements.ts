/** The elements of a small XML file, with their attributes: all that a .NET configuration is made of. */
import { SaxesParser } from 'saxes';
import { LegacySettingsError } from './settings-error.js';

export interface Element {
  /** Names of the elements around it and its own, in small letters, joined by slashes. */
  readonly path: string;
  /** Names in small letters. */
  readonly attributes: Readonly<Record<string, string>>;
}

const MAX_LENGTH = 1_000_000;
const MAX_DEPTH = 50;

export function readElements(text: string): Element[] {
  if (text.length > MAX_LENGTH) throw new LegacySettingsError(`The settings file has more than ${MAX_LENGTH} characters: it is none.`);
  if (/<!DOCTYPE/i.test(text)) throw new LegacySettingsError('The settings file has a document type declaration; none is read.');
  const elements: Element[] = [];
  const path: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name.toLowerCase());
    if (path.length > MAX_DEPTH) throw new LegacySettingsError('The settings file is nested too deeply.');
    elements.push({ path: path.join('/'), attributes: lowered(attributes) });
  });
  parser.on('closetag', () => void path.pop());
  parser.on('error', (error) => {
    throw new LegacySettingsError(`The settings file is not well-formed XML: ${error.message}`);
  });
  parser.write(text.replace(/^\uFEFF/, '')).close();
  return elements;
}

const lowered = (attributes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]));
