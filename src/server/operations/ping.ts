// `ping`: is anybody there? Answered as `pong` by the doors; allowed before sign-in.

import type { Operation } from 'src/server/context.ts';

export const ping: Operation = {
  name: 'ping',
  who: 'everyone',
  writes: false,
  run: () => Promise.resolve(null),
};
