// The descriptions of the wire for people who write another client. Main passes them in; they hold no data and need no token.

import type { FastifyInstance } from 'fastify';

/** Functions that load the documents, which are large and rarely requested. */
export type ApiDocuments = Readonly<Record<'openapi' | 'asyncapi', () => Promise<object>>>;

export const documentRoutes = (server: FastifyInstance, documents: ApiDocuments): void => {
  for (const [name, load] of Object.entries(documents)) {
    let text: string | undefined;
    server.get(`/api/${name}.json`, async (_request, reply) => {
      text ??= JSON.stringify(await load());
      return reply.type('application/json; charset=utf-8').send(text);
    });
  }
};
