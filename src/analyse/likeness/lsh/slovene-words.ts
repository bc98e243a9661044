/**
 * The thousand most frequent Slovene words of message catalogues (see NOTICE), most frequent first. The Slovene
 * vocabularies of words and of character triples are made from them.
 */
export const SLOVENE_WORDS = `
je ni v za na ali se mogoče z in ki ne datoteka naj datoteke s kot ime napaka med če pri vrednost so da bo možnost brez število od
vrstice po ta velikost iz okno datotek izbrana uporabi način predmet lahko predmeta neveljavna okna širina besedilo seznam pokaži
vrsta o pa strani več to do možnosti znak izpiši privzeto le pisave vrednosti izbira dokument neveljaven gradnik neveljavno
omogoča programa nastavi datoteko bodo znakov ima vsebuje oznaka barva ukaz ko številka tiskalnik imena ob argument a bajtov
program biti vse tipke niz izhod opozorilo velikosti ikone uporaba najti povezave stanje namesto trenutno določa vrstic naslov
kadar podrejenega sporočila samo omogoči gumb obstaja vrstica bilo prostor mape mora ga podatkov že slike izpis oznake izbiro
polja isto tudi standardni ustvariti vpliva čas spodletelo glave ravni pred vrstico nastavitev besedila gradnika oblike izbire
podpira prikaže strežnika ključ nabor napake voljo podrobnosti niso prostora nastavitve dolžina slog dejanje imenik tiskalnika
zahteva prikaz stran izraz bil položaj določilo vsebine vrste seznama uporabljen obliki levi vendar znotraj razmik najmanjša
samodejno strežnik jih npr podatki desni poravnava paket proti datoteki različica sledi neveljavni menija slika meni lupine
odpreti podana opravila nad pot okoli overitev spremeni povezava sporočil polje uporablja zaporedje imenika rob sta tega največja
predmetov manjka izbiri sporočilo tem vrstici paketa bila ikona branje jo vsebina stolpec višina onemogoči podrejeni uspela zapis
pomnilnika širine vedno želite izpiše raven ikon paketov določena tipka zahtevana ukaza mesto vnosa konec prek slikovnih
tipkovnica odstrani uspešno vseh skupina niza nič moč prebrati vnos napredka zamik uspelo spremembe argumenti en kako znaki spodaj
premakni barve pod stanja skupine privzeta bi uporabljena tiskanja drsnika paketi sistema uporabo uporabite točk k prazen opravilo
razen dodeliti dejanja ustvari podan vhod naprave simbolne še glede določen vrne eno vhoda levo teme iskanje kode gostitelja
seznamu barvo sme privzeti točkah sistem neznana pomeni podatke poti določi prikazan dovoljena dovoli ustvarjanje uspel preveč
posla branju tiskanje naslova vzorec izven sklada pisanje kazalke različice izberite mesta vir drugi argumentov uporabiti signal
preden desno predmeti ključa časovni novo te katerega imenom katerem točke smer lastnosti vira nima del zapisa omejitev enako
posredniškega časa varnostne imen naziv glava načina desne koncu dodaj mapa dovoljenje ponovno uporabnika zaslon video dokumenta
izbor prikazana znake načinu kopije primer morda ker trenutni vrsto izbrane pričakovan posel tako leve sicer zgoraj vsebino
standardnega medpomnilnik zaslona privzete vodoravna opis pridobivanje poskusite nalaganje funkcije i kjer veljavno klic znaka
izvede predmetu odmik vhodni trenutna gumbov leva odvisnosti določiti izvorne imajo neznan prikazano prikaži podano tip vhodne
določeno odpiranje dovolj preko natisni postavitev desna model naslednji trenutnega branjem kodo medpomnilnika lupina lastnost
skladenjska enota robu konteksta obsega količina črte arhiv zagon spodletel okolja ukazne nameščen podprta ugotoviti oblika dostop
števila običajno privzet atributa dodaten nazaj regularni razreda meri različico storitev virov neznano navedene predmetom vhodu
znakih skupaj treba dovoljenja programov posodobitve nastaviti si povezav storitve izbrano spremenljivke katero mogoča avtorji
prilagajanje smeri napak navedeni mapo namizja številke koda podprto vrhu izpisa nepričakovan zapisu bajta procesa presledek
kontekst prosim kazalca oknu nastavljanje določite notranja izraza orodni veljaven map upošteva vsa celo nadzor hkrati zbirka
hitrost izhodne besedilu črke bajt sličic ikono navpično pokaže pomoč prazno začasne podprt profil prikazane omogočena vsako ena
deluje pretvorbe vodoravni začetek kazalnika geslo uporabnik vsi drugo nastavljen mogoč povezavo sistemu barv vodila prevelika
nabora rabi odpri manjkajoč pretoka animacije desktop oken tipkovnice pogled razširjena viden uporabniško prejemanje odstraniti
izbrani programi programu preglednica zaradi vtiča kar prišlo skupno redu dostopa vsak napako bodisi atribut argumenta stolpcev
navzdol velike vsebujejo vhodna dejavno slikovne področja dejavnosti programska podpis naložiti predpomnilnik zaključen določene
vključuje disk navedena razred prazna začne cevovoda atributov unicode imenikov pripada para dolžine zakasnitev zahtevek kazalka
milisekundah vodoravno odstranitev parameter prekliči končano pakete bili urejanje datuma kazalo enote domena pomnilnik vrata fd
prvi katerih druga pravila premakne omogočen pisanju nepričakovano izhodni obvezni simbolna znakom sklic bližnjice vire prikazani
končaj prilagoditev vsaj izvesti izbriši pisanjem ste določitev preveri tipko katere ukazom ukaze kaže podanih prekoračitev
element navodila pripone navzgor dela nepravilno dovoljen dni sheme barvna programe poveži smeti shrani razvrščanja namestitev
spreminjanje splošno popolnoma pridobiti pridobitev okvir pogovorno zaključi dodajanje določila sklad terminala red širino koliko
kazalec zapolni privzetega premor navpični vhodnih uporabljeno faktor razčleniti kopiraj vključi tipki uporabljene pritisnjen
vstavi posodobitev izvajanje posredniški predhodno poročilo sam zavihek zastavice oziroma razširitev signala spremenljivka obliko
celotnega spremenljivko tipkovne skupino enaka povezavam napaki izbir bere največ proces vhodno vrsticami oznako zapiši praznega
prilagoditve razpona zaklepaj zmanjkalo mestu jezik podrejenih preklop zaslonu nedavno oprema usmerjenost poveča predogled
spremembo razhroščevanja nosilca najdenih sistemska čakanje delovanje nove morajo pridobi dolžino pladenj predstavitev zavihkov
terminal dodatna strežnikom pričakuje spremeniti obstoječe nov konča vrstni zadnji rezultat pojavi številko bloka tema izhodna
veljavna pretvori preberi datotečnega računalnika poševnica ustvarjena kataloga upravljalnik obrnjeno naprej zahtevan stanju ukazi
kolikor nekaj trajanje dobiti nameščene ozadnji odziv vedenje uporabniku nista začeti branja sprejema obravnava zadetkov trenutne
izpisom izbere neuspešno vejico okolje opravil podporo konca protokol obe povezan glavi navedeno določajo imeniku niti premik
medpomnilniku pretvorba oznaki nize težave pretok shema pritisnjena obvestila prikaza polnjenja postscript izbrati vsebnik
zahtevano potrebno počisti sprememb omogočeno pričakovano namestiti krajevno predpomnilnika noben datotekah filter sistemski
uporabnikov drugim nekaterih drugega glavo nizov zbirke izbirnik orodna družina slaba izvaja izhoda doda kateri ukazu največje
primeru enak zgornji dan druge neobvezni zaporedja uporabno datum izberi blokov blok manjkajoči začasno zapiranje začetni
nastavljena cilj izvorna naprav predolgo pisava napravo gtk naprava razmerje navesti iskanja veljavni onemogočeno znova običajna
saj odstranjevanje manj povzetek morate neposredno uporabniki običajni preklicano diska videti zato super enkrat povzroči dostopna
spustno drsnik vidno prezri neveljavne operator ukazov celotno drugotni polno postavi zamenjave zažene naredi ujemanja dovoljene
ujemanje skupini ustavljen besed signalom črk šestnajstiško pomoči cevovod določil dolgi dva upoštevaj upravljanje zapisan uredi
tabulator jezika prelom pričakovana prehod uklepaj podprte ubežno najdeno razlikuje črkami preimenovati razširi pisavo svetlost
bližnjica paleta sekund id ukazna spodletela sistemske zamenjava vmesnik nadrejeni razreševanje seje povezati vtič izbrisati cevi
debian podpore domene vmesnika dovoljeno slab pretvoriti podrejeno ločen vzorcev ničesar obratno imenike simbolnim pretvorbi
prekinitev razširitve ohrani izrecno
`.trim();
