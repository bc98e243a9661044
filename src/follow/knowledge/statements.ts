/** Statements as core.db keeps them. One that cannot be read must hold up nobody: then there are none, and somebody is told. */
import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import type { DocumentStatements } from '../../store/index.js';

export function statementsIn({ url, quads }: Pick<DocumentStatements, 'url' | 'quads'>, onRemark?: (remark: string) => void): Quad[] {
  try {
    // Labels as they are: the same document has the same ones each time.
    return new Parser({ format: 'N-Quads', blankNodePrefix: '' }).parse(quads ?? '') as unknown as Quad[];
  } catch (error) {
    onRemark?.(`The statements kept of ${url} cannot be read and are left out: ${(error as Error).message}`);
    return [];
  }
}
