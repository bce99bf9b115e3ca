// `signout`: ends the session everywhere; every process closes its sockets of it.

import { problem } from 'src/model/problems.ts';
import type { Operation } from 'src/server/Context.ts';

export const signout: Operation = {
  name: 'signout',
  who: 'signedIn',
  writes: false,
  async run({ rooms, session }) {
    if (!session) throw problem('notSignedIn');
    await rooms.sessions.end(session.id, 'signedout');
    return null;
  },
};
