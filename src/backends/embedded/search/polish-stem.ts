/**
 * A light stemmer for Polish: takes off endings of nouns, adjectives and the commonest verb forms, longest first, and
 * never leaves less than three letters. Written for folded words (ł is l, ą is a), which is how it is given them.
 */
const ENDINGS: readonly string[] = [
  ...['owaniach', 'owaniami', 'eniach', 'eniami', 'aniach', 'aniami', 'osciami', 'osciach'],
  ...['owania', 'owaniu', 'owanie', 'osciom', 'iejsze', 'iejszy', 'iejsza'],
  ...['osci', 'owie', 'ami', 'iami', 'ach', 'iach', 'ego', 'iego', 'emu', 'iemu', 'ymi', 'imi', 'ych', 'ich', 'iej'],
  ...['osc', 'ania', 'aniu', 'anie', 'enia', 'eniu', 'enie', 'owi', 'iem', 'iom', 'ala', 'ali', 'alo', 'aly', 'ila', 'ili', 'ilo', 'ily'],
  ...['ow', 'om', 'em', 'ej', 'ym', 'im', 'ie', 'ia', 'iu', 'io', 'al', 'il', 'ac', 'ic', 'yc', 'ec', 'aj', 'uj'],
  ...['a', 'e', 'i', 'o', 'u', 'y'],
].toSorted((a, b) => b.length - a.length);

const SHORTEST = 3;

export function polishStem(word: string): string {
  const folded = word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/ł/g, 'l');
  const ending = ENDINGS.find((each) => folded.length - each.length >= SHORTEST && folded.endsWith(each));
  return ending === undefined ? folded : folded.slice(0, -ending.length);
}
