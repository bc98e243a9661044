import type { Tongue } from './tongue.js';

export const german: Tongue = {
  code: 'de',
  places: ['Möwenried', 'Altensiel', 'Birkenau am Fluss', 'Sankt Florin', 'Hinterweiler', 'Rosenhafen'],
  people: ['Grete Lindhoff', 'Anton Weißbach', 'Jutta Krämer', 'Emil Sonntag', 'Leyla Brandt'],
  months: ['Januar', 'März', 'Mai', 'Juli', 'September', 'November'],
  words: {
    home: 'Startseite',
    about: 'Über uns',
    contact: 'Kontakt',
    next: 'Nächste Seite',
    previous: 'Vorherige Seite',
    more: 'Weiterlesen',
    related: 'Das könnte Sie auch interessieren',
    imprint: 'Impressum',
    skip: 'Zum Text springen',
  },
  topics: {
    harbour: {
      name: 'Hafen',
      titles: [
        'Fähre nach {place} fährt wieder',
        'Bagger vertiefen die Rinne vor {place}',
        'Fischer aus {place} ziehen Bilanz',
        'Neues Lotsenboot für {place} getauft',
      ],
      sentences: [
        'Die Fähre zwischen {place} und den Inseln verkehrt ab {month} zweimal am Abend.',
        'Nach Angaben der Hafenmeisterin {person} können nun Schiffe mit {number} Tonnen anlegen.',
        'Die Mannschaften löschten {number} Kisten Hering, bevor das Wasser wieder fiel.',
        'Zwei Kräne, die seit Monaten stillgestanden hatten, wurden unter Aufsicht der Ingenieure geprüft.',
        'Wer mit dem Segelboot unterwegs ist, soll den östlichen Damm vorerst meiden.',
        'Der Leuchtturmwärter zählte {number} vorbeifahrende Schiffe, so viele wie lange nicht mehr.',
      ],
    },
    council: {
      name: 'Rathaus',
      titles: [
        '{place} beschließt den Haushalt',
        'Straßenbau bei {place} verzögert sich',
        'Schule in {place} bekommt ein neues Dach',
        'Anwohner von {place} ärgern sich über Gebühren',
      ],
      sentences: [
        'Der Gemeinderat stritt bis spät in die Nacht und stimmte dem Plan schließlich mit knapper Mehrheit zu.',
        'Wie {person} erläuterte, kosten die Arbeiten {number} tausend Kronen und dauern bis {month}.',
        'Die Bürgermeisterin versprach, dass kein Baum ohne vorherige Anhörung gefällt werde.',
        'Eine Unterschriftenliste von {number} Haushalten fordert langsameren Verkehr vor der Schule.',
        'Die Kämmerei wies darauf hin, dass die Einnahmen gesunken und die Reparaturen teurer geworden sind.',
        'Das Protokoll der Sitzung liegt im Rathaus und in der Zweigstelle {place} aus.',
      ],
    },
    culture: {
      name: 'Kultur',
      titles: [
        'Chor aus {place} eröffnet die Saison',
        'Malerin zeigt das Licht über {place}',
        'Puppentheater gastiert in {place}',
        'Buchmesse lockt Leser nach {place}',
      ],
      sentences: [
        'Mehr als {number} Gäste warteten geduldig, bis sich die Türen des kleinen Theaters öffneten.',
        'Die Kuratorin {person} hat die frühen Skizzen neben die fertigen Gemälde gehängt.',
        'Kinder der Musikschule sangen ein Lied, das im Saal noch niemand gehört hatte.',
        'Karten für die Vorstellungen im {month} gibt es in der Bäckerei neben der Kirche.',
        'Die Kritik lobte den leisen zweiten Akt, obwohl der Schluss manche ratlos zurückließ.',
        'Das Fest in {place} endet mit einem Konzert am Strand, sofern es nicht regnet.',
      ],
    },
    weather: {
      name: 'Wetter',
      titles: [
        'Erster Herbststurm erreicht {place}',
        'Nebel lässt {place} warten',
        'Frost schadet den Obstgärten bei {place}',
        'Warmer Wind überrascht {place}',
      ],
      sentences: [
        'Auf der Landzunge erreichte der Wind {number} Kilometer in der Stunde und brach etliche Äste ab.',
        'Die Meteorologin {person} erwartet, dass der Regen in der zweiten Wochenhälfte nach Osten abzieht.',
        'Die Bauern rund um {place} deckten ihre jungen Reben ab, als die Temperatur unter null fiel.',
        'Bis zum Mittag lag dichter Nebel über der Bucht, und kleine Boote durften nicht auslaufen.',
        'Ein so warmer {month} wurde seit Beginn der Aufzeichnungen nur dreimal beobachtet.',
        'Der Fluss stieg über Nacht um {number} Zentimeter, blieb aber in seinem Bett.',
      ],
    },
  },
  general: [
    'Verletzt wurde niemand, und die Straße war nach einer Stunde wieder frei.',
    'Weitere Einzelheiten sollen am Donnerstag bekannt gegeben werden.',
    'Es ist nicht das erste Mal, dass die Nachbarn gemeinsam eine Lösung finden müssen.',
    'Unsere Leserinnen und Leser haben uns ihre eigenen Bilder geschickt.',
    'Wie es danach weitergeht, hängt vom Geld, von der Geduld und ein wenig vom Glück ab.',
  ],
};
