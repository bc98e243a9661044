/**
 * Reads the settings files of the original client: `appSettings` with its keys, alone or inside a .NET configuration, and
 * the connection beside them. What they say comes out in our words; what has no counterpart is noted, never dropped silently.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nearest } from '../../../model/index.js';
import { isConnectionKey, type LegacyConnection, readConnectionKeys, readServiceModel } from './connection.js';
import { type Element, readElements } from './read-elements.js';
import { LegacySettingsError } from './settings-error.js';
import { readNumber, readPath } from './values.js';

export interface LegacySettings {
  /** Name of the crawler as the original has it: connectors list those they go by. */
  readonly crawler: string | null;
  /** Working folder. */
  readonly workspace: string | null;
  readonly language: string | null;
  /** Documents downloaded at the same time. */
  readonly parallel: number | null;
  /** File of the log. */
  readonly log: string | null;
  readonly connection: LegacyConnection;
  /** For the log: what is ignored, and what was taken otherwise. */
  readonly notes: readonly string[];
}

type Draft = { -readonly [Name in Exclude<keyof LegacySettings, 'notes' | 'log' | 'connection'>]: LegacySettings[Name] } & {
  logFolder: string | null;
  logFile: string | null;
};

type Read = (draft: Draft, value: string) => string | null;

const path =
  (field: 'workspace' | 'logFolder', name: string): Read =>
  (draft, value) => {
    const { path: local, note } = readPath(name, value);
    draft[field] = local;
    return note;
  };

const KEYS: Readonly<Record<string, Read>> = {
  DestinationFolder: path('workspace', 'DestinationFolder'),
  Language(draft, value) {
    draft.language = value.trim();
    return null;
  },
  MaxDegreeOfParallelism(draft, value) {
    const number = readNumber('MaxDegreeOfParallelism', value);
    if (number < 1 || number > 100) throw new LegacySettingsError(`MaxDegreeOfParallelism="${value}" is not between 1 and 100.`);
    draft.parallel = number;
    return null;
  },
  CrawlerName(draft, value) {
    if (value.trim() === '') throw new LegacySettingsError('CrawlerName is empty: it says which crawler runs.');
    draft.crawler = value.trim();
    return null;
  },
  LogDir: path('logFolder', 'LogDir'),
  InfoLog(draft, value) {
    draft.logFile = value.trim();
    return null;
  },
};

export const SETTINGS_KEYS: readonly string[] = Object.keys(KEYS);

export async function readLegacySettings(file: string): Promise<LegacySettings> {
  try {
    return parseLegacySettings(await readFile(file, 'utf8'));
  } catch (error) {
    throw new LegacySettingsError(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

export function parseLegacySettings(text: string): LegacySettings {
  const elements = readElements(text);
  const added = elements.filter(({ path: place }) => /(^|\/)appsettings\/add$/.test(place));
  const isConfiguration = elements.some(({ path: place }) => /(^|\/)(appsettings|system\.servicemodel)$/.test(place));
  if (!isConfiguration) throw new LegacySettingsError('There is neither <appSettings> nor <system.serviceModel> in it.');
  const notes: string[] = [];
  const connection = readServiceModel(elements, notes);
  const draft: Draft = { crawler: null, workspace: null, language: null, parallel: null, logFolder: null, logFile: null };
  for (const element of added) readKey(element, draft, connection, notes);
  const { logFolder, logFile, ...rest } = draft;
  const log = logFolder === null && logFile === null ? null : join(logFolder ?? rest.workspace ?? '.', safeName(logFile ?? 'InfoLog.txt'));
  return { ...rest, log, connection, notes };
}

/** A name, not a way to somewhere else. */
const safeName = (name: string): string => name.split(/[\\/]/).at(-1)?.replace(/^\.+$/, '') || 'InfoLog.txt';

function readKey({ attributes }: Element, draft: Draft, connection: LegacyConnection, notes: string[]): void {
  const { key = '', value = '' } = attributes;
  const name = SETTINGS_KEYS.find((known) => known.toLowerCase() === key.toLowerCase());
  if (name === undefined && isConnectionKey(key)) return readConnectionKeys({ [key]: value }, connection, notes);
  const note = name === undefined ? unknownKey(key) : (KEYS[name] as Read)(draft, value);
  if (note !== null) notes.push(note);
}

function unknownKey(key: string): string {
  const meant = nearest(key, SETTINGS_KEYS);
  return `The key ${key} is not known and is ignored.${meant ? ` Did you mean ${meant}?` : ''}`;
}
