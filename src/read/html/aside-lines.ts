/**
 * Lines inside an article that do not belong to it: share and follow buttons, newsletters, photo credits, rights
 * notices, pointers to other articles.
 *
 * Recognised by their words, in the languages of the Union, when no name of an element tells. Only whole short blocks
 * count, and each pattern matches from the beginning of the line, so that an article about newsletters keeps its
 * sentences.
 */

/** A longer block is a paragraph. */
export const LONGEST_ASIDE = 220;

const SHARE =
  /^(?:share(?: (?:this|it|on|via|the))?\b|teilen\b|artikel teilen|partage[rz]\b|comparte|compartir|compartilh|partilh|condividi|udostępnij|podziel się|dela (?:på|artikel)|del (?:på|artikl|på)|jaa (?:artikk|face|twit)|sdílet|sdílej|zdieľa|megoszt|distribuie|сподели|κοινοπο|deli(?:te)? (?:na|s)|dalin(?:kis|tis)|dalies|jaga (?:artik|face)|deel (?:dit|op|via)|delen\b)[^.!?]{0,80}[.!?:]?$/iu;
const SIGN_UP =
  /^(?=.{0,200}(?:newsletter|nyhedsbrev|nyhetsbrev|uutiskirje|hírlevél|biuletyn|boletín|nieuwsbrief|infolettre|naujienlaišk|jaunum|uudiskir|бюлетин|ενημερωτικό δελτίο|inbox|whatsapp|telegram))(?:get |join |sign up|subscribe|stay |want |receive |don.t miss|never miss|click here|jetzt |hier |melden|abonnier|anmelden|erhalten|bleiben|mit unserem|inscri|abonne|recev|suscr|suscríb|recib|apúnt|iscriv|ricevi|abbon|zapisz|subskryb|prenumer|anmäl|tilmeld|meld |få |tilaa|odebír|přihla|odober|prihlá|feliratk|iratkoz|abonea|абонир|εγγρα|naroč|prijavi|pretplat|schrijf|ontvang|assine|receba|subscre|liity|telli|piesak)/iu;
const FOLLOW =
  /^(?:you can )?(?:follow|like|find|join|folge|folgen sie|liken sie|suivez|retrouvez|sígue|sigue|síguenos|segui|seguici|siga|acompanhe|volg|obserwuj|polub|śledź|följ|følg|seuraa|sledujte|sleduj|kövess|urmăr|последва|ακολουθ|pratite|spremljajte|sek(?:ite|o)|jälgi)\b.{0,100}(?:twitter|facebook|instagram|google|whatsapp|telegram|youtube|linkedin|tiktok|bluesky|mastodon|rss|\bx\b)/iu;
const CREDIT =
  /^(?:\(?(?:photo|foto|fotos|image|bild|bilder|picture|photograph|titelbild|beitragsbild|symbolbild|symbolfoto|archivbild|kuva|fotó|zdjęcie|fot\.|crédits?|credits?|featured image|header image|image credits?|photo credits?|crédits? photos?|imagen|immagine|снимка|φωτό|φωτογραφία)(?: (?:credit|courtesy|by|via|of|copyright|von))*\s*[:©]|©|\(c\) ).{0,150}$/iu;
const RIGHTS =
  /^(?:copyright|all rights reserved|alle rechte|tous droits|todos los derechos|todos os direitos|tutti i diritti|wszelkie prawa|materiał chroniony|všechna práva|všetky práva|minden jog|toate drepturile|всички права|sva prava|vse pravice|visos teisės|visas tiesības|kõik õigused|kaikki oikeudet|alle rettigheder|alla rättigheter|alle rechten)/iu;
const ABOUT_AUTHOR =
  /^(?:about the authors?|über (?:den autor|die autorin|die autoren)|zur person|à propos de l.auteure?|sobre (?:el autor|la autora|o autor|a autora)|sull.autore|informazioni sull.autore|o autorze|o autorce|over de auteur|om författaren|om forfatteren|o autorovi|o autorke|a szerzőről|despre autor|за автора|kirjoittaja)\W*$/iu;
const MORE =
  /^(?:related(?: (?:articles?|stories|posts?|content|topics?|news|reading|links?))?|recommended(?: (?:for you|stories|reading|articles?))?|more (?:on|from|stories|news|about|in|like) ?(?:this|the|our|these)?.{0,40}|most (?:read|popular)|top stories|trending(?: now)?|you (?:may|might) (?:also )?(?:like|be interested).{0,30}|don.t miss|also read|read (?:more|also|next|on)|further reading|(?:das )?könnte (?:dich|sie|ihnen).{0,30}(?:interessieren|gefallen)|auch interessant|mehr (?:zum thema|dazu|aus|von).{0,40}|weitere (?:artikel|themen|beiträge|aktuelle|nachrichten|meldungen).{0,40}|lesen sie auch.{0,40}|lies auch|meistgelesen|schon gelesen|zum weiterlesen|empfehlungen|(?:à )?lire aussi.{0,20}|sur le même (?:sujet|thème)|articles? (?:liés|similaires|recommandés)|les plus lus|à lire également|noticias relacionadas|artículos relacionados|te puede interesar|más (?:noticias|leídas|información)|lo más leído|lee también|leia também|leia mais|veja também|notícias relacionadas|mais lidas|leggi anche|potrebbe interessarti.{0,20}|articoli correlati|ti potrebbe interessare.{0,20}|czytaj (?:też|także|również|więcej)|zobacz (?:też|także|również)|powiązane.{0,30}|polecane|lees ook|lees meer|meer over|meest gelezen|läs (?:också|även|mer)|mest läst|les også|læs også|mest læste|lue myös|lue lisää|luetuimmat|čtěte také|mohlo by vás zajímat|související.{0,20}|prečítajte si.{0,20}|mohlo by vás zaujímať|kapcsolódó.{0,20}|ez is érdekelheti.{0,10}|olvasta már|citește și|citeşte şi|articole similare|вижте още|прочетете още|свързани.{0,20}|διαβάστε (?:επίσης|ακόμα|ακόμη).{0,20}|σχετικά (?:άρθρα|νέα)|preberite tudi|povezane.{0,20}|pročitajte.{0,20}|možda će vas zanimati|skaitykite taip pat|taip pat skaitykite|lasi arī|lasiet arī|loe ka|loe veel|seotud.{0,20})\W*$/iu;

/** Placeholders for a film or a post until the reader agrees. */
const EMBEDDED =
  /^(?:empfohlener (?:externer|redaktioneller) inhalt|externer inhalt|an dieser stelle (?:finde[nt]|befindet|ist ein)[^.]{0,60}(?:extern|inhalt)|du kannst ihn dir mit einem klick|sie können (?:ihn|sie|es) sich mit einem klick|ich bin (?:damit )?einverstanden, dass mir|mit dem (?:klick|laden) (?:auf|des)[^.]{0,60}(?:akzeptier|stimm|daten)|personenbezogene daten können|dieser inhalt (?:wird|stammt|kommt) von|to (?:display|view|see) this (?:content|video|post|embed)|this (?:content|video|post|embed) (?:is (?:hosted|provided|not available)|can.?not be (?:shown|displayed))|we need your (?:consent|permission) (?:to|before)|ce contenu (?:n.est pas|est bloqué|provient)|contenu externe|pour (?:afficher|voir|visionner) (?:ce|cette)|este contenido (?:no se|procede)|contenido externo|para ver este contenido|questo contenuto (?:è|non|proviene)|contenuto esterno|deze (?:inhoud|video|post) (?:kan niet|wordt|is)|este conteúdo (?:não|é)|dette innholdet|dette indhold|det här innehållet|tento obsah|ta treść (?:jest|nie|pochodzi)|video player is loading|player wird geladen|loading the player)/iu;
const PASSED =
  /^(?:skip (?:past|to|the|this)|zum inhalt springen|bereich überspringen|anzeige|advertisement|publicité|publicidad|pubblicità|reklama|reklame|annons|mainos|werbung|advertentie|hirdetés|publicitate|реклама|διαφήμιση|oglas)\b[^.!?]{0,40}$/iu;
const MEMBERS =
  /^(?:this (?:content|article|story) is (?:reserved|only|exclusively|available)[^.]{0,30}(?:subscribers|members)|subscribe (?:now|today|to)|already (?:a )?(?:subscriber|member|have an account|registered)|create (?:a free |an )?account|sign in (?:or|to|with)|log ?in (?:or|to)|continue (?:reading|with)|enjoy (?:the latest|unlimited|additional)|unlimited (?:digital|online) access|support (?:local|independent|our) journalism|jetzt (?:abonnieren|testen|registrieren|weiterlesen)|(?:dieser|diesen) artikel (?:ist|können|lesen)[^.]{0,40}(?:abonnent|abo\b|registr)|sie haben (?:kein|bereits ein|noch kein) (?:aktives )?abo|cet article est réservé|réservé aux abonnés|déjà abonné|il vous reste|este (?:artículo|contenido) es (?:exclusivo|solo)|ya (?:eres|soy) suscriptor|contenuto riservato|sei già abbonato|dit artikel is (?:alleen|exclusief)|artykuł dostępny|pozostało \d+)/iu;

export function isAsideLine(line: string): boolean {
  const text = line.trim();
  return ALL.some((pattern) => pattern.test(text));
}

const ALL = [SHARE, SIGN_UP, FOLLOW, CREDIT, RIGHTS, ABOUT_AUTHOR, MORE, EMBEDDED, PASSED, MEMBERS];
