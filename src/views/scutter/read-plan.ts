/** Scutter plans: RDF whose rdfs:seeAlso name where a crawl starts. */
import { asUrl } from '../../model/index.js';
import { type RdfFile, readFragment } from './read-fragment.js';
import { rdfs } from './vocabulary.js';

export interface ScutterPlan {
  /** In the order of the plan, each once. */
  readonly urls: readonly string[];
  /** What it names besides, and nobody can fetch. */
  readonly unusable: readonly string[];
}

/** Links may be written as resources or, as the original let pass, as text. Throws ScutterError. */
export async function readPlan(file: RdfFile): Promise<ScutterPlan> {
  const seeAlso = rdfs('seeAlso');
  const named = (await readFragment(file)).filter(({ predicate }) => predicate.value === seeAlso).map(({ object }) => object);
  const urls = new Set<string>();
  const unusable = new Set<string>();
  for (const { termType, value } of named) {
    const url = termType === 'BlankNode' ? null : asUrl(value.trim(), file.base);
    if (url && /^https?:$/.test(url.protocol)) urls.add(url.href);
    else unusable.add(value);
  }
  return { urls: [...urls], unusable: [...unusable] };
}
