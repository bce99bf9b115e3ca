// `nextToken`: a fresh token of the same session. A socket goes on with it at once; the old one lives a short grace more.

import { problem } from 'src/model/problems.ts';
import type { Operation } from 'src/server/context.ts';

export const nextToken: Operation<'nextToken'> = {
  name: 'nextToken',
  async run({ services, connection, session }) {
    if (!session) throw problem('notSignedIn');
    const token = await services.sessions.rotate(session);
    await connection?.identify(await services.sessions.verify(token));
    return token;
  },
};
