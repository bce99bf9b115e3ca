// The descriptions of the wire for people who write another client. Main passes them in; they hold no data and need no token.

import type { FastifyInstance } from 'fastify';

export interface ApiDocuments {
  readonly openapi: object;
  readonly asyncapi: object;
}

export const documentRoutes = (server: FastifyInstance, documents: ApiDocuments): void => {
  for (const [name, document] of Object.entries(documents)) {
    const text = JSON.stringify(document);
    server.get(`/api/${name}.json`, (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  }
};
