// `signout`: ends the session everywhere; every process closes its sockets of it.

import { problem } from 'src/model/problems.ts';
import type { Operation } from 'src/server/context.ts';

export const signout: Operation<'signout'> = {
  name: 'signout',
  async run({ services, session }) {
    if (!session) throw problem('notSignedIn');
    await services.sessions.end(session.id, 'signedout');
    return null;
  },
};
