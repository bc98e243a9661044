import { expect, it } from 'vitest';
import { callerOf, isLoopback, Networks } from './address.js';

it.each([
  ['IPv4', '192.0.2.7', '192.0.2.7'],
  ['IPv4 in IPv6', '::ffff:192.0.2.7', '192.0.2.7'],
  ['IPv6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['its neighbour in the same 64 bits', '2001:0DB8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['short', '2001:db8::1', '2001:db8:0:0::/64'],
  ['loopback', '::1', '0:0:0:0::/64'],
  ['with a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['none', '', ''],
])('who counts as one: %s', (_case, address, expected) => expect(callerOf(address)).toBe(expected));

it.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::ffff:127.0.0.1', true],
  ['::1', true],
  ['::2', false],
  ['128.0.0.1', false],
  ['127.0.0.1.example', false],
])('this machine: %s', (address, expected) => expect(isLoopback(address)).toBe(expected));

it('knows the addresses of a network', () => {
  const networks = new Networks(['192.0.2.0/24', '2001:db8::/32', '198.51.100.7']);
  expect(['192.0.2.200', '::ffff:192.0.2.1', '2001:db8:9::1', '198.51.100.7'].map((address) => networks.has(address))).toEqual(
    Array<boolean>(4).fill(true),
  );
  expect(['192.0.3.1', '2001:db9::1', '198.51.100.8', 'nothing'].some((address) => networks.has(address))).toBe(false);
  for (const wrong of ['example', '192.0.2.0/33', '2001:db8::/129', '']) expect(() => new Networks([wrong])).toThrow(/neither an address/);
});
