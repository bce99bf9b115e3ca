// The bucket that a request counts against: no client can choose its name.

import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createClientAddress } from 'src/server/http/clientAddress.ts';

const request = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

describe('clientAddressBy', () => {
  it.each([
    [[], '198.51.100.7', undefined, '198.51.100.7'],
    [[], '::ffff:198.51.100.7', undefined, '198.51.100.7'],
    [[], '198.51.100.7', '203.0.113.9', '198.51.100.7'],
    [['10.0.0.0/8'], '10.1.2.3', '203.0.113.9', '203.0.113.9'],
    [['10.0.0.0/8'], '10.1.2.3', '192.0.2.1, 203.0.113.9', '203.0.113.9'],
    [['10.0.0.0/8'], '10.1.2.3', '203.0.113.9, 10.9.9.9', '203.0.113.9'],
    [['10.0.0.0/8'], '10.1.2.3', 'my-own-bucket', '10.1.2.3'],
    [['10.0.0.0/8'], '10.1.2.3', undefined, '10.1.2.3'],
    [['127.0.0.1'], '127.0.0.1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    [[], '2001:db8::1', undefined, '2001:db8:0:0::/64'],
    [[], '2001:0db8:0000:0000:ffff::1', undefined, '2001:db8:0:0::/64'],
  ])('trusting %j, from %s, forwarded %s, counts %s', (trusted, remote, forwarded, expected) => {
    expect(createClientAddress(trusted, () => undefined)(request(remote, forwarded))).toBe(expected);
  });

  it('stops the start at a proxy that is no address', () => {
    expect(() => createClientAddress(['proxy.test'], () => undefined)).toThrow('proxy.test');
  });

  it('names the first proxy that is not trusted, once, and no trusted one', () => {
    const named: string[] = [];
    const addressOf = createClientAddress(['10.0.0.0/8'], (proxy) => named.push(proxy));
    addressOf(request('10.1.2.3', '203.0.113.9'));
    addressOf(request('198.51.100.7'));
    expect(named).toEqual([]);
    addressOf(request('198.51.100.7', '203.0.113.9'));
    addressOf(request('198.51.100.8', '203.0.113.9'));
    expect(named).toEqual(['198.51.100.7']);
  });
});
