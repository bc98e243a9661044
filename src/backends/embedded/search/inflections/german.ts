/** German, folded: umlauts are gone already, so that plurals and comparatives differ from their word by endings only. */
import { inflectionOf } from './inflection.js';
import { crossed, LATIN_CONSONANTS, paradigm } from './rules.js';

const CASES = 'e en em er es';
const COMPARED = `${crossed('er', `- ${CASES}`)} ${crossed('st est', `- ${CASES}`)}`;
const PARTICIPLES = crossed('t et en n', `- ${CASES}`);
const PRESENT_PARTICIPLE = crossed('end nd', `- ${CASES}`);
const WEAK = 'e st est t et en n te ten test tet ete eten etest etet';

/** Parts of verbs that stand apart, and those that do not. */
const SEPARABLE = `
  ab an auf aus bei ein fest her hin los mit nach vor weg zu zuruck zusammen um durch uber unter wieder weiter teil statt
  bereit dar fort frei hervor heraus herein herunter hinaus hinein hinzu heran voran vorbei voraus gegenuber nieder entgegen bekannt fern
  still sicher fertig leer hoch tief da dazu davon daran dahin herbei herum umher uberein auseinander aufrecht wahr preis kennen gut offen klar gleich blank bloss gross`;
const INSEPARABLE = 'be ent er ge ver zer miss emp wider hinter voll';

/** Stem of the infinitive, then the others that the verb has. */
const STRONG = `
  back buk
  befehl befiehl befahl befohl
  beginn begann begonn
  beiss biss
  berg birg barg borg
  bieg bog
  biet bot
  bind band bund
  bitt bat bet
  blas blies
  bleib blieb
  brat briet
  brech brich brach broch
  brenn brann
  bring brach
  denk dach
  dring drang drung
  durf darf
  empfehl empfiehl empfahl empfohl
  ess iss ass gess
  fahr fuhr
  fall fiel
  fang fing
  fecht ficht focht
  find fand fund
  flecht flicht flocht
  flieg flog
  flieh floh
  fliess floss
  fress friss frass
  frier fror
  gar gor
  gebar gebier gebor
  geb gib gab
  geh ging gang
  geling gelang gelung
  gelt gilt galt golt
  genes genas
  geniess genoss
  gescheh geschieh geschah
  gewinn gewann gewonn
  giess goss
  gleich glich
  gleit glitt
  grab grub
  greif griff
  hab ha hatt hat
  halt hielt hal
  hang hing
  hau hieb
  heb hob
  heiss hiess
  helf hilf half holf
  kenn kann
  kling klang klung
  kneif kniff
  komm kam
  konn kann konn
  kriech kroch
  lad lud
  lass liess
  lauf lief
  leid litt
  leih lieh
  les lies las
  lieg lag leg
  lug log
  mahl
  meid mied
  mess miss mass
  misslind misslang misslung
  mog mag moch
  muss
  nehm nimm nahm nomm
  nenn nann
  pfeif pfiff
  preis pries
  quell quill quoll
  rat riet
  reib rieb
  reiss riss
  reit ritt
  renn rann
  riech roch
  ring rang rung
  rinn rann ronn
  ruf rief
  sauf soff
  schaff schuf
  scheid schied
  schein schien
  schelt schilt schalt scholt
  schieb schob
  schiess schoss
  schlaf schlief
  schlag schlug
  schleich schlich
  schleif schliff
  schliess schloss
  schmeiss schmiss
  schmelz schmilz schmolz
  schneid schnitt
  schreck schrick schrak schrock
  schreib schrieb
  schrei schrie
  schreit schritt
  schweig schwieg
  schwell schwill schwoll
  schwimm schwamm schwomm
  schwind schwand schwund
  schwing schwang schwung
  schwor schwur
  seh sieh sah
  send sand
  sing sang sung
  sink sank sunk
  sinn sann sonn
  sitz sass sess
  soll
  spinn spann sponn
  sprech sprich sprach sproch
  spriess spross
  spring sprang sprung
  stech stich stach stoch
  steh stand
  stehl stiehl stahl stohl
  steig stieg
  sterb stirb starb storb
  stink stank stunk
  stoss stiess
  streich strich
  streit stritt
  trag trug
  treff triff traf troff
  treib trieb
  tret tritt trat
  trink trank trunk
  trug trog
  tu tat ta
  verderb verdirb verdarb verdorb
  vergess vergiss vergass
  verlier verlor
  wachs wuchs
  wag wog
  wasch wusch
  weich wich
  weis wies
  wend wand
  werb wirb warb worb
  werf wirf warf worf
  wieg wog
  wind wand wund
  wiss weiss wuss
  woll will
  wring wrang wrung
  zeih zieh
  zieh zog
  zwing zwang zwung`;

const WORDS = `
  sein bin bist ist sind seid war warst waren wart ware waren waret gewesen sei seien seiest
  haben habe hast hat habt hatte hattest hatten hattet gehabt
  werden werde wirst wird werdet wurde wurdest wurden wurdet geworden worden ward
  gut gute guter gutes guten gutem besser bessere besserer besseres besseren besserem beste bester bestes besten bestem best
  viel viele vieler vieles vielen vielem mehr meiste meisten meister meistes
  hoch hohe hoher hohes hohen hohem hoher hohere hoheren hoherer hoheres hochste hochsten hochster hochstes hochst
  nah nahe naher nahes nahen nahere naheren naheres nachste nachsten nachster nachstes nachstem
  gross grosse grosser grossen grosses grossem grossere grosseren grosserer grosseres grosste grossten grosster grosstes
  herr herrn herren
  herz herzen herzens
  name namens namen`;

const separable = SEPARABLE.trim().split(/\s+/);

/** `angefangen`, `anzufangen`: what stands before and within is taken out, with the place it stood at. */
function undressed(word: string): { text: string; paradigm: string }[] {
  const found = word.startsWith('ge') ? [{ text: word.slice(2), paradigm: 'participle' }] : [];
  for (const prefix of separable) {
    if (!word.startsWith(prefix)) continue;
    const rest = word.slice(prefix.length);
    if (rest.startsWith('ge')) found.push({ text: prefix + rest.slice(2), paradigm: 'participle' });
    if (rest.startsWith('zu')) found.push({ text: prefix + rest.slice(2), paradigm: 'infinitive' });
  }
  return found;
}

const dressed = (stem: string): string[] => [
  `ge${stem}`,
  ...separable
    .filter((prefix) => stem.startsWith(prefix) && stem.length >= prefix.length + 2)
    .flatMap((prefix) => ['ge', 'zu'].map((within) => prefix + within + stem.slice(prefix.length))),
];

export const german = inflectionOf({
  consonants: LATIN_CONSONANTS,
  vowels: 'e',
  prefixes: `${SEPARABLE} ${INSEPARABLE}`.trim().replace(/\s+/g, ' '),
  families: { verb: STRONG, noun: 'bau baut\n mann leut' },
  words: WORDS,
  undressed,
  dressed,
  paradigms: {
    noun: paradigm('- e en n er ern es s ens ns se sen ses nen'),
    foreign: paradigm('um ums us usse usses en a as on ons ium iums ien is ma mas men'),
    adjective: paradigm(`- ${CASES} ${COMPARED}`, { fleeting: `- ${COMPARED}` }),
    verb: paradigm(`${WEAK} ${PARTICIPLES} ${PRESENT_PARTICIPLE}`, { fleeting: WEAK }),
    strong: paradigm(`- ${WEAK} ${PARTICIPLES} ${PRESENT_PARTICIPLE}`, { as: 'verb', isListed: true }),
    participle: paradigm(PARTICIPLES, { as: 'verb', isHidden: true }),
    infinitive: paradigm(`en n ${PRESENT_PARTICIPLE}`, { as: 'verb', isHidden: true }),
  },
});
