// `tokenAuth` signs in the socket. Answers the session user; socketConnection.ts turns a refusal into its close code.

import { problem } from 'src/model/problems.ts';
import { endpoint } from 'src/server/sessions/SessionNeeds.ts';

export const tokenAuth = endpoint('tokenAuth', async ({ services, connection }, token) => {
  // Over HTTP every request names its token in a header.
  if (!connection) throw problem('unknownOperation');
  const session = await services.sessions.verify(token);
  await connection.identify(session);
  return await services.sessions.sessionUser(session);
});
