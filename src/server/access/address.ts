/** Addresses as limits see them: who counts as one, and who is no stranger. */
import { BlockList, isIP, isIPv6 } from 'node:net';
import { TokenError } from './token.js';

/** IPv4 as itself, also where a socket for both families gives it in IPv6. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.)/i, '');

/** Whoever has one address of IPv6 has the 64 bits behind it as well: they are one. */
export function callerOf(given: string): string {
  const address = plainAddress(given);
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const before = groupsIn(head);
  const after = tail === undefined ? [] : groupsIn(tail);
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

/** Four digits each; the last two may be written as IPv4, and are beyond what is looked at. */
const groupsIn = (text: string): string[] =>
  text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]));

/** This machine: its own programs, and a proxy that stands in front of us. */
export const isLoopback = (address: string): boolean => /^(127(\.\d{1,3}){3}|::1)$/.test(plainAddress(address));

/** Addresses and networks as an operator lists them. */
export class Networks {
  readonly #list = new BlockList();

  constructor(networks: readonly string[]) {
    for (const network of networks) addNetwork(this.#list, network);
  }

  has(given: string): boolean {
    const address = plainAddress(given);
    return isIP(address) !== 0 && this.#list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

function addNetwork(list: BlockList, network: string): void {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
  const family = isIP(address);
  if (family === 0 || Number(bits ?? 0) > (family === 6 ? 128 : 32))
    throw new TokenError(`"${network}" is neither an address nor a network. Write 192.0.2.7 or 192.0.2.0/24.`);
  const type = family === 6 ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, type);
  else list.addSubnet(address, Number(bits), type);
}
