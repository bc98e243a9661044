import type { Tongue } from './tongue.js';

export const english: Tongue = {
  code: 'en',
  places: ['Saltmere', 'Old Quay', 'Fernhollow', 'Brackwater', 'Lantern Hill', 'Whitstone'],
  people: ['Ada Thornby', 'Ruben Castle', 'Mira Oakes', 'Jonas Fell', 'Priya Marlow'],
  months: ['January', 'March', 'May', 'July', 'September', 'November'],
  words: {
    home: 'Home',
    about: 'About us',
    contact: 'Contact',
    next: 'Next page',
    previous: 'Previous page',
    more: 'Read more',
    related: 'You may also like',
    imprint: 'Legal notice',
    skip: 'Skip to the text',
  },
  topics: {
    harbour: {
      name: 'Harbour',
      titles: [
        'Night ferry returns to {place}',
        'Dredging begins off {place}',
        'Fishing fleet of {place} counts its catch',
        'New pilot boat launched at {place}',
      ],
      sentences: [
        'The ferry between {place} and the islands will sail twice each evening from the first week of {month}.',
        'Harbour master {person} said that the channel is now deep enough for vessels of {number} tonnes.',
        'Crews unloaded {number} crates of mackerel before the tide turned shortly after noon.',
        'Two cranes that had stood idle since {month} were tested under the eyes of the port engineers.',
        'Skippers are asked to keep clear of the eastern mole while divers inspect the old foundations.',
        'The lighthouse keeper recorded {number} passing ships, which is more than in any month since the war.',
      ],
    },
    council: {
      name: 'Town hall',
      titles: [
        '{place} votes on its budget',
        'Road works planned near {place}',
        'School of {place} to get a new roof',
        'Residents of {place} question parking fees',
      ],
      sentences: [
        'Councillors argued until late in the evening before they approved the plan by a single vote.',
        'According to {person}, the works will cost {number} thousand crowns and last until {month}.',
        'The mayor promised that no tree along the main street would be felled without a hearing.',
        'A petition signed by {number} households asks for a lower speed limit around the school.',
        'The treasurer explained that income from fees had fallen while repairs became more expensive.',
        'Minutes of the meeting can be read at the town hall and in the branch library of {place}.',
      ],
    },
    culture: {
      name: 'Culture',
      titles: [
        'Choir of {place} opens the season',
        'Painter shows the light over {place}',
        'Puppet theatre comes to {place}',
        'Book fair draws readers to {place}',
      ],
      sentences: [
        'More than {number} visitors stood in line before the doors of the small theatre were opened.',
        'The curator, {person}, has hung the early sketches next to the finished canvases.',
        'Children from the music school sang a song that nobody in the hall had heard before.',
        'Tickets for the performances in {month} are sold at the bakery beside the church.',
        'Critics praised the quiet second act, although the ending left part of the audience puzzled.',
        'The festival in {place} closes with a concert on the beach, provided that the weather stays dry.',
      ],
    },
    weather: {
      name: 'Weather',
      titles: [
        'First storm of autumn reaches {place}',
        'Fog keeps {place} waiting',
        'Frost damages orchards near {place}',
        'Warm winds surprise {place}',
      ],
      sentences: [
        'The wind reached {number} kilometres an hour on the headland and broke several branches.',
        'Meteorologist {person} expects the rain to move east during the second half of the week.',
        'Farmers around {place} covered their young vines when the temperature fell below zero.',
        'Fog lay over the bay until noon, and the coast guard warned small boats not to leave.',
        'Such a warm {month} has been observed only three times since records began.',
        'The river rose by {number} centimetres overnight but stayed within its banks.',
      ],
    },
  },
  general: [
    'Nobody was hurt, and the road was open again within the hour.',
    'Further details will be announced when the committee meets next Thursday.',
    'Our readers have sent us their own photographs, some of which we print today.',
    'It is not the first time that the neighbours have had to find a solution together.',
    'What happens afterwards depends on money, on patience and on a little luck.',
  ],
};
