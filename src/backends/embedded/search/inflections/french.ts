/** French, folded: accents are gone already (é is e, ç is c). */
import { inflectionOf } from './inflection.js';
import { crossed, LATIN_CONSONANTS, paradigm } from './rules.js';

const FUTURE = 'ai as a ons ez ont ais ait ions iez aient';
const BROAD = 'ai as a ames ates at asse asses assent assions assiez ant ante ants antes ais ait aient ons';
const ER_MUTE = `e es ent ${crossed('er', FUTURE)}`;
const ER = `er ez ions iez erent ee ees ${BROAD} ${ER_MUTE}`;
const PAST_I = 'is it imes ites irent isse isses issions issiez issent';
const PAST = `${PAST_I} us ut umes utes urent usse usses ussions ussiez ussent`;
const RE = `s t ons ez ent ais ait ions iez aient e es ant ante ants antes ${PAST} ${crossed('r', FUTURE)}`;
const IRREGULAR = `- ts tre re ir oir x se ses te tes u ue us ues i ie ies ise ises ite ites ins int insse inrent ${RE} ${crossed('ir r er', FUTURE)}`;
const SS = 'ons ez ent ais ait ions iez aient e es ant ante ants antes';

const PREFIXES = `
  a ac ad ap ab abs as at con com contre de des dis entre en em ex in inter main o ob par per pour pre pro r re res ra re sou sous su sub sur
  tres trans ac recon reap repre sur entr satis appar ree e se aper de ac mal me inter cir circon ins recom`;

/** Stem of the infinitive, then the others that the verb has. */
const IRREGULAR_STEMS = `
  part par
  sort sor
  sent sen
  ment men
  dorm dor
  serv ser
  quer quier quer qui
  cour cou courr cours
  couvr couv couver
  ouvr ouv ouver
  offr off offer
  souffr souff souffer
  cueill
  assaill
  faill
  fui fuy
  mour meur mor mou
  ven vien vienn viend vin
  ten tien tienn tiend tin
  vet
  aill
  boi buv bu
  batt bat
  clu clo
  concl conclu
  excl exclu
  incl inclu
  condui
  connai connaiss conn connait
  parai paraiss par parait
  nai naiss naqu ne nait
  coud cous
  crai craign craind
  croi croy cr cru
  croit croiss
  di dis dit
  dev doi doiv du
  ecri ecriv ecriv
  scri scriv
  cri criv
  cev coi coiv cu
  pourvoi pourvoy pourvu
  crois croiss croit cru
  fai fais fe f fi font fass
  fall faud fau
  li lis lu
  lui luis
  mett met mi mir
  moud moul
  nui nuis
  plai plais pl
  pleuv pl
  pouv peu peuv pu pour puiss p
  prend pren prenn pri
  ri
  romp
  sav sai sach sau su
  suffi suffis
  suiv sui
  tai tais
  trai tray
  vainc vainqu
  val vau vaud vaill
  veu voul veul voud veuill
  viv vi vec
  voi voy ver vu v vi
  resoud resolv resou resolu
  absoud absolv absou
  assey assied assoi assi
  sied
  mouv meu meuv mu
  hai haiss
  nuis nui
  envoy enver envoi
  all va vai`;

const WORDS = `
  etre suis est sommes etes sont etais etait etions etiez etaient fus fut fumes furent serai seras sera serons serez seront serais serait serions seriez seraient sois soit soyons soyez soient fusse fut ete etant
  avoir ai as avons avez ont avais avait avions aviez avaient eus eut eumes eurent aurai auras aura aurons aurez auront aurais aurait aurions auriez auraient aie aies ait ayons ayez aient eu eue eus eues ayant
  aller vais vas va allons allez vont allais allait allions alliez allaient allai alla allerent irai iras ira irons irez iront irais irait irions iriez iraient aille aillent alle allee alles allees allant
  faire fais fait faisons faites font fasse fasses fassent faits faite
  dire dis dit disons dites disent
  devoir du due dus dues dut durent
  beau bel belle beaux belles
  nouveau nouvel nouvelle nouveaux nouvelles
  tout tous toute toutes
  vieux vieil vieille vieilles
  fou fol folle fous folles
  mou mol molle mous molles
  doux douce douces
  faux fausse fausses
  roux rousse rousses
  sec secs seche seches
  frais fraiche fraiches
  favori favoris favorite favorites
  oeil yeux
  ciel cieux
  travail travaux
  monsieur messieurs
  madame mesdames
  bon bons bonne bonnes meilleur meilleurs meilleure meilleures
  mauvais mauvaise mauvaises pire pires`;

export const french = inflectionOf({
  consonants: LATIN_CONSONANTS,
  vowels: 'e',
  prefixes: PREFIXES.trim().replace(/\s+/g, ' '),
  families: { irregular: IRREGULAR_STEMS },
  words: WORDS,
  paradigms: {
    noun: paradigm('- s x'),
    al: paradigm('al als aux ale ales ail ails'),
    adjective: paradigm('- e s es', { changes: [['e es', 'n/nn l/ll t/tt s/ss']] }),
    f: paradigm('f fs ve ves'),
    x: paradigm('x se ses', { stem: /u$/ }),
    teur: paradigm('teur teurs trice trices teuse teuses'),
    eur: paradigm('eur eurs euse euses'),
    c: paradigm('c cs que ques cque cques che ches'),
    g: paradigm('g gs gue gues'),
    eau: paradigm('eau eaux elle elles el'),
    er: paradigm(ER, {
      changes: [
        [ER_MUTE, 'l/ll t/tt y/i'],
        [BROAD, 'g/ge'],
      ],
    }),
    ir: paradigm(`ir is it i ie ies imes ites irent ${crossed('ir', FUTURE)} ${crossed('iss', SS)}`),
    re: paradigm(`re - u ue us ues ${RE}`, { stem: /(?:[aeo]n|er|or)d$|romp$/ }),
    indre: paradigm(`ndre ns nt nte nts ntes ${crossed('gn', `${SS} ${PAST_I}`)} ${crossed('ndr', FUTURE)}`, { stem: /[aeo]i$/ }),
    uire: paradigm(`re s t te ts tes ${crossed('s', `${SS} ${PAST_I}`)} ${crossed('r', FUTURE)}`, { stem: /ui$/ }),
    irregular: paradigm(IRREGULAR, { isListed: true }),
  },
});
