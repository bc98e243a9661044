import { describe, expect, it } from 'vitest';
import { cssUrls } from './css-urls.js';
import { parseSrcset } from './srcset.js';

describe('cssUrls', () => {
  it.each([
    ['plain, quoted, spaced', 'a{b:url(1.png)} c{d:url( "2.png" )} e{f:URL(\'3.png\')}', ['1.png', '2.png', '3.png']],
    ['imports', '@import "a.css"; @IMPORT url(b.css) print; @import url("c.css");', ['a.css', 'b.css', 'c.css']],
    ['not from comments', '/* url(no.png) @import "no.css" */ a{b:url(yes.png)}', ['yes.png']],
    ['escapes', 'a{b:url(a\\)b.png)} c{d:url("\\41 b.png")}', ['a)b.png', 'Ab.png']],
    ['data URLs are passed through whole', 'a{b:url("data:image/png;base64,AA(")} c{d:url(x.png)}', ['data:image/png;base64,AA(', 'x.png']],
    ['unclosed', 'a{b:url(', []],
    ['unclosed quotation mark', 'a{b:url("x\n)} c{d:url(y.png)}', ['y.png']],
    ['empty', 'a{b:url()}', []],
  ])('%s', (_case, css, urls) => expect(cssUrls(css).map(({ url }) => url)).toEqual(urls));

  it('tells imports, images and fonts apart', () => {
    expect(cssUrls('@import "a.css"; b{c:url(d.png)} @font-face{src:url(e.woff2?v=1)}').map(({ kind }) => kind)).toEqual([
      'css',
      'img',
      'media',
    ]);
  });

  it.each([
    ['open parentheses', 'url('.repeat(500_000)],
    ['open quotation marks', `url("${"url('".repeat(400_000)}`],
    ['open comments', '/*'.repeat(1_000_000)],
    ['imports without an end', '@import '.repeat(200_000)],
  ])('is linear in %s', (_case, css) => expect(cssUrls(css).length).toBeLessThanOrEqual(10_000));
});

describe('parseSrcset', () => {
  it.each([
    ['widths', 'a.png 1x, b.png 2x', ['a.png', 'b.png']],
    ['no descriptors', 'a.png,  b.png', ['a.png', 'b.png']],
    ['comma inside a URL', 'a,b.png 1x,c.png', ['a,b.png', 'c.png']],
    ['comma inside parentheses', 'a.png f(1,2), b.png', ['a.png', 'b.png']],
    ['only commas', ',,,', []],
    ['nothing', '  ', []],
  ])('%s', (_case, value, urls) => expect(parseSrcset(value)).toEqual(urls));
});
