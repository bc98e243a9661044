import type { Tongue } from './tongue.js';

export const slovene: Tongue = {
  code: 'sl',
  places: ['Zelena Luka', 'Stari Breg', 'Jelovec pri Vodi', 'Kamna Gorica', 'Podlipje', 'Bistriški Log'],
  people: ['Neža Hribernik', 'Matej Zorko', 'Ljudmila Košir', 'Tine Oblak', 'Špela Žagar'],
  months: ['januarja', 'marca', 'maja', 'julija', 'septembra', 'novembra'],
  words: {
    home: 'Domov',
    about: 'O nas',
    contact: 'Stik z nami',
    next: 'Naslednja stran',
    previous: 'Prejšnja stran',
    more: 'Preberite več',
    related: 'Preberite tudi',
    imprint: 'Pravno obvestilo',
    skip: 'Skok na besedilo',
  },
  topics: {
    harbour: {
      name: 'Pristanišče',
      titles: [
        'Nočni trajekt spet vozi v kraj {place}',
        'Poglabljanje morja pred krajem {place}',
        'Ribiči iz kraja {place} preštevajo ulov',
        'Nov pilotski čoln za kraj {place}',
      ],
      sentences: [
        'Trajekt med krajem {place} in otoki bo od začetka {month} vozil dvakrat vsak večer.',
        'Vodja pristanišča {person} je povedala, da lahko zdaj pristanejo ladje z nosilnostjo {number} ton.',
        'Posadke so pred oseko raztovorile {number} zabojev sardel in jih odpeljale na tržnico.',
        'Dva žerjava, ki sta več mesecev mirovala, so inženirji preizkusili v navzočnosti delavcev.',
        'Jadralce prosimo, naj se do nadaljnjega izogibajo vzhodnemu pomolu, kjer delajo potapljači.',
        'Svetilničar je naštel {number} ladij, kar je več kot v katerem koli mesecu doslej.',
      ],
    },
    council: {
      name: 'Občina',
      titles: [
        '{place}: sprejet občinski proračun',
        'Obnova ceste v kraju {place} se zamika',
        'Šola v kraju {place} dobi novo streho',
        'Prebivalci kraja {place} nasprotujejo višjim pristojbinam',
      ],
      sentences: [
        'Svetniki so razpravljali pozno v noč, nato pa so načrt potrdili z enim samim glasom večine.',
        'Kot je pojasnila {person}, bodo dela stala {number} tisoč kron in bodo trajala do {month}.',
        'Županja je obljubila, da brez javne razprave ne bodo posekali nobenega drevesa.',
        'Peticijo za počasnejši promet pred šolo je podpisalo {number} gospodinjstev.',
        'Blagajničarka je opozorila, da so se prihodki znižali, popravila pa so se podražila.',
        'Zapisnik seje je na voljo v občinski stavbi in v knjižnici v kraju {place}.',
      ],
    },
    culture: {
      name: 'Kultura',
      titles: [
        'Zbor iz kraja {place} odpira sezono',
        'Slikarka razstavlja svetlobo kraja {place}',
        'Lutkovno gledališče gostuje v kraju {place}',
        'Knjižni sejem vabi v kraj {place}',
      ],
      sentences: [
        'Več kot {number} obiskovalcev je potrpežljivo čakalo, da so se odprla vrata majhnega gledališča.',
        'Kustosinja {person} je zgodnje skice obesila poleg dokončanih slik.',
        'Otroci iz glasbene šole so zapeli pesem, ki je v dvorani še nihče ni slišal.',
        'Vstopnice za predstave sredi {month} prodajajo v pekarni ob cerkvi.',
        'Kritiki so pohvalili tiho drugo dejanje, čeprav je konec nekatere gledalce zmedel.',
        'Praznik v kraju {place} se bo končal s koncertom na plaži, če le ne bo deževalo.',
      ],
    },
    weather: {
      name: 'Vreme',
      titles: [
        'Prva jesenska nevihta dosegla kraj {place}',
        'Megla ustavila kraj {place}',
        'Pozeba prizadela sadovnjake v kraju {place}',
        'Topel veter presenetil kraj {place}',
      ],
      sentences: [
        'Veter je na rtu pihal s hitrostjo {number} kilometrov na uro in polomil več vej.',
        'Meteorologinja {person} pričakuje, da se bo dež v drugi polovici tedna pomaknil proti vzhodu.',
        'Kmetje iz okolice kraja {place} so mlade trte pokrili, ko se je temperatura spustila pod ničlo.',
        'Megla je nad zalivom vztrajala do poldneva, zato majhni čolni niso smeli na morje.',
        'Tako toplega vremena sredi {month} so od začetka meritev zabeležili le trikrat.',
        'Reka je čez noč narasla za {number} centimetrov, vendar ni prestopila bregov.',
      ],
    },
  },
  general: [
    'Poškodovan ni bil nihče, cesta pa je bila čez eno uro spet odprta.',
    'Več podrobnosti bo znanih v četrtek, ko se bo sestal odbor.',
    'Sosedje morajo rešitev poiskati skupaj, in to ne prvič.',
    'Bralci so nam poslali svoje fotografije, nekaj jih danes tudi objavljamo.',
    'Kaj se bo zgodilo pozneje, je odvisno od denarja, potrpežljivosti in malo sreče.',
  ],
};
