/**
 * Location mappings, as RDF tool-kits know them: read this URI from that file. Made of the copies a scutter has, and read
 * to find them again.
 */
import { DataFactory, Writer } from 'n3';
import { type RdfFile, readFragment } from '../read-fragment.js';
import { Statements } from '../statements.js';
import { lm, scutter } from '../vocabulary.js';
import { fileUri } from './local-path.js';

/** URI → file URI of its copy. */
export type LocationMapping = ReadonlyMap<string, string>;

const { blankNode, literal, namedNode } = DataFactory;

/** In Turtle, one mapping for each source. */
export function writeMapping(mapping: LocationMapping): string {
  const writer = new Writer({ prefixes: { lm: lm('') } });
  for (const [name, altName] of mapping) {
    const entry = writer.blank([
      { predicate: namedNode(lm('name')), object: literal(name) },
      { predicate: namedNode(lm('altName')), object: literal(altName) },
    ]);
    writer.addQuad(blankNode(), namedNode(lm('mapping')), entry);
  }
  let text = '';
  writer.end((_error, result: string) => {
    text = result;
  });
  return text;
}

/** Reads a mapping file. Names may be texts or resources. Throws ScutterError. */
export async function readMapping(file: RdfFile): Promise<LocationMapping> {
  const statements = new Statements(await readFragment(file));
  return collect(statements, lm('name'), lm('altName'));
}

/** The rule of the original: a representation with a source and a local copy gives a name and where it lies. Throws ScutterError. */
export async function mappingOfMemory(file: RdfFile): Promise<LocationMapping> {
  const statements = new Statements(await readFragment(file));
  return collect(statements, scutter('source'), scutter('localCopy'), (node) => statements.hasType(node, scutter('Representation')));
}

export const mappingOfCopies = (copies: Readonly<Record<string, string>>): LocationMapping =>
  new Map(Object.entries(copies).map(([url, path]) => [url, fileUri(path)]));

function collect(statements: Statements, name: string, place: string, isMeant: (node: string) => boolean = () => true): LocationMapping {
  const found = new Map<string, string>();
  for (const node of statements.subjects()) {
    const [uri] = statements.values(node, name);
    const [local] = statements.values(node, place);
    if (uri && local && isMeant(node)) found.set(uri.value, fileUri(local.value));
  }
  return found;
}
