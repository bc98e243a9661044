import { describe, expect, it } from 'vitest';
import type { RobotsMode, RobotsOptions } from './options.js';
import { ROBOTS_MODES } from './options.js';
import { parseRobots } from './robots.js';

const allowed = (robots: string | Uint8Array, url: string, agent = 'winnow', mode: RobotsMode | RobotsOptions = 'rfc9309'): boolean =>
  parseRobots(robots, mode).decide(agent, `https://site.example${url}`).allowed;
const rules = (...lines: string[]): string => ['User-agent: *', ...lines].join('\n');

describe('RFC 9309, which group is obeyed', () => {
  const two = 'User-agent: Winnow\nDisallow: /a\n\nUser-agent: other\nDisallow: /b\n\nUser-agent: *\nDisallow: /c';

  it('G-10 our own name comes before the group for everyone', () => {
    expect([allowed(two, '/a'), allowed(two, '/b'), allowed(two, '/c')]).toEqual([false, true, true]);
    expect([allowed(two, '/a', 'unnamed'), allowed(two, '/c', 'unnamed')]).toEqual([true, false]);
    expect(parseRobots(two).decide('winnow', 'https://site.example/a')).toMatchObject({
      allowed: false,
      rule: 'Disallow: /a',
      group: 'winnow',
    });
  });

  it.each<[string, string, boolean]>([
    ['names match whatever their case', 'USER-AGENT: WINNOW\nDISALLOW: /', false],
    ['a version behind the name is cut off', 'User-agent: winnow/2.0 (+https://x.example)\nDisallow: /', false],
    ['a longer name is another robot', 'User-agent: winnow-images\nDisallow: /', true],
    ['a shorter name is another robot', 'User-agent: win\nDisallow: /', true],
    ['digits belong to a name', 'User-agent: winnow2\nDisallow: /', true],
    [
      'two groups of one name are one group',
      'User-agent: winnow\nAllow: /x\n\nUser-agent: b\nAllow: /\n\nUser-agent: winnow\nDisallow: /',
      false,
    ],
    ['several names share a group', 'User-agent: a\nUser-agent: winnow\nUser-agent: b\nDisallow: /', false],
    ['blank lines and comments do not end a run of names', 'User-agent: winnow\n\n# note\n\nUser-agent: b\n\nDisallow: /', false],
    ['a sitemap line does not end it either', 'User-agent: winnow\nSitemap: https://x.example/s.xml\nUser-agent: b\nDisallow: /', false],
    ['nor does Crawl-delay', 'User-agent: winnow\nCrawl-delay: 5\nUser-agent: b\nDisallow: /', false],
    ['nor does an unknown record', 'User-agent: winnow\nNoindex: /x\nUser-agent: b\nDisallow: /', false],
    ['an empty Disallow does end it', 'User-agent: winnow\nDisallow:\nUser-agent: b\nDisallow: /', true],
    ['a group without rules hides the one for everyone', 'User-agent: *\nDisallow: /\n\nUser-agent: winnow', true],
    ['rules before any name belong to nobody', 'Disallow: /\nUser-agent: b\nDisallow: /', true],
    ['a nameless group belongs to nobody', 'User-agent: winnow\nAllow: /\nUser-agent:\nDisallow: /', true],
    ['no group at all', 'Sitemap: https://x.example/s.xml', true],
    ['nothing at all', '', true],
  ])('%s', (_case, robots, expected) => expect(allowed(robots, '/page')).toBe(expected));

  it('takes an agent given with its version', () =>
    expect(allowed('User-agent: winnow\nDisallow: /', '/', 'winnow/0.1 (+mailto:a@b.example)')).toBe(false));
});

describe('RFC 9309, which rule decides', () => {
  it.each<[string, string[], string, boolean]>([
    ['the longest match', ['Allow: /a/b/', 'Disallow: /a/', 'Disallow: /'], '/a/b/c', true],
    ['whatever the order', ['Disallow: /', 'Disallow: /a/', 'Allow: /a/b/'], '/a/b/c', true],
    ['Allow on a tie', ['Disallow: /a', 'Allow: /a'], '/a', true],
    ['a star counts as an octet', ['Allow: /a', 'Disallow: /a*'], '/a', false],
    ['no match: allowed', ['Disallow: /x'], '/y', true],
    ['case matters', ['Disallow: /A'], '/a', true],
    ['from the first octet on', ['Disallow: /b'], '/a/b', true],
    ['the query is part of it', ['Disallow: /a?x='], '/a?x=1', false],
    ['star in the middle', ['Disallow: /a*c'], '/abbbc', false],
    ['star for nothing', ['Disallow: /a*c'], '/ac', false],
    ['star at the start', ['Disallow: *.gif$'], '/img/a.gif', false],
    ['end sign', ['Disallow: *.gif$'], '/a.gif?x', true],
    ['end sign behind a star', ['Disallow: /a*$'], '/abc', false],
    ['end sign without star', ['Disallow: /$'], '/a', true],
    ['dollar elsewhere is a dollar', ['Disallow: /a$b'], '/a$b', false],
    ['pieces may not overlap', ['Disallow: /*aba*ba$'], '/aba', true],
    ['comment behind the rule', ['Disallow: /a # not /b'], '/a', false],
    ['spaces around', ['  Disallow  :   /a   '], '/a', false],
    ['no space', ['Disallow:/a'], '/a', false],
    ['a line that is broken costs itself only', ['Disallow', ': /', 'Disallow: /a'], '/a', false],
    ['robots.txt itself', ['Disallow: /'], '/robots.txt', true],
    ['but not what starts like it', ['Disallow: /'], '/robots.txt.html', false],
    ['no leading slash: never matches', ['Disallow: a'], '/a', true],
    ['misspelt Disallow is an unknown record', ['Dissallow: /'], '/a', true],
  ])('%s', (_case, lines, url, expected) => expect(allowed(rules(...lines), url)).toBe(expected));

  it.each(['\n', '\r\n', '\r'])('line ends %j', (end) =>
    expect(allowed(['User-agent: *', 'Disallow: /a', ''].join(end), '/a')).toBe(false),
  );

  it('names the rule and the group', () => {
    const robots = parseRobots(rules('Disallow: /käse', 'Allow: /'));
    expect(robots.decide('x', 'https://site.example/k%C3%A4se')).toMatchObject({ allowed: false, rule: 'Disallow: /käse', group: '*' });
    expect(robots.decide('x', 'https://site.example/')).toMatchObject({ allowed: true, rule: 'Allow: /', group: '*' });
    expect(parseRobots('').decide('x', 'https://site.example/')).toEqual({ allowed: true, rule: null, line: null, group: null });
  });
});

describe('RFC 9309, percent-encoding', () => {
  it.each<[string, string, string, boolean]>([
    ['table: query', '/foo/bar?baz=quz', '/foo/bar?baz=quz', true],
    ['table: URL in a query', '/foo/bar?baz=http://foo.bar', '/foo/bar?baz=http%3A%2F%2Ffoo.bar', true],
    ['table: the other way round', '/foo/bar?baz=http%3A%2F%2Ffoo.bar', '/foo/bar?baz=http://foo.bar', true],
    ['table: non-ASCII', '/foo/bar/ツ', '/foo/bar/%E3%83%84', true],
    ['table: encoded non-ASCII', '/foo/bar/%e3%83%84', '/foo/bar/ツ', true],
    ['table: unreserved', '/foo/bar/%62%61%7A', '/foo/bar/baz', true],
    ['tilde', '/%7ejoe', '/~joe', true],
    ['star in the URL', '/file-with-a-%2A.html', '/file-with-a-*.html', true],
    ['an encoded star is no wildcard', '/a%2Ab', '/axb', false],
    ['dollar in the URL', '/foo-%24', '/foo-$', true],
    ['an encoded slash is data', '/a%2Fb', '/a/b', false],
    ['and equals itself', '/a%2fb', '/a%2Fb', true],
    ['an encoded question mark is data', '/a%3Fb', '/a?b', false],
    ['percent sign that encodes nothing', '/100%', '/100%25', true],
    ['colon', '/Special:Search', '/Special%3ASearch', true],
    ['wildcard over a query with encoded slashes', '/*%2Fprint', '/x?u=a%2Fprint', true],
    ['wildcard over a query with plain slashes', '/*/print', '/x?u=/print', true],
    ['space', '/a%20b', '/a b', true],
  ])('%s', (_case, rule, url, matches) => expect(allowed(rules(`Disallow: ${rule}`), url)).toBe(!matches));

  it('a Latin-1 file matches Latin-1 URLs', () => {
    const robots = Buffer.from(rules('Disallow: /k\u00e4se'), 'latin1');
    expect([allowed(robots, '/k%E4se'), allowed(robots, '/k%C3%A4se')]).toEqual([false, true]);
  });

  it.each([
    ['UTF-8 BOM', Buffer.from(`\ufeff${rules('Disallow: /a')}`)],
    ['UTF-16 with BOM', Buffer.from(`\ufeff${rules('Disallow: /a')}`, 'utf16le')],
  ])('%s', (_case, robots) => expect(allowed(robots, '/a')).toBe(false));
});

describe('other records', () => {
  const robots = parseRobots(
    [
      'Sitemap: https://x.example/one.xml',
      'User-agent: a',
      'User-agent: b',
      'Crawl-delay: 2.5',
      'Request-rate: 1/10s 0600-0845',
      'User-agent: c',
      'Crawl-delay: soon',
      'Visit-time: 0200-0630',
      'Disallow: /x',
      'sitemap: /two.xml # relative',
      'Sitemap: https://x.example/one.xml',
      'Host: www.x.example',
      'User-agent: *',
      'Crawl-delay: 10',
    ].join('\n'),
  );

  it('G-10 Crawl-delay, Request-rate and Visit-time hold for the names above them', () => {
    expect(['a', 'b', 'c', 'd'].map((agent) => robots.crawlDelay(agent))).toEqual([2.5, 2.5, null, 10]);
    expect(robots.requestRate('b')).toEqual({ requests: 1, seconds: 10, during: { from: '06:00', to: '08:45' } });
    expect(robots.visitTime('c')).toEqual({ from: '02:00', to: '06:30' });
    expect(robots.visitTime('a')).toBeNull();
  });

  it('G-10 sitemaps and host hold for all', () => {
    expect(robots.sitemaps).toEqual(['https://x.example/one.xml', '/two.xml']);
    expect(robots.preferredHost).toBe('www.x.example');
  });
});

describe('leniencies are options', () => {
  it.each<[keyof RobotsOptions, unknown, string, string, boolean]>([
    ['missingColon', 'skip', rules('Disallow /a'), '/a', true],
    ['misspeltRules', true, rules('Dissallow: /a'), '/a', false],
    ['slashOptional', true, rules('Disallow: a'), '/a', false],
    ['dollarAlsoLiteral', true, rules('Disallow: /a$'), '/a$', false],
    ['indexHtmlIsDirectory', true, rules('Disallow: /', 'Allow: /d/index.html'), '/d/', true],
    ['robotsTxtAllowed', false, rules('Disallow: /'), '/robots.txt', false],
    ['otherRecordsEndAgents', true, 'User-agent: *\nCrawl-delay: 1\nUser-agent: b\nDisallow: /', '/', true],
    ['agents', 'substring', 'User-agent: win\nDisallow: /', '/', false],
    ['percentEncoding', 'rules-only', rules('Disallow: /%7Ea'), '/~a', true],
    ['maxLineBytes', 14, rules('Disallow: /abc/def'), '/abc', false],
  ])('%s: %s', (name, value, robots, url, expected) => {
    expect(allowed(robots, url)).toBe(!expected);
    expect(allowed(robots, url, 'winnow', { ...ROBOTS_MODES.rfc9309, [name]: value })).toBe(expected);
  });
});

describe('hostile files', () => {
  const kib = 1024;
  it('reads 500 KiB and ignores the rest, half a line included', () => {
    const filler = `${'#'.repeat(99)}\n`.repeat(5100);
    const inside = `${rules('Disallow: /in')}\n${filler}`;
    expect(inside.length).toBeLessThan(500 * kib);
    const robots = parseRobots(`${inside}Disallow: /last\n${filler}Disallow: /late\n`);
    const decisions = ['/in', '/last', '/late'].map((path) => robots.decide('x', path).allowed);
    expect(decisions).toEqual([false, false, true]);
    expect(parseRobots(`${rules()}\nDisallow: /${'a'.repeat(600 * kib)}`).decide('x', '/a').rule).toBeNull();
  });

  it.each<[string, string | Uint8Array]>([
    ['a page instead', `<!DOCTYPE html><html><body>${'<p>User-agent: *<br>Disallow: /</p>'.repeat(1000)}`],
    ['zeros', new Uint8Array(600 * kib)],
    ['one line of a megabyte', `Disallow: ${'/'.repeat(1024 * kib)}`],
    ['line ends only', '\r\n'.repeat(300 * kib)],
    ['a hundred thousand groups', 'User-agent: a\nDisallow: /\n'.repeat(100_000)],
    [
      'many names over many rules',
      `${Array.from({ length: 15_000 }, (_, n) => `User-agent: a${n}`).join('\n')}\n${'Disallow: /x\n'.repeat(15_000)}`,
    ],
    ['noise', Uint8Array.from({ length: 500 * kib }, (_, n) => (n * 7919) % 251)],
  ])('%s: read, and nothing forbidden to others', (_case, robots) =>
    expect(parseRobots(robots).decide('winnow', '/page').allowed).toBe(true),
  );

  it.each<[string, string]>([
    ['a thousand stars', '*'.repeat(1000)],
    ['stars and letters', '*a'.repeat(20_000)],
    ['a long piece that nearly fits', `/*${'a'.repeat(10_000)}b`],
    ['stars between slashes', '/*'.repeat(50_000)],
  ])('%s: decided in linear time', (_case, rule) => {
    const robots = parseRobots(rules(...Array.from({ length: 5 }, (_, n) => `Disallow: ${rule}z${n}`)));
    expect(robots.decide('x', `/${'a'.repeat(20_000)}`).allowed).toBe(true);
  });

  it('thousands of rules decide as one by one', () => {
    const lines = Array.from(
      { length: 600 },
      (_, n) => `${n % 7 ? 'Disallow' : 'Allow'}: /${n % 3 ? '' : '*'}d${n % 40}/${n % 5 ? '' : '*'}p${n}${n % 11 ? '' : '$'}`,
    );
    const all = parseRobots(rules(...lines));
    const single = lines.map((line) => parseRobots(rules(line)));
    for (let n = 0; n < 80; n++) {
      const url = `/x/d${n % 40}/q/p${n * 7}`.slice(n % 2 ? 2 : 0);
      const matching = lines.filter((_, at) => single[at]?.decide('x', url).rule);
      const longest = Math.max(0, ...matching.map((line) => line.replace(/^\w+: /, '').length));
      const winners = matching.filter((line) => line.replace(/^\w+: /, '').length === longest);
      expect(all.decide('x', url).allowed).toBe(winners.length === 0 || winners.some((line) => line.startsWith('Allow')));
    }
  });
});

it('names the line that decided, also behind comments, blank lines and other groups', () => {
  const robots = parseRobots('# ours\n\nUser-agent: other\nDisallow: /\n\nUser-agent: *\nAllow: /a/b\nDisallow: /a\r\nDisallow: /a\n');
  expect(robots.decide('winnow', 'https://site.example/a/c')).toEqual({ allowed: false, rule: 'Disallow: /a', line: 8, group: '*' });
  expect(robots.decide('winnow', 'https://site.example/a/b')).toMatchObject({ allowed: true, line: 7 });
  expect(robots.decide('winnow', 'https://site.example/z')).toMatchObject({ allowed: true, line: null });
});
