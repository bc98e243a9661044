/** The law journals of the list that run on Open Journal Systems, but for the one that has a fixture of its own. */
import { ojsFixture } from './ojs-journal.js';

export const jipitec = ojsFixture({
  connector: 'jipitec',
  key: 'jipitec',
  base: 'https://www.jipitec.eu/jipitec',
  hosts: ['www.jipitec.eu', 'jipitec.eu'],
  first: 423,
  hasFileNumbers: true,
  quirks: [
    'addresses have no index.php in them',
    'a file has a number of its own behind that of its galley, and a redirect leads there',
    'a corrected PDF has a new galley',
    'a withdrawn article is a record with a header alone',
  ],
});

export const webJcli = ojsFixture({
  connector: 'web-jcli',
  key: 'webjcli',
  base: 'http://webjcli.org',
  hosts: ['webjcli.org', 'www.webjcli.org'],
  first: 301,
  version: 2,
  as: 'html',
  hasNoOai: true,
  isClosed: true,
  quirks: [
    'full texts are HTML alone, in a page of frames',
    'there is no OAI-PMH: the archive leads to issues, these to articles',
    'the archive has pages, by issuesPage',
    'it is finished: it is harvested once',
  ],
});

export const juridicaInternational = ojsFixture({
  connector: 'juridica-international',
  key: 'juridica',
  base: 'https://ojs.utlib.ee/index.php/juridica',
  hosts: ['ojs.utlib.ee'],
  first: 23981,
  quirks: [
    'a PDF hides behind a notice',
    'a corrected PDF has a new galley',
    'a withdrawn article is a tombstone',
    'pages count their visits',
  ],
});

export const comparativeLawReview = ojsFixture({
  connector: 'comparative-law-review',
  key: 'clr-perugia',
  base: 'http://www.comparativelawreview.unipg.it/index.php/comparative',
  hosts: ['www.comparativelawreview.unipg.it', 'comparativelawreview.unipg.it', 'apcz.umk.pl'],
  parameters: { Journal: 'perugia' },
  first: 77,
  version: 2,
  quirks: [
    'two journals share the name: the user chooses',
    'the one in Perugia is on OJS 2, where a galley is a page of frames',
    'its meta tags name the page of the galley in place of the file',
    'a withdrawn article is a tombstone',
  ],
});

export const jolts = ojsFixture({
  connector: 'jolts',
  key: 'jolts',
  base: 'https://www.jolts.world/index.php/jolts',
  hosts: ['www.jolts.world', 'jolts.world', 'www.ifosslr.org', 'ifosslr.org'],
  first: 69,
  before: 'https://www.ifosslr.org/index.php/ifosslr',
  quirks: [
    'it was renamed: a record still has its address at the older host',
    'articles kept their numbers, so that none is there twice',
    'a corrected PDF has a new galley',
    'a withdrawn article is a tombstone',
  ],
});

export const agora = ojsFixture({
  connector: 'agora',
  key: 'aijjs',
  base: 'https://univagora.ro/jour/index.php/aijjs',
  hosts: ['univagora.ro', 'www.univagora.ro'],
  first: 1201,
  word: 'pdf',
  neighbour: 'https://univagora.ro/jour/index.php/ijccc',
  quirks: [
    'a galley is called by the word pdf',
    'the host serves other journals, one of whose records slips into the list',
    'a corrected PDF keeps its address',
    'addresses have a folder before index.php',
  ],
});

export const brasovBulletin = ojsFixture({
  connector: 'brasov-bulletin',
  key: 'but7',
  base: 'https://webbut.unitbv.ro/index.php/Series_VII',
  hosts: ['webbut.unitbv.ro'],
  first: 5101,
  hasFileNumbers: true,
  neighbour: 'https://webbut.unitbv.ro/index.php/Series_V',
  quirks: [
    'nine series share the host: a record of another one slips into the list',
    'a file has a number of its own behind that of its galley',
    'a withdrawn article is a tombstone',
    'a corrected PDF has a new galley',
  ],
});
