/**
 * The words of pages that are no documents, in the official languages of the Union.
 *
 * For titles, headings and short blocks only: an article may say all of this in a sentence. Two strengths: `…Page` names
 * the thing that is missing (a page, a document, an address) and stands by itself; `Bare` may be the title of a work.
 */
const words = (...patterns: readonly string[]): RegExp => new RegExp(`(?<!\\p{L})(?:${patterns.join('|')})`, 'iu');

const GAP = String.raw`[^.!?]{0,60}?`;

/** Nouns and what is said of them, a line a language; some say it the other way round. */
export const NO_SUCH_PAGE = words(
  `(?:pages?|documents?|files?|contents?|resources?|urls?|address|articles?|items?|records?|links?|publication|decision|judgment)${GAP}(?:not found|(?:can ?not|can['’]t|could ?n[o'’]t|could not) be (?:found|located|displayed)|(?:does|do) ?n[o'’]t exist|does not exist|no longer (?:exists?|available|here)|(?:has|have|was|were) (?:been )?(?:removed|deleted)|is missing|not available)`,
  `(?:can ?not|can['’]t|could ?n['’]t|could not|unable to) (?:find|locate) (?:the|that|this|your|a) ${GAP}(?:page|document|file|content|resource|article|item)`,
  `(?:seite|dokument|datei|inhalt|adresse|artikel|eintrag|ressource|url|entscheidung)${GAP}(?:nicht (?:gefunden|auffindbar|mehr verfügbar|mehr vorhanden|verfügbar|vorhanden)|existier(?:t|en) (?:leider )?nicht|gibt es (?:leider )?nicht|wurde (?:gelöscht|entfernt))`,
  `(?:page|document|fichier|contenu|adresse|ressource)${GAP}(?:introuvable|non trouvée?|n['’]existe (?:pas|plus)|n['’]a (?:pas|pu)${GAP}trouvée?|n['’]est (?:plus|pas) disponible|a été supprimée?)`,
  `(?:página|documento|archivo|contenido|dirección|recurso)${GAP}(?:no (?:ha sido |fue |se ha )?encontrad[ao]|no existe|no está disponible|no se (?:ha )?(?:podido |pudo )?encontr(?:ar|ado|ó))`,
  `(?:página|documento|ficheiro|arquivo|conteúdo|recurso)${GAP}(?:não (?:foi |pôde ser )?encontrad[ao]|não existe|não está disponível|inexistente)`,
  `(?:pagina|documento|file|contenuto|risorsa|indirizzo)${GAP}(?:non (?:è stat[ao] |è )?trovat[ao]|non esiste|inesistente|non (?:è )?(?:più )?disponibile)`,
  `(?:pagina|document|bestand|inhoud|artikel)${GAP}(?:niet (?:gevonden|meer beschikbaar|beschikbaar|worden gevonden)|bestaat niet)`,
  `(?:siden?|dokument(?:et)?|filen?|indhold(?:et)?)${GAP}(?:ikke (?:fundet|findes|længere)|findes ikke|eksisterer ikke)`,
  `(?:sidan?|dokument(?:et)?|filen?|innehåll(?:et)?)${GAP}(?:hittades inte|inte hittas|finns inte|existerar inte|hittas inte|saknas|gick inte att hitta)`,
  `(?:sivua?|asiakirjaa?|tiedostoa?|sisältöä?)${GAP}(?:ei löy(?:dy|tynyt|detty)|ei ole (?:olemassa|enää))`,
  `(?:leht[ei]?|lehekülge?|dokumenti?|faili?)${GAP}(?:ei (?:leitud|leia|leitav|eksisteeri)|puudub)`,
  `(?:lap[au]s?|dokument[su]|fail[su])${GAP}(?:nav (?:atrast[as]|pieejam[as])|neeksistē|netika atrast[as])`,
  `(?:puslapi[so]|dokument(?:as|o)|fail(?:as|o))${GAP}(?:nerast(?:as|a|i)|neegzistuoja)`,
  `(?:stron[ayę]|dokumentu?|pliku?|zasob?u?)${GAP}(?:nie (?:została? )?(?:znaleziono|znaleziona?|odnaleziono)|nie istnieje)`,
  `nie (?:znaleziono|odnaleziono|można znaleźć)${GAP}(?:strony|dokumentu|pliku)`,
  `(?:stránk[auy]|dokument|soubor)${GAP}(?:ne(?:byl[ao]? )?nalezen[ao]?|neexistuje|nelze nalézt)`,
  `(?:stránk[auy]|dokument|súbor)${GAP}(?:ne(?:bol[ao]? )?náj?den[áéý]|neexistuje|sa nenaš(?:la|lo|iel))`,
  `(?:strani?|dokumenta?|datotek[ae]|vsebin[ae])${GAP}(?:ni (?:bila? )?najden[ao]?|ne obstaja|ni(?:smo)? (?:bilo )?(?:mogoče )?naj(?:ti|dli)|ni na voljo)`,
  `(?:stranic[aeu]|dokumenta?|datotek[ae]|sadržaj)${GAP}(?:nije (?:pronađen[ao]?|moguće pronaći)|ne postoji|nije dostup)`,
  `(?:oldal|dokumentum|fájl|tartalom|lap)${GAP}(?:nem (?:található|létezik|találtuk|érhető el))`,
  `(?:pagin[aă]|document(?:ul)?|fișier(?:ul)?|conținut(?:ul)?)${GAP}(?:nu (?:a fost|poate fi) găsit|nu (?:mai )?există|negăsit|inexistent)`,
  `(?:страница(?:та)?|документ(?:ът|а)?|файл(?:ът|а)?|съдържание(?:то)?)${GAP}(?:не (?:е |беше |може да бъде )?(?:намерен|откри)|не съществува|липсва)`,
  `(?:σελίδα|έγγραφο|αρχείο|περιεχόμενο)${GAP}δεν (?:βρέθηκε|υπάρχει|είναι διαθέσιμ)`,
  `(?:leathanach|doiciméad|comhad)${GAP}(?:ní bhfuarthas|níor aimsíodh|gan aimsiú|nach ann)`,
  `(?:níor aimsíodh|ní bhfuarthas|ní ann don)${GAP}(?:leathanach|doiciméad|comhad)`,
  `(?:paġna|dokument|fajl)${GAP}(?:ma (?:n?i?nstab(?:itx|etx|x)|teżistix|ježistix|tinstabx|jinstabx)|mhux disponibbli)`,
  `(?:http )?(?:error|fehler|erreur|errore|erro|fout|fejl|fel|virhe|błąd|chyba|napaka|greška|hiba|eroare|грешка|σφάλμα|viga|kļūda|klaida|earráid|żball|code|status|http)[ :#-]{1,3}(?:404|410)(?!\\d)`,
  `(?:404|410)[ :.–—|-]{1,3}(?:error|fehler|erreur|errore|erro|not found|page|file|gone|nicht gefunden|introuvable|no encontrad|non trovat|nenalezen|nie znaleziono|ni najden)`,
);

/** By itself it may be the title of a film. */
export const NOT_FOUND_BARE = words(
  'not found|404|410|gone|nicht gefunden|introuvable|no encontrad[ao]|não encontrad[ao]|non trovat[ao]|niet gevonden|ikke fundet|hittades inte|ei löytynyt',
  'ei leitud|nav atrast[as]|nerast[ao]|nie znaleziono|nenalezen[ao]?|nenájden[áéý]|ni najden[ao]?|nije pronađen[ao]?|nem található|negăsit[ăa]?|не е намерен[ао]?|δεν βρέθηκε',
  'oops|ooops|uups|hoppla|ups',
);

const SITE = String.raw`(?:web ?sites?|sites?|systems?|services?|portals?|applications?|platforms?|pages?|server|we|seite|webseite|website|internetseite|dienst|anwendung|le site|service|portail|sitio|portal|sito|portale|servizio|serviço|pagina|dienst|tjenesten|hjemmesiden|tjänsten|webbplatsen|sivusto|palvelu|veebileht|teenus|vietne|svetainė|paslauga|strona|serwis|stránka|stránky|služba|stran|spletna stran|storitev|stranica|usluga|oldal|szolgáltatás|site-ul|serviciul|сайтът|услугата|системата|ιστοσελίδα|ιστότοπος|υπηρεσία|suíomh|sit|servizz)`;

/** That it is so now: an announcement of works on Saturday is a document. */
export const UNDER_MAINTENANCE = words(
  `${SITE}${GAP}(?:is|are|am)${GAP}(?:currently|temporarily|presently|now|undergoing|down|offline|under|in|performing|carrying out)${GAP}(?:maintenance|unavailable|not available|offline|out of service|upgrade)`,
  "down for (?:scheduled |planned )?maintenance|unavailable for scheduled maintenance|site (?:is )?under maintenance|maintenance mode|(?:service|site|server) (?:is )?temporarily (?:unavailable|offline)|temporarily down|(?:we|we[’']ll) (?:will )?be (?:right )?back (?:soon|shortly|online)",
  `${SITE}${GAP}(?:derzeit|zurzeit|zur zeit|momentan|vorübergehend|im moment)${GAP}(?:wartung|nicht (?:erreichbar|verfügbar)|gewartet|überarbeitet)|(?:aufgrund|wegen)${GAP}wartungs\\p{L}*${GAP}(?:derzeit|zurzeit|momentan|vorübergehend)|wartungsmodus|wartungsarbeiten$`,
  `(?:site|service|portail|page)${GAP}(?:actuellement|momentanément|temporairement)${GAP}(?:maintenance|indisponible|inaccessible)|site en maintenance|en cours de maintenance|maintenance en cours`,
  `(?:sitio|página|servicio|portal)${GAP}(?:en mantenimiento|temporalmente|actualmente)${GAP}|en mantenimiento|em manutenção|in manutenzione|in onderhoud|onderhoudsmodus|tijdelijk (?:niet beschikbaar|onbereikbaar)|temporaneamente (?:non disponibile|fuori servizio)|temporariamente indisponível`,
  'under vedligeholdelse|midlertidigt (?:nede|utilgængelig|lukket)|under underhåll|tillfälligt (?:otillgänglig|stängd|nere)|huoltokatko|huollossa|tilapäisesti poissa käytöstä|hooldustööd|hoolduses|ajutiselt (?:kättesaamatu|suletud)',
  'apkopes darbi|īslaicīgi nav pieejam|techninės priežiūros|laikinai nepasiekiam|laikinai neveikia|przerwa techniczna|prace konserwacyjne|tymczasowo niedostępn|probíhá údržba|odstávka|dočasně nedostupn|prebieha údržba|dočasne nedostupn',
  'vzdrževalna dela|v vzdrževanju|začasno ni(?:so)? (?:na voljo|dosegljiv)|u tijeku je održavanje|održavanje u tijeku|privremeno nedostup|karbantartás (?:alatt|miatt)|átmenetileg nem (?:elérhető|érhető)|în mentenanță|lucrări de mentenanță|temporar indisponibil',
  'в процес на поддръжка|временно (?:не е|недостъп)|υπό συντήρηση|εκτός λειτουργίας|προσωρινά μη διαθέσιμ|faoi chothabháil|as feidhm go sealadach|taħt manutenzjoni|temporanjament mhux disponibbli',
);

export const ASKS_TO_LOG_IN = words(
  'log ?in|log on|sign ?in|login required|authentication|authentification|single sign.on|member area|anmeld(?:en|ung)|einloggen|connexion|se connecter|identifiez|iniciar sesión|acceder|iniciar sessão|entrar|accedi|accesso|autenticazione|inloggen|aanmelden|log ind|logga in|kirjaudu|logi sisse|pieslēgties|prisijung|zaloguj|logowanie|přihlášení|přihlásit|prihlásenie|prihlásiť|prijava|prijavi|bejelentkezés|autentificare|conectare|вход|влезте|σύνδεση|είσοδος|logáil isteach|idħol',
);

/** Pages that stand between a robot and the site, by what they say to people. */
export const CHALLENGES: readonly (readonly [RegExp, string])[] = [
  [
    /^just a moment|checking (?:your browser|if the site connection is secure)|verif(?:y|ying)(?: that)? you are (?:a )?human|needs to review the security of your connection/i,
    'a challenge of Cloudflare',
  ],
  [
    /attention required! ?\| ?cloudflare|sorry, you have been blocked|used cloudflare to restrict access|why have i been blocked\?/i,
    'a block of Cloudflare',
  ],
  [
    /enable javascript and cookies to continue|please (?:enable|turn on) (?:javascript|cookies) and (?:reload|refresh)/i,
    'a page that asks for JavaScript and cookies',
  ],
  [
    /incapsula incident id|_incapsula_resource|pardon our interruption|powered by imperva|request unsuccessful\. incapsula/i,
    'a challenge of Imperva',
  ],
  [/captcha-delivery\.com|datadome/i, 'a challenge of DataDome'],
  [/press (?:&|and) hold to confirm|px-captcha|perimeterx|access to this page has been denied/i, 'a challenge of PerimeterX'],
  [/you don['’]t have permission to access [^]{0,300}reference ?#/i, 'a block of Akamai'],
  [/sucuri website firewall|access denied - sucuri/i, 'a block of Sucuri'],
  [/ddos-guard|ddos protection by|blazingfast|stackpath|anti-ddos|making sure you(?:['’]re| are) not a bot/i, 'a challenge against floods'],
  [/aws ?waf|human verification/i, 'a challenge of AWS WAF'],
  [
    /are you a (?:robot|human)\??|(?:prove|confirm) (?:that )?you(?:['’]re| are) (?:not a robot|(?:a )?human)|unusual traffic from your|complete the (?:security check|captcha)|bot verification|security check to access|one moment, please|ich bin kein roboter|je ne suis pas un robot|no soy un robot|non sono un robot/i,
    'a page that asks whether we are human',
  ],
];

/** Where the parts of such pages are loaded from. */
export const CHALLENGE_HOSTS =
  /\/cdn-cgi\/challenge-platform\/|challenges\.cloudflare\.com|captcha-delivery\.com|_Incapsula_Resource|awswaf\.com|px-(?:cdn|cloud|captcha)|hcaptcha\.com|(?:google|recaptcha)\.(?:com|net)\/recaptcha|ddos-guard\.net/i;

export const PARKED: readonly (readonly [RegExp, string])[] = [
  [
    /(?:this|the) (?:web ?site |premium )?domain(?: name)?[^.]{0,60}(?:is|may be|might be) (?:for sale|available for (?:purchase|sale)|parked|expired)|buy this domain|domain (?:name )?(?:is )?for sale|parked (?:free,|domain)|page is parked|domain parking|domain has expired|inquire about this domain/i,
    'a page of a parked domain',
  ],
  [
    /domain[^.]{0,60}(?:steht zum verkauf|kaufen|geparkt)|ce (?:nom de )?domaine (?:est|peut être) (?:à vendre|parqué)|dominio[^.]{0,30}(?:in vendita|en venta|está aparcado|parcheggiato)|domínio[^.]{0,30}à venda|domein[^.]{0,30}te koop|domen[ay]?[^.]{0,30}(?:na sprzedaż|je na prodej|je na prodaju|je naprodaj)|dom[eé]n[^.]{0,30}(?:na predaj|eladó|till salu|til salg|de vânzare)/i,
    'a page of a parked domain',
  ],
  [
    /sedoparking|sedo domain parking|parkingcrew|bodis\.com|afternic|hugedomains|dan\.com|godaddy[^.]{0,40}parked|courtesy of godaddy|parked courtesy|namecheap parking|uniregistry|domainmarket/i,
    'a page of a seller of domains',
  ],
  [
    /^welcome to nginx!?$|^welcome to (?:centos|openresty|tengine|caddy)|^apache2? [^]{0,40}default page|^test page for the (?:apache )?http server|^it works!?$|^iis(?:\d| windows)|^internet information services|^web server'?s default page|^default (?:web site )?page$|^plesk[^]{0,40}default|^default parallels plesk|^(?:http server )?test page|^lighttpd|^congratulations! your (?:web ?site|domain|hosting)|^future home of something|^(?:this )?site (?:is )?not (?:yet )?(?:published|configured)|^domain(?:e)? (?:not )?(?:claimed|configured)/i,
    'the default page of a server',
  ],
];

export const PARKING_HOSTS =
  /(?:sedoparking|parkingcrew|bodis|afternic|hugedomains|above|parklogic|domainsponsor|cashparking|parkweb)\.(?:com|net)|d38psrni17bvxu\.cloudfront\.net/i;
