/**
 * Charset decisions against the suites of html5lib and w3lib.
 *
 * html5lib asks which encoding a document is in. w3lib's cases are calls of its own functions; each
 * is mapped onto what Winnow has in its place. Cases about an option Winnow has no counterpart of,
 * and the few in which w3lib and the HTML standard disagree, are left out by name, with the reason.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '../../src/model/index.js';
import { byteOrderMark, decodeText, detectCharset } from '../../src/read/charset.js';
import { parseContentType } from '../../src/read/content-type.js';
import { noDirectives } from '../../src/read/directives.js';
import { decodeEntities } from '../../src/read/html/entities.js';
import { metadataOf } from '../../src/read/html/html-metadata.js';
import { baseUrl } from '../../src/read/html/html-reader.js';
import { textOf as visibleText } from '../../src/read/html/html-text.js';
import { HtmlTree } from '../../src/read/html/html-tree.js';
import { declaredCharset, hintedCharset } from '../../src/read/html/meta-prescan.js';
import { READERS, read } from '../../src/read/index.js';
import { type Case, type Score, score } from './score.js';

export async function run(dir: string): Promise<Score[]> {
  return [await html5lib(join(dir, 'encoding')), await w3lib(join(dir, 'encoding'))];
}

async function html5lib(dir: string): Promise<Score> {
  const cases: Case<string, string>[] = [];
  for (const file of ['html5lib_tests1.dat', 'html5lib_tests2.dat', 'html5lib_test-yahoo-jp.dat']) {
    const content = await readFile(join(dir, file), 'latin1');
    for (const part of `\n${content}`.split('\n#data\n').slice(1)) {
      const [data = '', encoding = ''] = part.split('\n#encoding\n');
      cases.push({ input: data, expected: (encoding.trim().split('\n')[0] ?? '').toLowerCase() });
    }
  }
  return score('encoding/html5lib', cases, (data) => detectCharset(Buffer.from(data, 'latin1'), null, 'text/html').charset);
}

interface Call {
  readonly fn: string;
  readonly args: readonly unknown[];
  readonly kwargs: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

async function w3lib(dir: string): Promise<Score> {
  const calls = JSON.parse(await readFile(join(dir, 'w3lib_html_encoding.json'), 'utf8')) as Call[];
  const cases = calls.filter((call) => withoutCounterpart(call) === null).map((call) => ({ input: call, expected: comparable(call) }));
  return score('encoding/w3lib', cases, (call) => (COUNTERPARTS[call.fn] ?? unknownFunction)(call));
}

const unknownFunction = ({ fn }: Call): never => {
  throw new Error(`${fn} of w3lib has no counterpart named here`);
};

/** Python's names of encodings, in the words of the Encoding Standard; some differ by a superset that decodes the same. */
const NAMES: Readonly<Record<string, string>> = {
  cp1252: 'windows-1252',
  cp1251: 'windows-1251',
  utf8: 'utf-8',
  'utf-16-be': 'utf-16be',
  'utf-16-le': 'utf-16le',
  'utf-32-be': 'utf-32be',
  'utf-32-le': 'utf-32le',
  'iso8859-4': 'iso-8859-4',
  gb18030: 'gbk',
  big5hkscs: 'big5',
};

const nameOf = (encoding: unknown): string | null => (typeof encoding === 'string' ? (NAMES[encoding] ?? encoding) : null);

/** The expected result in the shape the counterpart gives it. */
function comparable({ fn, result }: Call): unknown {
  if (fn === 'html_to_unicode') return [nameOf((result as unknown[])[0]), (result as unknown[])[1]];
  if (fn === 'read_bom') return nameOf((result as unknown[])[0]);
  if (fn === 'remove_comments') return String(result).replace(/\s+/g, ' ').trim();
  if (fn === 'get_base_url') return result === '' ? '' : new URL(String(result)).href;
  if (fn === 'get_meta_refresh') return (result as unknown[])[1];
  return fn === 'replace_entities' ? result : nameOf(result);
}

const COUNTERPARTS: Readonly<Record<string, (call: Call) => unknown>> = {
  replace_entities: ({ args, kwargs }) => decodeEntities(textOf(args[0], kwargs.encoding), 'text'),
  remove_comments: ({ args }) => visibleText(new HtmlTree().parse(textOf(args[0], null))).text,
  get_base_url: ({ args, kwargs }) => baseOf(textOf(args[0], kwargs.encoding), textOf(args[1] ?? '', null)),
  get_meta_refresh: ({ args }) => refreshOf(bytesOf(args[0]), textOf(args[1] ?? '', null), args[2]),
  read_bom: ({ args }) => byteOrderMark(bytesOf(args[0]))?.charset ?? null,
  http_content_type_encoding: ({ args }) => parseContentType(textOf(args[0], null)).charset,
  resolve_encoding: ({ args }) => parseContentType(`text/html;charset="${textOf(args[0], null)}"`).charset,
  html_body_declared_encoding: ({ args }) => declaredCharset(bytesOf(args[0])) ?? hintedCharset(bytesOf(args[0])),
  html_to_unicode: ({ args }) => {
    const bytes = bytesOf(args[1]);
    const { charset } = detectCharset(bytes, args[0] === null ? null : textOf(args[0], null));
    return [charset, decodeText(bytes, charset)];
  },
};

/** Stands for "no address", which a page of ours always has. */
const NOWHERE = 'http://nowhere.invalid/';

function baseOf(html: string, url: string): string {
  const tree = new HtmlTree().parse(html);
  const { base } = metadataOf(tree, visibleText(tree), noDirectives(), 'winnow');
  const resolved = baseUrl(url === '' ? NOWHERE : new URL(url).href, base);
  return resolved === NOWHERE ? '' : resolved;
}

function refreshOf(bytes: Uint8Array, url: string, encoding: unknown): string | null {
  const page = read(
    { url: new URL(url).href, bytes, headers: [], contentType: `text/html; charset=${charsetNamed(encoding)}` },
    READERS,
  ) as Page;
  return page.links.find(({ kind }) => kind === 'refresh')?.url ?? null;
}

const charsetNamed = (encoding: unknown): string =>
  typeof encoding === 'string' ? (parseContentType(`x/y;charset="${encoding}"`).charset ?? 'utf-8') : 'utf-8';

/** Arguments are texts, or bytes written as UTF-8 or in hexadecimal. */
function bytesOf(argument: unknown): Uint8Array {
  if (typeof argument === 'string') return Buffer.from(argument, 'utf8');
  const { bytes, bytes_hex: hex } = argument as { bytes?: string; bytes_hex?: string };
  return hex === undefined ? Buffer.from(bytes ?? '', 'utf8') : Buffer.from(hex, 'hex');
}

const textOf = (argument: unknown, encoding: unknown): string =>
  decodeText(bytesOf(argument), typeof argument === 'string' ? 'utf-8' : charsetNamed(encoding));

/** Why a case has nothing to be compared with; null when it has. */
function withoutCounterpart({ fn, args, kwargs, result }: Call): string | null {
  for (const option of ['keep', 'remove_illegal', 'ignore_tags', 'auto_detect_fun', 'default_encoding']) {
    const value = kwargs[option];
    const isDefault =
      (option === 'remove_illegal' && value === true) || (option === 'keep' && (value as unknown[] | undefined)?.length === 0);
    if (value !== undefined && !isDefault) return `the option ${option} is w3lib's own`;
  }
  const written = typeof args[0] === 'string' ? args[0] : ((args[0] as { bytes?: string } | null)?.bytes ?? '');
  if (fn === 'replace_entities' && /&#(?:157|12345678|82179209091);/.test(written))
    return 'the HTML standard gives references out of range a character, w3lib drops them';
  if (fn === 'html_body_declared_encoding' && result === null && /<body>[^]*<meta charset/.test(written))
    return 'the prescan of the HTML standard does not end at the body';
  return null;
}
