// `nextToken`: a fresh token of the same session. A socket goes on with it at once; the old one lives a short grace more.

import { problem } from 'src/model/problems.ts';
import type { Operation } from 'src/server/Context.ts';

export const nextToken: Operation = {
  name: 'nextToken',
  who: 'signedIn',
  writes: false,
  async run({ rooms, connection, session }) {
    if (!session) throw problem('notSignedIn');
    const token = await rooms.sessions.rotate(session);
    await connection?.identify(await rooms.sessions.verify(token));
    return token;
  },
};
