import { expect, it } from 'vitest';
import { detectLanguage } from './language.js';
import { byLetters } from './language-letters.js';

/** Short sentences of one meaning in two languages that are hard to tell apart. */
const CLOSE: Readonly<Record<string, string>> = {
  cs: `Vláda schválila návrh zákona o dani z příjmů.
Soud zamítl žalobu pro nedostatek důkazů.
Řidič dostal pokutu za rychlou jízdu.
Nejvyšší soud zrušil rozhodnutí krajského soudu.
Zítra bude pršet a ochladí se.
Děti si hrály na hřišti za školou.
Kupující je povinen zaplatit kupní cenu včas.
Vědci objevili nový druh ryby.
Město opraví mosty přes řeku.
Pacient užívá léky třikrát denně.
Tým vyhrál v prodloužení o jediný gól.
Nájemce může smlouvu vypovědět do tří měsíců.
Úřad zveřejnil výsledky voleb v neděli.
Přidejte mouku, vejce a špetku soli.
Vlak měl zpoždění kvůli poruše trati.
Žák odpověděl učiteli na všechny otázky.
Firma propustila několik set zaměstnanců.
Ceny bytů v hlavním městě dále rostou.
Muzeum otevře výstavu moderního umění.
Ministr odmítl komentovat obvinění novinářů.
Tento předpis nabývá účinnosti dnem vyhlášení.
Správní orgán rozhodne do třiceti dnů.
Žalovaný se proti rozsudku odvolal.
Kniha vyšla v novém překladu.
Hasiči zasahovali u požáru skladu.
Lékaři doporučují více pohybu a méně cukru.
Středověký hrad navštívilo tisíce turistů.
Zaměstnavatel odpovídá za škodu na věcech.
Poslanci budou hlasovat příští úterý.
Kdy odjíždí příští autobus do centra?`,
  sk: `Vláda schválila návrh zákona o dani z príjmov.
Súd zamietol žalobu pre nedostatok dôkazov.
Vodič dostal pokutu za rýchlu jazdu.
Najvyšší súd zrušil rozhodnutie krajského súdu.
Zajtra bude pršať a ochladí sa.
Deti sa hrali na ihrisku za školou.
Kupujúci je povinný zaplatiť kúpnu cenu včas.
Vedci objavili nový druh ryby.
Mesto opraví mosty cez rieku.
Pacient užíva lieky trikrát denne.
Tím vyhral v predĺžení o jediný gól.
Nájomca môže zmluvu vypovedať do troch mesiacov.
Úrad zverejnil výsledky volieb v nedeľu.
Pridajte múku, vajcia a štipku soli.
Vlak meškal pre poruchu na trati.
Žiak odpovedal učiteľovi na všetky otázky.
Firma prepustila niekoľko sto zamestnancov.
Ceny bytov v hlavnom meste ďalej rastú.
Múzeum otvorí výstavu moderného umenia.
Minister odmietol komentovať obvinenia novinárov.
Tento predpis nadobúda účinnosť dňom vyhlásenia.
Správny orgán rozhodne do tridsiatich dní.
Žalovaný sa proti rozsudku odvolal.
Kniha vyšla v novom preklade.
Hasiči zasahovali pri požiari skladu.
Lekári odporúčajú viac pohybu a menej cukru.
Stredoveký hrad navštívili tisíce turistov.
Zamestnávateľ zodpovedá za škodu na veciach.
Poslanci budú hlasovať budúci utorok.
Kedy odchádza nasledujúci autobus do centra?`,
};

it.each(Object.entries(CLOSE))('short sentences and long texts are told from those of a close language: %s', (language, text) => {
  const sentences = text.split('\n');
  const wrong = sentences.filter((sentence) => detectLanguage(sentence).language !== language);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(1);
  for (let at = 0; at < sentences.length; at += 3) expect(detectLanguage(sentences.slice(at, at + 3).join(' ')).language).toBe(language);
});

it('letters decide only where all of them speak for one language', () => {
  expect(byLetters('sk', 'Příští úterý bude v neděli')).toBe('cs');
  expect(byLetters('cs', 'Nedeľa a učiteľ')).toBe('sk');
  expect(byLetters('sk', 'Učiteľ Dvořák')).toBe('sk');
  expect(byLetters('sk', 'Dvořák')).toBe('sk'); // a name
  expect(byLetters('mk', 'общият съд')).toBe('bg');
  expect(byLetters('pl', 'příští')).toBe('pl');
});
