/** Labelled lines that line up and are folded at the width of the terminal, at spaces only: an address stays whole. */
import { stripVTControlCharacters } from 'node:util';
import type { Terminal } from './terminal.js';

/** An empty label goes on with the one above. */
export type Line = readonly [label: string, text: string];

const GAP = 2;

export function section(title: string, lines: readonly Line[], { style }: Pick<Terminal, 'style'>, width: number): string {
  if (lines.length === 0) return '';
  const label = Math.max(...lines.map(([word]) => lengthOf(word)));
  const body = lines.map(([word, text]) => labelled(word, text, label, width, style));
  return [style('bold', title), ...body].join('\n');
}

function labelled(word: string, text: string, label: number, width: number, style: Terminal['style']): string {
  const indent = GAP + label + GAP;
  const head = `${' '.repeat(GAP)}${style('dim', word)}${' '.repeat(label - lengthOf(word) + GAP)}`;
  return `${head}${folded(text, width - indent).join(`\n${' '.repeat(indent)}`)}`.trimEnd();
}

/** A word longer than the width has a line of its own and sticks out. */
export function folded(text: string, width: number): string[] {
  if (lengthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const lengthOf = (text: string): number => stripVTControlCharacters(text).length;

/** Folded where somebody reads along; whole lines where a program does. */
export const widthOf = (terminal: Terminal): number => (process.stdout.isTTY ? terminal.width : Number.POSITIVE_INFINITY);
