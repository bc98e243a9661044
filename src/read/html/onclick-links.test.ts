import { describe, expect, it } from 'vitest';
import type { Page } from '../../model/index.js';
import { READERS, read } from '../read.js';
import { onclickUrls } from './onclick-links.js';

const linksOf = (html: string): readonly (readonly [string, string])[] => {
  const body = { url: 'https://a.test/dir/page', bytes: Buffer.from(html), headers: [], contentType: 'text/html; charset=utf-8' };
  return (read(body, READERS) as Page).links.map(({ kind, url }) => [kind, url] as const);
};

describe('G-14 links of each kind', () => {
  it.each([
    ['a', '<a href="x">x</a>', 'a'],
    ['area', '<map><area href="x"></map>', 'area'],
    ['link', '<link rel="next" href="x">', 'link'],
    ['frame', '<frameset><frame src="x"></frameset>', 'frame'],
    ['iframe', '<iframe src="x"></iframe>', 'iframe'],
    ['location.href =', `<button onclick="location.href='x'">x</button>`, 'onclick'],
    ['window.location =', `<a onclick='window.location = "x"; return false'>x</a>`, 'onclick'],
    ['window.location.href =', `<a href="#" onclick="window.location.href='x'">x</a>`, 'onclick'],
    ['self.location =', `<input type=button onclick="self.location='x'">`, 'onclick'],
    ['top.location =', `<button onclick="top.location='x';">x</button>`, 'onclick'],
    ['document.location =', `<button onclick="document.location='x'">x</button>`, 'onclick'],
    ['location.assign()', `<button onclick="location.assign('x')">x</button>`, 'onclick'],
    ['location.replace()', `<button onclick="window.location.replace(&quot;x&quot;)">x</button>`, 'onclick'],
    ['a handler with more in it', `<button onclick="if (ok()) { track('y'); location.href = 'x' }">x</button>`, 'onclick'],
  ])('%s', (_case, html, kind) => expect(linksOf(html)).toEqual([[kind, 'https://a.test/dir/x']]));

  it.each([
    ['a comparison', "if (location.href == 'x') go()"],
    ['an address put together', "location.href = 'x' + id"],
    ['a variable', 'location.href = target'],
    ['somebody else’s property', "my.location = 'x'"],
    ['another word', "relocation = 'x'"],
    ['nothing', ''],
  ])('no link from %s', (_case, handler) => expect(onclickUrls(handler)).toEqual([]));

  it('reads what JavaScript escapes, and no other scheme', () => {
    expect(onclickUrls(String.raw`location.href='\/a?b=1\x26c=\u00e9'`)).toEqual(['/a?b=1&c=é']);
    expect(linksOf(`<button onclick="location.href='javascript:alert(1)'">x</button>`)).toEqual([]);
  });

  it('takes the words of the button for its anchor', () => {
    const body = {
      url: 'https://a.test/',
      bytes: Buffer.from(`<button onclick="location='x'">Go on</button>`),
      headers: [],
      contentType: 'text/html',
    };
    expect((read(body, READERS) as Page).links[0]?.anchor).toBe('Go on');
  });
});
