/** Italian, folded: accents are gone already (è is e). */
import { inflectionOf } from './inflection.js';
import { crossed, LATIN_CONSONANTS, paradigm } from './rules.js';

const CLITICS = 'si lo la li le ne gli vi ci mi ti';
const PAST_SUBJUNCTIVE = 'ssi sse ssimo ste ssero';
const IMPERFECT = 'vo vi va vamo vate vano';
const FUTURE = 'o ai a emo ete anno ei esti ebbe emmo este ebbero';
const GENDERS = 'o a i e';

const tenses = (vowel: string): string =>
  [
    `${vowel}re ${crossed(`${vowel}r`, CLITICS)}`,
    crossed(vowel, `${IMPERFECT} ${PAST_SUBJUNCTIVE} te sti mmo rono i`),
    crossed(`${vowel === 'i' ? 'ir' : 'er'}`, FUTURE),
  ].join(' ');
const gerund = (base: string): string => `${base}ndo ${crossed(`${base}ndo`, CLITICS)} ${crossed(`${base}nt`, 'e i')}`;

const ARE_SOFT = `i iamo ino iate ${crossed('er', FUTURE)}`;
const ARE = `o a ano ${tenses('a')} ${gerund('a')} ${crossed('at', `${GENDERS} osi asi isi esi`)} ${crossed('a', CLITICS)} ${ARE_SOFT}`;
const ERE = `o i e iamo ono a ano iate etti ette ettero ${tenses('e')} ${gerund('e')} ${crossed('ut iut', GENDERS)}`;
const IRE = `o i e iamo ono a ano iate ${tenses('i')} ${gerund('e')} ${gerund('ie')} ${crossed('it', GENDERS)} ${crossed('isc', 'o i e ono a ano')}`;
/** Of stems that stand in a list, whatever the conjugation: participles and the past too. */
const IRREGULAR = `- ${GENDERS} ero ere re rre ire iamo ono ano iate te to no ni nno ${ERE} ${IRE} ${tenses('a')} ${gerund('a')} ${crossed('ur r', CLITICS)} ${FUTURE} ia iano ${crossed('r rr', FUTURE)} sti mmo ste ro`;

const PREFIXES = `
  a ac ad af ag al am an ap ar as at av co com con contra contrad cor da de di dis e emo es estra fra im in inter intra intro ir is man
  ne o ob oc of ol op pos per perse pre preav pro r ra rac rad raf rag rap rav re ri rial rin ripro riac rif rico ricon s scom se sco sor sopra sopraggiun so sos sot sotto sov sovra stra su sub suc sup sus tra tras
  trat ot coin predis contrap sopp compro com ricom ricos cos ben male bene soddis assue lique lique rare cor es`;

const IRREGULAR_STEMS = `
  accend acces
  accorg accors
  and va vad vann
  appar appai appars appari
  append appes
  ascond ascos
  assum assun assuns
  cad cadd cadr
  ced cess
  chied chies chiest
  chiud chius
  cogl colg cols colt
  conced concess
  conosc conobb
  corr cors
  cresc crebb
  cuoc coss cott coc
  cid cis
  clud clus
  da dar dessi diess dett died
  dic dir diss dett
  difend difes
  dirig dires dirett diress
  discut discuss
  distingu distins distint
  divid divis
  dol duol dolg
  dov dev debb deb
  duc duss dott du
  ergi ers ert
  esig esatt
  esprim espress
  prim press
  fa fac facc fec fatt far
  fend fes
  fing fins fint
  flett fless
  fond fus
  frang frans frant
  giac giacc giacqu
  giung giuns giunt
  legg less lett
  lud lus
  merg mers
  mett mis mess
  mord mors
  muov mov moss
  nett ness
  plod plos
  muor mor mort morr
  nasc nacqu nat
  nascond nascost nascos
  offend offes
  offr offert offers
  apr apert apers
  copr copert copers
  soffr soffert soffers
  par pai pars parr
  pend pes
  perd pers
  piac piacc piacqu piaciu
  piang pians piant
  pon pos post pong por porr
  porg pors
  pot poss puo puot potr
  prend pres
  reg ress rett regg
  rend res
  rid ris
  rimang riman rimas rimast rimarr
  risolv risols risolt risolut
  solv sols solt solut
  rispond rispos rispost
  romp rupp rott
  sap sapp sapr sepp
  sal salg
  scegl scels scelt scelg
  scend sces
  sciogl sciols sciolt sciolg
  togl tols tolt tolg torr
  scriv scriss scritt
  sed sied siegg segg
  sorg sors
  sparg spars
  spegn spens spent speng
  spend spes
  sping spins spint
  sta star stess stett stia stann
  string strins strett
  strugg struss strutt
  sum suns sunt
  tac tacc tacqu
  ten tien teng tenn terr
  tend tes
  ting tins tint
  torc tors tort
  tragg tra trass tratt trarr
  uccid uccis
  ud od
  usc esc
  val valg vals valr varr
  ved vist vid vedr veggi vis
  ven vien veng venn verr venut
  vinc vins vint
  viv viss vissut vivr
  volg vols volt
  vol vuol vogl voll vorr
  bev bevv berr
  cuot scoss
  scuot scoss
  percuot percoss
  evad evas
  invad invas
  persuad persuas
  rad ras
  espell espuls espell
  pell puls
  assolv assolt assols
  redig redatt
  esig esatt
  affligg affliss afflitt
  figg fiss fitt
  compi compiut compiss
  ademp adempi adempiut
  riemp riempi
  accad accadd`;

const WORDS = `
  essere sono sei siamo siete ero eri era eravamo eravate erano fui fosti fu fummo foste furono saro sarai sara saremo sarete saranno sarei saresti sarebbe saremmo sareste sarebbero sia siano siate fosse fossi fossero fossimo stato stata stati state essendo essersi
  avere ho hai ha abbiamo avete hanno avevo avevi aveva avevamo avevate avevano ebbi avesti ebbe avemmo aveste ebbero avro avrai avra avremo avrete avranno avrei avresti avrebbe avremmo avreste avrebbero abbia abbiano abbiate avesse avessi avessero avessimo avuto avuta avuti avute avendo aver averlo averla
  andare vado vai va andiamo andate vanno andro andra andranno andrebbe andrebbero vada vadano andato andata andati andate andava andavano ando andarono andando andassero
  fare faccio fai fa facciamo fate fanno fatto fatta fatti fatte far
  dare do dai da diamo date danno dato data dati dar
  dire dico dici dice diciamo dite dicono detto detta detti dette dir
  stare sto stai sta stiamo state stanno stato
  sapere so sai sa sappiamo sapete sanno saputo
  potere posso puoi puo possiamo potete possono poter
  dovere devo devi deve dobbiamo dovete devono debba debbano dover
  volere voglio vuoi vuole vogliamo volete vogliono voler
  uscire esco esci esce usciamo uscite escono esca escano
  uomo uomini
  dio dei dea
  bue buoi
  tempio templi
  bello bel bei begli bella belle belli
  buono buon buona buoni buone migliore migliori ottimo
  grande grandi gran maggiore maggiori
  quello quel quei quegli quella quelle
  uovo uova
  santo san santa santi sante
  mano mani
  ala ali
  arma armi`;

export const italian = inflectionOf({
  consonants: LATIN_CONSONANTS,
  vowels: 'e',
  prefixes: PREFIXES.trim().replace(/\s+/g, ' '),
  families: { irregular: IRREGULAR_STEMS },
  words: WORDS,
  paradigms: {
    noun: paradigm(`${GENDERS} ${crossed('issim', GENDERS)}`, { changes: [['i e', 'c/ch g/gh']] }),
    io: paradigm('io i'),
    cia: paradigm('io ia i e ie', { stem: /[cg]$/ }),
    tore: paradigm('tore tori trice trici'),
    short: paradigm('- e i', { stem: /..[rl]$/ }),
    apocope: paradigm('re r', { stem: /[aei]$/ }),
    are: paradigm(ARE, { changes: [[ARE_SOFT, 'c/ch g/gh']] }),
    iare: paradigm(
      `${crossed(
        'i',
        ARE.replace(/\bi\b|\biamo\b|\bino\b|\biate\b/g, '')
          .trim()
          .replace(/\s+/g, ' '),
      )} ${ARE_SOFT}`,
    ),
    ere: paradigm(ERE, { changes: [['o ono a ano', 'c/cg']] }),
    ire: paradigm(IRE),
    irregular: paradigm(IRREGULAR, { isListed: true }),
  },
});
