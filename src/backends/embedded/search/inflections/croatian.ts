/** Croatian, Bosnian and Serbian in Latin letters, folded. */
import { inflectionOf } from './inflection.js';
import { crossed, LATIN_CONSONANTS, paradigm } from './rules.js';

const CASES = 'i a o e u og oga eg ega em emu om ome oj im ih ima';
const ADJECTIVE = `- ${CASES}`;
const COMPARED = crossed('ij j s', 'i a o e eg ega em emu im ih ima oj u');
const PERSONS_E = crossed('e je', 'm s - mo te');
const PAST = crossed('a i e u je', 'o la lo li le');
const SOFT_PASSIVE = `${crossed('en jen', ADJECTIVE)} ${crossed('enj jenj', 'e a u em ima')}`;
const PASSIVE = `${crossed('an t', ADJECTIVE)} ${crossed('anj', 'e a u em ima')} ${SOFT_PASSIVE}`;
const PRESENT = `${crossed('a i uje', 'm s - mo te')} ${PERSONS_E} aju u e uju ju aj ajmo ajte i imo ite uj ujmo ujte ah ase asmo aste ahu ih ismo iste ise`;
const LONG = `${crossed('ova iva eva', 'o la lo li le')} ${crossed('ovan ivan evan', ADJECTIVE)} ovanje ovanja ovanju ivanje ivanja ivanju`;
const SOFTER = 'k/c g/z h/s t/c';
const LONGER_CASES = 'a u om em i ima e';

const WORDS = `
  biti sam si je smo ste su nisam nisi nije nismo niste nisu jesam jesi jest jeste jesmo jesu bio bila bilo bili bile bih bi bismo biste budem budes bude budemo budete budu budi budite budimo bijah bijase bice bit
  htjeti hteti cu ces ce cemo cete hocu hoces hoce hocemo hocete necu neces nece necemo necete htio htjela htjelo htjeli htjele hteo htela hteli htelo
  moci mogu mozes moze mozemo mozete mogao mogla moglo mogli mogle mogavsi
  imati imam imas ima imamo imate imaju imao imala imalo imali imale nemam nema nemamo nemaju
  ici idem ides ide idemo idete idu isao isla islo isli isle
  znati znam znas zna znamo znate znaju znao znala znali
  dati dam das da damo date daju dao dala dalo dali dan dana dano dani
  covjek covek covjeka coveka covjeku coveku covjekom covekom ljudi ljude ljudima
  dijete dete djeteta deteta djetetu detetu djeca deca djece dece djeci deci djecu decu djecom decom
  dan dana danu danom dani danima dane
  dobar dobra dobro dobri dobre dobrog dobroga dobrih bolji bolja bolje boljeg boljih boljim boljem bolju boljoj najbolji najbolja najbolje najboljeg najboljih najboljim najboljem najbolju najboljoj
  velik veliki velika veliko velike velikog velikih veci veca vece veceg vecih vecim vecem vecu vecoj najveci najveca najvece najveceg najvecih najvecim najvecem najvecu najvecoj
  mali mala malo male malog malen manji manja manje manjeg manjih manjim manjem manju manjoj najmanji najmanja najmanje najmanjeg najmanjih najmanju
  zao zla zlo zli loš los losa lose losi gori gora gore goreg gorih najgori najgora najgore najgorih najgorim najgoreg
  sav sva sve svi svih svim svima svega svemu svu svom svoj
  prvi prva prvo prve prvog prvoga prvom prvome prvim prvih prvoj prvu prvima
  dug duga dugo dugi duge duzi duza duze najduzi najduze
  cio cijel cijela cijelo cijeli cijele cijelog cijelu ceo cela celo celi cele celog celu celom
  beo bel bela belo beli bele belog bijel bijela bijelo bijeli
  otac oca ocu ocem ocevi
  posao posla poslu poslom poslovi poslova poslove poslovima
  misao misli mislju mislima
  sat sata satu sati satima satova
  brat brata bratu braca brace braci bracu
  oko oka oci ociju ocima`;

const NOUN_STEMS = `
  vrijem vremen vrem
  medjuvrijem medjuvremen meduvrijem meduvremen
  ime imen
  di dijel
  de del
  udi udjel
  ude udel
  predi predjel
  ugao ugl
  cilj
  tijel tjeles
  tel teles
  snijeg snjeg
  vijek vjek
  lijek ljek
  svijet svjet
  cvijet cvjet
  rijec rjec
  mjest
  dio dijel
  deo del
  pas ps
  kc kcer
  zemlj zemalj
  kaplj kapalj`;

const VERB_STEMS = `
  do dod dos dosl dosa
  na nad nas nasl nasa
  pro prod pros prosl prosa
  za zad zas zasl zasa
  po pod pos posl posa
  iz izid izis izisl izaci izad izas izasl izasa
  iza izad izas izasl izasa
  pre pred pres presl presa
  prij pride pris prisl prisa
  u ud us usl usa
  si sid sis sisl sisa
  oti otid otis otisl otisa ode odo
  razi razid razis razisl razisa
  obi obid obis obisl obisa
  pri prid pris prisl prisa
  re rek rec rekn rekl reka
  sti stig stign stigl stiga
  di dig dign digl diga
  mo mog moz mogl moga mogn
  se seg segn segl sega
  ta tak takn takl taka
  ne nes
  ples plet ple
  uspje uspij
  le leg leg legl legn
  vu vuk vuc vukl vuka
  pe pek pec pekl peka
  te tek tec tekl teka
  tu tuk tuc tukl
  si sijec sjek sjec
  ves ved ve
  vest ved ve
  nes nes nije nije
  nijet nes nije nio
  pas pad pa padn
  pasti pad pa padn
  sjes sjed sje
  ses sed se
  kras krad kra
  jes jed je
  ras rast
  kle kun
  uz uzm uze
  uze uzm
  pre preuzm preuze
  zauze zauzm
  preuze preuzm
  poduze poduzm
  oduze oduzm
  poce pocn
  zapoce zapocn
  zace zacn
  nace nacn
  pe pn
  pope popn
  prihvati prihvac
  zva zov
  bra ber
  pra per
  sla salj
  pisa pis
  kaza kaz
  veza vez
  stan sta
  sta stan stoj
  staj stoj
  boja boj
  da daj dava
  daj dava
  zna znava znaj
  gna zen
  smje smij
  sme sm
  razumje razumij
  umrije umr
  mrije mr
  cu cuj
  kri krij
  li lij
  pi pij
  bi bij
  vi vij
  tres`;

const bare = (word: string): { text: string; paradigm: string }[] =>
  /^naj...../.test(word) ? [{ text: word.slice(3), paradigm: 'highest' }] : [];

export const croatian = inflectionOf({
  consonants: LATIN_CONSONANTS,
  vowels: 'a',
  words: WORDS,
  prefixes: 'do iz iza na nad o ob od po pod pre pred pri pro raz s sa su u proiz uz z za odu po raza oba iza pripo pono ras is pono',
  families: { noun: NOUN_STEMS, strong: VERB_STEMS },
  undressed: bare,
  dressed: (stem) => [`naj${stem}`],
  paradigms: {
    noun: paradigm('- a e i o u om em ima ama iju ju cu ovi ova ove ovima ovom evi eva eve evima ija ije iji ijama ijom ijima ijem iju', {
      fleeting: '- a',
      changes: [
        ['i ima', 'k/c g/z h/s tk/c dk/c'],
        ['- a e i u om em ima', 'dc/c tc/c zk/sk dk/tk bc/pc lc/oc'],
        ['ju cu', 'st/s t/c'],
      ],
    }),
    citizen: paradigm('in ina inu inom i ima e a ine'),
    name: paradigm(`e ${crossed('en', LONGER_CASES)}`, { stem: /m$/ }),
    young: paradigm(`e ${crossed('et', LONGER_CASES)} ad`),
    falling: paradigm('ao la lu lom li lima le lo io ila ilo ili ile log lih lim loj lom'),
    adjective: paradigm(`${ADJECTIVE} ${COMPARED}`, {
      fleeting: '-',
      changes: [[`${COMPARED} ${CASES}`, 'ak/ ok/ k/c g/z h/s stn/sn dk/tk p/plj b/blj v/vlj m/mlj l/lj n/nj zk/sk']],
    }),
    highest: paradigm(COMPARED + ' ' + CASES, {
      as: 'adjective',
      isHidden: true,
      changes: [[`${COMPARED} ${CASES}`, 'ak/ ok/ k/c g/z h/s p/plj b/blj v/vlj m/mlj']],
    }),
    verb: paradigm(
      `ati iti jeti eti ovati ivati evati uti ti ci at it et ut ${PRESENT} ${PAST} ${PASSIVE} ajuci eci uci avsi ivsi ${LONG}`,
      {
        changes: [
          [`${PERSONS_E} u i imo ite`, `${SOFTER} p/plj b/blj v/vlj m/mlj`],
          [SOFT_PASSIVE, 't/c st/sc v/vlj p/plj b/blj m/mlj n/nj l/lj k/c g/z h/s'],
        ],
      },
    ),
    strong: paradigm(
      `- ti ci t em es e emo ete u i imo ite im is je jem jes jemo jete ju o la lo li le ao ati iti jeti eti ${SOFT_PASSIVE} ${crossed('t n', ADJECTIVE)} avsi vsi oh ose`,
      { isListed: true },
    ),
  },
});
