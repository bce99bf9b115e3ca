// `getSessionUser` returns the caller, like the push `authed` of the socket. A page on a slow connection requests it over HTTP.

import { problem } from 'src/model/problems.ts';
import { endpoint } from 'src/server/sessions/SessionNeeds.ts';

export const getSessionUser = endpoint('getSessionUser', async ({ services, session }) => {
  if (!session) throw problem('notSignedIn');
  return await services.sessions.sessionUser(session);
});
