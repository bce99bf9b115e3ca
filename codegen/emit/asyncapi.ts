// Prints the AsyncAPI 3 description of the socket, for authors of other clients.

import {
  apiSchemas,
  pushNames,
  reference,
  replyNames,
  requestNames,
  SOCKET_SCHEMAS,
  TITLE,
} from 'codegen/emit/apiSchemas.ts';
import type { JsonObject } from 'codegen/json.ts';
import type { Plan } from 'codegen/plan.ts';

export const asyncapi = (plan: Plan): JsonObject => {
  const { source } = plan;
  const asked = requestNames(plan, { socket: true });
  const received = [
    ...replyNames(plan, { socket: true }),
    'refusal',
    ...Object.keys(SOCKET_SCHEMAS),
    ...pushNames(source).map((name) => `push.${name}`),
  ];
  const channel = { $ref: '#/channels/socket' };
  const inChannel = (name: string): JsonObject => ({ $ref: `#/channels/socket/messages/${name}` });
  return {
    asyncapi: '3.0.0',
    info: {
      title: TITLE,
      version: plan.client.hash,
      description:
        'Envelopes {o, b, s, v} over a web socket; tokenAuth comes first. An answer repeats o and s, a push has no s.',
    },
    defaultContentType: 'application/json',
    channels: {
      socket: {
        address: '/ws',
        messages: Object.fromEntries([...asked, ...received].map((name) => [name, { name, payload: reference(name) }])),
      },
    },
    operations: {
      ask: { action: 'send', channel, messages: asked.map(inChannel) },
      receive: { action: 'receive', channel, messages: received.map(inChannel) },
    },
    components: { schemas: { ...apiSchemas(plan), ...SOCKET_SCHEMAS } },
  };
};
