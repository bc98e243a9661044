/** What readers noted about RDF that was published wrongly: notes of one kind among those of a page. */
const KIND = /^rdf-problem:?\s+/;

export const problemsIn = (notes: string): string[] =>
  notes
    .split('\n')
    .filter((note) => KIND.test(note))
    .map((note) => note.replace(KIND, ''));
