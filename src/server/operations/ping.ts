// `ping`: is anybody there? Answered as `pong` by the socket and the HTTP route; allowed before sign-in.

import type { Operation } from 'src/server/context.ts';

export const ping: Operation<'ping'> = {
  name: 'ping',
  run: () => Promise.resolve(null),
};
