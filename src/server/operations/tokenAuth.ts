// `tokenAuth`: the socket says who it speaks for. Answers the session user; the socket's door turns a refusal into its close code.

import { problem } from 'src/model/problems.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Operation } from 'src/server/context.ts';

export const tokenAuth: Operation = {
  name: 'tokenAuth',
  who: 'everyone',
  writes: false,
  async run({ services, connection }, _args, body) {
    // Over HTTP every request names its token in a header.
    if (!connection) throw problem('unknownOperation');
    if (typeof body !== 'string') throw problem('notSignedIn');
    const session = await services.sessions.verify(body);
    await connection.identify(session);
    return (await services.sessions.sessionUser(session)) as unknown as Json;
  },
};
