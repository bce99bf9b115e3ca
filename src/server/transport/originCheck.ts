// Which pages may open the socket: the site's own and those that the site's settings name. A browser always says where a page
// comes from, so a request without an Origin is no browser's and must name an allowed one all the same.

import { isIP } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';

export type IsOwnOrigin = (headers: IncomingHttpHeaders) => boolean;

interface OriginOptions {
  readonly publicUrl: string | undefined;
  readonly host: string;
  readonly allowedOrigins: readonly string[];
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

// A name that is not ours may be pointed at this machine (DNS rebinding); an address or localhost may not.
const cannotBeRebound = (hostname: string, host: string): boolean =>
  hostname === 'localhost' || hostname === host || isIP(bare(hostname)) !== 0;

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
