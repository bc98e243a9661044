/**
 * Text that differs at every visit and says nothing about the document: clocks, counters, times of generation, sessions.
 *
 * Only a block that is nothing else counts, never a number inside a sentence or a table. Labelled counters and the like
 * are left out wherever they stand. A clock needs a time of day, or today's date the way a masthead prints it (with its
 * weekday, or above the first heading), and is left out only outside the main content: there, a date is the document's.
 */
import { MONTHS, WEEKDAYS } from './dates/calendar-words.js';

/** `main`: inside the main content; `top`: before the page's first heading. */
export type Place = 'main' | 'top' | 'page';

const LONGEST = 160;

export function isVolatile(text: string, start: number, end: number, place: Place): boolean {
  if (end - start > LONGEST) return false;
  const first = text.charCodeAt(start);
  if (!hasDigit(text, start, end)) return place !== 'main' && first === COPYRIGHT;
  const line = text.slice(start, end);
  if (place !== 'main' && first === COPYRIGHT) return true;
  return isLabelled(line) || (place !== 'main' && isClock(line, place));
}

const COPYRIGHT = 0xa9;

function hasDigit(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) return true;
  }
  return false;
}

const NUMBER = String.raw`\d[\d.,'’]*(?:[ \u00a0]\d{3}(?!\d))*`;
const STAMP = String.raw`[\d.:,/+\-–tz ]*\d[\d.:,/+\-–tz ]*`;

/** What is counted, in the languages of the Union. */
const COUNTED =
  String.raw`visitors?|visits?|hits?|page ?hits|page ?views?|views?|impressions?|users?|guests?|readers?|reads|downloads|counter
  |besucher|besuche|zugriffe|aufrufe|seitenaufrufe|gäste|visiteurs?|visites?|vues|consultations?|lectures|visitas?|visitantes?|vistas|lecturas
  |visitatori|visite|visualizzazioni|letture|acessos|visualizações|leituras|bezoekers?|bezoeken|weergaven|odwiedzin|odwiedziny|odsłon|odsłony|wyświetleń
  |návštěv|návštěvníků|zobrazení|návštev|návštevníkov|látogató|látogatók|látogatás|megtekintés|vizite|vizitatori|vizualizări|accesări|afișări
  |obiskov|obiskovalcev|ogledov|posjeta|posjetitelja|pregleda|besökare|besök|visningar|besøg|besøgende|visninger|kävijöitä|kävijät|katselukerrat
  |külastajaid|külastusi|vaatamisi|apmeklējumi|apmeklētāji|skatījumi|apsilankymai|lankytojai|peržiūros|επισκέπτες|επισκέψεις|προβολές
  |посещения|посетители|прегледи|преглеждания|viżitaturi|cuairteoirí`.replace(/(?<!\s)\s*\|/g, '|');
/** What is done to a page. */
const MADE = String.raw`generated|rendered|created|built|served|executed|loaded|processed|generiert|erstellt|erzeugt|geladen|générée?|exécutée?|generata|generada|wygenerowan[ay]|vygenerován[ao]?|retrieved|printed|abgerufen|gedruckt|imprimée?|stampata`;
const QUALIFIED = String.raw`(?:you are|our|the|sie sind|total|unique|online|now|today|number|no\.?|nr\.?|of|count|so far|since|page|site|website|this|gesamt|heute|aktuell|au total|en ligne|oggi|hoy|en línea|#|№)`;

const PHRASES: readonly RegExp[] = [
  // Generated on 2026-11-16 19:02:45
  new RegExp(
    String.raw`(?:page |seite )?(?:generated|rendered|served|retrieved|printed|abgerufen|gedruckt|generiert|imprimée?|stampata)(?: (?:at|on|am|le|il)|:)\s*${STAMP}(?:uhr|gmt|utc|ce?s?t)?`,
    'giu',
  ),
  // Page generated in 0.03 seconds (12 queries), Seite erstellt in 0,2 s
  new RegExp(
    String.raw`(?:(?:this |die |la |cette )?(?:page|seite|script|site|stránka|strona|stran|pagina|página)?\s*(?:was |wurde )?(?:${MADE})(?: (?:in|within|by|en|dans|w|za))?\s*:?|(?:generation|execution|render(?:ing)?|load(?:ing)?|response|processing) time:?|ladezeit:?|temps de génération:?)\s*${NUMBER}\s*(?:ms|msec|milliseconds|milisekund|millisekunden|s|sec|secs|seconds?|sekunden?|secondes?|secondi|segundos|sekund)(?!\p{L})`,
    'giu',
  ),
  new RegExp(String.raw`(?:(?:with |using |and |mit |und )?\d+ (?:sql |database |db )?(?:queries|abfragen|requêtes|query))`, 'giu'),
  // Visitors: 12345, 1,234 views today, You are visitor number 5
  new RegExp(
    String.raw`(?:${QUALIFIED}\s*)*(?<!\p{L})(?:${COUNTED})(?!\p{L})(?:\s*${QUALIFIED})*\s*[:=#-]?\s*(?:${QUALIFIED}\s*)*${NUMBER}`,
    'giu',
  ),
  new RegExp(String.raw`${NUMBER}\s*(?:${QUALIFIED}\s*)*(?<!\p{L})(?:${COUNTED})(?!\p{L})(?:\s*${QUALIFIED})*`, 'giu'),
  // Last login: 12.05.2024 10:33
  new RegExp(
    String.raw`(?:last|previous|letzter?|letzte|dernière|ultimo|último) (?:login|log-in|logon|visit|anmeldung|connexion|visite|accesso|acceso)\s*:?${STAMP}`,
    'giu',
  ),
  // Session ID: 9f3a…, Request-ID, Ray ID; a session of parliament has no letters in its number
  /(?:session|request|trace|correlation|ray|sitzungs?)(?:[\s_-]*id\s*[:=#]\s*(?=[\w.-]*\d)[\w.:-]{6,}|\s*[:=#]\s*(?=\w*\d)(?=\w*[a-f])\w{8,})/giu,
];

/** A word of every phrase: nearly all lines have none. */
const TRIGGER = new RegExp(
  String.raw`(?<!\p{L})(?:${COUNTED})(?!\p{L})|time|ladezeit|temps|log-?[io]n|visit|anmeldung|connexion|acc?es|id[ :=#]|session|${MADE}`,
  'iu',
);

/** Are there labelled counters and the like, and no word besides? */
function isLabelled(line: string): boolean {
  if (!TRIGGER.test(line)) return false;
  let rest = line;
  for (const phrase of PHRASES) {
    rest = rest.replace(phrase, ' ');
    if (rest !== line && !/[\p{L}\p{N}]/u.test(rest)) return true;
  }
  return false;
}

/** Words a clock has besides the names of days and months. */
const CLOCK_WORDS: ReadonlySet<string> = new Set(
  `at um on am pm a p m the of o clock uhr h hrs heure heures ora ore klockan kl godz it is it's now today todays time date current local server day
  heute ist jetzt datum uhrzeit zeit aktuell aujourd hui nous sommes le la il el les los date heure oggi è ora data hoy es fecha hora de del do da den der
  die das vandaag dnes je dnešní dátum čas dzisiaj dziś jest danes danas sada tänään idag i dag ma ma van azi este astăzi σήμερα днес е час г година
  st nd rd th er º gmt utc cet cest wet west eet eest bst est edt pst pdt z t`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** With a full stop only where the words say that it is a time: 12.30 may be anything. */
const TIME = /(?<![\d.])(?:[01]?\d|2[0-4])(?:[:h][0-5]\d(?:[:.][0-5]\d)?|\.[0-5]\d(?: uhr| h))(?![\d.])/;
const CLOCK_SIGNS = /^[\p{L}\p{M}\d\s.,:;/|()'’+–-]+$/u;
const DATE = /(?<!\d)(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\s?\d{1,2}\2\s?\d{2,4})(?!\d)/;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;

function isClock(line: string, place: Place): boolean {
  const lower = line.toLowerCase();
  if (!CLOCK_SIGNS.test(lower)) return false;
  const [isTimed, isDated, hasYear] = [TIME.test(lower.replace(DATE, ' ')), DATE.test(lower), YEAR.test(lower)];
  if (!isTimed && !isDated && !hasYear) return false;
  let [weekday, month] = [false, false];
  for (const [word] of lower.matchAll(/\p{L}+/gu)) {
    if (WEEKDAYS().has(word)) weekday = true;
    else if (MONTHS().has(word)) month = true;
    else if (!CLOCK_WORDS.has(word)) return false;
  }
  if (isTimed) return true;
  return (isDated || (month && hasYear)) && (weekday || place === 'top' || TODAY.test(lower));
}

const TODAY = /today|heute|aujourd|oggi|\bhoy\b|vandaag|dnes|dzisiaj|dziś|danes|danas|tänään|idag|astăzi|\bma\b|σήμερα|днес/;
