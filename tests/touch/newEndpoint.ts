// Adds the endpoint `siteName`, which answers a text, and calls it from the client.

import type { TouchRow } from 'tests/touch/TouchRow.ts';

const DECLARATION = 'schemas/engine/endpoints/siteName.json';
const HANDLER = 'src/server/state/siteNameEndpoint.ts';
const USER = 'src/client/connection/siteName.ts';

const declaration = {
  $schema: '../../meta/endpoints.schema.json',
  endpoints: {
    siteName: {
      ...{ who: 'signedIn', on: 'none', effect: 'read' },
      input: { type: 'object', properties: { upper: { type: 'boolean' } }, additionalProperties: false },
      answer: {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
        additionalProperties: false,
      },
    },
  },
};

export const newEndpoint: TouchRow = {
  title: 'an endpoint',
  allowed: [DECLARATION, HANDLER],
  outputs: ['src/generated/openapi.json'],
  add: ({ write }) => {
    write(DECLARATION, `${JSON.stringify(declaration, undefined, 2)}\n`);
    write(
      HANDLER,
      `import { endpoint } from 'src/server/state/StateNeeds.ts';

export const siteName = endpoint('siteName', ({ services }, { upper = false }) => {
  const name = services.messages['app.name'] ?? '';
  return Promise.resolve({ name: upper ? name.toUpperCase() : name });
});
`,
    );
  },
  use: ({ write }) =>
    write(
      USER,
      `import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';

export const siteNameOf = async (connection: ServerConnection): Promise<string> =>
  (await connection.send('act/siteName', { upper: true })).name;
`,
    ),
};
