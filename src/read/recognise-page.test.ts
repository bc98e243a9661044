import { describe, expect, it } from 'vitest';
import type { Page } from '../model/index.js';
import { read } from './read.js';
import { pageSignature, recognisePage } from './recognise-page.js';

const pageOf = (html: string): Page =>
  read({ url: 'https://a.test/doc/1', bytes: Buffer.from(html), headers: [], contentType: 'text/html; charset=utf-8' }) as Page;

const html = (title: string, body: string, head = ''): string =>
  `<html><head><title>${title}</title>${head}</head><body><header>Ministry <nav><a href="/">Home</a> <a href="/a">Acts</a></nav></header>${body}<footer>Imprint</footer></body></html>`;

const kindOf = (source: string, { known = true, status = 200, url = 'https://a.test/doc/1' } = {}): string | null =>
  recognisePage({ page: pageOf(source), status, url, known })?.kind ?? null;

/** Longer than any error page: a document, whatever it is about. */
const LONG = '<p>The court of the district keeps the register of land and of those who own it. </p>'.repeat(30);

describe('soft-404', () => {
  it.each([
    ['en', 'Page not found | Ministry', '<h1>Page not found</h1><p>Sorry.</p>'],
    ['en', '404 - Not Found', '<p>Please go home.</p>'],
    ['en', 'Error 404', '<p>Hm.</p>'],
    ['en', 'Ministry', "<h1>Oops!</h1><p>The page you are looking for doesn't exist or has been moved.</p><p>Try the search.</p>"],
    ['en', 'Ministry', '<h1>We could not find the page you requested</h1>'],
    ['en', 'Ministry', '<p>The requested document is no longer available.</p>'],
    ['en', 'Not found', '<h1>Not found</h1><p>The document could not be found.</p>'],
    ['de', 'Seite nicht gefunden – Ministerium', '<h1>Seite nicht gefunden</h1><p>Bitte nutzen Sie die Suche.</p>'],
    ['de', 'Ministerium', '<h1>Fehler 404</h1><p>Die angeforderte Seite existiert nicht.</p>'],
    ['de', 'Ministerium', '<p>Das Dokument wurde leider nicht gefunden.</p>'],
    ['fr', 'Page introuvable', "<p>La page demandée n'existe pas.</p>"],
    ['es', 'Página no encontrada', '<p>La página solicitada no existe.</p>'],
    ['pt', 'Página não encontrada', '<p>A página não existe.</p>'],
    ['it', 'Pagina non trovata', '<p>La pagina richiesta non esiste.</p>'],
    ['nl', 'Pagina niet gevonden', '<p>De pagina bestaat niet.</p>'],
    ['da', 'Siden blev ikke fundet', '<p>Siden findes ikke.</p>'],
    ['sv', 'Sidan kunde inte hittas', '<p>Sidan finns inte längre.</p>'],
    ['fi', 'Sivua ei löytynyt', '<p>Etsimääsi sivua ei löydy.</p>'],
    ['et', 'Lehte ei leitud', '<p>Lehekülge ei leitud.</p>'],
    ['lv', 'Lapa nav atrasta', '<p>Lapa netika atrasta.</p>'],
    ['lt', 'Puslapis nerastas', '<p>Puslapis neegzistuoja.</p>'],
    ['pl', 'Nie znaleziono strony', '<p>Strona nie istnieje.</p>'],
    ['cs', 'Stránka nenalezena', '<p>Stránka neexistuje.</p>'],
    ['sk', 'Stránka sa nenašla', '<p>Stránka neexistuje.</p>'],
    ['sl', 'Stran ne obstaja', '<p>Strani ni bilo mogoče najti.</p>'],
    ['hr', 'Stranica nije pronađena', '<p>Stranica ne postoji.</p>'],
    ['hu', 'Az oldal nem található', '<p>A keresett oldal nem létezik.</p>'],
    ['ro', 'Pagina nu a fost găsită', '<p>Pagina nu există.</p>'],
    ['bg', 'Страницата не е намерена', '<p>Страницата не съществува.</p>'],
    ['el', 'Η σελίδα δεν βρέθηκε', '<p>Η σελίδα δεν υπάρχει.</p>'],
    ['ga', 'Níor aimsíodh an leathanach', '<p>Níor aimsíodh an leathanach.</p>'],
    ['mt', 'Il-paġna ma nstabitx', '<p>Il-paġna ma teżistix.</p>'],
  ])('is recognised (%s): %s', (_language, title, body) => expect(kindOf(html(title, body))).toBe('soft-404'));

  it.each([
    [
      'a law',
      'Gesetz über Fundsachen',
      '<h1>Gesetz über Fundsachen</h1><p>Wird der Eigentümer nicht gefunden, so erwirbt der Finder das Eigentum.</p>',
    ],
    [
      'a work with that name',
      'Nicht gefunden',
      `<h1>Nicht gefunden</h1><p>Ein Gedicht von der Suche nach dem, was keiner hat, und von den Wegen, die dorthin führen, wo niemand wohnt und alle warten.</p>`,
    ],
    [
      'an article about error pages',
      'How to write a good 404 page',
      '<h1>How to write a good 404 page</h1><p>When a page is not found, say so in plain words and offer a search.</p><p>Then show the way home. Most sites forget this, and their readers leave.</p><p>It takes an hour.</p>',
    ],
    ['a long page with that title', 'Page not found', LONG],
    ['a search without results', 'Search', '<h1>Search</h1><p>No results found for “cadastre”.</p>'],
    ['an ordinary short page', 'Contact', '<h1>Contact</h1><p>Room 404, second floor.</p>'],
    ['a decision', 'Decision 404/2024', '<h1>Decision 404/2024</h1><p>The appeal is dismissed.</p>'],
    ['a phone number', 'Office', '<p>Tel. 01 404 22 11</p>'],
    [
      'a missing annex',
      'Act 12',
      '<h1>Act 12</h1><p>The annex is printed in the Official Journal.</p><p>The drawing belonging to the annex is not available in this collection, since the printed sheet was lost in the flood of 1953; ask the archive of the province for a copy.</p>',
    ],
    ['a list', 'Acts', '<ul><li><a href="/1">Act 1</a></li><li><a href="/2">Act 2</a></li></ul>'],
    ['a directory', 'Index of /', '<h1>Index of /</h1><pre><a href="a.txt">a.txt</a></pre>'],
    ['an empty page', '', ''],
    ['Slovene', 'Zakon o najdenih predmetih', '<h1>Zakon o najdenih predmetih</h1><p>Najdena stvar se izroči občini.</p>'],
    ['French', 'Objets trouvés', '<h1>Objets trouvés</h1><p>Le propriétaire reste introuvable après un an.</p>'],
    ['Polish', 'Rzeczy znalezione', '<h1>Rzeczy znalezione</h1><p>Właściciela nie znaleziono w ciągu roku.</p>'],
  ])('is none: %s', (_case, title, body) => expect(kindOf(html(title, body))).toBeNull());

  it('is none where the answer says 404 itself', () => expect(kindOf(html('Page not found', '<p>x</p>'), { status: 404 })).toBeNull());
});

describe("a site's own error page", () => {
  const error = (path: string) =>
    pageOf(html('Ministerstvo', `<h1>Tu nič ni</h1><p>Poskusite kje drugje na naši strani.</p><p>${path}</p>`));
  const signature = pageSignature(error('/a'));
  const sign = (page: Page) =>
    recognisePage({ page, status: 200, url: 'https://a.test/b', known: true, notFound: signature ? [signature] : [] });

  it('is recognised by its words, but for the address it repeats', () => expect(sign(error('/b'))?.kind).toBe('soft-404'));
  it('is not seen in another page', () =>
    expect(sign(pageOf(html('Ministerstvo', '<h1>Zakon</h1><p>Poskusite kje drugje na naši strani.</p><p>x</p>')))).toBeNull());
  it('has another title', () => expect(sign({ ...error('/b'), title: 'Zakon' })).toBeNull());
  it('is not learned from next to nothing', () => expect(pageSignature(pageOf('<p>Hm.</p>'))).toBeNull());
});

describe('challenge', () => {
  it.each([
    [
      'Cloudflare',
      '<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script><body><h1>www.a.test</h1><p>Checking if the site connection is secure</p><noscript>Enable JavaScript and cookies to continue</noscript></body>',
    ],
    [
      'Cloudflare block',
      '<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1><p>You are unable to access a.test</p>',
    ],
    ['Imperva', '<title></title><body>Request unsuccessful. Incapsula incident ID: 443000270136542-123</body>'],
    [
      'Distil',
      '<title>Pardon Our Interruption</title><p>As you were browsing something about your browser made us think you were a bot.</p>',
    ],
    ['DataDome', '<title>a.test</title><p>Please wait</p><script src="https://ct.captcha-delivery.com/c.js"></script>'],
    ['PerimeterX', '<title>Access to this page has been denied</title><p>Press &amp; Hold to confirm you are a human</p>'],
    [
      'Akamai',
      '<title>Access Denied</title><h1>Access Denied</h1>You don\'t have permission to access "http://a.test/" on this server.<p>Reference #18.2f0c6cc1.1700000000.1b2c3d</p>',
    ],
    ['Sucuri', '<title>Sucuri WebSite Firewall - Access Denied</title><h1>Access Denied</h1>'],
    ['DDoS-Guard', '<title>DDoS-Guard</title><p>Checking your browser before accessing a.test</p>'],
    [
      'AWS WAF',
      '<title>Human Verification</title><script src="https://abc.token.awswaf.com/abc/challenge.js"></script><p>JavaScript is disabled</p>',
    ],
    [
      'hCaptcha',
      '<title>a.test</title><script src="https://js.hcaptcha.com/1/api.js"></script><form method=post><div class="h-captcha"></div></form>',
    ],
    [
      'reCAPTCHA',
      '<title>Verify</title><script src="https://www.google.com/recaptcha/api.js"></script><form method=post>Please continue</form>',
    ],
    [
      'Turnstile',
      '<title>a.test</title><script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script><p>Verifying you are human. This may take a few seconds.</p>',
    ],
    ['Google', '<title>Sorry...</title><p>Our systems have detected unusual traffic from your computer network.</p>'],
    ['Anubis', '<title>Making sure you&#39;re not a bot!</title><p>Loading...</p>'],
  ])('is recognised: %s', (_case, source) => expect(kindOf(source)).toBe('challenge'));

  it.each([
    [
      'a contact form with a captcha',
      html(
        'Contact',
        '<form><p>Your name</p><p>Your message</p></form>',
        '<script src="https://www.google.com/recaptcha/api.js"></script>',
      ),
    ],
    [
      'an article about Cloudflare',
      html('Cloudflare explained', `<p>Just a moment: the page says so to people. Checking your browser is what it does.</p>${LONG}`),
    ],
    [
      'access denied in a novel',
      html('Access denied', '<h1>Access denied</h1><p>A novel about a door, a guard and the law behind it.</p>'),
    ],
    ['a page that wants JavaScript for its map', html('Map', '<h1>Map of the land</h1><p>The map needs JavaScript.</p>')],
  ])('is none: %s', (_case, source) => expect(kindOf(source)).toBeNull());
});

describe('parked', () => {
  it.each([
    ['for sale', '<title>example.test</title><h1>example.test</h1><p>This domain is for sale!</p><a href="/buy">Buy this domain</a>'],
    [
      'Sedo',
      '<title>a.test - This website is for sale! - a Resources and Information.</title><p>This domain may be for sale by its owner!</p>',
    ],
    ['GoDaddy', '<title>a.test</title><p>This Web page is parked free, courtesy of GoDaddy.</p>'],
    [
      'ParkingCrew',
      '<title>a.test</title><script src="https://d38psrni17bvxu.cloudfront.net/themes/x.js"></script><script src="//c.parkingcrew.net/jsparkcaf.php"></script>',
    ],
    ['Bodis', '<title>a.test</title><iframe src="https://www.bodis.com/x"></iframe>'],
    ['HugeDomains', '<title>a.test is for sale | HugeDomains</title><p>Own it today.</p>'],
    ['German', '<title>a.test</title><h1>Diese Domain steht zum Verkauf</h1>'],
    ['French', '<title>a.test</title><h1>Ce nom de domaine est à vendre</h1>'],
    ['expired', '<title>a.test</title><p>This domain has expired. If you are the owner, renew it.</p>'],
    [
      'nginx',
      '<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and working. Further configuration is required.</p>',
    ],
    ['Apache', '<html><body><h1>It works!</h1></body></html>'],
    [
      'Apache on Ubuntu',
      '<title>Apache2 Ubuntu Default Page: It works</title><p>This is the default welcome page used to test the correct operation of the Apache2 server.</p>',
    ],
    ['IIS', '<title>IIS Windows Server</title><a href="http://go.microsoft.com/"><img src="iis-85.png" alt="IIS"></a>'],
    ['Plesk', "<title>Web Server's Default Page</title><p>This page is generated by Plesk.</p>"],
  ])('is recognised: %s', (_case, source) => expect(kindOf(source)).toBe('parked'));

  it.each([
    ['a directory', '<title>Index of /pub</title><h1>Index of /pub</h1><pre><a href="a">a</a></pre>'],
    ['a house for sale', html('House for sale', '<h1>House for sale</h1><p>Three rooms.</p>')],
    ['a law on domain names', html('Domain names act', '<h1>Domain names act</h1><p>Domain names are registered by the agency.</p>')],
    ['it works in a sentence', html('Heat pump', '<h1>Heat pump</h1><p>It works! So say those who have one.</p>')],
    ['parking', html('Parking', '<h1>Parking</h1><p>Cars are parked free on Sundays behind the town hall.</p>')],
  ])('is none: %s', (_case, source) => expect(kindOf(source)).toBeNull());
});

describe('maintenance', () => {
  it.each([
    ['en', 'Maintenance', 'The website is currently undergoing scheduled maintenance.'],
    ['en', 'Ministry', 'Briefly unavailable for scheduled maintenance. Check back in a minute.'],
    ['en', 'Ministry', "We'll be back soon!"],
    ['en', 'Service temporarily unavailable', 'Please try again later.'],
    ['de', 'Wartungsarbeiten', 'Die Seite ist derzeit wegen Wartungsarbeiten nicht erreichbar.'],
    ['fr', 'Site en maintenance', 'Le site est actuellement en maintenance.'],
    ['es', 'Sitio en mantenimiento', 'Volvemos pronto.'],
    ['pt', 'Em manutenção', 'O site está em manutenção.'],
    ['it', 'Sito in manutenzione', 'Torniamo presto.'],
    ['nl', 'Onderhoud', 'De website is tijdelijk niet beschikbaar.'],
    ['da', 'Ministeriet', 'Hjemmesiden er under vedligeholdelse.'],
    ['sv', 'Myndigheten', 'Webbplatsen är tillfälligt otillgänglig.'],
    ['fi', 'Huoltokatko', 'Palaamme pian.'],
    ['et', 'Hooldustööd', 'Palun oodake.'],
    ['lv', 'Ministrija', 'Vietne īslaicīgi nav pieejama.'],
    ['lt', 'Ministerija', 'Svetainė laikinai neveikia.'],
    ['pl', 'Przerwa techniczna', 'Zapraszamy później.'],
    ['cs', 'Ministerstvo', 'Právě probíhá údržba webu.'],
    ['sk', 'Ministerstvo', 'Stránka je dočasne nedostupná.'],
    ['sl', 'Ministrstvo', 'Spletna stran začasno ni na voljo.'],
    ['hr', 'Ministarstvo', 'Stranica je privremeno nedostupna.'],
    ['hu', 'Minisztérium', 'Az oldal karbantartás alatt áll.'],
    ['ro', 'Ministerul', 'Site-ul este temporar indisponibil.'],
    ['bg', 'Министерство', 'Сайтът временно не е достъпен.'],
    ['el', 'Υπουργείο', 'Η ιστοσελίδα είναι υπό συντήρηση.'],
    ['ga', 'Roinn', 'Tá an suíomh faoi chothabháil.'],
    ['mt', 'Ministeru', 'Is-sit huwa taħt manutenzjoni.'],
  ])('is recognised (%s): %s', (_language, title, text) =>
    expect(kindOf(html(title, `<h1>${title}</h1><p>${text}</p>`))).toBe('maintenance'),
  );

  it.each([
    ['roads', 'Maintenance of roads', '<h1>Maintenance of roads</h1><p>Roads are maintained by the province.</p>'],
    [
      'an announcement',
      'System works on Saturday',
      '<h1>System works on Saturday</h1><p>On 12 May the register will not be open from 8:00 to 12:00.</p>',
    ],
    ['alimony', 'Maintenance', '<h1>Maintenance</h1><p>Parents owe maintenance to their children.</p>'],
    ['German', 'Wartung', '<h1>Wartung</h1><p>Heizungen sind jährlich zu warten.</p>'],
    ['Italian', 'Manutenzione', '<h1>Manutenzione</h1><p>La manutenzione delle strade spetta alla provincia.</p>'],
    ['a long page', 'Site en maintenance', LONG],
    ['a service', 'Services', '<h1>Services</h1><p>The service is open to all.</p>'],
  ])('is none: %s', (_case, title, body) => expect(kindOf(html(title, body))).toBeNull());
});

describe('login', () => {
  const form =
    '<form method=post action="/login"><label>User</label><input name=u><label>Password</label><input type=password name=p><button>Log in</button></form>';

  it.each([
    ['title', html('Sign in | Ministry', form)],
    ['heading', html('Ministry', `<h1>Anmeldung</h1>${form}`)],
    ['French', html('Connexion', form)],
    ['Slovene', html('Prijava', form)],
  ])('is recognised where there was a document: %s', (_case, source) => {
    expect(kindOf(source)).toBe('login');
    expect(kindOf(source, { known: false })).toBeNull();
  });

  it.each([
    [
      'a short document with a box for members',
      html('Act 12', `<div id="login">${form}</div><h1>Act 12</h1><p>The register is public.</p>`),
    ],
    ['a document about logging in', html('How to sign in', `${form}${LONG}`)],
    ['no form', html('Sign in', '<h1>Sign in</h1><p>Sign in at the door, then go to room 12.</p>')],
  ])('is none: %s', (_case, source) => expect(kindOf(source)).toBeNull());
});

it('looks at nothing but HTML', () => {
  const page = { ...pageOf(html('Page not found', '<p>x</p>')), type: 'application/json' };
  expect(recognisePage({ page, status: 200, url: 'https://a.test/', known: true })).toBeNull();
});
