// Files that programs ask every site for: robots.txt, favicon.ico and security.txt.

import { DAY_MS } from 'src/base/dayMs.ts';
import type { FastifyInstance } from 'fastify';
import { ROUTE_SEGMENTS } from 'src/model/generated/routes.ts';

interface StandardFileOptions {
  /** Reports about the site's security go to this address; without it there is no security.txt. */
  readonly contact: string | null;
  /** The site's own address; undefined while it is not configured. */
  readonly publicUrl: string | undefined;
  now(): Date;
}

/** RFC 9116 advises less than a year. */
const SECURITY_LIFE_DAYS = 180;

/** Pages may be indexed; data, files and health may not. Search engines draw pages, so they may fetch assets. */
const ROBOTS = [
  'User-agent: *',
  ...ROUTE_SEGMENTS.filter((segment) => segment !== 'assets').map((segment) => `Disallow: /${segment}`),
  '',
].join('\n');

const securityText = ({ contact, publicUrl, now }: StandardFileOptions): string => {
  const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
  const expires = new Date(today + SECURITY_LIFE_DAYS * DAY_MS).toISOString();
  const canonical = publicUrl === undefined ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`];
  return [`Contact: mailto:${contact ?? ''}`, `Expires: ${expires}`, ...canonical, ''].join('\n');
};

export const standardFiles = (server: FastifyInstance, options: StandardFileOptions): void => {
  server.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(ROBOTS),
  );
  // Browsers take the drawing that the page names; other programs ask for this name.
  server.get('/favicon.ico', (_request, reply) => reply.redirect('/icon.svg', 302));
  if (options.contact === null) return;
  server.get('/.well-known/security.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(securityText(options)),
  );
};
