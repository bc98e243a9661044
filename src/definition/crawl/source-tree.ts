/**
 * Where each value of a definition file stands. The YAML and the JSON parser both build this tree beside the value;
 * error texts and `explain` look up line and column in it.
 */
import type { Path } from './fields.js';
import { excerptOf, type Place } from './problem.js';

/** Offsets into the text. An alias shares the node of its anchor. */
export interface SourceNode {
  readonly start: number;
  readonly end: number;
  readonly parts: ReadonlyMap<string | number, SourcePart>;
}

export interface SourcePart {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly node: SourceNode;
}

export const NO_PARTS: ReadonlyMap<string | number, SourcePart> = new Map();

/** The text of one file, which turns offsets into lines and columns. */
export class SourceText {
  private readonly lineStarts: number[] = [0];

  constructor(
    readonly file: string,
    readonly text: string,
  ) {
    for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) this.lineStarts.push(index + 1);
  }

  place(start: number, end = start + 1): Place {
    const index = this.lineIndex(start);
    const lineStart = this.lineStarts[index] ?? 0;
    const line = this.text.slice(lineStart, this.lineStarts[index + 1]).replace(/\r?\n$/, '');
    const column = Math.min(start - lineStart, line.length) + 1;
    return {
      text: `${this.file}:${index + 1}:${column}`,
      file: this.file,
      line: index + 1,
      column,
      excerpt: excerptOf(line, index + 1, column, end - start),
    };
  }

  lineOf(offset: number): number {
    return this.lineIndex(offset) + 1;
  }

  private lineIndex(offset: number): number {
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** A definition as read from a file. A module has no tree: its values may have been computed. */
export interface WrittenDefinition {
  readonly file: string;
  readonly value: unknown;
  /** Place of the field's name or value. When the field was not written, the place of the nearest part above it that was. */
  placeOf(path: Path, part: 'key' | 'value'): Place;
}

export function placeIn(source: SourceText, root: SourceNode, path: Path, part: 'key' | 'value'): Place {
  let node = root;
  let found: SourcePart | null = null;
  for (const step of path) {
    const next = node.parts.get(step);
    if (!next) return found ? source.place(found.keyStart, found.keyEnd) : source.place(root.start);
    found = next;
    node = next.node;
  }
  if (!found) return source.place(root.start);
  return part === 'key' ? source.place(found.keyStart, found.keyEnd) : source.place(node.start, node.end);
}
