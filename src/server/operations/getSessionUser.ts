// `getSessionUser`: who the caller is, as the push `authed` tells it over the socket. A page on a slow line asks it over HTTP.

import { problem } from 'src/model/problems.ts';
import type { Operation } from 'src/server/context.ts';

export const getSessionUser: Operation<'getSessionUser'> = {
  name: 'getSessionUser',
  async run({ services, session }) {
    if (!session) throw problem('notSignedIn');
    return await services.sessions.sessionUser(session);
  },
};
