import type { Tongue } from './tongue.js';

export const french: Tongue = {
  code: 'fr',
  places: ['Port-Clairet', 'Saint-Avoin', 'La Roche-Verte', 'Montcendre', 'Vieux-Bassin', 'Belle-Anse'],
  people: ['Odile Fauvel', 'Marc Lespinet', 'Aïcha Renard', 'Lucien Prévault', 'Camille Dorsay'],
  months: ['janvier', 'mars', 'mai', 'juillet', 'septembre', 'novembre'],
  words: {
    home: 'Accueil',
    about: 'Qui sommes-nous',
    contact: 'Nous écrire',
    next: 'Page suivante',
    previous: 'Page précédente',
    more: 'Lire la suite',
    related: 'À lire aussi',
    imprint: 'Mentions légales',
    skip: 'Aller au texte',
  },
  topics: {
    harbour: {
      name: 'Le port',
      titles: [
        'Le bac de nuit revient à {place}',
        'On creuse le chenal devant {place}',
        'Les pêcheurs de {place} font leurs comptes',
        'Un nouveau bateau pilote pour {place}',
      ],
      sentences: [
        'Le bac entre {place} et les îles partira deux fois chaque soir dès le début du mois de {month}.',
        'Selon la capitaine du port, {person}, le chenal accueille désormais des navires de {number} tonnes.',
        'Les équipages ont déchargé {number} caisses de maquereaux avant que la marée ne descende.',
        'Deux grues restées immobiles pendant des mois ont été essayées sous le regard des ingénieurs.',
        'Les plaisanciers sont priés de s’éloigner de la jetée pendant que les plongeurs examinent les fondations.',
        'Le gardien du phare a compté {number} bateaux, ce qui ne s’était pas vu depuis longtemps.',
      ],
    },
    council: {
      name: 'La mairie',
      titles: [
        '{place} vote son budget',
        'Des travaux sont prévus près de {place}',
        'L’école de {place} aura un nouveau toit',
        'Les habitants de {place} contestent les tarifs',
      ],
      sentences: [
        'Les conseillers ont discuté jusque tard dans la soirée avant d’approuver le projet d’une seule voix.',
        'D’après {person}, les travaux coûteront {number} mille couronnes et dureront jusqu’en {month}.',
        'La maire a promis qu’aucun arbre de la grande rue ne serait abattu sans consultation.',
        'Une pétition signée par {number} foyers demande que l’on roule moins vite devant l’école.',
        'Le trésorier a expliqué que les recettes avaient baissé alors que les réparations coûtent plus cher.',
        'Le compte rendu de la séance peut être consulté à la mairie et à la bibliothèque de {place}.',
      ],
    },
    culture: {
      name: 'La culture',
      titles: [
        'La chorale de {place} ouvre la saison',
        'Une peintre montre la lumière de {place}',
        'Le théâtre de marionnettes passe à {place}',
        'La foire aux livres attire du monde à {place}',
      ],
      sentences: [
        'Plus de {number} visiteurs attendaient sagement que s’ouvrent les portes du petit théâtre.',
        'La commissaire, {person}, a accroché les premières esquisses à côté des toiles achevées.',
        'Les enfants de l’école de musique ont chanté un air que personne ne connaissait dans la salle.',
        'Les billets pour les représentations de {month} sont vendus à la boulangerie près de l’église.',
        'La critique a loué la douceur du deuxième acte, même si la fin en a surpris plus d’un.',
        'La fête de {place} se termine par un concert sur la plage, à condition qu’il ne pleuve pas.',
      ],
    },
    weather: {
      name: 'Le temps',
      titles: [
        'La première tempête d’automne touche {place}',
        'Le brouillard fait attendre {place}',
        'Le gel abîme les vergers de {place}',
        'Un vent chaud surprend {place}',
      ],
      sentences: [
        'Le vent a soufflé à {number} kilomètres à l’heure sur le cap et brisé plusieurs branches.',
        'La météorologue {person} pense que la pluie gagnera l’est au cours de la semaine.',
        'Les vignerons des environs de {place} ont couvert leurs jeunes plants quand il a gelé.',
        'Le brouillard est resté sur la baie jusqu’à midi et les petits bateaux n’ont pas pu sortir.',
        'Un mois de {month} aussi doux n’a été observé que trois fois depuis le début des relevés.',
        'La rivière a monté de {number} centimètres pendant la nuit sans quitter son lit.',
      ],
    },
  },
  general: [
    'Personne n’a été blessé et la route a rouvert moins d’une heure plus tard.',
    'D’autres précisions seront données jeudi prochain, lorsque le comité se réunira.',
    'Ce n’est pas la première fois que les voisins doivent trouver ensemble une solution.',
    'Nos lecteurs nous ont envoyé leurs propres photographies, dont nous publions quelques-unes.',
    'La suite dépendra de l’argent, de la patience et d’un peu de chance.',
  ],
};
