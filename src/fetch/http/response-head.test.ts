import { describe, expect, it } from 'vitest';
import { endOfHead, framingOf, looksLikeHttp, parseResponseHead } from './response-head.js';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const parse = (text: string) => parseResponseHead(bytes(text));

describe('endOfHead', () => {
  it.each([
    ['CRLF', 'HTTP/1.1 200\r\na: b\r\n\r\nbody', 22],
    ['bare LF', 'HTTP/1.1 200\na: b\n\nbody', 19],
    ['mixed', 'HTTP/1.1 200\r\na: b\n\r\nbody', 21],
    ['incomplete', 'HTTP/1.1 200\r\na: b\r\n', -1],
    ['CR at the very end', 'HTTP/1.1 200\r\na: b\r\n\r', -1],
  ])('%s', (_name, text, end) => expect(endOfHead(bytes(text), text.length, 0)).toBe(end));

  it('does not look at bytes beyond the given length', () => {
    expect(endOfHead(bytes('HTTP/1.1 200\n\nold'), 13, 0)).toBe(-1);
  });
});

describe('parseResponseHead', () => {
  it('keeps order, case and number of the fields', () => {
    const head = parse('HTTP/1.1 200 OK\r\nSeT-CoOkie: a=1\r\nX: y\r\nset-cookie: b=2\r\n\r\n');
    expect(head?.headers).toEqual([
      ['SeT-CoOkie', 'a=1'],
      ['X', 'y'],
      ['set-cookie', 'b=2'],
    ]);
  });

  it.each([
    ['folded line', 'X: one\r\n two\r\n\tthree', [['X', 'one two three']]],
    ['blank before the colon', 'X : one', [['X', 'one']]],
    ['line without colon', 'garbage\r\nX: one', [['X', 'one']]],
    ['empty name', ': v\r\nX: one', [['X', 'one']]],
    ['empty value', 'X:', [['X', '']]],
    ['colon in the value', 'X: a:b', [['X', 'a:b']]],
    ['Latin-1 bytes', 'X: \xe9\xff', [['X', '\xe9\xff']]],
    ['NUL and control characters', 'X: a\0b\x01c', [['X', 'a\0b\x01c']]],
    ['folded first line belongs to nobody', ' folded\r\nX: one', [['X', 'one']]],
  ])('%s', (_name, lines, expected) => expect(parse(`HTTP/1.1 200 OK\r\n${lines}\r\n\r\n`)?.headers).toEqual(expected));

  it.each([
    ['usual', 'HTTP/1.1 404 Not Found', 404, 'Not Found', 'http/1.1'],
    ['no reason', 'HTTP/1.1 200', 200, '', 'http/1.1'],
    ['HTTP/1.0', 'HTTP/1.0 200 OK', 200, 'OK', 'http/1.0'],
    ['lower case', 'http/1.1 200 ok', 200, 'ok', 'http/1.1'],
    ['odd version', 'HTTP/1.2 200 OK', 200, 'OK', 'http/1.1'],
    ['status 999', 'HTTP/1.1 999 Request denied', 999, 'Request denied', 'http/1.1'],
  ])('status line: %s', (_name, line, status, statusText, version) => {
    expect(parse(`${line}\r\n\r\n`)).toMatchObject({ status, statusText, version });
  });

  it.each([['HTTP/1.1 abc'], ['HTTP/1.1 20'], ['HTTP/1.1 2000'], ['HTTP/1.1 099 x'], ['ICY 200 OK']])('no status line: %s', (line) => {
    expect(parse(`${line}\r\n\r\n`)).toBeNull();
  });
});

it('tells a banner of another protocol by its first bytes', () => {
  expect(looksLikeHttp(bytes('HT'), 2)).toBe(true);
  expect(looksLikeHttp(bytes('http/1.1 200'), 12)).toBe(true);
  expect(looksLikeHttp(bytes('SSH-2.0-x'), 9)).toBe(false);
});

describe('framingOf', () => {
  const framing = (fields: string, status = 200, method = 'GET', version = '1.1') => {
    const head = parse(`HTTP/${version} ${status} x\r\n${fields}\r\n`);
    return head && framingOf(head, method);
  };

  it.each([
    ['length', 'Content-Length: 5\r\n', { kind: 'length', length: 5 }],
    ['same length twice', 'Content-Length: 5\r\nContent-Length: 5\r\n', { kind: 'length', length: 5 }],
    ['same length in one field', 'Content-Length: 5, 5\r\n', { kind: 'length', length: 5 }],
    ['chunked wins over length', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', { kind: 'chunked' }],
    ['identity is no coding', 'Transfer-Encoding: identity\r\nContent-Length: 5\r\n', { kind: 'length', length: 5 }],
    ['no length', '', { kind: 'until-close' }],
    ['negative length', 'Content-Length: -5\r\n', { kind: 'until-close' }],
    ['length that is no number', 'Content-Length: many\r\n', { kind: 'until-close' }],
  ])('%s', (_name, fields, expected) => expect(framing(fields)?.framing).toEqual(expected));

  it.each([
    ['contradicting lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n'],
    ['gzip as transfer coding', 'Transfer-Encoding: gzip, chunked\r\n'],
  ])('impossible: %s', (_name, fields) => expect(framing(fields)?.framing.kind).toBe('impossible'));

  it.each([
    ['HEAD', 200, 'HEAD'],
    ['204', 204, 'GET'],
    ['304', 304, 'GET'],
  ])('no body: %s', (_name, status, method) => expect(framing('Content-Length: 5\r\n', status, method)?.framing).toEqual({ kind: 'none' }));

  it.each([
    ['HTTP/1.1', 'Content-Length: 0\r\n', '1.1', true],
    ['HTTP/1.1 with close', 'Content-Length: 0\r\nConnection: Close\r\n', '1.1', false],
    ['HTTP/1.0', 'Content-Length: 0\r\n', '1.0', false],
    ['HTTP/1.0 with keep-alive', 'Content-Length: 0\r\nConnection: Keep-Alive\r\n', '1.0', true],
    ['until close', '', '1.1', false],
  ])('persistent: %s', (_name, fields, version, persistent) => expect(framing(fields, 200, 'GET', version)?.persistent).toBe(persistent));
});
