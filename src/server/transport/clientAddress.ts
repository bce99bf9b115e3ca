// The network address that limits are counted by. A header is believed only when a trusted proxy wrote it,
// so nobody can choose the name of his own bucket.

import { BlockList, isIP, isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';

export type ClientAddress = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

const plain = (address: string): string =>
  address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

const listOf = (proxies: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    if (isIP(address) === 0) throw new Error(`trustedProxies: ${proxy} is no address`);
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
};

/** Who holds one IPv6 address usually holds its whole /64. */
const countedAs = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter((part) => part !== '');
  const right = address.includes('::') ? tail.split(':').filter((part) => part !== '') : [];
  const parts = [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right];
  return `${parts
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`;
};

export const createClientAddress = (trustedProxies: readonly string[]): ClientAddress => {
  const trusted = listOf(trustedProxies);
  const isTrusted = (address: string): boolean => isIP(address) !== 0 && trusted.check(address, familyOf(address));
  return ({ headers, socket }) => {
    const chain = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '');
    let address = plain(socket.remoteAddress ?? 'unknown');
    while (chain.length > 0 && isTrusted(address)) {
      const next = plain(chain.pop() ?? '');
      if (isIP(next) === 0) break;
      address = next;
    }
    return countedAs(address);
  };
};
