import { describe, expect, it } from 'vitest';
import { loginOf, withoutLogin } from './login.js';

describe('user names and passwords in URLs', () => {
  it.each([
    ['http://ada:pw@a.example/x', 'http://a.example/x', { site: 'http://a.example', user: 'ada', password: 'pw' }],
    ['https://ada@a.example:8443/?q=@', 'https://a.example:8443/?q=@', { site: 'https://a.example:8443', user: 'ada', password: '' }],
    ['ftp://a%40b:p%2Fw%3A@[::1]:21/f', 'ftp://[::1]:21/f', { site: 'ftp://[::1]:21', user: 'a@b', password: 'p/w:' }],
    ['http://a:b:c@a.example', 'http://a.example', { site: 'http://a.example', user: 'a', password: 'b:c' }],
    ['http://a:x@y@a.example/', 'http://a.example/', { site: 'http://a.example', user: 'a', password: 'x@y' }],
    ['http://a:50%@a.example/', 'http://a.example/', { site: 'http://a.example', user: 'a', password: '50%' }],
  ])('%s', (url, bare, login) => {
    expect(withoutLogin(url)).toBe(bare);
    expect(loginOf(url)).toEqual(login);
  });

  it.each([
    'http:/eve:pw@a.example/x',
    'http:eve:pw@a.example/x',
    'http:///eve:pw@a.example/x',
    'HTTP:////eve:pw@a.example/x',
    'http:\\\\eve:pw@a.example/x',
    'http:\\eve:pw@a.example/x',
    'http:/\t/eve:pw@a.example/x',
    ' ht\ntp://eve:pw@a.example/x',
    'http://eve:p\nw@a.example/x',
    'http:/eve@b.example@a.example/x',
  ])('finds it where parsers do: %j', (url) => {
    expect(new URL(url).username, 'a parser sees one').not.toBe('');
    expect(new URL(withoutLogin(url)).href).toBe('http://a.example/x');
  });

  it.each([
    'http://a.example/@user',
    'http:/a.example/@user',
    'http:a.example/x//y:z@b',
    'http://a.example/?to=x@y',
    'http://a.example#a@b',
    'mailto:a@b.example',
    'http://a.example/x//y@z',
    'data:,@',
  ])('leaves %s alone', (url) => {
    expect(withoutLogin(url)).toBe(url);
    expect(loginOf(url)).toBeNull();
  });

  it('takes an empty log-in off, and text that is no URL yet', () => {
    expect(withoutLogin('http://@a.example/')).toBe('http://a.example/');
    expect(loginOf('http://@a.example/')).toBeNull();
    expect(withoutLogin('http://ada:p w@a b/')).toBe('http://a b/');
    expect(withoutLogin('//ada:pw@a.example/x')).toBe('//a.example/x');
  });
});
