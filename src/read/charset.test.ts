import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js';
import { describe, expect, it } from 'vitest';
import { decodeText, detectCharset } from './charset.js';
import { parseContentType } from './content-type.js';

const bytes = (latin1: string): Uint8Array => Buffer.from(latin1, 'latin1');
const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

describe('decodeText', () => {
  it('reads byte 0x80 of windows-1252 as the euro sign, which TextDecoder of Node 20 does not', () => {
    expect(decodeText(bytes('\x80 5 \x93x\x94'), 'windows-1252')).toBe('€ 5 “x”');
  });

  it.each([
    ['utf-8 with mark', utf8('\ufeffäö'), 'utf-8', 'äö'],
    ['broken utf-8', bytes('a\xe3\xabz'), 'utf-8', 'a\ufffdz'],
    ['utf-16le with mark', bytes('\xff\xfeh\x00i\x00'), 'utf-16le', 'hi'],
    ['utf-16be, odd length', bytes('\x00h\x00i\x00'), 'utf-16be', 'hi\ufffd'],
    ['utf-32be', bytes('\x00\x00\x00h\x00\x01\xf6\x00'), 'utf-32be', 'h😀'],
    ['utf-32le out of range', bytes('\xff\xff\xff\xff'), 'utf-32le', '\ufffd'],
    ['shift_jis', bytes('\x93\xfa\x96{'), 'shift_jis', '日本'],
    ['iso-8859-16, unknown to Node 20', bytes('\xe3\xba'), 'iso-8859-16', 'ăș'],
    ['empty', new Uint8Array(), 'windows-1252', ''],
  ])('%s', (_case, input, charset, text) => expect(decodeText(input, charset)).toBe(text));
});

describe('detectCharset', () => {
  it.each([
    ['mark beats header', utf8('\ufeffx'), 'text/html; charset=iso-8859-1', 'utf-8', 'bom'],
    ['header beats meta', bytes('<meta charset=utf-8>'), 'text/html; charset=ISO-8859-2', 'iso-8859-2', 'http'],
    ['unknown label in the header is passed over', bytes('<meta charset=koi8-r>'), 'text/html; charset=nonsense', 'koi8-r', 'declared'],
    ['meta charset', bytes('<html><meta charset="windows-1251">'), 'text/html', 'windows-1251', 'declared'],
    ['meta http-equiv', bytes('<meta http-equiv=content-type content="text/html;charset=gb2312">'), null, 'gbk', 'declared'],
    ['meta far down', bytes(`<!--${'x'.repeat(9000)}--><meta charset=big5>`), null, 'big5', 'declared'],
    ['meta in a comment', bytes('<!-- <meta charset=big5> --><p>x'), null, 'windows-1252', 'default'],
    ['meta that ends in the word charset', bytes('<meta http-equiv=content-type content="charset">'), null, 'windows-1252', 'default'],
    ['meta claiming utf-16 in ASCII bytes', bytes('<meta charset=utf-16>'), null, 'utf-8', 'declared'],
    ['XML declaration', bytes('<?xml version="1.0" encoding="iso-8859-15"?><r/>'), 'application/xml', 'iso-8859-15', 'declared'],
    ['undeclared UTF-8', utf8('<p>žluťoučký'), null, 'utf-8', 'content'],
    ['UTF-8 cut inside a character', utf8('<p>žluťoučký').subarray(0, -1), null, 'utf-8', 'content'],
    ['ASCII markup, as browsers name it', bytes('<p>x'), 'text/html', 'windows-1252', 'default'],
    ['ASCII text', bytes('no markup'), null, 'utf-8', 'default'],
    ['utf-16 without mark, big end first', bytes('\x00h\x00i\x00!\x00!'), 'text/html; charset=utf-16', 'utf-16be', 'http'],
    ['utf-16 nobody declared', bytes([...'<p>hello there'].join('\x00') + '\x00'), null, 'utf-16le', 'content'],
    [
      'broken declaration as a hint',
      bytes('<meta httpequiv=type content="text/html;charset=iso-8859-2"><p>\xb9\xb1'),
      null,
      'iso-8859-2',
      'declared',
    ],
    ['nothing at all', new Uint8Array(), null, 'utf-8', 'default'],
  ])('%s', (_case, input, contentType, charset, source) => expect(detectCharset(input, contentType)).toEqual({ charset, source }));

  const texts: readonly (readonly [charset: string, text: string])[] = [
    [
      'windows-1252',
      'Die Würde des Menschen ist unantastbar. Sie zu achten und zu schützen ist Verpflichtung aller staatlichen Gewalt für jeden Bürger.',
    ],
    [
      'windows-1252',
      'Les hommes naissent et demeurent libres et égaux en droits; les citoyens ont été appelés à délibérer très tôt après leur élection.',
    ],
    ['windows-1251', 'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.'],
    ['windows-1251', 'Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с разум и съвест.'],
    [
      'windows-1250',
      'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem, więc źle nie będzie.',
    ],
    ['windows-1250', 'Všichni lidé se rodí svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím, řekl předseda.'],
    ['windows-1253', 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.'],
    ['koi8-r', 'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.'],
  ];

  it.each(texts)('guesses undeclared %s: %s', (charset, text) => {
    expect(detectCharset(encode(text, charset), null)).toEqual({ charset, source: 'guess' });
  });

  it.each([
    [
      'shift_jis',
      '93fa967b8d918c9b964082cd81418d9196af8ed28caa82f08ae8967b8c b4979d82c682b782e9814282b182ea82cd91e590d882c882b182c682c582b781 42',
    ],
    ['gb18030', 'd6d0bbaac8cbc3f1b9b2bacdb9fab5c4d2bbc7d0c8a8c1a6caf4d3dac8cbc3f1a1a3d5e2cac7cec4b5b5b5c4c4dac8dda1a3'],
    ['euc-kr', 'b4ebc7d1b9ceb1b9c0ba20b9cec1d6b0f8c8adb1b9c0ccb4d92e20b4ebc7d1b9ceb1b9c0c720c1d6b1c7c0ba20b1b9b9cebfa1b0d420c0d6b0ed'],
  ])('guesses undeclared %s', (charset, hex) => {
    expect(detectCharset(Buffer.from(hex.replaceAll(' ', ''), 'hex'), null).charset).toBe(charset);
  });
});

/** The inverse of a single-byte decoder. */
function encode(text: string, charset: string): Uint8Array {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const table = new Map([...new LegacyDecoder(charset).decode(all)].map((char, byte) => [char, byte]));
  return Uint8Array.from([...text], (char) => table.get(char) ?? 0x3f);
}

describe('parseContentType', () => {
  it.each([
    ['plain', 'text/html; charset=utf-8', 'text/html', 'utf-8'],
    ['upper case and quotes', 'TEXT/HTML;Charset="UTF-8"', 'text/html', 'utf-8'],
    ['inside another quoted value', 'text/html; foo="bar; charset=koi8-r"', 'text/html', null],
    ['sent twice', 'text/html; charset=utf-8, text/plain; charset=koi8-r', 'text/html', 'utf-8'],
    ['spelling of other software', 'text/html; charset=latin-1', 'text/html', 'windows-1252'],
    ['no media type', 'nonsense', null, null],
    ['very long', `text/html; x=${'y'.repeat(100_000)}; charset=utf-8`, 'text/html', null],
  ])('%s', (_case, field, type, charset) => expect(parseContentType(field)).toMatchObject({ type, charset }));
});
