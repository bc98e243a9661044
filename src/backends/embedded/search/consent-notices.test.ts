import { expect, it } from 'vitest';
import { RepeatedLines, withoutNotices } from './consent-notices.js';

const ARTICLE = 'The council has decided to renew the bridge over the river next year.';

/** As sites write them; each with what its buttons say. */
const NOTICES = [
  'We use cookies to give you the best experience on our website.\nAccept all\nSettings',
  'This site uses cookies to analyse traffic. By continuing to browse, you agree to their use.\nOK',
  'We and our 842 partners store and access information on a device, such as cookies.\nManage preferences',
  'Wir verwenden Cookies, um Inhalte zu personalisieren und die Zugriffe zu analysieren.\nAlle akzeptieren\nAblehnen',
  'Diese Website nutzt Cookies. Mit der weiteren Nutzung stimmen Sie dem zu.\nVerstanden',
  'Nous utilisons des cookies pour mesurer l’audience du site.\nTout accepter\nPersonnaliser',
  'En poursuivant votre navigation, vous acceptez le dépôt de cookies.',
  'Utilizziamo i cookie per offrirti una migliore esperienza.\nAccetta\nRifiuta',
  'Questo sito utilizza cookie tecnici e di terze parti.',
  'Uporabljamo piškotke za boljšo uporabniško izkušnjo.\nStrinjam se',
  'Spletno mesto uporablja piškotke. Z nadaljevanjem obiska se strinjate z njihovo uporabo.',
  'Koristimo kolačiće kako bismo poboljšali rad stranice.\nPrihvaćam',
  'Използваме бисквитки, за да подобрим работата на сайта.\nПриемам',
  'Používáme cookies, abychom vám usnadnili prohlížení.\nSouhlasím',
  'Ta strona używa plików cookie i ciasteczek w celach statystycznych.\nAkceptuję',
  'Utilizamos cookies propias y de terceros.\nAceptar',
];

it.each(NOTICES)('a consent notice is left out: %s', (notice) => {
  for (const text of [`${notice}\n${ARTICLE}`, `${ARTICLE}\n${notice}`]) expect(withoutNotices(text)).toBe(ARTICLE);
});

it.each([
  'The court held that storing cookies without consent breaks the directive, whatever the information they contain.',
  'Das Gericht entschied, dass voreingestellte Häkchen bei Cookies keine wirksame Zustimmung sind.',
  'Bake the cookies for twelve minutes, then let them cool on a rack.',
  'Sodišče je presodilo, da so piškotki osebni podatki.',
])('what an article says about cookies stays: %s', (text) => {
  expect(withoutNotices(`${text}\n${ARTICLE}`)).toBe(`${text}\n${ARTICLE}`);
});

it('a line about cookies that other pages of the site have too is left out', () => {
  const line = 'Cookies help this place to work.';
  const repeated = new RepeatedLines();
  for (const text of [`${line}\nOne.`, `${line}\nTwo.`]) repeated.add('https://a.example', text);
  const isRepeated = (each: string) => repeated.has('https://a.example', each);
  expect(withoutNotices(`${line}\n${ARTICLE}`, isRepeated)).toBe(ARTICLE);
  expect(withoutNotices(`${line}\n${ARTICLE}`)).toBe(`${line}\n${ARTICLE}`);
});

it('of a long text in one line only the sentences of the notice go', () => {
  const long = `${'The river is wide here and the old bridge is closed. '.repeat(20)}We use cookies to analyse our traffic. The end is near.`;
  expect(withoutNotices(long)).toBe(long.replace(' We use cookies to analyse our traffic.', ''));
});

it('a page that is nothing but a notice has no snippet of it', () => {
  expect(withoutNotices('We use cookies on this website.\nAccept all')).toBe('');
});
