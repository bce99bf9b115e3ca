// Network address that rate limits count by. A header is trusted only if a trusted proxy wrote it, so that clients cannot choose their own
// bucket. Used for HTTP requests and for the upgrade to the socket.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

export type ClientAddress = (request: IncomingMessage) => string;

/** The holder of one IPv6 address usually holds its whole /64. */
const countedAs = (address: string): string => {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
};

/**
 * `onUntrusted` is called once, with the address of a proxy that is not in `trustedProxies`: all its visitors count as one.
 * Throws when one of them is no address.
 */
export const createClientAddress = (
  trustedProxies: readonly string[],
  onUntrusted: (proxy: string) => void,
): ClientAddress => {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  let warned = false;
  return (request) => {
    const direct = request.socket.remoteAddress ?? 'unknown';
    if (!warned && request.headers['x-forwarded-for'] !== undefined && !isTrusted(direct, 0)) {
      warned = true;
      onUntrusted(direct);
    }
    const address = proxyAddr(request, isTrusted);
    return countedAs(isIP(address) === 0 ? direct : address);
  };
};

// Only the site's own pages and those in the site's settings may open the socket. A browser always sends the Origin of a page; other
// programs must send an allowed one, too.
export type IsOwnOrigin = (headers: IncomingHttpHeaders) => boolean;

interface OriginOptions {
  readonly publicUrl: string | undefined;
  readonly host: string;
  readonly allowedOrigins: readonly string[];
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

// A name that is not ours may be pointed at this machine (DNS rebinding); an address or localhost may not.
const cannotBeRebound = (hostname: string, host: string): boolean =>
  hostname === 'localhost' || hostname === host || isIP(withoutBrackets(hostname)) !== 0;

export const createOriginCheck = ({ publicUrl, host, allowedOrigins }: OriginOptions): IsOwnOrigin => {
  const allowed = new Set(allowedOrigins.map((each) => new URL(each).origin));
  if (publicUrl !== undefined) allowed.add(publicUrl);
  return ({ origin, host: asked }) => {
    if (origin === undefined || !URL.canParse(origin)) return false;
    const from = new URL(origin);
    if (allowed.has(from.origin)) return true;
    return (
      publicUrl === undefined &&
      from.protocol === 'http:' &&
      from.host === asked &&
      cannotBeRebound(from.hostname, host)
    );
  };
};
