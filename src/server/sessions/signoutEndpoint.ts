// `signout`: ends the session everywhere; every process closes its sockets of it.

import { problem } from 'src/model/problems.ts';
import { endpoint } from 'src/server/sessions/SessionNeeds.ts';

export const signout = endpoint('signout', async ({ services, session }) => {
  if (!session) throw problem('notSignedIn');
  await services.sessions.end(session.id, 'signedout');
  return null;
});
