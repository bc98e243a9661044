import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseQuery, type SearchSource } from '../../../store/index.js';
import { openSearch, openSearchIndex } from './index.js';

/** Each line is one word in some of its forms: any of them finds all others, but for those of two letters, asked for as they stand. */
const FORMS = {
  de: `haus hauses hause häuser häusern
    gesetz gesetzes gesetze gesetzen
    gericht gerichts gerichte gerichten
    sprechen spreche spricht sprach sprachen gesprochen sprechend
    anfangen anfängt anfing angefangen anzufangen
    verkaufen verkauft verkaufte verkauften
    öffentlich öffentliche öffentlichen öffentlicher öffentlichem
    lang lange längere längsten langen
    museum museums museen
    sein ist war sind gewesen
    gehen ging gegangen geht gingen
    handeln handelt handelte gehandelt
    arbeiten arbeitet arbeitete gearbeitet arbeitende`,
  fr: `journal journaux
    loi lois
    national nationale nationaux nationales
    actif active actifs actives
    heureux heureuse heureuses
    décider décide décida décidé décidée décidées décidait décidera décidant
    choisir choisit choisissent choisi choisie choisissait
    rendre rend rendu rendue rendent rendait
    prendre prend prennent pris prise prenait
    venir vient viennent venu venue vint viendra
    pouvoir peut peuvent pouvait pourra pu
    être est sont était furent été
    ancien ancienne anciens anciennes
    manger mange mangeons mangeait mangé
    appeler appelle appelé appelait
    juger jugeasse jugeât jugeassiez jugèrent
    signer signassions signassiez
    peindre peignîmes peignites peignissions peignissent peindrons
    comparaître comparaissent comparût
    recomparaître recomparaissait recomparût`,
  it: `legge leggi
    amico amici amica amiche
    banco banchi
    luogo luoghi
    decidere decide decise deciso decisa decidono
    pagare paga paghi pagherà pagato pagata pagando
    cominciare comincia comincerà cominciato
    finire finisce finiscono finito finiva
    prendere prende preso presa prese prendono
    essere sono era erano sarà stato
    potere può possono poteva potrà
    studio studi
    pubblico pubblica pubblici pubbliche
    scrivere scrive scritto scritta scrisse
    tenere tiene tengono tenuto terrà`,
  bg: `закон закона законът закони законите
    съд съда съдът съдилища
    жена жената жени жените
    решение решението решения решенията
    голям голяма голямо големи големия големият големите
    държавен държавна държавно държавни държавния държавната
    правя прави правят правих правиха правил
    пиша пише писа писах писал
    виждам вижда виждат виждаше
    министър министри министрите министъра
    войник войника войници войниците
    съм беше бяха сме
    ден дни деня`,
  sl: `zakon zakona zakonu zakonom zakoni zakonov zakonih zakone
    sodišče sodišča sodišču sodiščem sodišč sodiščih
    sodba sodbe sodbi sodbo sodb sodbah sodbami
    odločba odločbe odločbi odločbo odločb odločbami
    pogodba pogodbe pogodbo pogodb pogodbami
    sestanek sestanka sestanku sestankom sestanki sestankov
    odvetnik odvetnika odvetniku odvetniki odvetnikov odvetnike
    javen javni javna javno javnega javnemu javnih javnimi
    urejati urejam ureja urejajo urejal urejala
    določiti določim določi določijo določil določila določen določena
    pravica pravice pravici pravico pravic pravicami
    stvar stvari stvarjo stvareh`,
  hr: `zakon zakona zakonu zakonom zakoni zakonima zakone
    sudac suca sucu sucem suci sudaca sucima
    knjiga knjige knjizi knjigu knjigom knjigama
    tužba tužbe tužbi tužbu tužbom tužaba tužbama
    presuda presude presudi presudu presudom presudama
    odluka odluke odluci odluku odlukom odlukama
    dužnost dužnosti dužnošću dužnostima
    javni javna javno javnog javnoga javnom javnim javnih
    odlučiti odlučim odluči odlučimo odlučio odlučila odlučili
    propisati propisan propisana propisao propisala
    rješenje rješenja rješenju rješenjem rješenjima
    vrijeme vremena vremenu vremenom`,
};

/** Pairs that have nothing to do with each other. */
const STRANGERS = {
  de: 'gesetz gesicht, recht rechnung, stand stange, gericht gerücht, bank bange, ware wolle, haus hals, gehen gehören, vertrag verträglichkeit',
  fr: 'maison mairie, loi loisir, droit drogue, cour couleur, porter portion, grand grade, parler parlement, port porc',
  it: 'legge legno, casa cassa, conto contratto, parte porta, corte cortile, prezzo pretesa, stato statua, potere potassio',
  bg: 'закон закуска, съд сграда, право пряк, жена желание, решение решетка, град градус, войник воин',
  sl: 'zakon zaklon, sodba soda, pravica pravilo, stran stranka, član članek, delo delež, obala obleka, voda vodnik, mesto meso, davek dar',
  hr: 'zakon zaklon, sudac sused, pravo pravilo, strana stranka, član članak, knjiga knjižnica, odluka odlika, porez pores, grad gradivo, voda vodič',
};

function searching<T>(words: readonly string[], language: string, work: (found: (query: string) => string[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-forms-'));
  const day = Date.UTC(2024, 0, 1);
  const common = { version: 1, url: 'u:', site: 'https://a.example', title: null, type: 'text/html', firstSeen: day, lastChanged: day };
  const source: SearchSource = {
    read: (document) => ({ ...common, document, text: words[document] ?? '', language, published: null, score: null, record: null }),
    isThere: () => true,
  };
  const index = openSearchIndex(join(folder, 'search.db'), source);
  const items = words.map((_, document) => ({ sequence: document + 1, operation: 'Add', document, version: { id: 1 } }) as never);
  index.apply({ items, after: 0, through: words.length, mark: '' });
  const search = openSearch(join(folder, 'search.db'), source);
  try {
    return work((query) => search.search({ node: parseQuery(query), limit: 1000 }).hits.map(({ document }) => words[document] as string));
  } finally {
    search.close();
    index.close();
    rmSync(folder, { recursive: true });
  }
}

it.each(Object.entries(FORMS))('forms of words are found by each other: %s', (language, lines) => {
  const lists = lines.split('\n').map((line) => line.trim().split(' '));
  searching(lists.flat(), language, (found) => {
    const pairs = lists.flatMap((forms) =>
      forms.filter((asked) => asked.length > 2).flatMap((asked) => forms.filter((form) => form !== asked).map((form) => [asked, form])),
    );
    const missed = pairs.filter(([asked = '', form = '']) => !found(asked).includes(form)).map((pair) => pair.join('→'));
    expect(missed).toEqual([]);
  });
});

it.each(Object.entries(STRANGERS))('words of another meaning are not: %s', (language, text) => {
  const pairs = text.split(', ').map((pair) => pair.split(' ') as [string, string]);
  searching(pairs.flat(), language, (found) => {
    expect(pairs.filter(([asked, other]) => found(asked).includes(other))).toEqual([]);
  });
});
