/** A small web of two government hosts with everything a map of them has to tell apart. */
import { gzipSync } from 'node:zlib';
import { type FixtureAnswer, type FixturePages, linking } from '../../src/testing/index.js';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const file = (type: string, body: string | Uint8Array): FixtureAnswer => ({ headers: { 'Content-Type': type }, body });
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Longer than the contract's column. */
export const LONG_PATH = `/long?q=${'x'.repeat(4000 - 'http://a.gov.test/long?q='.length)}`;

export const ROBOTS = 'User-agent: *\nDisallow: /closed\nSitemap: http://a.gov.test/map.xml.gz\n';
export const SITEMAP =
  '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a.gov.test/only-in-map</loc></url></urlset>';

/** What a script of COPY rows must not stumble over. */
const NASTY = '\n\\.\n\\N\ta\\tb\r\n\u0000NUL \u000b\f\b \u{1F1F8}\u{1F1EE} \\x41 ;--';

const SAME = '<!doctype html><title>Enako</title><p>Ta stran je ista beseda za besedo, čeprav ima dva naslova.</p>';

export const GOV_PAGES: Readonly<Record<string, FixturePages>> = {
  'a.gov.test': {
    '/robots.txt': file('text/plain', ROBOTS),
    '/map.xml.gz': file('application/gzip', gzipSync(SITEMAP)),
    '/only-in-map': `<!doctype html><title>Samo v zemljevidu</title><p>Nobena stran ne vodi sem.</p><pre>${NASTY}</pre>`,
    '/': linking(
      '/one',
      '/two',
      '/pictures',
      '/report.pdf',
      '/letter',
      '/slides.ppt',
      '/old',
      '/moved',
      '/closed/x',
      LONG_PATH,
      'http://b.gov.test/',
    ),
    '/one': SAME,
    '/two': SAME,
    '/pictures': `<!doctype html><title>Slike</title><p>Dve sliki z enim imenom in vrnitev.</p><img src="/x/logo.png"><img src="/y/logo.png"><img src="/z.gif"><a href="/">domov</a>`,
    '/x/logo.png': file('image/png', PNG),
    '/y/logo.png': file('image/png', Buffer.concat([PNG, Buffer.from('other')])),
    '/z.gif': file('image/gif', 'GIF89a'),
    '/report.pdf': file('application/pdf', '%PDF-1.4\nreport'),
    '/letter': file(DOCX, 'PK\u0003\u0004 letter'),
    '/slides.ppt': file('application/octet-stream', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 1, 2])),
    '/moved': { status: 302, headers: { Location: '/one', 'Content-Type': 'text/html' }, body: '' },
    [LONG_PATH]: linking('/one'),
  },
  'b.gov.test': {
    // windows-1250: the text in the export must be the one people read.
    '/': file(
      'text/html; charset=windows-1250',
      Buffer.from('<title>\x8Ee</title><p>Ve\xE8 strani.</p><a href="/waiting">1</a> <a href="/waiting-too">2</a>', 'latin1'),
    ),
  },
};
