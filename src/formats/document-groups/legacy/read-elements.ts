/** The elements of a small XML file, with their attributes and texts: all that a .NET configuration or a worker file is made of. */
import { SaxesParser } from 'saxes';
import { LegacySettingsError } from './settings-error.js';

export interface Element {
  /** Names of the elements around it and its own, in small letters, joined by slashes. */
  readonly path: string;
  /** Names in small letters. */
  readonly attributes: Readonly<Record<string, string>>;
  /** As it is written, without prefix. */
  readonly name: string;
  /** Its own, without that of elements in it. */
  readonly text: string;
  /** There are no elements in it. */
  readonly isLeaf: boolean;
}

type Draft = { -readonly [Name in keyof Element]: Element[Name] };

const MAX_LENGTH = 1_000_000;
const MAX_DEPTH = 50;

export function readElements(text: string): Element[] {
  if (text.length > MAX_LENGTH) throw new LegacySettingsError(`The settings file has more than ${MAX_LENGTH} characters: it is none.`);
  if (/<!DOCTYPE/i.test(text)) throw new LegacySettingsError('The settings file has a document type declaration; none is read.');
  const elements: Draft[] = [];
  const open: Draft[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const around = open.at(-1);
    const local = name.split(':').at(-1) as string;
    const path = around ? `${around.path}/${local.toLowerCase()}` : local.toLowerCase();
    if (open.length >= MAX_DEPTH) throw new LegacySettingsError('The settings file is nested too deeply.');
    if (around) around.isLeaf = false;
    const element = { path, attributes: lowered(attributes), name: local, text: '', isLeaf: true };
    elements.push(element);
    open.push(element);
  });
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  parser.on('error', (error) => {
    throw new LegacySettingsError(`The settings file is not well-formed XML: ${error.message}`);
  });
  parser.write(text.replace(/^\uFEFF/, '')).close();
  return elements;
}

const lowered = (attributes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]));
