import { describe, expect, it } from 'vitest';
import type { ScopeRule } from '../../model/index.js';
import type { Candidate, TrailStep } from '../../plugins/index.js';
import { compileScope } from './compile-scope.js';
import { ScopeError } from './scope-rule.js';
import { needsTrail, trailLength } from './trail-length.js';

const page = (url: string, language: string | null = null, via = 'a'): TrailStep => ({ url, via, language });

function link(url: string, more: Partial<Candidate> = {}): Candidate {
  return { url, host: URL.canParse(url) ? new URL(url).host : '', key: url, depth: 1, via: 'a', anchor: '', trail: [], ...more };
}

const follows = (rule: ScopeRule | undefined, candidate: Candidate, seedHosts = ['start.test']) =>
  compileScope(rule, seedHosts)(candidate) === null;

describe('domains', () => {
  it.each<[name: string, domain: string, url: string, inScope: boolean]>([
    ['the domain itself', 'gov.si', 'https://gov.si/', true],
    ['a host below', 'gov.si', 'https://e-prostor.gov.si/a', true],
    ['two labels below', 'gov.si', 'http://a.b.gov.si/', true],
    ['written with a dot', '.gov.si', 'https://evem.gov.si/', true],
    ['written with a star', '*.gov.si', 'https://evem.gov.si/', true],
    ['any port', 'gov.si', 'https://evem.gov.si:8443/x', true],
    ['G-03 gov.si.evil.com', 'gov.si', 'https://gov.si.evil.com/', false],
    ['G-03 gov.si.evil.com, written with a dot', '.gov.si', 'https://gov.si.evil.com/', false],
    ['the suffix without its dot', 'gov.si', 'https://notgov.si/', false],
    ['the domain in the path', 'gov.si', 'https://evil.com/gov.si', false],
    ['the domain as user name', 'gov.si', 'https://gov.si@evil.com/', false],
    ['the domain as user name and password', 'gov.si', 'https://gov.si:x@evil.com/', false],
    ['the domain in the fragment', 'gov.si', 'https://evil.com#.gov.si', false],
    ['the domain in the query', 'gov.si', 'https://evil.com?.gov.si', false],
    ['the domain after a backslash', 'gov.si', 'https://evil.com\\.gov.si/', false],
    ['a parent of the domain', 'gov.si', 'https://si/', false],
    ['case in the rule', 'GOV.SI', 'https://evem.gov.si/', true],
    ['case in the URL', 'gov.si', 'https://EVEM.GOV.SI/', true],
    ['trailing dot in the URL', 'gov.si', 'https://evem.gov.si./', true],
    ['trailing dot in the rule', 'gov.si.', 'https://evem.gov.si/', true],
    ['two trailing dots are no host of it', 'gov.si', 'https://evem.gov.si../', false],
    ['IDN rule, punycode URL', 'müllabfuhr.example', 'https://www.xn--mllabfuhr-q9a.example/', true],
    ['punycode rule, IDN URL', 'xn--mllabfuhr-q9a.example', 'https://müllabfuhr.example/', true],
    ['full-width letters', 'gov.si', 'https://ｇｏｖ.si/', true],
    ['a look-alike in Cyrillic', 'gov.si', 'https://gоv.si/', false],
    ['an address', '192.0.2.7', 'http://192.0.2.7/', true],
    ['an address in octal', '192.0.2.7', 'http://0300.0.2.7/', true],
    ['the end of an address is no suffix', '0.2.7', 'http://192.0.2.7/', false],
    ['IPv6', '[2001:db8::1]', 'http://[2001:DB8:0::1]:8080/', true],
    ['another IPv6', '[2001:db8::1]', 'http://[2001:db8::2]/', false],
    ['a top-level domain', 'si', 'https://x.gov.si/', true],
    ['star alone', '*', 'https://anything.example/', true],
    ['star alone takes addresses', '*', 'http://192.0.2.7/', true],
    ['a URL without host', '*', 'mailto:a@gov.si', false],
    ['no URL at all', 'gov.si', '::gov.si', false],
  ])('%s', (_name, domain, url, inScope) => expect(follows({ domains: [domain] }, link(url))).toBe(inScope));

  it('finds the one of many', () => {
    const domains = Array.from({ length: 20_000 }, (_, n) => `d${n}.example`);
    expect(follows({ domains }, link('https://www.d19999.example/'))).toBe(true);
    expect(follows({ domains }, link('https://www.d20000.example/'))).toBe(false);
  });
});

describe('hosts and sites', () => {
  it.each<[name: string, rule: ScopeRule, url: string, inScope: boolean]>([
    ['exact host', { hosts: ['a.test'] }, 'https://a.test/x', true],
    ['host without port takes any port', { hosts: ['a.test'] }, 'https://a.test:8443/x', true],
    ['host below is another host', { hosts: ['a.test'] }, 'https://www.a.test/', false],
    ['port matches', { hosts: ['a.test:8443'] }, 'https://a.test:8443/', true],
    ['port differs', { hosts: ['a.test:8443'] }, 'https://a.test/', false],
    ['default port named', { hosts: ['a.test:443'] }, 'https://a.test/', true],
    ['default port of the other scheme', { hosts: ['a.test:443'] }, 'http://a.test/', false],
    ['IPv6 with port', { hosts: ['[::1]:81'] }, 'http://[::1]:81/', true],
    ['site', { sites: ['https://a.test'] }, 'https://a.test/x', true],
    ['site with another scheme', { sites: ['https://a.test'] }, 'http://a.test/', false],
    ['site with another port', { sites: ['https://a.test:8443'] }, 'https://a.test/', false],
    ['site with its default port', { sites: ['https://A.test:443/'] }, 'https://a.test/', true],
  ])('%s', (_name, rule, url, inScope) => expect(follows(rule, link(url))).toBe(inScope));
});

describe('globs, expressions and prefixes', () => {
  it.each<[name: string, rule: ScopeRule, url: string, inScope: boolean]>([
    ['A-02 scope by list', { prefix: ['https://a.test/news/', 'https://b.test/'] }, 'https://b.test/x', true],
    ['A-02 scope by list, not on it', { prefix: ['https://a.test/news/', 'https://b.test/'] }, 'https://a.test/sport/', false],
    ['A-02 scope by regex', { regex: ['^https://[a-z]+\\.a\\.test/\\d{4}/'] }, 'https://www.a.test/2024/x', true],
    ['A-02 scope by regex, no match', { regex: ['^https://[a-z]+\\.a\\.test/\\d{4}/'] }, 'https://www.a.test/24/x', false],
    ['glob', { url: ['*/login*'] }, 'https://a.test/login?x', true],
    ['glob is anchored at the end', { url: ['*/login'] }, 'https://a.test/login?x', false],
    ['glob is anchored at the start', { url: ['http://*'] }, 'https://a.test/', false],
    ['glob in words of people', { url: ['*/zemljišče*'] }, 'https://a.test/zemlji%C5%A1%C4%8De/1', true],
    ['glob with IDN host', { url: ['https://*.München.test/*'] }, 'https://www.xn--mnchen-3ya.test/Ü', true],
    ['path is case-sensitive', { url: ['*/Login*'] }, 'https://a.test/login', false],
    ['prefix of a host is that host', { prefix: ['https://a.test'] }, 'https://a.test.evil.com/', false],
    ['prefix without scheme', { prefix: ['a.test/x'] }, 'http://a.test/xy', true],
    ['prefix with capital host', { prefix: ['HTTPS://A.test/x'] }, 'https://a.test/xy', true],
    ['regex without case', { regex: ['(?i)PDF$'] }, 'https://a.test/x.pdf', true],
  ])('%s', (_name, rule, url, inScope) => expect(follows(rule, link(url))).toBe(inScope));
});

describe('combinations', () => {
  const rule: ScopeRule = {
    domains: ['gov.si'],
    not: { any: [{ url: ['*/login*'] }, { all: [{ hosts: ['old.gov.si'] }, { not: { prefix: ['https://old.gov.si/laws/'] } }] }] },
  };

  it.each<[name: string, url: string, by: string | null]>([
    ['in', 'https://evem.gov.si/', null],
    ['outside the domain', 'https://shop.example.com/', 'scope.domains'],
    ['excluded by a glob', 'https://evem.gov.si/login', 'scope.not.any[0].url[0]'],
    ['excluded by two rules together', 'https://old.gov.si/news/', 'scope.not.any[1].all'],
    ['exception to the exception', 'https://old.gov.si/laws/1', null],
  ])('A-46 and, or, not: %s', (_name, url, by) => expect(compileScope(rule, [])(link(url))?.by ?? null).toBe(by));

  it('says why in words', () => {
    const judge = compileScope({ domains: ['gov.si'], depth: 3, not: { url: ['*/login*'] } }, []);
    expect(judge(link('https://shop.example.com/'))).toEqual({ by: 'scope.domains', reason: 'host shop.example.com is not under gov.si' });
    expect(judge(link('https://a.gov.si/login'))).toEqual({ by: 'scope.not.url[0]', reason: 'URL fits */login*' });
    expect(judge(link('https://a.gov.si/', { depth: 4 }))).toEqual({ by: 'scope.depth', reason: '4 links from a seed, more than 3' });
  });

  it('names what each branch of any lacks', () => {
    const objection = compileScope({ any: [{ domains: ['a.test'] }, { via: ['redirect'] }] }, [])(link('https://b.test/'));
    expect(objection).toEqual({ by: 'scope.any', reason: 'host b.test is not under a.test; the link is of kind a, not redirect' });
  });

  it('keeps reasons short when lists are long', () => {
    const domains = Array.from({ length: 5000 }, (_, n) => `d${n}.test`);
    expect(compileScope({ domains }, [])(link('https://b.test/'))?.reason).toBe(
      'host b.test is not under d0.test, d1.test, d2.test and 4997 more',
    );
  });
});

describe('without a place, the hosts of the seeds', () => {
  const seeds = ['start.test', 'www.other.test', '127.0.0.1:8080', 'bücher.test'];

  it.each<[name: string, rule: ScopeRule | undefined, url: string, inScope: boolean]>([
    ['left out: seed host', undefined, 'https://start.test/x', true],
    ['left out: with www.', undefined, 'http://www.start.test/x', true],
    ['left out: without www.', undefined, 'https://other.test/', true],
    ['left out: another host below', undefined, 'https://news.start.test/', false],
    ['left out: another host', undefined, 'https://evil.test/', false],
    ['left out: seed with port', undefined, 'http://127.0.0.1:8080/x', true],
    ['left out: another port of it', undefined, 'http://127.0.0.1:9090/x', false],
    ['left out: no www. before an address', undefined, 'http://www.127.0.0.1:8080/', false],
    ['left out: IDN', undefined, 'https://xn--bcher-kva.test/', true],
    ['only depth: seed host', { depth: 3 }, 'https://start.test/x', true],
    ['only depth: another host', { depth: 3 }, 'https://evil.test/', false],
    ['only an exclusion: another host', { not: { url: ['*/login*'] } }, 'https://evil.test/', false],
    ['empty rule', {}, 'https://evil.test/', false],
    ['a place inside any', { any: [{ domains: ['evil.test'] }] }, 'https://evil.test/', true],
    ['the whole Web, on purpose', { domains: ['*'], depth: 3 }, 'https://evil.test/', true],
  ])('%s', (_name, rule, url, inScope) => expect(follows(rule, link(url), seeds)).toBe(inScope));

  it('names the rule that was not written', () => {
    expect(compileScope(undefined, ['a.test'])(link('https://b.test/'))).toEqual({
      by: 'scope.seeds',
      reason: 'host b.test is not a host of the seeds (a.test)',
    });
  });

  it('lets every seed in, whatever the rule', () => {
    const seed = link('https://elsewhere.test/', { via: 'seed', depth: 0 });
    expect(follows({ domains: ['gov.si'], not: { url: ['*'] } }, seed)).toBe(true);
  });
});

describe('depth and via', () => {
  it.each([0, 1, 2])('M-03 hop 2 lets hop %i in', (depth) =>
    expect(follows({ domains: ['*'], depth: 2 }, link('https://a.test/', { depth }))).toBe(true),
  );
  it('M-03 hop 2 never lets hop 3 in', () =>
    expect(follows({ domains: ['*'], depth: 2 }, link('https://a.test/', { depth: 3 }))).toBe(false));
  it('via names kinds of link', () => {
    const rule: ScopeRule = { domains: ['*'], via: ['a', 'redirect'] };
    expect(follows(rule, link('https://a.test/', { via: 'redirect' }))).toBe(true);
    expect(follows(rule, link('https://a.test/', { via: 'iframe' }))).toBe(false);
  });
});

describe('language and path', () => {
  const de = page('https://de.test/', 'de');
  const en = (n: number) => page(`https://en.test/${n}`, 'en');
  const germanHops: ScopeRule = { path: { within: 2, of: { language: ['de'] } } };
  const longForm: ScopeRule = { any: [{ language: ['de'] }, germanHops] };

  it.each<[name: string, trail: TrailStep[], inScope: boolean]>([
    ['linked from a German page', [de], true],
    ['two hops off', [de, en(1)], true],
    ['three hops off', [de, en(1), en(2)], false],
    ['back among German pages', [de, en(1), de], true],
    ['a German page too far back', [de, en(1), en(2), en(3)], false],
    ['language unknown all the way', [page('https://x.test/'), page('https://y.test/')], false],
  ])('A-46 German pages, at most two hops off a German page: %s', (_name, trail, inScope) => {
    const candidate = link('https://x.test/', { depth: trail.length, trail });
    expect(follows(germanHops, candidate)).toBe(inScope);
    expect(follows(longForm, candidate)).toBe(inScope);
  });

  it.each<[name: string, rule: ScopeRule, candidate: Candidate, inScope: boolean]>([
    ['language is that of the page the link stands on', { language: ['de'] }, link('https://x.test/', { trail: [en(1), de] }), true],
    ['not of pages before it', { language: ['de'] }, link('https://x.test/', { trail: [de, en(1)] }), false],
    ['regions do not matter', { language: ['de-AT'] }, link('https://x.test/', { trail: [page('https://a.test/', 'DE')] }), true],
    ['0 links back is the link itself', { path: { within: 0, of: { domains: ['a.test'] } } }, link('https://a.test/'), true],
    [
      'its own language is not known yet',
      { path: { within: 0, of: { language: ['de'] } } },
      link('https://a.test/', { trail: [de] }),
      false,
    ],
    ['one hop off a domain', { path: { within: 1, of: { domains: ['de.test'] } } }, link('https://x.test/', { trail: [de] }), true],
    ['two hops off it', { path: { within: 1, of: { domains: ['de.test'] } } }, link('https://x.test/', { trail: [de, en(1)] }), false],
    [
      'depth of a page on the path',
      { path: { within: 9, of: { depth: 0, domains: ['de.test'] } } },
      link('https://x.test/', { depth: 2, trail: [de, en(1)] }),
      true,
    ],
    [
      'kind of link on the path',
      { path: { within: 9, of: { via: ['sitemap'] } } },
      link('https://x.test/', { trail: [page('https://s.test/', null, 'sitemap'), en(1)] }),
      true,
    ],
    [
      'no page of a kind on the whole path',
      { domains: ['*'], not: { path: { within: 99, of: { url: ['*/forum/*'] } } } },
      link('https://x.test/', { trail: [page('https://a.test/forum/1'), en(1)] }),
      false,
    ],
    [
      'path inside path',
      { path: { within: 1, of: { domains: ['en.test'], path: { within: 1, of: { language: ['de'] } } } } },
      link('https://x.test/', { trail: [de, en(1)] }),
      true,
    ],
  ])('%s', (_name, rule, candidate, inScope) => expect(follows(rule, candidate)).toBe(inScope));

  it('explains which page decided', () => {
    const judge = compileScope({ domains: ['*'], not: { path: { within: 5, of: { url: ['*/forum/*'] } } } }, []);
    expect(judge(link('https://x.test/', { trail: [page('https://a.test/forum/1'), en(1)] }))).toEqual({
      by: 'scope.not.path',
      reason: '2 links back, at https://a.test/forum/1: URL fits */forum/*',
    });
  });

  it.each<[name: string, rule: ScopeRule | undefined, steps: number]>([
    ['nothing', undefined, 0],
    ['domains', { domains: ['a.test'], depth: 3, not: { url: ['*x*'] } }, 0],
    ['language', { language: ['de'] }, 1],
    ['language under not', { not: { any: [{ language: ['de'] }] } }, 1],
    ['path', germanHops, 2],
    ['path in path', { all: [{ path: { within: 3, of: { path: { within: 4, of: { language: ['de'] } } } } }] }, 7],
  ])('keeps no more of the trail than asked for: %s', (_name, rule, steps) => {
    expect(trailLength(rule)).toBe(steps);
    expect(needsTrail(rule)).toBe(steps > 0);
  });
});

describe('rules that cannot be meant', () => {
  it.each<[name: string, rule: ScopeRule, message: RegExp]>([
    ['regex', { regex: ['ok', 'a(b'] }, /^scope\.regex\[1\]: the pattern a\(b is wrong at character 1, a\(b: missing closing \)/],
    ['regex with look-ahead', { not: { regex: ['x(?=y)'] } }, /^scope\.not\.regex\[0\]: .* character 2, \(\?=.* no look-around/],
    ['regex that ends too early', { regex: ['a\\'] }, /character 2: trailing backslash/],
    ['glob without scheme', { url: ['gov.si/login*'] }, /can never match; write \*gov\.si\/login\*/],
    ['glob of a path', { any: [{ url: ['/login*'] }] }, /^scope\.any\[0\]\.url\[0\]: .* write \*\/login\*/],
    ['URL as domain', { domains: ['https://gov.si/'] }, /^scope\.domains\[0\]: "https:\/\/gov\.si\/" is no host name; write gov\.si/],
    ['domain with port', { domains: ['gov.si:80'] }, /put gov\.si:80 under hosts/],
    ['nonsense as host', { hosts: ['a b'] }, /"a b" is no host name/],
    ['site without scheme', { sites: ['gov.si'] }, /write scheme and host/],
    ['site with path', { sites: ['https://gov.si/x'] }, /put https:\/\/gov\.si\/x under prefix/],
    ['prefix that is none', { prefix: ['http://'] }, /no beginning of a URL/],
    ['empty list', { domains: [] }, /^scope\.domains: an empty list/],
    ['empty any', { any: [] }, /^scope\.any: an empty list/],
    ['empty rule inside', { not: {} }, /^scope\.not: the rule is empty/],
  ])('%s', (_name, rule, message) => {
    expect(() => compileScope(rule, [])).toThrow(message);
    expect(() => compileScope(rule, [])).toThrow(ScopeError);
  });
});
