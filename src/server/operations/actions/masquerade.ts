// `act/masquerade`: an administrator acts as another user for at most an hour, and comes back. Answers the token to go on with.
// Never onto an administrator or a blocked user, never nested; `stop` returns to the session it was started from. Source: TRUST, access.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { itemId, parseRealItemId } from 'src/model/item/itemId.ts';
import type { Json } from 'src/model/item/Item.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import type { Context } from 'src/server/context.ts';
import { realId } from 'src/server/operations/realId.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';

const start = async (target: Json | undefined, { services, subject, session, tx }: Context): Promise<string> => {
  refuseActing(subject);
  if (!session || !tx || !subject.admin) throw problem('notAllowed');
  const targetId = realId(typeof target === 'number' ? itemId(SYSTEM_TYPES.user, target) : target);
  if (parseRealItemId(targetId).type !== SYSTEM_TYPES.user) throw problem('invalidId');
  const other = await services.sessions.subjectOf(targetId);
  if (!other) throw problem('notFound');
  if (other.admin) throw problem('notAllowed');
  return await services.sessions.startMasquerade(tx, session, targetId);
};

const stop = async ({ services, session, tx }: Context): Promise<string> => {
  if (session?.actorId === undefined || !tx) throw problem('notAllowed');
  return await services.sessions.stopMasquerade(tx, session);
};

export const masquerade: EngineAction = {
  name: 'masquerade',
  on: 'self',
  async run(input, context) {
    if ((input['stop'] === undefined) === (input['targetUserID'] === undefined))
      throw invalid([{ path: '/targetUserID', message: 'errors.required' }]);
    return { newToken: input['stop'] === true ? await stop(context) : await start(input['targetUserID'], context) };
  },
};
