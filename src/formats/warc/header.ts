/**
 * Heads of WARC/1.1 records, as text.
 *
 * Values come from the network in part, so each is put on one line here, once: nothing a server or
 * a page says can end a field early and begin another one.
 */
import { randomUUID } from 'node:crypto';

/** Fields in the order they are written; null and undefined are left out. */
export type WarcField = readonly [name: string, value: string | number | null | undefined];

export const newRecordId = (): string => `urn:uuid:${randomUUID()}`;

export const bracketed = (id: string): string => `<${id}>`;

export const warcDate = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** `name: value` lines of a record head or of an application/warc-fields block. */
export function fieldLines(fields: readonly WarcField[]): string {
  let lines = '';
  for (const [name, value] of fields) {
    if (value !== null && value !== undefined) lines += `${name}: ${onOneLine(value)}\r\n`;
  }
  return lines;
}

/** The whole head, blank line included. */
export const recordHead = (fields: readonly WarcField[]): Buffer => Buffer.from(`WARC/1.1\r\n${fieldLines(fields)}\r\n`);

/** All control characters but the tab. */
const CONTROLS = /[^\P{Cc}\t]+/gu;

/** Finds what makes a value need tidying; nearly none does. */
const UNTIDY = /[\x00-\x08\x0a-\x1f\x7f-\x9f]|^\s|\s$/;

function onOneLine(value: string | number): string | number {
  return typeof value === 'number' || !UNTIDY.test(value) ? value : value.replace(CONTROLS, ' ').trim();
}
