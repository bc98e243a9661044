/**
 * Takes consent notices out of a text that a snippet is to be made of. Two marks tell one, whatever its markup was: it
 * names cookies (or their like) and speaks for the site ("we use", "by continuing", "accept all"), which an article
 * about cookies does not do; or it stands word by word on another page of the site as well and names them.
 */

/** What is stored in a browser, in the languages of Europe. */
const COOKIES =
  /cookies?|piškot|kolačić|бисквит|колачињ|файлове? cookie|kakut|küpsis|ciastecz|evästee|sütik|sütit|sausainiuk|slapuk|sīkdat|sīkfail|fianán|vafrakök|informasjonskaps|cookie-uri|çerez|кук[іи]|τα cookies|ピクッキー|クッキー/i;

/** A site that speaks of itself, or asks for something. */
const ASKING = [
  // we use, our, this website uses
  '\\b(?:we|this (?:web)?site|our (?:web)?site|our partners)\\b[^.!?]{0,60}\\b(?:uses?|stores?|sets?|access)|\\bwe and our\\b',
  '\\b(?:wir|diese (?:web)?seite|diese website|unsere (?:web)?seite|unsere website|unsere partner)\\b[^.!?]{0,60}\\b(?:verwende|nutz|setz|speicher|einsetz)|(?:verwenden|nutzen|setzen) wir',
  '\\b(?:nous|ce site|notre site|nos partenaires)\\b[^.!?]{0,60}(?:utilis|dépos|stock)',
  '(?:utilizziamo|usiamo|(?:questo|il nostro|il presente) sito[^.!?]{0,40}(?:utilizza|usa|fa uso)|fa uso di)',
  '(?:utilizamos|usamos|este sitio[^.!?]{0,40}(?:utiliza|usa)|este site[^.!?]{0,40}(?:utiliza|usa)|esta (?:página|web)[^.!?]{0,30}(?:utiliza|usa))',
  '(?:uporabljamo|(?:spletn\\p{L}{1,12} (?:mesto|stran)|stran)[^.!?]{0,40}uporablja|koristimo|(?:stranica|sajt|portal)[^.!?]{0,40}koristi)',
  '(?:използваме|(?:сайт|страниц)[^.!?]{0,50}използва|користиме|користимо|используем|використовуємо)',
  '(?:používáme|používame|(?:web|stránk|webov)[^.!?]{0,50}(?:používá|používa|využívá)|używamy|korzystamy|(?:strona|serwis|witryna)[^.!?]{0,40}(?:używa|korzysta|wykorzystuje)|wykorzystujemy)',
  '(?:wij gebruiken|we gebruiken|deze (?:web)?site[^.!?]{0,30}gebruikt|vi använder|vi bruker|vi bruger|käytämme|kasutame|naudojame|izmantojam|használunk|használ|folosim|utilizăm|χρησιμοποιούμε|χρησιμοποιεί|kullanıyoruz|nużaw)',
  // by going on you agree
  '(?:by (?:continuing|using|clicking|browsing)|you (?:agree|consent|accept)|your consent|consent to|if you continue)',
  '(?:stimmen sie|sind sie (?:damit )?einverstanden|ihre (?:einwilligung|zustimmung)|erklären sie sich)',
  '(?:en (?:poursuivant|continuant)|vous acceptez|votre consentement|proseguendo|continuando|acconsent|il tuo consenso|si continúa|al continuar|usted acepta|ao continuar)',
  '(?:strinjate|vašo privolitev|soglašate|slažete|pristajete|vašu privolu|съгласявате|вашето съгласие|souhlasíte|súhlasíte|wyrażasz zgodę|zgadzasz)',
  // what stands on buttons
  '(?:accept|allow|reject|decline|manage|customi[sz]e)\\s+(?:all|cookies|necessary|optional|preferences|settings|choices)',
  '(?:alle (?:akzeptieren|zulassen|ablehnen|cookies)|einstellungen (?:verwalten|anpassen)|tout (?:accepter|refuser)|accepter (?:tout|les cookies)|paramétrer|accetta (?:tutti|i cookie)|rifiuta|gestisci|aceptar (?:todas|cookies)|rechazar)',
  '(?:sprejm\\p{L}{0,6} (?:vse|piškotke)|zavrni|nastavitve piškotkov|prihvati|prihvaćam|postavke kolačića|приемам|приеми|отхвърл|настройки за бисквитки|přijmout|odmítnout|prijať|odmietnuť|akceptuj|zaakceptuj|odrzuć)',
  '(?:cookie (?:settings|policy|preferences|notice|banner)|cookie-?(?:einstellungen|richtlinie|hinweis)|politique (?:de|relative aux) cookies|informativa (?:sui )?cookie)',
].map((words) => new RegExp(words, 'iu'));

const isAsking = (text: string): boolean => ASKING.some((pattern) => pattern.test(text));

/** A button, which belongs to the notice it stands beside. */
const BUTTON =
  /^(?:(?:alle|tout|manage|save|allow|only|nur|sprejmi|prihvati)\s)?(?:ok|all|vse|sve|necessary|notwendige|okay|accept|agree|got it|reject|decline|settings|preferences|more info\p{L}*|learn more|close|akzeptieren|ablehnen|einstellungen|verstanden|zustimmen|mehr erfahren|accepter|refuser|personnaliser|en savoir plus|accetta|rifiuta|personalizza|maggiori informazioni|aceptar|rechazar|strinjam se|sprejmi|zavrni|nastavitve|več o tem|prihvaćam|odbij|postavke|saznaj više|приемам|отказвам|настройки|научете повече|souhlasím|odmítnout|nastavení|akceptuję|odrzuć|ustawienia)(?!\p{L}).{0,30}$/iu;

/** A longer line is a text in which a notice may stand; of a shorter one all goes. */
const LONGEST_NOTICE = 700;
const SHORT = 40;

/** `isRepeated` tells of a line that stands on other pages of the site too. */
export function withoutNotices(text: string, isRepeated: (line: string) => boolean = () => false): string {
  if (!COOKIES.test(text)) return text;
  const lines = text.split('\n');
  const isNotice = lines.map((line) => COOKIES.test(line) && (isAsking(line) || isRepeated(line)));
  const kept: string[] = [];
  lines.forEach((line, at) => {
    if (isNotice[at] && line.length > LONGEST_NOTICE) kept.push(withoutAsking(line));
    else if (!isNotice[at] && !(isButton(line) && near(isNotice, lines, at))) kept.push(line);
  });
  return kept.filter((line) => line.trim() !== '').join('\n');
}

const isButton = (line: string): boolean => line.length <= SHORT && BUTTON.test(line.trim());

/** Beside a notice, with nothing but short lines between. */
function near(isNotice: readonly boolean[], lines: readonly string[], at: number): boolean {
  for (const step of [-1, 1])
    for (let to = at + step, left = 6; left > 0 && to >= 0 && to < lines.length; to += step, left--) {
      if (isNotice[to]) return true;
      if ((lines[to] as string).length > SHORT) break;
    }
  return false;
}

/** Sentence by sentence. */
const withoutAsking = (line: string): string =>
  line
    .split(/(?<=[.!?])\s+/u)
    .filter((sentence) => !(COOKIES.test(sentence) && isAsking(sentence)))
    .join(' ');

/** Lines that stand in more than one of some documents of a site. */
export class RepeatedLines {
  readonly #documents = new Map<string, number>();

  add(site: string, text: string): void {
    if (!COOKIES.test(text)) return;
    for (const line of new Set(text.split('\n').filter((each) => COOKIES.test(each)))) {
      const key = `${site} ${line.trim()}`;
      this.#documents.set(key, (this.#documents.get(key) ?? 0) + 1);
    }
  }

  has = (site: string, line: string): boolean => (this.#documents.get(`${site} ${line.trim()}`) ?? 0) > 1;
}
