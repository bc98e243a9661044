import { describe, expect, it } from 'vitest';
import { privateAddressSpellings } from '../testing/private-addresses.js';
import { AddressPolicy, classifyAddress, isPublicAddress } from './address.js';

describe('classifyAddress', () => {
  it.each([
    ['93.184.216.34', 'public'],
    ['8.8.8.8', 'public'],
    ['172.15.255.255', 'public'],
    ['172.32.0.0', 'public'],
    ['100.63.255.255', 'public'],
    ['100.128.0.0', 'public'],
    ['198.17.255.255', 'public'],
    ['223.255.255.255', 'public'],
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'reserved'],
    ['10.255.255.255', 'private'],
    ['100.64.0.1', 'shared'],
    ['127.0.0.1', 'loopback'],
    ['169.254.169.254', 'link-local'],
    ['172.16.0.1', 'private'],
    ['192.0.0.8', 'reserved'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', 'reserved'],
    ['192.168.0.1', 'private'],
    ['198.19.255.255', 'reserved'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
  ])('%s is %s', (address, kind) => expect(classifyAddress(address)).toBe(kind));

  it.each([
    ['2606:2800:220:1:248:1893:25c8:1946', 'public'],
    ['2a00:1450:4001:81b::200e', 'public'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['[::1]', 'loopback'],
    ['fe80::1%eth0', 'link-local'],
    ['fd00::1', 'private'],
    ['fec0::1', 'private'],
    ['ff02::1', 'multicast'],
    ['2001:db8::1', 'documentation'],
    ['3fff:1::1', 'documentation'],
    ['2001::1', 'reserved'],
    ['100::1', 'reserved'],
    ['5f00::1', 'reserved'],
    ['4000::1', 'reserved'],
    ['::127.0.0.1', 'reserved'],
    ['::8.8.8.8', 'reserved'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:8.8.8.8', 'public'],
    ['64:ff9b::10.0.0.1', 'private'],
    ['64:ff9b::8.8.8.8', 'public'],
    ['64:ff9b:1::8.8.8.8', 'reserved'],
    ['2002:7f00:1::1', 'loopback'],
    ['2002:808:808::1', 'reserved'],
    ['2a00:1450::5efe:10.0.0.1', 'private'],
    ['2a00:1450:4001:81b:200:5efe:c0a8:1', 'private'],
  ])('%s is %s', (address, kind) => expect(classifyAddress(address)).toBe(kind));

  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '0177.0.0.1',
    '08.8.8.8',
    '2130706433',
    '1.2.3.4.5',
    '1.2.3.256',
    ' 8.8.8.8',
    '8.8.8.8/32',
    ':::',
    'example.org',
    '8.8.8.8%eth0:x',
  ])('refuses %j, which is no address in its usual form', (text) => expect(isPublicAddress(text)).toBe(false));
});

describe('odd spellings of private addresses', () => {
  const spellings = privateAddressSpellings();

  it('are more than three hundred, all different', () => expect(new Set(spellings.map(({ url }) => url)).size).toBeGreaterThanOrEqual(300));

  it.each(spellings)('$url ($form of $address) is no URL or not public', ({ url }) => {
    if (!URL.canParse(url)) return;
    const { hostname } = new URL(url);
    expect(isPublicAddress(hostname), hostname).toBe(false);
  });
});

describe('AddressPolicy', () => {
  it('allows public addresses only, unless told otherwise', () => {
    const policy = new AddressPolicy();
    expect(policy.allows('8.8.8.8', 80)).toBe(true);
    expect(policy.allows('127.0.0.1', 80)).toBe(false);
    expect(policy.allows('nonsense', 80)).toBe(false);
  });

  it.each([
    ['one address', '127.0.0.1', ['127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1'], ['127.0.0.2', '::1']],
    ['a network', '10.1.0.0/16', ['10.1.255.255'], ['10.2.0.0', '127.0.0.1']],
    ['a network with host bits', '10.1.2.3/15', ['10.0.0.1', '10.1.0.1'], ['10.2.0.1']],
    ['an IPv6 network', 'fd00::/8', ['fd12::1', 'fd12::1%eth0'], ['fc00::1', 'fe80::1']],
    ['a mapped network', '::ffff:127.0.0.0/104', ['127.0.0.1', '::ffff:127.9.9.9'], ['10.0.0.1']],
    ['everything', '0.0.0.0/0', ['127.0.0.1', '10.0.0.1'], ['::1']],
  ])('%s', (_case, entry, allowed, refused) => {
    const policy = new AddressPolicy([entry]);
    expect(allowed.filter((address) => !policy.allows(address, 80))).toEqual([]);
    expect(refused.filter((address) => policy.allows(address, 80))).toEqual([]);
  });

  it.each([
    ['127.0.0.1:8080', ['127.0.0.1', 8080], ['127.0.0.1', 80]],
    ['127.0.0.1:8080', ['::ffff:127.0.0.1', 8080], ['127.0.0.2', 8080]],
    ['10.0.0.0/8:443', ['10.9.9.9', 443], ['10.9.9.9', 80]],
    ['[::1]:8080', ['::1', 8080], ['::1', 8081]],
    ['[fd00::]/8:443', ['fd12::1', 443], ['fd12::1', 22]],
    ['[::1]', ['::1', 22], ['::2', 22]],
  ] as const)('a port behind it: %s', (entry, [allowed, open], [refused, closed]) => {
    const policy = new AddressPolicy([entry]);
    expect(policy.allows(allowed, open)).toBe(true);
    expect(policy.allows(refused, closed)).toBe(false);
    expect(policy.allows('8.8.8.8', 25)).toBe(true);
  });

  it.each(['127.0.0.1:0', '127.0.0.1:65536', '[::1]:99999'])('says that %s names no port', (entry) =>
    expect(() => new AddressPolicy([entry])).toThrow(/names no port/),
  );

  it.each(['10.0.0.0/33', 'fd00::/129', 'localhost', '10.0.0', '', '10.0.0.0/x'])('says what is wrong with %j', (entry) =>
    expect(() => new AddressPolicy([entry])).toThrow(/is not an address or a network; write it like/),
  );
});
