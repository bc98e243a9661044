/**
 * Private addresses in all the spellings that have got past address filters: other number bases,
 * missing parts, digits of other scripts, escapes, IPv6 forms that carry IPv4 inside.
 *
 * Each is a URL. A guarded fetcher must refuse every one, as invalid or as forbidden.
 */
export interface PrivateAddressSpelling {
  readonly url: string;
  /** The address meant, in its usual form. */
  readonly address: string;
  /** What is odd about it. */
  readonly form: string;
}

type Quad = readonly [number, number, number, number];

const IPV4: readonly Quad[] = [
  [127, 0, 0, 1],
  [127, 255, 255, 254],
  [10, 0, 0, 1],
  [172, 16, 5, 4],
  [172, 31, 255, 255],
  [192, 168, 1, 1],
  [169, 254, 169, 254],
  [100, 64, 0, 1],
  [0, 0, 0, 0],
  [198, 18, 0, 1],
  [224, 0, 0, 1],
  [255, 255, 255, 255],
];

const IPV6: readonly string[] = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  'fe80::1',
  'FE80::1',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd12:3456:789a:1::1',
  'FD00:EC2::254',
  'ff02::1',
  '2001:db8::1',
  '3fff::1',
  '2001::1',
  '2001:0:53aa:64c:0:0:80ff:fffe',
  '100::1',
  '5f00::1',
  '64:ff9b:1::a00:1',
];

export function privateAddressSpellings(): PrivateAddressSpelling[] {
  const quads = IPV4.flatMap((quad) => ipv4Hosts(quad).map(([form, host]) => ({ url: `http://${host}/`, address: quad.join('.'), form })));
  const literals = IPV6.map((address) => ({ url: `http://[${address}]/`, address, form: 'IPv6' }));
  return [...quads, ...IPV4.flatMap(disguisedUrls), ...literals];
}

function ipv4Hosts(quad: Quad): [form: string, host: string][] {
  const [a, b, c, d] = quad;
  const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const low = (b << 16) | (c << 8) | d;
  const dotted = quad.join('.');
  const hex = (value: number) => `0x${value.toString(16)}`;
  const octal = (value: number) => `0${value.toString(8)}`;
  return [
    ['dotted', dotted],
    ['one number', String(number)],
    ['one hexadecimal number', hex(number)],
    ['upper-case hexadecimal', hex(number).toUpperCase()],
    ['one octal number', octal(number)],
    ['two parts', `${a}.${low}`],
    ['two parts, hexadecimal', `${hex(a)}.${hex(low)}`],
    ['three parts', `${a}.${b}.${(c << 8) | d}`],
    ['hexadecimal parts', quad.map(hex).join('.')],
    ['octal parts', quad.map(octal).join('.')],
    ['octal parts, padded', quad.map((part) => `0000${part.toString(8)}`).join('.')],
    ['mixed bases', `${hex(a)}.${octal(b)}.${c}.${hex(d)}`],
    ['hexadecimal, padded', quad.map((part) => `0x000000${part.toString(16)}`).join('.')],
    ['dot at the end', `${dotted}.`],
    ['two dots at the end', `${dotted}..`],
    ['more than a byte', quad.map((part) => part + 256).join('.')],
    ['full-width digits', inScript(dotted, 0xff10)],
    ['full-width digits and dots', inScript(dotted, 0xff10).replaceAll('.', '．')],
    ['mathematical digits', inScript(dotted, 0x1d7ce)],
    ['mathematical sans-serif digits', inScript(dotted, 0x1d7e2)],
    ['circled digits', [...dotted].map(circled).join('')],
    ['superscript digits', [...dotted].map(superscript).join('')],
    ['ideographic dots', dotted.replaceAll('.', '。')],
    ['half-width ideographic dots', dotted.replaceAll('.', '｡')],
    ['soft hyphen inside', `${dotted.slice(0, 1)}\u00ad${dotted.slice(1)}`],
    ['zero-width space inside', `${dotted.slice(0, 1)}\u200b${dotted.slice(1)}`],
    ['escaped digits', [...dotted].map(escaped).join('')],
    ['escaped dots', dotted.replaceAll('.', '%2e')],
    ['escaped full-width digits', encodeURIComponent(inScript(dotted, 0xff10))],
    ['tab inside', `${dotted.slice(0, 2)}\t${dotted.slice(2)}`],
    ...ipv6Carriers(quad),
  ];
}

function ipv6Carriers([a, b, c, d]: Quad): [form: string, host: string][] {
  const high = ((a << 8) | b).toString(16);
  const low = ((c << 8) | d).toString(16);
  const dotted = `${a}.${b}.${c}.${d}`;
  return [
    ['mapped', `[::ffff:${dotted}]`],
    ['mapped, in groups', `[::ffff:${high}:${low}]`],
    ['mapped, written out', `[0:0:0:0:0:ffff:${high}:${low}]`],
    ['mapped, upper case', `[::FFFF:${high.toUpperCase()}:${low.toUpperCase()}]`],
    ['compatible', `[::${dotted}]`],
    ['translated', `[::ffff:0:${dotted}]`],
    ['NAT64', `[64:ff9b::${dotted}]`],
    ['NAT64, in groups', `[64:ff9b::${high}:${low}]`],
    ['NAT64, local prefix', `[64:ff9b:1::${dotted}]`],
    ['6to4', `[2002:${high}:${low}::1]`],
    ['Teredo', `[2001:0:${high}:${low}::1]`],
    ['ISATAP', `[2a00:1450:4001:81b:0:5efe:${high}:${low}]`],
    ['ISATAP, global flag', `[2a00:1450:4001:81b:200:5efe:${high}:${low}]`],
    ['zone', `[fe80::${high}:${low}%25eth0]`],
  ];
}

/** Oddities outside the host. */
function disguisedUrls(quad: Quad): PrivateAddressSpelling[] {
  const address = quad.join('.');
  return [
    { url: `http://example.org@${address}/`, address, form: 'a public name as user' },
    { url: `http://example.org:80@${address}:80/`, address, form: 'a public name and port as user and password' },
    { url: `http:\\\\${address}\\`, address, form: 'backslashes' },
    { url: `http:/${address}/`, address, form: 'one slash' },
    { url: `http:${address}/`, address, form: 'no slash' },
    { url: `http:///////${address}/`, address, form: 'many slashes' },
    { url: `  hTTp://${address}:00080/`, address, form: 'odd case and padded port' },
  ];
}

const inScript = (text: string, zero: number): string => text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const circled = (character: string): string => (/\d/.test(character) ? '⓪①②③④⑤⑥⑦⑧⑨'.charAt(Number(character)) : character);

const superscript = (character: string): string => (/\d/.test(character) ? '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(character)) : character);

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16)}`;
