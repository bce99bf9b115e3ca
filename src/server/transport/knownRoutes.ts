// The routes of a server, for requests that none of them takes: an address that is there takes other methods (405), or it is absent (404).

import type { FastifyInstance } from 'fastify';

export interface KnownRoutes {
  /** Methods that the path takes; empty where no route has this path. */
  methodsOf(path: string): string[];
}

interface KnownRoute {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** `/api/upload/:key` matches one segment in place of each parameter, `/assets/*` everything below. */
const routePattern = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split('/')
      .map((part) =>
        part.startsWith(':') ? '[^/]+' : part === '*' ? '.+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
      )
      .join('/')}$`,
  );

/** Collects every route that is declared after this call. */
export const collectRoutes = (server: FastifyInstance): KnownRoutes => {
  const routes = new Map<string, KnownRoute>();
  server.addHook('onRoute', ({ url, method }) => {
    const known = routes.get(url) ?? { pattern: routePattern(url), methods: new Set<string>() };
    for (const each of [method].flat()) known.methods.add(each);
    routes.set(url, known);
  });
  return {
    methodsOf: (path) => [
      ...new Set([...routes.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : []))),
    ],
  };
};
