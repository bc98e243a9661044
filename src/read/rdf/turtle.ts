/** Turtle, TriG, N-Triples, N-Quads and N3: one parser, told which of them it is to be strict about. */
import type { Quad, Term } from '@rdfjs/types';
import { DataFactory, Parser } from 'n3';
import { type QuadList, TooManyQuads } from './quad-list.js';

export function readTurtle(text: string, format: string, baseIRI: string, list: QuadList): void {
  const made: Quad[] = [];
  // The parser hands over everything at its end; who makes the quads can stop it before there are too many.
  const quad = (...terms: Term[]): Quad => {
    const one = makeQuad(...terms);
    if (made.push(one) > list.most) throw new TooManyQuads();
    return one;
  };
  const parser = new Parser({ baseIRI, format, factory: { ...DataFactory, quad } } as ConstructorParameters<typeof Parser>[0]);
  try {
    for (const each of parser.parse(text)) list.add(each as unknown as Quad);
  } catch (error) {
    if (error instanceof TooManyQuads) for (const each of made) list.add(each);
    throw error;
  }
}

const makeQuad = DataFactory.quad as unknown as (...terms: Term[]) => Quad;
