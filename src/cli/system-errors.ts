/** Errors of the system in sentences: what is in the way, by the name the user gave it, instead of ENOENT and the name of a draft. */
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';

const RAW =
  /\b(ENOENT|ENOTDIR|EISDIR|EACCES|EPERM|EROFS|EEXIST|ENAMETOOLONG|EADDRINUSE|EADDRNOTAVAIL): [^,']+(?:, \w+)?(?: '([^']+)')?(?: -> '[^']+')?/;
const LISTENING = /\blisten (EADDRINUSE|EACCES|EADDRNOTAVAIL): (?:[a-z]+ )+(\S+)/;

/** The message with what the system said of it put in words; as it is where the system said nothing. */
export function systemWords(message: string): string {
  const listening = LISTENING.exec(message);
  if (listening) return message.replace(LISTENING, listenWords(listening[1] ?? '', listening[2] ?? ''));
  const [raw, code = '', path = ''] = RAW.exec(message) ?? [];
  if (raw === undefined) return message;
  const words = path === '' ? BARE[code] : WORDS[code]?.(path);
  if (words === undefined) return message;
  return message.startsWith(raw) ? beginning(words) + message.slice(raw.length) : message.replace(raw, words);
}

/** A sentence begins with a capital, unless it begins with a name of a file, which stays as it is. */
const beginning = (words: string): string =>
  /^(?:there|you|the|that) /.test(words) ? words.charAt(0).toUpperCase() + words.slice(1) : words;

function listenWords(code: string, address: string): string {
  if (code === 'EADDRINUSE') return `${address} is taken by another program: choose another port with --port`;
  return code === 'EACCES' ? `you may not listen on ${address}: choose a port from 1024 on` : `this machine has no address ${address}`;
}

/** What is written under another name first is called by the folder it was to lie in. */
const isDraft = (path: string): boolean => path.endsWith('.part') || basename(path).startsWith('.');
const shown = (path: string): string => (isDraft(path) ? dirname(path) : path);

const WORDS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => (isDraft(path) ? `there is no folder ${dirname(path)}: make it first` : `there is no file or folder ${path}`),
  ENOTDIR: (path) => `${fileAmong(path)} is a file, and a folder is needed: choose another name, or move the file away`,
  EISDIR: (path) => `${shown(path)} is a folder, and a file is needed`,
  EACCES: (path) => `you may not read or write ${shown(path)}: change its rights, or choose another place`,
  EPERM: (path) => `you may not change ${shown(path)}: change its rights, or choose another place`,
  EROFS: (path) => `${shown(path)} lies on a disk that can only be read: choose another place`,
  EEXIST: (path) => `${shown(path)} is there already`,
  ENAMETOOLONG: (path) => `the name ${path.slice(0, 60)}… is too long`,
};

const BARE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'you may not read or write there: change the rights, or choose another place',
  EROFS: 'that disk can only be read: choose another place',
};

/** The part of a path that is a file where a folder is needed. */
function fileAmong(path: string): string {
  for (let part = path; part !== dirname(part); part = dirname(part)) {
    if (isFile(part)) return part;
  }
  return shown(path);
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // ENOTDIR once more: a part further up is the file
  }
}
