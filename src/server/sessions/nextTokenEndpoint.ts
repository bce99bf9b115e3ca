// `nextToken` returns a new token of the same session. A socket uses it at once; the old one stays valid for a short time.

import { problem } from 'src/model/problems.ts';
import { endpoint } from 'src/server/sessions/SessionNeeds.ts';

export const nextToken = endpoint('nextToken', async ({ services, connection, session }) => {
  if (!session) throw problem('notSignedIn');
  const token = await services.sessions.rotate(session);
  await connection?.identify(await services.sessions.verify(token));
  return token;
});
