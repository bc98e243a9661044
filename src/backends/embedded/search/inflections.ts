/**
 * Forms of words of languages whose endings are many: a word may be read as a stem with an ending of any paradigm, and
 * two words are forms of one when they share a stem in the same paradigm. Written for folded words (š is s, đ is d).
 *
 * No ending is taken off for good, so `osnov` is a form of `osnova` although -ov is an ending too.
 */
export interface Inflection {
  /** What two forms of a word have in common: at least one of these. */
  keys(word: string): readonly string[];
  /** How the forms of the word may begin. */
  beginnings(word: string): readonly string[];
}

interface Paradigm {
  readonly endings: ReadonlySet<string>;
  /** Endings before which the stem may have a vowel that it has nowhere else. */
  readonly fleeting: ReadonlySet<string>;
  /** Endings before which the last consonant of the stem changes. */
  readonly soft: ReadonlySet<string>;
}

interface Rules {
  readonly paradigms: Readonly<Record<string, Paradigm>>;
  /** Vowels that come and go between the last two consonants. */
  readonly vowels: string;
  /** Consonant and what it becomes. */
  readonly softened: readonly (readonly [hard: string, soft: string])[];
}

const SHORTEST = 3;
const LONGEST_ENDING = 7;
const CONSONANT = '[bcdfghjklmnpqrstvwxz]';

const paradigm = (endings: string, fleeting = '', soft = ''): Paradigm => ({
  endings: setOf(endings),
  fleeting: setOf(fleeting),
  soft: setOf(soft),
});

/** A minus stands for no ending. */
const setOf = (endings: string): Set<string> =>
  new Set(
    endings
      .split(' ')
      .filter(Boolean)
      .map((each) => (each === '-' ? '' : each)),
  );

/** Each of some beginnings with each of some ends. */
const crossed = (beginnings: string, ends: string): string =>
  beginnings
    .split(' ')
    .flatMap((beginning) => ends.split(' ').map((end) => beginning + (end === '-' ? '' : end)))
    .join(' ');

function inflectionOf({ paradigms, vowels, softened }: Rules): Inflection {
  const fleeting = new RegExp(`^(.*${CONSONANT})[${vowels}](${CONSONANT})$`);
  const stemsBefore = (word: string, ending: string, { fleeting: filled, soft }: Paradigm): string[] => {
    const stem = word.slice(0, word.length - ending.length);
    const shorter = filled.has(ending) ? stem.replace(fleeting, '$1$2') : stem;
    const harder = soft.has(ending)
      ? softened.flatMap(([hard, weak]) => (stem.endsWith(weak) ? [stem.slice(0, -weak.length) + hard] : []))
      : [];
    return [stem, ...(shorter.length >= SHORTEST ? [shorter] : []), ...harder];
  };
  const stems = (word: string): [name: string, stem: string][] => {
    const found: [string, string][] = [];
    for (let cut = 0; cut <= Math.min(LONGEST_ENDING, word.length - SHORTEST); cut++) {
      const ending = word.slice(word.length - cut);
      for (const [name, each] of Object.entries(paradigms))
        if (each.endings.has(ending)) for (const stem of stemsBefore(word, ending, each)) found.push([name, stem]);
    }
    return found;
  };
  return {
    keys: (word) => [...new Set(stems(word).map(([name, stem]) => `${name}:${stem}`))],
    beginnings: (word) => outermost(stems(word).map(([, stem]) => beginningOf(stem, softened))),
  };
}

/** What all forms share: without the last consonant where it changes or a vowel may come before it. */
function beginningOf(stem: string, softened: Rules['softened']): string {
  const changes = softened.some(([hard]) => stem.endsWith(hard)) || new RegExp(`${CONSONANT}{2}$`).test(stem);
  return changes ? stem.slice(0, /[dt]c$/.test(stem) ? -2 : -1) : stem;
}

/** Without those that begin with another one. */
const outermost = (beginnings: readonly string[]): string[] =>
  [...new Set(beginnings)].filter((each, _, all) => !all.some((other) => other !== each && each.startsWith(other)));

const SL_ADJECTIVE = '- i a o e ega emu em im ih imi ima';
const SL_PARTICIPLES = `${crossed('al il el ul l', '- a o i e')} ${crossed('an en jen', SL_ADJECTIVE)} ${crossed('anj enj jenj', 'e a u em i ih')}`;
const SL_PRESENT = `${crossed('a e i uje je', 'm s - mo te jo va ta')} ${crossed('aj ij uj ej', '- mo te va ta')}`;

export const slovene: Inflection = inflectionOf({
  vowels: 'ei',
  softened: [
    ['k', 'c'],
    ['g', 'z'],
    ['h', 's'],
    ['t', 'c'],
    ['sk', 'sc'],
  ],
  paradigms: {
    noun: paradigm('- a e i o u om em ov ev oma ema ih ah am ama ami mi ma jo ju im ovi ove ovom ovih ova ja je', '- jo', 'i ih'),
    longer: paradigm('- e en ena enu enom eni enih ene ta tu tom ti tih es esa esu esom esi esih ov ve vi vijo'),
    adjective: paradigm(`${SL_ADJECTIVE} ${crossed('ejs js s', 'i a o e ega emu em im ih imi')}`, '-'),
    verb: paradigm(
      `ati iti eti ovati evati uti ti ci at it et ovat evat ${SL_PRESENT} ${SL_PARTICIPLES} ${crossed('oval eval', '- a o i e')} ${crossed('ovan evan', SL_ADJECTIVE)} ovanje ovanja ovanju evanje evanja evanju`,
      'l',
      crossed('e', 'm s - mo te jo va ta'),
    ),
  },
});

const HR_ADJECTIVE = '- i a o e u og oga eg ega em emu om ome oj im ih ima';
const HR_PARTICIPLES = `${crossed('a i e u', 'o la lo li le')} ${crossed('an en jen', HR_ADJECTIVE)} ${crossed('anj enj jenj', 'e a u em ima')} ajuci eci uci avsi ivsi`;
const HR_PRESENT = `${crossed('a e i uje je', 'm s - mo te')} aju u e uju ju aj ajmo ajte i imo ite uj ujmo ujte ah ase asmo aste ahu ih ismo iste ise`;

export const croatian: Inflection = inflectionOf({
  vowels: 'a',
  softened: [
    ['k', 'c'],
    ['g', 'z'],
    ['h', 's'],
    ['dc', 'c'],
    ['tc', 'c'],
    ['st', 's'],
    ['t', 'c'],
  ],
  paradigms: {
    noun: paradigm(
      '- a e i o u om em ima ama iju ju cu ovi ova ove ovima evi eva eve evima ija ije iji ijama ijom ijima ijem',
      '- a',
      '- a e i u om em ima ju cu',
    ),
    longer: paradigm('e ena enu enom eni enima ta tu tom etom eta etu i eci ad'),
    falling: paradigm('ao la lu lom li lima le io ila'),
    adjective: paradigm(`${HR_ADJECTIVE} ${crossed('ij j s', 'i a o e eg ega em emu im ih ima oj u')}`, '-'),
    verb: paradigm(
      `ati iti jeti eti ovati ivati evati uti ti ci at it ${HR_PRESENT} ${HR_PARTICIPLES} ${crossed('ova iva eva', 'o la lo li le')} ${crossed('ovan ivan evan', HR_ADJECTIVE)} ovanje ovanja ovanju ivanje ivanja ivanju`,
      '',
      `${crossed('e', 'm s - mo te')} u i imo ite`,
    ),
  },
});
