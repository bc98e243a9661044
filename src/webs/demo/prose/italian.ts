import type { Tongue } from './tongue.js';

export const italian: Tongue = {
  code: 'it',
  places: ['Portobrezza', 'Castelmarino', 'San Lievo', 'Roccachiara', 'Borgo Salice', 'Valdonda'],
  people: ['Giulia Ferrandi', 'Pietro Malvasio', 'Nora Belcampo', 'Saverio Conti', 'Ines Rivalta'],
  months: ['gennaio', 'marzo', 'maggio', 'luglio', 'settembre', 'novembre'],
  words: {
    home: 'Pagina iniziale',
    about: 'Chi siamo',
    contact: 'Scriveteci',
    next: 'Pagina successiva',
    previous: 'Pagina precedente',
    more: 'Continua a leggere',
    related: 'Leggi anche',
    imprint: 'Note legali',
    skip: 'Vai al testo',
  },
  topics: {
    harbour: {
      name: 'Porto',
      titles: [
        'Torna il traghetto notturno per {place}',
        'Si scava il fondale davanti a {place}',
        'I pescatori di {place} fanno i conti',
        'Nuova pilotina per {place}',
      ],
      sentences: [
        'Il traghetto tra {place} e le isole partirà due volte ogni sera dai primi giorni di {month}.',
        'Secondo la comandante del porto, {person}, ora possono attraccare navi da {number} tonnellate.',
        'Gli equipaggi hanno scaricato {number} cassette di sgombri prima che calasse la marea.',
        'Le due gru rimaste ferme per mesi sono state provate sotto gli occhi degli ingegneri.',
        'Chi naviga a vela è pregato di stare lontano dal molo orientale finché lavorano i sommozzatori.',
        'Il guardiano del faro ha contato {number} navi, come non succedeva da molto tempo.',
      ],
    },
    council: {
      name: 'Municipio',
      titles: [
        '{place} approva il bilancio',
        'Slittano i lavori sulla strada di {place}',
        'La scuola di {place} avrà un tetto nuovo',
        'Gli abitanti di {place} protestano per le tariffe',
      ],
      sentences: [
        'I consiglieri hanno discusso fino a tarda sera e hanno approvato il progetto per un solo voto.',
        'Come ha spiegato {person}, i lavori costeranno {number} mila corone e dureranno fino a {month}.',
        'La sindaca ha promesso che nessun albero verrà abbattuto senza ascoltare i cittadini.',
        'Una petizione firmata da {number} famiglie chiede che si vada più piano davanti alla scuola.',
        'La tesoriera ha ricordato che le entrate sono diminuite mentre le riparazioni costano di più.',
        'Il verbale della seduta si può leggere in municipio e nella biblioteca di {place}.',
      ],
    },
    culture: {
      name: 'Cultura',
      titles: [
        'Il coro di {place} apre la stagione',
        'Una pittrice mostra la luce di {place}',
        'Il teatro dei burattini arriva a {place}',
        'La fiera del libro richiama lettori a {place}',
      ],
      sentences: [
        'Più di {number} visitatori hanno aspettato con pazienza che si aprissero le porte del piccolo teatro.',
        'La curatrice, {person}, ha appeso i primi schizzi accanto alle tele finite.',
        'I bambini della scuola di musica hanno cantato una canzone che nessuno in sala conosceva.',
        'I biglietti per gli spettacoli di {month} si comprano nel forno accanto alla chiesa.',
        'La critica ha lodato il secondo atto, anche se il finale ha lasciato perplesso qualcuno.',
        'La festa di {place} si chiude con un concerto sulla spiaggia, purché non piova.',
      ],
    },
    weather: {
      name: 'Tempo',
      titles: [
        'La prima tempesta d’autunno raggiunge {place}',
        'La nebbia ferma {place}',
        'Il gelo rovina i frutteti di {place}',
        'Un vento caldo sorprende {place}',
      ],
      sentences: [
        'Sul promontorio il vento ha raggiunto i {number} chilometri all’ora e ha spezzato alcuni rami.',
        'La meteorologa {person} prevede che la pioggia si sposterà verso est nella seconda metà della settimana.',
        'I contadini intorno a {place} hanno coperto le giovani viti quando la temperatura è scesa sotto zero.',
        'La nebbia è rimasta sulla baia fino a mezzogiorno e le barche piccole non sono potute uscire.',
        'Un {month} così mite è stato osservato soltanto tre volte da quando si tengono i registri.',
        'Il fiume è salito di {number} centimetri durante la notte senza uscire dagli argini.',
      ],
    },
  },
  general: [
    'Nessuno si è fatto male e la strada è stata riaperta in meno di un’ora.',
    'Altri particolari saranno comunicati giovedì, quando si riunirà il comitato.',
    'Non è la prima volta che i vicini devono trovare insieme una soluzione.',
    'I nostri lettori ci hanno mandato le loro fotografie e oggi ne pubblichiamo alcune.',
    'Quello che succederà dopo dipende dal denaro, dalla pazienza e da un po’ di fortuna.',
  ],
};
