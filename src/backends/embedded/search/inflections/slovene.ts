/** Slovene, folded. */
import { inflectionOf } from './inflection.js';
import { crossed, LATIN_CONSONANTS, paradigm } from './rules.js';

const CASES = 'i a o e ega emu em im ih imi ima';
const ADJECTIVE = `- ${CASES}`;
const COMPARED = crossed('ejs js s j', CASES);
const PERSONS = 'm s - mo te jo va ta';
const PRESENT_E = crossed('e je', PERSONS);
const PAST = crossed('al il el ul l', '- a o i e');
const PASSIVE = `${crossed('an en jen', ADJECTIVE)} ${crossed('anj enj jenj', 'e a u em i ih')}`;
const PRESENT = `${crossed('a i uje', PERSONS)} ${PRESENT_E} ${crossed('aj ij uj ej', '- mo te va ta')} ${crossed('ajoc ijoc ujoc ejoc ec oc', ADJECTIVE)}`;
const LONG = `${crossed('oval eval', '- a o i e')} ${crossed('ovan evan', ADJECTIVE)} ovanje ovanja ovanju evanje evanja evanju`;

const WORDS = `
  biti sem si je smo ste so sva sta nisem nisi ni nismo niste niso nista bil bila bilo bili bile bom bos bo bomo boste bodo bosta bodi bodite
  imeti imam imas ima imamo imate imajo imata imel imela imelo imeli imele nimam nimas nima nimamo nimate nimajo
  hoteti hocem hoces hoce hocemo hocete hocejo hotel hotela hoteli nocem noces noce nocemo nocete nocejo
  iti grem gres gre gremo greste gredo sel sla slo sli sle
  moci morem mores more moremo morete morejo mogel mogla moglo mogli mogle
  vedeti vem ves ve vemo veste vedo vedel vedela vedeli
  povedati povem poves pove povemo poveste povesta povedo povedal povedala povedali povejte povej
  dati dam das da damo daste dajo dal dala dalo dali dan dana dano dani
  clovek cloveka cloveku clovekom ljudje ljudi ljudem ljudmi ljudeh
  dan dneva dne dnevu dnevom dni dnevi dnevov dneh dnevih dneve
  otrok otroka otroku otroci otrok otrokom otroke otrocih
  dober dobra dobro dobri dobre dobrega dobrih boljsi boljsa boljse boljsega boljsih boljsim boljso najboljsi najboljsa najboljse najboljsega najboljsih najboljsim najboljso bolje
  velik velika veliko veliki velike velikega velikih vecji vecja vecje vecjega vecjih vecjim vecjo vecjem najvecji najvecja najvecje najvecjega najvecjih najvecjim najvecjo najvecjem
  majhen majhna majhno majhni majhne majhnega mali mala malo manjsi manjsa manjse manjsega manjsih manjsim manjso manjsem najmanjsi najmanjsa najmanjse najmanjsega najmanjsih najmanjso
  dolg dolga dolgo dolgi dolge daljsi daljsa daljse daljsega daljsih najdaljsi
  mlad mlada mlado mladi mlade mlajsi mlajsa mlajse mlajsih mlajsega najmlajsi
  slab slaba slabo slabi slabsi slabsa slabse najslabsi
  prvi prva prvo prve prvega prvemu prvem prvim prvih prvimi
  gospa gospe gospo gospod
  kri krvi krvjo
  bolan bolna bolno bolni bolne bolnega bolnih bolnim bolnimi
  kratek kratka kratko kratki kratke krajsi krajsa krajse krajso krajsih krajsega najkrajsi najkrajsa najkrajse
  jesti jem jes je jemo jedo jedel jedla jedli
  mati matere materi mater materjo`;

const NOUN_STEMS = `
  ur
  tel teles
  dreves drev
  uh uses
  ok oc
  ime imen
  tl tal
  hci hcer
  pes ps`;

const VERB_STEMS = `
  reci rec rek rekl rece
  pri pris prid pridem prisl prisel
  naj najd nas nasl nasel
  znaj znajd znas znasl znasel
  zaj zajd zas zasl zasel
  obi obid obs obsl obsel
  odi odid ods odsl odsel
  izi izid izs izsl izsel
  vzi vzid vzs
  preid prei pres presl
  doi doid dos dosl
  seci seg sez segl segel
  nesti nes nes
  vesti ved vedl vedel
  pasti pad padl padel
  sesti sed sedl sedel
  jesti jed jedl je
  krasti krad kradl
  bra ber
  zva zov
  pra per
  sla slj posl
  pisa pis
  kaza kaz
  reza rez
  veza vez
  ja jam jem
  ce cn
  pe pn poj
  jeti jam jem jm jel jet
  vzeti vzam vze
  sprejeti sprejm spreje
  zaceti zacn zace
  prijeti prijm prije
  ujeti ujam uje
  objeti objam obje
  najeti najm naje
  zajeti zajm zajam zaje
  spoceti spocn
  ba boj
  sta sto stan stoj
  zde zd
  zna zn
  sme sm
  upa up
  umre umr
  tece tek tec
  vlec vlek vlec
  pec pek pec
  moci mor mog mogl mogel mozn
  pomoci pomag pomog pomogl pomogel pomor
  deti den dej
  spe sp
  spa sp
  stre strl
  dre drl
  ku kuj
  pi pij
  bi bij
  vi vij
  kri krij
  li lij
  si sij`;

const bare = (word: string): { text: string; paradigm: string }[] =>
  /^naj...../.test(word) ? [{ text: word.slice(3), paradigm: 'highest' }] : [];

export const slovene = inflectionOf({
  consonants: LATIN_CONSONANTS,
  vowels: 'ei',
  words: WORDS,
  prefixes: 'do iz na nad o ob od po pod pre pred pri raz s se so spo u v vz z za od pri raz na pripo izpo izobra',
  families: { noun: NOUN_STEMS, strong: VERB_STEMS },
  undressed: bare,
  dressed: (stem) => [`naj${stem}`],
  paradigms: {
    noun: paradigm(
      '- a e i o u om em ov ev oma ema ih ah eh am em ama ami emi mi ma jo ju ijo im ovi ove ovom ovih ova ja je ji ju jev jem jih jema jami jah',
      { fleeting: '- jo ijo', changes: [['i ih', 'k/c g/z h/s']] },
    ),
    person: paradigm('- ja ju jem ji jev jih je jema jami ji'),
    name: paradigm('e en ena enu enom eni enih ene', { stem: /m$/ }),
    young: paradigm('- ta tu tom ti tih', { stem: /e$/ }),
    body: paradigm('o es esa esu esom esi esih'),
    church: paradigm('ev ve vi vijo vah vam vami'),
    adjective: paradigm(`${ADJECTIVE} ${COMPARED}`, { fleeting: '-', changes: [[COMPARED, 'k/ ok/ g/z k/c d/ h/s hk/z ok/lj']] }),
    highest: paradigm(COMPARED, { as: 'adjective', isHidden: true, changes: [[COMPARED, 'k/ ok/ g/z k/c d/ h/s hk/z ok/lj']] }),
    verb: paradigm(`ati iti eti ovati evati uti ti ci at it et ovat evat ${PRESENT} ${PAST} ${PASSIVE} ${LONG}`, {
      fleeting: 'l',
      changes: [
        [PRESENT_E, 'k/c g/z h/s t/c sk/sc'],
        [`${crossed('en jen', ADJECTIVE)} ${crossed('enj jenj', 'e a u em i ih')}`, 't/c st/sc v/vlj p/plj b/blj m/mlj n/nj l/lj k/c g/z'],
      ],
    }),
    strong: paradigm(
      `- ti i em es e emo ete ejo eta im is imo ite ijo jem jes je jemo jete jejo ta va o ${PAST} l la lo li le ${PASSIVE} ${crossed('t en', ADJECTIVE)} ta to ti te`,
      {
        isListed: true,
      },
    ),
  },
});
