/** Presentations before 2007: nested records, some of which contain text. */
import { CompoundFile } from './cfb.js';
import { type FileFindings, fileReader } from './file-reader.js';
import { readPropertySets } from './property-set.js';
import { Unreadable } from './unreadable.js';

const MAX_RECORDS = 2_000_000;
const MAX_DEPTH = 64;

export const pptReader = fileReader({
  name: 'ppt',
  about: 'Reads presentations before 2007 (PPT): text of slides and notes, links, properties.',
  types: ['application/vnd.ms-powerpoint'],
  what: 'the presentation',
  read({ bytes }, found) {
    const file = new CompoundFile(bytes);
    readPropertySets(file, found);
    if (file.has('EncryptedSummary')) throw new Unreadable('is encrypted');
    const document = file.stream('PowerPoint Document');
    if (!document) throw new Unreadable('lacks its slides');
    new Records(document, found).read(0, document.length, 0);
  },
});

const MASTER = 0x03f8;
const TEXT_KIND = 0x0f9f;
const TEXT_WIDE = 0x0fa0;
const TEXT_NARROW = 0x0fa8;
const LINK = 0x0fd7;
const LINK_TARGET = 0x0fba;
/** Texts that stand where users are meant to write. */
const PROMPT = /^(?:Click to edit Master|Click to add |Second level$|Third level$|Fourth level$|Fifth level$)/;

class Records {
  #left = MAX_RECORDS;
  #isTitle = false;

  constructor(
    private readonly bytes: Buffer,
    private readonly found: FileFindings,
  ) {}

  read(from: number, to: number, depth: number): void {
    for (let at = from; at + 8 <= to && this.#left > 0 && !this.found.lines.full; this.#left--) {
      const version = this.bytes.readUInt16LE(at);
      const type = this.bytes.readUInt16LE(at + 2);
      const end = Math.min(at + 8 + this.bytes.readUInt32LE(at + 4), to);
      if ((version & 15) === 15) this.#container(type, at + 8, end, depth);
      else this.#atom(type, this.bytes.subarray(at + 8, end));
      at = end;
    }
  }

  #container(type: number, from: number, to: number, depth: number): void {
    if (type === MASTER || depth >= MAX_DEPTH) return;
    if (type === LINK) this.#link(from, to);
    else this.read(from, to, depth + 1);
  }

  #atom(type: number, part: Buffer): void {
    if (type === TEXT_KIND) this.#isTitle = part[0] === 0 || part[0] === 6;
    else if (type === TEXT_WIDE) this.#text(part.toString('utf16le'));
    else if (type === TEXT_NARROW) this.#text(part.toString('latin1'));
  }

  #text(text: string): void {
    for (const line of text.split(/[\r\n]/)) {
      if (PROMPT.test(line) || line === '*') continue; // a star stands for the date or the slide number
      if (this.#isTitle && line.trim() !== '') this.found.heading ??= line.trim();
      this.found.lines.add(line.replaceAll('\x0b', ' '));
    }
    this.#isTitle = false;
  }

  /** Name and target are both texts; the target is the last. */
  #link(from: number, to: number): void {
    const texts: string[] = [];
    for (let at = from; at + 8 <= to && texts.length < 10; ) {
      const end = Math.min(at + 8 + this.bytes.readUInt32LE(at + 4), to);
      if (this.bytes.readUInt16LE(at + 2) === LINK_TARGET) texts.push(this.bytes.toString('utf16le', at + 8, end));
      at = end;
    }
    const target = texts.at(-1);
    if (target !== undefined && /^[a-z]+:/i.test(target)) this.found.link(target, texts.length > 1 ? (texts[0] ?? '') : '');
  }
}
