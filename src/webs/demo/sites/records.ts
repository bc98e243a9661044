/**
 * A records office that publishes files of every kind: PDF, Word, sheets, OpenDocument, a book, a photograph, feeds; some
 * under a wrong label, one locked, one made to fill the memory of whoever opens it.
 */
import { pdf } from '../files.js';
import { type Layout, page } from '../html.js';
import { docx, docxBomb, epub, type FileProperties, odt, xlsx } from '../office-files.js';
import { photograph } from '../photograph.js';
import { writeParagraph } from '../prose/write.js';
import { file, link, robots, story, styleSheet } from '../resources.js';
import { morningOf, type Resource, type Site } from '../site.js';

const ORIGIN = 'http://records.example';
const AUTHOR = 'Records Office';

const LAYOUT: Layout = {
  site: 'Records Office',
  language: 'en',
  colour: '#4a3b6b',
  nav: [link('/', 'Home'), link('/files/', 'All files')],
  footer: [link('/notices/1', 'Notice one'), link('/notices/2', 'Notice two')],
  aside: 'Files may be copied freely as long as their number is named.',
};

export const records: Site = {
  name: 'records',
  host: 'records.example',
  address: 30,
  purpose: 'Files of every kind: PDF, office files, a book, a photograph, feeds; wrong labels, a locked file and a bomb.',
  seeds: ['/'],
  build: () => [
    robots('User-agent: *\nAllow: /\n'),
    styleSheet(LAYOUT.colour),
    page(LAYOUT, { path: '/', title: 'The records of the harbour town', blocks: [writeParagraph('en', 'council', 'records')] }),
    page(LAYOUT, {
      path: '/files/',
      title: 'All files',
      blocks: [{ list: files().map(({ path }) => link(path, `File ${path.slice(7)}`)) }],
    }),
    story(LAYOUT, { path: '/notices/1', index: 1, topic: 'council' }),
    story(LAYOUT, { path: '/notices/2', index: 2, topic: 'council' }),
    // Only the feed leads here, so a crawler that reads none does not find it.
    { ...story(LAYOUT, { path: '/notices/3', index: 3, topic: 'council' }), kind: 'extra' },
    ...files(),
  ],
};

const properties = (title: string): FileProperties => ({ title, author: AUTHOR, created: morningOf(0).toISOString() });

const text = (title: string, key: string) => ({
  ...properties(title),
  paragraphs: [writeParagraph('en', 'harbour', key), writeParagraph('en', 'council', key)],
  table: [
    ['Berth', 'Depth'],
    ['North quay', '7 m'],
  ],
  link: { url: `${ORIGIN}/notices/1`, text: 'The first notice' },
});

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Made when somebody first asks: packing them costs a moment, and every command loads this module. */
let made: readonly Resource[] | undefined;
const files = (): readonly Resource[] => (made ??= makeFiles());

const makeFiles = (): readonly Resource[] => [
  file(
    '/files/minutes.pdf',
    'application/pdf',
    pdf('Minutes of the harbour board', ['The board met at nine.', 'All were present.'], { author: AUTHOR, link: `${ORIGIN}/notices/2` }),
  ),
  file('/files/permit', 'text/html; charset=utf-8', pdf('Permit for the crane', ['The crane may stand until autumn.']), 'file', {
    realType: 'application/pdf',
    note: 'a PDF that says it is HTML',
  }),
  file('/files/locked.pdf', 'application/pdf', pdf('Locked', ['Nobody reads this.'], { locked: true }), 'file', {
    note: 'asks for a password',
  }),
  file('/files/charter.docx', DOCX, docx(text('Charter of the harbour', 'charter'))),
  file('/files/report', 'application/octet-stream', docx(text('Report without a label', 'report')), 'file', {
    realType: DOCX,
    note: 'a Word file without a label',
  }),
  file('/files/bomb.docx', DOCX, docxBomb(24), 'file', { note: 'unpacks to 24 MB of nothing' }),
  file(
    '/files/dues.xlsx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    xlsx({
      ...properties('Harbour dues'),
      sheet: 'Dues',
      rows: [
        ['Ship', 'Due', 'Paid on'],
        ['Marigold', 120.5, morningOf(0)],
        ['Petrel', 80, morningOf(3)],
      ],
    }),
  ),
  file('/files/bylaws.odt', 'application/vnd.oasis.opendocument.text', odt(text('Bylaws of the quay', 'bylaws'))),
  file(
    '/files/history.epub',
    'application/epub+zip',
    epub({
      ...properties('A history of the harbour'),
      language: 'en',
      chapters: { Beginnings: [writeParagraph('en', 'harbour', 'beginnings')], Later: [writeParagraph('en', 'culture', 'later')] },
    }),
  ),
  file(
    '/files/lighthouse.jpg',
    'image/jpeg',
    photograph({
      taken: '2025:08:14 19:42:10',
      latitude: 45.5279,
      longitude: 13.5682,
      make: 'Harbour Optics',
      model: 'HO-1',
      artist: AUTHOR,
      description: 'The lighthouse in the evening',
    }),
  ),
  file('/files/notices.rss', 'text/xml', rss()),
  file('/files/notices.atom', 'application/atom+xml', atom()),
];

function rss(): string {
  const items = [1, 2, 3].map(
    (n) => `<item><title>Notice ${n}</title><link>${ORIGIN}/notices/${n}</link><pubDate>Mon, 02 Mar 26 06:00 GMT</pubDate></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Notices</title><link>${ORIGIN}/</link><description>New notices</description>${items.join('')}</channel></rss>`;
}

function atom(): string {
  const entries = [1, 2].map(
    (n) =>
      `<entry><id>tag:records.example,2026:${n}</id><title type="html">Notice &lt;b&gt;${n}&lt;/b&gt;</title><link href="../notices/${n}"/><updated>2026-03-02T06:00:00Z</updated></entry>`,
  );
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Notices</title><id>tag:records.example,2026:feed</id><updated>2026-03-02T06:00:00Z</updated>${entries.join('')}</feed>`;
}
